"""What a house may lose to counters, bet by bet, and what stops it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Depth", "Exposure", "Protection", "Remedy"]


@dataclass(frozen=True, slots=True)
class Depth:
    """What a bet loses to a counter in an hour with some cards behind the cut, in cents."""

    cut: int
    per_hour: float
    error: float


@dataclass(frozen=True, slots=True)
class Exposure:
    """A bet and the counter who takes most from it; money in cents."""

    wager: str
    title: str
    counter: str
    """By which count, in words."""
    stake: int
    """The largest bet that is made when ahead."""
    per_hour: float
    error: float
    depths: tuple[Depth, ...]
    stops_at: int | None
    """The fewest cards behind the cut, of those that were tried, with which it is beaten no more; None for none."""
    exact: bool
    """Whether results of single shoes are exact; else effects of removal tell them, and all of them are counted."""

    @property
    def beaten(self) -> bool:
        """Whether the bet loses to a counter by more than luck could make believe."""
        return self.per_hour > 2 * self.error


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change: what the main bet then loses to the counter in an hour, and what it costs people who do not count."""

    change: str
    per_hour: float
    error: float
    honest_cost: float
    """By how much the edge of flat bets rises, as a part of the bet."""

    @property
    def stops(self) -> bool:
        return self.per_hour <= 2 * self.error


@dataclass(frozen=True)
class Protection:
    """All bets of a sheet, the worst first, and changes, those that stop the counter at the least cost first."""

    exposures: tuple[Exposure, ...]
    remedies: tuple[Remedy, ...]
    rounds_per_hour: int
    spread: int
    cut: int
    note: str = ""

    @property
    def least(self) -> Remedy | None:
        """The change that stops the counter and costs the honest player least."""
        return next((one for one in self.remedies if one.stops), None)
