"""What happened on the floor around a table: calls, counts, payments; each with who did it."""

from __future__ import annotations

from pitboss.table.events import TableEvent

__all__ = ["CallAnswered", "EntryRetracted", "FloorCalled"]


class FloorCalled(TableEvent, frozen=True, tag=True):
    """The dealer has called somebody of the floor."""

    by: str
    note: str = ""


class CallAnswered(TableEvent, frozen=True, tag=True):
    by: str
    note: str = ""


class EntryRetracted(TableEvent, frozen=True, tag=True):
    """A mis-keyed entry was taken back: the table stands as it did before it."""

    version: int
    by: str
