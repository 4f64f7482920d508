"""A way to play hold'em as tables of bits, which simulation, strategy card and live values read alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, Card
from pitboss.maths._kernels.holdem_index import decides
from pitboss.maths._kernels.holdem_values import CLASS_OF, CLASSES

__all__ = ["BestPlay", "bits", "class_names", "hole_class", "unpacked"]


@dataclass(frozen=True)
class BestPlay:
    """Which hands raise on each street; kernels look a decision up by the functions of ``_kernels.holdem_index``."""

    preflop: NDArray[np.uint8]
    """The multiple of the Ante that is bet before the flop, 0 for a check, by pair of hole cards: shape (1326,)."""
    flop: NDArray[np.uint64]
    """A bit for each pair of hole cards that raises, by class of flops: shape (1755, 21)."""
    river: NDArray[np.uint64]
    """A bit for each pair that bets rather than fold, by class of boards: shape (134459, 21)."""

    def raises(self, hole: Sequence[Card], board: Sequence[Card] = ()) -> int:
        """What to do: the multiple before the flop (0: check), and 1 or 0 for a bet or none on a flop or a board."""
        if not board:
            return int(self.preflop[_pair(hole)])
        table = self.flop if len(board) == 3 else self.river
        return int(decides(table, np.array(hole, dtype=np.int64), np.array(board, dtype=np.int64)))


@cache
def class_names() -> tuple[str, ...]:
    """The 169 kinds of hole cards, as players write them: ``AA``, ``AKs`` (suited), ``AKo``."""
    names = []
    for number in range(CLASSES):
        first, second = divmod(number, 13)
        high, low = RANKS[max(first, second)], RANKS[min(first, second)]
        names.append(high + low + ("" if first == second else "s" if first < second else "o"))
    return tuple(names)


def hole_class(hole: Sequence[Card]) -> str:
    """The kind of two hole cards.

    >>> from pitboss.cards import parse_cards
    >>> hole_class(parse_cards("Td Ah")), hole_class(parse_cards("Kc 4c")), hole_class(parse_cards("2c 2s"))
    ('ATo', 'K4s', '22')
    """
    return class_names()[int(CLASS_OF[_pair(hole)])]


def _pair(hole: Sequence[Card]) -> int:
    """The number of a pair of cards, as ``pair_of`` gives it inside kernels."""
    low, high = sorted(hole)
    return high * (high - 1) // 2 + low


def bits(chosen: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Rows of decisions by pair of cards, as rows of 64-bit words."""
    packed = np.packbits(chosen, axis=1, bitorder="little")
    packed = np.pad(packed, ((0, 0), (0, -packed.shape[1] % 8)))
    return np.ascontiguousarray(packed).view("<u8").astype(np.uint64)


def unpacked(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Rows of words as decisions by pair of cards again."""
    chosen = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, count=len(CLASS_OF), bitorder="little")
    return chosen.view(np.bool_)
