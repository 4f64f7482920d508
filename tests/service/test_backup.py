"""Backup and restore: what comes back is the floor, from either store into either, and nothing by half."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import copy
from dataclasses import dataclass
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.audit_floor import PEOPLE, PlayedFloor
from tests.store.server import Server
from tests.waiting import PATIENCE_SECONDS

from pitboss.cli.main import main
from pitboss.errors import PitbossError
from pitboss.service.audit.audit import verify
from pitboss.service.audit.checkpoints import canonical
from pitboss.service.floor.commands import NoteRole
from pitboss.service.floor.floor import Floor
from pitboss.service.operations import backup_keys
from pitboss.service.operations.backup import BackupTrouble, Manifest, backup, read_manifest, restore
from pitboss.service.operations.backup_keys import kept_in, locked, unlocked
from pitboss.service.operations.keys import Keys, KeyTrouble
from pitboss.store import Store, StoreError, open_store
from pitboss.store.copying import TABLES

PASSPHRASE = "seven cards and a burn"
TABLE = "catfish-blackjack-1"
SHEETS = ("catfish-blackjack", "ultimate-texas-holdem")
NOW = 1_800_000_000_000
STORES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Server]:
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@dataclass
class Night:
    """A floor after some rounds, with one more under way."""

    home: Path
    url: str
    played: PlayedFloor
    rows: dict[str, list[dict[str, Any]]]
    file: Path


def kept(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All rows of a store; numbers that every database gives itself are left out."""
    with store.rows() as rows:
        found = {name: list(rows.walk(name, order)) for name, order in TABLES.items()}
    order = {row["seq"]: place for place, row in enumerate(found["rounds"])}
    for row in found["round_players"]:
        row["round"] = order[row["round"]]
    for name in ("entries", "rounds"):
        for row in found[name]:
            del row["seq"]
    return found


def made(home: Path, url: str) -> Night:
    store = open_store(url)
    played = PlayedFloor(store, sheets=SHEETS, keys=Keys.kept_in(home / "keys"))
    played.play(9)  # every eighth round leaves a snapshot
    while not (played.floor.table(TABLE).live.round and played.floor.table(TABLE).live.question):
        played._step(TABLE, played.floor.table(TABLE))
    for name in PEOPLE:
        store.put("person", name, {"name": name, "role": "player"})
    role = NoteRole(person="Ann", before="player", after="dealer")
    played.floor.do(lambda: played.floor.plan_house(role, actor="house", role="house"))
    store.put("person", "Ann", {"name": "Ann", "role": "dealer"})
    file = home / "floor.backup"
    backup(store, home / "keys", file, clock=lambda: NOW, passphrase=PASSPHRASE)
    rows = kept(store)
    store.close()
    return Night(home, url, played, rows, file)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    """On SQLite."""
    home = tmp_path_factory.mktemp("sqlite")
    return made(home, f"sqlite:///{home / 'floor.sqlite3'}")


@pytest.fixture(scope="module")
def other_night(tmp_path_factory: pytest.TempPathFactory, postgresql: Server) -> Night:
    """On PostgreSQL."""
    return made(tmp_path_factory.mktemp("postgresql"), postgresql.new_database())


