"""The few words that every game's part in a staffed table is made of."""

from __future__ import annotations

from typing import Final

from pitboss.service.tables.live_table import Live

__all__ = ["Words", "cite", "nth", "place_of"]

Words = tuple[str, str]
"""A sentence, and its clause or the point of procedure behind it."""

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")


def place_of(live: Live, box: int) -> str:
    return f"{live.table.places.place} {box}" if box else "the dealer"


def cite(live: Live, point: str) -> str:
    assert live.round is not None
    return live.round.cite(point)


def nth(number: int) -> str:
    return _ORDINALS[number] if number < len(_ORDINALS) else f"{number + 1}th"
