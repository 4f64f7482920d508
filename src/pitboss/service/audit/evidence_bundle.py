"""The evidence bundle: a part of the log, or all of it, that a stranger verifies offline with the script inside.

It holds the entries of its streams line by line, every checkpoint, the openings and a hand record of each finished
round as anybody at the table saw it, and a signed manifest. The same log makes the same bytes.
"""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Final, Self

import msgspec

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.checkpoints import KIND, canonical
from pitboss.service.audit.recall import Recalled
from pitboss.service.floor.commands import decode
from pitboss.service.floor.event_json import JsonObject
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import (
    HOUSE_STREAM,
    LINK,
    sheet_named,
    sheet_stream,
    table_named,
    table_stream,
)
from pitboss.service.floor.streams import TableChange, TableStream, round_of
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.card_promises import SHOE, commitment_of
from pitboss.service.tables.live_table import Live
from pitboss.shoe import Ceremony
from pitboss.shoe import Event as ShoeEvent
from pitboss.store import Entry, Store
from pitboss.store.contract import Round
from pitboss.store.rows import Rows

__all__ = ["BundlePart", "export"]

README: Final = """\
Evidence of a Pitboss floor.

    python3 verify.py .                     in this folder, or
    python3 verify.py BUNDLE.zip            with the zip itself
    python3 verify.py BUNDLE.zip --key KEY  with the floor's public key, as you have it from the house or a regulator

It needs Python 3.9 or later and nothing else. Exit status 0: everything holds. 1: something does not, and the first
bad row is named. 2: the bundle cannot be read. Who does not trust this copy of verify.py takes one from the Pitboss
source (src/pitboss/service/audit/verify_bundle.py): it is the same file.

    pitboss audit bundle BUNDLE.zip         checks the same, and settles every round again by the sheet of its table
"""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class BundlePart:
    """Which part of the log: some tables or everything, and from when until before when, in milliseconds since 1970."""

    tables: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None

    @property
    def everything(self) -> bool:
        return not self.tables and self.since is None and self.until is None

    def covers(self, at: int) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


@dataclass
class Dealt:
    """A finished round as it goes into the bundle: its place, the record, and what opens its cards."""

    number: int
    first: int
    last: int
    record: str = ""
    openings: str = ""
    shown_at: int = 0
    """The entry that showed the root of its cards."""


class Box:
    """The zip: members in a fixed form, each with its hash for the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w")
        self.files: dict[str, str] = {}

    def add(self, name: str, lines: Iterable[bytes]) -> None:
        """Write a member piece by piece, so that a long log need not be in memory."""
        digest = sha256()
        with self._zip.open(_member(name), "w") as member:
            for line in lines:
                digest.update(line)
                member.write(line)
        self.files[name] = digest.hexdigest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._zip.close()


def _member(name: str) -> zipfile.ZipInfo:
    """A zip member without time stamps or traces of the machine."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3
    info.external_attr = 0o644 << 16
    return info


def export(
    store: Store,
    keys: Keys,
    path: Path,
    wanted: BundlePart = BundlePart(),  # noqa: B008  (a frozen value)
    *,
    progress: Progress = lambda what, done, total: None,
) -> JsonObject:
    """Write a bundle to a file, whole or not at all; returns its manifest."""
    partial = path.with_name(path.name + ".part")
    try:
        with store.rows() as rows, partial.open("wb") as file, Box(file) as box:
            manifest = _Export(rows, store, keys, wanted, progress).write(box)
        partial.replace(path)
    except OSError as error:
        raise PitbossError(f'cannot write "{path}": {error.strerror}') from error
    finally:
        partial.unlink(missing_ok=True)
    return manifest


@dataclass
class Span:
    """The part of one stream that is in the bundle."""

    first: int
    last: int
    rounds: list[Dealt] = field(default_factory=list)


