"""The last decision of a person at the table: a hand of one's own, or few cards that beat it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_boards import (
    BITS,
    LIVE,
    SUITED_SORTS,
    card_of,
    is_hand,
    live_cards,
    live_suits,
    sort_cards,
    sorts_on,
)
from pitboss.maths._kernels.holdem_index import signed
from pitboss.maths._kernels.holdem_values import mark_hands
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
    live, suits = np.empty(LIVE, np.int64), np.empty(SUITED_SORTS, np.int64)
    single, ways = np.empty(SUITED_SORTS, np.int64), np.empty(SUITED_SORTS, np.int64)
    cards, partners = np.empty(SUITED_SORTS, np.uint64), np.empty(SUITED_SORTS, np.uint64)
    for row in range(first, last):
        sorts = sorts_on(row)
        live_cards(boards, row, live)
        live_suits(boards, row, suits)
        key, held = START, np.uint64(0)
        for at in range(5):
            key += KEYS[boards[row, at]]
            held |= ONE << np.uint64(boards[row, at])
        common = signed(eval5(key, held)) >> 12
        for sort in range(sorts):
            alone = signed(eval6(key + KEYS[card_of(sort)], held | ONE << np.uint64(card_of(sort))))
            place = sort
            while place > 0 and single[place - 1] < alone:
                single[place], ways[place] = single[place - 1], ways[place - 1]
                place -= 1
            single[place], ways[place] = alone, BITS[suits[sort]]
        place, outs = 0, ways[0]
        while outs <= most:
            place += 1
            outs += ways[place]
        enough = single[place]  # the hole cards are no outs: alone they never beat the hand they are part of
        for high in range(sorts):
            cards[high], partners[high] = sort_cards(suits, high), np.uint64(0)
            high_key, high_held = key + KEYS[card_of(high)], held | ONE << np.uint64(card_of(high))
            for low in range(high + 1):
                if is_hand(suits, low, high):
                    low_held = ONE << np.uint64(card_of(low))
                    strength = signed(eval7(high_key + KEYS[card_of(low)], high_held | low_held))
                    if strength >> 12 > common or strength >= enough:
                        partners[high] |= cards[low]
                        partners[low] |= cards[high]
        mark_hands(rivers, row, live, sorts, partners)
