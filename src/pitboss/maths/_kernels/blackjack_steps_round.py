"""A round of blackjack that is carried on by stages until it asks, and goes on from what is answered.

The cards, the hands and the settlement are those of :mod:`pitboss.maths._kernels.blackjack_rounds`; only the choices
come from outside instead of from a book. What a table asks and holds stands in its row (``s``).
"""

from __future__ import annotations

import numpy as np

from pitboss.maths._kernels import blackjack_steps_layout as w
from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds import (
    clear,
    dealer_turn,
    first_cards,
    insurance_net,
    lose_to_blackjack,
    someone_waits,
)
from pitboss.maths._kernels.blackjack_rounds_hands import (
    began_with,
    bonus_paid,
    double_again,
    double_bet,
    end_hand,
    end_raised,
    is_natural,
    is_open,
    may_split_aces,
    settle,
    split_pair,
)
from pitboss.maths._kernels.blackjack_rounds_shoe import (
    ACE,
    BROKEN,
    BUST,
    CHARLIE_MADE,
    DONE,
    DOUBLE,
    DOUBLE_LESS,
    EIGHT,
    FIRST_SIZE,
    FOUR,
    FREE_DOUBLE,
    INSURED,
    MOST_RAISES,
    NATURAL,
    NET,
    NEW_KIND,
    ONE,
    OWN_KIND,
    SOFT,
    STACK,
    STAND,
    SURRENDER,
    TWO,
    VALUE,
    ZERO,
    Run,
    U,
    Word,
    burn,
    draw,
    is_over,
    shuffle,
    value_at,
)
from pitboss.maths._kernels.blackjack_steps_layout import I64
from pitboss.maths._kernels.blackjack_tables import PAIRED
from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT_ACE
from pitboss.maths.cache import part


@part
def first_mask(s: I64, masks: I64) -> Word:
    """The answers that two cards may have, whatever the number of hands."""
    one, two = U(s[w.FIRST_CARD]) & VALUE, U(s[w.SECOND_CARD]) & VALUE
    return masks[U(s[w.KIND]) * FIRST_SIZE + (U(s[w.UP]) << EIGHT | one << FOUR | two)]


# a round, stage by stage


@part
def begin(run: Run, settings: I64, s: I64) -> int:
    """A new round: shuffled where it is time, burned, and asked for a bet where that is chosen; returns the stage."""
    at, since = U(run.work[b.AT]), run.work[b.SINCE]
    fresh = run.work[b.FRESH] or not settings[w.WHOLE_SHOE] or is_over(run.values, at, since)
    if fresh:
        words = run.words
        words[0], words[1], words[2], words[3] = shuffle(
            run, U(settings[w.PLACES]), words[0], words[1], words[2], words[3]
        )
        for value in range(10):
            s[w.LEFT + value] = run.values[b.CARDS] // 13 * (4 if value == b.TEN else 1)
    at, since = burn(run, at, since, fresh)
    run.work[b.AT], run.work[b.SINCE], run.work[b.FRESH] = np.int64(at), since, 0
    s[w.STEPS], s[w.RESULT] = 0, 0
    if settings[w.BETS]:
        s[w.PHASE] = w.BETTING
        return w.ASKED
    return w.DEALING


@part
def deal(run: Run, s: I64, masks: I64) -> int:
    """Two cards each; hands may be given up before the dealer's check."""
    start = U(run.work[b.AT])
    up_at, hole, dealer, blackjack, at = first_cards(run, ONE, start)
    clear(run, ONE)
    up = value_at(run, up_at)
    run.work[b.AT] = np.int64(at)
    s[w.START], s[w.UP], s[w.HOLE] = np.int64(start), np.int64(up), np.int64(hole)
    s[w.DEALER], s[w.HAS_BLACKJACK], s[w.WAITING] = np.int64(dealer), np.int64(blackjack), 0
    s[w.KIND], s[w.NEW], s[w.STACKED], s[w.HANDS], s[w.INDEX], s[w.PAID] = 0, 0, 0, 1, 0, 1
    hold(s, U(run.shoe[start]), U(run.shoe[start + TWO]))
    s[w.SHOWN] = s[w.HAND]
    if masks[w.EARLY_AT] >> s[w.UP] & 1:
        s[w.PHASE] = w.EARLY
        return w.ASKED
    return w.INSURING


@part
def hold(s: I64, one: Word, two: Word) -> None:
    """A hand of two cards is on turn."""
    s[w.FIRST_CARD], s[w.SECOND_CARD] = np.int64(one), np.int64(two)
    s[w.HAND], s[w.HELD] = np.int64(PAIRED[(one & VALUE) << FOUR | two & VALUE]), 2
    s[w.BET], s[w.BEGAN], s[w.TIMES] = 0, 0, 0
    s[w.LAMMERED] = s[w.KIND] in (LAMMER, ACE_LAMMER)


@part
def has_natural(s: I64) -> Word:
    """Whether the cards that were dealt are a blackjack."""
    return is_natural(U(s[w.FIRST_CARD]) & VALUE, U(s[w.SECOND_CARD]) & VALUE)


