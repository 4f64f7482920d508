"""One hand on one flop or board against every hand the dealer can have, counted out plainly."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_index import signed
from pitboss.maths._kernels.poker import KEYS, ONE, START, eval7
from pitboss.maths.cache import inlined, kernel

__all__ = ["RESULTS", "face_board", "face_flop"]

U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

RESULTS: Final = 5
"""Won and lost against a dealer who qualifies, won and lost against one who does not, tied."""
WON, LOST, WON_WEAK, LOST_WEAK, TIED = range(RESULTS)
PAIR: Final = 2 << 12
"""The strength from which the dealer has a pair."""


@inlined
def face_dealers(key: np.uint64, held: np.uint64, strength: int, cards: U64, skip: np.uint64, results: I64) -> None:
    """Count the results of a hand against all pairs of the given cards but those to be skipped."""
    results[:] = 0
    for high in range(1, cards.size):
        if skip >> cards[high] & ONE:
            continue
        high_key, high_held = key + KEYS[cards[high]], held | ONE << cards[high]
        for low in range(high):
            if skip >> cards[low] & ONE:
                continue
            dealer = signed(eval7(high_key + KEYS[cards[low]], high_held | ONE << cards[low]))
            if dealer == strength:
                results[TIED] += 1
            elif dealer < strength:
                results[WON if dealer >= PAIR else WON_WEAK] += 1
            else:
                results[LOST if dealer >= PAIR else LOST_WEAK] += 1


@inlined
def add_up(cards: U64) -> tuple[np.uint64, np.uint64]:
    """The key and the bits of some cards."""
    key, held = START, np.uint64(0)
    for at in range(cards.size):
        key += KEYS[cards[at]]
        held |= ONE << cards[at]
    return key, held


@kernel("int64(uint64[::1], uint64[::1], uint64[::1], int64[::1])")
def face_board(hole: U64, board: U64, cards: U64, results: I64) -> int:
    """The results of a hand on a full board against pairs of the cards left, and the category of the hand."""
    key, held = add_up(board)
    low, high = hole[0], hole[1]
    strength = signed(eval7(key + KEYS[low] + KEYS[high], held | ONE << low | ONE << high))
    face_dealers(key, held, strength, cards, np.uint64(0), results)
    return strength >> 12


@kernel("int64(uint64[::1], uint64[::1], uint64[::1], int64[:, :, ::1], int64[::1])")
def face_flop(hole: U64, flop: U64, cards: U64, prices: I64, totals: I64) -> int:
    """Over every turn and river of the cards left: a raise now, the better of bet and fold then, and a fold.

    ``prices`` are by choice (raise now, bet then, fold), category and result. Returns the number of turns and rivers.
    """
    results = np.empty(RESULTS, np.int64)
    values = np.empty(3, np.int64)
    key, held = add_up(flop)
    low, high = hole[0], hole[1]
    boards = 0
    for river in range(1, cards.size):
        for turn in range(river):
            both = ONE << cards[river] | ONE << cards[turn]
            board_key = key + KEYS[cards[river]] + KEYS[cards[turn]]
            own = held | both | ONE << low | ONE << high
            strength = signed(eval7(board_key + KEYS[low] + KEYS[high], own))
            face_dealers(board_key, held | both, strength, cards, both, results)
            for choice in range(3):
                values[choice] = 0
                for result in range(RESULTS):
                    values[choice] += prices[choice, strength >> 12, result] * results[result]
            totals[0] += values[0]
            totals[1] += max(values[1], values[2])
            totals[2] += values[2]
            boards += 1
    return boards
