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
    Felt,
    U,
    Word,
    number_at,
)
from pitboss.maths.cache import part


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
