"""Entries and commits for the tests of the stores, and what must hold of a store at any time."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.store import GENESIS, Appended, Commit, Conflict, Entry, Outcome, Store, chained


def entry(stream: str = "table:1", version: int = 1, previous: str = GENESIS, **fields: Any) -> Entry:
    """An entry with its hash; what is not given is plain."""
    plain: dict[str, Any] = {
        "at": 1_700_000_000_000,
        "actor": "Ann",
        "role": "player",
        "client": "",
        "command": '{"do":"hit"}',
        "events": "[]",
        "postings": "[]",
        "engine": "1.0.0",
        "schema": 1,
    }
    return chained(Entry(stream=stream, version=version, previous=previous, **plain | fields))


def following(before: Entry, **fields: Any) -> Entry:
    """The entry after another of its stream."""
    return entry(before.stream, before.version + 1, before.hash, **fields)


def upcoming(store: Store, stream: str = "table:1", **fields: Any) -> Entry:
    """The entry that a stream would take now; its postings are the moves, so that they can be added up again."""
    version, previous = store.head(stream)
    return entry(stream, version + 1, previous, **fields)


def commit(*entries: Entry, **beside: Any) -> Commit:
    return Commit(entries=entries, **beside)


def moving(store: Store, moves: dict[str, int], stream: str = "table:1", **fields: Any) -> Commit:
    """A commit of one entry that moves money and says so in its postings."""
    postings = msgspec.json.encode([[account, cents, "test"] for account, cents in moves.items()]).decode()
    return commit(upcoming(store, stream, postings=postings, **fields), moves=moves)


def append(store: Store, *commits: Commit) -> list[Outcome]:
    return store.append(commits)


def grow(store: Store, count: int, stream: str = "table:1", **fields: Any) -> list[Entry]:
    """Append so many entries, each by itself."""
    made = []
    for _ in range(count):
        new = upcoming(store, stream, **fields)
        assert append(store, commit(new)) == [Appended({})]
        made.append(new)
    return made


def insist(store: Store, moves: dict[str, int], stream: str = "table:1") -> int:
    """Append one entry to a stream that others write to as well; gives its version."""
    while True:
        wanted = moving(store, moves, stream)
        (outcome,) = append(store, wanted)
        if isinstance(outcome, Appended):
            return wanted.entries[0].version
        assert outcome == Conflict(stream)


def check(store: Store) -> None:
    """Versions without a gap, each entry chained to the one before, and balances that are the sum of all postings."""
    sums: dict[str, int] = {}
    for stream, head in store.heads().items():
        version, previous = 0, GENESIS
        for found in store.read(stream):
            assert (found.version, found.previous) == (version + 1, previous)
            assert chained(found) == found
            version, previous = found.version, found.hash
            for account, cents, _ in msgspec.json.decode(found.postings):
                sums[account] = sums.get(account, 0) + cents
        assert (version, previous) == head
        assert version > 0
    assert store.balances() == sums
