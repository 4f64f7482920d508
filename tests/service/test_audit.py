"""The audit of an honest floor, of one with a flipped byte, and of one that somebody has rewritten with care."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.audit_floor import PROGRESSIVE, PlayedFloor
from tests.store.server import Server

from pitboss.ledger import player
from pitboss.rules import SHIPPED
from pitboss.service.audit.audit import Audit, Finding, verify
from pitboss.service.audit.card_census import Census
from pitboss.service.audit.checkpoints import Checkpoints
from pitboss.service.audit.findings import legible
from pitboss.service.floor import commands as c
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.streams import Change, TableStream
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.live_table import Live, save
from pitboss.shoe import Ceremony
from pitboss.store import Appended, Commit, Entry, MemoryStore, Store, StoreError, chained, open_store
from pitboss.store import schema as tables

TABLE = "table:catfish-blackjack-1"
SHEETS = ("catfish-blackjack", PROGRESSIVE)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Keys]:
    """A floor in one file, with a jackpot, snapshots and checkpoints; and its keys."""
    path = tmp_path_factory.mktemp("audit") / "floor.db"
    store = open_store(str(path))
    floor = PlayedFloor(store, sheets=SHEETS)
    floor.play(5)
    floor.hit_the_minor()
    floor.play(4)
    store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path, floor.keys


@pytest.fixture
def copied(played: tuple[Path, Keys], tmp_path: Path) -> Path:
    """A copy of the file, in which nothing refuses a change."""
    path = Path(shutil.copy(played[0], tmp_path / "copy.db"))
    with closing(_raw(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name.decode()}")
    return path


def _raw(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.text_factory = bytes
    return connection


def _audit(path: Path, keys: Keys) -> Audit:
    store = open_store(str(path))
    try:
        return verify(store, keys)
    finally:
        store.close()


# --- honest floors ------------------------------------------------------------------------------------------


def test_an_honest_floor_has_no_findings_and_all_of_it_was_looked_at(played: tuple[Path, Keys]) -> None:
    path, keys = played
    seen: list[tuple[str, int, int]] = []
    store = open_store(str(path))
    audit = verify(store, keys, progress=lambda *told: seen.append(told))
    heads = store.heads()
    store.close()
    assert audit.findings == []
    assert (audit.streams, audit.entries) == (len(heads), sum(version for version, _ in heads.values()))
    assert (audit.rounds, audit.snapshots, audit.checkpoints, audit.unsigned) == (19, 2, 9, 0)
    assert {what for what, _, _ in seen} == {"replaying", "checkpoints"}
    assert all(0 < done <= total == audit.entries for _, done, total in seen)


def test_all_games_replay_to_the_same_log() -> None:
    floor = PlayedFloor(MemoryStore(), "five games")
    floor.play(9)
    audit = verify(floor.store, floor.keys)
    assert audit.findings == []
    assert (audit.rounds, audit.snapshots) == (9 * len(SHIPPED), len(SHIPPED))


def test_entries_that_no_checkpoint_covers_are_counted() -> None:
    floor = PlayedFloor(MemoryStore(), sheets=("blackjack-v5",))
    floor.play(1)
    floor.do("blackjack-v5-1", c.Leave(), "Ann")
    audit = verify(floor.store, floor.keys)
    assert (audit.findings, audit.unsigned) == ([], 1)


def test_a_round_under_way_is_audited_too() -> None:
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    table = "catfish-blackjack-1"
    while not floor.floor.table(table).live.round or floor.floor.table(table).live.table.bets_open:
        floor._step(table, floor.floor.table(table))
    assert floor.store.balances(["layout:catfish-blackjack-1"])["layout:catfish-blackjack-1"] > 0
    assert verify(floor.store, floor.keys).good


@pytest.mark.slow
def test_a_floor_on_postgresql_has_no_findings() -> None:
    server = Server()
    try:
        server.start()
        store = open_store(server.new_database())
        floor = PlayedFloor(store, sheets=SHEETS)
        floor.play(3)
        floor.hit_the_minor()
        audit = verify(store, floor.keys)
        assert (audit.findings, audit.rounds) == ([], 7)
        store.close()
    finally:
        server.remove()


# --- one flipped byte -----------------------------------------------------------------------------------------

COLUMNS = [
    (name, column.name)
    for name in ("entries", "streams", "balances", "rounds", "round_players", "snapshots", "documents")
    for column in tables.kept_columns(tables.metadata.tables[name])
]
"""Of all that the log is made of; who leads a stream holds for the moment."""


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda part: part)
def test_a_flipped_byte_in_any_column_is_found_and_its_row_named(
    played: tuple[Path, Keys], copied: Path, table: str, column: str
) -> None:
    chance = random.Random(f"{table} {column}")
    with closing(_raw(copied)) as connection:
        rows, rounds = _rows(connection, table), _rounds(connection)
        number, flipped = _flip(connection, table, column, rows, chance)
        names = {_name(table, row, rounds) for row in (rows[number], flipped)}
    audit = _audit(copied, played[1])
    assert audit.findings, f"nothing was found after {column} of {rows[number]} was flipped"
    first = audit.findings[0]
    assert (first.name, first.version) in names, f"{first} is named in place of {rows[number]}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_bytes_flipped_anywhere_are_found(played: tuple[Path, Keys], copied: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(12):
        table, column = chance.choice(COLUMNS)
        path = Path(shutil.copy(copied, tmp_path / "again.db"))
        with closing(_raw(path)) as connection:
            rows = _rows(connection, table)
            number, _ = _flip(connection, table, column, rows, chance)
        assert _audit(path, played[1]).findings, f"{table} {column} of {rows[number]}"


@pytest.mark.slow
def test_a_byte_flipped_in_the_file_itself_is_found_unless_no_row_has_it(
    played: tuple[Path, Keys], tmp_path: Path
) -> None:
    chance, octets, whole = random.Random("file"), played[0].read_bytes(), _everything(played[0])
    for number in range(30):
        at = chance.randrange(len(octets))
        path = tmp_path / f"{number}.db"
        path.write_bytes(octets[:at] + bytes([octets[at] ^ (1 << chance.randrange(8))]) + octets[at + 1 :])
        try:
            assert _audit(path, played[1]).findings or _everything(path) == whole, f"byte {at}"
        except StoreError as error:
            assert "damaged" in str(error) or "cannot be used" in str(error)  # noqa: PT017  (it need not be raised)


def _everything(path: Path) -> dict[str, list[Any]]:
    """All rows of the log, read from the tables themselves and not from an index."""
    columns: dict[str, list[str]] = {}
    for table, column in COLUMNS:
        columns.setdefault(table, []).append(column)
    with closing(_raw(path)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT {', '.join(names)} FROM {table} NOT INDEXED").fetchall())
            for table, names in columns.items()
        }


def _rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    kind = " WHERE kind = CAST('checkpoint' AS TEXT)" if table == "documents" else ""
    found = connection.execute(f"SELECT * FROM {table}{kind}")
    names = [part[0] for part in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def _flip(
    connection: sqlite3.Connection, table: str, column: str, rows: list[dict[str, Any]], chance: random.Random
) -> tuple[int, dict[str, Any]]:
    """Flip one bit of a row; where that meets another row's key, try another."""
    keys = [key.name for key in tables.metadata.tables[table].primary_key]
    connection.execute("PRAGMA foreign_keys = OFF")
    while True:
        number = chance.randrange(len(rows))
        row = rows[number]
        if row[column] == b"":
            continue
        new = {**row, column: _flipped(row[column], chance)}
        where = " AND ".join(f"{key} = {_as(row[key], key)}" for key in keys)
        change = f"UPDATE {table} SET {column} = {_as(new[column], column)} WHERE {where}"
        try:
            connection.execute(change, [new[column], *(row[key] for key in keys)])
            return number, new
        except sqlite3.IntegrityError:
            continue


