"""The coach at Crazy 4 Poker."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from pitboss.games.crazy4.playing import DECIDE
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import Position
from pitboss.service.games.poker.coaching import PokerCoach

__all__ = ["Crazy4Coach"]


class Crazy4Coach(PokerCoach):
    """The one decision, on five cards."""

    questions: ClassVar[frozenset[str]] = frozenset({DECIDE})
    wagers: ClassVar[str] = "Ante, Super Bonus and Play"
    seen: ClassVar[str] = "your five cards"

    def choices(self, position: Position) -> Mapping[str, Fraction | None]:
        from pitboss.maths.crazy4 import live

        return live.value(position.sheet, position.cards, dead=position.seen, stake_cents=position.stake)

    def prepare(self, sheet: Sheet) -> None:
        """Have the kernel loaded."""
        from pitboss.cards import DECK
        from pitboss.maths.crazy4 import live

        live.value(sheet, DECK[:5])
