"""All rows of another store, taken over into a database that has none yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from sqlalchemy import Connection, exists, insert, select

from pitboss.store import schema
from pitboss.store.errors import StoreError
from pitboss.store.rows import Row

__all__ = ["TABLES", "Tables", "check_empty", "fill"]

TABLES: Final = {
    "streams": ("stream",),
    "entries": ("seq",),
    "balances": ("account",),
    "rounds": ("seq",),
    "round_players": ("round", "position"),
    "snapshots": ("stream", "version"),
    "documents": ("kind", "key"),
}
"""Every table and the order of its rows; a table comes after those that its rows refer to."""

Tables = Callable[[str], Iterable[Row]]
"""The rows of a table, in its order."""

BATCH: Final = 500


def check_empty(connection: Connection) -> None:
    """Refuse a database that is not empty."""
    for name in TABLES:
        if connection.execute(select(exists(select(1).select_from(schema.metadata.tables[name])))).scalar():
            raise StoreError(
                f"there is a floor in this database already (its table {name} has rows): give an empty one"
            )


def fill(connection: Connection, tables: Tables) -> None:
    """Write all rows; entries and rounds are numbered anew in their order, for every database has its own numbers."""
    check_empty(connection)
    new_seq: dict[int, int] = {}
    for name in TABLES:
        shape = schema.metadata.tables[name]
        for rows in _batches(tables(name)):
            match name:
                case "entries":
                    without = [{key: value for key, value in row.items() if key != "seq"} for row in rows]
                    connection.execute(insert(shape).inline(), without)
                case "rounds":
                    without = [{key: value for key, value in row.items() if key != "seq"} for row in rows]
                    asked = insert(shape).returning(shape.c.seq, sort_by_parameter_order=True)
                    given = connection.execute(asked, without).scalars().all()
                    new_seq.update(zip((row["seq"] for row in rows), given, strict=True))
                case "round_players":
                    connection.execute(insert(shape), [{**row, "round": new_seq[row["round"]]} for row in rows])
                case _:
                    connection.execute(insert(shape), rows)


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    each = iter(rows)
    while batch := list(islice(each, BATCH)):
        yield batch
