"""What simulations of poker against the dealer share: hits of a meter and their awards, tallies of a wager."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.link import Link
from pitboss.maths._kernels.poker_rounds import COLUMNS, PROGRESSIVE, SQUARE_HIGH
from pitboss.maths._kernels.poker_rounds_link import award_hits
from pitboss.maths.simulation.link_history import LinkHistory, ShardHits
from pitboss.maths.simulation.tally import WagerTally

__all__ = ["award_noted", "noted_hits", "room_for_hits", "wager_tally"]

I64 = NDArray[np.int64]
MORE_THAN_HITS: Final = 40 / comb(52, 5)
"""The chance of a royal or straight flush in five cards: no wager hits a meter more often."""


class CompiledTable(Protocol):
    """A sheet at given seats and stakes, as kernels read it."""

    @property
    def terms(self) -> Any: ...
    @property
    def link(self) -> Link: ...
    @property
    def stakes(self) -> I64: ...
    @property
    def meters(self) -> I64: ...


def room_for_hits(rounds: int, seats: int, *, live: bool) -> I64:
    """Return room for far more hits than ever come."""
    expected = rounds * seats * MORE_THAN_HITS if live else 0.0
    return np.empty((int(expected + 12 * sqrt(expected) + 64), 1 + 2 * seats), dtype=np.int64)


def noted_hits(game: str, table: CompiledTable, shard: int, rounds: int, hits: list[list[int]]) -> LinkHistory:
    """Return what one shard noted of its hits."""
    wagers, opening = tuple(table.stakes[:, PROGRESSIVE].tolist()), table.meters.tolist()
    waiting = {shard: ShardHits(rounds, hits)}
    return LinkHistory(game, tuple(table.terms), tuple(table.link), wagers, tuple(opening), opening, waiting=waiting)


def award_noted(link: LinkHistory, shard: ShardHits, terms: type) -> list[tuple[int, ...]]:
    """Award the hits of a shard from the meters of a link, which move on; return what each bettor's wager came to."""
    seats = len(link.wagers)
    hits = np.array(shard.hits, dtype=np.int64).reshape(len(shard.hits), 1 + 2 * seats)
    stakes: Any = np.zeros((seats, COLUMNS), dtype=np.int64)
    stakes[:, PROGRESSIVE] = link.wagers
    meters, results = np.array(link.meters, dtype=np.int64), np.zeros((len(hits), seats), dtype=np.int64)
    award_hits(hits, shard.rounds, stakes, terms(*link.terms), Link(*link.moves), meters, results)
    link.meters = meters.tolist()
    return [tuple(row) for row in results[:, np.array(link.wagers) > 0].tolist()]


def wager_tally(results: dict[int, int], staked: int, action: int, squares: I64) -> WagerTally:
    """Return one group's tally; whole numbers of any size."""
    return WagerTally(
        bets=sum(results.values()),
        staked=staked,
        action=action,
        won=sum(cents * times for cents, times in results.items()),
        squares=sum(cents * cents * times for cents, times in results.items()),
        round_squares=int(squares[1]) * SQUARE_HIGH + int(squares[0]),
        results=Counter(results),
    )
