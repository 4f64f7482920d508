"""The felt of hold'em against the dealer: Ante and Blind, Play, the optional bets, and the board in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules
from pitboss.web.layouts import BoardCards, Lettering, PostedValues, lettered, pay_lines, pay_tables

__all__ = ["GAME"]


class _Holdem:
    lettered: Mapping[str, str] = {"qualifies": "dealer.qualifies"}

    main_values = ("blind.pays.", "play.win", "play.preflop", "play.flop", "play.river", "dealer.")
    option_headings: Mapping[str, str] = {"play": "Playing", "blind": "The Blind bet"}
    option_titles: Mapping[str, str] = {"play.win": "A hand that wins pays"}

    option_sentences = frozenset({"blind"})

    def posted(self, sheet: Sheet) -> PostedValues:
        return {"blind_pays": pay_lines(sheet, "blind.pays")}

    def lettering(self, sheet: Sheet) -> Lettering:
        return {
            "table": "showdown",
            "rule": lettered(sheet, "dealer.qualifies"),
            "tables": pay_tables(sheet),
            "board": _board(sheet),
        }


def _board(sheet: Sheet) -> list[BoardCards]:
    assert isinstance(sheet.rules, HoldemRules)
    flop = sheet.rules.deal.flop_cards
    return [
        BoardCards(title="Flop", cards=flop),
        BoardCards(title="Turn", cards=1),
        BoardCards(title="River", cards=sheet.rules.deal.board_cards - flop - 1),
    ]


GAME: Final = _Holdem()
