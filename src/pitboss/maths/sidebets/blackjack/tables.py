"""Bets as arrays: the lines of every deal at once, by the very patterns that settle one deal at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.bets.compiled import Compiled, Lines
from pitboss.bets.patterns import DealFacts
from pitboss.cards import DECK

__all__ = ["CARDS", "Table", "axis", "line_table"]

CARDS = np.arange(len(DECK), dtype=np.int64)


class Table(NamedTuple):
    """The number of its lines for every deal; number 0 is a bet that is lost."""

    ways: NDArray[np.int16]
    lines: tuple[Lines, ...]


def axis(place: int, dimensions: int) -> NDArray[np.int64]:
    """All cards along one axis of a table."""
    return CARDS.reshape([-1 if one == place else 1 for one in range(dimensions)])


def line_table(compiled: Compiled, cards: Sequence[Any], facts: Mapping[str, Any], shape: tuple[int, ...]) -> Table:
    """Number the lines of every deal that arrays of cards and facts describe."""
    codes = np.broadcast_to(np.asarray(compiled.code(DealFacts(cards, facts)), dtype=np.int64), shape)
    found, places = np.unique(codes, return_inverse=True)
    numbers: dict[Lines, int] = {(): 0}
    named = [numbers.setdefault(compiled.decoded(int(code))[0], len(numbers)) for code in found]
    return Table(np.array(named, dtype=np.int16)[places].reshape(shape), tuple(numbers))
