"""Crazy 4 Poker counted out exactly, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitboss.cards import Card, parse_cards
from pitboss.client.play.play import Action, Happened, careful
from pitboss.rules import Sheet

__all__ = ["GAME", "Crazy4Play"]


class Crazy4Play:
    """The best play; no table of the whole game is needed for it."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._counted_out(parse_cards("As Ks Qd 8c 4h"))  # what is loaded now keeps nobody waiting at the table

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        spot = offers[0]["action"]["spot"] or question["spot"]
        actions = [offer["action"] for offer in offers if offer["action"]["spot"] == spot]
        hand = _hand(events, spot)
        if len(hand) != 5:
            return careful(actions)
        choice = self._counted_out(hand)
        return next((action for action in actions if _name(action) == choice), None) or careful(actions)

    def _counted_out(self, hand: Sequence[Card]) -> str:
        from pitboss.maths.crazy4.live import value

        found = value(self._sheet, hand)
        return max(found, key=found.__getitem__)


def _hand(events: Happened, spot: int) -> list[Card]:
    """The cards of a seat that have been looked at."""
    for event in events:
        if event["type"] == "HoleCardsSeen" and event["spot"] == spot and "??" not in event["cards"]:
            return list(parse_cards(" ".join(event["cards"])))
    return []


def _name(action: Action) -> str:
    """An action by the name that the solver gives it."""
    return f"{action['multiple']}x" if action["type"] == "PlayBet" else str(action["type"]).lower()


GAME: Final = Crazy4Play
