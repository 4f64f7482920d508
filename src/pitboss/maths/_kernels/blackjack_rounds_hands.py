"""The hands of a seat inside the kernel: hit, doubled, split and given up by its book, until they wait."""

from __future__ import annotations

import numpy as np

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds_shoe import (
    ACE,
    AGAIN,
    BEATS_DRAWS,
    BLACKJACK,
    BOOKS_AT,
    BROKEN,
    BUST,
    CHARLIE_MADE,
    DOUBLE,
    DOUBLE_LESS,
    EIGHT,
    ENDED,
    ENDED_AT,
    ENDS_AT,
    FINAL,
    FIRST_SIZE,
    FIVE,
    FOUR,
    FREE,
    FREE_DOUBLE,
    FULL,
    GIVEN_UP,
    HALF,
    HIT,
    LATER,
    LATER_SIZE,
    LESS,
    LEVEL,
    MOST_AGAIN,
    MOST_HANDS,
    MOST_RAISES,
    NATURAL,
    NET,
    NEW_KIND,
    ONE,
    OPENINGS_AT,
    OWN_KIND,
    PENDING,
    PENDING_BET,
    PENDING_NEW,
    PENDING_SEAT,
    RAISED,
    RANK,
    SEVEN,
    SEVENTEEN,
    SIX,
    SOFT,
    SPLIT,
    STACK,
    STAND,
    SURRENDER,
    TEN,
    TERMS,
    TERMS_AT,
    THREE,
    TIP,
    TOTAL,
    TURNS_AT,
    TWELVE,
    TWO,
    UNSPLIT,
    UNSPLIT_SIZE,
    VALUE,
    WAITS,
    ZERO,
    Run,
    U,
    Word,
    book_of,
    draw,
    value_at,
)
from pitboss.maths._kernels.blackjack_tables import PAIRED
from pitboss.maths.blackjack.bonuses import STEPS
from pitboss.maths.blackjack.record import SPLIT_ACE
from pitboss.maths.cache import part

BONUS_CLASS, NATURAL_STEP, TWENTY_ONE, SEVEN_CARDS = U(b.BONUS_CLASS), U(len(STEPS) - 1), U(21), U(7)


@part
def settle(run: Run, seat: Word, index: Word, new: Word) -> None:
    """Add a result of a hand to its seat, and to the toke that lies beside it."""
    run.work[NET + seat] += run.values[TERMS_AT + U(run.work[LEVEL + seat]) * TERMS + index]
    tokes = U(run.values[b.TOKES])
    if tokes:
        run.work[TIP + seat] += run.values[TERMS_AT + (tokes + new) * TERMS + index]


@part
def lost_by(run: Run, seat: Word, bet: Word) -> Word:
    """The player's money on a hand: what it loses."""
    return -run.values[TERMS_AT + U(run.work[LEVEL + seat]) * TERMS + bet * THREE]


@part
def add_action(run: Run, seat: Word, units: Word) -> None:
    """Money that a seat adds to its first bet; the counter's is added up apart."""
    run.sums[b.COUNTER_ACTION if np.int64(seat) == run.values[b.COUNTER] else b.ACTION] += units


@part
def is_natural(one: Word, two: Word) -> Word:
    return one + two == TEN and (one == ACE or two == ACE)


@part
def is_open(run: Run, up: Word) -> Word:
    """Whether hands act against a card under which a blackjack may still come out."""
    return (up == TEN and not run.values[b.PEEK_TEN]) or (up == ACE and not run.values[b.PEEK_ACE])


@part
def may_split(run: Run, hands: Word, one: Word, two: Word) -> Word:
    most = run.values[MOST_HANDS + (one & VALUE)]
    return hands < most and (run.values[b.MATCH_RANK] == 0 or (one & RANK) == (two & RANK))


