"""Counting what a server does, where it is done: commands as they are answered, and every call of the store."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, cast

from pitboss.errors import IllegalAction
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Busy, Floor, Unknown
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.passing_on import Asked, Decision
from pitboss.service.floor.running import Running, Unsure
from pitboss.service.floor.stream_names import kind_of_stream, table_named, table_stream
from pitboss.service.floor.streams import Answer
from pitboss.store import Appended, Commit, Outcome, Store
from pitboss.store.errors import StoreError

__all__ = ["CountedRunning", "Counts", "Histogram", "counted"]

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; the bounds of a histogram's buckets."""

_OUTCOMES: Final[tuple[tuple[type[BaseException], str], ...]] = (
    (IllegalAction, "refused"),
    (Unknown, "unknown"),
    (Busy, "busy"),
    (Unsure, "unsure"),
)


class Histogram:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        """One a bound, those above the last at the end."""
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.buckets[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Counts:
    """Everything that one process has counted since it started."""

    def __init__(self) -> None:
        self.started = time.time()
        self.commands: Counter[tuple[str, str]] = Counter()
        """By kind and outcome."""
        self.command_seconds = Histogram()
        """From the command to its answer, of those that were done."""
        self.entries: Counter[tuple[str, str]] = Counter()
        """By kind of stream and role."""
        self.rounds: Counter[str] = Counter()
        """Finished rounds by table."""
        self.append_seconds = Histogram()
        self.store_errors: Counter[str] = Counter()
        """By what the store was asked to do."""

    @contextmanager
    def command(self, command: c.Command) -> Iterator[Callable[[Answer], Answer]]:
        """Count one command: what became of it, and how long that took."""
        began, outcome = time.perf_counter(), "failed"

        def answered(answer: Answer) -> Answer:
            nonlocal outcome
            outcome = "done" if answer.changes else "repeated"
            return answer

        try:
            yield answered
        except BaseException as error:
            outcome = next((word for kind, word in _OUTCOMES if isinstance(error, kind)), "failed")
            raise
        finally:
            self.commands[type(command).__name__, outcome] += 1
            if outcome == "done":
                self.command_seconds.add(time.perf_counter() - began)

    def appended(self, commits: Sequence[Commit], outcomes: Sequence[Outcome], seconds: float) -> None:
        """Count what the store has taken."""
        self.append_seconds.add(seconds)
        for commit, outcome in zip(commits, outcomes, strict=True):
            if isinstance(outcome, Appended):
                self.entries.update((kind_of_stream(entry.stream), entry.role) for entry in commit.entries)
                self.rounds.update(table_named(round_.stream) for round_ in commit.rounds)


class CountedRunning(Running):
    """A floor at work that counts the commands it is given."""

    def __init__(self, floor: Floor, counts: Counts, leading: Leading | None = None) -> None:
        super().__init__(floor, leading)
        self._counts = counts

    async def command(self, table: str, command: c.TableCommand, **given: Any) -> Answer:
        if self.leading is not None and self.leading.elsewhere(table_stream(table)) is not None:
            return await super().command(table, command, **given)  # it is counted where it is done
        with self._counts.command(command) as answered:
            return answered(await super().command(table, command, **given))

    async def for_another(self, asked: Asked | Decision) -> Answer:
        if isinstance(asked, Decision):
            return await super().for_another(asked)  # it is counted where it was made
        with self._counts.command(asked.command) as answered:
            return answered(await super().for_another(asked))

    async def link_command(self, command: c.LinkCommand, **given: Any) -> Answer:
        with self._counts.command(command) as answered:
            return answered(await super().link_command(command, **given))

    async def house_command(self, command: c.HouseRecord, **given: Any) -> Answer:
        with self._counts.command(command) as answered:
            return answered(await super().house_command(command, **given))

    async def person_command(self, name: str, command: c.PersonCommand, **given: Any) -> Answer:
        with self._counts.command(command) as answered:
            return answered(await super().person_command(name, command, **given))


def counted(store: Store, counts: Counts) -> Store:
    """The same store, with everything that it takes and every trouble it has counted."""
    return cast(Store, _Counted(store, counts))


class _Counted:
    """A store in front of a store; whatever is asked is handed on."""

    def __init__(self, store: Store, counts: Counts) -> None:
        self._store, self._counts = store, counts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name.startswith("_") or not callable(found):
            return found

        def asked(*args: Any, **given: Any) -> Any:
            with self._troubles(name):
                return found(*args, **given)

        setattr(self, name, asked)
        return asked

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        began = time.perf_counter()
        with self._troubles("append"):
            outcomes = self._store.append(commits)
        self._counts.appended(commits, outcomes, time.perf_counter() - began)
        return outcomes

    @contextmanager
    def _troubles(self, name: str) -> Iterator[None]:
        try:
            yield
        except StoreError:
            self._counts.store_errors[name] += 1
            raise
