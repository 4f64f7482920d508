"""The audit: everything that is kept, recomputed and compared, down to one flipped byte.

Chain and replay of every stream from its first input, the index of rounds, snapshots, the card census, all money in
the order it moved, the link, people and their roles, and the signed checkpoints. One stream is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.service.audit.checkpoints import SignedHeads
from pitboss.service.audit.findings import Audit, Finding
from pitboss.service.audit.money import Money
from pitboss.service.audit.people_documents import check_keys, check_passwords, check_people
from pitboss.service.audit.streams import Streams
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.stream_names import HOUSE_STREAM
from pitboss.service.operations.keys import Keys
from pitboss.store import Store

__all__ = ["Audit", "Finding", "verify"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many entries of how many."""


def verify(
    store: Store,
    keys: Keys,
    *,
    progress: Progress = lambda what, done, total: None,
    seen: Sequence[str] = (),
) -> Audit:
    """Recompute a whole store as it stands now; the first finding is the first bad row.

    ``seen`` are codes of checkpoints that have left the house: each must still be there as it was.

    >>> from pitboss.store import MemoryStore
    >>> verify(MemoryStore(), Keys.fresh()).good
    True
    """
    audit = Audit()
    floor = Floor(store, keys, clock=lambda: 0)  # it only replays
    with store.rows() as rows:
        total = rows.count("entries")
        streams = Streams(rows, floor, audit)
        for done in streams.check():
            progress("replaying", done, total)
        money = Money(rows, audit)
        for done in money.check():
            progress("adding up", done, total)
        money.check_places(streams.layouts, streams.link)
        if HOUSE_STREAM not in streams.broken:
            check_people(rows, streams.known, streams.of_before, streams.roles, audit)
        check_passwords(rows, streams.accounts, audit)
        check_keys(rows, streams.forgotten, audit)
        progress("checkpoints", total, total)
        SignedHeads(rows, keys, audit).check(seen)
        for what in rows.damage():
            audit.found("database", "file", 0, what)
    return audit
