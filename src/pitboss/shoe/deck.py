"""Decks: fresh ones, what is missing or too many in a stack, and the colour of their backs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import IllegalAction
from pitboss.words import wording

__all__ = [
    "NEW_DECK_ORDER",
    "CardDefect",
    "Deck",
    "card_defects",
    "census",
    "check_backs",
    "check_deck",
    "check_decks",
    "fresh_decks",
    "stray_backs",
]

_UP: Final = "A23456789TJQK"
NEW_DECK_ORDER: Final = parse_cards(
    "".join(
        rank + suit for suit, ranks in (("s", _UP), ("d", _UP), ("c", _UP[::-1]), ("h", _UP[::-1])) for rank in ranks
    )
)
"""As a new deck is opened, from the top: spades and diamonds up from the ace, clubs and hearts down to it."""


def fresh_decks(decks: int) -> tuple[Card, ...]:
    """Return N new decks, one upon another.

    >>> len(fresh_decks(6))
    312
    """
    return NEW_DECK_ORDER * decks


def census(cards: Iterable[Card]) -> Counter[Card]:
    """How often each card is there."""
    return Counter(cards)


@dataclass(frozen=True, slots=True)
class CardDefect:
    """A card that is there too often or not often enough."""

    card: Card
    found: int
    expected: int

    def __str__(self) -> str:
        code = "deck.card_missing" if self.found < self.expected else "deck.card_too_many"
        return wording(code, {"card": self.card.text, "count": abs(self.found - self.expected)})


def card_defects(cards: Iterable[Card], decks: int = 6) -> tuple[CardDefect, ...]:
    """Every card whose number is not what N decks hold; an unseen card is always one too many.

    >>> [str(defect) for defect in card_defects(NEW_DECK_ORDER[1:], decks=1)]
    ['As missing']
    """
    found = census(cards)
    expected = dict.fromkeys(DECK, decks)
    return tuple(
        CardDefect(card, found[card], expected.get(card, 0))
        for card in sorted({*found, *expected})
        if found[card] != expected.get(card, 0)
    )


def check_decks(cards: Sequence[Card], decks: int = 6, *, clause: str = "", place: str = "the cards") -> None:
    """Refuse a stack that is not exactly N whole decks, naming every card at fault."""
    if defects := card_defects(cards, decks):
        code = "deck.wrong_cards" if len(cards) == decks * 52 else "deck.wrong_number"
        found = [str(defect) for defect in defects]
        raise IllegalAction(code, clause, place=place, cards=len(cards), belong=decks * 52, defects=found)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck on the table: its name, the colour of its backs, and its cards from the top.

    ``backs`` names the back of each card, and is empty where all are as ``back`` says.
    """

    name: str
    back: str
    cards: tuple[Card, ...] = NEW_DECK_ORDER
    backs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        assert not self.backs or len(self.backs) == len(self.cards)


def stray_backs(deck: Deck) -> tuple[tuple[int, str], ...]:
    """Place and colour of every card whose back is not the deck's own; the faces stay hidden.

    >>> stray_backs(Deck("A", "red", NEW_DECK_ORDER[:3], ("red", "blue", "red")))
    ((1, 'blue'),)
    """
    return tuple((at, back) for at, back in enumerate(deck.backs) if back != deck.back)


def check_deck(deck: Deck, *, clause: str = "", back_clause: str = "") -> None:
    """Refuse a deck that is not the 52 cards, or that has a card with another back."""
    check_decks(deck.cards, 1, clause=clause, place=f"deck {deck.name}")
    if strays := stray_backs(deck):
        found = [wording("deck.stray_back", {"card": at + 1, "back": back}) for at, back in strays]
        raise IllegalAction("deck.other_backs", back_clause, deck=deck.name, back=deck.back, strays=found)


def check_backs(decks: Sequence[Deck], *, clause: str = "") -> None:
    """Refuse decks in rotation that cannot be told apart by their backs."""
    for at, deck in enumerate(decks):
        for other in decks[:at]:
            if other.back == deck.back:
                raise IllegalAction("deck.same_backs", clause, first=other.name, second=deck.name, back=deck.back)
