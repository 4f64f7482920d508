"""Whole shoes of blackjack: shuffled, dealt to one to seven seats, played by a book and settled, round after round.

The rules come as arrays (:mod:`pitboss.maths._kernels.blackjack_tables` says what stands where), seats are taken in
the order of their turns, and amounts are whole numbers of the largest unit that divides them all. The cards of a round
come out in the very order in which the table deals them, so a shoe given card by card is settled as the table would.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_tables import ADDED, PAIRED
from pitboss.maths.blackjack.record import MOST_AGAIN as TIMES
from pitboss.maths.blackjack.record import SPLIT_ACE
from pitboss.maths.cache import kernel, part
from pitboss.maths.simulation.streams import next_u64

__all__ = ["Felt", "play_rounds"]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
U = np.uint64
"""Numbers that cannot be negative are unsigned: an index then needs no look at its sign."""
Word = Any
"""A number inside the kernel, where its type follows from what it is made of."""


class Felt(NamedTuple):
    """All that a run of rounds reads and writes; few arrays, as every function that is handed them is compiled so."""

    shoe: U8
    tables: U8
    """The dealer, the numbers of cards, awards under a limit, books, and the rows of side bets."""
    pairs: U16
    """The rows of side bets by the first two cards, and the automata of bets on final hands."""
    values: I64
    """The rules, the count, where side wagers stand, and the result of every bet."""
    words: U64
    """The random state, and hands that wait for a second card or for the dealer."""
    work: I64
    """The shoe's place, and the seats in the round under way."""
    sums: I64
    """What is added up, results by their units at the end."""
    events: I64
    log: I64


EVERY_SEAT: Final = 8
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, EIGHT = (U(n) for n in (0, 1, 2, 3, 4, 5, 6, 8))
LOW_HALF: Final = U(0xFFFFFFFF)
HALF: Final = U(32)
WHOLE_HALF: Final = U(1 << 32)
VALUE, RANK = U(15), U(63)
ACE, SEVEN, TEN = U(b.ACE), U(b.SEVEN), U(b.TEN)
SEVENTEEN, BUST, SOFT, TOTAL = U(17), U(22), U(b.SOFT), U(b.TOTAL)
STOPPED: Final = U(64)
"""From here on a dealer's state is the dealer's end."""
BLACKJACK_END: Final = U(64 + 9)
STARTS, COMPARED, NUMBERS_AT = U(b.STARTS), U(b.COMPARED), U(b.NUMBERS_AT)
CAPPED_AT, BOOKS_AT = U(b.CAPPED_AT), U(b.BOOKS_AT)
SPREAD_AT, TAGS_AT, DIVISORS_AT = U(b.SPREAD_AT), U(b.TAGS_AT), U(b.DIVISORS_AT)
WAGERS_AT, PAYS_AT, TERMS_AT = U(b.WAGERS_AT), U(b.PAYS_AT), U(b.TERMS_AT)
LINES_AT, INSURANCES_AT, RESULTS_AT = U(b.LINES_AT), U(b.INSURANCES_AT), U(b.RESULTS_AT)
STACK, PENDING = U(b.STACK), U(b.PENDING)
NET, TIP, LEVEL, THIRD, DONE, WAITS, INSURED, FINAL = (U(b.SEATS_AT + EVERY_SEAT * n) for n in range(8))

PENDING_BET, PENDING_NEW, PENDING_SEAT, BET = U(5), U(12), U(13), U(127)
"""A hand that waits for the dealer: its total, then from these bits its bet, whether it is new, and its seat."""

BOOK, LATER, UNSPLIT = U(b.BOOK), U(b.LATER), U(b.UNSPLIT)
FIRST_SIZE, LATER_SIZE, UNSPLIT_SIZE = U(b.FIRST_SIZE), U(b.LATER_SIZE), U(b.UNSPLIT_SIZE)
STAND, HIT, DOUBLE, DOUBLE_LESS, SPLIT, SURRENDER, NATURAL, BROKEN, FREE_DOUBLE, CHARLIE_MADE = (
    U(n) for n in range(10)
)
BEATS_DRAWS: Final = U(b.BEATS_DRAWS)
TERMS, GIVEN_UP = U(b.TERMS), U(b.GIVEN_UP)
FULL, LESS, FREE, BLACKJACK = U(b.FULL), U(b.LESS), U(b.FREE), U(b.BLACKJACK)
AGAIN, RAISED, MOST_RAISES, MOST_AGAIN = U(b.AGAIN), U(b.RAISED), U(b.MOST_RAISES), U(TIMES)
MOST_HANDS, OWN_KIND, NEW_KIND = U(b.MOST_HANDS), U(b.OWN_KIND), U(b.NEW_KIND)
MOST_LINES, WAGER = U(b.MOST_LINES), U(b.WAGER)
DECK: Final = U(52)


