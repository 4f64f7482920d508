"""Shoes as a counter meets them: random cards gone at every depth down to the cut, and the counts they show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.hands.totals import POINTS
from pitboss.maths.counting import Count

__all__ = ["FEATURES", "Met", "features", "meet"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

DEPTHS: Final = 40
LEFT_OUT: Final = 7
"""Shares of the ten values add up to 1, so one of them says nothing: that of the eights."""
FEATURES: Final = 11


def features(shoes: I64) -> F64:
    """What a value is fitted to: the mixture of a shoe, card by card and per deck, and how small the shoe is."""
    left = shoes.sum(axis=1, keepdims=True)
    usual = np.array([1] * 9 + [4]) / 13
    mixture = 52 * (shoes / left - usual)
    return np.concatenate([np.ones_like(left), np.delete(mixture, LEFT_OUT, axis=1), 52 / left], axis=1)


@dataclass
class Met:
    """Shoes before a round: how many cards of each value are left, and what the counter has counted."""

    count: Count
    shoes: I64
    left: I64
    running: I64
    betting: I64
    decks: int
    _known: dict[tuple[int, int], I64] = field(default_factory=dict, repr=False)

    @property
    def number(self) -> int:
        return len(self.shoes)

    def counts(self, shift: int, used: int) -> I64:
        """The count that each shoe shows once some cards more lie open, whose tags add up to ``shift`` units."""
        if (shift, used) not in self._known:
            self._known[shift, used] = _rounded(self.count, self.running + shift, self.left - used)
        return self._known[shift, used]

    def exact(self, shift: int, used: int) -> F64:
        """The same before it is rounded, in points."""
        return _exact(self.count, self.running + shift, self.left - used)

    def bet_counts(self) -> I64:
        """The count that each shoe is bet by."""
        return _rounded(self.count.betting, self.betting, self.left)


def _divisors(count: Count, left: I64) -> I64:
    table = np.array([count.divisor(n) for n in range(int(left.max()) + 1)])
    divisors: I64 = table[np.maximum(left, 1)]
    return divisors


def _exact(count: Count, running: I64, left: I64) -> F64:
    found: F64 = 52 * running / (count.unit * _divisors(count, left))
    return found


def _rounded(count: Count, running: I64, left: I64) -> I64:
    """The count as it is rounded, in whole numbers all the way."""
    over, by = 52 * running, count.unit * _divisors(count, left)
    if count.rounding == "nearest":
        found: I64 = (2 * over + by) // (2 * by)
        return found
    down: I64 = over // by
    return down if count.rounding == "down" else np.where(over < 0, -(-over // by), down)


def meet(count: Count, *, decks: int, cut: int, number: int, seed: int) -> Met:
    """Return random shoes, as many from each of some depths between a new shoe and the cut."""
    kinds = sorted({(POINTS[card] - 1, count.tag(card), count.betting.tag(card)) for card in DECK})
    place = {kind: at for at, kind in enumerate(kinds)}
    whole = np.zeros(len(kinds), dtype=np.int64)
    for card in DECK:
        whole[place[POINTS[card] - 1, count.tag(card), count.betting.tag(card)]] += decks
    random = np.random.default_rng(seed)
    depths = np.linspace(0, 52 * decks - max(cut, 20), DEPTHS).astype(int)
    gone = np.concatenate([random.multivariate_hypergeometric(whole, n, size=number // DEPTHS) for n in depths])
    values, tags, bets = (np.array(column) for column in zip(*kinds, strict=True))
    shoes = np.stack([(whole - gone)[:, values == value].sum(axis=1) for value in range(10)], axis=1)
    return Met(
        count, shoes, shoes.sum(axis=1), count.initial(decks) + gone @ tags,
        count.betting.initial(decks) + gone @ bets, decks,
    )  # fmt: skip
