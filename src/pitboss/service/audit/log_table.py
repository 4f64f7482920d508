"""The log as a table: one row for each entry, with the hash that chains it to the one before."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from pitboss.service.audit.log_by_time import entries_after
from pitboss.store import Entry, Store

__all__ = ["LOG_COLUMNS", "entries_of", "log_csv"]

LOG_COLUMNS: Final = (
    "stream", "version", "at", "actor", "role", "client", "command", "events", "postings", "engine", "schema",
    "previous", "hash",
)  # fmt: skip


def log_csv(entries: Iterable[Entry]) -> str:
    """Entries as rows; what an entry seals is left out."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(LOG_COLUMNS)
    for entry in entries:
        rows.writerow([getattr(entry, name) for name in LOG_COLUMNS])
    return out.getvalue()


def entries_of(store: Store, wanted: Callable[[int], bool]) -> Iterator[Entry]:
    """The entries of the times that are wanted, stream by stream."""
    for stream, (last, _) in sorted(store.heads().items()):
        yield from (entry for entry in entries_after(store, stream, 0, last=last) if wanted(entry.at))
