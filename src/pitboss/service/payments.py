"""A progressive win on its way to the player: the steps of the document, one by one, before the next bets."""

from __future__ import annotations

from typing import Final

from pitboss.service.deciding import Decider, Poster

__all__ = ["DECIDERS", "POSTERS"]

DECIDERS: Final[dict[type, Decider]] = {}
POSTERS: Final[dict[type, Poster]] = {}
