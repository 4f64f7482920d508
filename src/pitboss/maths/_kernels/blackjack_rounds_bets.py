"""Side bets of a blackjack round inside the kernel: the line that the cards make, and what it pays."""

from __future__ import annotations

import numpy as np

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths._kernels.blackjack_rounds_shoe import (
    CAPPED_AT,
    DECK,
    EVERY_SEAT,
    FINAL,
    HALF,
    LEVEL,
    LINES_AT,
    LOW_HALF,
    MOST_LINES,
    ONE,
    PAYS_AT,
    THIRD,
    TWO,
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


@part
def line_of(run: Run, row: Word, seat: Word, pair: Word, up: Word, blackjack: Word, dealer: Word) -> Word:
    """The line that a wager of a seat has reached."""
    by = run.values[WAGERS_AT + row + U(b.DECIDED_BY)]
    column = ZERO
    if by == b.UP_CARD:
        column = up
    elif by == b.DEALER_CARDS:
        column = dealer
    elif by == b.PLAYER_CARDS:
        column = player_column(run, row, seat, pair)
    elif by == b.THIRD_CARD:
        third = run.work[THIRD + seat]
        column = number_at(run, U(third)) if third else U(b.NO_THIRD)
    elif by == b.DEALER_BLACKJACK or by == b.UP_AND_BLACKJACK:
        known = run.values[WAGERS_AT + row + U(b.WHEN)] != b.AT_HAND_END or run.work[WAITS + seat] == b.ENDS_LAST
        column = (blackjack if known else ZERO) + (TWO * up if by == b.UP_AND_BLACKJACK else ZERO)
    first = U(run.pairs[U(run.values[WAGERS_AT + row + U(b.PAIRS_AT)]) + pair])
    at = U(run.values[WAGERS_AT + row + U(b.ROWS_AT)]) + first * U(run.values[WAGERS_AT + row + U(b.COLUMNS)])
    return U(run.tables[at + column])


@part
def log_at(played: Word, seat: Word) -> Word:
    """Where a seat's results of a round are written."""
    return (U(played) * U(EVERY_SEAT) + seat) * U(b.LOG)


@part
def note_event(run: Run, played: Word, seat: Word, wager: Word, line: Word, time: Word) -> None:
    """Leave an award to whoever shares the limit out."""
    row = run.sums[b.EVENTS] * b.EVENT
    run.events[row + b.EVENT_ROUND] = played
    run.events[row + b.EVENT_SEAT] = seat
    run.events[row + b.EVENT_WAGER] = np.int64(wager)
    run.events[row + b.EVENT_LINE] = line
    run.events[row + b.EVENT_TIME] = time
    run.sums[b.EVENTS] += 1


@part
def settle_wager(
    run: Run, played: Word, wager: Word, seats: Word, start: Word, up: Word, blackjack: Word, dealer: Word, void: Word
) -> None:
    """One side wager of all seats: count its lines, and leave awards under a limit to be shared later."""
    total, left = 0, False
    for seat in range(seats):
        row = (U(run.work[LEVEL + seat]) * U(run.values[b.WAGERS]) + wager) * WAGER
        one, two = number_at(run, start + seat), number_at(run, start + seats + ONE + seat)
        line = U(b.VOID_LINE) if void else line_of(run, row, seat, one * DECK + two, up, blackjack, dealer)
        at = wager * MOST_LINES + line
        if len(run.log):
            run.log[log_at(played, seat) + U(b.LINES) + wager] = np.int64(line)
        if run.tables[CAPPED_AT + at]:
            left = True
            note_event(run, played, np.int64(seat), wager, np.int64(line), run.work[WAITS + seat])
        else:
            run.sums[LINES_AT + at] += 1
            total += run.values[PAYS_AT + at]
    if left:
        note_event(run, played, b.NO_SEAT, wager, total, 0)
    elif run.values[b.SEATS] > 1:
        run.sums[U(b.SIDE_SQUARES) + wager] += total * total
