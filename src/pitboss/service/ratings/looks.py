"""Who looked at ratings: a stream of its own, an entry for each look."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode
from pitboss.service.floor.events import RatingLooked
from pitboss.service.floor.stream_names import RATINGS
from pitboss.store import Entry, Store

__all__ = ["Look", "Looks", "decide_look", "looks_of"]

MOST_TOLD: Final = 500


class Looks(Struct, frozen=True):
    """How often somebody has looked."""

    count: int = 0


class Look(Struct, frozen=True):
    """One look: who, in which role, when, and at what."""

    at: int
    by: str
    role: str
    what: c.LookedAt
    visit: str
    day: str


def decide_look(looks: Looks, command: c.LookAtRating, entry: Entry) -> tuple[Looks, tuple[RatingLooked, ...]]:
    """The looks after an entry."""
    event = RatingLooked(by=entry.actor, what=command.what, visit=command.visit, day=command.day)
    return Looks(looks.count + 1), (event,)


def looks_of(store: Store, visit: str = "") -> list[Look]:
    """The latest looks, of one visit or of all, the last first."""
    head, _ = store.head(RATINGS)
    found = []
    for entry in store.read(RATINGS, after=max(head - MOST_TOLD, 0)):
        seen: c.LookAtRating = decode(entry.command, c.LookAtRating)
        if visit in ("", seen.visit):
            found.append(Look(entry.at, entry.actor, entry.role, seen.what, seen.visit, seen.day))
    return found[::-1]
