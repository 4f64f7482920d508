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
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import QueuePool

from pitboss.store import schema
from pitboss.store.contract import Commit
from pitboss.store.errors import StoreError
from pitboss.store.sql import SqlStore, Standing, entry_of

__all__ = ["SqliteStore"]

WAIT_SECONDS: Final = 10.0
"""How long a writer waits for another process to finish writing."""
POLL_SECONDS: Final = 0.02
"""How often a watch looks whether another process has written: that costs a few microseconds."""
LOG_BYTES: Final = 64 << 20
"""What is left of the write-ahead log after a burst."""

_log = logging.getLogger(__name__)

_FIELDS: Final = ", ".join(f"entries.{column.name}" for column in schema.ENTRY_FIELDS)
_HEADS: Final = "SELECT stream, version, hash FROM streams WHERE stream IN (SELECT value FROM json_each(?))"
_BALANCES: Final = "SELECT account, cents FROM balances WHERE account IN (SELECT value FROM json_each(?))"
# The last condition is that of the index, which is not used without it; CROSS keeps the names the outer loop.
_COMMANDS: Final = f"""
    SELECT {_FIELDS} FROM json_each(?) AS named CROSS JOIN entries
    ON actor = json_extract(named.value, '$[0]') AND client = json_extract(named.value, '$[1]') AND client <> ''
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

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self._listeners: list[_Listener] = []
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

    # --- writing ----------------------------------------------------------------------------------------------

    def _standing(self, cursor: sqlite3.Cursor, wanted: Commit) -> Standing:
        streams = _json([*{entry.stream for entry in wanted.entries}])
        heads = {stream: (version, hash_) for stream, version, hash_ in cursor.execute(_HEADS, (streams,))}
        balances: dict[str, int] = dict(cursor.execute(_BALANCES, (_json([*wanted.moves]),)))
        named = [(entry.actor, entry.client) for entry in wanted.entries if entry.client]
        known = [entry_of(row) for row in cursor.execute(_COMMANDS, (_json(named),))] if named else []
        return Standing(heads, balances, known)

    def _update(self, cursor: sqlite3.Cursor, standing: Standing) -> None:
        entries = standing.entries
        streams = {entry.stream for entry in entries}
        cursor.executemany(_SET_HEAD, [(stream, *standing.heads[stream]) for stream in sorted(streams)])
        cursor.executemany(_SET_BALANCE, [(name, standing.balances[name]) for name in sorted(standing.moved)])
        if self._listeners and entries:
            (last,) = cursor.execute("SELECT max(seq) FROM entries").fetchone()
            for listener in self._listeners:
                listener.own = range(last - len(entries) + 1, last + 1)

    def _undo(self) -> None:
        # Before the numbers are free again: another process may be given them.
        for listener in self._listeners:
            listener.own = range(0)
        super()._undo()

    @contextmanager
    def _migrating(self) -> Iterator[Connection]:
        with self._engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    # --- trouble ----------------------------------------------------------------------------------------------

    def _clear(self, error: BaseException, *, committing: bool = False) -> StoreError | None:
        if not isinstance(error, sqlite3.DatabaseError):
            return None
        return StoreError(_LINES.get(_code(error), "{path} cannot be used ({error})").format(path=self.path, error=error))

    def _again(self, error: BaseException, *, fresh: bool, committing: bool) -> bool:
        return False  # one writer at a time: nothing is crossed

    # --- watching ---------------------------------------------------------------------------------------------

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Be told of what other processes, or other stores on this file, append; own entries are left out."""
        with self._clearly():
            listener = _Listener(self._connect, heard)
        with self._lock:
            self._listeners.append(listener)
            self._watches.append(end := lambda: self._end(listener, end))
        return end

    def _end(self, listener: _Listener, end: Callable[[], None]) -> None:
        with self._lock:
            if end in self._watches:
                self._watches.remove(end)
                self._listeners.remove(listener)
        listener.stop()
