"""One visit of a guest as plain figures: what they bet, what came of it, and what could be known of the cards then."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.following.habits import usual_bets

__all__ = ["Plays", "Visit"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]


def _no_plays() -> Plays:
    nothing = np.zeros(0, dtype=np.int64)
    return Plays(nothing, nothing.astype(np.uint8), nothing, nothing.astype(float), np.zeros((0, 0)))


@dataclass(frozen=True)
class Plays:
    """Decisions of a visit that a counter makes by the count, in the order of time."""

    rounds: I64
    """The round of each, by its place in the visit."""
    taken: U8
    """1 where it was played as one plays from its index on: stood on 16, took insurance."""
    situations: I64
    """Hand and up card, numbered as the caller likes."""
    indices: F64
    """The Hi-Lo count from which on it is best."""
    leads: F64
    """The lead of each count at the decision, one column for each."""


@dataclass(frozen=True)
class Visit:
    """The rounds of a visit in the order of time, those included in which the guest sat at the table and bet nothing.

    A lead is what a count says before the bet, in true counts of Hi-Lo, so that +2 is the same of every count.
    """

    bets: I64
    """The main bets of each round in cents; 0 where the guest sat out."""
    nets: I64
    """What the round brought the guest by these bets."""
    depths: F64
    """The part of the shoe that was dealt before the bet."""
    shoes: I64
    """The shoe of each round; another number is another shuffle."""
    leads: F64
    """A row for each round, a column for each count."""
    side_bets: dict[str, tuple[U8, F64]] = field(default_factory=dict)
    """By side bet: 1 where it was placed, and the lead of the count that is best for it."""
    plays: Plays = field(default_factory=_no_plays)

    @cached_property
    def usual(self) -> I64:
        """The usual bet before each round."""
        return usual_bets(self.bets)

    def __len__(self) -> int:
        return len(self.bets)
