"""The meters of a run that is cut into shards: shards note their hits, which are awarded in the order of the shards.

Between two hits a meter grows by the same step each round. So a shard need not know where the meters stand when it
begins, nor wait for the shard before it: what its hits win is worked out when all shards before it have been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.maths.games import GAME_MATHS

if TYPE_CHECKING:
    from pitboss.maths.simulation.run import Plan

__all__ = ["Awarded", "LinkHistory", "ShardHits"]

KEPT = 4
"""What a link keeps: two meters, the reserve, and what the house has put up."""
Awarded = tuple[tuple[int, ...], ...]
"""The result of every bettor's progressive wager in each round that had a hit, in cents."""


@dataclass(slots=True)
class ShardHits:
    """The rounds of a shard, and those among them in which a meter was won."""

    rounds: int
    hits: list[list[int]]
    """The number of the round; by seat, the hand that wins a meter, or 0; by seat, the rest of its wager's result."""


@dataclass
class LinkHistory:
    """Where the meters stand after the shards that were awarded, and the hits of those that wait for another."""

    game: str
    terms: tuple[int, ...]
    """The rules of awards, and how meters move, as kernels read them."""
    moves: tuple[int, ...]
    wagers: tuple[int, ...]
    """The progressive wager of each seat."""
    opening: tuple[int, ...]
    meters: list[int]
    """Major, Minor, reserve and what the house has put up."""
    following: int = 0
    """The shard whose hits are awarded next."""
    waiting: dict[int, ShardHits] = field(default_factory=dict)

    def begun(self) -> LinkHistory:
        """The same link before its first shard."""
        return LinkHistory(self.game, self.terms, self.moves, self.wagers, self.opening, list(self.opening))

    def take(self, other: LinkHistory) -> None:
        """Add the shards of another history of this run; of the two, only one has been awarded in part."""
        assert not (self.following and other.following), "two histories of one link, each with its own meters"
        if other.following:
            self.following, self.meters = other.following, list(other.meters)
        self.waiting |= other.waiting

    def awarded(self) -> Awarded:
        """Award the shards that follow on one another."""
        found: list[tuple[int, ...]] = []
        while (shard := self.waiting.pop(self.following, None)) is not None:
            found += GAME_MATHS[self.game].awarded(self, shard)
            self.following += 1
        return tuple(found)

    def rest(self) -> Awarded:
        """Award all that waits, as if the shards that are missing between had no rounds."""
        found: list[tuple[int, ...]] = []
        for shard in sorted(self.waiting):
            self.following = shard
            found += self.awarded()
        return tuple(found)

    def fits(self, plan: Plan, shards: Iterable[int]) -> bool:
        """Whether a history that was read back belongs to these shards of a run."""
        columns, known = 1 + 2 * len(self.wagers), {*range(self.following), *self.waiting} == {*shards}
        rows = all(
            one.rounds == plan.job(shard).rounds and all(len(hit) == columns for hit in one.hits)
            for shard, one in self.waiting.items()
        )
        return known and rows and len(self.meters) == len(self.opening) == KEPT

    def counts(self) -> Counter[str]:
        """What became of the meters, in cents."""
        major, minor, reserve, house = (now - then for now, then in zip(self.meters, self.opening, strict=True))
        named = {
            "left on the meters above their seeds": major + minor,
            "left in the reserve": reserve,
            "put up by the house for new starts": house,
        }
        return +Counter(named)
