"""What a simulation counts: whole numbers only, so that shards can be added up in any order to the same result."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field

from pitboss.maths.simulation.link_history import Awarded, LinkHistory

__all__ = ["CountTally", "Tally", "WagerTally"]


@dataclass
class WagerTally:
    """The results of one wager, in cents."""

    bets: int = 0
    """Rounds in which the wager was made."""
    staked: int = 0
    """Initial stakes in all."""
    action: int = 0
    """All that was put on the layout for it, doubles and splits included."""
    won: int = 0
    """The players' net result."""
    squares: int = 0
    """The sum of the squares of the results of single bets."""
    round_squares: int = 0
    """The same of a round's bets of all seats together, which share the dealer's cards: what the error rests on.

    Left at 0 where every round has one bet only, for then it is the same.
    """
    results: Counter[int] = field(default_factory=Counter)
    """How often a bet ended with each net result."""
    lines: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: WagerTally) -> WagerTally:
        self.bets += other.bets
        self.staked += other.staked
        self.action += other.action
        self.won += other.won
        self.squares += other.squares
        self.round_squares += other.round_squares
        self.results += other.results
        self.lines += other.lines
        return self

    def add_awarded(self, rounds: Awarded, wagers: tuple[int, ...]) -> None:
        """Add the results of rounds that were known only once the meters were."""
        for results in rounds:
            self.bets += len(results)
            self.staked += sum(wagers)
            self.action += sum(wagers)
            self.won += sum(results)
            self.squares += sum(cents * cents for cents in results)
            self.round_squares += sum(results) ** 2
            self.results.update(results)


@dataclass
class CountTally:
    """The rounds that began at one count, and the counter's results in cents, insurance included."""

    begun: int = 0
    played: int = 0
    """Rounds in which the counter had a bet."""
    won: int = 0
    squares: int = 0

    def __iadd__(self, other: CountTally) -> CountTally:
        self.begun += other.begun
        self.played += other.played
        self.won += other.won
        self.squares += other.squares
        return self


@dataclass
class Tally:
    """The results of a shard, or of several."""

    rounds: int = 0
    wagers: dict[str, WagerTally] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    """Whatever else a kernel counts: shoes, hands, splits, jackpots, tokes in cents."""
    link: LinkHistory | None = None
    """The meters of a progressive that are played, which go on from shard to shard."""
    by_count: dict[int, CountTally] = field(default_factory=dict)
    """A counter's rounds by the count that they bet by."""

    def __iadd__(self, other: Tally) -> Tally:
        self.rounds += other.rounds
        for wager, tally in other.wagers.items():
            mine = self.wagers.setdefault(wager, WagerTally())
            mine += tally
        self.counts += other.counts
        for count, rounds in other.by_count.items():
            here = self.by_count.setdefault(count, CountTally())
            here += rounds
        if other.link is not None:
            self.link = self.link or other.link.begun()
            self.link.take(other.link)
            self._award(self.link, self.link.awarded())
        return self

    def closed(self) -> Tally:
        """The tally with every hit awarded, those of shards that wait for another included."""
        if self.link is None:
            return self
        whole = deepcopy(self)
        assert whole.link is not None
        whole._award(whole.link, whole.link.rest())
        whole.counts += whole.link.counts()
        whole.link = None
        return whole

    def _award(self, link: LinkHistory, rounds: Awarded) -> None:
        if rounds:
            self.wagers.setdefault("progressive", WagerTally()).add_awarded(rounds, link.wagers)
