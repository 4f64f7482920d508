"""Ratings at hold'em."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.rules import Sheet
from pitboss.service.games.poker.rating import PokerRating

__all__ = ["RATING"]


class _HoldemRating(PokerRating):
    """The decisions before the flop, on it and at the river."""

    def in_units(self, sheet: Sheet, stake: int) -> tuple[Fraction, ...]:
        from pitboss.maths.holdem.record import compile_holdem

        record = compile_holdem(sheet, stake_cents=stake)
        amounts = (record.ante_win, *record.blind_pays, *(cents for bet in record.bets for cents in bet[1:]))
        return tuple(Fraction(cents, stake) for cents in amounts)


RATING: Final = _HoldemRating()
