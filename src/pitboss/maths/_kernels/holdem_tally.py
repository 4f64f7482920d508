"""How often each decision and each end comes about under a way to play, counted over all boards.

``counts`` is by decision (:data:`FOLD`, :data:`RIVER`, :data:`FLOP`, then the raises before the flop), category of the
player's hand, and: boards with hole cards and a flop, dealers beaten, dealers tied, dealers that do not qualify. Each
board counts for its ten flops and as often as its class is large.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_boards import (
    CATEGORY,
    LIVE,
    PLAIN,
    RANK_PAIRS,
    TIED,
    TIED_MASK,
    live_cards,
    rank_pair,
)
from pitboss.maths._kernels.holdem_index import SUITS_KEPT, exchanged, flop_class, pair_at, pair_of, signed
from pitboss.maths._kernels.holdem_values import subflop, unqualified
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "DEALT_FLOPS",
    "FLOP",
    "FOLD",
    "RAISES",
    "RIVER",
    "plays_alike",
    "spread_flops",
    "tally_plain",
    "tally_suited",
]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

FOLD: Final = 0
RIVER: Final = 1
FLOP: Final = 2
RAISES: Final = 2
"""A raise before the flop is this plus its number in the table of the way to play, from 1 on."""
DEALT_FLOPS: Final = 22_100
ONE: Final = np.uint64(1)
WORD: Final = 63


@inlined
def dealt_flop(a: int, b: int, c: int) -> int:
    """The number of a flop among all, its cards in order."""
    return c * (c - 1) * (c - 2) // 6 + pair_at(a, b)


@kernel("void(uint64[:, ::1], uint64[:, ::1])")
def spread_flops(flops: U64, words: U64) -> None:
    """The decisions on every flop that can be dealt: for each card, a bit for each lower card that raises with it."""
    for c in range(52):
        for b in range(c):
            for a in range(b):
                row, exchange = flop_class(a, b, c)
                dealt = dealt_flop(a, b, c)
                for high in range(52):
                    word = np.uint64(0)
                    for low in range(high):
                        pair = pair_of(exchanged(low, exchange), exchanged(high, exchange))
                        word |= (flops[row, pair >> 6] >> np.uint64(pair & WORD) & ONE) << np.uint64(low)
                    words[dealt, high] = word


@kernel("boolean(uint8[:, ::1], uint64[:, ::1])")
def plays_alike(cards: U8, table: U64) -> bool:
    """Whether the hands of each class of flops or boards decide alike where two of its suits hold the same ranks.

    One of its flops or boards then stands for all; such suits are neighbours.
    """
    for row in range(cards.shape[0]):
        for suit in range(3):
            ranks = [np.uint64(0), np.uint64(0)]
            for at in range(cards.shape[1]):
                card = signed(cards[row, at])
                if card & 3 == suit or card & 3 == suit + 1:
                    ranks[(card & 3) - suit] |= ONE << np.uint64(card >> 2)
            if ranks[0] != ranks[1]:
                continue
            exchange = SUITS_KEPT ^ (1 << 2 * suit ^ 1 << 2 * suit + 2) * (suit ^ suit + 1)
            for high in range(52):
                for low in range(high):
                    pair, other = pair_at(low, high), pair_of(exchanged(low, exchange), exchanged(high, exchange))
                    here = table[row, pair >> 6] >> np.uint64(pair & WORD) & ONE
                    if here != table[row, other >> 6] >> np.uint64(other & WORD) & ONE:
                        return False
    return True


@inlined
def count_raises(words: U64, dealt: I64, card: int, sums: U64) -> None:
    """On how many of a board's ten flops a card raises with each lower one: four words that hold a bit of each sum."""
    ones = twos = fours = eights = np.uint64(0)
    for at in range(10):
        word = words[dealt[at], card]
        twice = ones & word
        ones ^= word
        four_times = twos & twice
        twos ^= twice
        eights ^= fours & four_times
        fours ^= four_times
    sums[0], sums[1], sums[2], sums[3] = ones, twos, fours, eights


