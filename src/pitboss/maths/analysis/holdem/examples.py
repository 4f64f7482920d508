"""The worked example of a hold'em document: can what it tells of happen with one deck?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pitboss.cards import DECK, Card
from pitboss.hands.poker import Category, evaluate
from pitboss.maths.analysis.examples import Example
from pitboss.rules import Sheet

__all__ = ["EXAMPLES", "win_at_once"]

EXAMPLES = (Example("UTH-AGG-4a", "blind", "royal_flush"),)


def win_at_once(sheet: Sheet, example: Example, hands: int) -> bool:
    """Whether N hands can make the line on one board and beat the dealer with it."""
    kind = Category[example.line.upper()]
    made = [frozenset(five) for five in _fives(kind)]
    return _seated(kind, made, (), frozenset(), hands)


def _fives(kind: Category) -> Iterator[tuple[Card, ...]]:
    """Every five cards of a category that is made within one suit."""
    assert kind in (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH), kind
    for suit in range(4):
        for five in combinations(DECK[suit::4], 5):
            if evaluate(five) >> 12 == kind:
                yield five


def _seated(
    kind: Category, made: list[frozenset[Card]], holes: tuple[frozenset[Card], ...], board: frozenset[Card], hands: int
) -> bool:
    """Seat one hand after another: each has up to two cards of its five, and the board holds the rest."""
    if hands == 0:
        return len(board) <= 5 and _dealer_loses(kind, holes, board)
    taken = frozenset().union(*holes)
    for five in made:
        for size in (1, 2, 0):
            for held in combinations(sorted(five), size):
                hole, rest = frozenset(held), five - frozenset(held)
                apart = not hole & (taken | board) and not rest & taken
                if apart and len(board | rest) <= 5 and _seated(kind, made, (*holes, hole), board | rest, hands - 1):
                    return True
    return False


def _dealer_loses(kind: Category, holes: tuple[frozenset[Card], ...], board: frozenset[Card]) -> bool:
    """Whether the rest of the deck has a board and a dealer's hand that is beaten by all these hands."""
    taken = board.union(*holes)
    rest = [card for card in DECK if card not in taken]
    filled = [*board, *_plain(rest, 5 - len(board))]
    spare = [card for card in rest if card not in filled]
    hands = []
    for hole in holes:
        dealt = [*hole, *(spare.pop() for _ in range(2 - len(hole)))]
        hands.append(evaluate([*dealt, *filled]))
    return any(
        all(evaluate([*dealer, *filled]) < strength and strength >> 12 == kind for strength in hands)
        for dealer in combinations(spare[:12], 2)
    )


def _plain(cards: list[Card], wanted: int) -> list[Card]:
    """Cards that fill a board without making a hand: low ones of different ranks."""
    found: list[Card] = []
    for card in cards:
        if len(found) < wanted and all(card >> 2 != other >> 2 for other in found):
            found.append(card)
    return found
