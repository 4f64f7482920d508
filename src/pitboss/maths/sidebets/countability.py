"""How countable a side bet is: what each card's removal does, the best simple count, and what it brings in a shoe.

The count's tags are whole numbers by value that follow the exact effects of removal as closely as small numbers can.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.counting.risk import AtCount

__all__ = [
    "BY_CARD",
    "BY_SUITS",
    "BY_VALUE",
    "EVERY_EFFECT",
    "SHARES",
    "VALUES",
    "BetByCount",
    "Countability",
    "Counter",
    "Counting",
    "FanPoint",
    "best_tags",
    "correlation",
]  # fmt: skip

F64 = NDArray[np.float64]

VALUES: Final = "A23456789T"
"""The values that a count tells apart."""
LEVELS: Final = 3
WORTH: Final = 0.5
"""Stakes in a hundred rounds from which on counting a bet pays for the attention."""


BY_VALUE, BY_CARD, BY_SUITS, EVERY_EFFECT = (
    "One running count", "One count by rank and suit", "The largest suit over the smallest",
    "The effects of all cards added up",
)  # fmt: skip
COUNTS: Final[Mapping[str, str]] = {
    BY_CARD: "a count by rank and suit",
    BY_SUITS: "a count of each suit",
}
"""What is said of somebody who counts more than values."""


class Counting(NamedTuple):
    """The shoes in which a bet is counted, and by which tags and from which true count on; None for the best."""

    decks: int
    cut: int
    """Cards behind the cut card."""
    tags: tuple[int, ...] | None
    trigger: float | None
    shoes: int
    seed: int


@dataclass(frozen=True, slots=True)
class Counter:
    """Somebody who bets when ahead: how often that is, with what edge, and what a hundred rounds bring, in stakes."""

    name: str
    correlation: float
    trigger: float | None
    """The true count from which on they bet; None where the effects of removal say it without tags."""
    bets: float
    edge: float
    per_hundred: float
    error: float
    """The standard error of what a hundred rounds bring, from shoe to shoe."""

    @property
    def words(self) -> str:
        return COUNTS.get(self.name, "a simple count")

    @property
    def gain(self) -> str:
        return f"{self.per_hundred:.2f} ± {self.error:.2f} stakes in 100 rounds"


@dataclass(frozen=True, slots=True)
class BetByCount:
    """A side bet by some count: its edge at each count, and what betting it when ahead brings, in stakes."""

    wager: str
    title: str
    house_edge: float
    correlation: float
    rows: tuple[AtCount, ...]
    trigger: int | None
    """The count from which on it is bet; None where no count makes it worth a bet."""
    below: bool
    """Whether it is bet at that count and below, as the count goes against the bet."""
    bets: float
    edge: float
    per_hundred: float
    error: float
    shoes: int
    """Random shoes that it was looked at in; 0 where only the correlation is known."""


SHARES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class FanPoint:
    """After how many cards which edge the guest has: that of the unlucky 5 %, quarters and middle, lucky 5 %."""

    dealt: int
    low: float
    quarter: float
    middle: float
    three_quarters: float
    high: float


@dataclass(frozen=True, slots=True)
class Countability:
    """A bet as a counter sees it."""

    wager: str
    title: str
    decks: int
    cut: int
    house_edge: float
    effects: Mapping[str, float]
    """What the removal of one card of a value does to the guest's return, in stakes."""
    tags: tuple[int, ...]
    """The best simple count: a whole number for each value, A to T."""
    card_tags: Mapping[str, int]
    """The best count by rank and suit, cards of tag 0 left out; empty where the value of a card says it all."""
    counters: tuple[Counter, ...]
    shoes: int
    fan: tuple[FanPoint, ...]
    """How the guest's edge spreads while the shoe is dealt."""
    fan_exact: bool
    """Whether that edge is exact for each shoe; else the effects of removal tell it."""

    @property
    def finding(self) -> str:
        """Whether it is worth a counter's time, in plain words."""
        best = max((who for who in self.counters if who.trigger is not None), key=lambda who: who.per_hundred)
        if best.per_hundred < 0.05 or not best.bets:
            return f"{self.title} cannot be counted to any use: a simple count brings next to nothing."
        told = f"{best.words} bets in {best.bets:.1%} of rounds, ahead by {best.edge:.1%}"
        if best.per_hundred < WORTH:
            return f"{self.title} is hardly worth a counter's time: {told}, {best.gain}."
        return f"{self.title} is worth a counter's time: {told}, {best.gain}."


def best_tags(effects: F64, weights: NDArray[np.int64] | None = None) -> tuple[int, ...]:
    """The whole numbers up to three that follow the effects most closely, by value where no weights are given.

    >>> best_tags(np.array([1.0, 1.0, 0, 0, 0, 0, 0, 0, 0, -0.5]))
    (2, 2, 0, 0, 0, 0, 0, 0, 0, -1)
    """
    weights = np.array([1] * 9 + [4]) if weights is None else weights
    found: tuple[float, int, tuple[int, ...]] = (-1.0, 0, (0,) * len(effects))
    for scale in np.linspace(0.4, LEVELS + 0.49, 200) / max(float(np.abs(effects).max()), 1e-12):
        tags = np.clip(np.rint(effects * scale), -LEVELS, LEVELS)
        likeness = round(correlation(np.repeat(tags, weights), np.repeat(effects, weights)), 4)
        size = -int(np.abs(tags).sum())
        found = max(found, (likeness, size, tuple(int(tag) for tag in tags)))
    return found[2]


def correlation(one: F64, other: F64) -> float:
    """The correlation of two rows of numbers; 0 where one of them is constant."""
    if not one.std() or not other.std():
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])
