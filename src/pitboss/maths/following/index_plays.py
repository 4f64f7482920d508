"""Plays that a counter makes by the count: from which Hi-Lo count on each is best."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["INDEX_PLAYS", "INSURANCE_INDEX", "IndexPlay"]


class IndexPlay(NamedTuple):
    """A hard total against an up card, 1 being an ace: from ``holds_from`` on it stands, or doubles up to 11."""

    total: int
    up: int
    holds_from: int

    @property
    def usual(self) -> bool:
        """Whether somebody without a count plays it so, which is best at 0."""
        return self.holds_from < 0 or (self.total, self.up) == (12, 4)

    @property
    def doubles(self) -> bool:
        return self.total <= 11


INDEX_PLAYS: Final = tuple(
    IndexPlay(*play) for play in (
        (16, 10, 0), (15, 10, 4), (12, 3, 2), (12, 2, 3), (12, 4, 0), (12, 5, -2), (12, 6, -1), (13, 2, -1),
        (13, 3, -2), (16, 9, 5), (10, 10, 4), (10, 1, 4), (9, 2, 1), (9, 7, 3), (11, 1, 1),
    )
)  # fmt: skip
"""D. Schlesinger, Blackjack Attack, the Illustrious 18 without the pairs of tens."""
INSURANCE_INDEX: Final = 3
