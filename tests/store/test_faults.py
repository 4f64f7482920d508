"""Processes that race, processes that are killed, tampering hands: on SQLite and PostgreSQL alike."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from tests.store.floor import append, check, commit, entry, grow, upcoming
from tests.waiting import PATIENCE_SECONDS, eventually

from pitboss.store import Store, open_store

WRITER = Path(__file__).with_name("writer.py")
KILLS = 4


def writer(url: str, stream: str, how_many: int, size: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(WRITER), url, stream, str(how_many), str(size)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@contextmanager
def opened(url: str) -> Iterator[Store]:
    store = open_store(url)
    try:
        yield store
    finally:
        store.close()


def said(lines: str) -> list[int]:
    """The versions in what a writer said; a line that was cut off was not said."""
    whole = lines[: lines.rfind("\n") + 1]
    return [int(word) for word in whole.split() if word != "ready"]


def test_two_processes_on_one_stream_take_turns_and_are_heard(url: str) -> None:
    heard: list[tuple[str, int]] = []
    with opened(url) as store:
        store.watch(lambda stream, version: heard.append((stream, version)))
        writers = [writer(url, "table:1", 30, size) for size in (1, 2)]
        outputs = [process.communicate(timeout=PATIENCE_SECONDS) for process in writers]
        assert [(process.returncode, err) for process, (_, err) in zip(writers, outputs, strict=True)] == [(0, "")] * 2
        won = [version for out, _ in outputs for version in said(out)]
        assert sorted(won) == list(range(1, len(won) + 1))
        assert store.head("table:1")[0] == len(won)
        assert len(won) >= 60
        check(store)
        eventually(lambda: len(heard) >= 2 * len(won), "not all of it is heard")
        assert sorted(heard) == sorted((e.stream, e.version) for s in store.heads() for e in store.read(s))


def test_a_killed_writer_leaves_nothing_half_written_and_loses_nothing_it_said(url: str) -> None:
    """Killed again and again at another moment of a batch, while it does nothing but write."""
    chance, taken = random.Random("kill -9"), 0
    for _ in range(KILLS):
        process = writer(url, "table:1", -1, 8)
        assert process.stdout is not None
        lines = process.stdout.readline() + process.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.02))
        process.kill()
        lines += process.stdout.read()  # communicate() would pass over what was read ahead
        process.wait(timeout=PATIENCE_SECONDS)
        process.stdout.close()
        assert process.stderr is not None
        process.stderr.close()
        versions = said(lines)
        assert versions == list(range(taken + 1, taken + 1 + len(versions)))
        with opened(url) as store:
            version, _ = store.head("table:1")
            assert version - taken - len(versions) in (0, 8), "a batch is taken whole, and what was said is there"
            assert store.head("table:1/8")[0] == version
            assert store.balances() == {"house": -5 * version, "player:Ann": 5 * version}
            check(store)
            taken = version
    assert taken >= 8 * KILLS


def test_a_connection_killed_in_a_transaction_undoes_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work of a batch is stopped after its entries are written and before the rest is."""
    with opened(url) as store:
        kept = grow(store, 1, client="1")

        def cut(cursor: object, standing: object) -> None:
            raise RuntimeError("cut")

        with monkeypatch.context() as patch:
            patch.setattr(store, "_update", cut)
            with pytest.raises(RuntimeError, match="cut"):
                append(store, commit(upcoming(store, client="2"), entry("link"), moves={"house": 1}))
        assert store.read("table:1") == kept
        assert store.heads() == {"table:1": (1, kept[0].hash)}
        assert store.find("Ann", "2") is None
        grow(store, 1, client="2")
        check(store)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET events = '[1]' WHERE version = 1",
        "UPDATE entries SET hash = hash",
        "DELETE FROM entries WHERE version = 2",
        "DELETE FROM entries",
    ],
)
def test_entries_cannot_be_changed_through_sql(url: str, statement: str) -> None:
    with opened(url) as store:
        kept = grow(store, 2, client="")
        engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
        with pytest.raises(DBAPIError, match="an entry is written once"), engine.begin() as connection:
            connection.execute(text(statement))
        engine.dispose()
        assert store.read("table:1") == kept


@pytest.mark.parametrize("column", ["seq", "stream, version", "actor, client"])
def test_an_entry_cannot_be_replaced_on_sqlite(sqlite_url: str, column: str) -> None:
    """REPLACE is a deletion that SQLite does not call one; a row that meets another in one thing only is enough."""
    new = {"seq": "99", "stream": "'table:9'", "version": "9", "actor": "'Zed'", "client": "'9'"}
    kept_columns = column.split(", ")
    values = ", ".join(name if name in kept_columns else value for name, value in new.items())
    rest = "at, role, command, events, postings, sealed, engine, schema, previous, hash"
    statement = f"INSERT OR REPLACE INTO entries ({', '.join(new)}, {rest}) SELECT {values}, {rest} FROM entries"
    with opened(sqlite_url) as store:
        kept = grow(store, 1, client="1")
        engine = create_engine(sqlite_url)
        with pytest.raises(DBAPIError, match="an entry is written once"), engine.begin() as connection:
            connection.execute(text(statement))
        engine.dispose()
        assert store.read("table:1") == kept
        assert list(store.heads()) == ["table:1"]


def test_entries_cannot_be_truncated_on_postgresql(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        kept = grow(store, 1)
        with (
            psycopg.connect(postgres_url) as connection,
            pytest.raises(psycopg.errors.RaiseException, match="an entry is written once"),
        ):
            connection.execute("TRUNCATE entries")
        assert store.read("table:1") == kept


def test_a_watch_may_be_ended_by_what_it_tells_and_more_than_once(url: str) -> None:
    with opened(url) as mine, opened(url) as other:
        ended = threading.Event()

        def hear(stream: str, version: int) -> None:
            end()
            ended.set()

        end = mine.watch(hear)
        grow(other, 1)
        assert ended.wait(20)
        end()