class _Export:
    """One bundle in the making."""

    def __init__(self, rows: Rows, store: Store, keys: Keys, wanted: BundlePart, progress: Progress) -> None:
        self._rows, self._keys, self._wanted, self._progress = rows, keys, wanted, progress
        self._floor = Floor(store, keys, clock=lambda: 0)  # it only replays
        self._total, self._done = rows.count("entries"), 0
        self._before: Counter[str] = Counter()
        self._after: Counter[str] = Counter()
        self._spans: dict[str, Span] = {}

    def write(self, box: Box) -> JsonObject:
        box.add("verify.py", [Path(verify_bundle.__file__).read_bytes()])
        box.add("README.txt", [README.encode()])
        box.add("public_key.txt", [self._keys.public.hex().encode() + b"\n"])
        for stream in self._streams():
            self._add_stream(box, stream)
        box.add("checkpoints.jsonl", self._checkpoints())
        box.add("balances.json", [canonical(self._balances())])
        manifest = self._manifest(box)
        text = canonical(manifest)
        box.add("manifest.json", [text])
        box.add("manifest.sig", [self._keys.sign(text).hex().encode() + b"\n"])
        return manifest

    def _manifest(self, box: Box) -> JsonObject:
        return {
            "format": verify_bundle.FORMAT,
            "engine": __version__,
            "public_key": self._keys.public.hex(),
            "complete": self._wanted.everything,
            "tables": list(self._wanted.tables),
            "since": self._wanted.since,
            "until": self._wanted.until,
            "streams": {
                name: {
                    "first": span.first,
                    "last": span.last,
                    "rounds": {str(one.number): [one.first, one.last] for one in span.rounds},
                }
                for name, span in self._spans.items()
            },
            "files": dict(sorted(box.files.items())),
        }

    def _balances(self) -> JsonObject:
        """What the bundle's streams had moved before it, and after; of the whole log, what the store says is there."""
        after = self._after
        if self._wanted.everything:
            after = Counter({row["account"]: row["cents"] for row in self._rows.walk("balances", ("account",))})
        return {"before": _kept(self._before), "after": _kept(after)}

    # which streams

    def _streams(self) -> list[str]:
        known = self._rows.names("entries", "stream")
        if not self._wanted.tables:
            return known
        chosen = [table_stream(table) for table in sorted(set(self._wanted.tables))]
        for stream in chosen:
            if stream not in known:
                raise PitbossError(f"there is no table {table_named(stream)}")
        linked = [LINK] if LINK in known and any(map(self._linked, chosen)) else []
        opened: set[str] = {self._opened_on(stream) for stream in chosen + linked}
        sheets = sorted(sheet_stream(text) for text in opened if text)
        return [*(name for name in (HOUSE_STREAM,) if name in known), *sheets, *linked, *chosen]

    def _opened_on(self, stream: str) -> str:
        """The hash of the text that a table or the link was opened on; empty where an earlier program opened it."""
        opened: JsonObject = decode(next(self._entries(stream)).command, JsonObject)
        return str(opened.get("text", ""))

    def _linked(self, stream: str) -> bool:
        """Whether a table plays a game with the progressive: its money goes on to the link."""
        first = next(self._entries(stream))
        live = TableStream(stream, self._floor.sheets).recomputed(first, self._keys).state
        return "progressive" in live.sheet.rules.table.side_bets

    def _entries(self, stream: str) -> Iterator[Entry]:
        for row in self._rows.walk("entries", ("version",), stream=stream):
            yield Entry(**{name: row[name] for name in Entry.__struct_fields__})

    # one stream

    def _add_stream(self, box: Box, stream: str) -> None:
        """A stream's part of the log; of a table, its rounds are replayed first, since they tell where it begins."""
        span = self._table_span(box, stream) if table_named(stream) else self._plain_span(stream)
        if span is None:
            self._leave_out(stream)
            return
        self._spans[stream] = span
        box.add(verify_bundle.stream_file(stream), self._lines(stream, span))

    def _leave_out(self, stream: str) -> None:
        for entry in self._entries(stream):
            if self._wanted.since is not None and entry.at < self._wanted.since:
                _post(self._before, entry)
                _post(self._after, entry)

    def _plain_span(self, stream: str) -> Span | None:
        always = bool(sheet_named(stream))  # what a table was opened on is needed whenever that was
        versions = [entry.version for entry in self._entries(stream) if always or self._wanted.covers(entry.at)]
        return Span(versions[0], versions[-1]) if versions else None

    def _table_span(self, box: Box, stream: str) -> Span | None:
        """From the shuffle behind the first round that is wanted to the last entry that is."""
        span: Span | None = None
        replay = _Rounds(self._keys, stream, self._floor.sheets)
        for entry in self._entries(stream):
            self._done += 1
            if not self._done % 100:
                self._progress("replaying", self._done, self._total)
            dealt = replay.take(entry)
            covered = self._wanted.covers(entry.at)
            if covered:
                span = span or Span(replay.round_first or entry.version, entry.version)
                span.last = entry.version
            if dealt is not None and covered:
                assert span is not None
                span.first = min(span.first, dealt.shown_at, dealt.first)
                span.rounds.append(Dealt(dealt.number, dealt.first, dealt.last))
                self._add_round(box, stream, dealt)
        return span

    def _add_round(self, box: Box, stream: str, dealt: Dealt) -> None:
        for text, kind in ((dealt.openings, "openings"), (dealt.record, "record")):
            if text:
                box.add(verify_bundle.round_file(stream, dealt.number, kind), [text.encode()])

    def _lines(self, stream: str, span: Span) -> Iterator[bytes]:
        for entry in self._entries(stream):
            if entry.version < span.first:
                _post(self._before, entry)
            if entry.version <= span.last:
                _post(self._after, entry)
            if span.first <= entry.version <= span.last:
                facts = msgspec.structs.asdict(entry)
                facts["sealed"] = entry.sealed.hex()
                yield json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def _checkpoints(self) -> Iterator[bytes]:
        for row in self._rows.walk("documents", ("key",), kind=KIND):
            yield row["value"].encode() + b"\n"


