"""Crazy 4 Poker in the school."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import DECK, Card
from pitboss.games.crazy4 import Crazy4Round
from pitboss.hands.four_cards import describe
from pitboss.rules import Sheet
from pitboss.school.felt import LaidHand, Layout
from pitboss.school.game import Situation
from pitboss.school.poker import PokerSchool
from pitboss.shoe import Chance

__all__ = ["GAME"]


class _Crazy4(PokerSchool):
    declared = frozenset(Crazy4Round.OPENINGS)

    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        return describe((*cards, *board))

    def situation(self, sheet: Sheet, level: int, chance: Chance) -> Situation:
        """Five cards, to be played or folded."""
        cards = chance.shuffled(DECK)[:5]
        texts = tuple(card.text for card in cards)
        layout = Layout(dealer=("??",) * 5, hands=(LaidHand(1, 0, texts),))
        return Situation("".join(texts), layout, f"play {describe(cards)}")


GAME: Final = _Crazy4()
