"""Several processes that share the work of an audit, each over its own connection, all at the same moment of the log.

Streams are replayed in runs of neighbouring names. What each run has found is put together in the order of the names,
so that the findings are those, and in the order, that one process has.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from multiprocessing.connection import Connection, wait
from typing import Final, NamedTuple

from pitboss.errors import PitbossError
from pitboss.service.audit.findings import Audit, legible
from pitboss.service.audit.money import Money
from pitboss.service.audit.streams import Learnt, Streams
from pitboss.service.floor.floor import Floor
from pitboss.service.operations.keys import Keys
from pitboss.store.rows import Rows, SqlRows
from pitboss.store.sql import SqlStore

__all__ = ["WORTH_A_PROCESS", "Crew", "MoneyDone", "StreamsDone", "add_up", "crew_of", "replay"]

WORTH_A_PROCESS: Final = 2000
"""Entries below which a further process costs more than it saves: it has to be started first."""
RUNS_EACH: Final = 6
"""Runs for each process, so that none is left waiting for a long one."""


class Run(NamedTuple):
    """Streams from a name on and before another; an empty one is the beginning or the end."""

    first: str
    before: str


EVERYTHING: Final = Run("", "")


class StreamsDone(NamedTuple):
    """What replaying some streams has told."""

    audit: Audit
    learnt: Learnt


class MoneyDone(NamedTuple):
    """What adding up all money has told."""

    audit: Audit
    sums: Counter[str]


Progress = Callable[[int], None]


def replay(rows: Rows, floor: Floor, run: Run = EVERYTHING, progress: Progress = lambda done: None) -> StreamsDone:
    """Check each stream of a run by itself."""
    audit = Audit()
    streams = Streams(rows, floor, audit, first=run.first, before=run.before)
    for done in streams.check():
        progress(done)
    return StreamsDone(audit, streams.learnt)


def add_up(rows: Rows, progress: Progress = lambda done: None) -> MoneyDone:
    """Check the money of the whole log."""
    audit = Audit()
    money = Money(rows, audit)
    for done in money.check():
        progress(done)
    return MoneyDone(audit, money.sums)


class Crew:
    """Processes that have begun to read, and do what they are handed."""

    def __init__(self, ends: Sequence[Connection], runs: Sequence[Run]) -> None:
        self._ends, self._runs = ends, runs

    def work(self, progress: Progress) -> tuple[StreamsDone, MoneyDone]:
        """Have everything replayed and added up; the longest work, all the money, is begun first."""
        tasks: deque[tuple[int, Run | None]] = deque([(-1, None), *enumerate(self._runs)])
        done: dict[int, StreamsDone | MoneyDone] = {}
        for end in self._ends:
            _hand(end, tasks)
        while len(done) <= len(self._runs):
            heard = wait(self._ends)
            for end in (end for end in self._ends if end in heard):
                number, result = _heard(end)
                done[number] = result
                _hand(end, tasks)
                progress(sum(one.audit.entries for one in done.values()))
        money = done.pop(-1)
        assert isinstance(money, MoneyDone)
        together = StreamsDone(Audit(), Learnt())
        for _, part in sorted(done.items()):
            assert isinstance(part, StreamsDone)
            together.audit.add(part.audit)
            together.learnt.add(part.learnt)
        return together, money


def _hand(end: Connection, tasks: deque[tuple[int, Run | None]]) -> None:
    if tasks:
        end.send(tasks.popleft())


def _heard(end: Connection) -> tuple[int, StreamsDone | MoneyDone]:
    try:
        number, result = end.recv()
    except (EOFError, OSError) as error:
        raise PitbossError("a process of the audit has ended before its work: try again, or with --jobs 1") from error
    if isinstance(result, PitbossError):
        raise result
    return number, result


@contextmanager
def crew_of(store: SqlStore, keys: Keys, jobs: int) -> Iterator[tuple[SqlRows, Crew]]:
    """The rows of a store as they stand at one moment, and processes that read them at the same."""
    context = multiprocessing.get_context("spawn")  # a fork would share open files of the database
    with ExitStack() as stack:
        ends = []
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=_help, args=(theirs, store.again(), keys.handed_on()), daemon=True)
            process.start()
            theirs.close()
            stack.callback(process.join)
            stack.callback(process.terminate)
            ends.append(stack.enter_context(closing(ours)))
        for end in ends:
            _heard(end)
        with store.still():
            rows = stack.enter_context(store.rows())
            at = rows.moment()
            for end in ends:
                end.send(at)
            for end in ends:
                _heard(end)
        yield rows, Crew(ends, _runs_of(rows, jobs))


def _runs_of(rows: Rows, jobs: int) -> list[Run]:
    """Neighbouring streams with about as many entries as the others; they begin with a name that can be asked for."""
    versions = {row["stream"]: row["version"] for row in rows.walk("streams", ("stream",))}
    most = sum(versions.values()) // (jobs * RUNS_EACH) + 1
    begins, entries = [""], 0
    for name in rows.names("entries", "stream"):
        if entries >= most and legible(name) == name:
            begins.append(name)
            entries = 0
        entries += versions.get(name, 1)
    return [Run(first, before) for first, before in zip(begins, [*begins[1:], ""], strict=True)]


def _help(end: Connection, again: Callable[[], SqlStore], secrets: tuple[bytes, bytes]) -> None:
    """Do what is handed in, in a process of its own, until that is ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever has started this one hears it, and ends it
    try:
        with closing(again()) as store:
            end.send((0, None))
            at = end.recv()
            with store.rows(at) as rows:
                end.send((0, None))
                floor = Floor(store, Keys(*secrets), clock=lambda: 0)  # it only replays
                while True:
                    number, run = end.recv()
                    end.send((number, add_up(rows) if run is None else replay(rows, floor, run)))
    except EOFError:
        return
    except PitbossError as error:
        end.send((0, PitbossError(str(error))))
