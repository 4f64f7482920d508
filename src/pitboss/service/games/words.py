"""The few words that every game's part in a staffed table is made of."""

from __future__ import annotations

from pitboss.service.tables.live_table import Live
from pitboss.words import Param, wording

__all__ = ["Words", "cite", "place_of", "worded"]

Words = tuple[str, str]
"""A sentence, and its clause or the point of procedure behind it."""


def worded(code: str, /, **params: Param) -> str:
    """Return a text of the catalogue."""
    return wording(code, params)


def place_of(live: Live, box: int) -> str:
    """Return the name of a box or seat; 0 is the dealer's."""
    return worded("place.at", place=live.table.places.place, box=box) if box else worded("place.dealer")


def cite(live: Live, point: str) -> str:
    assert live.round is not None
    return live.round.cite(point)
