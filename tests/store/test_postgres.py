"""The store on a PostgreSQL server that goes away and comes back."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from tests.store.floor import append, check, commit, entry, following, grow, upcoming
from tests.store.server import Server
from tests.waiting import eventually

from pitboss.store import Appended, Commit, Conflict, StoreError, open_store, postgres
from pitboss.store.postgres import PostgresStore


def store_at(url: str) -> PostgresStore:
    store = open_store(url)
    assert isinstance(store, PostgresStore)
    return store


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    """A server that may be stopped while others' tests run."""
    server = Server()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def terminate_all(url: str) -> None:
    """End every other connection to a database, as an administrator may."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_server_that_stops_is_said_and_one_that_starts_again_is_used(own_server: Server, how: signal.Signals) -> None:
    url = own_server.new_database()
    store, other = store_at(url), store_at(url)
    heard: list[int] = []
    store.watch(lambda stream, version: heard.append(version))
    kept = grow(store, 3, client="")
    own_server.stop(how)
    line = r"^no PostgreSQL answers at .*: start it or correct its address"
    for _ in range(2):
        with pytest.raises(StoreError, match=line) as caught:
            append(store, commit(following(kept[-1])))
        assert not caught.value.in_doubt
        with pytest.raises(StoreError, match=line):
            store.read("table:1")
    with pytest.raises(StoreError, match=line):
        open_store(url)
    own_server.start()
    assert store.read("table:1") == kept
    grow(other, 2)
    grow(store, 1)
    check(store)
    eventually(lambda: {4, 5} <= set(heard), "what was appended while the watch could not listen is not told")
    store.close()
    other.close()


def test_what_is_appended_while_a_watch_cannot_listen_is_told_afterwards(postgres_url: str) -> None:
    store, other = store_at(postgres_url), store_at(postgres_url)
    grow(other, 1)
    heard: list[tuple[str, int]] = []
    store.watch(lambda stream, version: heard.append((stream, version)))
    (listener,) = store._listeners
    reachable, connect = threading.Event(), listener._connect

    def later() -> psycopg.Connection[object]:
        assert reachable.wait(20)
        found: psycopg.Connection[object] = connect()
        return found

    listener._connect = later
    terminate_all(postgres_url)
    grow(other, 2)
    grow(other, 1, "table:2")
    reachable.set()
    wanted = [("table:1", 2), ("table:1", 3), ("table:2", 1)]
    eventually(lambda: len(heard) >= len(wanted), "what was appended is not told")
    assert heard == wanted
    store.close()
    other.close()


def test_a_connection_that_died_in_silence_is_made_again(postgres_url: str) -> None:
    store = store_at(postgres_url)
    kept = grow(store, 1)
    terminate_all(postgres_url)
    assert append(store, commit(following(kept[0]), moves={"house": 1})) == [Appended({"house": 1})]
    terminate_all(postgres_url)
    assert store.head("table:1")[0] == 2
    store.close()


def test_a_connection_that_dies_in_the_commit_leaves_a_doubt(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer cannot know: it is told so, and finds out by asking."""
    store = store_at(postgres_url)
    kept = grow(store, 1)
    update = store._update

    def last(cursor: psycopg.Cursor[object], standing: object) -> None:
        update(cursor, standing)  # type: ignore[arg-type]
        terminate_all(postgres_url)

    with monkeypatch.context() as patch:
        patch.setattr(store, "_update", last)
        with pytest.raises(StoreError, match="was lost while it committed: reload before going on") as caught:
            append(store, commit(following(kept[0])))
    assert caught.value.in_doubt
    assert store.head("table:1") == (1, kept[0].hash)
    grow(store, 1)
    store.close()


def test_a_writer_that_hangs_does_not_hold_others_for_ever(postgres_url: str) -> None:
    store = store_at(postgres_url)
    kept = grow(store, 1)
    store._writer.execute("SET lock_timeout = '50ms'")
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT * FROM streams FOR UPDATE")
        with pytest.raises(StoreError, match=r"another server keeps rows of .* locked: end it or try again"):
            append(store, commit(following(kept[0])))
        other.rollback()
    grow(store, 1)
    with psycopg.connect(postgres_url) as other:
        assert store._writer.execute("SHOW idle_in_transaction_session_timeout").fetchone() == ("10s",)
    store.close()


def test_a_document_that_another_is_just_making_is_not_overwritten(postgres_url: str) -> None:
    store = store_at(postgres_url)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with (
        psycopg.connect(postgres_url) as other,
        psycopg.connect(postgres_url, autocommit=True) as onlooker,
        ThreadPoolExecutor(1) as thread,
    ):
        other.execute("INSERT INTO documents (kind, key, value, version) VALUES ('person', 'ann', '{}', 1)")
        made = thread.submit(store.put, "person", "ann", {"mine": True}, expected=0)
        eventually(lambda: onlooker.execute(waiting).fetchone() != (0,), "nobody waits for the other")
        other.commit()
        assert made.result(20) == -1
    assert store.get("person", "ann") == ({}, 1)
    store.close()


