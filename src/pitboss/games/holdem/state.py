"""The values of a hold'em sheet, as its round uses them."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from pitboss.games.poker.state import PokerTerms
from pitboss.money import Rounding
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

__all__ = ["Terms", "terms_of"]

_ROUNDING = {
    "none": Rounding.EXACT_CENT,
    "0.50": Rounding.DOWN_TO_HALF_DOLLAR,
    "1.00": Rounding.DOWN_TO_DOLLAR,
}


class Terms(PokerTerms):
    """A sheet's values as the round uses them, looked up once per sheet."""

    EQUAL: ClassVar[str] = "blind"
    SIDE: ClassVar[str] = "trips"
    TUCKED_BY: ClassVar[str] = "play.fold_tucks_automatically"

    def __init__(self, sheet: Sheet) -> None:
        rules = sheet.rules_as(HoldemRules)
        super().__init__(sheet)
        self.rules = rules
        self.table, self.deal, self.play, self.dealer = rules.table, rules.deal, rules.play, rules.dealer
        self.blind, self.aggregate = rules.blind, rules.aggregate
        self.irregularity = rules.irregularity
        self.trips = rules.bets.trips if "trips" in rules.table.side_bets else None
        self.blind_rounding = _ROUNDING[rules.blind.rounding]


@lru_cache(maxsize=256)
def terms_of(sheet: Sheet) -> Terms:
    return Terms(sheet)
