"""What a count brings at the table: rounds played by the million with flat bets, told by the count they began at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from pitboss.maths.analysis.progress import Steps, silent
from pitboss.maths.counting.counts import Count
from pitboss.maths.counting.risk import AtCount
from pitboss.maths.games import GAME_MATHS
from pitboss.maths.results import keep, recall
from pitboss.maths.simulation.run import Done, Plan, simulate
from pitboss.maths.simulation.setup import Setup
from pitboss.maths.simulation.tally import CountTally
from pitboss.rules import Sheet

__all__ = ["TOGETHER", "at_counts", "counter_setup", "covariance", "mean_edge", "played_by_count"]

TOGETHER: Final = 1_000_000
"""Rounds by which the covariance of two spots is found."""


def counter_setup(
    sheet: Sheet, count: Count, *, plays: Sequence[str] = (), cut: int | None = None, seats: int = 1,
    stake: int | None = None,
) -> Setup:  # fmt: skip
    """Return a table whose last seat counts, bets flat, and changes plays by the count."""
    counting = GAME_MATHS[sheet.game].counting(count.text, (), plays)
    stakes = {} if stake is None else {"main": stake}
    return Setup(sheet, seats=seats, stakes=stakes, cut=cut, counting=counting)


def at_counts(by_count: Mapping[int, CountTally], stake: int) -> tuple[AtCount, ...]:
    """Return rounds by count, in bets of one, of a run with flat bets."""
    rounds = sum(one.begun for one in by_count.values())
    found = []
    for count, one in sorted(by_count.items()):
        number = max(one.played, 1)
        mean, square = one.won / number / stake, one.squares / number / stake**2
        error = sqrt(max(square - mean * mean, 0.0) / number)
        found.append(AtCount(count, one.begun / rounds, mean, error, square))
    return tuple(found)


def played_by_count(
    sheet: Sheet, count: Count, *, plays: Sequence[str], cut: int | None, rounds: int, seed: int | str = 1,
    workers: int = 1, progress: Steps = silent,
) -> tuple[AtCount, ...]:  # fmt: skip
    """Return so many rounds by the count they began at, played with flat bets and these index plays; kept."""
    key = {"sheet": sheet.hash, "count": repr(count), "plays": list(plays), "cut": cut, "n": [rounds, seed]}
    kept: tuple[AtCount, ...] | None = recall("by_count", key, shapes=(AtCount,))
    if kept is not None:
        return kept
    setup = counter_setup(sheet, count, plays=plays, cut=cut)
    with progress(1.0) as step:
        step("rounds played by the count", 0.0)

        def told(_: Done, plan: Plan) -> None:
            step("rounds played by the count", 1 / plan.shards)

        tally = simulate(setup.game, rounds, seed, workers, progress=told).tally
    found = at_counts(tally.by_count, setup.all_stakes["main"])
    keep("by_count", key, found)
    return found


def mean_edge(rows: Sequence[AtCount]) -> float:
    """Return the mean result of a flat bet of one, in all rounds."""
    return sum(row.share * row.mean for row in rows)


@dataclass(frozen=True, slots=True)
class Together:
    """How the results of two seats in one round go together, for bets of one."""

    covariance: float
    error: float


def covariance(sheet: Sheet, *, cut: int | None, rounds: int, seed: int | str) -> Together:
    """Return the covariance of two seats' results, from rounds with two seats that bet flat; kept."""
    key = {"sheet": sheet.hash, "cut": cut, "n": [rounds, seed]}
    kept: Together | None = recall("covariance", key, shapes=(Together,))
    if kept is not None:
        return kept
    setup = Setup(sheet, seats=2, cut=cut)
    stake = setup.all_stakes["main"]
    tally = simulate(setup.game, rounds, seed).tally
    main = tally.wagers["main"]
    single = main.squares / main.bets / stake**2
    both = main.round_squares / tally.rounds / stake**2
    mean = main.won / main.bets / stake
    found = Together((both - 2 * single) / 2 - mean * mean, 2 * single / sqrt(tally.rounds))
    keep("covariance", key, found)
    return found
