"""The store in a SQLite file: durable, private, and clear when the disk is full, broken or not to be written."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from tests.store.floor import append, commit, entry, grow, upcoming
from tests.waiting import eventually

from pitboss.store import Appended, MemoryStore, StoreError, open_store
from pitboss.store.sqlite import SqliteStore

FULL_DISK = Path(__file__).with_name("full_disk.py")


def store_at(path: Path) -> SqliteStore:
    store = open_store(str(path))
    assert isinstance(store, SqliteStore)
    return store


def fill(store: SqliteStore) -> None:
    """Append until it is refused; much less than this is."""
    for _ in range(40):
        append(store, commit(upcoming(store, sealed=b"x" * 20_000), moves={"house": 1}))


def test_every_connection_is_durable_and_waits_for_others(tmp_path: Path) -> None:
    store = store_at(tmp_path / "floor.db")
    asked = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    grow(store, 1)
    for connection in (store._writer, store._connect()):
        found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in asked}
        assert found == asked
    connection.close()
    store.close()


def test_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for address, path in (
        ("here.db", "here.db"),
        ("sqlite:///there.db", "there.db"),
        (f"sqlite:///{tmp_path}/a/b/absolute.db", "a/b/absolute.db"),
    ):
        store = open_store(address)
        grow(store, 1)
        store.close()
        assert (tmp_path / path).exists()
    assert isinstance(open_store("memory:"), MemoryStore)


@pytest.mark.parametrize(
    "address", ["", "sqlite:", "sqlite://", "sqlite:///", "sqlite:///:memory:", "mysql://root:secret@host/db"]
)
def test_an_address_of_nothing_is_refused(address: str) -> None:
    with pytest.raises(
        StoreError, match=r"^no store is at .*: give memory:, sqlite:///FILE or postgresql://"
    ) as caught:
        open_store(address)
    assert "secret" not in str(caught.value)


def test_the_file_is_its_owners_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = open_store(str(tmp_path / "floor.db"))
        grow(store, 1)
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == {"floor.db": 0o600, "floor.db-wal": 0o600, "floor.db-shm": 0o600}
    store.close()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "floor.db", tmp_path):
        with pytest.raises(StoreError, match=r"^cannot write .* \(.+\): give a file in a folder that may be written$"):
            open_store(str(path))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    path.write_bytes(b"not a database, but long enough to be taken for one " * 100)
    with pytest.raises(StoreError, match=r"floor\.db is damaged or no database: put back the last good copy"):
        open_store(str(path))
    assert path.read_bytes().startswith(b"not a database")


def test_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    store = open_store(str(path))
    grow(store, 40, sealed=b"x" * 3000)
    store.close()
    with sqlite3.connect(path) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()
    connection.close()
    octets = bytearray(path.read_bytes())
    octets[4096 * (page - 1) : 4096 * page] = b"\xa5" * 4096
    path.write_bytes(octets)
    store = open_store(str(path))
    with pytest.raises(StoreError, match=r"floor\.db is damaged .*: put back the last good copy"):
        store.read("table:1")
    with pytest.raises(StoreError, match=r"floor\.db is damaged .*: put back the last good copy"):
        append(store, commit(entry("table:2")))
    store.close()


def test_another_process_that_does_not_stop_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.store.sqlite.WAIT_SECONDS", 0.05)
    store = store_at(tmp_path / "floor.db")
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"another process keeps writing to .*, and nothing was written: end it"):
        append(store, commit(entry()))
    other.execute("ROLLBACK")
    other.close()
    grow(store, 1)
    store.close()


def test_a_full_disk_writes_nothing_by_half_and_works_again_with_room(tmp_path: Path) -> None:
    """In a process of its own: on a small disk where one can be mounted, else in a file that may not grow."""
    done = subprocess.run([sys.executable, str(FULL_DISK), str(tmp_path)], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "works again"


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """As by a quota: the system refuses to write beyond a size."""
    store = store_at(tmp_path / "floor.db")
    grow(store, 3)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    try:
        with pytest.raises(StoreError, match="and nothing was written"):
            fill(store)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    version, _ = store.head("table:1")
    assert store.balances() == {"house": version - 3}
    assert append(store, commit(upcoming(store), moves={"house": 1})) == [Appended({"house": version - 2})]
    assert [e.version for e in store.read("table:1")] == list(range(1, version + 2))
    store.close()


def test_numbers_of_an_undone_batch_are_not_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A watch leaves out own entries by their numbers; those of a batch that failed go to the next writer."""
    mine, other = store_at(tmp_path / "floor.db"), store_at(tmp_path / "floor.db")
    heard: list[int] = []
    mine.watch(lambda stream, version: heard.append(version))
    listener = mine._listeners[0]
    update = mine._update

    def cut(cursor: sqlite3.Cursor, standing: object) -> None:
        update(cursor, standing)  # type: ignore[arg-type]
        assert listener.own == {1}
        raise RuntimeError("cut")

    with monkeypatch.context() as patch:
        patch.setattr(mine, "_update", cut)
        with pytest.raises(RuntimeError, match="cut"):
            append(mine, commit(entry()))
    assert listener.own == set()
    grow(other, 1)
    grow(mine, 1)
    grow(other, 1)
    eventually(lambda: 3 in heard, "the last is never heard")
    assert heard == [1, 3]
    mine.close()
    other.close()