# the shoe


@part
def shuffle(felt: Felt, r0: Word, r1: Word, r2: Word, r3: Word) -> tuple[Word, Word, Word, Word]:
    """Every order equally likely: each place gets one of the cards that are left, two places from 32 random bits.

    (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation", 2024.)
    """
    shoe, cards, at = felt.shoe, U(felt.values[b.CARDS]), ZERO
    while at < cards:
        word, r0, r1, r2, r3 = next_u64(r0, r1, r2, r3)
        for _ in range(2):
            bound = cards - at
            both = bound * (bound - ONE)
            spread = (word >> HALF) * bound
            first = at + (spread >> HALF)
            spread = (spread & LOW_HALF) * (bound - ONE)
            second = at + ONE + (spread >> HALF)
            word <<= HALF
            rest = spread & LOW_HALF
            if bound == ZERO or (rest < both and rest < (WHOLE_HALF - both) % both):
                continue
            shoe[at], shoe[first] = shoe[first], shoe[at]
            shoe[at + ONE], shoe[second] = shoe[second], shoe[at + ONE]
            at += TWO
    return r0, r1, r2, r3


@part
def is_over(rules: I64, at: Word, since: Word) -> Word:
    """Whether the cut card lets no further round begin."""
    cut = U(rules[b.CUT])
    if rules[b.ONE_MORE]:
        return at >= cut and since > 0
    return at + U(rules[b.BURN_EACH]) >= cut


@part
def value_at(felt: Felt, at: Word) -> Word:
    return U(felt.shoe[at]) & VALUE


@part
def number_at(felt: Felt, at: Word) -> Word:
    return U(felt.tables[NUMBERS_AT + U(felt.shoe[at])])


@part
def draw(felt: Felt, hand: Word, at: Word) -> Word:
    """A hand with the card at a place of the shoe."""
    return U(ADDED[hand << FOUR | value_at(felt, at)])


# counting


@part
def look(felt: Felt, at: Word) -> Word:
    """The running count, with the cards that came out since the last look."""
    seen, running = U(felt.work[b.SEEN]), felt.work[b.RUNNING]
    while seen < at:
        running += felt.values[TAGS_AT + U(felt.shoe[seen])]
        seen += ONE
    felt.work[b.SEEN], felt.work[b.RUNNING] = np.int64(at), running
    return running


@part
def count_now(felt: Felt, running: int, at: Word) -> Word:
    """The running count for each deck that is left, from the lowest that is told apart on."""
    rules = felt.values
    cards = U(rules[b.CARDS])
    count, by = 52 * running, felt.values[DIVISORS_AT + (cards - at if at < cards else ZERO)]
    count = count // by if rules[b.FLOORED] or count >= 0 else -(-count // by)
    return min(max(count, rules[b.LOWEST]), rules[b.HIGHEST]) - rules[b.LOWEST]


@part
def book_of(felt: Felt, seat: Word, hole: Word, at: Word) -> Word:
    """Where the book begins that a seat plays by now: the counter has one for every true count."""
    if np.int64(seat) != felt.values[b.COUNTER]:
        return ZERO
    running = look(felt, at)
    if not felt.values[b.NO_HOLE]:
        running -= felt.values[TAGS_AT + U(felt.shoe[hole])]
    return BOOK + U(count_now(felt, running, at)) * BOOK


@part
def choose_stakes(felt: Felt, seats: Word, at: Word) -> Word:
    """The counter, who sits last, bets by the count; returns how many seats play."""
    running = look(felt, at)
    level = felt.values[SPREAD_AT + U(count_now(felt, running, at))]
    felt.work[LEVEL + seats - ONE] = level
    return seats if level >= 0 else seats - ONE


# hands


@part
def settle(felt: Felt, seat: Word, index: Word, new: Word) -> None:
    """Add a result of a hand to its seat, and to the toke that lies beside it."""
    felt.work[NET + seat] += felt.values[TERMS_AT + U(felt.work[LEVEL + seat]) * TERMS + index]
    tokes = U(felt.values[b.TOKES])
    if tokes:
        felt.work[TIP + seat] += felt.values[TERMS_AT + (tokes + new) * TERMS + index]


