"""What the stores on SQLite and PostgreSQL have in common: how a batch is decided, written and read.

A batch of commits is one transaction. All that it touches is read first (and held, where others may write at the same
time), the commits are decided one after another in memory, and what was taken is written at the end. Reading goes
through SQLAlchemy; the one connection that writes is used directly, with statements that SQLAlchemy made once, because
its own way through them costs more than the database does (``benchmarks/store.py``).
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Dialect, Engine, Executable, Row, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from pitboss.store import schema
from pitboss.store.contract import (
    GENESIS,
    Appended,
    Commit,
    Conflict,
    Entry,
    Lead,
    Outcome,
    Repeated,
    Round,
    Server,
    Snapshot,
)
from pitboss.store.copying import Tables, check_empty, fill
from pitboss.store.errors import StoreError
from pitboss.store.migrations import migrate, revision
from pitboss.store.rows import Rows, SqlRows

__all__ = ["SqlStore", "Standing", "as_json", "entry_of", "tell"]

T = TypeVar("T")

ATTEMPTS: Final = 10
"""How often a transaction is tried again after a conflict with another writer."""
MANY: Final = 500
"""Above this number of accounts or streams it is quicker to read them all."""

_log = logging.getLogger(__name__)


def entry_of(row: Sequence[Any]) -> Entry:
    """The entry in a row of :data:`~pitboss.store.schema.ENTRY_FIELDS`."""
    stream, version, at, actor, role, client, command, events, postings, sealed, engine, form, previous, hash_ = row
    return Entry(
        stream=stream, version=version, at=at, actor=actor, role=role, client=client, command=command, events=events,
        postings=postings, sealed=sealed, engine=engine, schema=form, previous=previous, hash=hash_,
    )  # fmt: skip


def as_json(values: Any) -> str:
    """Values as one parameter, so that any number of them is the same statement."""
    return msgspec.json.encode(values).decode()


def tell(heard: Callable[[str, int], None], stream: str, version: int) -> None:
    """Call a watcher; an error in it does not end the watch."""
    try:
        heard(stream, version)
    except Exception:
        _log.exception("a watcher failed on %s %d", stream, version)


class Standing:
    """Where all that a batch touches stands, while its commits are decided one after another."""

    def __init__(
        self,
        heads: dict[str, tuple[int, str]],
        epochs: dict[str, int],
        balances: dict[str, int],
        entries: Iterable[Entry],
        papers: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.heads, self.epochs = heads, epochs
        self.papers = {(kind, key) for kind, key in papers}
        self.balances = balances
        self.commands = {(entry.actor, entry.client): entry for entry in entries}
        self.taken: list[Commit] = []
        self.moved: set[str] = set()

    def take(self, commit: Commit) -> Outcome:
        """Decide one commit; if it is taken, those after it see it."""
        refused = (
            self._repeated(commit)
            or commit.deposed(self.epochs)
            or commit.lapsed(self.papers)
            or self._conflict(commit)
            or commit.outdated(self.heads)
            or commit.elsewhere(self.balances)
            or commit.overdrawn(self.balances)
        )
        if refused:
            return refused
        self.taken.append(commit)
        for entry in commit.entries:
            self.heads[entry.stream] = (entry.version, entry.hash)
            if entry.client:
                self.commands[entry.actor, entry.client] = entry
        after = {account: self.balances.get(account, 0) + cents for account, cents in commit.moves.items()}
        self.balances.update(after)
        self.moved.update(after)
        return Appended(after)

    def _repeated(self, commit: Commit) -> Repeated | None:
        named = [(entry.actor, entry.client) for entry in commit.entries if entry.client]
        assert len(named) == len(set(named)), "two entries of a commit have the name of one command"
        return next((Repeated(self.commands[name]) for name in named if name in self.commands), None)

    def _conflict(self, commit: Commit) -> Conflict | None:
        seen: set[str] = set()
        for entry in commit.entries:
            version, previous = self.heads.get(entry.stream, (0, GENESIS))
            if (entry.version, entry.previous) != (version + 1, previous):
                return Conflict(entry.stream)
            assert entry.stream not in seen, "two entries of a commit are of one stream"
            seen.add(entry.stream)
        return None

    @property
    def entries(self) -> list[Entry]:
        """What was taken, in order."""
        return [entry for commit in self.taken for entry in commit.entries]


class Statements:
    """The writing statements as a database takes them, made once."""

    def __init__(self, dialect: Dialect) -> None:
        if dialect.name == "sqlite":
            from sqlalchemy.dialects.sqlite import insert as insert_or
        else:
            from sqlalchemy.dialects.postgresql import insert as insert_or  # type: ignore[assignment]

        def made(statement: Any, columns: Iterable[Any] = ()) -> str:
            return str(statement.compile(dialect=dialect, column_keys=[column.name for column in columns] or None))

        snapshots, documents = schema.snapshots, schema.documents
        snapshot = insert_or(snapshots)
        this = (documents.c.kind == bindparam("kind"), documents.c.key == bindparam("key"))
        self.entry = made(insert(schema.entries).inline(), schema.ENTRY_FIELDS)
        self.round = made(insert(schema.rounds).returning(schema.rounds.c.seq), list(schema.rounds.c)[1:])
        self.player = made(insert(schema.round_players), schema.round_players.c)
        self.snapshot = made(
            snapshot.on_conflict_do_update(
                index_elements=snapshots.primary_key, set_={"sealed": snapshot.excluded.sealed}
            ),
            snapshots.c,
        )
        self.document_version = made(select(documents.c.version).where(*this).with_for_update())
        self.new_document = made(insert(documents), documents.c)
        self.document = made(
            update(documents).where(*this).values(value=bindparam("new_value"), version=bindparam("new_version"))
        )
        self.forget = made(delete(documents).where(*this))


class SqlStore(ABC):
    """A store on a database; what differs from one to another is below, unimplemented."""

    begin: ClassVar[str]
    """What opens a transaction that writes."""
    begin_reading: ClassVar[str]
    """What opens one in which everything is read as it stands at one moment."""
    now: ClassVar[str]
    """The database's own time in milliseconds, as SQL."""
    listed: ClassVar[str]
    """That a value is one of a list in JSON."""
    mark: ClassVar[str] = "%s"
    """Where a value stands in a statement."""
    gapless: ClassVar[bool]
    """Whether the numbers of a transaction that is taken back are given again."""
    _enough: frozenset[str] = frozenset({schema.REVISION})
    """The migrations at which the tables are left as they are."""
    look: ClassVar[str] = ""
    """The statement by which a database checks its own file, where it has one."""
    moment: ClassVar[str]
    """The question after the moment that is read at."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.RLock()
        self._writer: Any = None
        self._closed = False
        self._listeners: list[Any] = []
        self._say = Statements(engine.dialect)
        try:
            self._make_tables()
        except BaseException:
            self.close()
            raise

    # --- what a database has its own way of doing -------------------------------------------------------------

    @abstractmethod
    def _connect(self) -> Any:
        """A new connection, each statement its own transaction unless one is begun."""

    @abstractmethod
    def _standing(self, cursor: Any, wanted: Commit) -> Standing:
        """Where everything that a commit touches stands, held until the transaction ends."""

    @abstractmethod
    def _update(self, cursor: Any, standing: Standing) -> None:
        """Write the heads and balances of what was taken, and tell the others."""

    @abstractmethod
    def _clear(self, error: BaseException, *, committing: bool = False) -> StoreError | None:
        """A database's own error as one clear line; None where it is not one."""

    @abstractmethod
    def _again(self, error: BaseException, *, fresh: bool, committing: bool) -> bool:
        """Whether the transaction is undone for certain and may do better at a second try."""

    @abstractmethod
    @contextmanager
    def _migrating(self) -> Iterator[Any]:
        """A transaction that only one process is in at a time."""

    @abstractmethod
    def _listener(self, heard: Callable[[str, int], None]) -> Any:
        """A thread that tells what others append, until its ``stop`` is called."""

    # --- writing ----------------------------------------------------------------------------------------------

    def append(self, commits: Sequence[Commit]) -> list[Outcome]:
        if not commits:
            return []
        return self._write(lambda cursor: self._append(cursor, commits))

    def _append(self, cursor: Any, commits: Sequence[Commit]) -> list[Outcome]:
        entries = tuple(entry for commit in commits for entry in commit.entries)
        accounts = dict.fromkeys((account for commit in commits for account in commit.moves), 0)
        seen = dict.fromkeys((stream for commit in commits for stream in commit.seen), 0)
        papers = tuple({paper for commit in commits for paper in commit.papers})
        standing = self._standing(cursor, Commit(entries=entries, moves=accounts, seen=seen, papers=papers))
        outcomes = [standing.take(commit) for commit in commits]
        self._insert(cursor, standing)
        self._update(cursor, standing)
        return outcomes

    def _insert(self, cursor: Any, standing: Standing) -> None:
        if entries := standing.entries:
            cursor.executemany(self._say.entry, [msgspec.structs.astuple(entry) for entry in entries])
        for commit in standing.taken:
            for round_ in commit.rounds:
                cursor.execute(self._say.round, (round_.stream, round_.number, round_.first, round_.last))
                seq = cursor.fetchone()[0]
                if round_.players:
                    players = [(seq, position, player) for position, player in enumerate(round_.players)]
                    cursor.executemany(self._say.player, players)
            if commit.snapshots:
                cursor.executemany(self._say.snapshot, [msgspec.structs.astuple(s) for s in commit.snapshots])

    def put(self, kind: str, key: str, value: dict[str, Any] | None, *, expected: int | None = None) -> int:
        def work(cursor: Any) -> int:
            cursor.execute(self._say.document_version, (kind, key))
            row = cursor.fetchone()
            version: int = row[0] if row else 0
            if expected is not None and expected != version:
                return -1
            if value is None:
                cursor.execute(self._say.forget, (kind, key))
                return 0
            if row:
                cursor.execute(self._say.document, (as_json(value), version + 1, kind, key))
            else:  # another writer's new one is in the way of this, and then it is decided again
                cursor.execute(self._say.new_document, (kind, key, as_json(value), 1))
            return version + 1

        return self._write(work)

    # --- servers ----------------------------------------------------------------------------------------------

    def attend(self, server: str, address: str, *, seconds: float) -> list[Server]:
        return self._write(lambda cursor: self._attend(cursor, server, address, round(1000 * seconds)))

    def _attend(self, cursor: Any, server: str, address: str, lease: int) -> list[Server]:
        cursor.execute(self._renew, (server, address, lease))
        cursor.execute(self._who_is_there)
        return [Server(*row) for row in cursor.fetchall()]

    def servers(self) -> list[Server]:
        return [Server(row.server, row.address, row.turn) for row in self._rows(text(self._who_is_there))]

    @property
    def _who_is_there(self) -> str:
        return f"SELECT server, address, turn FROM servers WHERE {self._there} ORDER BY server"

    def retire(self, server: str) -> None:
        self._write(lambda cursor: cursor.execute(f"DELETE FROM servers WHERE server = {self.mark}", (server,)))

    def lead(self, server: str, streams: Iterable[str]) -> dict[str, int]:
        wanted = as_json(sorted(streams))

        def work(cursor: Any) -> dict[str, int]:
            cursor.execute(self._take_lead, (server, server, wanted))
            led = dict(cursor.fetchall())
            if led:
                cursor.execute(self._turned, (server,))
            return led

        return self._write(work)

    def resign(self, server: str, streams: Iterable[str]) -> None:
        wanted = as_json(sorted(streams))

        def work(cursor: Any) -> None:
            cursor.execute(self._give_up, (server, wanted))
            cursor.execute(self._turned, (server,))

        self._write(work)

    def leads(self, prefix: str) -> dict[str, Lead]:
        streams = schema.streams.c
        asked = select(streams.stream, streams.leader, streams.epoch).order_by(streams.stream)
        rows = self._rows(asked.where(streams.stream.startswith(prefix, autoescape=True), streams.version > 0))
        return {row.stream: Lead(row.leader, row.epoch) for row in rows}

    @property
    def _there(self) -> str:
        """That a server said so lately; one that did so in the future, before the clock went back, counts as gone."""
        return f"abs({self.now} - servers.renewed) < servers.lease"

    @property
    def _renew(self) -> str:
        one = self.mark
        return f"""
            INSERT INTO servers (server, address, renewed, lease, turn) VALUES ({one}, {one}, {self.now}, {one}, 0)
            ON CONFLICT (server) DO UPDATE SET address = excluded.address, renewed = excluded.renewed,
            lease = excluded.lease
        """

    @property
    def _take_lead(self) -> str:
        one = self.mark
        return f"""
            UPDATE streams SET leader = {one}, epoch = epoch + 1
            WHERE EXISTS (SELECT 1 FROM servers WHERE server = {one} AND {self._there})
            AND stream {self.listed} AND version > 0
            AND NOT EXISTS (SELECT 1 FROM servers WHERE server = streams.leader AND {self._there})
            RETURNING stream, epoch
        """

    @property
    def _give_up(self) -> str:
        return f"UPDATE streams SET leader = '' WHERE leader = {self.mark} AND stream {self.listed}"

    @property
    def _turned(self) -> str:
        return f"UPDATE servers SET turn = turn + 1 WHERE server = {self.mark}"

    def _write(self, work: Callable[[Any], T]) -> T:
        """Do work in one transaction, durable afterwards; again after a conflict with another writer."""
        with self._lock:
            for attempt in range(ATTEMPTS):
                fresh = self._writer is None
                try:
                    return self._transaction(work)
                except _Failed as failed:
                    error, committing = failed.error, failed.committing
                    if attempt + 1 < ATTEMPTS and self._again(error, fresh=fresh, committing=committing):
                        continue
                    clear = self._clear(error, committing=committing)
                    if clear is None:
                        raise error from None
                    raise clear from error
            raise AssertionError("the last attempt returns or raises")

    def _transaction(self, work: Callable[[Any], T]) -> T:
        if self._closed:
            raise StoreError("the store is closed: open it again")
        if self._writer is None:
            self._writer = self._opened()
        committing = False
        try:
            cursor = self._writer.cursor()
            cursor.execute(self.begin)
            done = work(cursor)
            committing = True
            cursor.execute("COMMIT")
            return done
        except BaseException as error:
            self._undo()
            raise _Failed(error, committing) from error

    def _opened(self) -> Any:
        try:
            return self._connect()
        except Exception as error:
            raise (self._clear(error) or error) from error

    def _undo(self) -> None:
        """Take the transaction back; a connection that cannot even do that is given up."""
        try:
            self._writer.rollback()
        except Exception:
            self._drop_writer()

    def _drop_writer(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(Exception):
                writer.close()

    # --- reading ----------------------------------------------------------------------------------------------

    def read(self, stream: str, *, after: int = 0, upto: int | None = None) -> list[Entry]:
        entries = schema.entries.c
        asked = select(*schema.ENTRY_FIELDS).where(entries.stream == stream, entries.version > after)
        if upto is not None:
            asked = asked.where(entries.version <= upto)
        return [entry_of(row) for row in self._rows(asked.order_by(entries.version))]

    def head(self, stream: str) -> tuple[int, str]:
        streams = schema.streams.c
        rows = self._rows(select(streams.version, streams.hash).where(streams.stream == stream))
        return (rows[0].version, rows[0].hash) if rows else (0, GENESIS)

    def heads(self, streams: Iterable[str] | None = None, *, prefix: str = "") -> dict[str, tuple[int, str]]:
        asked = select(*schema.kept_columns(schema.streams)).order_by(schema.streams.c.stream)
        if prefix:
            asked = asked.where(schema.streams.c.stream.startswith(prefix, autoescape=True))
        wanted = None if streams is None else set(streams)
        if wanted is not None and len(wanted) <= MANY:
            asked = asked.where(schema.streams.c.stream.in_(wanted))
        rows = self._rows(asked)
        return {row.stream: (row.version, row.hash) for row in rows if wanted is None or row.stream in wanted}

    def find(self, actor: str, client: str) -> Entry | None:
        entries = schema.entries.c
        named = (entries.actor == actor, entries.client == client, entries.client != "")
        rows = self._rows(select(*schema.ENTRY_FIELDS).where(*named))
        return entry_of(rows[0]) if rows else None

    def balances(self, accounts: Iterable[str] | None = None) -> dict[str, int]:
        wanted = None if accounts is None else list(accounts)
        asked = select(schema.balances).order_by(schema.balances.c.account)
        if wanted is not None and len(wanted) <= MANY:
            asked = asked.where(schema.balances.c.account.in_(wanted))
        found = {row.account: row.cents for row in self._rows(asked)}
        return found if wanted is None else {account: found.get(account, 0) for account in wanted}

    def snapshot(self, stream: str, *, upto: int | None = None) -> Snapshot | None:
        snapshots = schema.snapshots.c
        asked = select(schema.snapshots).where(snapshots.stream == stream)
        if upto is not None:
            asked = asked.where(snapshots.version <= upto)
        rows = self._rows(asked.order_by(snapshots.version.desc()).limit(1))
        return Snapshot(**rows[0]._mapping) if rows else None

    def rounds(self, *, stream: str = "", player: str = "", number: int | None = None, limit: int = 50) -> list[Round]:
        rounds, players = schema.rounds, schema.round_players
        found = select(rounds).order_by(rounds.c.seq.desc()).limit(limit)
        if stream:
            found = found.where(rounds.c.stream == stream)
        if number is not None:
            found = found.where(rounds.c.number == number)
        if player:
            found = found.where(rounds.c.seq.in_(select(players.c.round).where(players.c.player == player)))
        latest = found.subquery()
        asked = select(latest, players.c.player).outerjoin(players, players.c.round == latest.c.seq)
        rows = self._rows(asked.order_by(latest.c.seq.desc(), players.c.position))
        return [_round(list(group)) for _, group in groupby(rows, lambda row: row.seq)]

    def get(self, kind: str, key: str) -> tuple[dict[str, Any], int] | None:
        documents = schema.documents.c
        asked = select(documents.value, documents.version).where(documents.kind == kind, documents.key == key)
        rows = self._rows(asked)
        return (msgspec.json.decode(rows[0].value), rows[0].version) if rows else None

    def documents(self, kind: str) -> list[tuple[str, dict[str, Any]]]:
        documents = schema.documents.c
        asked = select(documents.key, documents.value).where(documents.kind == kind).order_by(documents.key)
        return [(row.key, msgspec.json.decode(row.value)) for row in self._rows(asked)]

    @contextmanager
    def rows(self, at: str = "") -> Iterator[SqlRows]:
        """Rows as they stand now, or at the moment that another process reads at and holds."""
        if self._closed:
            raise StoreError("the store is closed: open it again")
        with self._clearly(), self._engine.connect() as connection:
            connection.exec_driver_sql(self.begin_reading)
            rows = SqlRows(connection, gapless=self.gapless, look=self.look, moment=self.moment)
            if at:
                self._go_to(at, connection, rows)
            try:
                with self._whatever_is_there(connection):
                    yield rows
            except BaseException:
                connection.invalidate()  # it may be lost, and then not even a rollback reaches it
                raise
            finally:
                rows.close()
            connection.exec_driver_sql("ROLLBACK")

    def _go_to(self, at: str, connection: Connection, rows: SqlRows) -> None:
        """Read at a moment that another process has told; raises StoreError where that is over."""
        if rows.moment() != at:
            raise StoreError("the floor has gone on between two readings: try again")

    @contextmanager
    def still(self) -> Iterator[None]:
        """Hold back writers, where a moment cannot be told otherwise, until several processes have begun to read."""
        yield

    @abstractmethod
    def again(self) -> Callable[[], SqlStore]:
        """What opens this database once more, in another process."""

    @contextmanager
    def _whatever_is_there(self, connection: Any) -> Iterator[None]:
        """Read damaged text as well, where a database gives it."""
        yield

    def _rows(self, statement: Executable) -> Sequence[Row[Any]]:
        if self._closed:
            raise StoreError("the store is closed: open it again")
        with self._clearly(), self._engine.connect() as connection:
            return connection.execute(statement).all()

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        """Say a database's own errors in one clear line."""
        try:
            yield
        except PoolTimeout as error:
            raise StoreError("too many readings of the database at once: try again in a moment") from error
        except DBAPIError as error:
            raise (self._clear(error.orig or error) or error) from error
        except Exception as error:
            if clear := self._clear(error):
                raise clear from error
            raise

    # --- opening, watching, closing ---------------------------------------------------------------------------

    def _make_tables(self) -> None:
        with self._clearly():
            with self._engine.connect() as connection:
                if revision(connection) in self._enough:
                    return
            with self._migrating() as connection:
                migrate(connection)

    def check_empty(self) -> None:
        """Refuse a database that is not empty."""
        with self._clearly(), self._engine.connect() as connection:
            check_empty(connection)

    def fill(self, tables: Tables, check: Callable[[Rows], None]) -> None:
        """Copy all rows of another store: only into an empty database, and only if ``check`` accepts them."""
        with self._clearly(), self._migrating() as connection:
            fill(connection, tables)
            rows = SqlRows(connection, gapless=self.gapless)
            try:
                check(rows)
            finally:
                rows.close()

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """Be told of what other stores on this database append, in this process or another; not of own entries."""
        with self._lock, self._clearly():
            listener = self._listener(heard)
            self._listeners.append(listener)
        return lambda: self._end(listener)

    def _end(self, listener: Any) -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)
        listener.stop()  # outside the lock: what it is telling just now may want to write

    def close(self) -> None:
        """End every watch and every connection; a second call does nothing."""
        for listener in list(self._listeners):
            self._end(listener)
        with self._lock:
            self._closed = True
            self._drop_writer()
            self._engine.dispose()


class _Failed(Exception):
    """A transaction that failed, and whether it failed while it was being committed."""

    def __init__(self, error: BaseException, committing: bool) -> None:
        self.error, self.committing = error, committing
        super().__init__(str(error))


def _round(rows: Sequence[Row[Any]]) -> Round:
    """A round from its rows, one a player, or one without."""
    first = rows[0]
    players = tuple(row.player for row in rows if row.player is not None)
    return Round(stream=first.stream, number=first.number, first=first.first, last=first.last, players=players)
