"""The store on a PostgreSQL server: for many servers at once.

Every writer locks the rows it touches in the order of their names, streams before balances, so that no two wait for
each other; those of different tables do not wait at all.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import groupby
from typing import Any, Final

import msgspec
import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection, create_engine

from pitboss.store import schema
from pitboss.store.contract import GENESIS, Commit
from pitboss.store.errors import StoreError
from pitboss.store.rows import SqlRows
from pitboss.store.sql import SqlStore, Standing, as_json, entry_of, tell
from pitboss.typed import noted

__all__ = ["PostgresStore"]

CHANNEL: Final = "pitboss"
"""Where servers tell each other what they appended."""
READERS: Final = 10
"""How many connections read at once."""
SILENCE_SECONDS: Final = 5.0
"""After this many seconds of silence a watch asks whether the server is still there."""
SLICE_SECONDS: Final = 0.2
"""Seconds within which a watch notices that it is to end."""
RETRY_SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Pauses before a watch connects again; the last one is used for every further try."""

_MIGRATION_LOCK: Final = 0x706974626F7373  # "pitboss"
_DEFAULTS: Final = {
    "application_name": "pitboss",
    "connect_timeout": "5",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
}
# Durable even where the server's default is not; and a writer that hangs blocks its rows only for a limited time.
_SET_UP: Final = """
    SELECT set_config('lock_timeout', '10s', false), set_config('idle_in_transaction_session_timeout', '10s', false),
    set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
    ELSE current_setting('synchronous_commit') END, false)
"""

_log = logging.getLogger(__name__)

_FIELDS: Final = ", ".join(f"entries.{column.name}" for column in schema.ENTRY_FIELDS)
# Lists go as JSON: psycopg writes its arrays in Python, which cost more than all the rest of a batch.
_MAKE_STREAMS: Final = """
    INSERT INTO streams (stream, version, hash) SELECT name, 0, %s FROM json_array_elements_text(%s::json) AS name
    ON CONFLICT DO NOTHING RETURNING stream
"""
_MAKE_BALANCES: Final = """
    INSERT INTO balances (account, cents) SELECT name, 0 FROM json_array_elements_text(%s::json) AS name
    ON CONFLICT DO NOTHING RETURNING account
"""
_LISTED: Final = "ANY (ARRAY (SELECT json_array_elements_text(%s::json)))"
_HEADS: Final = f"SELECT stream, version, hash, epoch FROM streams WHERE stream = {_LISTED} ORDER BY stream FOR UPDATE"
# Two that each read what the other changes would both be taken, if what is read were not held as well.
_SEEN: Final = f"SELECT stream, version, hash, epoch FROM streams WHERE stream = {_LISTED} ORDER BY stream FOR SHARE"
_BALANCES: Final = f"SELECT account, cents FROM balances WHERE account = {_LISTED} ORDER BY account FOR UPDATE"
_COMMANDS: Final = f"""
    SELECT {_FIELDS} FROM json_array_elements(%s::json) AS named JOIN entries
    ON entries.actor = named ->> 0 AND entries.client = named ->> 1 AND entries.client <> ''
"""
# Held as well: whoever signs out waits for what was asked before, and nothing that was asked by it comes after.
_PAPERS: Final = """
    SELECT documents.kind, documents.key FROM json_array_elements(%s::json) AS named JOIN documents
    ON documents.kind = named ->> 0 AND documents.key = named ->> 1 FOR SHARE OF documents
"""
_SET_HEADS: Final = """
    UPDATE streams SET version = (new ->> 1)::bigint, hash = new ->> 2 FROM json_array_elements(%s::json) AS new
    WHERE streams.stream = new ->> 0
"""
_SET_BALANCES: Final = """
    UPDATE balances SET cents = new.value::bigint FROM json_each_text(%s::json) AS new
    WHERE balances.account = new.key
"""
_FORGET_STREAMS: Final = f"DELETE FROM streams WHERE stream = {_LISTED}"
_FORGET_BALANCES: Final = f"DELETE FROM balances WHERE account = {_LISTED}"
_TELL: Final = f"SELECT pg_notify('{CHANNEL}', word) FROM json_array_elements_text(%s::json) AS word"

_CROSSED: Final = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
"""Another writer was in conflict; the server has rolled the transaction back."""