@part
def lost_by(felt: Felt, seat: Word, bet: Word) -> Word:
    """The player's money on a hand: what it loses."""
    return -felt.values[TERMS_AT + U(felt.work[LEVEL + seat]) * TERMS + bet * THREE]


@part
def add_action(felt: Felt, seat: Word, units: Word) -> None:
    """Money that a seat adds to its first bet; the counter's is added up apart."""
    felt.sums[b.COUNTER_ACTION if np.int64(seat) == felt.values[b.COUNTER] else b.ACTION] += units


@part
def is_natural(one: Word, two: Word) -> Word:
    return one + two == TEN and (one == ACE or two == ACE)


@part
def is_open(felt: Felt, up: Word) -> Word:
    """Whether hands act against a card under which a blackjack may still come out."""
    return (up == TEN and not felt.values[b.PEEK_TEN]) or (up == ACE and not felt.values[b.PEEK_ACE])


@part
def may_split(felt: Felt, hands: Word, one: Word, two: Word) -> Word:
    most = felt.values[MOST_HANDS + (one & VALUE)]
    return hands < most and (felt.values[b.MATCH_RANK] == 0 or (one & RANK) == (two & RANK))


@part
def raise_bet(
    felt: Felt, seat: Word, hand: Word, held: Word, kind: Word, new: Word, does: Word, up: Word, hole: Word, at: Word,
    pending: Word,
) -> tuple[Word, Word]:  # fmt: skip
    """One card for a raised bet on a hand of N cards; returns the place in the shoe and how many hands wait."""
    bet = kind * FIVE + (FREE if does == FREE_DOUBLE else FULL if does == DOUBLE else LESS)
    add_action(felt, seat, lost_by(felt, seat, bet) - lost_by(felt, seat, kind * FIVE))
    felt.sums[b.DOUBLES] += 1
    hand = draw(felt, hand, at)
    at += ONE
    held += ONE
    if felt.values[b.REDOUBLES]:
        hand, held, bet, at = raise_again(felt, seat, hand, held, kind, bet, up, hole, at)
    if hand >= BUST and hand < SOFT:
        felt.sums[b.BROKE] += 1
        settle(felt, seat, bet * THREE, new)
        return at, pending
    if held >= U(felt.values[b.CHARLIE]):
        hand = BEATS_DRAWS
    felt.words[PENDING + pending] = hand & TOTAL | bet << PENDING_BET | new << PENDING_NEW | seat << PENDING_SEAT
    return at, pending + ONE


@part
def raise_again(
    felt: Felt, seat: Word, hand: Word, held: Word, kind: Word, bet: Word, up: Word, hole: Word, at: Word
) -> tuple[Word, Word, Word, Word]:
    """Double a doubled hand for all that lies on it while the book says so; returns hand, cards, bet and place."""
    double = kind * THREE + bet - kind * FIVE - FULL
    most, times, charlie = U(felt.values[MOST_RAISES + double]), ZERO, U(felt.values[b.CHARLIE])
    while times < most and held < charlie and (hand < BUST or hand >= SOFT):
        book = BOOKS_AT + book_of(felt, seat, hole, at)
        least = U(felt.tables[book + AGAIN + kind * LATER_SIZE + (up << SIX | hand)])
        if least == ZERO or least > most - times:
            break
        raised = RAISED + double * MOST_AGAIN + times
        add_action(felt, seat, lost_by(felt, seat, raised) - lost_by(felt, seat, bet))
        felt.sums[b.DOUBLES] += 1
        bet = raised
        hand = draw(felt, hand, at)
        at += ONE
        held += ONE
        times += ONE
    return hand, held, bet, at


@part
def on_two_cards(
    felt: Felt, seat: Word, kind: Word, hands: Word, one: Word, two: Word, up: Word, hole: Word, at: Word
) -> Word:
    """What the book says of two cards; a pair that cannot be split has an entry of its own."""
    book = BOOKS_AT + book_of(felt, seat, hole, at)
    does = U(felt.tables[book + kind * FIRST_SIZE + (up << EIGHT | (one & VALUE) << FOUR | two & VALUE)])
    if does == SPLIT and not may_split(felt, hands, one, two):
        return U(felt.tables[book + UNSPLIT + kind * UNSPLIT_SIZE + (up << FOUR | one & VALUE)])
    return does


@part
def second_card(
    felt: Felt, seat: Word, kind: Word, hands: Word, one: Word, two: Word, up: Word, hole: Word, at: Word
) -> Word:
    """What is done with a split hand once it has its second card; aces may be at their end with it."""
    does = on_two_cards(felt, seat, kind, hands, one, two, up, hole, at)
    shut = felt.values[b.SHUT_ACES] and kind >= U(SPLIT_ACE)
    return STAND if shut and does not in (NATURAL, SPLIT) and not may_split_aces(felt, hands, one, two) else does


