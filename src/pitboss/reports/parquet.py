"""Tables of figures as Parquet: the rows of a CSV, with kinds in place of text, and the same bytes each time.

Amounts of money are decimals with two places, counts and times whole numbers, shares floating point; all else is text.
Columns are known by their names; a table in which a name means another kind says so.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, Literal

from pitboss.extras import needs

__all__ = ["AMOUNTS", "COUNTS", "SHARES", "Kind", "Kinds", "parquet_of"]

Kind = Literal["amount", "count", "share"]
Kinds = Mapping[str, Kind]
"""The kind of columns by name."""

AMOUNTS: Final = frozenset({
    "amount", "handle", "action", "win", "expected_win", "deviation", "drop", "opening", "closing", "fills", "credits",
    "counted_result", "ledger_result", "difference", "tokes_into_the_box", "stake",
})  # fmt: skip
COUNTS: Final = frozenset({"at", "version", "schema", "rounds", "wagers", "irregularities", "corrections"})
SHARES: Final = frozenset({
    "hold", "edge", "z", "chance", "win_by_drop", "house_edge", "standard_deviation", "pays", "probability",
})  # fmt: skip


_USUAL: Final[Kinds] = {
    **dict.fromkeys(AMOUNTS, "amount"), **dict.fromkeys(COUNTS, "count"), **dict.fromkeys(SHARES, "share"),
}  # fmt: skip
_READ: Final[Mapping[str, Any]] = {"amount": Decimal, "count": int, "share": float, "": str}


def parquet_of(text: str, kinds: Kinds | None = None) -> bytes:
    """The Parquet file of a CSV with a line of headings; an empty cell is no value."""
    needs("parquet")
    import pyarrow as arrow  # type: ignore[import-untyped]
    from pyarrow import parquet

    names, *rows = csv.reader(io.StringIO(text))
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    known = [{**_USUAL, **(kinds or {})}.get(name, "") for name in names]
    types = {"amount": arrow.decimal128(18, 2), "count": arrow.int64(), "share": arrow.float64(), "": arrow.string()}
    fields = [arrow.field(name, types[kind]) for name, kind in zip(names, known, strict=True)]
    values = [
        arrow.array([_READ[kind](cell) if cell else None for cell in cells], types[kind])
        for kind, cells in zip(known, columns, strict=True)
    ]
    out = io.BytesIO()
    parquet.write_table(arrow.table(values, schema=arrow.schema(fields)), out, compression="zstd")
    return out.getvalue()