class PostgresStore(SqlStore):
    """Streams on a server that any number of processes write to."""

    begin = "BEGIN ISOLATION LEVEL READ COMMITTED"  # each statement sees what was committed while it waited for a lock
    # Whoever only reads is in nobody's way, and may be busy between two questions: an audit replays, a backup writes.
    begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0"
    now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    listed = f"= {_LISTED}"
    gapless = False
    moment = "SELECT pg_export_snapshot()"

    def __init__(self, url: str) -> None:
        try:
            named = conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise StoreError("that address of a PostgreSQL server cannot be read: " + _first_line(error)) from error
        self._address: Mapping[str, Any] = _DEFAULTS | named
        self._place = f"{named.get('host', 'localhost')}/{named.get('dbname', '')}"
        self._sender = secrets.token_hex(8)
        self._made: tuple[list[str], list[str]] = ([], [])
        engine = create_engine(
            "postgresql+psycopg://",
            creator=self._connect,
            isolation_level="AUTOCOMMIT",
            paramstyle="format",
            pool_pre_ping=True,
            pool_size=READERS,
            max_overflow=0,
        )
        super().__init__(engine)

    def _connect(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(**self._address, autocommit=True)
        connection.execute(_SET_UP)
        return connection

    def again(self) -> Callable[[], SqlStore]:
        return partial(PostgresStore, make_conninfo(**self._address))

    def _go_to(self, at: str, connection: Connection, rows: SqlRows) -> None:
        connection.exec_driver_sql(f"SET TRANSACTION SNAPSHOT '{at}'")  # as this server has told it

    # --- writing ----------------------------------------------------------------------------------------------

    def _standing(self, cursor: psycopg.Cursor[Any], wanted: Commit) -> Standing:
        """Lock in the order of the names; a row that is not there yet is made first, so that it can be locked."""
        streams = as_json(sorted({entry.stream for entry in wanted.entries}))
        made_streams = [name for (name,) in cursor.execute(_MAKE_STREAMS, (GENESIS, streams))]
        written, found = {entry.stream for entry in wanted.entries}, []
        for changes, names in groupby(sorted(written | wanted.seen.keys()), written.__contains__):
            found += cursor.execute(_HEADS if changes else _SEEN, (as_json([*names]),)).fetchall()
        heads = {stream: (version, hash_) for stream, version, hash_, _ in found}
        epochs: dict[str, int] = {stream: epoch for stream, _, _, epoch in found}
        made_accounts: list[str] = []
        balances: dict[str, int] = {}
        if wanted.moves:
            accounts = as_json(sorted(wanted.moves))
            made_accounts = [name for (name,) in cursor.execute(_MAKE_BALANCES, (accounts,))]
            balances = dict(cursor.execute(_BALANCES, (accounts,)).fetchall())
        named = [(entry.actor, entry.client) for entry in wanted.entries if entry.client]
        known = [entry_of(row) for row in cursor.execute(_COMMANDS, (as_json(named),))] if named else []
        self._made = (made_streams, made_accounts)
        papers = cursor.execute(_PAPERS, (as_json(wanted.papers),)).fetchall() if wanted.papers else []
        return Standing(heads, epochs, balances, known, papers)

    def _update(self, cursor: psycopg.Cursor[Any], standing: Standing) -> None:
        if entries := standing.entries:
            heads = [(stream, *standing.heads[stream]) for stream in {entry.stream for entry in entries}]
            cursor.execute(_SET_HEADS, (as_json(heads),))
            words = [as_json((self._sender, entry.stream, entry.version)) for entry in entries]
            cursor.execute(_TELL, (as_json(words),))
        if moved := {account: standing.balances[account] for account in standing.moved}:
            cursor.execute(_SET_BALANCES, (as_json(moved),))
        self._forget_made(cursor, standing)

    def _forget_made(self, cursor: psycopg.Cursor[Any], standing: Standing) -> None:
        """Delete rows that were made only to be locked: nobody has seen them."""
        streams = [stream for stream in self._made[0] if standing.heads[stream][0] == 0]
        accounts = [account for account in self._made[1] if account not in standing.moved]
        if streams:
            cursor.execute(_FORGET_STREAMS, (as_json(streams),))
        if accounts:
            cursor.execute(_FORGET_BALANCES, (as_json(accounts),))

    @contextmanager
    def _migrating(self) -> Iterator[Connection]:
        with self._engine.execution_options(isolation_level="READ COMMITTED").begin() as connection:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            yield connection

    # --- trouble ----------------------------------------------------------------------------------------------

    def _clear(self, error: BaseException, *, committing: bool = False) -> StoreError | None:
        if not isinstance(error, psycopg.Error):
            return None
        said = _first_line(error)
        if isinstance(error, errors.LockNotAvailable):
            return StoreError(f"another server keeps rows of {self._place} locked: end it or try again ({said})")
        if isinstance(error, errors.DiskFull):
            return StoreError(f"the disk of {self._place} is full, and nothing was written: make room and try again")
        if committing and _lost(error):
            return StoreError(
                f"{self._place} was lost while it committed: reload before going on ({said})", in_doubt=True
            )
        if _lost(error):
            return StoreError(f"no PostgreSQL answers at {self._place}: start it or correct its address ({said})")
        return StoreError(f"PostgreSQL at {self._place} refused: {said}")

    def _again(self, error: BaseException, *, fresh: bool, committing: bool) -> bool:
        # A connection may have died while nothing was asked of it; a new one that dies at once will not do better.
        return isinstance(error, _CROSSED) or (not fresh and not committing and _lost(error))

    # --- watching ---------------------------------------------------------------------------------------------

    def _listener(self, heard: Callable[[str, int], None]) -> _Listener:
        return _Listener(self._connect, heard, self._sender)


class _Listener:
    """A thread that listens on a connection of its own, makes it again when it breaks, and then asks what it missed."""

    def __init__(
        self, connect: Callable[[], psycopg.Connection[Any]], heard: Callable[[str, int], None], sender: str
    ) -> None:
        self._connect, self._heard, self._sender = connect, heard, sender
        self._ended = threading.Event()
        self._connection: psycopg.Connection[Any] | None = connect()
        self._seen = self._listen(self._connection)
        self._thread = threading.Thread(target=self._run, name="pitboss-watch", daemon=True)
        self._thread.start()

    @staticmethod
    def _listen(connection: psycopg.Connection[Any]) -> dict[str, int]:
        """Begin to listen; only then ask where the streams stand, so that nothing falls between."""
        connection.execute(f"LISTEN {CHANNEL}")
        return dict(connection.execute("SELECT stream, version FROM streams").fetchall())

    def _run(self) -> None:
        tries = 0
        while not self._ended.is_set():
            try:
                if self._connection is None:
                    self._resume()
                tries = 0
                self._hear()
            except psycopg.Error as error:
                if not tries:
                    _log.warning("the database could not be watched; trying again (%s)", _first_line(error))
                self._hang_up()
                self._ended.wait(RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)])
                tries += 1
        self._hang_up()

    def _resume(self) -> None:
        """Listen anew, and tell what was appended meanwhile."""
        self._connection = self._connect()
        for stream, version in sorted(self._listen(self._connection).items()):
            for missed in range(self._seen.get(stream, 0) + 1, version + 1):
                self._note(stream, missed, own=False)

    def _hear(self) -> None:
        """Listen for a while; then ask for a word, so that a server that is gone is noticed."""
        assert self._connection is not None
        for _ in range(int(SILENCE_SECONDS / SLICE_SECONDS)):
            for notice in self._connection.notifies(timeout=SLICE_SECONDS):
                sender, stream, version = msgspec.json.decode(notice.payload, type=noted(tuple[str, str, int]))
                self._note(stream, version, own=sender == self._sender)
            if self._ended.is_set():
                return
        self._connection.execute("SELECT 1")

    def _note(self, stream: str, version: int, *, own: bool) -> None:
        if version <= self._seen.get(stream, 0):
            return  # it was there when the listening began
        self._seen[stream] = version
        if not own:
            tell(self._heard, stream, version)

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def stop(self) -> None:
        self._ended.set()
        if threading.current_thread() is not self._thread:
            self._thread.join()


def _lost(error: BaseException) -> bool:
    """Whether the connection, rather than a statement, is the trouble: cut, shut down, or closed for its idleness."""
    if not isinstance(error, psycopg.Error):
        return False
    if error.sqlstate is None:
        return isinstance(error, psycopg.OperationalError)
    return error.sqlstate[:2] in {"08", "57"} or error.sqlstate == "25P03"


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
