"""The store in one SQLite file: for one server, or a few on the same machine.

The file is in write-ahead mode, and a transaction is on the disk before :meth:`~SqliteStore.append` returns.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import QueuePool

from pitboss.store import schema
from pitboss.store.contract import Commit
from pitboss.store.errors import StoreError
from pitboss.store.sql import SqlStore, Standing, as_json, entry_of, tell

__all__ = ["SqliteStore"]

WAIT_SECONDS: Final = 10.0
"""How long a writer waits for another process to finish writing."""
POLL_SECONDS: Final = 0.02
"""Seconds between a watch's checks for other processes' entries; a check costs a few microseconds."""
LOG_BYTES: Final = 64 << 20
"""The size to which the write-ahead log is cut after a burst."""

_log = logging.getLogger(__name__)

_FIELDS: Final = ", ".join(f"entries.{column.name}" for column in schema.ENTRY_FIELDS)
_HEADS: Final = "SELECT stream, version, hash, epoch FROM streams WHERE stream IN (SELECT value FROM json_each(?))"
_BALANCES: Final = "SELECT account, cents FROM balances WHERE account IN (SELECT value FROM json_each(?))"
# The last condition is that of the index, which is not used without it; CROSS keeps the names the outer loop.
_COMMANDS: Final = f"""
    SELECT {_FIELDS} FROM json_each(?) AS named CROSS JOIN entries
    ON actor = json_extract(named.value, '$[0]') AND client = json_extract(named.value, '$[1]') AND client <> ''
"""
_PAPERS: Final = """
    SELECT documents.kind, documents.key FROM json_each(?) AS named CROSS JOIN documents
    ON documents.kind = json_extract(named.value, '$[0]') AND documents.key = json_extract(named.value, '$[1]')
"""
_SET_HEAD: Final = """
    INSERT INTO streams (stream, version, hash) VALUES (?, ?, ?)
    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash
"""
_SET_BALANCE: Final = """
    INSERT INTO balances (account, cents) VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = excluded.cents
