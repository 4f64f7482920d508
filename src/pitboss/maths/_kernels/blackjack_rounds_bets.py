"""Side bets of a blackjack round inside the kernel: the line that the cards make, and what it pays."""

from __future__ import annotations

import numpy as np

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds_shoe import (
    CAPPED_AT,
    DECK,
    EVERY_SEAT,
    FACTS_AT,
    FINAL,
    FOLDED_AT,
    HALF,
    LEVEL,
    LINES_AT,
    LOW_HALF,
    MOST_LINES,
    ONE,
    PAYS_AT,
    THIRD,
    THREE,
    WAGER,
    WAGERS_AT,
    WAITS,
    ZERO,
    Run,
    U,
    Word,
    number_at,
)
from pitboss.maths.cache import part

KNOWN, KNOWN_THEN, THIRD_NUMBER = U(b.KNOWN), U(b.KNOWN_THEN), U(b.THIRD_NUMBER)
SEAT, LAST_SEAT, VOID_ROUND = U(b.SEAT), U(b.LAST_SEAT), U(b.VOID_ROUND)
STAKE, HAND_ENDS, ROUND = U(b.STAKE), U(b.HAND_ENDS), U(b.ROUND)
PAIR, SEVEN_SEATS, MOST_STAKES, MOST_FACTS = U((1 << 12) - 1), U(7), U(31), U(b.MOST_FACTS)


@part
def dealer_column(run: Run, wager: Word, end: Word, up_at: Word, hole: Word, first: Word, last: Word) -> Word:
    """The state of a bet on the dealer's hand: up card, hole card and draws, folded one by one.

    Most hands end as no line pays on, which one look at their end says.
    """
    row = WAGERS_AT + wager * WAGER
    if U(run.values[row + U(b.PAYS_ON)]) >> end & ONE == ZERO:
        return ZERO
    steps = U(run.values[row + U(b.STEPS_AT)])
    state = U(run.pairs[steps + number_at(run, up_at)])
    state = U(run.pairs[steps + state * DECK + number_at(run, hole)])
    for at in range(first, last):
        state = U(run.pairs[steps + state * DECK + number_at(run, at)])
    return state


