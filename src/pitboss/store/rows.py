"""A store row by row, as it stands at one moment: for who wants to check what is kept, down to the last column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Connection, CursorResult, Select, func, select

from pitboss.store import schema

__all__ = ["MemoryRows", "Row", "Rows", "SqlRows"]

Row = dict[str, Any]
"""A row, by the names of its columns."""

PAGE: Final = 200
"""Rows that are fetched at once."""


class Rows(Protocol):
    """Every row of every table, whatever is written meanwhile."""

    gapless: bool
    """Whether entries and rounds are numbered from 1 without a gap."""

    def walk(self, table: str, order: Sequence[str], **where: Any) -> Iterator[Row]:
        """The rows of a table in order, or those of them with these values."""

    def entries(self, first: str = "", before: str = "") -> Iterator[Row]:
        """All entries by stream and version, or those from one stream's name on and before another's."""

    def names(self, table: str, column: str) -> list[str]:
        """The values of a column, each once, in order."""

    def count(self, table: str, **where: Any) -> int: ...

    def damage(self) -> list[str]:
        """What a database itself finds wrong with its file."""


class SqlRows:
    """Rows by a connection that has begun to read."""

    def __init__(self, connection: Connection, *, gapless: bool, look: str = "", moment: str = "") -> None:
        """``moment`` is the question that has a database tell, or keep, the moment that it is read at."""
        self._connection, self.gapless, self._look, self._moment = connection, gapless, look, moment
        self._open: set[CursorResult[Any]] = set()

    def close(self) -> None:
        """Close every query that was not read to its end."""
        for found in self._open:
            found.close()

    def walk(self, table: str, order: Sequence[str], **where: Any) -> Iterator[Row]:
        shape = schema.metadata.tables[table]
        asked = select(*schema.kept_columns(shape)).order_by(*(shape.c[name] for name in order))
        for name, value in where.items():
            asked = asked.where(shape.c[name] == value)
        return self._paged(asked)

    def entries(self, first: str = "", before: str = "") -> Iterator[Row]:
        shape = schema.entries
        asked = select(shape).order_by(shape.c.stream, shape.c.version)
        asked = asked.where(shape.c.stream >= first) if first else asked
        return self._paged(asked.where(shape.c.stream < before) if before else asked)

    def _paged(self, asked: Select[Any]) -> Iterator[Row]:
        found = self._connection.execute(asked, execution_options={"yield_per": PAGE})
        self._open.add(found)
        for row in found.mappings():
            yield dict(row)
        self._open.discard(found)

    def names(self, table: str, column: str) -> list[str]:
        wanted = schema.metadata.tables[table].c[column]
        return list(self._connection.execute(select(wanted).distinct().order_by(wanted)).scalars())

    def count(self, table: str, **where: Any) -> int:
        shape = schema.metadata.tables[table]
        asked = select(func.count()).select_from(shape)
        for name, value in where.items():
            asked = asked.where(shape.c[name] == value)
        return int(self._connection.execute(asked).scalar_one())

    def moment(self) -> str:
        """The moment at which these rows stand, for another process that is to read at the same one."""
        return str(self._connection.exec_driver_sql(self._moment).scalar())

    def damage(self) -> list[str]:
        said = self._connection.exec_driver_sql(self._look).scalars().all() if self._look else []
        return [line for line in said if line != "ok"]


class MemoryRows:
    """Rows made of a store in memory, a table at a time."""

    gapless = True

    def __init__(self, tables: Callable[[str], Iterable[Row]]) -> None:
        self._tables = tables

    def walk(self, table: str, order: Sequence[str], **where: Any) -> Iterator[Row]:
        return iter(sorted(self._having(table, where), key=lambda row: tuple(row[name] for name in order)))

    def entries(self, first: str = "", before: str = "") -> Iterator[Row]:
        rows = self.walk("entries", ("stream", "version"))
        return (row for row in rows if row["stream"] >= first and not (before and row["stream"] >= before))

    def names(self, table: str, column: str) -> list[str]:
        return sorted({row[column] for row in self._tables(table)})

    def count(self, table: str, **where: Any) -> int:
        return sum(1 for _ in self._having(table, where))

    def damage(self) -> list[str]:
        return []

    def _having(self, table: str, where: dict[str, Any]) -> Iterator[Row]:
        return (row for row in self._tables(table) if all(row[name] == value for name, value in where.items()))
