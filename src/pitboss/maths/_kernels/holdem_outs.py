"""The last decision of a person at the table: a hand of one's own, or few cards that beat it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_boards import LIVE, live_cards
from pitboss.maths._kernels.holdem_index import pair_at, signed
from pitboss.maths._kernels.poker import KEYS, ONE, START, eval5, eval6, eval7
from pitboss.maths.cache import kernel

__all__ = ["bet_by_outs"]

U8 = NDArray[np.uint8]
U64 = NDArray[np.uint64]


@kernel("void(uint8[:, ::1], int64, int64, int64, uint64[:, ::1])")
def bet_by_outs(boards: U8, first: int, last: int, most: int, rivers: U64) -> None:
    """Set a bit for each hand whose hole cards lift it above the board's category, or that few enough outs beat.

    They may be up to ``most``, which is below 47. An out is a card that, alone with the board, beats the hand.
    """
    live, single = np.empty(LIVE, np.int64), np.empty(LIVE, np.int64)
    for row in range(first, last):
        live_cards(boards, row, live)
        key, held = START, np.uint64(0)
        for at in range(5):
            key += KEYS[boards[row, at]]
            held |= ONE << np.uint64(boards[row, at])
        common = signed(eval5(key, held)) >> 12
        for card in range(LIVE):
            single[card] = eval6(key + KEYS[live[card]], held | ONE << np.uint64(live[card]))
        single.sort()
        enough = single[LIVE - 1 - most]  # the hole cards are no outs: alone they never beat the hand they are part of
        for high in range(1, LIVE):
            high_key, high_held = key + KEYS[live[high]], held | ONE << np.uint64(live[high])
            for low in range(high):
                strength = signed(eval7(high_key + KEYS[live[low]], high_held | ONE << np.uint64(live[low])))
                if strength >> 12 > common or strength >= enough:
                    pair = pair_at(live[low], live[high])
                    rivers[row, pair >> 6] |= ONE << np.uint64(pair & 63)
