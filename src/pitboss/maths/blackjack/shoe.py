"""The shoe as the solver sees it: how many cards of each value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS

__all__ = ["Shoe", "ShoeLike", "full_shoe", "read_shoe"]


class Shoe(NamedTuple):
    """Cards of each value from the ace on, and how the ten-value ones fall into ranks."""

    values: tuple[int, ...]
    tens: tuple[int, ...] | None = None

    @property
    def cards(self) -> int:
        return sum(self.values)


ShoeLike = Shoe | Sequence[int] | Iterable[Card] | str
"""A shoe, its cards, their text, or ten numbers of cards."""


def full_shoe(decks: int) -> Shoe:
    """Return the shoe of N whole decks."""
    return Shoe((4 * decks,) * 9 + (16 * decks,), (4 * decks,) * 4)


def read_shoe(shoe: ShoeLike) -> Shoe:
    """A shoe from its cards, or from ten numbers: aces, twos, ... and ten-value cards."""
    if isinstance(shoe, Shoe):
        return shoe
    if isinstance(shoe, str):
        shoe = parse_cards(shoe)
    items = list(shoe)
    if any(isinstance(item, Card) for item in items):
        cards = [Card(item) for item in items]
        if any(not card.known for card in cards):
            raise NotationError("a shoe to be solved holds a card nobody has seen")
        points = Counter(POINTS[card] for card in cards)
        ranks = Counter(card.rank for card in cards)
        return Shoe(tuple(points[value] for value in range(1, 11)), tuple(ranks[rank] for rank in "TJQK"))
    if len(items) != 10 or any(n < 0 for n in items):
        raise NotationError(
            "cannot read a shoe", expected="its cards, or ten numbers: aces, twos, ..., ten-value cards"
        )
    return Shoe(tuple(int(n) for n in items))
