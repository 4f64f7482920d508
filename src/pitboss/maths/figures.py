"""What the mathematics says about one wager: the form in which every solver hands its figures on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

__all__ = ["LineFigure", "WagerFigures"]


@dataclass(frozen=True, slots=True)
class LineFigure:
    """One way a wager can end: its name in the sheet, its words, what it pays per unit and how often it comes."""

    line: str
    title: str
    pays: Fraction
    """What is won per unit staked: -1 where the stake is lost, 0 where it is a push."""
    probability: Fraction | float
    """A fraction where it is known exactly."""


@dataclass(frozen=True, slots=True)
class WagerFigures:
    """A wager's edge and spread, per unit of its own stake (main games: per initial bet)."""

    wager: str
    title: str
    house_edge: float
    standard_deviation: float
    exact: Fraction | None
    """The edge as a fraction, or None where it is only known as a number."""
    lines: tuple[LineFigure, ...]
    basis: str
    """Stake, cards and play that the figures are for, in words."""

    @property
    def exact_edge(self) -> Fraction:
        """The edge of a wager that is known as a fraction."""
        assert self.exact is not None
        return self.exact
