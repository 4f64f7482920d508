"""Ratings at poker against the dealer: what decisions gave away with a fresh deck.

A folded hand stays closed in the log, so rounds are replayed for what was decided on.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.service.ratings.visits import Answered, BoxPlayed, Dealt

__all__ = ["PokerRating"]


class PokerRating:
    """The decisions on Ante, its equal and Play."""

    def in_units(self, sheet: Sheet, stake: int) -> tuple[Fraction, ...]:
        """Return every amount of the game at an Ante, in units of it."""
        raise NotImplementedError

    def answers(self, dealt: Dealt, box: BoxPlayed) -> None:
        """The log does not show the cards of a hand that was folded."""
        return None

    def cost(self, answer: Answered) -> float | None:
        """Units of the Ante that an answer gave away against the best one."""
        from pitboss.service.advice.coach import GivenAnswer, decided

        position = replace(answer.position, seen=())
        try:
            found = decided(GivenAnswer(position, answer.action, 0, True))
        except IllegalAction:
            return None
        return found.advice.cost(found.choice)

    def unit_stake(self, sheet: Sheet, stake: int) -> int:
        """The smallest Ante at which the game is the same in units of it, as roundings and limits go."""
        return _unit_stake(self, sheet, stake)


@lru_cache(maxsize=4096)
def _unit_stake(game: PokerRating, sheet: Sheet, stake: int) -> int:
    least = sheet.rules.table.minimum
    return least if game.in_units(sheet, least) == game.in_units(sheet, stake) else stake
