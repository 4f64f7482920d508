"""Hole cards that make a progressive line with the flop, and what a prize that a fold gives up does to them.

``starts`` and ``pairs`` list, class of flops by class of flops, the pairs of hole cards with a line; ``kinds`` are
their categories. A prize is taken for granted, so that folding costs it: nothing but a fold is worth less than without.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_boards import CATEGORY, DEALERS, TIED, TIED_MASK, sort_of, sort_pair, sorts_on
from pitboss.maths._kernels.holdem_index import flop_class, signed
from pitboss.maths._kernels.holdem_tally import FOLD, RIVER
from pitboss.maths._kernels.holdem_values import PAIR_MOVES, hand_values, subflop, unqualified
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
def cards_on(boards: U8, row: int) -> np.uint64:
    """The cards of a board, a bit for each."""
    held = np.uint64(0)
    for at in range(5):
        held |= ONE << np.uint64(boards[row, at])
    return held


@inlined
def find_hand(ranked: U32, weak: U16, at: int, low: int, high: int, sorts: int) -> tuple[np.uint32, int]:
    """The number of a hand on a board, and the dealers against it that do not qualify."""
    one, two = sort_of(low, sorts), sort_of(high, sorts)
    mark = ranked[at, sort_pair(min(one, two), max(one, two))]
    return mark, unqualified(weak, at, one, two, sorts, mark)


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], int64[::1], "
    "uint16[::1], uint8[::1], int64[::1], uint64[:, ::1], int64[::1], int64[:, ::1])"
)
def weigh_lines(
    boards: U8,
    sizes: I64,
    start: int,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    starts: I64,
    pairs: U16,
    kinds: U8,
    prizes: I64,
    rivers: U64,
    holes: I64,
    flops: I64,
) -> None:
    """Take from going on to the river what folding a prize costs; prizes are by category, and none is 0.

    ``rivers`` has a bit for each hand that bets there without a prize, too.
    """
    sorts = sorts_on(start)
    for row in range(first, last):
        held = cards_on(boards, row)
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            back = undone(exchange)
            for item in range(starts[flop], starts[flop + 1]):
                pair = PAIR_MOVES[back, pairs[item]]
                if rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE:
                    continue
                low, high = CARDS[pair, 0], CARDS[pair, 1]
                if (held >> np.uint64(low) | held >> np.uint64(high)) & ONE:
                    continue
                mark, few = find_hand(ranked, weak, row - start, low, high, sorts)
                _, river, _, fold, _ = hand_values(terms, mark, few)
                cost = sizes[row] * (max(river, fold) - max(river, fold - DEALERS * prizes[kinds[item]]))
                holes[pair] -= cost
                flops[flop, pairs[item]] += cost


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], int64[::1], "
    "uint16[::1], uint8[::1], int64[::1], uint64[:, ::1], int64[::1], int64[:, :, ::1])"
)
def tally_lines(
    boards: U8,
    sizes: I64,
    start: int,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    starts: I64,
    pairs: U16,
    kinds: U8,
    prizes: I64,
    rivers: U64,
    kept: I64,
    counts: I64,
) -> None:
    """Count the lines of hands that come to the river and are not folded there, and move those that bet for a prize."""
    sorts = sorts_on(start)
    for row in range(first, last):
        held = cards_on(boards, row)
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            back = undone(exchange)
            for item in range(starts[flop], starts[flop + 1]):
                pair = PAIR_MOVES[back, pairs[item]]
                low, high = CARDS[pair, 0], CARDS[pair, 1]
                if (held >> np.uint64(low) | held >> np.uint64(high)) & ONE:
                    continue
                if not rivers[row, pair >> 6] >> np.uint64(pair & WORD) & ONE:
                    mark, few = find_hand(ranked, weak, row - start, low, high, sorts)
                    _, river, _, fold, _ = hand_values(terms, mark, few)
                    if river <= fold - DEALERS * prizes[kinds[item]] or prizes[kinds[item]] == 0:
                        continue
                    for column, amount in enumerate(
                        (1, signed(mark & TIED_MASK), signed(mark >> TIED & TIED_MASK), few)
                    ):
                        counts[FOLD, mark >> CATEGORY, column] -= sizes[row] * amount
                        counts[RIVER, mark >> CATEGORY, column] += sizes[row] * amount
                kept[kinds[item]] += sizes[row]
