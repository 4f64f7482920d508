"""Each stream by itself: its chain, its replay from the first input on, and what is kept beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from pitboss import __version__
from pitboss.engine import NOW, engine_of
from pitboss.errors import PitbossError
from pitboss.games.accounts import balances as round_balances
from pitboss.games.accounts import postings
from pitboss.games.events import Event as RoundEvent
from pitboss.progressive.link import Link
from pitboss.service.audit.card_census import Census
from pitboss.service.audit.findings import Audit, legible
from pitboss.service.audit.money import Meters
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.house import House
from pitboss.service.floor.stream_names import person_named
from pitboss.service.floor.streams import AnyChange, AnyStream, round_of, stream_of
from pitboss.service.people.player_limits import Standing
from pitboss.service.tables.bookmarks import KIND as BOOKMARK
from pitboss.service.tables.bookmarks import opened_bookmark
from pitboss.service.tables.live_table import Live
from pitboss.store import GENESIS, Entry, entry_hash
from pitboss.store.contract import Round
from pitboss.store.rows import Row, Rows

__all__ = ["Chain", "Learnt", "Streams", "check_strays"]


class Chain:
    """Versions without a gap, each entry with the hash of the one before."""

    def __init__(self) -> None:
        self.version = 0
        self.hashes = {GENESIS}
        """What the next entry may have for the hash before it: the one written, and the one it should be."""

    def gap(self, entry: Entry) -> bool:
        return entry.version != self.version + 1

    def faults(self, entry: Entry) -> list[str]:
        """What is wrong with an entry's place; the chain goes on from it all the same."""
        hash_ = _hash_of(entry)
        wrong = [] if hash_ == entry.hash else ["was changed: its hash does not fit"]
        if not self.gap(entry) and entry.previous not in self.hashes:
            wrong.append("does not follow the entry before it")
        self.version, self.hashes = entry.version, {entry.hash, hash_}
        return wrong


def _hash_of(entry: Entry) -> str:
    try:
        return entry_hash(entry)
    except UnicodeEncodeError:  # bytes that are no text
        return ""


@dataclass
class Learnt:
    """What the streams have told, or some of them, for what is held against all of them together."""

    known: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    """Streams that could not be replayed to their end."""
    layouts: dict[str, int] = field(default_factory=dict)
    """What lies on the layout of every table, by the round under way."""
    meters: Meters | None = None
    of_before: set[str] = field(default_factory=set)
    """Streams that an earlier version of the program began."""
    roles: dict[str, str] = field(default_factory=dict)
    """The role that everybody was given last."""
    accounts: dict[str, str] = field(default_factory=dict)
    """The mark of everybody's password, as far as it was noted; not of those who are forgotten."""
    forgotten: set[str] = field(default_factory=set)
    """The people whose keys were to be destroyed."""
    players: int = 0
    """Players in the index of rounds."""

    def add(self, more: Learnt) -> None:
        """Learn what further streams have told."""
        for name in ("known", "broken", "layouts", "of_before", "roles", "accounts", "forgotten"):
            getattr(self, name).update(getattr(more, name))
        self.meters = more.meters or self.meters
        self.players += more.players


class Streams:
    """Goes through every stream, or through those from one name on and before another."""

    def __init__(self, rows: Rows, floor: Floor, audit: Audit, *, first: str = "", before: str = "") -> None:
        self._rows, self._floor, self._audit = rows, floor, audit
        self._first, self._before = first, before
        self._entries, self._rounds = rows.count("entries"), rows.count("rounds")
        self._heads = {row["stream"]: row for row in rows.walk("streams", ("stream",))}
        self.learnt = Learnt()

    def check(self) -> Iterator[int]:
        """Check each stream by itself; yields the number of entries so far, from time to time."""
        rows = self._rows.entries(self._first, self._before)
        for name, entries in groupby(rows, key=lambda row: row["stream"]):
            self.learnt.known.add(name)
            yield from _Stream(self, name).check(entries)

    def head(self, name: str) -> Row | None:
        return self._heads.get(name)


def check_strays(rows: Rows, learnt: Learnt, audit: Audit) -> None:
    """Find heads without entries, and rows beside the log that belong to no entry of it."""
    for head in rows.walk("streams", ("stream",)):
        if head["stream"] not in learnt.known:
            audit.found("streams", head["stream"], head["version"], "the log has no such stream")
    for table, number in (("rounds", "number"), ("snapshots", "version")):
        for name in rows.names(table, "stream"):
            if name not in learnt.known:
                for row in rows.walk(table, (number,)):
                    if row["stream"] == name:
                        audit.found(table, name, row[number], "the log has no such stream")
    if rows.count("round_players") != learnt.players:
        seqs = {row["seq"] for row in rows.walk("rounds", ("seq",))}
        for row in rows.walk("round_players", ("round", "position")):
            if row["round"] not in seqs:
                what = f"belongs to round row {row['round']}, which is not there"
                audit.found("round_players", row["player"], row["round"], what)


