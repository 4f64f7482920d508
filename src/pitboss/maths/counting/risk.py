"""What bets by the count bring, and at which risk: win rate, risk of ruin, N0, SCORE, certainty equivalent, best bets.

A table of counts (how often, with which mean and square of a bet of one) is all that is looked at, so bets can be
changed without another simulation. With bets ``b`` a round's mean is ``Σ f b e``, its variance ``Σ f b² s - mean²``.

- risk of ruin of a bank ``B`` that is never added to: ``exp(-2 B mean / variance)`` (Schlesinger, Blackjack Attack)
- N0: rounds after which one standard deviation is won: ``variance / mean²``
- desirability index: ``1000 mean / deviation`` of a round; SCORE is its square: dollars in 100 rounds of somebody with
  a bank of $10,000 and a risk of ruin of 13.5 % who bets the best spread (the same)
- certainty equivalent: ``mean - variance / (2 k B)`` for somebody who bets the part ``k`` of Kelly's bets
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, floor, inf, log, sqrt
from typing import Final

import numpy as np

from pitboss.errors import NotationError

__all__ = ["AtCount", "Bettor", "Outcome", "best_bets", "outcome", "score", "smoothed"]

ROUNDS: Final = 100
"""Figures are told for this number of rounds."""
LARGEST, STEPS = 16.0, 280
"""Bets that are tried: sixteen times those of the accepted risk, then less and less, sixteen to the half."""


@dataclass(frozen=True, slots=True)
class AtCount:
    """The rounds that begin at a count: how often, and a bet of one's mean result, its error, and mean square."""

    count: int
    share: float
    mean: float
    error: float
    square: float

    @property
    def deviation(self) -> float:
        """The standard deviation of a bet's result."""
        return sqrt(max(self.square - self.mean**2, 0.0))


