"""What engines of earlier versions did otherwise, so that every log replays as it was decided.

An entry of the log names the engine that decided it, and a round keeps to the engine that began it.

>>> engine_of("0.1.0").hands_as_they_lie, NOW.hands_as_they_lie
(False, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["NOW", "Engine", "engine_of"]


@dataclass(frozen=True, slots=True)
class Engine:
    """One version of the engine: each flag is something the present one does, and False where an earlier did not."""

    version: str
    hands_as_they_lie: bool = True
    """Hands are numbered in the order they lie; an earlier engine numbered them in the order they were made."""
    keeps_due_cards: bool = True
    """A player with too many cards keeps what the sheet says; an earlier engine always burned the last one dealt."""
    link_void_restores: bool = True
    """A void after an award puts the meters and the reserve back where they stood; earlier the award came on top of
    the new start, and a void took whatever lay above the seeds."""
    broken_before_late_blackjack: bool = True
    """A hand that broke is lost as a broken one, whatever comes out later; an earlier engine cited that instead."""

    floor_hears_retractions: bool = True
    """A dealer's retraction calls the floor; an earlier engine told nobody."""


NOW: Final = Engine("0.2.0")
"""The engine of this program, named for the version of it that first decided so."""

_EARLIER: Final[Mapping[str, Engine]] = {
    "0.1.0": Engine(
        "0.1.0",
        hands_as_they_lie=False,
        keeps_due_cards=False,
        link_void_restores=False,
        broken_before_late_blackjack=False,
        floor_hears_retractions=False,
    )
}


def engine_of(version: str) -> Engine:
    """Return the engine that an entry names; one this program does not know is taken for the present one."""
    return _EARLIER.get(version, NOW)
