"""The store in memory: what the others are held against, and what whole floors are simulated on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from pitboss.store.contract import (
    GENESIS,
    Appended,
    Commit,
    Conflict,
    Entry,
    Lead,
    Outcome,
    Repeated,
    Round,
    Server,
    Snapshot,
)
from pitboss.store.rows import MemoryRows, Row

__all__ = ["MemoryStore"]


class MemoryStore:
    """Streams in lists; gone with the process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._streams: dict[str, list[Entry]] = {}
        self._entries: list[Entry] = []
        self._commands: dict[tuple[str, str], Entry] = {}
        self._balances: dict[str, int] = {}
        self._rounds: list[Round] = []
        self._snapshots: dict[str, list[Snapshot]] = {}
        self._documents: dict[str, dict[str, tuple[dict[str, Any], int]]] = {}
        self._watchers: list[Callable[[str, int], None]] = []
        self._servers: dict[str, tuple[Server, float]] = {}
        self._leads: dict[str, Lead] = {}

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        with self._lock:
            return [self._append(commit) for commit in commits]

    def _epochs(self, commit: Commit) -> dict[str, int]:
        return {name: self._leads[name].epoch for name in commit.epochs if name in self._leads}

    def _there(self, commit: Commit) -> list[tuple[str, str]]:
        return [(kind, key) for kind, key in commit.papers if key in self._documents.get(kind, {})]

    def _append(self, commit: Commit) -> Outcome:
        for entry in commit.entries:
            if entry.client and (known := self._commands.get((entry.actor, entry.client))):
                return Repeated(known)
        if (deposed := commit.deposed(self._epochs(commit))) is not None:
            return deposed
        if (lapsed := commit.lapsed(self._there(commit))) is not None:
            return lapsed
        for entry in commit.entries:
            version, previous = self.head(entry.stream)
            if (entry.version, entry.previous) != (version + 1, previous):
                return Conflict(entry.stream)
        if (outdated := commit.outdated(self.heads(commit.seen))) is not None:
            return outdated
        if (elsewhere := commit.elsewhere(self._balances)) is not None:
            return elsewhere
        after = {account: self._balances.get(account, 0) + cents for account, cents in commit.moves.items()}
        if (overdrawn := commit.overdrawn(self._balances)) is not None:
            return overdrawn
        self._balances.update(after)
        for entry in commit.entries:
            self._streams.setdefault(entry.stream, []).append(entry)
            self._entries.append(entry)
            if entry.client:
                self._commands[entry.actor, entry.client] = entry
        self._rounds += commit.rounds
        for snapshot in commit.snapshots:
            self._snapshots.setdefault(snapshot.stream, []).append(snapshot)
        for entry in commit.entries:
            for heard in self._watchers:
                heard(entry.stream, entry.version)
        return Appended(after)

    def read(self, stream: str, *, after: int = 0, upto: int | None = None) -> list[Entry]:
        with self._lock:
            return self._streams.get(stream, [])[after:upto]

    def head(self, stream: str) -> tuple[int, str]:
        with self._lock:
            entries = self._streams.get(stream)
            return (entries[-1].version, entries[-1].hash) if entries else (0, GENESIS)

    def heads(self, streams: Iterable[str] | None = None, *, prefix: str = "") -> dict[str, tuple[int, str]]:
        with self._lock:
            wanted = self._streams if streams is None else self._streams.keys() & set(streams)
            return {stream: self.head(stream) for stream in sorted(wanted) if stream.startswith(prefix)}

    def find(self, actor: str, client: str) -> Entry | None:
        with self._lock:
            return self._commands.get((actor, client))

    def balances(self, accounts: Iterable[str] | None = None) -> dict[str, int]:
        with self._lock:
            wanted = sorted(self._balances) if accounts is None else accounts
            return {account: self._balances.get(account, 0) for account in wanted}

    def snapshot(self, stream: str, *, upto: int | None = None) -> Snapshot | None:
        with self._lock:
            kept = self._snapshots.get(stream, [])
            return next((s for s in reversed(kept) if upto is None or s.version <= upto), None)

    def rounds(self, *, stream: str = "", player: str = "", number: int | None = None, limit: int = 50) -> list[Round]:
        with self._lock:
            found = [
                round_
                for round_ in reversed(self._rounds)
                if (not stream or round_.stream == stream)
                and (not player or player in round_.players)
                and (number is None or round_.number == number)
            ]
            return found[:limit]

    def put(self, kind: str, key: str, value: dict[str, Any] | None, *, expected: int | None = None) -> int:
        with self._lock:
            documents = self._documents.setdefault(kind, {})
            version = documents[key][1] if key in documents else 0
            if expected is not None and expected != version:
                return -1
            if value is None:
                documents.pop(key, None)
                return 0
            documents[key] = (dict(value), version + 1)
            return version + 1

    def get(self, kind: str, key: str) -> tuple[dict[str, Any], int] | None:
        with self._lock:
            found = self._documents.get(kind, {}).get(key)
            return (dict(found[0]), found[1]) if found else None

    def documents(self, kind: str) -> list[tuple[str, dict[str, Any]]]:
        with self._lock:
            return [(key, dict(value)) for key, (value, _) in sorted(self._documents.get(kind, {}).items())]

    def attend(self, server: str, address: str, *, seconds: float) -> list[Server]:
        with self._lock:
            turn = self._servers[server][0].turn if server in self._servers else 0
            self._servers[server] = Server(server, address, turn), time.monotonic() + seconds
            return self.servers()

    def servers(self) -> list[Server]:
        with self._lock:
            return sorted(one for one, until in self._servers.values() if until > time.monotonic())

    def retire(self, server: str) -> None:
        with self._lock:
            self._servers.pop(server, None)

    def lead(self, server: str, streams: Iterable[str]) -> dict[str, int]:
        with self._lock:
            there = {one.name for one in self.servers()}
            led = {name: self._leads.get(name, Lead("", 0)) for name in streams if name in self._streams}
            free = {name: lead for name, lead in led.items() if lead.leader not in there}
            if server not in there or not free:
                return {}
            self._leads.update({name: Lead(server, lead.epoch + 1) for name, lead in free.items()})
            self._turn(server)
            return {name: lead.epoch + 1 for name, lead in free.items()}

    def resign(self, server: str, streams: Iterable[str]) -> None:
        with self._lock:
            led = {name: self._leads.get(name, Lead("", 0)) for name in streams}
            self._leads.update({name: Lead("", lead.epoch) for name, lead in led.items() if lead.leader == server})
            self._turn(server)

    def _turn(self, server: str) -> None:
        if server in self._servers:
            known, until = self._servers[server]
            self._servers[server] = msgspec.structs.replace(known, turn=known.turn + 1), until

    def leads(self, prefix: str) -> dict[str, Lead]:
        with self._lock:
            named = sorted(name for name in self._streams if name.startswith(prefix))
            return {name: self._leads.get(name, Lead("", 0)) for name in named}

    @contextmanager
    def rows(self) -> Iterator[MemoryRows]:
        with self._lock:
            yield MemoryRows(lambda table: getattr(self, f"_{table}_rows")())

    def _entries_rows(self) -> Iterator[Row]:
        return ({"seq": seq, **msgspec.structs.asdict(entry)} for seq, entry in enumerate(self._entries, 1))

    def _streams_rows(self) -> Iterator[Row]:
        return ({"stream": name, "version": version, "hash": hash_} for name, (version, hash_) in self.heads().items())

    def _balances_rows(self) -> Iterator[Row]:
        return ({"account": account, "cents": cents} for account, cents in self._balances.items())

    def _rounds_rows(self) -> Iterator[Row]:
        for seq, round_ in enumerate(self._rounds, 1):
            yield {"seq": seq, **{name: getattr(round_, name) for name in ("stream", "number", "first", "last")}}

    def _round_players_rows(self) -> Iterator[Row]:
        for seq, round_ in enumerate(self._rounds, 1):
            for position, player in enumerate(round_.players):
                yield {"round": seq, "position": position, "player": player}

    def _snapshots_rows(self) -> Iterator[Row]:
        return (msgspec.structs.asdict(snapshot) for kept in self._snapshots.values() for snapshot in kept)

    def _documents_rows(self) -> Iterator[Row]:
        for kind, documents in self._documents.items():
            for key, (value, version) in documents.items():
                yield {"kind": kind, "key": key, "value": msgspec.json.encode(value).decode(), "version": version}

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        with self._lock:
            self._watchers.append(heard)
        return lambda: self._watchers.remove(heard)

    def close(self) -> None:
        """Close the store: nothing was saved."""
