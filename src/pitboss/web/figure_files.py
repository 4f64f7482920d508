"""Tables of figures as files to take away: CSV, or Parquet where its extra is installed, with their hash."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from fastapi import Response

from pitboss.reports.parquet import Kinds, parquet_of

__all__ = ["PARQUET", "as_file"]

PARQUET: Final = {"application/vnd.apache.parquet": {"schema": {"type": "string", "format": "binary"}}}


def as_file(text: str, name: str, form: str, kinds: Kinds | None = None) -> Response:
    """A CSV as it is or as Parquet, by the name that it is saved under; the digest is that of the file."""
    octets = parquet_of(text, kinds) if form == "parquet" else text.encode()
    kind = next(iter(PARQUET)) if form == "parquet" else "text/csv; charset=utf-8"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.{form}"',
        "X-Pitboss-SHA256": sha256(octets).hexdigest(),
    }
    return Response(octets, media_type=kind, headers=headers)