@part
def raise_bet(
    run: Run, seat: Word, hand: Word, held: Word, kind: Word, new: Word, does: Word, up: Word, hole: Word, at: Word,
    pending: Word,
) -> tuple[Word, Word]:  # fmt: skip
    """One card for a raised bet on a hand of N cards; returns the place in the shoe and how many hands wait."""
    hand, bet = double_bet(run, seat, hand, kind, does, at)
    at += ONE
    held += ONE
    if run.values[b.REDOUBLES]:
        hand, held, bet, at = raise_again(run, seat, hand, held, kind, bet, up, hole, at)
    return at, end_raised(run, seat, hand, held, new, bet, pending)


@part
def double_bet(run: Run, seat: Word, hand: Word, kind: Word, does: Word, at: Word) -> tuple[Word, Word]:
    """Double a hand for one card; returns the hand with it and its class of bet."""
    bet = kind * FIVE + (FREE if does == FREE_DOUBLE else FULL if does == DOUBLE else LESS)
    add_action(run, seat, lost_by(run, seat, bet) - lost_by(run, seat, kind * FIVE))
    run.sums[b.DOUBLES] += 1
    return draw(run, hand, at), bet


@part
def double_again(run: Run, seat: Word, hand: Word, bet: Word, double: Word, times: Word, at: Word) -> tuple[Word, Word]:
    """Double a doubled hand for all that lies on it; returns the hand with its card and its class of bet."""
    raised = RAISED + double * MOST_AGAIN + times
    add_action(run, seat, lost_by(run, seat, raised) - lost_by(run, seat, bet))
    run.sums[b.DOUBLES] += 1
    return draw(run, hand, at), raised


@part
def end_raised(run: Run, seat: Word, hand: Word, held: Word, new: Word, bet: Word, pending: Word) -> Word:
    """A doubled hand that takes no further card; returns how many wait for the dealer."""
    if hand >= BUST and hand < SOFT:
        run.sums[b.BROKE] += 1
        settle(run, seat, bet * THREE, new)
        return pending
    if held >= U(run.values[b.CHARLIE]):
        hand = BEATS_DRAWS
    run.words[PENDING + pending] = hand & TOTAL | bet << PENDING_BET | new << PENDING_NEW | seat << PENDING_SEAT
    return pending + ONE


@part
def raise_again(
    run: Run, seat: Word, hand: Word, held: Word, kind: Word, bet: Word, up: Word, hole: Word, at: Word
) -> tuple[Word, Word, Word, Word]:
    """Double a doubled hand again while the book says so; returns hand, cards, bet and place."""
    double = began_with(kind, bet)
    most, times, charlie = U(run.values[MOST_RAISES + double]), ZERO, U(run.values[b.CHARLIE])
    while times < most and held < charlie and (hand < BUST or hand >= SOFT):
        book = BOOKS_AT + book_of(run, seat, hole, at)
        least = U(run.tables[book + AGAIN + kind * LATER_SIZE + (up << SIX | hand)])
        if least == ZERO or least > most - times:
            break
        hand, bet = double_again(run, seat, hand, bet, double, times, at)
        at += ONE
        held += ONE
        times += ONE
    return hand, held, bet, at


@part
def began_with(kind: Word, bet: Word) -> Word:
    """Which of the doubles of its kind a hand that was doubled once began with."""
    return kind * THREE + bet - kind * FIVE - FULL


@part
def on_two_cards(
    run: Run, seat: Word, kind: Word, hands: Word, one: Word, two: Word, up: Word, hole: Word, at: Word
) -> Word:
    """What the book says of two cards; a pair that cannot be split has an entry of its own."""
    book = BOOKS_AT + book_of(run, seat, hole, at)
    does = U(run.tables[book + kind * FIRST_SIZE + (up << EIGHT | (one & VALUE) << FOUR | two & VALUE)])
    if does == SPLIT and not may_split(run, hands, one, two):
        return U(run.tables[book + UNSPLIT + kind * UNSPLIT_SIZE + (up << FOUR | one & VALUE)])
    return does


@part
def second_card(
    run: Run, seat: Word, kind: Word, hands: Word, one: Word, two: Word, up: Word, hole: Word, at: Word
) -> Word:
    """What is done with a split hand once it has its second card; aces may be at their end with it."""
    does = on_two_cards(run, seat, kind, hands, one, two, up, hole, at)
    shut = run.values[b.SHUT_ACES] and kind >= U(SPLIT_ACE)
    return STAND if shut and does not in (NATURAL, SPLIT) and not may_split_aces(run, hands, one, two) else does