@pytest.fixture
def empty(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The address of a new database of a kind."""

    def new(kind: str) -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / 'home' / 'floor.sqlite3'}"
        server: Server = request.getfixturevalue("postgresql")
        return server.new_database()

    return new


def put_back(night: Night, home: Path, url: str, **given: Any) -> None:
    restore(night.file, home=home, database=url, **{"passphrase": lambda: PASSPHRASE, **given})


# --- a whole floor ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", STORES)
@pytest.mark.parametrize("source", STORES)
def test_a_floor_comes_back_in_either_store_and_its_round_goes_on(
    request: pytest.FixtureRequest, empty: Callable[[str], str], tmp_path: Path, source: str, target: str
) -> None:
    night: Night = request.getfixturevalue("night" if source == "sqlite" else "other_night")
    home, url = tmp_path / "home", empty(target)
    told: list[str] = []
    put_back(night, home, url, progress=lambda what, done, total: told.append(f"{what} {done}/{total}"))
    count = len(night.rows["entries"])
    assert told[-1] == f"verifying {count}/{count}"
    store, keys = open_store(url), Keys.kept_in(home / "keys")
    try:
        assert kept(store) == night.rows
        found = verify(store, keys)
        assert (found.good, found.findings, found.rounds, found.snapshots) == (True, [], 18, 2)
        went_on = copy(night.played)
        went_on.store, went_on.floor = store, Floor(store, keys, clock=went_on.clock)
        same = went_on.floor.table(TABLE).live == night.played.floor.table(TABLE).live
        assert same, "the same cards, the same question"
        while went_on.floor.table(TABLE).live.round is not None:
            went_on._step(TABLE, went_on.floor.table(TABLE))
        went_on._round(TABLE)
        found = verify(store, keys)
        assert (found.good, found.findings, found.rounds) == (True, [], 20)
    finally:
        store.close()


@pytest.mark.slow
def test_the_backup_is_one_moment_while_the_floor_plays_on(tmp_path: Path) -> None:
    """Rounds are dealt in another thread all the while; each backup is a whole log with its own heads."""
    url, ended = f"sqlite:///{tmp_path / 'floor.sqlite3'}", threading.Event()
    store = open_store(url)
    played = PlayedFloor(store, sheets=("catfish-blackjack",), keys=Keys.kept_in(tmp_path / "keys"))

    def play() -> None:
        while not ended.is_set():
            played.play(1)

    thread = threading.Thread(target=play)
    thread.start()
    reader = open_store(url)
    try:
        manifests: list[Manifest] = []
        while len(manifests) < 4:
            count = sum(version for version, _ in reader.heads().values())
            if not manifests or count > manifests[-1].entries:
                file = tmp_path / f"{len(manifests)}.backup"
                manifests.append(backup(reader, tmp_path / "keys", file, clock=lambda: NOW))
    finally:
        ended.set()
        thread.join()
        reader.close()
        store.close()
    counts = [manifest.entries for manifest in manifests]
    assert counts == sorted(set(counts)), "it was played on between them"
    for number, manifest in enumerate(manifests):
        home = tmp_path / f"home {number}"
        restore(tmp_path / f"{number}.backup", home=home, database=str(home / "floor.sqlite3"), keys=tmp_path / "keys")
        back = open_store(str(home / "floor.sqlite3"))
        assert (back.heads(), verify(back, Keys.kept_in(home / "keys")).findings) == (manifest.heads, [])
        back.close()


# --- the keys ---------------------------------------------------------------------------------------------


def test_the_keys_come_back_for_their_owner_alone(night: Night, tmp_path: Path) -> None:
    put_back(night, tmp_path, str(tmp_path / "floor.sqlite3"))
    for name in backup_keys.FILES:
        path = tmp_path / "keys" / name
        assert path.read_bytes() == (night.home / "keys" / name).read_bytes()
        assert path.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700
    assert night.file.stat().st_mode & 0o777 == 0o600


def test_no_key_and_no_seed_is_in_the_file_in_the_clear(night: Night) -> None:
    files = kept_in(night.home / "keys")
    seeds = [seed for table in night.played.tables for _, seed in night.played.floor.table(table).live.seeds]
    assert seeds
    with zipfile.ZipFile(night.file) as box:
        text = b"".join(box.read(name) for name in box.namelist())
    encoded = [msgspec.json.encode(octets).strip(b'"') for octets in files.octets]
    secrets = [*files.octets, *encoded, *(octets.hex().encode() for octets in files.octets), PASSPHRASE.encode()]
    secrets += [seed.encode() for seed in seeds]
    assert not [secret for secret in secrets if secret in text]
    assert repr(files) == "KeyFiles(...)"


@pytest.mark.slow
def test_a_passphrase_opens_what_it_has_sealed_and_no_other_does(night: Night) -> None:
    files = kept_in(night.home / "keys")
    sealed = locked(files, PASSPHRASE)
    assert unlocked(sealed, PASSPHRASE) == files
    assert sealed != locked(files, PASSPHRASE), "never the same salt"
    with pytest.raises(KeyTrouble, match="the passphrase does not open"):
        unlocked(sealed, PASSPHRASE + "?")
    with pytest.raises(KeyTrouble, match="cannot be read"):
        unlocked(sealed.replace(b'"memory_kib":65536', b'"memory_kib":99999999'), PASSPHRASE)
    with pytest.raises(PitbossError, match="at least 12 characters"):
        locked(files, "short")


@pytest.mark.slow
def test_other_keys_are_refused(night: Night, tmp_path: Path) -> None:
    Keys.kept_in(tmp_path / "others")
    mixed = tmp_path / "mixed"
    shutil.copytree(night.home / "keys", mixed)
    shutil.copy(tmp_path / "others" / "seal.key", mixed)
    for folder, why in (("others", "not those of the floor"), ("mixed", "is not the key that sealed")):
        with pytest.raises(KeyTrouble, match=why):
            put_back(night, tmp_path / "home", str(tmp_path / "home" / "floor.sqlite3"), keys=tmp_path / folder)
    assert [path for path in (tmp_path / "home").rglob("*") if path.is_file()] == []


def test_a_log_without_its_keys_can_be_read(night: Night, tmp_path: Path) -> None:
    done = restore(night.file, home=tmp_path, database=str(tmp_path / "floor.sqlite3"))
    assert not done.with_keys
    assert not (tmp_path / "keys").exists()
    store = open_store(str(tmp_path / "floor.sqlite3"))
    assert store.heads() == done.manifest.heads
    store.close()


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", STORES)
def test_a_floor_is_never_overwritten(night: Night, empty: Callable[[str], str], tmp_path: Path, kind: str) -> None:
    home, url = tmp_path / "home", empty(kind)
    put_back(night, home, url)
    with pytest.raises(StoreError, match="there is a floor in this database already"):
        put_back(night, home, url)
    store = open_store(url)
    assert kept(store) == night.rows
    store.close()
    Keys.kept_in(tmp_path / "busy" / "keys")
    with pytest.raises(KeyTrouble, match="is the key of another floor"):
        put_back(night, tmp_path / "busy", empty(kind))


@pytest.mark.slow
def test_only_a_session_is_a_floor_too(night: Night, tmp_path: Path) -> None:
    url = str(tmp_path / "floor.sqlite3")
    store = open_store(url)
    store.put("session", "s", {"person": "ann"})
    store.close()
    with pytest.raises(StoreError, match="its table documents has rows"):
        put_back(night, tmp_path, url)
    with pytest.raises(BackupTrouble, match="not into memory"):
        put_back(night, tmp_path, "memory:")


def changed(file: Path, target: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """A copy of a backup with its members changed, or left out."""
    with zipfile.ZipFile(file) as box, zipfile.ZipFile(target, "w") as copy:
        for name in box.namelist():
            octets = change(name, box.read(name))
            if octets is not None:
                copy.writestr(name, octets)
    return target


def resigned(night: Night, octets: bytes, **changes: Any) -> bytes:
    """A manifest with other facts, signed by who has the keys."""
    manifest = msgspec.structs.replace(msgspec.json.decode(octets, type=Manifest), **changes)
    signature = kept_in(night.home / "keys").keys().sign(manifest.signed_part()).hex()
    return canonical(msgspec.to_builtins(msgspec.structs.replace(manifest, signature=signature)))


@pytest.mark.parametrize(
    ("member", "change", "why"),
    [
        ("entries.jsonl", lambda octets: octets.replace(b"Ann", b"Bob", 1), "entries.jsonl is not what the manifest"),
        ("balances.jsonl", lambda octets: octets[: octets.rindex(b"{")], "balances.jsonl is not what the manifest"),
        ("keys.json", lambda octets: octets + b" ", "keys.json is not what the manifest says"),
        ("documents.jsonl", lambda octets: None, "documents.jsonl cannot be read"),
        ("manifest.json", lambda octets: octets.replace(b'"heads":{', b'"heads":{"table:x":[1,"0"],', 1), "signature"),
        ("manifest.json", lambda octets: octets.replace(b"backup 1", b"backup 2"), "this program reads"),
        ("manifest.json", lambda octets: b"{}", "no manifest that can be read"),
        ("manifest.json", lambda octets: None, "manifest.json cannot be read"),
    ],
)
def test_a_changed_backup_is_refused_and_nothing_is_left(
    night: Night, tmp_path: Path, member: str, change: Callable[[bytes], bytes | None], why: str
) -> None:
    file = changed(night.file, tmp_path / "changed", lambda name, octets: change(octets) if name == member else octets)
    home = tmp_path / "home"
    with pytest.raises(BackupTrouble, match=why) as caught:
        restore(file, home=home, database=str(home / "floor.sqlite3"), passphrase=lambda: PASSPHRASE)
    assert len(str(caught.value).splitlines()) == 1
    assert not home.exists()


@pytest.mark.slow
@pytest.mark.parametrize("target", STORES)
def test_a_log_that_does_not_hold_is_taken_back_whole(
    night: Night, empty: Callable[[str], str], tmp_path: Path, target: str
) -> None:
    """Whoever has the keys signs a manifest over a changed log: its hashes still do not follow each other."""

    def forged(name: str, octets: bytes) -> bytes:
        if name == "entries.jsonl":
            return lie
        if name != "manifest.json":
            return octets
        parts = msgspec.json.decode(octets, type=Manifest).parts
        part = msgspec.structs.replace(parts["entries.jsonl"], sha256=sha256(lie).hexdigest())
        return resigned(night, octets, parts={**parts, "entries.jsonl": part})

    with zipfile.ZipFile(night.file) as box:
        lines = box.read("entries.jsonl").splitlines(keepends=True)
    lines[-1] = lines[-1].replace(b'"actor":"', b'"actor":"not ')
    lie = b"".join(lines)
    file, home, url = changed(night.file, tmp_path / "forged", forged), tmp_path / "home", empty(target)
    with pytest.raises(BackupTrouble, match="the log is broken at "):
        restore(file, home=home, database=url, passphrase=lambda: PASSPHRASE)
    assert [path for path in home.rglob("*") if path.is_file()] == []
    put_back(night, home, url)


@pytest.mark.slow
def test_tables_of_another_program_are_refused(night: Night, tmp_path: Path) -> None:
    def other(name: str, octets: bytes) -> bytes:
        return resigned(night, octets, schema="0000", pitboss="0.0.7") if name == "manifest.json" else octets

    with pytest.raises(BackupTrouble, match=r"restore it with Pitboss 0\.0\.7, then update"):
        read_manifest(changed(night.file, tmp_path / "old", other))


def test_a_broken_floor_is_not_backed_up(night: Night, tmp_path: Path) -> None:
    shutil.copy(night.home / "floor.sqlite3", tmp_path)
    with closing(sqlite3.connect(tmp_path / "floor.sqlite3")) as connection, connection:
        connection.execute("DROP TRIGGER entries_update")
        connection.execute("UPDATE entries SET role = 'dealer' WHERE stream = ? AND version = 7", (f"table:{TABLE}",))
    store = open_store(str(tmp_path / "floor.sqlite3"))
    with pytest.raises(BackupTrouble, match=f"the log is broken at table:{TABLE} 7: "):
        backup(store, night.home / "keys", tmp_path / "floor.backup", clock=lambda: NOW)
    store.close()
    assert not list(tmp_path.glob("floor.backup*"))


@pytest.mark.slow
def test_a_killed_restore_is_simply_done_again(night: Night, tmp_path: Path) -> None:
    """The process dies with the keys written and the rows under way."""
    home = tmp_path / "home"
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom pitboss.service.operations.backup import restore\n"
        "file, home, keys = map(Path, sys.argv[1:])\n"
        "stop = lambda what, done, total: os._exit(9) if done == 50 else None\n"
        "restore(file, home=home, database=str(home / 'floor.sqlite3'), keys=keys, progress=stop)\n"
    )
    words = [sys.executable, "-c", program, night.file, home, night.home / "keys"]
    assert subprocess.run([str(word) for word in words], check=False, timeout=PATIENCE_SECONDS).returncode == 9
    assert (home / "keys" / "seal.key").exists()
    put_back(night, home, str(home / "floor.sqlite3"))
    store = open_store(str(home / "floor.sqlite3"))
    assert kept(store) == night.rows
    store.close()


# --- as it is typed ---------------------------------------------------------------------------------------


@dataclass
class Done:
    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `pitboss` with these words."""

    def run(*words: str | Path) -> Done:
        monkeypatch.setattr(sys, "argv", ["pitboss", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


@pytest.mark.slow
def test_the_commands(run: Run, night: Night, tmp_path: Path) -> None:
    secret, file, home = tmp_path / "secret.txt", tmp_path / "floor.backup", tmp_path / "home"
    secret.write_text(PASSPHRASE + "\n")
    done = run("backup", "--home", night.home, "-o", file, "--with-keys", "--passphrase-file", secret)
    assert (done.status, done.err) == (0, "")
    assert "can read undealt shoes" in done.out
    done = run("restore", file, "--home", home, "--passphrase-file", secret)
    assert (done.status, done.err) == (0, "")
    assert f"Next: pitboss audit verify --home {home}, then pitboss serve --home {home}" in done.out
    assert run("audit", "verify", "--home", home).out.startswith("all of it holds: ")
    done = run("restore", file, "--home", home, "--passphrase-file", secret)
    assert (done.status, done.out) == (2, "")
    assert "there is a floor in this database already" in done.err


@pytest.mark.slow
def test_the_commands_with_the_keys_kept_apart(run: Run, night: Night, tmp_path: Path) -> None:
    file, home = tmp_path / "floor.backup", tmp_path / "home"
    told = json.loads(run("backup", "--home", night.home, "-o", file, "--json").out)
    assert (told["has_keys"], told["entries"], told["store"]) == (False, len(night.rows["entries"]), "sqlite")
    done = run("restore", file, "--home", home)
    assert done.status == 2
    assert "has no keys inside: give --keys" in done.err
    done = run("restore", file, "--home", home, "--without-keys", "--keys", night.home / "keys")
    assert (done.status, "exclude each other" in done.err) == (2, True)
    told = json.loads(run("restore", file, "--home", home, "--keys", night.home / "keys", "--json").out)
    assert (told["restored_keys"], told["home"]) == (True, str(home))
    assert run("audit", "verify", "--home", home).status == 0
    done = run("restore", file, "--home", tmp_path / "read", "--without-keys")
    assert (done.status, "No keys were restored" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["backup", "-o", "b"], "there is no floor at"),
        (["backup", "-o", "b", "--passphrase-file", "x"], "give --with-keys too"),
        (["backup", "-o", "b", "--with-keys"], "give --passphrase-file"),
        (["backup", "-o", "b", "--with-keys", "--passphrase-file", "x"], 'cannot read the passphrase in "x"'),
        (["restore", "none", "--home", "h"], '"none" is no backup that can be read'),
        (["restore", "none"], "--home"),
    ],
)
def test_bad_words_are_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO())
    done = run(*words)
    assert (done.status, done.out) == (2, "")
    assert why in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_password_of_a_database_is_shown() -> None:
    from pitboss.cli.backup import _shown

    assert _shown("postgresql://pit:s3cret@db/floor") == "postgresql://pit@db/floor"
    assert _shown("sqlite:///floor.sqlite3") == "sqlite:///floor.sqlite3"
