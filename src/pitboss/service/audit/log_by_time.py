"""The log by time: what streams have taken since a moment, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.store import Entry, Store

__all__ = ["entries_after", "first_since"]

PIECE: Final = 500
"""Entries that are in memory at a time."""


def first_since(store: Store, stream: str, at: int, *, last: int) -> int:
    """The first version of a stream that is not before a moment; one more than the last where all are."""
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        if store.read(stream, after=middle - 1, upto=middle)[0].at < at:
            low = middle + 1
        else:
            high = middle
    return low


def entries_after(store: Store, stream: str, version: int, *, last: int) -> Iterator[Entry]:
    """The entries of a stream behind a version, up to the last one asked for."""
    while version < last:
        upto = min(version + PIECE, last)
        yield from store.read(stream, after=version, upto=upto)
        version = upto
