"""What counters take from a side bet of blackjack, at every depth of the shoe at once.

The shoes and their results are those of :mod:`pitboss.maths.sidebets.blackjack.countability`. Where a count of tags is
bet by, from which count on is chosen by the effects of removal; where no effects tell it (suits), by the results of
every other shoe, and what it brings is measured by the rest. So luck does not choose the
trigger; which counter takes most is chosen by the same results, which flatters the best of two or three a little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.blackjack.state import SideBet
from pitboss.maths.counting import Count
from pitboss.maths.sidebets.blackjack.by_count import counts_of
from pitboss.maths.sidebets.blackjack.countability import VALUE_OF, Shoes, looks_at_suits, tells_apart
from pitboss.maths.sidebets.countability import BY_CARD, BY_SUITS, BY_VALUE, Counting, best_tags, correlation
from pitboss.rules.blackjack.sections import Dealer

__all__ = ["CounterByDepth", "Gain", "bet_by_depth"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]
TITLES: Final[Mapping[str, str]] = {
    BY_VALUE: "its best count",
    BY_CARD: "its best count by rank and suit",
    BY_SUITS: "a count of each suit",
}


@dataclass(frozen=True, slots=True)
class Gain:
    """What a counter takes in 100 rounds with some cards behind the cut, in stakes, and how often they bet."""

    cut: int
    per_hundred: float
    error: float
    bets: float


@dataclass(frozen=True, slots=True)
class CounterByDepth:
    """Somebody who bets when ahead, by their count."""

    title: str
    tags: str
    """As a count is written; empty where it is no running count."""
    correlation: float
    gains: tuple[Gain, ...]


def bet_by_depth(
    side: SideBet, dealer: Dealer, effects: Mapping[Card, Any], edge: float, counting: Counting, cuts: Sequence[int],
    count: Count,
) -> tuple[CounterByDepth, CounterByDepth]:  # fmt: skip
    """Return the counter who takes most at the first of the cuts, and somebody who bets by a given count.

    The shoes are dealt down to the cut of ``counting``, which is the smallest.
    """
    gains = np.array([-float(effects.get(card, 0)) for card in DECK])
    seen = _Seen(Shoes(side, dealer, counting), gains, edge)
    by_value = np.array([gains[value == VALUE_OF].mean() for value in range(10)])
    own = np.array(best_tags(by_value - gains.mean()))[VALUE_OF]
    found = [seen.by_tags(BY_VALUE, own, cuts)]
    if tells_apart(gains, by_value):
        found.append(seen.by_tags(BY_CARD, np.array(best_tags(gains - gains.mean(), np.ones(52, dtype=int))), cuts))
    if looks_at_suits(side):
        found.append(seen.by_suits(cuts))
    return max(found, key=lambda one: one.gains[0].per_hundred), seen.by_count(count, counting.decks, cuts)


class _Seen:
    """Random shoes as counters of one bet see them."""

    def __init__(self, shoes: Shoes, gains: F64, edge: float) -> None:
        self.shoes, self.effects = shoes, gains
        self.ahead = shoes.ahead(-edge, gains - gains.mean())

    def by_tags(self, name: str, tags: I64, cuts: Sequence[int]) -> CounterByDepth:
        """By the true count of tags, one for each card."""
        counts = self.shoes.true_counts(tags)
        likeness = correlation(tags.astype(np.float64), self.effects)
        return CounterByDepth(TITLES[name], _written(tags), likeness, self._gains(counts, cuts))

    def by_count(self, count: Count, decks: int, cuts: Sequence[int]) -> CounterByDepth:
        """By any count; where it goes against the bet, when it is low."""
        likeness = correlation(np.array(count.betting.tags, dtype=np.float64), self.effects)
        counts = counts_of(self.shoes, count.betting, decks).astype(np.float64)
        return CounterByDepth(str(count), count.text, likeness, self._gains(-counts if likeness < 0 else counts, cuts))

    def by_suits(self, cuts: Sequence[int]) -> CounterByDepth:
        """By how far the largest suit exceeds the smallest: chosen in every other shoe, measured in the rest."""
        spread = self.shoes.suit_spread()
        found = []
        for cut in cuts:
            n = self._starts(cut)
            trigger = _trigger(spread[::2, :n], self.shoes.worth[::2, :n])
            found.append(self._gain(cut, spread[1::2, :n] >= trigger, self.shoes.worth[1::2, :n]))
        return CounterByDepth(TITLES[BY_SUITS], "", 0.0, tuple(found))

    def _gains(self, counts: F64, cuts: Sequence[int]) -> tuple[Gain, ...]:
        found = []
        for cut in cuts:
            n = self._starts(cut)
            bets = counts[:, :n] >= _trigger(counts[:, :n], self.ahead[:, :n])
            found.append(self._gain(cut, bets, self.shoes.worth[:, :n]))
        return tuple(found)

    def _starts(self, cut: int) -> int:
        """How many rounds begin before a cut card."""
        return max(int(np.searchsorted(self.shoes.starts, self.shoes.cards - cut)), 1)

    @staticmethod
    def _gain(cut: int, bets: NDArray[np.bool_], worth: F64) -> Gain:
        by_shoe = 100 * np.where(bets, worth, 0.0).mean(axis=1)
        error = float(by_shoe.std(ddof=1)) / sqrt(len(by_shoe))
        return Gain(cut, float(by_shoe.mean()), error, float(bets.mean()))


def _written(tags: I64) -> str:
    """Tags of all cards as a count is written; one that does not add up to 0 starts so that it is balanced."""
    return Count(tuple(int(tag) for tag in tags), 1, start_per_deck=-int(tags.sum())).text


def _trigger(counts: F64, worth: F64) -> int:
    """The whole count from which on betting brings most; one that never comes where none is ahead."""
    whole = np.floor(counts).astype(np.int64)
    low = int(whole.min())
    sums = np.bincount((whole - low).ravel(), weights=worth.ravel())
    return low + int(np.append(np.cumsum(sums[::-1])[::-1], 0.0).argmax())
