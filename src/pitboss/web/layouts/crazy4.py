"""The felt of Crazy 4 Poker: Ante and Super Bonus, Play, the optional bets; everybody has five cards of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules import Sheet
from pitboss.web.layouts import Lettering, PostedValues, lettered, pay_tables

__all__ = ["GAME"]


class _Crazy4:
    lettered: Mapping[str, str] = {"opens": "dealer.opens"}

    option_headings: Mapping[str, str] = {"play": "Playing", "super_bonus": "Super Bonus"}
    option_titles: Mapping[str, str] = {
        "play.win": "A hand that wins pays",
        "play.multiple": "Play bet",
        "play.aces_multiple": "Play bet with a pair of aces or better",
        "play.fold_keeps_queens_up": "Queens Up of a folded hand",
        "dealer.opens": "The dealer opens with",
    }

    main_values = ("super_bonus.pays.", "play.win", "play.multiple", "play.aces_multiple", "dealer.")
    option_sentences: frozenset[str] = frozenset()

    def posted(self, sheet: Sheet) -> PostedValues:
        return {}

    def lettering(self, sheet: Sheet) -> Lettering:
        return {"table": "showdown", "rule": lettered(sheet, "dealer.opens"), "tables": pay_tables(sheet)}


GAME: Final = _Crazy4()