@part
def may_split_aces(felt: Felt, hands: Word, one: Word, two: Word) -> Word:
    return two & VALUE == ACE and may_split(felt, hands, one, two)


@part
def split_pair(felt: Felt, seat: Word, one: Word, two: Word, stacked: Word) -> None:
    """The second card of a pair waits for its turn as a hand of its own."""
    felt.words[STACK + stacked] = two
    bet = U(felt.values[NEW_KIND + (one & VALUE)]) * FIVE
    add_action(felt, seat, lost_by(felt, seat, bet))
    felt.sums[b.SPLITS] += 1


@part
def end_hand(felt: Felt, seat: Word, hand: Word, kind: Word, new: Word, does: Word, up: Word, pending: Word) -> Word:
    """A hand that takes no further card; returns how many wait for the dealer."""
    bet = kind * FIVE
    if does == BROKEN:
        felt.sums[b.BROKE] += 1
        settle(felt, seat, bet * THREE, new)
        return pending
    if does == SURRENDER:
        felt.sums[b.SURRENDERED] += 1
        settle(felt, seat, GIVEN_UP + kind, new)
        return pending
    if does == NATURAL:
        bet += BLACKJACK
        if not is_open(felt, up):
            settle(felt, seat, bet * THREE + U(b.WON), new)
            return pending
        felt.work[WAITS + seat] = b.ENDS_LAST
        # whatever the dealer ends with, short of a blackjack, loses to it
        hand = TOTAL if up == TEN or felt.values[b.TIES_UNDER_ACE] else BEATS_DRAWS
    if does == CHARLIE_MADE:
        hand = BEATS_DRAWS
    felt.words[PENDING + pending] = hand & TOTAL | bet << PENDING_BET | new << PENDING_NEW | seat << PENDING_SEAT
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
def play_seat(
    felt: Felt, seat: Word, one: Word, two: Word, up: Word, hole: Word, at: Word, pending: Word
) -> tuple[Word, Word]:
    """All hands of a seat, each finished before the next; returns the place in the shoe and how many hands wait.

    A pair that is split leaves its second card on a stack, and the hand made last is the next to be played.
    """
    kind, new, stacked, hands, charlie = ZERO, ZERO, ZERO, 1, U(felt.values[b.CHARLIE])
    own, apart = at, ZERO
    does = on_two_cards(felt, seat, kind, hands, one, two, up, hole, at)
    if does == SURRENDER and felt.values[b.EARLY] and up in (ACE, TEN):
        does = too_late(one, two)
    while True:
        if does == SPLIT:
            split_pair(felt, seat, one, two, stacked)
            stacked += ONE
            hands += 1
            kind = kind if kind else U(felt.values[OWN_KIND + (one & VALUE)])
            two = U(felt.shoe[at])
            if new == ZERO:
                own, apart = at, ONE
            at += ONE
            does = second_card(felt, seat, kind, hands, one, two, up, hole, at)
            continue
        hand, held = U(PAIRED[(one & VALUE) << FOUR | two & VALUE]), TWO
        while does == HIT:
            hand = draw(felt, hand, at)
            at += ONE
            held += ONE
            book = book_of(felt, seat, hole, at)
            does = U(felt.tables[BOOKS_AT + book + LATER + kind * LATER_SIZE + (up << SIX | hand)])
            if held == charlie and does != BROKEN:
                does = CHARLIE_MADE
        if does in (DOUBLE, DOUBLE_LESS, FREE_DOUBLE):
            at, pending = raise_bet(felt, seat, hand, held, kind, new, does, up, hole, at, pending)
        else:
            pending = end_hand(felt, seat, hand, kind, new, does, up, pending)
        if new == ZERO:
            felt.work[FINAL + seat] = drawn_from(own, at, apart)
        if stacked == ZERO:
            break
        stacked -= ONE
        new, one, two = ONE, felt.words[STACK + stacked], U(felt.shoe[at])
        kind = U(felt.values[NEW_KIND + (one & VALUE)])
        at += ONE
        does = second_card(felt, seat, kind, hands, one, two, up, hole, at)
    felt.sums[b.HANDS] += hands
    return at, pending


# before the hands


