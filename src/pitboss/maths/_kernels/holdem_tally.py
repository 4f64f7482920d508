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
    BITS,
    CATEGORY,
    LIVE,
    SUITED_SORTS,
    TIED,
    TIED_MASK,
    is_hand,
    live_cards,
    live_suits,
    sort_cards,
    sort_of,
    sort_pair,
    sorts_on,
)
from pitboss.maths._kernels.holdem_index import SUITS_KEPT, WORDS, exchanged, flop_class, pair_at, pair_of, signed
from pitboss.maths._kernels.holdem_values import SUBFLOPS, hole_class, mark_hands, subflop, unqualified
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "DEALT_FLOPS",
    "FLOP",
    "FOLD",
    "RAISES",
    "RIVER",
    "plays_alike",
    "plays_by_sorts",
    "spread_flops",
    "tally_hands",
    "tally_sorts",
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


LOWEST: Final = np.array([0, *((number & -number).bit_length() - 1 for number in range(1, 16))], dtype=np.int64)
"""The first suit of a set of suits."""


@inlined
def first_hand(suits: I64, low: int, high: int) -> int:
    """The pair of hole cards that stands for a pair of sorts of which there is a hand."""
    left = suits[high] & suits[high] - 1 if low == high else suits[high]
    return pair_of(4 * (low % 13) + LOWEST[suits[low]], 4 * (high % 13) + LOWEST[left])


@kernel("boolean(uint8[:, ::1], uint64[:, ::1])")
def plays_by_sorts(boards: U8, rivers: U64) -> bool:
    """Whether hands of the same sorts decide alike on every board: as the first of them does."""
    live, suits = np.empty(LIVE, np.int64), np.empty(SUITED_SORTS, np.int64)
    cards, partners = np.empty(SUITED_SORTS, np.uint64), np.empty(SUITED_SORTS, np.uint64)
    found = np.empty((1, WORDS), np.uint64)
    for row in range(len(boards)):
        live_cards(boards, row, live)
        live_suits(boards, row, suits)
        sorts = sorts_on(row)
        for high in range(sorts):
            cards[high], partners[high] = sort_cards(suits, high), np.uint64(0)
            for low in range(high + 1):
                if is_hand(suits, low, high):
                    pair = first_hand(suits, low, high)
                    if rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE:
                        partners[high] |= cards[low]
                        partners[low] |= cards[high]
        found[:] = np.uint64(0)
        mark_hands(found, 0, live, sorts, partners)
        for word in range(WORDS):
            if found[0, word] != rivers[row, word]:
                return False
    return True


@inlined
def take_off(raised: I64, word: np.uint64, gone: int, suit: int, sorts: int) -> None:
    """Take off the hands with a card that is gone, whose partners are the bits of a word, by the partners' sorts."""
    for rank in range(13):
        partners = signed(word >> np.uint64(4 * rank)) & 0b1111
        if sorts == SUITED_SORTS:
            raised[sort_pair(gone, rank + 13)] -= partners >> suit & 1
            partners &= ~(1 << suit)
        raised[sort_pair(min(gone, rank), max(gone, rank))] -= BITS[partners]


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64, uint32[:, ::1], uint16[:, ::1], uint8[::1], "
    "uint8[:, :, ::1], uint64[:, ::1], uint64[:, ::1], int64[:, :, ::1])"
)
def tally_sorts(
    boards: U8,
    sizes: I64,
    start: int,
    first: int,
    last: int,
    ranked: U32,
    weak: U16,
    preflop: U8,
    by_sorts: U8,
    partners: U64,
    rivers: U64,
    counts: I64,
) -> None:
    """Count a way to play for which hands of the same sorts are alike on the river.

    ``preflop`` is by class of hole cards, ``by_sorts`` how many hands come to each flop and raise there, by the suit of
    a flush and by pair of sorts; ``partners`` the cards that do so with each card, which is taken off for turn and
    river.
    """
    sorts, pairs = sorts_on(start), ranked.shape[1]
    suits, raised = np.empty(sorts, np.int64), np.empty(pairs, np.int64)
    for row in range(first, last):
        live_suits(boards, row, suits)
        raised[:] = 0
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            suit = exchange & 3 if sorts == SUITED_SORTS else 0
            for hand in range(pairs):
                raised[hand] += signed(by_sorts[flop, suit, hand])
            turn, river = signed(boards[row, SUBFLOPS[at, 3]]), signed(boards[row, SUBFLOPS[at, 4]])
            turn_now, river_now = exchanged(turn, exchange), exchanged(river, exchange)
            one, two = sort_of(turn, sorts), sort_of(river, sorts)
            with_turn, with_river = partners[flop, turn_now], partners[flop, river_now]
            raised[sort_pair(min(one, two), max(one, two))] += signed(with_turn >> np.uint64(river_now) & ONE)
            if suits[one]:
                take_off(raised, with_turn, one, suit, sorts)
            if suits[two]:
                take_off(raised, with_river, two, suit, sorts)
        size, hand = sizes[row], 0
        for high in range(sorts):
            for low in range(high + 1):
                mark, raises = ranked[row - start, hand], raised[hand]
                hand += 1
                if mark == 0:
                    continue
                few = unqualified(weak, row - start, low, high, sorts, mark)
                others, of_suit, kind, suited_kind = hole_class(suits, low, high)
                going_on = 0
                for times, number in ((others, preflop[kind]), (of_suit, preflop[suited_kind])):
                    if number == 0:
                        going_on += 10 * times
                    elif times:
                        add_hand(counts, RAISES + number, 10 * times * size, mark, few)
                if raises:
                    add_hand(counts, FLOP, raises * size, mark, few)
                if going_on > raises:
                    pair = first_hand(suits, low, high)
                    plays = rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE
                    add_hand(counts, RIVER if plays else FOLD, (going_on - raises) * size, mark, few)


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64, uint32[:, ::1], uint16[:, ::1], uint8[::1], uint64[:, ::1], "
    "uint64[:, ::1], int64[:, :, ::1])"
)
def tally_hands(
    boards: U8,
    sizes: I64,
    start: int,
    first: int,
    last: int,
    ranked: U32,
    weak: U16,
    preflop: U8,
    words: U64,
    rivers: U64,
    counts: I64,
) -> None:
    """Count any way to play, hand by hand; the rows of ``ranked`` begin with the class ``start``."""
    sorts = sorts_on(start)
    live, dealt, sums = np.empty(LIVE, np.int64), np.empty(10, np.int64), np.empty(4, np.uint64)
    times = np.empty((ranked.shape[1], counts.shape[0]), np.int64)
    for row in range(first, last):
        live_cards(boards, row, live)
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            dealt[at] = dealt_flop(a, b, c)
        times[:] = 0
        for high in range(1, LIVE):
            count_raises(words, dealt, live[high], sums)
            one = sort_of(live[high], sorts)
            for low in range(high):
                two = sort_of(live[low], sorts)
                hand, pair = sort_pair(min(one, two), max(one, two)), pair_at(live[low], live[high])
                if preflop[pair]:
                    times[hand, RAISES + preflop[pair]] += 10
                    continue
                raised = raises_with(sums, live[low])
                plays = rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE
                times[hand, FLOP] += raised
                times[hand, RIVER if plays else FOLD] += 10 - raised
        hand = 0
        for high in range(sorts):
            for low in range(high + 1):
                mark = ranked[row - start, hand]
                if mark:
                    few = unqualified(weak, row - start, low, high, sorts, mark)
                    for decision in range(counts.shape[0]):
                        if times[hand, decision]:
                            add_hand(counts, decision, times[hand, decision] * sizes[row], mark, few)
                hand += 1
