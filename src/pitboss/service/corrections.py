"""What was paid wrongly is reversed and paid again, by entries that carry the same name."""

from __future__ import annotations

from typing import Final

from pitboss.service.deciding import Decider, Poster

__all__ = ["DECIDERS", "POSTERS"]

DECIDERS: Final[dict[type, Decider]] = {}
POSTERS: Final[dict[type, Poster]] = {}