@part
def third_for_bet(felt: Felt, seat: Word, one: Word, two: Word, at: Word) -> Word:
    """Two sevens get a third card for a bet on it where the sheet says so, and none was drawn."""
    if felt.values[b.THIRD_ALWAYS] and one & VALUE == SEVEN and two & VALUE == SEVEN and not felt.work[THIRD + seat]:
        felt.work[THIRD + seat] = np.int64(at)
        return at + ONE
    return at


@part
def surrender_early(felt: Felt, seats: Word, start: Word, up: Word, hole: Word, at: Word) -> Word:
    """Hands given up before the dealer's check, box by box; returns the place in the shoe."""
    for turn in range(seats):
        seat = seats - ONE - turn if felt.values[b.BOXES_BACKWARDS] else turn
        one, two = U(felt.shoe[start + seat]), U(felt.shoe[start + seats + ONE + seat])
        if on_two_cards(felt, seat, ZERO, 1, one, two, up, hole, at) == SURRENDER:
            felt.sums[b.SURRENDERED] += 1
            felt.sums[b.HANDS] += 1
            settle(felt, seat, U(b.EARLY_LOSS), ZERO)
            felt.work[DONE + seat] = 1
            felt.work[WAITS + seat] = b.ENDED_EARLY
            at = third_for_bet(felt, seat, one, two, at)
    return at


@part
def insure(felt: Felt, seats: Word, start: Word, hole: Word, at: Word) -> None:
    """Even money for blackjacks, and insurance, as the books say."""
    for seat in range(seats):
        if felt.work[DONE + seat]:
            continue
        book = book_of(felt, seat, hole, at)
        natural = is_natural(value_at(felt, start + seat), value_at(felt, start + seats + ONE + seat))
        if natural and felt.values[b.OFFERS_EVEN] and felt.tables[BOOKS_AT + book + U(b.TAKES_EVEN)]:
            settle(felt, seat, U(b.EVEN_MONEY), ZERO)
            felt.work[DONE + seat] = 1
            felt.sums[b.HANDS] += 1
        elif felt.tables[BOOKS_AT + book + U(b.INSURES)] and (not natural or felt.values[b.INSURE_NATURAL]):
            felt.work[INSURED + seat] = felt.values[TERMS_AT + U(felt.work[LEVEL + seat]) * TERMS + U(b.INSURED)] != 0


@part
def lose_to_blackjack(felt: Felt, seats: Word, start: Word, up: Word, at: Word) -> Word:
    """The dealer's check found a blackjack: blackjacks tie, all else loses; returns the place in the shoe."""
    for seat in range(seats):
        one, two = U(felt.shoe[start + seat]), U(felt.shoe[start + seats + ONE + seat])
        at = third_for_bet(felt, seat, one, two, at)
        if felt.work[DONE + seat]:
            continue
        felt.sums[b.HANDS] += 1
        felt.work[WAITS + seat] = b.ENDS_LAST
        if is_natural(one & VALUE, two & VALUE):
            settle(felt, seat, U(b.TIE_ACE if up == ACE else b.TIE_TEN), ZERO)
        else:
            settle(felt, seat, ZERO, ZERO)
    return at


@part
def take_originals(felt: Felt, seats: Word, start: Word, up: Word) -> None:
    """A blackjack that came out late takes original bets only: whatever the hands came to, blackjacks tie with it."""
    for seat in range(seats):
        if felt.work[DONE + seat]:
            continue
        felt.work[NET + seat] = 0
        felt.work[TIP + seat] = 0
        one, two = value_at(felt, start + seat), value_at(felt, start + seats + ONE + seat)
        tie = U(b.TIE_ACE if up == ACE else b.TIE_TEN)
        settle(felt, seat, tie if is_natural(one, two) else ZERO, ZERO)


@part
def double_naturals(
    felt: Felt, seats: Word, start: Word, up: Word, hole: Word, at: Word, pending: Word
) -> tuple[Word, Word]:
    """Blackjacks that are doubled before the first seat acts, in the order of payment."""
    for turn in range(seats):
        seat = seats - ONE - turn if felt.values[b.PAID_BACKWARDS] else turn
        one, two = value_at(felt, start + seat), value_at(felt, start + seats + ONE + seat)
        if felt.work[DONE + seat] or not is_natural(one, two):
            continue
        does = U(felt.tables[BOOKS_AT + book_of(felt, seat, hole, at) + (up << EIGHT | one << FOUR | two)])
        if does in (DOUBLE, DOUBLE_LESS):
            hand = U(PAIRED[one << FOUR | two])
            felt.work[THIRD + seat] = np.int64(at)
            drawn = at
            at, pending = raise_bet(felt, seat, hand, TWO, ZERO, ZERO, does, up, hole, at, pending)
            felt.work[FINAL + seat] = drawn_from(drawn, at, ZERO)
            felt.work[DONE + seat] = 1
            felt.sums[b.HANDS] += 1
    return at, pending


