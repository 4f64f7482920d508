"""The side bet of hold'em whose figures need only the cards: Trips."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar, Final

from pitboss.cards import Card
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.own_hand import OwnHandBet
from pitboss.rules.holdem import HoldemRules

__all__ = ["GAME"]


class _Holdem(OwnHandBet):
    wager: ClassVar[str] = "trips"
    hand_cards: ClassVar[int] = 7
    table_cards: ClassVar[int] = 9

    def line_counts(self, deck: CardShoe) -> Counter[str]:
        from pitboss.maths.sidebets.poker import line_counts

        return line_counts(deck.counts, self.hand_cards)

    def lines_without(self, deck: CardShoe, card: Card) -> Counter[str]:
        """All hands less those that hold the card, which is far fewer to count."""
        from pitboss.maths.sidebets.poker import lines_without

        return lines_without(deck.counts, self.hand_cards, card)

    def folded(self, rules: HoldemRules) -> str:
        return "is tucked and stays in for Trips"


GAME: Final = _Holdem()
