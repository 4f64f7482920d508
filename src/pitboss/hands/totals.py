"""Blackjack totals: an ace counts one or eleven, tens and faces count ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pitboss.cards import Card

__all__ = ["POINTS", "Total", "is_ace_ten", "total"]

POINTS: Final = tuple(2 + (i >> 2) if i < 36 else 10 for i in range(48)) + (1,) * 4
"""Points of each card by number, aces as one (BJ-INTRO-2, BJ-INTRO-4, GC-RULE-4, GC-RULE-5)."""


class Total(NamedTuple):
    """The best total of a hand, and whether an ace counts eleven in it."""

    points: int
    soft: bool

    @property
    def broken(self) -> bool:
        return self.points > 21

    @property
    def text(self) -> str:
        return f"soft {self.points}" if self.soft else str(self.points)


def total(cards: Sequence[Card]) -> Total:
    """The total of a hand (BJ-INTRO-1, BJ-INTRO-3, GC-RULE-1 to 3, V5-DEAL-3 to 4).

    >>> from pitboss.cards import parse_cards
    >>> [total(parse_cards(t)).text for t in ("As 6d", "As 6d 9c", "As Ad", "Js Qd")]
    ['soft 17', '16', 'soft 12', '20']
    """
    points = 0
    ace = False
    for card in cards:
        points += POINTS[card]
        ace = ace or card >= 48
    return Total(points + 10, True) if ace and points <= 11 else Total(points, False)


def is_ace_ten(cards: Sequence[Card]) -> bool:
    """Whether two cards are an ace and a ten-value card (BJ-INTRO-6, GC-OBJ-2, V5-OBJ-2)."""
    return len(cards) == 2 and POINTS[cards[0]] + POINTS[cards[1]] == 11 and max(cards) >= 48