@part
def ask_insurance(run: Run, s: I64) -> int:
    if run.values[b.ASKS] and U(s[w.UP]) == ACE and not run.work[DONE]:
        s[w.PHASE] = w.INSURANCE
        return w.ASKED
    return w.CHECKING


@part
def check(run: Run, s: I64) -> int:
    """The dealer looks for a blackjack; without one, blackjacks that may be doubled before the hands act are asked."""
    up = U(s[w.UP])
    if is_open(run, up):
        return w.IN_TURN
    if s[w.HAS_BLACKJACK]:
        at = lose_to_blackjack(run, ONE, U(s[w.START]), up, U(run.work[b.AT]))
        run.work[b.AT] = np.int64(at)
        return w.PAYING
    if run.values[b.NATURALS_FIRST] and not run.work[DONE] and has_natural(s):
        s[w.PHASE] = w.BLACKJACK
        return w.ASKED
    return w.IN_TURN


@part
def on_two_cards(run: Run, s: I64, masks: I64) -> int:
    """A hand of two cards on its turn: it is asked, unless it is a blackjack or aces that are at their end."""
    if run.work[DONE]:
        return w.DEALERS_TURN
    legal, first = first_mask(s, masks), s[w.KIND] == 0
    if legal & w.GO_ON_BIT:
        if legal & w.DOUBLES and not (first and run.values[b.NATURALS_FIRST]):
            s[w.PHASE] = w.BLACKJACK
            return w.ASKED
        return ended(s, NATURAL)
    one, two = U(s[w.FIRST_CARD]), U(s[w.SECOND_CARD])
    shut = run.values[b.SHUT_ACES] and s[w.KIND] >= SPLIT_ACE
    if shut and not may_split_aces(run, s[w.HANDS], one, two):
        return ended(s, STAND)
    s[w.PHASE] = w.PLAY
    return w.ASKED


@part
def ended(s: I64, does: Word) -> int:
    """The hand takes no further card: because of what was done or happened to it."""
    s[w.DOES] = np.int64(does)
    return w.ENDING


@part
def end(run: Run, s: I64) -> int:
    """A hand at its end is settled, or waits for the dealer."""
    if s[w.BEGAN]:
        s[w.WAITING] = np.int64(
            end_raised(run, ZERO, U(s[w.HAND]), U(s[w.HELD]), U(s[w.NEW]), U(s[w.BET]), U(s[w.WAITING]))
        )
        return w.NEXT_HAND
    hand, held, kind, at = U(s[w.HAND]), U(s[w.HELD]), U(s[w.KIND]), U(run.work[b.AT])
    bonus = bonus_paid(run, U(s[w.FIRST_CARD]), U(s[w.SECOND_CARD]), hand, held, kind, at)
    s[w.WAITING] = np.int64(
        end_hand(run, ZERO, hand, kind, U(s[w.NEW]), U(s[w.DOES]), U(s[w.UP]), bonus, U(s[w.WAITING]))
    )
    return w.NEXT_HAND


@part
def next_hand(run: Run, s: I64) -> int:
    """The hand that was split off last gets its second card; the dealer plays when none is left."""
    if s[w.INDEX] == 0:
        s[w.SHOWN] = s[w.HAND]
    if s[w.STACKED] == 0:
        return w.DEALERS_TURN
    s[w.STACKED] -= 1
    waiting = run.words[STACK + U(s[w.STACKED])]
    s[w.NEW], s[w.KIND] = 1, np.int64(waiting >> EIGHT)
    s[w.INDEX] += 1
    hold(s, waiting & U(255), U(run.shoe[U(run.work[b.AT])]))
    run.work[b.AT] += 1
    return w.IN_TURN


@part
def play_dealer(run: Run, s: I64) -> int:
    _, _, dealer, blackjack, at = dealer_turn(
        run, ONE, U(s[w.START]), U(s[w.UP]), U(s[w.HOLE]), U(s[w.DEALER]), U(s[w.HAS_BLACKJACK]), U(run.work[b.AT]),
        U(s[w.WAITING]), someone_waits(run, ZERO, U(s[w.WAITING])),
    )  # fmt: skip
    s[w.DEALER], s[w.HAS_BLACKJACK], run.work[b.AT] = np.int64(dealer), np.int64(blackjack), np.int64(at)
    return w.PAYING


@part
def pay(run: Run, s: I64) -> int:
    """All that the round came to; one that ran out of cards is void."""
    s[w.PHASE] = w.OVER
    s[w.RESULT] = run.work[NET] + insurance_net(run, ZERO, U(s[w.HAS_BLACKJACK]))
    if run.work[b.AT] > run.values[b.CARDS]:
        s[w.RESULT] = 0
        run.work[b.AT], run.work[b.SINCE] = run.values[b.CARDS], 1
        run.sums[b.VOID] += 1
    return w.ASKED


