"""That somebody has looked at what the house knows of a guest's play."""

from __future__ import annotations

from typing import Literal

from pitboss.service.floor.commands.base import Command

__all__ = ["LookAtRating", "LookedAt"]

LookedAt = Literal["list", "visit", "export"]
"""The list of visits, one visit, or a file that was taken away."""


class LookAtRating(Command, frozen=True, kw_only=True):
    """Somebody of the staff looks at a rating. The visit is named, and the guest is not."""

    what: LookedAt
    visit: str = ""
    """The visit; empty for the list."""
    day: str = ""
    """The gaming day of the list."""