class _Stream:
    """One stream from its first entry on."""

    def __init__(self, streams: Streams, name: str) -> None:
        self._all, self._rows, self._audit = streams, streams._rows, streams._audit
        self._floor, self._learnt, self._name = streams._floor, streams.learnt, name
        self._stream: AnyStream = stream_of(name, streams._floor.sheets)
        self._chain, self._census = Chain(), Census()
        self._seq = 0
        self._numbers: set[int] = set()
        self._staying = 0
        self._legible = legible(name) == name
        self._snapshots = {row["version"] for row in self._beside("snapshots")}
        self._bookmark = self._kept_within_a_round()
        self._whole = True

    def _beside(self, table: str) -> Iterator[Row]:
        return self._rows.walk(table, ("stream",), stream=self._name) if self._legible else iter(())

    def _kept_within_a_round(self) -> JsonObject:
        """The bookmark of a table, if it has one that can be read; others are not taken up either."""
        found = self._rows.walk("documents", ("key",), kind=BOOKMARK, key=self._name) if self._legible else iter(())
        for row in found:
            try:
                facts: JsonObject = json.loads(row["value"])
                return {name: facts[name] for name in ("version", "hash", "sealed")}
            except (ValueError, KeyError, TypeError):
                self._found(0, "cannot be read", f"documents {BOOKMARK}")
        return {}

    def _found(self, version: int, what: str, table: str = "entries") -> None:
        self._audit.found(table, self._name, version, what)

    def check(self, rows: Iterable[Row]) -> Iterator[int]:
        for row in rows:
            self._check_number(row)
            entry = Entry(**{name: row[name] for name in Entry.__struct_fields__})
            self._take(entry)
            if entry.version == 1 and engine_of(entry.engine) is not NOW:
                self._learnt.of_before.add(self._name)
            self._audit.entries += 1
            if not self._audit.entries % 100:
                yield self._audit.entries
        self._end()
        self._audit.streams += 1

    def _check_number(self, row: Row) -> None:
        """The number in the whole log: none is left out, and a stream's go up with its versions."""
        seq, last = row["seq"], self._seq
        if self._rows.gapless and not 1 <= seq <= self._all._entries:
            self._found(row["version"], f"is number {seq} of a log with {self._all._entries} entries")
        elif seq <= last:
            self._found(row["version"], f"is number {seq} in the log, after number {last}")
        self._seq = max(seq, last) if seq <= self._all._entries or not self._rows.gapless else last

    def _take(self, entry: Entry) -> None:
        if self._chain.gap(entry):
            self._check_gap(entry.version)
        faults = self._chain.faults(entry)
        if self._whole:
            faults += self._replayed(entry)
        for what in faults:
            self._found(entry.version, what)
        if faults:
            self._whole = False  # what follows cannot be trusted to start from here

    def _check_gap(self, version: int) -> None:
        if self._chain.version:
            self._found(self._chain.version + 1, f"is missing: version {version} comes next")
        else:
            self._found(version, "is the first of its stream: those before it are missing")
        self._whole = False

    def _replayed(self, entry: Entry) -> list[str]:
        """An entry made anew from its input; what differs, and what is wrong with its result."""
        try:
            change: AnyChange = self._stream.recomputed(entry, self._floor.keys)
        except Exception as error:  # whatever a changed input leads to is a finding of this row
            reason = str(error) if isinstance(error, PitbossError) else f"{type(error).__name__}: {error}"
            return [f"cannot be replayed: {reason}{_engine(entry)}"]
        made = change.entry
        faults = [f"replays to other {part}{_engine(entry)}" for part in ("events", "postings")
                  if getattr(made, part) != getattr(entry, part)]  # fmt: skip
        if isinstance(change.state, Live):
            faults += self._census.faults(change)
        elif isinstance(change.state, Link) and change.state.difference():
            faults.append("the books of the link do not balance")
        if not faults:
            self._check_beside(change)
            self._staying += _stays_up(change)
            self._stream.take_over(change)
        return faults

    # beside the log

    def _check_beside(self, change: AnyChange) -> None:
        for round_ in round_of(change):
            self._check_round(round_)
        if change.entry.version in self._snapshots:
            self._snapshots.discard(change.entry.version)
            self._check_snapshot(change)
        if self._bookmark.get("version") == change.entry.version:
            self._check_bookmark(change)

    def _check_bookmark(self, change: AnyChange) -> None:
        """A server would go on from it without a look at the log."""
        entry, keys, sheets = change.entry, self._floor.keys, self._floor.sheets
        live = opened_bookmark(self._bookmark, keys, self._name, sheets=sheets.of)
        if live is not None and self._bookmark["hash"] == entry.hash and live != change.state:
            self._found(entry.version, "is not the state that replaying gives", f"documents {BOOKMARK}")

    def _check_round(self, expected: Round) -> None:
        """The line in the index, and those of the players."""
        self._numbers.add(expected.number)
        self._audit.rounds += 1
        found = list(self._rows.walk("rounds", ("seq",), stream=self._name, number=expected.number))
        if len(found) != 1:
            what = "is missing in the index" if not found else "is in the index more than once"
            self._found(expected.number, what, "rounds")
            return
        row = found[0]
        if (row["first"], row["last"]) != (expected.first, expected.last):
            what = f"is said to be entries {row['first']} to {row['last']}, not {expected.first} to {expected.last}"
            self._found(expected.number, what, "rounds")
        if self._rows.gapless and not 1 <= row["seq"] <= self._all._rounds:
            self._found(expected.number, f"is row {row['seq']} of an index with {self._all._rounds}", "rounds")
        players = [
            (row["position"], row["player"])
            for row in self._rows.walk("round_players", ("position",), round=row["seq"])
        ]  # fmt: skip
        self._learnt.players += len(players)
        if players != list(enumerate(expected.players)):
            what = f"is said to have {_named(players)}, not {_named(enumerate(expected.players))}"
            self._found(expected.number, what, "round_players")

    def _check_snapshot(self, change: AnyChange) -> None:
        version = change.entry.version
        (row,) = self._rows.walk("snapshots", ("version",), stream=self._name, version=version)
        self._audit.snapshots += 1
        try:
            kept = self._floor.keys.unseal(row["sealed"], f"{self._name} {version}")
            same = self._stream.is_saved(kept, change.state)
        except Exception as error:  # sealed by the right key all the same: whatever it is, it is no snapshot
            self._found(version, f"cannot be opened: {error}", "snapshots")
            return
        if not same:
            self._found(version, "is not the state that replaying gives", "snapshots")

    # the end

    def _take_person(self, state: Standing) -> None:
        name = person_named(self._name)
        if state.forgotten:
            self._learnt.forgotten.add(name)
        elif state.account:
            self._learnt.accounts[name] = state.account

    def _end(self) -> None:
        self._check_head()
        if not self._whole:
            self._learnt.broken.add(self._name)
            # Not matched with a replay: counted, so that nobody looks for their rounds elsewhere.
            self._learnt.players += self._players_left()
            return
        state = self._stream.state
        if isinstance(state, Link):
            self._learnt.meters = Meters(state.major, state.minor, state.reserve)
        elif isinstance(state, House):
            self._learnt.roles = dict(state.roles)
        elif isinstance(state, Standing):
            self._take_person(state)
        elif isinstance(state, Live):
            self._learnt.layouts[state.id] = _on_layout(state) + self._staying
        for version in sorted(self._snapshots):
            self._found(version, "is of a version that the log does not have", "snapshots")
        if self._rows.count("rounds", stream=self._name) != len(self._numbers):
            self._check_extra_rounds()

    def _check_head(self) -> None:
        head = self._all.head(self._name)
        if head is None:
            self._found(self._chain.version, "has no head", "streams")
        elif head["version"] != self._chain.version:
            self._found(head["version"], f"the log ends at version {self._chain.version}", "streams")
        elif head["hash"] not in self._chain.hashes:
            self._found(head["version"], "has another hash than the last entry", "streams")

    def _check_extra_rounds(self) -> None:
        for row in self._beside("rounds"):
            if row["number"] not in self._numbers:
                self._found(row["number"], "the log has no such finished round", "rounds")

    def _players_left(self) -> int:
        left = [row["seq"] for row in self._beside("rounds") if row["number"] not in self._numbers]
        return sum(self._rows.count("round_players", round=seq) for seq in left)


def _engine(entry: Entry) -> str:
    return "" if entry.engine == __version__ else f" (it was decided by engine {entry.engine}, this is {__version__})"


def _named(players: Iterable[tuple[int, str]]) -> str:
    return ", ".join(f"{position} {legible(player)}" for position, player in players) or "nobody"


def _on_layout(live: Live) -> int:
    """What lies on the layout by the events of the round under way."""
    if live.round is None:
        return 0
    kept = round_balances(live.round.events).items()
    return sum(cents for account, cents in kept if account.kind == "layout")


def _stays_up(change: AnyChange) -> int:
    """Tokes that lie on the layout when their round is over, too."""
    events = (event for event in change.events if isinstance(event, RoundEvent))
    return sum(cents for event in events for account, cents in postings(event) if account.kind == "stays")
