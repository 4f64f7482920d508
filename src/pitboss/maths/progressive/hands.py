"""The hands of the progressive, five cards: how often each line comes."""

from __future__ import annotations

from fractions import Fraction

from pitboss.errors import NotationError
from pitboss.maths.sidebets.cards import CardShoe, CardShoeLike, read_card_shoe
from pitboss.maths.sidebets.poker import check_deck, line_counts, shares
from pitboss.rules import Sheet
from pitboss.rules.progressive import Meter, Progressive

__all__ = ["METERS", "deck_of", "line_chances", "meter_of", "progressive_rules"]

METERS = ("major", "minor")
FIVE, TABLE_CARDS = 5, 9


def progressive_rules(sheet: Sheet) -> Progressive:
    """The progressive of a sheet that offers one."""
    progressive = getattr(sheet.rules.bets, "progressive", None)
    if progressive is None:
        raise NotationError(f'"{sheet.name}" has no progressive')
    if "progressive" not in sheet.rules.table.side_bets:
        raise NotationError(f'"{sheet.name}" does not offer its progressive', expected="progressive in side_bets")
    assert isinstance(progressive, Progressive)
    return progressive


def meter_of(rules: Progressive, line: str) -> str | None:
    """The meter that a hand wins; the Major where both name it."""
    return next((name for name in METERS if _meter(rules, name).hand == line), None)


def _meter(rules: Progressive, name: str) -> Meter:
    return rules.major if name == "major" else rules.minor


def deck_of(sheet: Sheet, shoe: CardShoeLike | None) -> CardShoe:
    deck = read_card_shoe(sheet, shoe=shoe)
    check_deck(deck, TABLE_CARDS)
    return deck


def line_chances(sheet: Sheet, *, shoe: CardShoeLike | None = None) -> dict[str, Fraction]:
    """How often five cards make each hand, by the function that names it at the table."""
    deck = deck_of(sheet, shoe)
    return shares(line_counts(deck.counts, FIVE), deck.cards, FIVE)
