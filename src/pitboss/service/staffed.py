"""A table with a dealer: he claps in, handles the cards, drives the round, and answers for guests at the real table."""

from __future__ import annotations

from typing import Final

from pitboss.service.deciding import Decider, Poster

__all__ = ["DECIDERS", "POSTERS"]

DECIDERS: Final[dict[type, Decider]] = {}
POSTERS: Final[dict[type, Poster]] = {}