@part
def may_split_aces(run: Run, hands: Word, one: Word, two: Word) -> Word:
    return two & VALUE == ACE and may_split(run, hands, one, two)


@part
def split_pair(run: Run, seat: Word, one: Word, two: Word, stacked: Word) -> None:
    """The second card of a pair waits for its turn as a hand of its own."""
    run.words[STACK + stacked] = two
    bet = U(run.values[NEW_KIND + (one & VALUE)]) * FIVE
    add_action(run, seat, lost_by(run, seat, bet))
    run.sums[b.SPLITS] += 1


@part
def bonus_paid(run: Run, one: Word, two: Word, hand: Word, held: Word, kind: Word, at: Word) -> Word:
    """The class of bet of a hand that wins a bonus where its kind is paid one, else 0."""
    paid = U(run.values[b.BONUS]) >> kind & ONE and (held > TWO or kind == ZERO)
    return bonus_of(run, one, two, hand, held, at) if paid else ZERO


@part
def bonus_of(run: Run, one: Word, two: Word, hand: Word, held: Word, at: Word) -> Word:
    """The class of bet of a hand that wins a bonus, 0 where it is paid like any other; `at` is behind its last card."""
    suited = one >> SIX == two >> SIX
    if held == TWO:
        return U(run.values[BONUS_CLASS + NATURAL_STEP]) if suited and is_natural(one & VALUE, two & VALUE) else ZERO
    if hand & TOTAL != TWENTY_ONE:
        return ZERO
    if held > FOUR:
        return U(run.values[BONUS_CLASS + (held if held < SEVEN_CARDS else SEVEN_CARDS) - FIVE])
    first, second, third = one & VALUE, two & VALUE, value_at(run, at - ONE)
    if held == FOUR or not (near_seven(first) and near_seven(second) and near_seven(third)):
        return ZERO
    step = ZERO
    if suited and one >> SIX == U(run.shoe[at - ONE]) >> SIX:
        step = TWO if one >> SIX == THREE else ONE
    return U(run.values[BONUS_CLASS + (SIX if first == second else THREE) + step])


@part
def near_seven(value: Word) -> Word:
    """Whether a card is a six, a seven or an eight: three of them that make 21 are one of each, or three sevens."""
    return value + ONE >= SEVEN and value <= SEVEN + ONE


@part
def end_hand(
    run: Run, seat: Word, hand: Word, kind: Word, new: Word, does: Word, up: Word, bonus: Word, pending: Word
) -> Word:
    """A hand that takes no further card; returns how many wait for the dealer."""
    bet = bonus if bonus else kind * FIVE
    if does == BROKEN:
        run.sums[b.BROKE] += 1
        settle(run, seat, bet * THREE, new)
        return pending
    if does == SURRENDER:
        run.sums[b.SURRENDERED] += 1
        settle(run, seat, GIVEN_UP + kind, new)
        return pending
    if does == NATURAL:
        bet = bonus if bonus else bet + BLACKJACK
        if not is_open(run, up):
            settle(run, seat, bet * THREE + U(b.WON), new)
            return pending
        run.work[WAITS + seat] = b.ENDS_LAST
        # whatever the dealer ends with, short of a blackjack, loses to it
        hand = TOTAL if up == TEN or run.values[b.TIES_UNDER_ACE] else BEATS_DRAWS
    if does == CHARLIE_MADE:
        hand = BEATS_DRAWS
    run.words[PENDING + pending] = hand & TOTAL | bet << PENDING_BET | new << PENDING_NEW | seat << PENDING_SEAT
    return pending + ONE


@part
def too_late(one: Word, two: Word) -> Word:
    """What a counter does who would surrender now, when that was asked before the count had come so far."""
    hand = U(PAIRED[(one & VALUE) << FOUR | two & VALUE])
    return STAND if hand >= SEVENTEEN and hand < BUST else HIT


