"""Hold'em in the school."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import DECK, Card, cards_text
from pitboss.games.holdem import HoldemRound
from pitboss.hands.poker import describe
from pitboss.rules import Sheet
from pitboss.school.felt import LaidHand, Layout
from pitboss.school.game import Situation
from pitboss.school.poker import PokerSchool
from pitboss.shoe import Chance

__all__ = ["GAME"]

FLOP_FROM = 3
"""The level from which the decision on the flop is asked."""


class _Holdem(PokerSchool):
    declared = frozenset(HoldemRound.OPENINGS)

    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        return describe((*cards, *board))

    def situation(self, sheet: Sheet, level: int, chance: Chance) -> Situation:
        """Two cards before the flop; with the flop from the third level on."""
        first, second, *flop = chance.shuffled(DECK)[: 5 if level >= FLOP_FROM else 2]
        board = f" on {cards_text(flop)}" if flop else ""
        layout = Layout(
            dealer=("??", "??"), board=tuple(card.text for card in flop),
            hands=(LaidHand(1, 0, (first.text, second.text)),),
        )  # fmt: skip
        suited = "s" if first.suit == second.suit else ""
        high, low = sorted((first, second), reverse=True)
        return Situation(f"{first.text}{second.text}{board}", layout, f"play {high.rank}{low.rank}{suited}{board}")


GAME: Final = _Holdem()
