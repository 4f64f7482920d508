"""Only the house edge of every wager of a sheet: what a comparison needs, quickly."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths import results
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet

__all__ = ["house_edges"]


def house_edges(sheet: Sheet, stakes: Mapping[str, int], *, cache: bool = True) -> dict[str, float]:
    """The edge of every wager at these stakes, in cents; the progressive with its meters at their seeds."""
    key = {"sheet": sheet.hash, "stakes": dict(stakes)}
    found = results.recall("edges", key, shapes=()) if cache else None
    if found is None:
        found = GAME_MATHS[sheet.game].edges(sheet, stakes)
        if cache:
            results.keep("edges", key, found)
    return dict(found)