# the dealer


@part
def dealer_draws(felt: Felt, state: Word, at: Word) -> tuple[Word, Word]:
    while state < STOPPED:
        state = U(felt.tables[state << FOUR | value_at(felt, at)])
        at += ONE
    return state, at


@part
def compare(felt: Felt, end: Word, pending: Word) -> None:
    """Settle the hands that waited for the dealer."""
    for at in range(pending):
        hand = felt.words[PENDING + at]
        result = U(felt.tables[COMPARED + ((hand & TOTAL) << FOUR | end)])
        bet = hand >> PENDING_BET & BET
        settle(felt, hand >> PENDING_SEAT, bet * THREE + result, hand >> PENDING_NEW & ONE)


# side bets


@part
def dealer_column(felt: Felt, wager: Word, end: Word, up_at: Word, hole: Word, first: Word, last: Word) -> Word:
    """The state of a bet on the dealer's hand: up card, hole card and draws, folded one by one.

    Most hands end as no line pays on, which one look at their end says.
    """
    row = WAGERS_AT + wager * WAGER
    if U(felt.values[row + U(b.PAYS_ON)]) >> end & ONE == ZERO:
        return ZERO
    steps = U(felt.values[row + U(b.STEPS_AT)])
    state = U(felt.pairs[steps + number_at(felt, up_at)])
    state = U(felt.pairs[steps + state * DECK + number_at(felt, hole)])
    for at in range(first, last):
        state = U(felt.pairs[steps + state * DECK + number_at(felt, at)])
    return state


