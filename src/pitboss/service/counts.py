"""The money of a table beside its rounds: counts of the tray, fills and credits, the drop box, the dealers' box."""

from __future__ import annotations

from typing import Final

from pitboss.service.deciding import Decider, Poster

__all__ = ["DECIDERS", "POSTERS"]

DECIDERS: Final[dict[type, Decider]] = {}
POSTERS: Final[dict[type, Poster]] = {}
