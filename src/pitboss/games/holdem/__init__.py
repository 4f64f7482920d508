"""Hold'em against the dealer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pitboss.cards import Card
from pitboss.games.events import BoardCardDealt, CardBurned, Event, PacketDealt
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.poker.views import Viewer
from pitboss.games.round import Round
from pitboss.rules import Sheet

__all__ = ["GAME", "HoldemRound"]


class _Holdem:
    round: type[Round] = HoldemRound
    main_wagers = ("ante", "blind")

    def viewer(self, player: str | None = None) -> Viewer:
        return Viewer(player)

    def hands_lie_open(self, sheet: Sheet) -> bool:
        return False

    def dealt(self, round_: HoldemRound) -> list[Card]:
        out: list[Card] = []
        for event in round_.events:
            match event:
                case BoardCardDealt() | CardBurned():
                    out.append(event.card)
                case PacketDealt():
                    out += event.cards
        return out

    def seen_slots(self, round_: HoldemRound, seen: Iterable[Event]) -> list[int]:
        """A deck holds each card once, so that a face says where it lay."""
        assert round_.order is not None
        faces = {card for event in seen for card in _faces(event) if card.known}
        return [slot for slot, card in enumerate(round_.order[: round_.next_card]) if card in faces]


def _faces(event: Event) -> tuple[Any, ...]:
    one = getattr(event, "card", None)
    return (*getattr(event, "cards", ()), *(() if one is None else (one,)))


GAME: Final = _Holdem()