def _flipped(value: Any, chance: random.Random) -> Any:
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(31))
    at = chance.randrange(len(value))
    return value[:at] + bytes([value[at] ^ (1 << chance.randrange(8))]) + value[at + 1 :]


def _as(value: Any, column: str) -> str:
    return "?" if isinstance(value, int) or column == "sealed" else "CAST(? AS TEXT)"


def _rounds(connection: sqlite3.Connection) -> dict[int, tuple[str, int]]:
    return {row["seq"]: (row["stream"].decode(), row["number"]) for row in _rows(connection, "rounds")}


def _name(table: str, row: dict[str, Any], rounds: dict[int, tuple[str, int]]) -> tuple[str, int]:
    """What a finding calls a row."""
    text = {name: legible(value.decode("utf-8", "surrogateescape")) for name, value in row.items() if name != "sealed"
            and isinstance(value, bytes)}  # fmt: skip
    match table:
        case "balances":
            return text["account"], 0
        case "rounds":
            return text["stream"], row["number"]
        case "round_players":
            return rounds.get(row["round"], (text["player"], row["round"]))
        case "documents":
            return f"checkpoint {text['key']}", int(text["key"]) if text["key"].isdecimal() else 0
    return text["stream"], row["version"]


# --- rewritten with care ----------------------------------------------------------------------------------------


