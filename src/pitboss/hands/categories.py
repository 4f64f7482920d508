"""What categories of poker hands share: a number that compares as they do, the name of a pay line, and words."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["HandCategory"]


class HandCategory(IntEnum):
    """A kind of hand; a stronger kind has a higher number."""

    @property
    def line(self) -> str:
        """The name of its line in a pay table: ``full_house``."""
        return self.name.lower()

    @property
    def text(self) -> str:
        """Its name in words: ``full house``."""
        return self.line.replace("_", " ")
