"""The values of a sheet of Crazy 4 Poker, as its round uses them."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from pitboss.games.poker.state import PokerTerms
from pitboss.rules import Sheet
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["Terms", "terms_of"]


class Terms(PokerTerms):
    """A sheet's values as the round uses them, looked up once per sheet."""

    EQUAL: ClassVar[str] = "super_bonus"
    SIDE: ClassVar[str] = "queens_up"
    TUCKED_BY: ClassVar[str] = "play.fold_keeps_queens_up"

    def __init__(self, sheet: Sheet) -> None:
        rules = sheet.rules_as(Crazy4Rules)
        super().__init__(sheet)
        self.rules = rules
        self.table, self.deal, self.play, self.dealer = rules.table, rules.deal, rules.play, rules.dealer
        self.super_bonus = rules.super_bonus
        self.queens_up = rules.bets.queens_up if "queens_up" in rules.table.side_bets else None


@lru_cache(maxsize=256)
def terms_of(sheet: Sheet) -> Terms:
    return Terms(sheet)
