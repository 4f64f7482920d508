"""The audit: everything that is kept, recomputed and compared, down to one flipped byte.

Chain and replay of every stream from its first input, the index of rounds, snapshots, the card census, all money in
the order it moved, the link, people and their roles, approved sheets, the signed checkpoints, and all other documents.
One stream is in memory at a time, in each process that shares the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from pitboss.service.audit.checkpoints import SignedHeads
from pitboss.service.audit.crew import WORTH_A_PROCESS, MoneyDone, StreamsDone, add_up, crew_of, replay
from pitboss.service.audit.findings import Audit, Finding
from pitboss.service.audit.kept_documents import check_documents
from pitboss.service.audit.money import check_places
from pitboss.service.audit.people_documents import check_keys, check_passwords, check_people
from pitboss.service.audit.streams import check_strays
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.stream_names import HOUSE_STREAM
from pitboss.service.operations.keys import Keys
from pitboss.store import Store
from pitboss.store.rows import Rows
from pitboss.store.sql import SqlStore

__all__ = ["Audit", "Finding", "verify"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many entries of how many."""


def verify(
    store: Store,
    keys: Keys,
    *,
    progress: Progress = lambda what, done, total: None,
    seen: Sequence[str] = (),
    jobs: int = 1,
) -> Audit:
    """Recompute a whole store as it stands now; the first finding is the first bad row.

    ``seen`` are codes of checkpoints that have left the house: each must still be there as it was. With more ``jobs``
    as many processes share the work, where the store is in a database and the log is long; the findings are the same.

    >>> from pitboss.store import MemoryStore
    >>> verify(MemoryStore(), Keys.fresh()).good
    True
    """
    with _at_work(store, keys, jobs, progress) as (rows, streams, money):
        audit, learnt = streams
        check_strays(rows, learnt, audit)
        audit.add(money.audit)
        check_places(money.sums, learnt.layouts, learnt.meters, audit)
        if HOUSE_STREAM not in learnt.broken:
            check_people(rows, learnt.known, learnt.of_before, learnt.roles, audit)
        check_passwords(rows, learnt.accounts, audit)
        check_keys(rows, learnt.forgotten, audit)
        progress("checkpoints", audit.entries, audit.entries)
        SignedHeads(rows, keys, audit).check(seen)
        check_documents(rows, audit)
        for what in rows.damage():
            audit.found("database", "file", 0, what)
    return audit


@contextmanager
def _at_work(store: Store, keys: Keys, jobs: int, progress: Progress) -> Iterator[tuple[Rows, StreamsDone, MoneyDone]]:
    """The rows of a store, its streams replayed and its money added up, by one process or by several."""
    if isinstance(store, SqlStore) and (several := min(jobs, _worthwhile(store) if jobs > 1 else 1)) > 1:
        with crew_of(store, keys, several) as (rows, crew):
            total = rows.count("entries")
            yield rows, *crew.work(lambda done: progress("replaying", done, total))
        return
    with store.rows() as rows:
        total = rows.count("entries")
        floor = Floor(store, keys, clock=lambda: 0)  # it only replays
        streams = replay(rows, floor, progress=lambda done: progress("replaying", done, total))
        yield rows, streams, add_up(rows, lambda done: progress("adding up", done, total))


def _worthwhile(store: SqlStore) -> int:
    """How many processes the log of a store is worth."""
    with store.rows() as rows:
        return rows.count("entries") // WORTH_A_PROCESS
