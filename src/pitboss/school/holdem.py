"""Hold'em in the school."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card
from pitboss.games.holdem import HoldemRound
from pitboss.hands.poker import describe
from pitboss.school.poker import PokerSchool

__all__ = ["GAME"]


class _Holdem(PokerSchool):
    declared = frozenset(HoldemRound.OPENINGS)

    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        return describe((*cards, *board))


GAME: Final = _Holdem()
