"""The arrays of a run of blackjack rounds, the shoe that is dealt from, and what a counter keeps of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_tables import ADDED
from pitboss.maths.blackjack.record import MOST_AGAIN as TIMES
from pitboss.maths.cache import part
from pitboss.maths.simulation.streams import next_u64

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
U = np.uint64
"""Numbers that cannot be negative are unsigned: an index then needs no look at its sign."""
Word = Any
"""A number inside the kernel, where its type follows from what it is made of."""


class Run(NamedTuple):
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
    """What side bets look at, until they are settled, and awards under a limit."""
    log: I64


EVERY_SEAT: Final = 8
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, EIGHT, TWELVE = (U(n) for n in (0, 1, 2, 3, 4, 5, 6, 8, 12))
LOW_HALF: Final = U(0xFFFFFFFF)
HALF: Final = U(32)
WHOLE_HALF: Final = U(1 << 32)
VALUE, RANK = U(15), U(63)
ACE, SEVEN, TEN = U(b.ACE), U(b.SEVEN), U(b.TEN)
SEVENTEEN, BUST, SOFT, TOTAL = U(17), U(22), U(b.SOFT), U(b.TOTAL)
STOPPED, FOR_NOBODY, BLACKJACK_END = U(b.STOPPED), U(b.FOR_NOBODY), U(b.STOPPED + 9)
"""From the first of them on a dealer's state is the dealer's end."""
STARTS, COMPARED, NUMBERS_AT = U(b.STARTS), U(b.COMPARED), U(b.NUMBERS_AT)
CAPPED_AT, BOOKS_AT = U(b.CAPPED_AT), U(b.BOOKS_AT)
OPENINGS_AT, TURNS_AT, ENDS_AT, ENDED_AT = U(b.OPENINGS_AT), U(b.TURNS_AT), U(b.ENDS_AT), U(b.ENDED_AT)
ENDED, PLAYED_APART = U(b.ENDED), U(b.ENDED + b.APART)
SPREAD_AT, TAGS_AT, BET_TAGS_AT, DIVISORS_AT = U(b.SPREAD_AT), U(b.TAGS_AT), U(b.BET_TAGS_AT), U(b.DIVISORS_AT)
BY_COUNT_AT, BY_COUNT = U(b.BY_COUNT_AT), U(b.BY_COUNT)
WAGERS_AT, PAYS_AT, TERMS_AT = U(b.WAGERS_AT), U(b.PAYS_AT), U(b.TERMS_AT)
LINES_AT, INSURANCES_AT, RESULTS_AT = U(b.LINES_AT), U(b.INSURANCES_AT), U(b.RESULTS_AT)
STACK, PENDING, FACTS_AT, FOLDED_AT = U(b.STACK), U(b.PENDING), U(b.FACTS_AT), U(b.FOLDED_AT)
NET, TIP, LEVEL, THIRD, DONE, WAITS, INSURED, FINAL = (U(b.SEATS_AT + EVERY_SEAT * n) for n in range(8))

PENDING_BET, PENDING_NEW, PENDING_SEAT, BET = U(b.PENDING_BET), U(b.PENDING_NEW), U(b.PENDING_SEAT), U(127)

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
SELDOM: Final = U(1 << 20)
"""More than the ways to draw two cards from any shoe."""


# the shoe


@part
def shuffle(run: Run, places: Word, r0: Word, r1: Word, r2: Word, r3: Word) -> tuple[Word, Word, Word, Word]:
    """Every order equally likely: each place gets one of the cards that are left, two places from 32 random bits.

    An even number of places from the front may be filled and the rest left, whatever order the cards lie in.

    (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer generation", 2024.)
    """
    shoe, cards, at = run.shoe, U(run.values[b.CARDS]), ZERO
    while at < places:
        word, r0, r1, r2, r3 = next_u64(r0, r1, r2, r3)
        for _ in range(2):
            bound = cards - at
            spread = (word >> HALF) * bound
            first = at + (spread >> HALF)
            spread = (spread & LOW_HALF) * (bound - ONE)
            second = at + ONE + (spread >> HALF)
            word <<= HALF
            rest = spread & LOW_HALF
            if rest < SELDOM and (bound == ZERO or rest < (WHOLE_HALF % (bound * (bound - ONE)))):
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
def value_at(run: Run, at: Word) -> Word:
    return U(run.shoe[at]) & VALUE


@part
def number_at(run: Run, at: Word) -> Word:
    return U(run.tables[NUMBERS_AT + U(run.shoe[at])])


@part
def draw(run: Run, hand: Word, at: Word) -> Word:
    """A hand with the card at a place of the shoe."""
    return U(ADDED[hand << FOUR | value_at(run, at)])


@part
def burn(run: Run, at: Word, since: Word, fresh: Word) -> tuple[Word, Word]:
    """Burn cards as the sheet says before a round; returns its place in the shoe and the rounds since the cut card."""
    rules = run.values
    if fresh:
        at, since = U(rules[b.BURN_FIRST]), 0
        run.sums[b.SHOES] += 1
        run.work[b.RUNNING], run.work[b.BET_RUNNING] = rules[b.START_COUNT], rules[b.BET_START]
        run.work[b.SEEN] = np.int64(at)
    elif rules[b.BURN_EACH]:
        look(run, at)
        at += ONE
        run.work[b.SEEN] = np.int64(at)
    if at >= U(rules[b.CUT]):
        since += 1
    return at, since


# counting


@part
def look(run: Run, at: Word) -> Word:
    """The running count, with the cards that came out since the last look."""
    seen, running, betting = U(run.work[b.SEEN]), run.work[b.RUNNING], run.work[b.BET_RUNNING]
    while seen < at:
        card = U(run.shoe[seen])
        running += run.values[TAGS_AT + card]
        betting += run.values[BET_TAGS_AT + card]
        seen += ONE
    run.work[b.SEEN], run.work[b.RUNNING], run.work[b.BET_RUNNING] = np.int64(at), running, betting
    return running


@part
def count_now(run: Run, running: int, unit: int, at: Word) -> Word:
    """The running count for each deck that is left, from the lowest that is told apart on."""
    rules = run.values
    cards = U(rules[b.CARDS])
    count, by = 52 * running, unit * rules[DIVISORS_AT + (cards - at if at < cards else ZERO)]
    if rules[b.ROUNDING] == b.NEAREST:
        count = (2 * count + by) // (2 * by)
    else:
        count = count // by if rules[b.ROUNDING] == b.DOWN or count >= 0 else -(-count // by)
    return min(max(count, rules[b.LOWEST]), rules[b.HIGHEST]) - rules[b.LOWEST]


@part
def book_of(run: Run, seat: Word, hole: Word, at: Word) -> Word:
    """Where the book begins that a seat plays by now: the counter has one for every true count."""
    if np.int64(seat) != run.values[b.COUNTER]:
        return ZERO
    running = look(run, at)
    if not run.values[b.NO_HOLE]:
        running -= run.values[TAGS_AT + U(run.shoe[hole])]
    return BOOK + U(count_now(run, running, run.values[b.UNIT], at)) * BOOK


@part
def choose_stakes(run: Run, seats: Word, at: Word) -> Word:
    """The counter, who sits last, bets by the count; returns how many seats play."""
    look(run, at)
    count = U(count_now(run, run.work[b.BET_RUNNING], run.values[b.BET_UNIT], at))
    run.work[b.BET_COUNT] = np.int64(BY_COUNT_AT + count * BY_COUNT)
    run.sums[U(run.work[b.BET_COUNT]) + U(b.BEGUN)] += 1
    level = run.values[SPREAD_AT + count]
    run.work[LEVEL + seats - ONE] = level
    return seats if level >= 0 else seats - ONE
