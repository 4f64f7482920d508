"""The facts of a hold'em round: seats, cards, and the sheet's values at hand."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Any

from pitboss.cards import Card
from pitboss.games.round import Cites
from pitboss.money import Rounding
from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

__all__ = ["Seat", "Terms", "terms_of"]

_ROUNDING = {
    "none": Rounding.EXACT_CENT,
    "0.50": Rounding.DOWN_TO_HALF_DOLLAR,
    "1.00": Rounding.DOWN_TO_DOLLAR,
}


class Seat:
    """One player: wagers, tokes, two cards, and what they have decided."""

    __slots__ = ("box", "cards", "folded", "looked", "out", "play", "player", "settled", "tokes", "tucked", "wagers")

    def __init__(self, box: int, player: str) -> None:
        self.box, self.player = box, player
        self.wagers: dict[str, int] = {}
        self.tokes: dict[str, int] = {}
        self.cards: tuple[Card, ...] = ()
        self.play = 0
        self.folded = self.tucked = self.looked = self.out = False
        self.settled: tuple[str, ...] = ()

    @property
    def ante(self) -> int:
        return self.wagers["ante"]

    @property
    def undecided(self) -> bool:
        """Neither raised nor folded yet."""
        return not (self.play or self.folded or self.out)

    def key(self) -> tuple[Any, ...]:
        return (
            self.box, self.player, tuple(self.wagers.items()), tuple(self.tokes.items()), self.cards, self.play,
            self.folded, self.tucked, self.looked, self.out, self.settled,
        )  # fmt: skip

    def copy(self) -> Seat:
        twin = copy(self)
        twin.wagers, twin.tokes = self.wagers.copy(), self.tokes.copy()
        return twin


class Terms:
    """A sheet's values as the round uses them, looked up once per sheet."""

    def __init__(self, sheet: Sheet) -> None:
        rules = sheet.rules
        assert isinstance(rules, HoldemRules), f"{sheet.name} is no hold'em sheet"
        self.rules = rules
        self.table, self.deal, self.play, self.dealer = rules.table, rules.deal, rules.play, rules.dealer
        self.blind, self.toke, self.aggregate, self.notice = rules.blind, rules.toke, rules.aggregate, rules.notice
        self.irregularity = rules.irregularity
        self.trips = rules.bets.trips if "trips" in rules.table.side_bets else None
        self.progressive = rules.bets.progressive if "progressive" in rules.table.side_bets else None
        self.smallest_chip = min(rules.chips.denominations)
        self.blind_rounding = _ROUNDING[rules.blind.rounding]
        self.cites = Cites(sheet)


@lru_cache(maxsize=256)
def terms_of(sheet: Sheet) -> Terms:
    return Terms(sheet)
