"""What a count says before a bet, in true counts of Hi-Lo: the lead."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK
from pitboss.maths.counting import COUNTS as NAMED
from pitboss.maths.counting import Count
from pitboss.maths.following.channels import COUNTS

__all__ = ["TAGS", "leads_of"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]


def _spread_of_tags(count: Count) -> float:
    """The standard deviation of a card's tag in points."""
    return float(np.std(np.array(count.tags) / count.unit))


HI_LO: Final = _spread_of_tags(NAMED["hi-lo"])


def scaled_tags(count: Count) -> F64:
    """The tags by card of the deck, scaled so that a true count says as much as one of Hi-Lo; none on average."""
    tags = np.array(count.tags) / count.unit
    found: F64 = (tags - tags.mean()) * HI_LO / _spread_of_tags(count)
    return found


TAGS: Final[F64] = np.stack([scaled_tags(NAMED[name]) for name in COUNTS], axis=1)
"""The scaled tags: a row for each card of the deck, a column for each count."""
ABOVE: Final = np.array([sum(NAMED[n].tags) / NAMED[n].unit * HI_LO / _spread_of_tags(NAMED[n]) for n in COUNTS])
"""What a deck adds to the running count, scaled."""
DIVIDED: Final = np.array([NAMED[name].is_divided for name in COUNTS])


def leads_of(sums: F64, seen: I64, *, decks: int) -> F64:
    """The leads after some cards: ``sums`` of their scaled tags, a row for each moment, and how many were seen.

    A count that is divided is a true count. One that is not runs against a fixed number all through the shoe; what
    it says is right in the middle of the shoe, as its users have it.

    >>> float(leads_of(np.full((1, len(COUNTS)), 6.0), np.array([156]), decks=6)[0, 0])
    2.0
    """
    left = np.maximum(decks - seen[:, None] / len(DECK), 0.25)
    return np.where(DIVIDED, sums / left, (sums + ABOVE * (decks / 2 - left)) / (decks / 2))
