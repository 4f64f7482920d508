"""Crazy 4 Poker counted out exactly, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitboss.cards import Card, parse_cards
from pitboss.client.play.play import Action, Happened, careful
from pitboss.client.play.poker import chosen, seen_cards
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
        hand, _ = seen_cards(events, spot)
        if len(hand) != 5:
            return careful(actions)
        return chosen(self._counted_out(hand), actions)

    def _counted_out(self, hand: Sequence[Card]) -> str:
        from pitboss.maths.crazy4.live import value

        found = value(self._sheet, hand)
        return max(found, key=found.__getitem__)


GAME: Final = Crazy4Play
