"""What a house may lose to counters, bet by bet, and what stops it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["MAIN", "Change", "Depth", "Exposure", "Protection", "Remedy", "State", "state_of"]

MAIN: Final = "main"
Change = Literal["cut", "spread", "limit", "pays", "rule", "off"]
"""More cards behind the cut, a smaller spread, a lower maximum, another pay table, another rule, no such bet."""
State = Literal["beaten", "open", "stopped"]
"""A counter wins by more than two standard errors; chance could make it; even two errors more leave them nothing."""
WORDS: Final[Mapping[Change, str]] = {
    "cut": "{} cards behind the cut", "spread": "no bet above {} times the minimum", "limit": "no bet above ${}",
    "pays": "pay table {}", "rule": "{}", "off": "taken down",
}  # fmt: skip


def state_of(per_hour: float, error: float) -> State:
    """Return whether somebody who takes this in an hour is ahead for certain, is not, or may be.

    Fewer rounds have larger errors, so they leave more open and stop nobody. Who bets nothing is stopped.

    >>> state_of(900.0, 50.0), state_of(60.0, 50.0), state_of(-60.0, 50.0), state_of(-300.0, 50.0), state_of(0.0, 0.0)
    ('beaten', 'open', 'open', 'stopped', 'stopped')
    """
    if per_hour > 2 * error:
        return "beaten"
    return "stopped" if per_hour + 2 * error <= 0 else "open"


@dataclass(frozen=True, slots=True)
class Depth:
    """What a bet loses to a counter in an hour with some cards behind the cut, in cents."""

    cut: int
    per_hour: float
    error: float

    @property
    def stopped(self) -> bool:
        """Whether a counter wins nothing there, by more than luck could make believe."""
        return state_of(self.per_hour, self.error) == "stopped"


@dataclass(frozen=True, slots=True)
class Exposure:
    """A bet and the counter who takes most from it; money in cents."""

    wager: str
    title: str
    house_edge: float
    """What the house keeps of the bet of somebody who does not count, exactly."""
    counter: str
    """By which count, in words."""
    tags: str
    """That count, as `--count` reads it; empty where no running count tells it."""
    correlation: float
    """How its tags go with the exact effects of removal."""
    stake: int
    """The largest bet that is made when ahead."""
    bets: float
    """The share of rounds in which it is made."""
    per_hour: float
    error: float
    same_count: float | None
    """What somebody takes from it in an hour by the count of the main bet; None where that is not known."""
    depths: tuple[Depth, ...]
    stops_at: int | None
    """The fewest cards behind the cut, of those tried, from which on the counter is stopped; None for none."""
    exact: bool
    """Whether results of single shoes are exact; else effects of removal tell them, and all of them are counted."""

    @property
    def state(self) -> State:
        return state_of(self.per_hour, self.error)

    @property
    def beaten(self) -> bool:
        """Whether the bet loses to a counter by more than luck could make believe."""
        return self.state == "beaten"


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change: what a bet then loses to the counter in an hour, and what it costs people who do not count."""

    wager: str
    kind: Change
    value: str
    per_hour: float
    error: float
    honest_cost: float
    """By how much the edge against them rises, as a part of the bet, off the top of the shoe; 0 where it is gone."""

    @property
    def change(self) -> str:
        """What is changed, in words."""
        return WORDS[self.kind].format(self.value)

    @property
    def state(self) -> State:
        return state_of(self.per_hour, self.error)

    @property
    def stops(self) -> bool:
        """Whether the counter then wins nothing, by more than luck could make believe."""
        return self.state == "stopped"

    @property
    def order(self) -> tuple[bool, bool, float]:
        """What stops the counter first, what keeps the bet first, what costs least first."""
        return not self.stops, self.kind == "off", self.honest_cost


@dataclass(frozen=True)
class Protection:
    """All bets of a sheet, the worst first, and changes of each: those that stop its counter, the cheapest first."""

    exposures: tuple[Exposure, ...]
    remedies: tuple[Remedy, ...]
    rounds_per_hour: int
    spread: int
    cut: int
    count: str = ""
    note: str = ""

    def changes(self, wager: str) -> tuple[Remedy, ...]:
        """The changes that were tried against the counter of a bet."""
        return tuple(one for one in self.remedies if one.wager == wager)

    def least(self, wager: str = MAIN) -> Remedy | None:
        """The change that stops the counter of a bet and costs the honest player least."""
        return next((one for one in self.changes(wager) if one.stops), None)
