"""Tables of figures as Parquet: the rows of a CSV, with kinds in place of text, and the same bytes each time.

Amounts of money are decimals with two places, counts and times whole numbers, shares floating point; all else is text.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from pitboss.extras import needs

__all__ = ["AMOUNTS", "COUNTS", "SHARES", "parquet_of"]

AMOUNTS: Final = frozenset({
    "amount", "handle", "action", "win", "expected_win", "deviation", "drop", "opening", "closing", "fills", "credits",
    "counted_result", "ledger_result", "difference", "tokes_into_the_box", "stake",
})  # fmt: skip
COUNTS: Final = frozenset({"at", "version", "schema", "rounds", "wagers", "irregularities", "corrections"})
SHARES: Final = frozenset({
    "hold", "edge", "z", "chance", "win_by_drop", "house_edge", "standard_deviation", "pays", "probability",
})  # fmt: skip


def parquet_of(text: str) -> bytes:
    """The Parquet file of a CSV with a line of headings; an empty cell is no value."""
    needs("parquet")
    import pyarrow as arrow  # type: ignore[import-untyped]
    from pyarrow import parquet

    names, *rows = csv.reader(io.StringIO(text))
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    fields = [arrow.field(name, _kind(arrow, name)) for name in names]
    values = [arrow.array(_values(field.name, cells), field.type) for field, cells in zip(fields, columns, strict=True)]
    out = io.BytesIO()
    parquet.write_table(arrow.table(values, schema=arrow.schema(fields)), out, compression="zstd")
    return out.getvalue()


def _kind(arrow: Any, name: str) -> Any:
    if name in AMOUNTS:
        return arrow.decimal128(18, 2)
    return arrow.int64() if name in COUNTS else arrow.float64() if name in SHARES else arrow.string()


def _values(name: str, cells: Sequence[str]) -> list[Any]:
    read = Decimal if name in AMOUNTS else int if name in COUNTS else float if name in SHARES else str
    return [read(cell) if cell else None for cell in cells]
