"""Crazy 4 Poker in the school."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pitboss.cards import Card
from pitboss.games.crazy4 import Crazy4Round
from pitboss.hands.four_cards import describe
from pitboss.school.poker import PokerSchool

__all__ = ["GAME"]


class _Crazy4(PokerSchool):
    declared = frozenset(Crazy4Round.OPENINGS)

    def hand_words(self, cards: Sequence[Card], board: Sequence[Card], *, split: bool = False) -> str:
        return describe((*cards, *board))


GAME: Final = _Crazy4()
