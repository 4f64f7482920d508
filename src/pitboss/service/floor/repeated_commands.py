"""A command that is sent again: done once, and never taken for another one of the same id."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pitboss.errors import IllegalAction
from pitboss.service.floor import commands as c
from pitboss.service.floor.house import SIGNATURES
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.streams import stream_of
from pitboss.store import Entry

__all__ = ["check_same"]


def check_same(entry: Entry, stream: str, command: c.Command, sheets: Sheets) -> None:
    """Refuse an id that another command of the same person had: it would be taken for that one.

    What the program signs itself is named for what it is, and of a table that opens the server has filled in a part.
    """
    if entry.actor in SIGNATURES or isinstance(command, c.OpenTable):
        return
    if entry.stream != stream or not _alike(stream_of(stream, sheets).read(entry), command):
        raise IllegalAction("request.id_used")


def _alike(was: Any, command: Any) -> bool:
    """Whether what was recorded is what is asked for, whatever the server has added to either."""
    if not isinstance(was, Struct) or not isinstance(command, Struct):
        return bool(was == command)
    if isinstance(was, c.SheetChange) and isinstance(command, c.SheetChange):  # the server has found its text
        return (was.sheet_hash, was.placard) == (command.sheet_hash, command.placard)
    shared = set(was.__struct_fields__) & set(command.__struct_fields__)
    tags = {type(one).__struct_config__.tag for one in (was, command)}
    return len(tags) == 1 and all(_alike(getattr(was, name), getattr(command, name)) for name in shared)
