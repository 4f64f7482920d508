"""A shard of a simulation: the arrays in which a kernel counts, the tally made from them, and hits of a meter."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.link import Link
from pitboss.maths._kernels.poker_rounds import COLUMNS, PROGRESSIVE, SQUARE_HIGH
from pitboss.maths._kernels.poker_rounds_link import award_hits
from pitboss.maths.simulation.link_history import LinkHistory, ShardHits
from pitboss.maths.simulation.poker.tables import CompiledTable, SeatBets
from pitboss.maths.simulation.tally import Tally, WagerTally

__all__ = ["Counts", "PokerSimulation", "award_noted"]

I64 = NDArray[np.int64]
MORE_THAN_HITS: Final = 40 / comb(52, 5)
"""The chance of a royal or straight flush in five cards: no wager hits a meter more often."""


class Counts(NamedTuple):
    """The arrays in which a kernel counts: results and how often each came, squares, lines, decisions, hits."""

    values: I64
    times: I64
    squares: I64
    lines: I64
    counted: I64
    hits: I64


class PokerSimulation:
    """A game with N seats that all bet and play alike, by the shard."""

    GAME: ClassVar[str]
    EQUAL: ClassVar[str]
    """The wager that equals the Ante."""
    GROUPS: ClassVar[tuple[str, ...]]
    """The wagers whose results are counted together: main, the optional bet, progressive, and tokes."""
    COUNTED: ClassVar[tuple[str, ...]]
    """What is counted beside the results: the bets, the fold, and last the cents of all Play bets."""
    LINES: ClassVar[int]

    bets: SeatBets
    table: CompiledTable

    def play(self, seed: int | str, shard: int, rounds: int, counts: Counts) -> tuple[int, int]:
        """Play N rounds; return how many results found no room, and how many hits of meters were noted."""
        raise NotImplementedError

    def named_lines(self, lines: I64) -> dict[str, dict[str, int]]:
        """Return how often each line was paid, by wager and by the names of the sheet."""
        raise NotImplementedError

    @property
    def has_history(self) -> bool:
        """Whether meters move by the wagers that are made."""
        return bool(self.table.link.live and self.bets.progressive)

    def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
        """Play N rounds with the random numbers of this shard; hits of meters that move wait in its history."""
        counts = self._room(rounds)
        lost, noted = self.play(seed, shard, rounds, counts)
        assert not lost, f"{lost} results found no room"
        made = zip(self.COUNTED[:-1], counts.counted, strict=False)
        tally = Tally(rounds, counts=Counter({name: int(times) for name, times in made if times}))
        if self.has_history:
            tally.link = _noted_hits(self.GAME, self.table, shard, rounds, counts.hits[:noted].tolist())
        for group, name in enumerate(self.GROUPS):
            values, times = counts.values[group], counts.times[group]
            results = {int(values[at]): int(times[at]) for at in np.flatnonzero(times)}
            if results:
                tally.wagers[name] = self._wager(name, results, counts.squares[group], counts.counted)
        for name, row in self.named_lines(counts.lines).items():
            if name in tally.wagers:
                tally.wagers[name].lines.update(row)
        return tally

    def _room(self, rounds: int) -> Counts:
        seats, groups = self.table.seats, len(self.GROUPS)
        room = 1 << (4096 + rounds * seats // 4096).bit_length()
        return Counts(
            values=np.zeros((groups, room), dtype=np.int64),
            times=np.zeros((groups, room), dtype=np.int64),
            squares=np.zeros((groups, 2), dtype=np.int64),
            lines=np.zeros((3, self.LINES), dtype=np.int64),
            counted=np.zeros(len(self.COUNTED), dtype=np.int64),
            hits=_room_for_hits(rounds, seats, live=self.has_history),
        )

    def _wager(self, name: str, results: dict[int, int], squares: I64, counted: I64) -> WagerTally:
        """One group's tally; whole numbers of any size."""
        side, tokes = self.GROUPS[1], self.bets.tokes
        bets, raised = sum(results.values()), int(counted[:-2].sum())
        staked = {
            "main": bets * self.bets.ante,
            side: bets * self.bets.side,
            "progressive": bets * self.bets.progressive,
            "toke:main": bets * (tokes.get("ante", 0) + tokes.get(self.EQUAL, 0)) + raised * tokes.get("play", 0),
            f"toke:{side}": bets * tokes.get(side, 0),
        }[name]
        return WagerTally(
            bets=bets,
            staked=staked,
            action=2 * staked + int(counted[-1]) if name == "main" else staked,
            won=sum(cents * times for cents, times in results.items()),
            squares=sum(cents * cents * times for cents, times in results.items()),
            round_squares=int(squares[1]) * SQUARE_HIGH + int(squares[0]),
            results=Counter(results),
        )


def _room_for_hits(rounds: int, seats: int, *, live: bool) -> I64:
    """Return room for far more hits than ever come."""
    expected = rounds * seats * MORE_THAN_HITS if live else 0.0
    return np.empty((int(expected + 12 * sqrt(expected) + 64), 1 + 2 * seats), dtype=np.int64)


def _noted_hits(game: str, table: CompiledTable, shard: int, rounds: int, hits: list[list[int]]) -> LinkHistory:
    """Return what one shard noted of its hits."""
    wagers, opening = tuple(table.stakes[:, PROGRESSIVE].tolist()), table.meters.tolist()
    waiting = {shard: ShardHits(rounds, hits)}
    return LinkHistory(game, tuple(table.terms), tuple(table.link), wagers, tuple(opening), opening, waiting=waiting)


def award_noted(link: LinkHistory, shard: ShardHits, terms: type) -> list[tuple[int, ...]]:
    """Award the hits of a shard from the meters of a link, which move on; return the result of each bettor's wager."""
    seats = len(link.wagers)
    hits = np.array(shard.hits, dtype=np.int64).reshape(len(shard.hits), 1 + 2 * seats)
    stakes: Any = np.zeros((seats, COLUMNS), dtype=np.int64)
    stakes[:, PROGRESSIVE] = link.wagers
    meters, results = np.array(link.meters, dtype=np.int64), np.zeros((len(hits), seats), dtype=np.int64)
    award_hits(hits, shard.rounds, stakes, terms(*link.terms), Link(*link.moves), meters, results)
    link.meters = meters.tolist()
    return [tuple(row) for row in results[:, np.array(link.wagers) > 0].tolist()]