@inlined
def raises_with(sums: U64, low: int) -> int:
    """The sum of one of the lower cards."""
    place = np.uint64(low)
    word = sums[0] >> place & ONE | (sums[1] >> place & ONE) << ONE | (sums[2] >> place & ONE) << np.uint64(2)
    return signed(word | (sums[3] >> place & ONE) << np.uint64(3))


@inlined
def add_hand(counts: I64, decision: int, times: int, mark: np.uint32, few: int) -> None:
    kind = mark >> CATEGORY
    counts[decision, kind, 0] += times
    counts[decision, kind, 1] += times * signed(mark & TIED_MASK)
    counts[decision, kind, 2] += times * signed(mark >> TIED & TIED_MASK)
    counts[decision, kind, 3] += times * few


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, uint32[:, ::1], uint16[:, ::1], uint8[::1], uint64[:, ::1], "
    "uint64[:, ::1], int64[:, :, ::1])"
)
def tally_suited(
    boards: U8,
    sizes: I64,
    first: int,
    last: int,
    ranked: U32,
    weak: U16,
    preflop: U8,
    words: U64,
    rivers: U64,
    counts: I64,
) -> None:
    """Boards with three cards of a suit, hand by hand."""
    live, dealt, sums = np.empty(LIVE, np.int64), np.empty(10, np.int64), np.empty(4, np.uint64)
    for row in range(first, last):
        live_cards(boards, row, live)
        size = sizes[row]
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            dealt[at] = dealt_flop(a, b, c)
        hand = 0
        for high in range(1, LIVE):
            count_raises(words, dealt, live[high], sums)
            for low in range(high):
                mark = ranked[row, hand]
                hand += 1
                few = unqualified(weak, row, low, high, LIVE, mark)
                pair = pair_at(live[low], live[high])
                if preflop[pair]:
                    add_hand(counts, RAISES + preflop[pair], 10 * size, mark, few)
                    continue
                raised = raises_with(sums, live[low])
                if raised:
                    add_hand(counts, FLOP, raised * size, mark, few)
                if raised < 10:
                    plays = rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE
                    add_hand(counts, RIVER if plays else FOLD, (10 - raised) * size, mark, few)


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, uint32[:, ::1], uint16[:, ::1], uint8[::1], uint64[:, ::1], "
    "uint64[:, ::1], int64[:, :, ::1])"
)
def tally_plain(
    boards: U8,
    sizes: I64,
    first: int,
    last: int,
    ranked: U32,
    weak: U16,
    preflop: U8,
    words: U64,
    rivers: U64,
    counts: I64,
) -> None:
    """Boards without three cards of a suit, decisions hand by hand and hands by pairs of ranks."""
    live, dealt, sums = np.empty(LIVE, np.int64), np.empty(10, np.int64), np.empty(4, np.uint64)
    times = np.empty((RANK_PAIRS, counts.shape[0]), np.int64)
    for row in range(first, last):
        live_cards(boards, PLAIN + row, live)
        for at in range(10):
            a, b, c = subflop(boards, PLAIN + row, at)
            dealt[at] = dealt_flop(a, b, c)
        times[:] = 0
        for high in range(1, LIVE):
            count_raises(words, dealt, live[high], sums)
            for low in range(high):
                hand = rank_pair(live[low] >> 2, live[high] >> 2)
                pair = pair_at(live[low], live[high])
                if preflop[pair]:
                    times[hand, RAISES + preflop[pair]] += 10
                    continue
                raised = raises_with(sums, live[low])
                plays = rivers[PLAIN + row, pair >> 6] >> np.uint64(pair & WORD) & ONE
                times[hand, FLOP] += raised
                times[hand, RIVER if plays else FOLD] += 10 - raised
        hand = 0
        for high in range(13):
            for low in range(high + 1):
                mark = ranked[row, hand]
                few = unqualified(weak, row, low, high, 13, mark)
                for decision in range(counts.shape[0]):
                    if times[hand, decision]:
                        add_hand(counts, decision, times[hand, decision] * sizes[PLAIN + row], mark, few)
                hand += 1
