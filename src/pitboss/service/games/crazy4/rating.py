"""Ratings at Crazy 4 Poker."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.rules import Sheet
from pitboss.service.games.poker.rating import PokerRating

__all__ = ["RATING"]


class _Crazy4Rating(PokerRating):
    """The one decision, on five cards."""

    def in_units(self, sheet: Sheet, stake: int) -> tuple[Fraction, ...]:
        from pitboss.maths.crazy4.record import compile_crazy4

        record = compile_crazy4(sheet, stake_cents=stake)
        lines = (cents for _, cents in record.bonus_lines)
        amounts = (record.ante_win, *lines, *(cents for bet in record.bets for cents in bet[1:]))
        return tuple(Fraction(cents, stake) for cents in amounts)


RATING: Final = _Crazy4Rating()
