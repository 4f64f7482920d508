"""All boards of hold'em, and on each of them every hand against every hand of the dealer.

A board's hands are ranked once and gone through from the weakest. The hands below a hand, less those that hold one of
its two cards, are the dealer's hands that it beats: whole numbers, whatever the game pays for them.

On a board with three cards of a suit the 1,081 hands count singly (the classes before :data:`PLAIN`). On any other
nobody can have a flush, so that only ranks count: 91 pairs of ranks, each for as many hands as the board leaves.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.poker import KEYS, ONE, START, eval7
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "CATEGORY", "DEALERS", "HANDS", "HIGH_CARD", "LIVE", "PLAIN", "RANK_PAIRS", "TIED", "TIED_MASK", "live_cards",
    "rank_pair", "rank_plain", "rank_suited",
]  # fmt: skip

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
I64 = NDArray[np.int64]

PLAIN: Final = 58_916
"""The first class of boards without three cards of a suit."""
LIVE: Final = 47
"""Cards that are not on the board."""
HANDS: Final = 1_081
"""Hands on a board: pairs of live cards, numbered by their places among them."""
RANK_PAIRS: Final = 91
DEALERS: Final = 990
"""The dealer's hands against one of them."""
HIGH_CARD: Final = 1

TIED: Final = np.uint32(10)
CATEGORY: Final = np.uint32(20)
TIED_MASK: Final = np.uint32(0x3FF)
"""A hand's number: the dealer's hands it beats, from these bits on those it ties, then its category."""

STRENGTH: Final = np.uint32(16)
NUMBER: Final = np.uint32(0xFFFF)
BYTE: Final = np.uint32(0xFF)
UPPER: Final = np.uint32(24)


@inlined
def rank_pair(low: int, high: int) -> int:
    """The number of a pair of ranks that may be equal, the higher one second."""
    return (high * (high + 1) >> 1) + low


@inlined
def live_cards(boards: U8, row: int, live: I64) -> None:
    """The cards that are not on a board, in order; boards are in order too."""
    at = found = 0
    for card in range(52):
        if at < 5 and boards[row, at] == card:
            at += 1
        else:
            live[found] = card
            found += 1


@inlined
def sort_hands(marked: U32, spare: U32, counts: I64, hands: int) -> None:
    """Sort by strength in two passes, by its lower and by its upper byte."""
    counts[:] = 0
    for hand in range(hands):
        counts[marked[hand] >> STRENGTH & BYTE] += 1
        counts[np.uint32(256) + (marked[hand] >> UPPER)] += 1
    low = high = 0
    for byte in range(256):
        low, counts[byte] = low + counts[byte], low
        high, counts[256 + byte] = high + counts[256 + byte], high
    for hand in range(hands):
        byte = marked[hand] >> STRENGTH & BYTE
        spare[counts[byte]] = marked[hand]
        counts[byte] += 1
    for hand in range(hands):
        byte = np.uint32(256) + (spare[hand] >> UPPER)
        marked[counts[byte]] = spare[hand]
        counts[byte] += 1


@inlined
def compare_hands(marked: U32, hands: int, sides: I64, ways: I64, below: I64, row: int, ranked: U32, weak: U16) -> None:
    """Go through sorted hands, those of one strength together, and note what each beats and ties.

    ``sides`` are the two cards (or ranks) of each hand; ``ways`` how many hands it stands for, and how many of them
    hold one given card of either side. ``below`` counts the hands so far that hold a card, and all of them at its end.
    """
    last = below.size - 1
    below[:] = 0
    noted = False
    at = end = 0
    while at < hands:
        strength = marked[at] >> STRENGTH
        if not noted and strength >> np.uint32(12) > HIGH_CARD:
            noted = True
            for card in range(last + 1):
                weak[row, card] = below[card]
        while end < hands and marked[end] >> STRENGTH == strength:
            hand = marked[end] & NUMBER
            ranked[row, hand] = below[last] - below[sides[hand, 0]] - below[sides[hand, 1]]
            end += 1
        for place in range(at, end):
            hand = marked[place] & NUMBER
            below[last] += ways[hand, 0]
            below[sides[hand, 0]] += ways[hand, 1]
            below[sides[hand, 1]] += ways[hand, 2]
        for place in range(at, end):
            hand = marked[place] & NUMBER
            beaten = ranked[row, hand]
            most = np.uint32(below[last] - below[sides[hand, 0]] - below[sides[hand, 1]] + 1)
            ranked[row, hand] = beaten | (most - beaten) << TIED | strength >> np.uint32(12) << CATEGORY
        at = end