def test_writers_of_different_tables_do_not_wait(postgres_url: str) -> None:
    """One in the middle of a transaction on its table, another goes on."""
    first, second = store_at(postgres_url), store_at(postgres_url)
    grow(second, 1, "table:2")
    second_writer = second._writer
    second_writer.execute("SET lock_timeout = '2s'")
    outcomes = []
    update = first._update

    def meanwhile(cursor: psycopg.Cursor[object], standing: object) -> None:
        update(cursor, standing)  # type: ignore[arg-type]
        outcomes.extend(append(second, commit(upcoming(second, "table:2"), moves={"tray:2": 1})))

    first._update = meanwhile  # type: ignore[method-assign,assignment]
    outcomes += append(first, commit(entry("table:1"), moves={"tray:1": 1}))
    assert outcomes == [Appended({"tray:2": 1}), Appended({"tray:1": 1})]
    first.close()
    second.close()


def test_commits_are_durable_even_where_the_server_would_not_wait(server: Server) -> None:
    url = server.new_database()
    name = conninfo_to_dict(url)["dbname"]
    for setting, used in (("off", "on"), ("remote_apply", "remote_apply")):
        server.do(f"ALTER DATABASE {name} SET synchronous_commit = {setting}")
        store = store_at(url)
        grow(store, 1)
        assert store._writer.execute("SHOW synchronous_commit").fetchone() == (used,)
        store.close()


def test_addresses_that_lead_nowhere(server: Server, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for url, said in (
        (f"postgresql://pitboss:secret@127.0.0.1:{port}/floor", "no PostgreSQL answers at 127.0.0.1/floor: start it"),
        (f"postgresql://pitboss:secret@/floor?host={tmp_path}", "no PostgreSQL answers at .*: start it"),
        (server.url("nowhere"), 'database "nowhere" does not exist'),
        ("postgresql://pitboss:secret@/floor?colour=red", "that address of a PostgreSQL server cannot be read"),
    ):
        with pytest.raises(StoreError, match=said) as caught:
            open_store(url)
        assert "secret" not in str(caught.value)
        assert len(str(caught.value).splitlines()) == 1


def test_rows_made_to_be_locked_go_again(postgres_url: str) -> None:
    store = store_at(postgres_url)
    assert append(store, Commit(entries=(entry(version=2),), moves={"player:Ann": 5})) == [Conflict("table:1")]
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT count(*) FROM streams").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM balances").fetchone() == (0,)
    store.close()


def test_streams_are_locked_in_the_order_of_their_names_whether_they_are_changed_or_read(postgres_url: str) -> None:
    """Or two commits, each with what the other waits for, would stand still until the server finds out."""
    store = store_at(postgres_url)
    for stream in ("house", "link", "table:1"):
        grow(store, 1, stream)
    wanted = commit(upcoming(store, "link"), upcoming(store, "table:1"), seen={"house": store.head("house")[0]})
    with psycopg.connect(postgres_url) as other, ThreadPoolExecutor(1) as threads:
        other.execute("SELECT 1 FROM streams WHERE stream = 'house' FOR UPDATE")
        done = threads.submit(store.append, [wanted])
        waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        eventually(lambda: other.execute(waits).fetchone(), "nobody waits for the house")
        later = "SELECT 1 FROM streams WHERE stream IN ('link', 'table:1') FOR UPDATE NOWAIT"
        assert len(other.execute(later).fetchall()) == 2, "what comes later by name was locked before"
        other.rollback()
        assert isinstance(done.result()[0], Appended)
    store.close()


def test_whoever_reads_may_be_busy_between_two_questions(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a long audit or backup would be cut off: only a writer that hangs is in the way of others."""
    monkeypatch.setattr(postgres, "_SET_UP", postgres._SET_UP.replace("'10s'", "'50ms'"))
    store = store_at(postgres_url)
    kept = grow(store, 3)
    with psycopg.connect(postgres_url) as clock, store.rows() as rows:
        assert rows.count("entries") == 3
        clock.execute("SELECT pg_sleep(0.5)")
        assert [row["hash"] for row in rows.entries()] == [one.hash for one in kept]
    store.close()


def test_a_reading_that_is_cut_off_is_one_clear_line(postgres_url: str) -> None:
    store = store_at(postgres_url)
    grow(store, 3)

    def read() -> None:
        with store.rows() as rows:
            terminate_all(postgres_url)
            rows.count("entries")

    with pytest.raises(StoreError, match="no PostgreSQL answers"):
        read()
    assert store.head("table:1")[0] == 3, "the next reading has a connection of its own"
    store.close()
