"""The coach at hold'em."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar

from pitboss.games.holdem.playing import STREETS
from pitboss.rules import Sheet
from pitboss.service.advice.answer_values import Position
from pitboss.service.games.holdem.rating import RATING
from pitboss.service.games.poker.coaching import PokerCoach

__all__ = ["HoldemCoach"]


class HoldemCoach(PokerCoach):
    """The decisions before the flop, on it and at the river."""

    questions: ClassVar[frozenset[str]] = frozenset(STREETS)
    wagers: ClassVar[str] = "Ante, Blind and Play"
    seen: ClassVar[str] = "your cards and the board"

    def choices(self, position: Position) -> Mapping[str, Fraction | None]:
        from pitboss.maths.analysis import value
        from pitboss.maths.holdem import live
        from pitboss.maths.holdem.play import hole_class

        sheet, stake = position.sheet, position.stake
        if position.against:
            return live.value(sheet, position.cards, position.against, dead=position.seen, stake_cents=stake).choices
        solved = value(sheet, hole_class(position.cards), stake_cents=RATING.unit_stake(sheet, stake))
        return {choice.name: choice.exact for choice in solved.choices}

    def prepare(self, sheet: Sheet) -> None:
        """Have the whole game before the flop solved."""
        from pitboss.maths.analysis import value

        value(sheet, "AA")