@part
def player_column(run: Run, row: Word, seat: Word, pair: Word) -> Word:
    """The state of a bet on the player's final hand: the first two cards, or after a split the first, and the draws."""
    steps, drawn = U(run.values[WAGERS_AT + row + U(b.STEPS_AT)]), U(run.work[FINAL + seat])
    state = U(run.pairs[steps + pair // DECK])
    if drawn & ONE == ZERO:
        state = U(run.pairs[steps + state * DECK + pair % DECK])
    for at in range((drawn & LOW_HALF) >> ONE, drawn >> HALF):
        state = U(run.pairs[steps + state * DECK + number_at(run, at)])
    return state


# what is noted of a round


@part
def note_facts(
    run: Run, seats: Word, start: Word, up: Word, blackjack: Word, void: Word, round_: Word, facts: Word
) -> None:
    """Note by seat what decides bets at once, from a place among the facts on.

    A third card is looked up in any case, since whether there is one is as good as a coin toss.
    """
    for seat in range(seats):
        third, ends = run.work[THIRD + seat], U(run.work[WAITS + seat])
        number = number_at(run, U(third))
        number = number if third else U(b.NO_THIRD)
        known = up << ONE | blackjack
        then = up << ONE | (blackjack & U(ends == U(b.ENDS_LAST)))
        one, two = number_at(run, start + seat), number_at(run, start + seats + ONE + seat)
        seen = one * DECK + two | known << KNOWN | then << KNOWN_THEN | number << THIRD_NUMBER
        told = seat << SEAT | U(seat + ONE == seats) << LAST_SEAT | U(void) << VOID_ROUND | ends << HAND_ENDS
        level = U(run.work[LEVEL + seat])
        run.events[FACTS_AT + facts + seat] = np.int64(seen | told | level << STAKE | round_ << ROUND)


@part
def note_final_hands(
    run: Run, seats: Word, up_at: Word, hole: Word, first: Word, last: Word, end: Word, facts: Word
) -> None:
    """Note the columns of bets on final hands, as long as the cards of the round still lie in the shoe."""
    for wager in range(U(run.values[b.WAGERS])):
        row, dealer = wager * WAGER, ZERO
        by = run.values[WAGERS_AT + row + U(b.DECIDED_BY)]
        if by < b.DEALER_CARDS:
            continue
        if by == b.DEALER_CARDS:
            dealer = dealer_column(run, wager, end, up_at, hole, first, last)
        for seat in range(seats):
            pair = U(run.events[FACTS_AT + facts + seat]) & PAIR
            column = dealer if by == b.DEALER_CARDS else player_column(run, row, seat, pair)
            run.events[FOLDED_AT + wager * MOST_FACTS + facts + seat] = np.int64(column)


# settled


@part
def log_at(played: Word, seat: Word) -> Word:
    """Where a seat's results of a round are written."""
    return (U(played) * U(EVERY_SEAT) + seat) * U(b.LOG)


@part
def note_event(run: Run, round_: Word, seat: Word, wager: Word, line: Word, time: Word) -> None:
    """Leave an award to whoever shares the limit out."""
    row = b.EVENTS_AT + run.sums[b.EVENTS] * b.EVENT
    run.events[row + b.EVENT_ROUND] = np.int64(round_)
    run.events[row + b.EVENT_SEAT] = seat
    run.events[row + b.EVENT_WAGER] = np.int64(wager)
    run.events[row + b.EVENT_LINE] = line
    run.events[row + b.EVENT_TIME] = time
    run.sums[b.EVENTS] += 1


@part
def settle_wager(run: Run, wager: Word, facts: Word, begun: Word) -> None:
    """One side wager of all seats noted: count its lines, and leave awards under a limit to be shared later.

    Many rounds are settled at a time, since what is the same for all of them then stays in the processor's registers.
    """
    row = WAGERS_AT + wager * WAGER
    shift, mask = U(run.values[row + U(b.SHIFT)]), U(run.values[row + U(b.MASK)])
    folded = run.values[row + U(b.DECIDED_BY)] >= b.DEALER_CARDS
    several, logged = run.values[b.SEATS] > 1, len(run.log) > 0
    pairs_at, rows_at, columns, stake = ZERO, ZERO, ZERO, MOST_STAKES
    total, left = 0, False
    for place in range(facts):
        seen = U(run.events[FACTS_AT + place])
        if seen >> STAKE & MOST_STAKES != stake:
            stake = seen >> STAKE & MOST_STAKES
            row = WAGERS_AT + (stake * U(run.values[b.WAGERS]) + wager) * WAGER
            pairs_at, rows_at = U(run.values[row + U(b.PAIRS_AT)]), U(run.values[row + U(b.ROWS_AT)])
            columns = U(run.values[row + U(b.COLUMNS)])
        column = U(run.events[FOLDED_AT + wager * MOST_FACTS + place]) if folded else seen >> shift & mask
        line = U(run.tables[rows_at + U(run.pairs[pairs_at + (seen & PAIR)]) * columns + column])
        if seen >> VOID_ROUND & ONE:
            line = U(b.VOID_LINE)
        if logged:
            at = log_at(begun + (seen >> ROUND), seen >> SEAT & SEVEN_SEATS)
            run.log[at + U(b.LINES) + wager] = np.int64(line)
        at = wager * MOST_LINES + line
        if run.tables[CAPPED_AT + at]:
            left = True
            time, seat = np.int64(seen >> HAND_ENDS & THREE), np.int64(seen >> SEAT & SEVEN_SEATS)
            note_event(run, begun + (seen >> ROUND), seat, wager, np.int64(line), time)
        else:
            run.sums[LINES_AT + at] += 1
            if several:
                total += run.values[PAYS_AT + at]
        if several and seen >> LAST_SEAT & ONE:
            if left:
                note_event(run, begun + (seen >> ROUND), b.NO_SEAT, wager, total, 0)
            else:
                run.sums[U(b.SIDE_SQUARES) + wager] += total * total
            total, left = 0, False
