"""What a game of poker against the dealer is worth: the figures that follow from how its rounds end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import ClassVar, Protocol

from pitboss.maths.display import edge, fragment, html_table
from pitboss.maths.figures import LineFigure, WagerFigures

__all__ = ["PokerEnding", "PokerSolution", "SolvedRecord"]


class SolvedRecord(Protocol):
    """The rules of a game in numbers, as far as figures are made from them."""

    @property
    def stake(self) -> int:
        """The Ante in cents."""

    @property
    def basis(self) -> str:
        """What the figures are for, in words."""


class PokerEnding(Protocol):
    """One way a round ends: the decision, how many outcomes end so, and the cents of each wager."""

    @property
    def decision(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def ante(self) -> int: ...
    @property
    def equal(self) -> int: ...
    @property
    def play(self) -> int: ...
    @property
    def staked(self) -> int: ...
    @property
    def net(self) -> int: ...


class PokerSolution:
    """A game under a way to play, exactly: all figures are per unit of the Ante."""

    EQUAL: ClassVar[str]
    """What the wager that equals the Ante is called."""
    record: SolvedRecord
    endings: Sequence[PokerEnding]
    outcomes: int
    """All that can be dealt to one hand."""

    def _mean(self, cents: Callable[[PokerEnding], int]) -> Fraction:
        return Fraction(sum(end.count * cents(end) for end in self.endings), self.outcomes * self.record.stake)

    @cached_property
    def expectation(self) -> Fraction:
        """What Ante, its equal and Play win together."""
        return self._mean(lambda end: end.net)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of the Ante."""
        return -self.expectation

    @cached_property
    def wagers(self) -> Mapping[str, Fraction]:
        """The share of each wager in the expectation."""
        return {
            "ante": self._mean(lambda end: end.ante),
            self.EQUAL.lower(): self._mean(lambda end: end.equal),
            "play": self._mean(lambda end: end.play),
        }

    @cached_property
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
        """How many outcomes see each decision: the bet that was made, or the fold."""
        found: dict[str, int] = {}
        for end in self.endings:
            found[end.decision] = found.get(end.decision, 0) + end.count
        return found

    @cached_property
    def average_bet(self) -> Fraction:
        """What lies on Ante, its equal and Play together in the mean."""
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
            title=f"Ante, {self.EQUAL} and Play",
            house_edge=float(self.house_edge),
            standard_deviation=self.standard_deviation,
            exact=self.house_edge,
            lines=lines,
            basis=self.record.basis,
        )