@part
def player_column(felt: Felt, row: Word, seat: Word, pair: Word) -> Word:
    """The state of a bet on the player's final hand: the first two cards, or after a split the first, and the draws."""
    steps, drawn = U(felt.values[WAGERS_AT + row + U(b.STEPS_AT)]), U(felt.work[FINAL + seat])
    state = U(felt.pairs[steps + pair // DECK])
    if drawn & ONE == ZERO:
        state = U(felt.pairs[steps + state * DECK + pair % DECK])
    for at in range((drawn & LOW_HALF) >> ONE, drawn >> HALF):
        state = U(felt.pairs[steps + state * DECK + number_at(felt, at)])
    return state


@part
def line_of(felt: Felt, row: Word, seat: Word, pair: Word, up: Word, blackjack: Word, dealer: Word) -> Word:
    """The line that a wager of a seat has reached."""
    by = felt.values[WAGERS_AT + row + U(b.DECIDED_BY)]
    column = ZERO
    if by == b.UP_CARD:
        column = up
    elif by == b.DEALER_CARDS:
        column = dealer
    elif by == b.PLAYER_CARDS:
        column = player_column(felt, row, seat, pair)
    elif by == b.THIRD_CARD:
        third = felt.work[THIRD + seat]
        column = number_at(felt, U(third)) if third else U(b.NO_THIRD)
    elif by == b.DEALER_BLACKJACK or by == b.UP_AND_BLACKJACK:
        known = felt.values[WAGERS_AT + row + U(b.WHEN)] != b.AT_HAND_END or felt.work[WAITS + seat] == b.ENDS_LAST
        column = (blackjack if known else ZERO) + (TWO * up if by == b.UP_AND_BLACKJACK else ZERO)
    first = U(felt.pairs[U(felt.values[WAGERS_AT + row + U(b.PAIRS_AT)]) + pair])
    at = U(felt.values[WAGERS_AT + row + U(b.ROWS_AT)]) + first * U(felt.values[WAGERS_AT + row + U(b.COLUMNS)])
    return U(felt.tables[at + column])


@part
def log_at(played: Word, seat: Word) -> Word:
    """Where a seat's results of a round are written."""
    return (U(played) * U(EVERY_SEAT) + seat) * U(b.LOG)


@part
def note_event(felt: Felt, played: Word, seat: Word, wager: Word, line: Word, time: Word) -> None:
    """Leave an award to whoever shares the limit out."""
    row = felt.sums[b.EVENTS] * b.EVENT
    felt.events[row + b.EVENT_ROUND] = played
    felt.events[row + b.EVENT_SEAT] = seat
    felt.events[row + b.EVENT_WAGER] = np.int64(wager)
    felt.events[row + b.EVENT_LINE] = line
    felt.events[row + b.EVENT_TIME] = time
    felt.sums[b.EVENTS] += 1


@part
def settle_wager(
    felt: Felt, played: Word, wager: Word, seats: Word, start: Word, up: Word, blackjack: Word, dealer: Word, void: Word
) -> None:
    """One side wager of all seats: count its lines, and leave awards under a limit to be shared later."""
    total, left = 0, False
    for seat in range(seats):
        row = (U(felt.work[LEVEL + seat]) * U(felt.values[b.WAGERS]) + wager) * WAGER
        one, two = number_at(felt, start + seat), number_at(felt, start + seats + ONE + seat)
        line = U(b.VOID_LINE) if void else line_of(felt, row, seat, one * DECK + two, up, blackjack, dealer)
        at = wager * MOST_LINES + line
        if len(felt.log):
            felt.log[log_at(played, seat) + U(b.LINES) + wager] = np.int64(line)
        if felt.tables[CAPPED_AT + at]:
            left = True
            note_event(felt, played, np.int64(seat), wager, np.int64(line), felt.work[WAITS + seat])
        else:
            felt.sums[LINES_AT + at] += 1
            total += felt.values[PAYS_AT + at]
    if left:
        note_event(felt, played, b.NO_SEAT, wager, total, 0)
    elif felt.values[b.SEATS] > 1:
        felt.sums[U(b.SIDE_SQUARES) + wager] += total * total


# the round


@part
def clear(felt: Felt, seats: Word) -> None:
    for seat in range(seats):
        felt.work[NET + seat] = 0
        felt.work[TIP + seat] = 0
        felt.work[THIRD + seat] = 0
        felt.work[DONE + seat] = 0
        felt.work[WAITS + seat] = 0
        felt.work[INSURED + seat] = 0
        felt.work[FINAL + seat] = 0


@part
def play_hands(
    felt: Felt, seats: Word, start: Word, up: Word, hole: Word, at: Word, pending: Word
) -> tuple[Word, Word]:
    """The seats in their turns, and third cards that a bet asks for; returns place and hands that wait."""
    for seat in range(seats):
        one, two = U(felt.shoe[start + seat]), U(felt.shoe[start + seats + ONE + seat])
        if felt.work[DONE + seat] == 0:
            before = at
            at, pending = play_seat(felt, seat, one, two, up, hole, at, pending)
            felt.work[THIRD + seat] = np.int64(before) if at > before else 0
        at = third_for_bet(felt, seat, one, two, at)
    return at, pending


@part
def tally(felt: Felt, played: Word, seats: Word, blackjack: Word, at: Word, void: Word) -> None:
    """Add the round's main bets, tokes and insurances to the tallies."""
    rules = felt.values
    main, toke, insured = 0, 0, 0
    for seat in range(seats):
        level = felt.work[LEVEL + seat]
        net, tip, insurance = felt.work[NET + seat], felt.work[TIP + seat], 0
        if felt.work[INSURED + seat]:
            insurance = felt.values[TERMS_AT + U(level) * TERMS + (U(b.INSURANCE_PAYS) if blackjack else U(b.INSURED))]
            if not void:
                felt.sums[INSURANCES_AT + U(level) * TWO + blackjack] += 1
        if void:
            net, tip, insurance = 0, 0, 0
        felt.sums[RESULTS_AT + U(level * rules[b.WIDTH] + net + rules[b.NIL])] += 1
        if rules[b.TOKES]:
            felt.sums[U(rules[b.TOKES_AT]) + U(tip + rules[b.TOKE_NIL])] += 1
        if np.int64(seat) != rules[b.COUNTER]:
            main += net
        toke += tip
        insured += insurance
        if len(felt.log):
            felt.log[log_at(played, seat) + U(b.MAIN_NET)] = net
            felt.log[log_at(played, seat) + U(b.TOKE_NET)] = tip
            felt.log[log_at(played, seat) + U(b.INSURANCE_NET)] = insurance
            felt.log[log_at(played, seat) + U(b.STAKE_LEVEL)] = level
            felt.log[log_at(played, seat) + U(b.SHOE_AT)] = np.int64(at)
    if rules[b.SEATS] > 1:
        felt.sums[b.SQUARES] += main * main
        felt.sums[b.TOKE_SQUARES] += toke * toke
        felt.sums[b.INSURANCE_SQUARES] += insured * insured


@part
def play_round(felt: Felt, played: Word, seats: Word, at: Word) -> Word:
    """One round from the deal to the last payment; returns the place in the shoe."""
    rules = felt.values
    start = at
    up_at, hole = start + seats, start + seats + seats + ONE
    if rules[b.UP_SECOND]:
        up_at, hole = hole, up_at
    up = value_at(felt, up_at)
    at += seats + seats + TWO
    state, blackjack = ZERO, ZERO
    if rules[b.NO_HOLE]:
        at -= ONE
    else:
        state = U(felt.tables[STARTS + (up << FOUR | value_at(felt, hole))])
        blackjack = ONE if state == BLACKJACK_END else ZERO
    drawn, pending = at, ZERO
    clear(felt, seats)
    if rules[b.EARLY] and up in (ACE, TEN):
        at = surrender_early(felt, seats, start, up, hole, at)
    if rules[b.ASKS] and up == ACE:
        insure(felt, seats, start, hole, at)
    if blackjack and not is_open(felt, up):
        at = lose_to_blackjack(felt, seats, start, up, at)
        drawn = at
    else:
        if rules[b.NATURALS_FIRST] and not is_open(felt, up):
            at, pending = double_naturals(felt, seats, start, up, hole, at, pending)
        at, pending = play_hands(felt, seats, start, up, hole, at, pending)
        drawn = at
        if rules[b.NO_HOLE]:
            hole = at
            state = U(felt.tables[STARTS + (up << FOUR | value_at(felt, hole))])
            blackjack = ONE if state == BLACKJACK_END else ZERO
            at += ONE
            drawn = at
        if rules[b.DRAWS_ALWAYS] or someone_waits(felt, pending):
            state, at = dealer_draws(felt, state, at)
        if blackjack and rules[b.ORIGINAL]:
            take_originals(felt, seats, start, up)
        else:
            compare(felt, state & VALUE if state >= STOPPED else ZERO, pending)
    felt.sums[b.DEALER_BLACKJACKS] += np.int64(blackjack)
    void = at > U(rules[b.CARDS])
    if void:
        felt.sums[b.VOID] += 1
    tally(felt, played, seats, blackjack, at, void)
    if rules[b.WAGERS]:
        card, dealer = number_at(felt, up_at), ZERO
        for wager in range(U(rules[b.WAGERS])):
            if rules[b.DEALER_BETS]:
                dealer = dealer_column(felt, wager, state & VALUE, up_at, hole, drawn, at)
            settle_wager(felt, played, wager, seats, start, card, blackjack, dealer, void)
    return at


@part
def someone_waits(felt: Felt, pending: Word) -> Word:
    """Whether a hand depends on the dealer's draws: a blackjack does not."""
    waiting = False
    for at in range(pending):
        waiting = waiting or felt.words[PENDING + at] & TOTAL < BEATS_DRAWS
    return waiting


@kernel(makes_arrays=False)
def play_rounds(felt: Felt, most: int) -> int:
    """Play N rounds, or until a given shoe is over or there is no room for more events; returns how many it was."""
    rules = felt.values
    r0, r1, r2, r3 = felt.words[0], felt.words[1], felt.words[2], felt.words[3]
    at, since, fresh = U(felt.work[b.AT]), felt.work[b.SINCE], felt.work[b.FRESH]
    room = len(felt.events) // b.EVENT - b.MOST_SEATS * (b.MOST_WAGERS + 1)
    played = 0
    while played < most and felt.sums[b.EVENTS] <= room:
        if is_over(rules, at, since):
            if rules[b.GIVEN]:
                break
            r0, r1, r2, r3 = shuffle(felt, r0, r1, r2, r3)
            fresh = 1
        if fresh:
            at, since = U(rules[b.BURN_FIRST]), 0
            felt.sums[b.SHOES] += 1
            fresh = 0
            felt.work[b.RUNNING], felt.work[b.SEEN] = rules[b.START_COUNT], np.int64(at)
        elif rules[b.BURN_EACH]:
            look(felt, at)
            at += ONE
            felt.work[b.SEEN] = np.int64(at)
        if at >= U(rules[b.CUT]):
            since += 1
        seats = U(rules[b.SEATS])
        if rules[b.COUNTER] >= 0:
            playing = choose_stakes(felt, seats, at)
            felt.sums[b.SAT_OUT] += np.int64(seats - playing)
            seats = playing
            if seats == ZERO:
                at, since = U(rules[b.CARDS]), 1
                continue
        at = play_round(felt, played, seats, at)
        if at > U(rules[b.CARDS]):
            at, since = U(rules[b.CARDS]), 1
        played += 1
    felt.words[0], felt.words[1], felt.words[2], felt.words[3] = r0, r1, r2, r3
    felt.work[b.AT], felt.work[b.SINCE], felt.work[b.FRESH] = np.int64(at), since, fresh
    return played
