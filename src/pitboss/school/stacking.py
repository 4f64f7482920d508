"""Cards that make rare hands: a practice shoe whose first cards come from few ranks, one suit or a run.

Every pay line of a table has to be paid by a trainee some day, and a royal flush does not wait in a shuffled deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.shoe import Chance

__all__ = ["plain_shoe", "stacked_shoe"]

RANKS: Final = 13
SUITS: Final = 4


def plain_shoe(decks: int, chance: Chance) -> list[Card]:
    """Return the cards of a shoe, shuffled."""
    return chance.shuffled(DECK * decks)


def stacked_shoe(decks: int, chance: Chance, first: int) -> list[Card]:
    """Return a whole shoe whose first cards are mostly of one small choice."""
    shoe = DECK * decks
    fits = PALETTES[chance.below(len(PALETTES))](chance)
    liked = chance.shuffled([card for card in shoe if fits(card)])
    others = chance.shuffled([card for card in shoe if not fits(card)])
    front: list[Card] = []
    while len(front) < first and liked and others:
        front.append((liked if chance.bernoulli(5, 6) else others).pop())
    return [*front, *chance.shuffled([*liked, *others])]


Palette = Callable[[Chance], Callable[[Card], bool]]
"""Draws which cards are liked."""


def _rank(card: Card) -> int:
    return int(card) >> 2


def _suit(card: Card) -> int:
    return int(card) & 3


def _some(chance: Chance, of: int, count: int) -> frozenset[int]:
    return frozenset(chance.shuffled(range(of))[:count])


def _few_ranks(count: int) -> Palette:
    def draw(chance: Chance) -> Callable[[Card], bool]:
        ranks = _some(chance, RANKS, count)
        return lambda card: _rank(card) in ranks

    return draw


def _suited_ranks(count: int) -> Palette:
    def draw(chance: Chance) -> Callable[[Card], bool]:
        ranks, suits = _some(chance, RANKS, count), _some(chance, SUITS, 1)
        return lambda card: _rank(card) in ranks and _suit(card) in suits

    return draw


def _one_suit(chance: Chance) -> Callable[[Card], bool]:
    suits = _some(chance, SUITS, 1)
    return lambda card: _suit(card) in suits


def _run(length: int, *, suited: bool) -> Palette:
    def draw(chance: Chance) -> Callable[[Card], bool]:
        low = chance.below(RANKS - length + 1)
        suits = _some(chance, SUITS, 1) if suited else frozenset(range(SUITS))
        return lambda card: low <= _rank(card) < low + length and _suit(card) in suits

    return draw


def _top_run(length: int) -> Palette:
    """The highest ranks of one suit."""

    def draw(chance: Chance) -> Callable[[Card], bool]:
        suits = _some(chance, SUITS, 1)
        return lambda card: _rank(card) >= RANKS - length and _suit(card) in suits

    return draw


def _these_ranks(*ranks: int) -> Palette:
    return lambda chance: lambda card: _rank(card) in ranks


PALETTES: Final[Sequence[Palette]] = (
    _few_ranks(1), _few_ranks(2), _few_ranks(2), _few_ranks(3), _suited_ranks(2), _suited_ranks(2), _one_suit,
    _run(5, suited=False), _run(5, suited=True), _run(4, suited=True), _top_run(5), _top_run(4),
    _these_ranks(12, 8, 9, 10, 11), _these_ranks(11, 12), _these_ranks(5), _these_ranks(12), _these_ranks(10),
    _these_ranks(4, 5, 6), _run(8, suited=True), _top_run(7),
)  # fmt: skip
"""Few ranks, one suit, runs; and ranks that tables pay for: aces with tens, kings, sevens, queens, six to eight."""
