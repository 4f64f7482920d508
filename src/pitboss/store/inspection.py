"""A look at a database that changes nothing: whether it answers, which tables it has, and where its log stands."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.store import schema
from pitboss.store.errors import StoreError
from pitboss.store.migrations import revision, steps

__all__ = ["DatabaseStatus", "look"]


@dataclass(frozen=True)
class DatabaseStatus:
    """What was seen of a database."""

    kind: str
    place: str
    """Without a password."""
    found: bool = True
    """Whether there is anything; an SQLite file may be missing."""
    revision: str | None = None
    known: bool = True
    """Whether this program knows the tables."""
    entries: int = 0
    streams: int = 0
    last_at: int = 0
    """When the last entry was decided, in milliseconds since 1970."""
    signed_by: str = ""
    """The public key that signed the first checkpoint; empty before there is one."""
    delivery: Mapping[str, Any] | None = None
    """How far checkpoints have come at the destination that the house has named."""

    @property
    def at_head(self) -> bool:
        return self.revision == schema.REVISION


def look(url: str) -> DatabaseStatus:
    """Look at the database of an address; one that cannot be reached or read is a :class:`StoreError`."""
    if url.startswith(("postgresql://", "postgres://")):
        return _postgresql(url)
    path = Path(url.removeprefix("sqlite:///")).absolute()
    if not path.is_file():
        return DatabaseStatus("SQLite", str(path), found=False)
    # Beside a file that nobody has open, a reader would leave files of its own; one without a log does not change.
    unused = not path.with_name(f"{path.name}-wal").exists()
    address = f"file:{quote(str(path))}?mode=ro" + ("&immutable=1" if unused else "")
    return _seen("sqlite://", lambda: sqlite3.connect(address, uri=True, timeout=5), "SQLite", str(path))


def _postgresql(url: str) -> DatabaseStatus:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        named: dict[str, Any] = {"connect_timeout": "5", **conninfo_to_dict(url)}
    except psycopg.Error as error:
        raise StoreError(f"that address of a PostgreSQL server cannot be read: {_line(error)}") from error
    place = f"{named.get('host', 'localhost')}/{named.get('dbname', '')}"
    return _seen("postgresql+psycopg://", lambda: psycopg.connect(**named), "PostgreSQL", place)


def _seen(dialect: str, connect: Any, kind: str, place: str) -> DatabaseStatus:
    engine = create_engine(dialect, creator=connect)
    try:
        with engine.connect() as connection:
            found = revision(connection)
            known = found is None or found in steps()
            if found != schema.REVISION:
                return DatabaseStatus(kind, place, revision=found, known=known)
            streams, entries, last_at = _log(connection)
            return DatabaseStatus(
                kind, place, revision=found, entries=entries, streams=streams, last_at=last_at,
                signed_by=_signed_by(connection), delivery=_delivery(connection),
            )  # fmt: skip
    except SQLAlchemyError as error:
        raise StoreError(f"{kind} at {place} cannot be read: {_line(getattr(error, 'orig', None) or error)}") from error
    finally:
        engine.dispose()


def _log(connection: Connection) -> tuple[int, int, int]:
    """How many streams and entries there are and when the last came; streams have no gaps, so their heads count."""
    streams, entries = schema.streams.c, schema.entries.c
    asked = select(func.count(streams.stream), func.coalesce(func.sum(streams.version), 0))
    count, total = connection.execute(asked).one()
    last = connection.execute(select(entries.at).order_by(entries.seq.desc()).limit(1)).scalar()
    return int(count), int(total), int(last or 0)


def _signed_by(connection: Connection) -> str:
    """Whose signature the first checkpoint carries; their keys sort as their numbers do."""
    documents = schema.documents.c
    asked = select(documents.value).where(documents.kind == "checkpoint").order_by(documents.key).limit(1)
    first = connection.execute(asked).scalar()
    return str(json.loads(first)["public_key"]) if first else ""


def _delivery(connection: Connection) -> Mapping[str, Any] | None:
    found = connection.execute(select(schema.documents.c.value).where(schema.documents.c.kind == "delivery")).scalar()
    return dict(json.loads(found)) if found else None


def _line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
