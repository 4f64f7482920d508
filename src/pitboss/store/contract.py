"""What every store keeps and promises.

A stream is the history of one thing: a table, the link, the cage. Its entries are numbered from 1 without a gap, and
each carries the hash of the one before, so that a change anywhere is seen. A commit is one or several entries, of
different streams, with all that belongs to them: either all of it is there afterwards, or nothing.

A commit is taken only if every stream and every account that it rests on still stands where its writer saw it (else
:class:`Conflict`), if no player's account would fall below nothing on the way (else :class:`Overdrawn`), and if the
same command of the same person was not taken before (else :class:`Repeated`, with the entry of the first time).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from pitboss.store.rows import Rows

__all__ = [
    "GENESIS", "Appended", "Commit", "Conflict", "Entry", "Outcome", "Overdrawn", "Repeated", "Round", "Snapshot",
    "Store", "chained", "entry_hash",
]  # fmt: skip

GENESIS = "0" * 64
"""What the first entry of a stream has for the hash before it."""


class Entry(Struct, frozen=True, kw_only=True):
    """One thing that was decided: who wanted what, what happened, what it did to the money."""

    stream: str
    version: int
    at: int
    """Milliseconds since 1970, by the clock of the server that decided."""
    actor: str
    role: str
    client: str
    """What the sender calls this command; the same name twice is the same command."""
    command: str
    """The input, as JSON."""
    events: str
    """What happened, as JSON, as anybody at the table could see it."""
    postings: str
    """Account, cents and reason of every line, as JSON; they add up to zero."""
    sealed: bytes = b""
    """What the input has that nobody may read yet, encrypted."""
    engine: str
    schema: int
    previous: str
    hash: str = ""


def entry_hash(entry: Entry) -> str:
    """The hash of an entry: over all its fields, each with its length, and the hash before it."""
    digest = sha256()
    for name in Entry.__struct_fields__:
        if name == "hash":
            continue
        value = getattr(entry, name)
        octets = value if isinstance(value, bytes) else str(value).encode()
        digest.update(f"{name} {len(octets)}\n".encode())
        digest.update(octets)
    return digest.hexdigest()


def chained(entry: Entry) -> Entry:
    """The entry with its hash."""
    return msgspec.structs.replace(entry, hash=entry_hash(entry))


class Round(Struct, frozen=True, kw_only=True):
    """Where a round stands in its stream, for those who look one up."""

    stream: str
    number: int
    first: int
    last: int
    players: tuple[str, ...]


class Snapshot(Struct, frozen=True, kw_only=True):
    """A stream's state after an entry, encrypted, to start from instead of the beginning."""

    stream: str
    version: int
    sealed: bytes


class Commit(Struct, frozen=True, kw_only=True):
    """Entries that belong together, and what is kept beside them."""

    entries: tuple[Entry, ...]
    moves: dict[str, int] = {}
    """What each account gains or loses by all of it."""
    needs: dict[str, int] = {}
    """What a player must have beforehand, where more goes out first than in the end; the account is among the moves."""
    seen: dict[str, int] = {}
    """Streams that were only read to decide it, with the version each must still have."""
    held: dict[str, int] = {}
    """Accounts that were looked at to decide it, with what each must still hold; they are among the moves."""
    rounds: tuple[Round, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()

    def outdated(self, heads: Mapping[str, tuple[int, str]]) -> Conflict | None:
        """The first stream that has changed since it was read, if any."""
        return next((Conflict(name) for name, at in self.seen.items() if heads.get(name, (0, ""))[0] != at), None)

    def elsewhere(self, balances: Mapping[str, int]) -> Conflict | None:
        """The first account that holds something else than was seen, if any."""
        return next((Conflict(name) for name, cents in self.held.items() if balances.get(name, 0) != cents), None)

    def overdrawn(self, balances: Mapping[str, int]) -> Overdrawn | None:
        """The first player without enough money for what goes out, if any."""
        for account, cents in self.moves.items():
            before = balances.get(account, 0)
            least = max(self.needs.get(account, 0), -cents)
            if account.startswith("player:") and least > 0 and before < least:
                return Overdrawn(account, before)
        return None


class Appended(Struct, frozen=True):
    """The commit is durable; these are the accounts it moved, afterwards."""

    balances: dict[str, int]


class Conflict(Struct, frozen=True):
    """Another writer was first: the stream stands elsewhere."""

    stream: str


class Overdrawn(Struct, frozen=True):
    """A player does not have that much."""

    account: str
    balance: int


class Repeated(Struct, frozen=True):
    """The command was taken before."""

    entry: Entry


Outcome = Appended | Conflict | Overdrawn | Repeated


class Store(Protocol):
    """Durable streams; an implementation is safe to use from several threads."""

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        """Take commits one by one, in one transaction: durable when this returns."""

    def read(self, stream: str, *, after: int = 0, upto: int | None = None) -> list[Entry]:
        """The entries of a stream in order."""

    def head(self, stream: str) -> tuple[int, str]:
        """The last version of a stream and its hash; 0 and :data:`GENESIS` where there is none."""

    def heads(self, streams: Iterable[str] | None = None) -> dict[str, tuple[int, str]]:
        """The heads of these streams, or of all; none of one that has no entry."""

    def find(self, actor: str, client: str) -> Entry | None:
        """The entry that a command became."""

    def balances(self, accounts: Iterable[str] | None = None) -> dict[str, int]:
        """What is in these accounts, or in all."""

    def snapshot(self, stream: str, *, upto: int | None = None) -> Snapshot | None:
        """The latest snapshot of a stream, or the latest not after a version."""

    def rounds(self, *, stream: str = "", player: str = "", number: int | None = None, limit: int = 50) -> list[Round]:
        """Finished rounds, the latest first."""

    def put(self, kind: str, key: str, value: dict[str, Any] | None, *, expected: int | None = None) -> int:
        """Keep a document (a person, a session, a checkpoint), or with None forget it; returns its new version.

        With ``expected`` only if its version is that one, 0 meaning that there is none; else -1.
        """

    def get(self, kind: str, key: str) -> tuple[dict[str, Any], int] | None:
        """A document and its version."""

    def documents(self, kind: str) -> list[tuple[str, dict[str, Any]]]:
        """All documents of a kind by key."""

    def rows(self) -> AbstractContextManager[Rows]:
        """Everything that is kept, row by row, as it stands at one moment: for an audit."""

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Call a function for entries that other processes append, by stream and version; returns how to end it."""

    def close(self) -> None: ...
