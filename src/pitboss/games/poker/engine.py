"""What the house asks of the engine of a game of poker against the dealer, beyond the round itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pitboss.cards import Card
from pitboss.games.events import BoardCardDealt, CardBurned, Event, HoleCardsSeen, PacketDealt
from pitboss.games.poker.round import PokerRound
from pitboss.games.poker.views import Viewer
from pitboss.rules import Sheet

__all__ = ["PokerEngine"]


class PokerEngine:
    """Cards lie face down, and a deck holds each of them once."""

    def viewer(self, player: str | None = None) -> Viewer:
        return Viewer(player)

    def owner_sees_more(self, event: Event) -> bool:
        return isinstance(event, HoleCardsSeen)

    def hands_lie_open(self, sheet: Sheet) -> bool:
        return False

    def dealt(self, round_: PokerRound) -> list[Card]:
        out: list[Card] = []
        for event in round_.events:
            match event:
                case BoardCardDealt() | CardBurned():
                    out.append(event.card)
                case PacketDealt():
                    out += event.cards
        return out

    def seen_slots(self, round_: PokerRound, seen: Iterable[Event]) -> list[int]:
        """A deck holds each card once, so that a face says where it lay."""
        assert round_.order is not None
        faces = {card for event in seen for card in _faces(event) if card.known}
        return [slot for slot, card in enumerate(round_.order[: round_.next_card]) if card in faces]


def _faces(event: Event) -> tuple[Any, ...]:
    one = getattr(event, "card", None)
    return (*getattr(event, "cards", ()), *(() if one is None else (one,)))
