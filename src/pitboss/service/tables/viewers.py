"""Who watches a round: what somebody, or anybody, has seen of it."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.games.events import Event as RoundEvent
from pitboss.games.game import ENGINES, Viewer
from pitboss.service.tables.live_table import Live
from pitboss.table import Happening

__all__ = ["Viewer", "seen_events", "seen_so_far", "viewer_of"]


def viewer_of(live: Live, person: str | None = None) -> Viewer:
    """Return the viewer of a round at this table: a player's or, without a name, anybody's."""
    return ENGINES[live.sheet.game].viewer(person)


def seen_so_far(live: Live, person: str | None = None) -> Viewer | None:
    """Return a viewer that has seen the round under way from its first event on; None between rounds."""
    if live.round is None:
        return None
    viewer = viewer_of(live, person)
    for event in live.round.events:
        viewer.see(event)
    return viewer


def seen_events(viewer: Viewer | None, events: Iterable[Happening]) -> tuple[Happening, ...]:
    """What a viewer sees of these events; those beside the round are for everybody."""
    if viewer is None:
        return tuple(events)
    return tuple(viewer.see(event) if isinstance(event, RoundEvent) else event for event in events)