@part
def drawn_from(first: Word, last: Word, apart: Word) -> Word:
    """From where to where in the shoe the first hand of a seat drew, and whether its second card went to a split."""
    return np.int64(last << HALF | first << ONE | apart)


@part
def take_turn(run: Run, one: Word, two: Word, up: Word, at: Word) -> tuple[Word, Word]:
    """The state in which a hand ends that is played by the book of all seats, and the place in the shoe.

    Whether a hand draws is as good as a coin toss, and a processor that guesses wrong loses more time than two looks at
    a table take: so the first two cards are drawn without a branch, by a hand that has ended to no effect.
    """
    row = TURNS_AT + (up << TWELVE)
    state = U(run.tables[OPENINGS_AT + (up << EIGHT | (one & VALUE) << FOUR | two & VALUE)])
    drawn = U(run.tables[row + (state << FOUR | value_at(run, at))])
    ended = U(run.tables[row + (drawn << FOUR | value_at(run, at + ONE))])
    at += U(state < ENDED) + U(drawn < ENDED)
    while ended < ENDED:
        ended = U(run.tables[row + (ended << FOUR | value_at(run, at))])
        at += ONE
    return ended, at


@part
def end_turn(run: Run, seat: Word, ended: Word, pending: Word) -> Word:
    """A hand that took its turn by states waits for the dealer, even a broken one; returns how many wait."""
    run.sums[ENDED_AT + ended - ENDED] += 1
    run.words[PENDING + pending] = U(run.values[ENDS_AT + ended - ENDED]) | seat << PENDING_SEAT
    return pending + ONE


@part
def play_seat(
    run: Run, seat: Word, one: Word, two: Word, up: Word, hole: Word, at: Word, pending: Word
) -> tuple[Word, Word]:
    """All hands of a seat, each finished before the next; returns the place in the shoe and how many hands wait.

    A pair that is split leaves its second card on a stack, and the hand made last is the next to be played.
    """
    kind, new, stacked, hands, charlie = ZERO, ZERO, ZERO, 1, U(run.values[b.CHARLIE])
    own, apart = at, ZERO
    does = on_two_cards(run, seat, kind, hands, one, two, up, hole, at)
    if does == SURRENDER and run.values[b.EARLY] and up in (ACE, TEN):
        does = too_late(one, two)
    while True:
        if does == SPLIT:
            split_pair(run, seat, one, two, stacked)
            stacked += ONE
            hands += 1
            kind = kind if kind else U(run.values[OWN_KIND + (one & VALUE)])
            two = U(run.shoe[at])
            if new == ZERO:
                own, apart = at, ONE
            at += ONE
            does = second_card(run, seat, kind, hands, one, two, up, hole, at)
            continue
        hand, held = U(PAIRED[(one & VALUE) << FOUR | two & VALUE]), TWO
        while does == HIT:
            hand = draw(run, hand, at)
            at += ONE
            held += ONE
            book = book_of(run, seat, hole, at)
            does = U(run.tables[BOOKS_AT + book + LATER + kind * LATER_SIZE + (up << SIX | hand)])
            if held == charlie and does != BROKEN:
                does = CHARLIE_MADE
        if does in (DOUBLE, DOUBLE_LESS, FREE_DOUBLE):
            at, pending = raise_bet(run, seat, hand, held, kind, new, does, up, hole, at, pending)
        else:
            bonus = bonus_paid(run, one, two, hand, held, kind, at)
            pending = end_hand(run, seat, hand, kind, new, does, up, bonus, pending)
        if new == ZERO:
            run.work[FINAL + seat] = drawn_from(own, at, apart)
        if stacked == ZERO:
            break
        stacked -= ONE
        new, one, two = ONE, run.words[STACK + stacked], U(run.shoe[at])
        kind = U(run.values[NEW_KIND + (one & VALUE)])
        at += ONE
        does = second_card(run, seat, kind, hands, one, two, up, hole, at)
    run.sums[b.HANDS] += hands
    return at, pending
