"""Plays that a counter makes by the count: from which Hi-Lo count on each is best.

They are those that were worked out for the rules of a sheet, or published ones. Either way they are fixed before the
visit that is judged by them, so the stated rate of false alarms holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from pitboss.maths.counting.studies import IndexPlay as Studied

__all__ = ["PUBLISHED", "IndexBook", "IndexPlay", "book_of"]

MOST: Final = 16
"""Plays of hands that a book has: every further one is another rate that a guest may have without a count."""
_RULES_OUT: Final = 40
"""An index that far from 0 is one of every shoe, and tells nobody's count."""


class IndexPlay(NamedTuple):
    """A hard total against an up card, 1 being an ace: from ``holds_from`` on it stands, or doubles up to 11."""

    total: int
    up: int
    holds_from: int
    usual: bool
    """Whether somebody without a count plays it so."""

    @property
    def doubles(self) -> bool:
        return self.total <= 11


@dataclass(frozen=True)
class IndexBook:
    """The plays that a visit is judged by."""

    plays: tuple[IndexPlay, ...]
    insurance: int
    of_sheet: bool
    """Whether they were worked out for the very rules; else they are published ones, for rules that are near."""


PUBLISHED: Final = IndexBook(
    tuple(
        IndexPlay(total, up, index, index < 0 or (total, up) == (12, 4)) for total, up, index in (
            (16, 10, 0), (15, 10, 4), (12, 3, 2), (12, 2, 3), (12, 4, 0), (12, 5, -2), (12, 6, -1), (13, 2, -1),
            (13, 3, -2), (16, 9, 5), (10, 10, 4), (10, 1, 4), (9, 2, 1), (9, 7, 3), (11, 1, 1),
        )
    ),
    insurance=3, of_sheet=False,
)  # fmt: skip
"""D. Schlesinger, Blackjack Attack, the Illustrious 18 without the pairs of tens; somebody without a count plays as is
best at 0."""


def book_of(plays: Iterable[Studied]) -> IndexBook:
    """Return the book of index plays that were worked out for a sheet, those that bring most; insurance among them.

    Hard totals that stand or hit, and double or hit, are in it; pairs, soft hands and surrender are not.
    """
    insurance, found = PUBLISHED.insurance, dict[tuple[int, int], IndexPlay]()
    for one in sorted(plays, key=lambda play: -play.spread_gain):
        if one.hand == "insurance" and one.play == "insure" and not one.below:
            insurance = one.count
        play = _hard_total(one)
        if play is not None and len(found) < MOST:
            found.setdefault((play.total, play.up), play)
    return IndexBook(tuple(found.values()), insurance, of_sheet=True)


def _hard_total(one: Studied) -> IndexPlay | None:
    """The play as what is done from a count on; None where it is another kind, or the same at every count."""
    if not one.hand.isdecimal() or abs(one.count) >= _RULES_OUT:
        return None
    total, up = int(one.hand), {"A": 1, "T": 10}.get(one.up) or int(one.up)
    holds = "double" if total <= 11 else "stand"
    if not one.below and (one.play, one.instead) == (holds, "hit"):
        return IndexPlay(total, up, one.count, usual=False)
    if one.below and (one.play, one.instead) == ("hit", holds):
        return IndexPlay(total, up, one.count, usual=True)
    return None
