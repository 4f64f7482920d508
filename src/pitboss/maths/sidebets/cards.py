"""The shoe of a side bet, card by card: how many of each of the 52."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotationError
from pitboss.rules import Sheet

__all__ = ["CardShoe", "CardShoeLike", "read_card_shoe"]

MOST_CARDS = 10_000
"""Larger shoes would not fit the whole numbers that the walks add up."""

CardShoeLike = Iterable[Card] | Mapping[Card, int] | str
"""The cards of a shoe, how many there are of each, or their text."""


class CardShoe(NamedTuple):
    """How many cards of each kind a shoe holds, and its name in words."""

    counts: tuple[int, ...]
    words: str

    @property
    def cards(self) -> int:
        return sum(self.counts)

    def without(self, card: Card) -> CardShoe:
        """The shoe once a card of it is gone."""
        left = tuple(n - (kind == card) for kind, n in enumerate(self.counts))
        return CardShoe(left, f"{self.words} without the {card.name}")

    def listed(self) -> list[Card]:
        """Every card of the shoe."""
        return [card for card, n in zip(DECK, self.counts, strict=True) for _ in range(n)]


def read_card_shoe(sheet: Sheet, *, decks: int | None = None, shoe: CardShoeLike | None = None) -> CardShoe:
    """Return N whole decks, the cards given, or the decks of the sheet."""
    if shoe is not None:
        if decks is not None:
            raise NotationError("a shoe is given by its decks or by its cards, not by both")
        return _of_cards(shoe)
    number = sheet.rules.cards.decks if decks is None else decks
    if not 1 <= number <= MOST_CARDS // len(DECK):
        raise NotationError(f"a shoe cannot have {number} decks", expected=f"1 to {MOST_CARDS // len(DECK)} decks")
    return CardShoe((number,) * len(DECK), "one deck" if number == 1 else f"{number} decks")


def _of_cards(shoe: CardShoeLike) -> CardShoe:
    counted = Counter(parse_cards(shoe) if isinstance(shoe, str) else shoe)
    if any(card not in DECK for card in counted):
        raise NotationError("a shoe is made of known cards", expected="cards such as As Kd")
    if min(counted.values(), default=0) < 0 or counted.total() > MOST_CARDS:
        raise NotationError("the shoe's numbers of cards cannot be", expected=f"up to {MOST_CARDS:,} cards in all")
    return CardShoe(tuple(counted[card] for card in DECK), f"a shoe of {counted.total()} cards")
