"""What Crazy 4 Poker is worth under a way to play: every end of a round with how often it comes, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.crazy4.faced import OUTCOMES
from pitboss.maths.crazy4.record import Crazy4Record
from pitboss.maths.display import edge, fragment, html_table
from pitboss.maths.figures import LineFigure, WagerFigures

__all__ = ["Crazy4Solution", "Ending"]


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a round ends: the decision, the player's hand, what the dealer has, and the cents of each wager."""

    decision: str
    """A bet such as ``3x``, or ``fold``."""
    hand: str
    """The line of the Super Bonus, or "less"."""
    result: str
    """"win", "tie", "lose", "not open" or "fold"."""
    count: int
    ante: int
    super_bonus: int
    play: int
    staked: int
    """Ante, Super Bonus and Play together."""

    @property
    def net(self) -> int:
        return self.ante + self.super_bonus + self.play


@dataclass(frozen=True, eq=False)
class Crazy4Solution:
    """A game of Crazy 4 Poker under a way to play, exactly: all figures are per unit of the Ante."""

    record: Crazy4Record
    play: NDArray[np.uint8]
    """The multiple of the Ante for every hand by its number, 0 for a fold."""
    endings: tuple[Ending, ...]
    outcomes: int = OUTCOMES

    def _mean(self, cents: Callable[[Ending], int]) -> Fraction:
        return Fraction(sum(end.count * cents(end) for end in self.endings), self.outcomes * self.record.stake)

    @cached_property
    def expectation(self) -> Fraction:
        return self._mean(lambda end: end.net)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of the Ante."""
        return -self.expectation

    @cached_property
    def wagers(self) -> Mapping[str, Fraction]:
        """What each wager brings, in units of the Ante."""
        return {
            "ante": self._mean(lambda end: end.ante),
            "super bonus": self._mean(lambda end: end.super_bonus),
            "play": self._mean(lambda end: end.play),
        }

    @property
    def variance(self) -> Fraction:
        squares = sum(end.count * end.net**2 for end in self.endings)
        return Fraction(squares, self.outcomes * self.record.stake**2) - self.expectation**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """How many outcomes end with each result in units, from the worst."""
        found: dict[Fraction, int] = {}
        for end in self.endings:
            units = Fraction(end.net, self.record.stake)
            found[units] = found.get(units, 0) + end.count
        return dict(sorted(found.items()))

    @cached_property
    def frequencies(self) -> dict[str, int]:
        """How many outcomes see each decision."""
        found: dict[str, int] = {}
        for end in self.endings:
            found[end.decision] = found.get(end.decision, 0) + end.count
        return found

    @cached_property
    def average_bet(self) -> Fraction:
        """What lies on Ante, Super Bonus and Play together in the mean."""
        return self._mean(lambda end: end.staked)

    @property
    def element_of_risk(self) -> Fraction:
        """The edge as a share of all that is bet."""
        return self.house_edge / self.average_bet

    def _repr_html_(self) -> str:
        bets = [[bet.capitalize(), edge(-float(won))] for bet, won in self.wagers.items()]
        made = [[decision, f"{count / self.outcomes * 100:.4f} %"] for decision, count in self.frequencies.items()]
        return fragment(
            f"House edge {edge(float(self.house_edge))}",
            html_table(["bet", "its share of the edge"], bets),
            html_table(["decision", "of all rounds"], made),
            notes=[f"For {self.record.basis}."],
        )

    def figures(self) -> WagerFigures:
        """Return the game as one wager, with its results as lines."""
        lines = tuple(
            LineFigure(str(units), f"{float(units):+g} units", units, Fraction(count, self.outcomes))
            for units, count in self.distribution.items()
        )
        return WagerFigures(
            wager="main",
            title="Ante, Super Bonus and Play",
            house_edge=float(self.house_edge),
            standard_deviation=self.standard_deviation,
            exact=self.house_edge,
            lines=lines,
            basis=self.record.basis,
        )