@part
def go_on(run: Run, s: I64, masks: I64, stage: int) -> None:
    """Carry the round on until it asks or is over."""
    while stage != w.ASKED:
        if stage == w.DEALING:
            stage = deal(run, s, masks)
        elif stage == w.INSURING:
            stage = ask_insurance(run, s)
        elif stage == w.CHECKING:
            stage = check(run, s)
        elif stage == w.IN_TURN:
            stage = on_two_cards(run, s, masks)
        elif stage == w.ENDING:
            stage = end(run, s)
        elif stage == w.NEXT_HAND:
            stage = next_hand(run, s)
        elif stage == w.DEALERS_TURN:
            stage = play_dealer(run, s)
        else:
            stage = pay(run, s)


# answers


@part
def answer(run: Run, s: I64, masks: I64, legal: int, bit: int) -> int:
    """Do what was chosen, which is legal; returns the stage that the round goes on from."""
    phase = s[w.PHASE]
    if phase == w.BETTING:
        return w.DEALING
    if phase == w.EARLY:
        return give_up_early(run) if bit == w.SURRENDER_BIT else w.INSURING
    if phase == w.INSURANCE:
        return insure(run, bit)
    if bit & w.DOUBLES:
        return doubled(run, s, masks, legal, bit)
    if bit == w.HIT_BIT:
        return hit(run, s)
    if bit & (w.SPLIT_BIT | w.SPLIT_PAID_BIT):
        return split(run, s, bit)
    return ended(s, SURRENDER if bit == w.SURRENDER_BIT else NATURAL if bit == w.GO_ON_BIT else STAND)


@part
def give_up_early(run: Run) -> int:
    run.sums[b.SURRENDERED] += 1
    settle(run, ZERO, U(b.EARLY_LOSS), ZERO)
    run.work[DONE] = 1
    return w.INSURING


@part
def insure(run: Run, bit: int) -> int:
    if bit == w.INSURE_BIT:
        run.work[INSURED] = 1
    elif bit == w.EVEN_BIT:
        settle(run, ZERO, U(b.EVEN_MONEY), ZERO)
        run.work[DONE] = 1
    return w.CHECKING


@part
def take_card(run: Run, s: I64, hand: Word) -> None:
    s[w.HAND] = np.int64(hand)
    s[w.HELD] += 1
    run.work[b.AT] += 1


@part
def is_broken(hand: Word) -> Word:
    return hand >= BUST and hand < SOFT


@part
def hit(run: Run, s: I64) -> int:
    take_card(run, s, draw(run, U(s[w.HAND]), U(run.work[b.AT])))
    if is_broken(U(s[w.HAND])):
        return ended(s, BROKEN)
    if s[w.HELD] == run.values[b.CHARLIE]:
        return ended(s, CHARLIE_MADE)
    return w.ASKED


@part
def doubled(run: Run, s: I64, masks: I64, legal: int, bit: int) -> int:
    """One card for a raised bet; the hand is asked again where it may be doubled once more."""
    hand, at, kind = U(s[w.HAND]), U(run.work[b.AT]), U(s[w.KIND])
    if s[w.BEGAN]:
        drawn, bet = double_again(run, ZERO, hand, U(s[w.BET]), U(s[w.BEGAN] - 1), U(s[w.TIMES]), at)
        s[w.TIMES] += 1
    else:
        does = DOUBLE
        if bit == w.DOUBLE_BIT and legal & w.FREE_BIT:
            does = FREE_DOUBLE
            s[w.LAMMERED] = 1
        elif bit == w.LESS_BIT and not legal & w.ALL_THAT_FITS_BIT:
            does = DOUBLE_LESS
        drawn, bet = double_bet(run, ZERO, hand, kind, does, at)
        s[w.BEGAN] = np.int64(began_with(kind, bet)) + 1
    s[w.BET] = np.int64(bet)
    take_card(run, s, drawn)
    most = run.values[MOST_RAISES + U(s[w.BEGAN] - 1)]
    going = s[w.TIMES] < most and s[w.HELD] < run.values[b.CHARLIE] and not is_broken(drawn)
    if going and masks[w.AGAIN_AT + s[w.HAND]]:
        s[w.PHASE] = w.PLAY
        return w.ASKED
    return w.ENDING


@part
def split(run: Run, s: I64, bit: int) -> int:
    """Two hands out of a pair: the second card waits with the kind that its hand will be of."""
    one, two, stacked = U(s[w.FIRST_CARD]), U(s[w.SECOND_CARD]), U(s[w.STACKED])
    own = run.values[OWN_KIND + (one & VALUE)]
    new = run.values[NEW_KIND + (one & VALUE)] if bit == w.SPLIT_BIT else own
    split_pair(run, ZERO, one, two, stacked)
    run.words[STACK + stacked] |= U(new) << EIGHT
    s[w.STACKED] += 1
    s[w.HANDS] += 1
    s[w.PAID] += new == own
    s[w.KIND] = s[w.KIND] if s[w.KIND] else own
    hold(s, one, U(run.shoe[U(run.work[b.AT])]))
    run.work[b.AT] += 1
    return w.IN_TURN
