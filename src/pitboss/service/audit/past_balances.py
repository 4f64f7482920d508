"""What somebody had while a round was played: what they have now, less what the log has moved since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.ledger import player
from pitboss.service.audit.log_by_time import entries_after, first_since
from pitboss.service.floor.commands import decode
from pitboss.service.floor.stream_names import TABLES, person_stream
from pitboss.store import Entry, Store

__all__ = ["balances_during"]

MOST_SINCE: Final = 200_000
"""Entries since the round that are read at most; what somebody had longer ago is not worked out."""


def balances_during(store: Store, person: str, entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return what a person had before the first of a round's entries and after each; empty where it is too long ago."""
    account, last = player(person), entries[-1]
    while True:
        now = store.balances([account])[account]
        since = _moved_since(store, account, person, last)
        if since is None:
            return ()
        if store.balances([account])[account] == now:  # or somebody has bet in the meantime
            break
    after = now - since
    found = [after]
    for entry in reversed(entries):
        found.append(found[-1] - _moved(entry, account))
    return tuple(reversed(found))


def _moved_since(store: Store, account: str, person: str, last: Entry) -> int | None:
    """What the tables and the cage have moved since an entry; None where too much has happened since."""
    moved = 0
    for count, entry in enumerate(_later(store, person, last)):
        if count == MOST_SINCE:
            return None
        moved += _moved(entry, account)
    return moved


def _later(store: Store, person: str, last: Entry) -> Iterator[Entry]:
    """Every entry behind one that may have moved somebody's chips: of its own stream by version, else by time."""
    for stream, (head, _) in (store.heads(prefix=TABLES) | store.heads([person_stream(person)])).items():
        if stream == last.stream:
            yield from entries_after(store, stream, last.version, last=head)
        else:
            first = first_since(store, stream, last.at + 1, last=head)
            yield from entries_after(store, stream, first - 1, last=head)


def _moved(entry: Entry, account: str) -> int:
    """What an entry moved into an account."""
    if f'"{account}"' not in entry.postings:
        return 0
    lines: list[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
    return sum(cents for name, cents, _ in lines if name == account)
