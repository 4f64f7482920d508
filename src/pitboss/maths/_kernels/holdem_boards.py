"""All boards of hold'em, and on each of them every hand against every hand of the dealer.

A board's hands are ranked once and gone through from the weakest. The hands below a hand, less those that hold one of
its two cards, are the dealer's hands that it beats: whole numbers, whatever the game pays for them.

Live cards that count alike on a board are one sort. Where no suit has three cards of the board (from the class
:data:`PLAIN` on) nobody can have a flush, and a sort is a rank. Elsewhere the cards of that suit, always the first one,
are sorts of their own, after the ranks of the other three. So 91 or 351 pairs of sorts stand for 1,081 hands.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.poker import KEYS, ONE, START, eval7
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "BITS", "CATEGORY", "DEALERS", "HIGH_CARD", "LIVE", "PLAIN", "PLAIN_SORTS", "SUITED_SORTS", "TIED", "TIED_MASK",
    "card_of", "is_hand", "live_cards", "live_suits", "rank_boards", "sort_cards", "sort_of", "sort_pair", "sorts_on",
]  # fmt: skip

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
I64 = NDArray[np.int64]

PLAIN: Final = 58_916
"""The first class of boards without three cards of a suit."""
LIVE: Final = 47
"""Cards that are not on the board."""
SUITED_SORTS: Final = 26
PLAIN_SORTS: Final = 13
BITS: Final = np.array([number.bit_count() for number in range(16)], dtype=np.int64)
"""How many suits are in a set of suits."""
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
def sort_pair(low: int, high: int) -> int:
    """The number of a pair of sorts (or ranks) that may be equal, the higher one second."""
    return (high * (high + 1) >> 1) + low


@inlined
def sorts_on(row: int) -> int:
    """How many sorts there are on a class of boards."""
    return SUITED_SORTS if row < PLAIN else PLAIN_SORTS


@inlined
def sort_of(card: int, sorts: int) -> int:
    """The sort of a card."""
    return (card >> 2) + 13 if sorts > 13 and card & 3 == 0 else card >> 2


@inlined
def card_of(sort: int) -> int:
    """A card of a sort; two of them may be the same one, which makes no flush."""
    return 4 * sort + 1 if sort < 13 else 4 * (sort - 13)


@inlined
def live_suits(boards: U8, row: int, suits: I64) -> None:
    """The suits of the live cards of each sort, a bit for each."""
    sorts = sorts_on(row)
    for sort in range(sorts):
        suits[sort] = 0b1111 if sorts == 13 else 0b1110 if sort < 13 else 0b0001
    for at in range(5):
        card = int(np.int64(boards[row, at]))
        suits[sort_of(card, sorts)] &= ~(1 << (card & 3))


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
def sort_cards(suits: I64, sort: int) -> np.uint64:
    """The live cards of a sort, a bit for each."""
    return np.uint64(suits[sort] << 4 * (sort % 13))


@inlined
def is_hand(suits: I64, low: int, high: int) -> bool:
    """Whether a hand of two sorts is left."""
    return bool(BITS[suits[low]] > (low == high) and suits[high])


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

    ``sides`` are the two sorts of each hand; ``ways`` how many hands it stands for, and how many of them hold one given
    card of either. ``below`` counts the hands so far that hold one card of a sort, and all of them at its end.
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


@kernel("void(uint8[:, ::1], int64, int64, int64, uint32[:, ::1], uint16[:, ::1])")
def rank_boards(boards: U8, start: int, first: int, last: int, ranked: U32, weak: U16) -> None:
    """For each pair of sorts on some boards: what it beats and ties, and its category, in one number, or 0 for none.

    ``weak`` gets how many hands on the board are less than a pair: those with one card of each sort, then all. The rows
    of both begin with the class ``start``.
    """
    sorts, pairs = sorts_on(start), ranked.shape[1]
    marked, spare = np.empty(pairs, dtype=np.uint32), np.empty(pairs, dtype=np.uint32)
    counts, below = np.empty(512, dtype=np.int64), np.empty(sorts + 1, dtype=np.int64)
    sides, ways = np.empty((pairs, 2), dtype=np.int64), np.empty((pairs, 3), dtype=np.int64)
    suits = np.empty(sorts, dtype=np.int64)
    for row in range(first, last):
        live_suits(boards, row, suits)
        key, held = START, np.uint64(0)
        for at in range(5):
            card = np.uint64(boards[row, at])
            key += KEYS[card]
            held |= ONE << card
        hands = hand = 0
        for high in range(sorts):
            n = BITS[suits[high]]
            high_key, high_held = key + KEYS[card_of(high)], held | ONE << np.uint64(card_of(high))
            for low in range(high + 1):
                m = BITS[suits[low]]
                sides[hand, 0], sides[hand, 1] = low, high
                ranked[row - start, hand] = 0
                if low == high:
                    ways[hand, 0], ways[hand, 1], ways[hand, 2] = n * (n - 1) >> 1, n - 1, 0
                else:
                    ways[hand, 0], ways[hand, 1], ways[hand, 2] = n * m, n, m
                if ways[hand, 0] > 0:
                    strength = eval7(high_key + KEYS[card_of(low)], high_held | ONE << np.uint64(card_of(low)))
                    marked[hands] = np.uint32(strength) << STRENGTH | np.uint32(hand)
                    hands += 1
                hand += 1
        sort_hands(marked, spare, counts, hands)
        compare_hands(marked, hands, sides, ways, below, row - start, ranked, weak)
