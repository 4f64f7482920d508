"""How a pair grows into hands when it is split, again and again, and how often each hand of a layout counts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

__all__ = ["layout_weights", "layouts"]

F64 = NDArray[np.float64]


@cache
def layouts(most: int, start: int = 2) -> tuple[tuple[int, int, int, int], ...]:
    """How a pair can grow into hands: ways, further cards of its value, hands closed by another card, hands left open.

    Hands are open to any second card once there are as many as allowed; N of them wait for theirs at the start.
    """
    found: Counter[tuple[int, int, int]] = Counter()

    def grow(hands: int, closed: int) -> None:
        if hands == most or closed == hands:
            found[hands - start, closed, hands - closed] += 1
        else:
            grow(hands, closed + 1)
            grow(hands + 1, closed)

    grow(start, 0)
    return tuple((ways, *layout) for layout, ways in sorted(found.items()))


@cache
def layout_weights(most: int, start: int = 2) -> tuple[F64, F64]:
    """How often hands that are closed, and hands left open, count in all layouts: the first hand and the new ones."""
    size = max(2 * most - start - 1, 1)
    closed, open_ = np.zeros((2, size)), np.zeros((2, size))
    for ways, gone, shut, free in layouts(most, start):
        hands = [(0, shut > 0), *((1, i < shut - 1) for i in range(shut + free - 1))]
        for which, is_closed in hands:
            others = shut - is_closed
            for n in range(others + 1):
                (closed if is_closed else open_)[which, gone + n] += ways * (-1) ** n * comb(others, n)
    return closed, open_
