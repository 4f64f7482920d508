"""What every store keeps and promises.

A stream is the history of one thing: a table, the link, the cage. Its entries are numbered from 1 without a gap, and
each carries the hash of the one before, so that a change anywhere is seen. A commit is one or several entries, of
different streams, with all that belongs to them: either all of it is there afterwards, or nothing.

A commit is taken only if every stream and every account that it rests on still stands where its writer saw it (else
:class:`Conflict`), if every document that it rests on is still there, such as the session that it was asked by (else
:class:`Lapsed`), if no player's account would fall below nothing on the way (else :class:`Overdrawn`), and if the same
command of the same person was not taken before (else :class:`Repeated`, with the entry of the first time).

Several servers may share a store. Each says again and again that it is there, by the store's time, and leads streams:
one server a stream. Each time another one takes a stream over, its epoch grows, and a commit that names an epoch of
before is refused (:class:`Deposed`): whoever was thought dead and is not changes nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from pitboss.store.rows import Rows

__all__ = [
    "GENESIS", "Appended", "Commit", "Conflict", "Deposed", "Entry", "Lapsed", "Lead", "Outcome", "Overdrawn",
    "Repeated", "Round", "Server", "Snapshot", "Store", "chained", "entry_hash",
]  # fmt: skip

GENESIS = "0" * 64
"""What the first entry of a stream has for the hash before it."""


class Entry(Struct, frozen=True, kw_only=True, gc=False):
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
    written: list[bytes] = []
    for name, value in zip(_HASHED, msgspec.structs.astuple(entry), strict=False):  # the hash comes last
        octets = value if isinstance(value, bytes) else str(value).encode()
        written += (b"%b %d\n" % (name, len(octets)), octets)
    return sha256(b"".join(written)).hexdigest()


_HASHED: Final = tuple(name.encode() for name in Entry.__struct_fields__[:-1])
assert Entry.__struct_fields__[-1] == "hash"


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
    epochs: dict[str, int] = {}
    """Streams of its entries that a server leads, with the epoch that each must still have."""
    papers: tuple[tuple[str, str], ...] = ()
    """Documents, by kind and key, that must still be there: such as the session that it was asked by."""
    rounds: tuple[Round, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()

    def deposed(self, epochs: Mapping[str, int]) -> Deposed | None:
        """The first stream that another server has taken over, if any."""
        return next((Deposed(name) for name, epoch in self.epochs.items() if epochs.get(name, 0) != epoch), None)

    def lapsed(self, there: Container[tuple[str, str]]) -> Lapsed | None:
        """The first document that it rests on and that is gone, if any."""
        return next((Lapsed(*paper) for paper in self.papers if paper not in there), None)

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


class Deposed(Struct, frozen=True):
    """Another server leads the stream by now."""

    stream: str


class Lapsed(Struct, frozen=True):
    """A document that the commit rests on is no longer there."""

    kind: str
    key: str


class Overdrawn(Struct, frozen=True):
    """A player does not have that much."""

    account: str
    balance: int


class Repeated(Struct, frozen=True):
    """The command was taken before."""

    entry: Entry


Outcome = Appended | Conflict | Deposed | Lapsed | Overdrawn | Repeated


class Server(Struct, frozen=True, order=True):
    """A server that is there."""

    name: str
    address: str
    """Where the others reach it."""
    turn: int
    """How often the streams that it leads have changed."""


class Lead(Struct, frozen=True):
    """Who leads a stream, and the how-manieth that is; the leader may be gone."""

    leader: str
    epoch: int


class Store(Protocol):
    """Durable streams; an implementation is safe to use from several threads."""

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        """Take commits one by one, in one transaction: durable when this returns."""

    def read(self, stream: str, *, after: int = 0, upto: int | None = None) -> list[Entry]:
        """The entries of a stream in order."""

    def head(self, stream: str) -> tuple[int, str]:
        """The last version of a stream and its hash; 0 and :data:`GENESIS` where there is none."""

    def heads(self, streams: Iterable[str] | None = None, *, prefix: str = "") -> dict[str, tuple[int, str]]:
        """The heads of these streams, or of all whose names begin so; none of one that has no entry."""

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

    def attend(self, server: str, address: str, *, seconds: float) -> list[Server]:
        """Say that a server is there, for this long by the store's time; returns all that are, by their names."""

    def servers(self) -> list[Server]:
        """The servers that are there, by their names."""

    def retire(self, server: str) -> None:
        """Say that a server is gone: others may lead what it led."""

    def lead(self, server: str, streams: Iterable[str]) -> dict[str, int]:
        """Have a server that is there lead those of these streams that nobody else who is there leads.

        Returns the new epoch of each; a stream without entries is led by nobody.
        """

    def resign(self, server: str, streams: Iterable[str]) -> None:
        """A server leads these streams no longer."""

    def leads(self, prefix: str) -> dict[str, Lead]:
        """Who leads the streams whose names begin like this."""

    def rows(self) -> AbstractContextManager[Rows]:
        """Everything that is kept, row by row, as it stands at one moment: for an audit."""

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Call a function for entries that other processes append, by stream and version; returns how to end it."""

    def close(self) -> None: ...