"""


class SqliteStore(SqlStore):
    """Streams in a file; several processes on one machine may have it open."""

    begin = "BEGIN IMMEDIATE"  # two processes that both read first and then write would refuse each other
    begin_reading = "BEGIN"
    now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    listed = "IN (SELECT value FROM json_each(?))"
    mark = "?"
    gapless = True
    look = "PRAGMA integrity_check"
    moment = "SELECT coalesce(max(seq), 0) FROM entries"

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        """``read_only`` is for a copy that may not be written: nothing is made, and nothing left beside it."""
        self.path, self.read_only = path.absolute(), read_only
        self._written = range(0)
        if read_only:
            self._enough = schema.SAME_LOG
        else:
            self._make_file()
        # As many threads as like may read at once: a connection here is a file handle, nothing more.
        engine = create_engine(
            "sqlite://", creator=self._connect, poolclass=QueuePool, max_overflow=-1, isolation_level="AUTOCOMMIT"
        )
        super().__init__(engine)

    def _make_file(self) -> None:
        """Make the file, for its owner only: it holds what nobody else may read. Its log files follow its mode."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(
                f"cannot write {self.path} ({error.strerror}): give a file in a folder that may be written"
            ) from error

    def _connect(self) -> sqlite3.Connection:
        if self.read_only:
            unused = not self.path.with_name(f"{self.path.name}-wal").exists()
            address = f"file:{quote(str(self.path))}?mode=ro" + ("&immutable=1" if unused else "")
            return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
        connection = sqlite3.connect(
            self.path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=256
        )
        try:
            self._set_up(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _set_up(self, connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
        until = time.monotonic() + WAIT_SECONDS
        while True:  # SQLite does not wait by itself while another process changes the mode
            try:
                (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
                break
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)
        if mode != "wal":
            raise StoreError(f"no write-ahead log can be kept beside {self.path}: put it on a disk of this machine")

    def again(self) -> Callable[[], SqlStore]:
        return partial(SqliteStore, self.path, read_only=self.read_only)

    @contextmanager
    def still(self) -> Iterator[None]:
        if self.read_only:
            yield
            return
        with self._clearly(), closing(self._connect()) as connection:
            connection.execute(self.begin)
            try:
                yield
            finally:
                connection.execute("ROLLBACK")

    # --- writing ----------------------------------------------------------------------------------------------

    def _standing(self, cursor: sqlite3.Cursor, wanted: Commit) -> Standing:
        self._written = range(0)
        streams = as_json([*{*(entry.stream for entry in wanted.entries), *wanted.seen}])
        found = cursor.execute(_HEADS, (streams,)).fetchall()
        heads = {stream: (version, hash_) for stream, version, hash_, _ in found}
        epochs: dict[str, int] = {stream: epoch for stream, _, _, epoch in found}
        balances: dict[str, int] = dict(cursor.execute(_BALANCES, (as_json([*wanted.moves]),)))
        named = [(entry.actor, entry.client) for entry in wanted.entries if entry.client]
        known = [entry_of(row) for row in cursor.execute(_COMMANDS, (as_json(named),))] if named else []
        papers = cursor.execute(_PAPERS, (as_json(wanted.papers),)).fetchall() if wanted.papers else []
        return Standing(heads, epochs, balances, known, papers)

    def _update(self, cursor: sqlite3.Cursor, standing: Standing) -> None:
        entries = standing.entries
        streams = {entry.stream for entry in entries}
        cursor.executemany(_SET_HEAD, [(stream, *standing.heads[stream]) for stream in sorted(streams)])
        cursor.executemany(_SET_BALANCE, [(name, standing.balances[name]) for name in sorted(standing.moved)])
        if self._listeners and entries:
            (last,) = cursor.execute("SELECT max(seq) FROM entries").fetchone()
            self._written = range(last - len(entries) + 1, last + 1)
            for listener in self._listeners:
                listener.own.update(self._written)

    def _undo(self) -> None:
        # Before the numbers are free again: another process may be given them.
        for listener in self._listeners:
            listener.own.difference_update(self._written)
        super()._undo()

    @contextmanager
    def _migrating(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def _whatever_is_there(self, connection: Connection) -> Iterator[None]:
        raw: Any = connection.connection.dbapi_connection
        raw.text_factory = lambda octets: octets.decode("utf-8", "surrogateescape")
        try:
            yield
        finally:
            raw.text_factory = str

    # --- trouble ----------------------------------------------------------------------------------------------

    def _clear(self, error: BaseException, *, committing: bool = False) -> StoreError | None:
        if not isinstance(error, sqlite3.DatabaseError):
            return None
        line = _LINES.get(_code(error), "{path} cannot be used ({error})")
        return StoreError(line.format(path=self.path, error=error))

    def _again(self, error: BaseException, *, fresh: bool, committing: bool) -> bool:
        return False  # one writer at a time: nothing is crossed

    # --- watching ---------------------------------------------------------------------------------------------

    def _listener(self, heard: Callable[[str, int], None]) -> _Listener:
        return _Listener(self._connect, heard)


class _Listener:
    """A thread that looks again and again whether another connection has written, and tells what."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], heard: Callable[[str, int], None]) -> None:
        self.own: set[int] = set()
        """The numbers of the store's own entries that are still to be passed over."""
        self._heard = heard
        self._ended = threading.Event()
        self._connection = connect()
        self._data = 0
        (self._last,) = self._connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()
        self._thread = threading.Thread(target=self._run, name="pitboss-watch", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with closing(self._connection):
            while not self._ended.wait(POLL_SECONDS):
                try:
                    self._look()
                except sqlite3.Error:
                    _log.warning("the database could not be watched; trying again", exc_info=True)

    def _look(self) -> None:
        (data,) = self._connection.execute("PRAGMA data_version").fetchone()
        if data == self._data:
            return
        asked = "SELECT seq, stream, version FROM entries WHERE seq > ? ORDER BY seq"
        for seq, stream, version in self._connection.execute(asked, (self._last,)).fetchall():
            self._last = seq
            if seq in self.own:
                self.own.discard(seq)
            else:
                tell(self._heard, stream, version)
        self._data = data

    def stop(self) -> None:
        self._ended.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()


def _code(error: sqlite3.Error) -> int:
    """SQLite's own number of an error, without the finer part."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


_LINES: Final = {
    sqlite3.SQLITE_FULL: "the disk of {path} is full, and nothing was written: make room and try again",
    sqlite3.SQLITE_IOERR: "the disk of {path} fails, and nothing was written ({error}): look at the disk and its quota",
    sqlite3.SQLITE_BUSY: "another process keeps writing to {path}, and nothing was written: end it or try again",
    sqlite3.SQLITE_READONLY: "{path} may only be read: give it and its folder permission to be written",
    sqlite3.SQLITE_CANTOPEN: "{path} cannot be opened: look whether it and its folder may be written",
    sqlite3.SQLITE_CORRUPT: "{path} is damaged ({error}): put back the last good copy",
    sqlite3.SQLITE_NOTADB: "{path} is damaged or no database: put back the last good copy, or give another file",
}