@kernel("void(uint8[:, ::1], int64, int64, uint32[:, ::1], uint16[:, ::1])")
def rank_suited(boards: U8, first: int, last: int, ranked: U32, weak: U16) -> None:
    """For each hand on boards with three cards of a suit: what it beats and ties, and its category, in one number.

    ``weak`` gets how many hands on the board are less than a pair: those with each live card, then all.
    """
    live = np.empty(LIVE, dtype=np.int64)
    marked, spare = np.empty(HANDS, dtype=np.uint32), np.empty(HANDS, dtype=np.uint32)
    counts, below = np.empty(512, dtype=np.int64), np.empty(LIVE + 1, dtype=np.int64)
    sides, ways = np.empty((HANDS, 2), dtype=np.int64), np.ones((HANDS, 3), dtype=np.int64)
    hand = 0
    for high in range(1, LIVE):
        for low in range(high):
            sides[hand, 0], sides[hand, 1] = low, high
            hand += 1
    for row in range(first, last):
        live_cards(boards, row, live)
        key, held = START, np.uint64(0)
        for at in range(5):
            card = np.uint64(boards[row, at])
            key += KEYS[card]
            held |= ONE << card
        hand = 0
        for high in range(1, LIVE):
            high_key = key + KEYS[live[high]]
            high_held = held | ONE << np.uint64(live[high])
            for low in range(high):
                strength = eval7(high_key + KEYS[live[low]], high_held | ONE << np.uint64(live[low]))
                marked[hand] = np.uint32(strength) << STRENGTH | np.uint32(hand)
                hand += 1
        sort_hands(marked, spare, counts, HANDS)
        compare_hands(marked, HANDS, sides, ways, below, row, ranked, weak)


@kernel("void(uint8[:, ::1], int64, int64, uint32[:, ::1], uint16[:, ::1])")
def rank_plain(boards: U8, first: int, last: int, ranked: U32, weak: U16) -> None:
    """The same for boards without three cards of a suit, by pairs of ranks; rows are counted from :data:`PLAIN`.

    A pair of ranks of which the board leaves no hand gets 0.
    """
    marked, spare = np.empty(RANK_PAIRS, dtype=np.uint32), np.empty(RANK_PAIRS, dtype=np.uint32)
    counts, below = np.empty(512, dtype=np.int64), np.empty(14, dtype=np.int64)
    sides, ways = np.empty((RANK_PAIRS, 2), dtype=np.int64), np.empty((RANK_PAIRS, 3), dtype=np.int64)
    left = np.empty(13, dtype=np.int64)
    for row in range(first, last):
        key = START
        left[:] = 4
        for at in range(5):
            card = boards[PLAIN + row, at]
            key += KEYS[card]
            left[card >> 2] -= 1
        hands = hand = 0
        for high in range(13):
            for low in range(high + 1):
                sides[hand, 0], sides[hand, 1] = low, high
                ranked[row, hand] = 0
                if low == high:
                    ways[hand, 0] = left[high] * (left[high] - 1) >> 1
                    ways[hand, 1], ways[hand, 2] = left[high] - 1, 0
                else:
                    ways[hand, 0] = left[high] * left[low]
                    ways[hand, 1], ways[hand, 2] = left[high], left[low]
                if ways[hand, 0] > 0:
                    # any two suits will do: no flush can come, whatever the hole cards
                    strength = eval7(key + KEYS[4 * high] + KEYS[4 * low + 1], np.uint64(0))
                    marked[hands] = np.uint32(strength) << STRENGTH | np.uint32(hand)
                    hands += 1
                hand += 1
        sort_hands(marked, spare, counts, hands)
        compare_hands(marked, hands, sides, ways, below, row, ranked, weak)
