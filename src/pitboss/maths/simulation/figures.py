"""What a tally says of a wager: its mean and how sure it is, its spread and its extremes."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from pitboss.maths.simulation.tally import WagerTally

__all__ = ["CONFIDENCE", "Shift", "SimulatedWager", "simulated"]

CONFIDENCE = 1.959963984540054
"""How many standard errors to either side hold the true value in 95 % of all runs."""


@dataclass(frozen=True, slots=True)
class Shift:
    """What the house keeps of a wager over a shift, as a share of the initial stakes."""

    rounds: int
    hold: float
    low: float
    high: float
    """Nineteen of twenty shifts end between these two."""
    house_loses: float
    """The share of shifts in which the house loses."""


@dataclass(frozen=True, slots=True)
class SimulatedWager:
    """A wager's figures, per unit of its initial stake; money in cents."""

    bets: int
    staked: int
    won: int
    house_edge: float
    standard_error: float
    standard_deviation: float
    element_of_risk: float
    """What the house keeps of all that was put on the layout."""
    worst: int
    best: int
    """The smallest and the largest result of one bet."""
    spread_of_round: float
    """The standard deviation of a round's result for all seats, in cents."""
    staked_per_round: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true edge lies with a confidence of 95 %."""
        margin = CONFIDENCE * self.standard_error
        return self.house_edge - margin, self.house_edge + margin

    def z_score(self, exact_edge: float) -> float | None:
        """How many standard errors the simulated edge lies from an exact one; None where no error is known."""
        return (self.house_edge - exact_edge) / self.standard_error if self.standard_error else None

    def shift(self, rounds: int) -> Shift:
        """The hold over N rounds, by the normal law that sums of many rounds follow."""
        spread = self.spread_of_round / (self.staked_per_round * sqrt(rounds))
        margin = CONFIDENCE * spread
        edge = self.house_edge
        loses = 0.5 * (1 - erf(edge / (spread * sqrt(2)))) if spread else float(edge < 0)
        return Shift(rounds, edge, edge - margin, edge + margin, loses)


def simulated(tally: WagerTally, rounds: int) -> SimulatedWager:
    """The figures of a wager that was made in these rounds."""
    assert tally.bets and rounds
    stake = tally.staked / tally.bets
    spread_of_round = _spread(tally.round_squares or tally.squares, tally.won, rounds)
    return SimulatedWager(
        bets=tally.bets,
        staked=tally.staked,
        won=tally.won,
        house_edge=-tally.won / tally.staked,
        standard_error=spread_of_round * sqrt(rounds) / tally.staked,
        standard_deviation=_spread(tally.squares, tally.won, tally.bets) / stake,
        element_of_risk=-tally.won / tally.action if tally.action else 0.0,
        worst=min(tally.results),
        best=max(tally.results),
        spread_of_round=spread_of_round,
        staked_per_round=tally.staked / rounds,
    )


def _spread(squares: int, total: int, number: int) -> float:
    """The standard deviation, from whole numbers that no rounding has touched."""
    return sqrt(max(squares * number - total * total, 0)) / number