class _Rounds:
    """Replays a table, and returns every finished round as anybody saw it."""

    def __init__(self, keys: Keys, stream: str, sheets: Sheets) -> None:
        self._keys, self._stream = keys, TableStream(stream, sheets)
        self._changes: list[TableChange] = []
        self._shown: dict[str, tuple[int, str]] = {}
        """Where the last root for each deck, or for the shoe, was shown."""
        self._over: Live | None = None

    @property
    def round_first(self) -> int:
        """The first entry of the round under way; 0 between rounds."""
        return self._changes[0].entry.version if self._changes else 0

    def take(self, entry: Entry) -> Dealt | None:
        change = self._stream.recomputed(entry, self._keys)
        live, finished = change.state, round_of(change)
        if live.round is not None or self._changes:
            self._changes.append(change)
        if live.round is not None and live.round.over:
            self._over = live
        self._note_roots(change)
        dealt = self._dealt(finished[0]) if finished else None
        if live.round is None:
            self._changes, self._over = [], None
        self._stream.take_over(change)
        return dealt

    def _note_roots(self, change: TableChange) -> None:
        for event in change.events:
            if isinstance(event, ShoeEvent) and event.name == "commitment_shown":
                self._shown[str(event.details.get("deck", SHOE))] = change.entry.version, str(event["root"])

    def _dealt(self, round_: Round) -> Dealt:
        assert self._over is not None
        entries = tuple(change.entry for change in self._changes)
        seen = Recalled(self._over, entries, tuple(change.seen for change in self._changes), "")
        if self._over.declared:
            return Dealt(round_.number, round_.first, round_.last, record=seen.record(), shown_at=round_.first)
        table = self._over.table
        deck = SHOE if isinstance(table.cards, Ceremony) else table.rotation.in_play.name
        shown_at, root = self._shown[deck]
        promised = commitment_of(self._over)[0].root == root  # else the cards were shuffled again within the round
        return Dealt(
            round_.number,
            round_.first,
            round_.last,
            record=seen.record(),
            openings=seen.openings() if promised and seen.slots else "",
            shown_at=shown_at,
        )


def _post(sums: Counter[str], entry: Entry) -> None:
    lines: Sequence[tuple[str, int, str]] = decode(entry.postings, list[tuple[str, int, str]])
    for account, cents, _ in lines:
        sums[account] += cents


def _kept(sums: Counter[str]) -> dict[str, int]:
    return {account: cents for account, cents in sorted(sums.items()) if cents}
