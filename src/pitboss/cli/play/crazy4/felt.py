"""The felt of Crazy 4 Poker: the player's five cards, and what the best four of them make."""

from __future__ import annotations

from typing import ClassVar

from pitboss.cli.play.felt import Paint
from pitboss.cli.play.poker.felt import PokerFelt
from pitboss.hands.four_cards import describe

__all__ = ["Crazy4Felt"]


class Crazy4Felt(PokerFelt):
    """Five cards each, the dealer's face down until all have decided."""

    tucked_under: ClassVar[str] = "Queens Up"
    not_good_enough: ClassVar[str] = "The dealer does not open."

    def hand(self, box: int, paint: Paint) -> str:
        """The five cards of a hand, and what the best four are called."""
        cards = self.hands[box]
        return f"{paint.cards(cards)} = {describe(cards)}"
