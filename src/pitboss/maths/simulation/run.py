"""Running a simulation: cut into shards by its rounds alone, so that any number of workers has the same result.

A game is whatever can play a shard (:class:`ShardedGame`). Every shard has a stream of random numbers of its own,
named by the seed and the shard's number, and a tally of whole numbers; so neither the number of workers nor the order
in which they finish can be seen in the sum.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from types import FrameType
from typing import Any, Protocol

from pitboss.errors import NotationError
from pitboss.maths.display import edge, fragment, html_table
from pitboss.maths.simulation.figures import SimulatedWager, simulated
from pitboss.maths.simulation.tally import Tally

__all__ = ["Crew", "Done", "Job", "Plan", "Result", "ShardedGame", "Threads", "simulate"]

MOST_ROUNDS = 10**13
MOST_WORKERS = 1024
LONGEST_SEED = 200
SMALLEST_SHARD, LARGEST_SHARD = 1 << 16, 1 << 24
FEWEST_SHARDS = 256
"""A long run has at least this many shards, which keeps many machines busy; a short one has shards worth starting."""


class ShardedGame(Protocol):
    """Something that can be played by the shard: compiled rules, seats, stakes and a way to play."""

    def run(self, seed: int | str, shard: int, rounds: int) -> Tally:
        """Play N rounds with the random numbers of this shard."""


@dataclass(frozen=True, slots=True)
class Job:
    """A shard to be played."""

    shard: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A run cut into shards, by its rounds alone.

    >>> plan = Plan(rounds=100_000, seed=1)
    >>> [job.rounds for job in plan.jobs()]
    [65536, 34464]
    """

    rounds: int
    seed: int | str

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise NotationError(f"cannot play {self.rounds} rounds", expected=f"1 to {MOST_ROUNDS:,} rounds")
        if not str(self.seed).strip() or len(str(self.seed)) > LONGEST_SEED:
            raise NotationError("cannot use the seed", text=str(self.seed), expected="a whole number or a few words")

    @property
    def shard_rounds(self) -> int:
        """The rounds of each shard but the last: a power of two, so that few rounds more change nothing."""
        wanted = 1 << (self.rounds // FEWEST_SHARDS).bit_length()
        return min(max(SMALLEST_SHARD, wanted), LARGEST_SHARD)

    @property
    def shards(self) -> int:
        return -(-self.rounds // self.shard_rounds)

    def job(self, shard: int) -> Job:
        size = self.shard_rounds
        return Job(shard, min(size, self.rounds - shard * size))

    def jobs(self, done: Iterable[int] = ()) -> Iterator[Job]:
        """The shards that are still to be played."""
        finished = set(done)
        return (self.job(shard) for shard in range(self.shards) if shard not in finished)


@dataclass
class Done:
    """What has been played so far: whole shards and their tally."""

    shards: set[int] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)
    seconds: float = 0.0

    def add(self, shard: int, tally: Tally) -> None:
        assert shard not in self.shards, f"shard {shard} was played twice"
        self.shards.add(shard)
        self.tally += tally


class Crew(Protocol):
    """Who plays the shards: threads of this process, or the workers of a cluster."""

    @property
    def workers(self) -> int: ...

    def prepare(self, game: ShardedGame, seed: int | str) -> None:
        """Prepare once before the first shard; the time of a run does not include this."""

    def play(
        self, game: ShardedGame, seed: int | str, jobs: Iterator[Job], stop: threading.Event
    ) -> Iterator[tuple[int, Tally]]:
        """The shards as they are finished; once ``stop`` is set, only those that were begun."""


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of this process: kernels run without the interpreter's lock and share their tables."""

    workers: int

    def prepare(self, game: ShardedGame, seed: int | str) -> None:
        """One round compiles, or takes from the cache, what all threads use."""
        game.run(seed, 0, 1)

    def play(
        self, game: ShardedGame, seed: int | str, jobs: Iterator[Job], stop: threading.Event
    ) -> Iterator[tuple[int, Tally]]:
        with ThreadPoolExecutor(self.workers, thread_name_prefix="shard") as pool:
            running: dict[Future[Tally], int] = {}
            try:
                while True:
                    free = 0 if stop.is_set() else self.workers + 1 - len(running)
                    for job in islice(jobs, free):
                        running[pool.submit(game.run, seed, job.shard, job.rounds)] = job.shard
                    if not running:
                        return
                    finished, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield running.pop(future), future.result()
            finally:
                for future in running:
                    future.cancel()


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    plan: Plan
    tally: Tally
    shards: int
    seconds: float
    workers: int

    @property
    def rounds(self) -> int:
        """The rounds that were played."""
        return self.tally.rounds

    @property
    def stopped(self) -> bool:
        """Whether the run was stopped before its end."""
        return self.shards < self.plan.shards

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    @property
    def wagers(self) -> Mapping[str, SimulatedWager]:
        """The figures of every wager that was made."""
        return {name: simulated(tally, self.rounds) for name, tally in self.tally.wagers.items() if tally.bets}

    def _repr_html_(self) -> str:
        rows = [
            [name, f"{wager.bets:,}", edge(wager.house_edge), edge(wager.standard_error)[1:]]
            for name, wager in (self.wagers if self.rounds else {}).items()
        ]
        return fragment(
            f"{self.rounds:,} rounds, seed {self.plan.seed}",
            html_table(["wager", "bets", "house edge", "standard error"], rows),
        )


def simulate(
    game: ShardedGame,
    rounds: int,
    seed: int | str = 1,
    workers: int = 0,
    *,
    progress: Callable[[Done, Plan], Any] | None = None,
    crew: Crew | None = None,
    done: Done | None = None,
) -> Result:
    """Play N rounds: the same seed gives the same tally, whoever plays it.

    ``progress`` is called after every shard. Ctrl-C, once, ends the run with the shards that were begun. ``done`` is
    what was played of the same run before. Without a ``crew`` it is played by threads, one for each core.
    """
    plan = Plan(rounds, seed)
    crew = crew or Threads(checked_workers(workers))
    done = done or Done()
    before = done.seconds
    crew.prepare(game, seed)
    started = time.monotonic()
    with stopping() as stop:
        for shard, tally in crew.play(game, seed, plan.jobs(done.shards), stop):
            done.add(shard, tally)
            done.seconds = before + time.monotonic() - started
            if progress is not None:
                progress(done, plan)
    return Result(plan, done.tally.closed(), len(done.shards), done.seconds, crew.workers)


def checked_workers(workers: int) -> int:
    """Return the number of workers; 0 means one for each core that this process may use."""
    if not 0 <= workers <= MOST_WORKERS:
        raise NotationError(f"cannot work with {workers} workers", expected=f"1 to {MOST_WORKERS} workers")
    if workers:
        return workers
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def stopping() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets; the second interrupts as always."""
    stop = threading.Event()

    def interrupted(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    if threading.current_thread() is not threading.main_thread():  # only there can a signal be handled
        yield stop
        return
    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
