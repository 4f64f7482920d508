"""What a counter's game depends on: the same sheet with another cut, other decks, or one rule changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.errors import NotationError, SheetError
from pitboss.maths.analysis.rule_changes import with_values
from pitboss.maths.counting.studies import Variation
from pitboss.money import Odds
from pitboss.rules import Sheet
from pitboss.rules.write import set_text

__all__ = ["changed", "variations"]

PARTS: Final = (1 / 6, 1 / 4, 1 / 3, 1 / 2)
"""Parts of the shoe behind the cut."""
NEAR: Final = 6
"""A cut that is within this number of cards of the sheet's own says nothing new."""
FEWEST: Final = 26
"""Cards that are left behind the cut whatever the number of decks."""
RULES: Final[tuple[tuple[str, object], ...]] = (
    ("cards.decks", 2), ("cards.decks", 8), ("dealer.soft_17", "stand"), ("dealer.soft_17", "hit"),
    ("double.after_split", True), ("double.after_split", False), ("blackjack.pays", Odds(6, 5)),
)  # fmt: skip
"""What may be otherwise; what a sheet has already is left out."""


def variations(sheet: Sheet, cut: int) -> Iterator[Variation]:
    """Return a sheet's game with other cuts, then with one rule changed; decks have their part behind the cut."""
    cards = 52 * sheet.rules.cards.decks
    for part in PARTS:
        behind = max(round(part * cards), FEWEST)
        if abs(behind - cut) > NEAR:
            yield Variation(f"cut {behind}", sheet, behind)
    for path, value in RULES:
        other = changed(sheet, path, value)
        if other is not None:
            decks = other.rules.cards.decks
            behind = cut if 52 * decks == cards else max(round(cut * 52 * decks / cards), FEWEST)
            yield Variation(f"{path} {set_text(other.written(path))}", other, behind)


def changed(sheet: Sheet, path: str, value: object) -> Sheet | None:
    """Return the sheet with one rule changed; None where it cannot be, or is so already."""
    if getattr(sheet.rules, path.partition(".")[0]) is None:
        return None
    try:
        other = with_values(sheet, {path: value})
    except (SheetError, NotationError):
        return None
    return None if other.hash == sheet.hash else other
