"""What every decision about a table has: who, when, with which chance; and what it returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.engine import NOW, Engine
from pitboss.ledger import Posting
from pitboss.service.tables.live_table import Live
from pitboss.table import Happening

if TYPE_CHECKING:
    from pitboss.service.floor.streams import TableChange

__all__ = ["Decided", "Decider", "Given", "Happenings", "Poster"]

Happenings = tuple[Happening, ...]


class Decided(NamedTuple):
    """A table after a command, and what happened."""

    live: Live
    events: Happenings


class Given(NamedTuple):
    """The circumstances of a command: who, in which role, when, with which chance, as which entry, by which engine."""

    actor: str
    role: str
    at: int
    seed: str
    version: int = 0
    engine: Engine = NOW


Decider = Callable[[Live, Any, Given], Decided]
Poster = Callable[["TableChange", Any], tuple[Posting, ...]]
"""The postings of a command that moves money outside the round; the table is ``change.state.id``."""
