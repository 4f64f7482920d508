"""The felt of hold'em against the dealer: Ante and Blind, Play, the optional bets, and the board in the middle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules
from pitboss.web.layouts import BoardCards, Lettering, PayTable, PostedValues, lettered, pay_lines

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
            "tables": _tables(sheet),
            "board": _board(sheet),
        }


def _tables(sheet: Sheet) -> list[PayTable]:
    """What Blind pays and, where it is offered, what Trips pays."""
    tables = [PayTable(title="Blind pays", lines=pay_lines(sheet, "blind.pays"))]
    if "trips" in sheet.rules.table.side_bets:
        tables.append(PayTable(title="Trips pays", lines=pay_lines(sheet, "bets.trips.pays")))
    return tables


def _board(sheet: Sheet) -> list[BoardCards]:
    assert isinstance(sheet.rules, HoldemRules)
    flop = sheet.rules.deal.flop_cards
    return [
        BoardCards(title="Flop", cards=flop),
        BoardCards(title="Turn", cards=1),
        BoardCards(title="River", cards=sheet.rules.deal.board_cards - flop - 1),
    ]


GAME: Final = _Holdem()