class Forged(MemoryStore):
    """A store whose owner changes what he likes, and makes chain and heads fit again."""

    def rewrite(self, stream: str, version: int, **fields: Any) -> None:
        """Change an entry and chain all that follow it anew."""
        entries = self._streams[stream]
        entries[version - 1] = msgspec.structs.replace(entries[version - 1], **fields)
        for at in range(version - 1, len(entries)):
            previous = entries[at - 1].hash if at else entries[at].previous
            new = chained(msgspec.structs.replace(entries[at], previous=previous))
            self._entries[self._entries.index(self._old(stream, at + 1))] = new
            entries[at] = new

    def _old(self, stream: str, version: int) -> Entry:
        return next(entry for entry in self._entries if (entry.stream, entry.version) == (stream, version))

    def cut_off(self, stream: str) -> None:
        """Lose the last entry of a stream."""
        self._entries.remove(self._streams[stream].pop())

    def replace_snapshot(self, stream: str, sealed: bytes) -> int:
        last = self._snapshots[stream][-1]
        self._snapshots[stream][-1] = msgspec.structs.replace(last, sealed=sealed)
        return last.version


@pytest.fixture
def forged() -> tuple[Forged, PlayedFloor]:
    store = Forged()
    floor = PlayedFloor(store, sheets=SHEETS)
    floor.play(8)
    assert verify(store, floor.keys).good
    return store, floor


def _found(audit: Audit, name: str, version: int, words: str) -> None:
    """The first finding is of this row and says this."""
    assert audit.findings, "nothing was found"
    first = audit.findings[0]
    assert (first.name, first.version) == (name, version), str(first)
    assert words in first.what


def _version_of(store: Store, stream: str, words: str) -> int:
    return next(entry.version for entry in store.read(stream) if words in entry.events)


