"""What a guest does, as the dealer sees and hears it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games import actions as a
from pitboss.rules import Sheet
from pitboss.school.calculation import amount
from pitboss.school.felt import wager_title
from pitboss.school.happenings import place_text
from pitboss.words import wording

__all__ = ["guest_text"]

DOES: Final[Mapping[type[Any], str]] = {
    a.PlaceBet: "patron.bets",
    a.TakeBackBet: "patron.takes_back",
    a.PlaceToke: "patron.tips",
    a.Hit: "patron.asks_card",
    a.Stand: "patron.stands",
    a.DoubleDown: "patron.doubles",
    a.Split: "patron.splits",
    a.Surrender: "patron.surrenders",
    a.Insure: "patron.insures",
    a.TakeEvenMoney: "patron.even_money",
    a.Look: "patron.looks",
    a.Check: "patron.checks",
    a.Fold: "patron.folds",
}


def guest_text(sheet: Sheet, action: Any) -> str:
    """Return what a guest does in one sentence: chips that are put down, a sign, a word."""
    params = {
        "place": place_text(action.spot, getattr(action, "hand", 0) if not isinstance(action, a.Signal) else 0),
        "wager": wager_title(sheet, getattr(action, "wager", "") or ""),
        "cents": amount(getattr(action, "cents", 0) or 0),
        "who": getattr(action, "player", "") or wording("patron.somebody", {}),
    }
    match action:
        case a.PlaceBet(position=position) if position != "box":
            return wording("patron.bets_outside", params)
        case a.PlayBet(cents=0, multiple=multiple):
            return wording("patron.plays", params | {"multiple": multiple})
        case a.PlayBet():
            return wording("patron.plays_for", params)
        case a.Signal(voice=voice, hand=""):
            return wording("patron.says", params | {"voice": voice})
        case a.Signal(voice=voice, hand=hand):
            return wording("patron.signs_and_says", params | {"voice": voice, "sign": hand})
        case a.DoubleDown(cents=0):
            return wording("patron.doubles_down" if not action.face_down else "patron.doubles_face_down", params)
        case a.Split(toke_cents=toke) if toke:
            return wording("patron.splits_toke", params | {"cents": amount(toke)})
    return wording(DOES[type(action)], params)