@dataclass(frozen=True, slots=True)
class Bettor:
    """Who bets: bank, accepted risk of ruin, the table's limits and chips in cents, spots, and whether they sit out."""

    bank: int
    risk: float
    minimum: int
    maximum: int
    step: int
    hands: int = 1
    """Spots that are played at once, each with the same bet."""
    covariance: float = 0.0
    """Of the results of two bets of one in the same round."""
    play_all: bool = True
    """Whether rounds without an edge are played, with the smallest bet, too."""

    def __post_init__(self) -> None:
        if not 0 < self.risk < 1:
            raise NotationError("a risk of ruin lies between 0 and 1", text=str(self.risk), expected="such as 0.05")
        if not 0 < self.minimum <= self.maximum or self.step <= 0 or self.bank <= 0 or self.hands < 1:
            raise NotationError("cannot bet like that", expected="a bank, a smallest and a largest bet, and chips")
        if self.smallest > self.largest:
            raise NotationError("no whole number of chips is a bet", expected="chips that go into the limits")

    @property
    def smallest(self) -> int:
        """The smallest bet of whole chips."""
        return -(-self.minimum // self.step) * self.step

    @property
    def largest(self) -> int:
        """The largest bet of whole chips."""
        return self.maximum // self.step * self.step

    @property
    def kelly(self) -> float:
        """The part of Kelly's bets that has the accepted risk, where nothing limits bets."""
        return -2 / log(self.risk)

    def square(self, row: AtCount) -> float:
        """The mean square of a round's result at a count with bets of one on all spots."""
        return self.hands * row.square + self.hands * (self.hands - 1) * (self.covariance + row.mean**2)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What bets bring; money in cents, in a hundred rounds where nothing else is said."""

    bets: tuple[tuple[int, int], ...]
    """The bet on each spot from each count on; 0 sits out."""
    played: float
    """The share of rounds with a bet."""
    average_bet: float
    win: float
    win_error: float
    deviation: float
    """Of one hundred rounds."""
    risk_of_ruin: float
    n0: float
    desirability: float
    score: float
    certainty: float
    """The certainty equivalent of a hundred rounds, for somebody with this bank and this risk."""


def outcome(rows: Sequence[AtCount], bettor: Bettor, bet_at: Callable[[AtCount], int]) -> Outcome:
    """Return what a bettor wins who bets so much at each count."""
    bets = [bet_at(row) for row in rows]
    pairs = list(zip(rows, bets, strict=True))
    mean = sum(row.share * bet * bettor.hands * row.mean for row, bet in pairs)
    error = sqrt(sum((row.share * bet * bettor.hands * row.error) ** 2 for row, bet in pairs))
    variance = sum(row.share * bet * bet * bettor.square(row) for row, bet in pairs) - mean * mean
    played = sum(row.share for row, bet in pairs if bet)
    staked = sum(row.share * bet for row, bet in pairs)
    ratio = mean / sqrt(variance) if variance > 0 else 0.0
    return Outcome(
        bets=_steps(rows, bets),
        played=played,
        average_bet=staked / played if played else 0.0,
        win=ROUNDS * mean,
        win_error=ROUNDS * error,
        deviation=sqrt(ROUNDS * max(variance, 0.0)),
        risk_of_ruin=ruin(bettor.bank, mean, variance),
        n0=1 / ratio**2 if ratio > 0 else inf,
        desirability=1000 * ratio,
        score=(1000 * ratio) ** 2 if ratio > 0 else 0.0,
        certainty=ROUNDS * (mean - variance / (2 * bettor.kelly * bettor.bank)),
    )


def ruin(bank: float, mean: float, variance: float) -> float:
    """Return the risk that a bank is lost sooner or later; who bets nothing has none."""
    if mean <= 0:
        return 0.0 if mean == variance == 0 else 1.0
    return exp(-2 * bank * mean / variance) if variance > 0 else 0.0


def best_bets(rows: Sequence[AtCount], bettor: Bettor) -> Outcome:
    """Return the bets that win most at no more than the accepted risk of ruin.

    To win most for a variance, a bet at each count is worth ``b e - b² s / 2 w``, ``w`` in proportion to the bank: the
    whole chips within the limits that are nearest to ``w e / s``, or nothing where that is better and allowed. How
    large ``w`` is is tried out downwards, as risk need not rise with it: small bets may not make up for rounds without
    an edge. Where no bets are within the risk, those with the smallest are returned.
    """

    told = {row.count: row for row in smoothed(rows)}

    def bets(appetite: float) -> Outcome:
        return outcome(rows, bettor, lambda row: _bet(told[row.count], bettor, appetite))

    tried = [bets(LARGEST * bettor.kelly * 2 ** (-n / 16)) for n in range(STEPS)]
    within = [one for one in tried if one.risk_of_ruin <= bettor.risk]
    return max(within, key=lambda one: one.win) if within else min(tried, key=lambda one: one.risk_of_ruin)


def smoothed(rows: Sequence[AtCount]) -> list[AtCount]:
    """Return the counts with means on a curve of second degree through all of them, each weighed by its error.

    A rare count's mean is mostly luck, and bets must not follow luck.
    """
    sure = [row for row in rows if row.error > 0]
    if len(sure) < 4:
        return list(rows)
    weights = np.array([1 / row.error for row in sure])
    curve = np.polyfit([row.count for row in sure], [row.mean for row in sure], 2, w=weights)
    return [replace(row, mean=float(np.polyval(curve, row.count))) for row in rows]


def _bet(row: AtCount, bettor: Bettor, appetite: float) -> int:
    """The bet at a count: the chips within the limits that are nearest to what edge over square says, or none."""
    wanted = appetite * bettor.bank * bettor.hands * row.mean / bettor.square(row) if row.square else 0.0
    if not bettor.play_all and bettor.smallest >= 2 * wanted:  # it costs more in variance than it wins
        return 0
    chips = floor(wanted / bettor.step + 0.5) * bettor.step
    return min(max(chips, bettor.smallest), bettor.largest)


def score(rows: Sequence[AtCount], *, spread: int, play_all: bool = True) -> Outcome:
    """Return the figures that games are compared by: a bank of $10,000, a risk of 13.5 %, best bets from 1 to N.

    The smallest bet is whatever is best; so the figure does not depend on a table's limits.
    """
    told = {row.count: row for row in smoothed(rows)}
    found: Outcome | None = None
    for least in (25 * 2 ** (n / 4) for n in range(41)):
        unit = max(int(least), 1)
        bettor = Bettor(1_000_000, exp(-2), unit, unit * spread, 1, play_all=play_all)
        one = outcome(rows, bettor, lambda row, bettor=bettor: _bet(told[row.count], bettor, 1.0))  # type: ignore[misc]
        if found is None or one.score > found.score:
            found = one
    assert found is not None
    return found


def _steps(rows: Sequence[AtCount], bets: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Bets as a spread: from which count on how much."""
    found: list[tuple[int, int]] = []
    for row, bet in zip(rows, bets, strict=True):
        if not found or found[-1][1] != bet:
            found.append((row.count, bet))
    return tuple(found)