def test_other_postings_under_a_chain_that_fits_are_found_by_the_replay(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    version = _version_of(store, TABLE, "BetPlaced")
    postings = store.read(TABLE)[version - 1].postings.replace("player:Ann", "player:Bob")
    store.rewrite(TABLE, version, postings=postings)
    _found(verify(store, floor.keys), TABLE, version, "replays to other postings")


def test_another_card_under_a_chain_that_fits_is_found_by_the_replay(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    version = _version_of(store, TABLE, "HoleTurned")
    events = msgspec.json.decode(store.read(TABLE)[version - 1].events)
    (turned,) = [event for event in events if event["type"] == "HoleTurned"]
    turned["card"] = "2c" if turned["card"] != "2c" else "3c"
    store.rewrite(TABLE, version, events=msgspec.json.encode(events).decode())
    _found(verify(store, floor.keys), TABLE, version, "replays to other events")


def test_a_change_that_replays_alike_is_found_by_the_signed_checkpoints(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    store.rewrite(TABLE, 3, role="regulator")
    audit = verify(store, floor.keys)
    _found(audit, "checkpoint 000000000001", 1, f"signs another entry as {TABLE}")


def test_a_log_that_was_cut_off_is_found_by_the_signed_checkpoints(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    (version, _), last = store.head(TABLE), store._rounds.pop
    store.cut_off(TABLE)
    while store._rounds[-1].stream != TABLE:
        last()
    audit = verify(store, floor.keys)
    assert any(f"signs {TABLE} {version}, which the log does not have" in str(finding) for finding in audit.findings)


def test_checkpoints_signed_with_another_key_are_found(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    floor.do("catfish-blackjack-1", c.Leave(), "Ann")
    Checkpoints(store, Keys.fresh(), clock=floor.clock).sign()
    audit = verify(store, floor.keys)
    _found(audit, "checkpoint 000000000009", 9, "signed with a key that is not this floor's")


def test_a_snapshot_of_another_moment_is_found(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    live = floor.floor.table("catfish-blackjack-1").live
    version = store.snapshot(TABLE).version  # type: ignore[union-attr]
    assert live.round is None
    sealed = floor.keys.seal(save(msgspec.structs.replace(live, asked_at=live.asked_at + 1)), f"{TABLE} {version}")
    assert store.replace_snapshot(TABLE, sealed) == version
    _found(verify(store, floor.keys), TABLE, version, "not the state that replaying gives")


def test_the_wrong_keys_open_nothing(forged: tuple[Forged, PlayedFloor]) -> None:
    store, _ = forged
    audit = verify(store, Keys.fresh())
    assert any("cannot be unsealed" in finding.what for finding in audit.findings)


def test_what_the_link_got_from_no_table_is_found(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    wagers = c.Contribute(id="nowhere/1", table="nowhere", game=PROGRESSIVE, wagers=1)
    floor.floor.do(lambda: floor.floor.plan_link(wagers, actor="house", role="house"))
    _found(verify(store, floor.keys), "link", store.head("link")[0], "is of no table's entry")


def test_what_a_table_sent_and_the_link_never_got_is_found(forged: tuple[Forged, PlayedFloor]) -> None:
    store, floor = forged
    version = max(entry.version for entry in store.read("link"))
    store.cut_off("link")
    audit = verify(store, floor.keys)
    assert any("sent the link what it never got" in finding.what for finding in audit.findings)
    assert any(finding.name == "checkpoint 000000000008" for finding in audit.findings), version


def test_a_player_below_nothing_is_found() -> None:
    floor = PlayedFloor(MemoryStore(), sheets=())
    out = floor.floor.plan_person("Ann", c.CashOut(cents=6_000_000), actor="Ann", role="player").commit
    unchecked = Commit(entries=out.entries)  # without its moves the store does not see what it does
    assert floor.store.append([unchecked]) == [Appended({})]
    audit = verify(floor.store, floor.keys)
    _found(audit, "person:Ann", 2, f"takes {player('Ann')} below nothing")
    assert Finding("balances", player("Ann"), 0, "is 5000000 cents; the log gives -1000000") in audit.findings


# --- cards ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shuffled() -> Live:
    """A table with a shoe, between two rounds."""
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    floor.play(1)
    return floor.floor.table("catfish-blackjack-1").live


def _with_shoe(live: Live, **fields: Any) -> list[str]:
    cards = live.table.cards
    assert isinstance(cards, Ceremony)
    assert cards.shoe is not None
    new = msgspec.structs.replace(
        live, table=msgspec.structs.replace(live.table, cards=replace(cards, shoe=replace(cards.shoe, **fields)))
    )
    return Census().faults(Change(TableStream("table:t", Sheets()), None, new, new))  # type: ignore[arg-type]


def test_a_whole_shoe_counts_right(shuffled: Live) -> None:
    assert _with_shoe(shuffled) == []


def test_a_card_that_is_there_twice_is_counted(shuffled: Live) -> None:
    order = shuffled.table.cards.shoe.order  # type: ignore[union-attr]
    other = next(card for card in order if card != order[0])
    assert _with_shoe(shuffled, order=(other, *order[1:])) == sorted(
        (f"the shoe: {order[0].text} missing", f"the shoe: {other.text} too many"),
        key=lambda line: "too many" in line if order[0] < other else "missing" in line,
    )


def test_a_card_in_two_places_is_counted(shuffled: Live) -> None:
    shoe = shuffled.table.cards.shoe  # type: ignore[union-attr]
    assert _with_shoe(shuffled, burned=(*shoe.burned, shoe.discards[0])) == [  # type: ignore[union-attr]
        "a card of the shoe is in two places or in none"
    ]
