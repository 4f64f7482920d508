"""Hole cards that make a progressive line with the flop, and what a prize that a fold gives up does to them.

``starts`` and ``pairs`` list, class of flops by class of flops, the pairs of hole cards with a line; ``kinds`` are
their categories. A prize is taken for granted, so that folding costs it: nothing but a fold is worth less than without.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_boards import CATEGORY, DEALERS, LIVE, PLAIN, TIED, TIED_MASK, live_cards, rank_pair
from pitboss.maths._kernels.holdem_index import exchanged, flop_class, pair_at, signed
from pitboss.maths._kernels.holdem_tally import FOLD, RIVER
from pitboss.maths._kernels.holdem_values import hand_values, subflop, unqualified
from pitboss.maths.cache import inlined, kernel

__all__ = ["tally_lines", "weigh_lines"]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

ONE: Final = np.uint64(1)
WORD: Final = 63


def pair_cards() -> NDArray[np.int64]:
    """The two cards of each pair, the lower first."""
    high, low = np.tril_indices(52, -1)
    return np.ascontiguousarray(np.stack((low, high), axis=1).astype(np.int64))


CARDS: Final = pair_cards()


@inlined
def undone(exchange: int) -> int:
    """The exchange of suits that takes another one back."""
    back = 0
    for suit in range(4):
        back |= suit << 2 * (exchange >> 2 * suit & 3)
    return back


@inlined
def find_places(boards: U8, row: int, live: I64, places: I64) -> None:
    """Where each card stands among those that are not on the board, -1 for one that is on it."""
    live_cards(boards, row, live)
    places[:] = -1
    for place in range(LIVE):
        places[live[place]] = place


@inlined
def find_hand(ranked: U32, weak: U16, at: int, low: int, high: int, places: I64, plain: bool) -> tuple[np.uint32, int]:
    """The number of a hand on a board, and the dealers against it that do not qualify."""
    if plain:
        mark = ranked[at, rank_pair(low >> 2, high >> 2)]
        return mark, unqualified(weak, at, low >> 2, high >> 2, 13, mark)
    mark = ranked[at, pair_at(places[low], places[high])]
    return mark, unqualified(weak, at, places[low], places[high], LIVE, mark)


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], int64[::1], "
    "uint16[::1], uint8[::1], int64[::1], int64[::1], int64[:, ::1])"
)
def weigh_lines(
    boards: U8,
    sizes: I64,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    starts: I64,
    pairs: U16,
    kinds: U8,
    prizes: I64,
    holes: I64,
    flops: I64,
) -> None:
    """Take from going on to the river what folding a prize costs; prizes are by category."""
    live, places = np.empty(LIVE, np.int64), np.empty(52, np.int64)
    plain = first >= PLAIN
    for row in range(first, last):
        find_places(boards, row, live, places)
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            back = undone(exchange)
            for item in range(starts[flop], starts[flop + 1]):
                one, two = exchanged(CARDS[pairs[item], 0], back), exchanged(CARDS[pairs[item], 1], back)
                low, high = min(one, two), max(one, two)
                if places[low] < 0 or places[high] < 0:
                    continue
                mark, few = find_hand(ranked, weak, row - PLAIN if plain else row, low, high, places, plain)
                _, river, _, fold, _ = hand_values(terms, mark, few)
                cost = sizes[row] * (max(river, fold) - max(river, fold - DEALERS * prizes[kinds[item]]))
                holes[pair_at(low, high)] -= cost
                flops[flop, pairs[item]] += cost


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], int64[::1], "
    "uint16[::1], uint8[::1], int64[::1], uint8[::1], uint64[:, ::1], uint64[:, ::1], int64[::1], int64[:, :, ::1])"
)
def tally_lines(
    boards: U8,
    sizes: I64,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    starts: I64,
    pairs: U16,
    kinds: U8,
    prizes: I64,
    preflop: U8,
    flops: U64,
    rivers: U64,
    kept: I64,
    counts: I64,
) -> None:
    """Count the lines that are not folded, and move the hands that bet on the river for their prize alone."""
    live, places = np.empty(LIVE, np.int64), np.empty(52, np.int64)
    plain = first >= PLAIN
    for row in range(first, last):
        find_places(boards, row, live, places)
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            back = undone(exchange)
            for item in range(starts[flop], starts[flop + 1]):
                now = pairs[item]
                one, two = exchanged(CARDS[now, 0], back), exchanged(CARDS[now, 1], back)
                low, high = min(one, two), max(one, two)
                if places[low] < 0 or places[high] < 0:
                    continue
                pair = pair_at(low, high)
                plays = preflop[pair] or flops[flop, now >> 6] >> np.uint64(now & WORD) & ONE
                if not plays and not rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE:
                    mark, few = find_hand(ranked, weak, row - PLAIN if plain else row, low, high, places, plain)
                    _, river, _, fold, _ = hand_values(terms, mark, few)
                    if river <= fold - DEALERS * prizes[kinds[item]] or prizes[kinds[item]] == 0:
                        continue
                    for column, amount in enumerate(
                        (1, signed(mark & TIED_MASK), signed(mark >> TIED & TIED_MASK), few)
                    ):
                        counts[FOLD, mark >> CATEGORY, column] -= sizes[row] * amount
                        counts[RIVER, mark >> CATEGORY, column] += sizes[row] * amount
                kept[kinds[item]] += sizes[row]
