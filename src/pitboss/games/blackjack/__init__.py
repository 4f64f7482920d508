"""Blackjack: one engine for every sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card
from pitboss.games.accounts import card_places
from pitboss.games.blackjack.round import BlackjackRound
from pitboss.games.blackjack.views import Viewer
from pitboss.games.events import CardDealt, Event, HoleExposed, HoleTurned
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

__all__ = ["GAME", "BlackjackRound"]


class _Blackjack:
    round: type[Round] = BlackjackRound
    main_wagers = ("main",)

    def viewer(self, player: str | None = None) -> Viewer:
        return Viewer(player)

    def hands_lie_open(self, sheet: Sheet) -> bool:
        assert isinstance(sheet.rules, BlackjackRules)
        return sheet.rules.deal.player_cards == "face_up"

    def dealt(self, round_: BlackjackRound) -> list[Card]:
        return card_places(round_.events).all()

    def seen_slots(self, round_: BlackjackRound, seen: Iterable[Event]) -> list[int]:
        """Every card is dealt in the order of the shoe; the hole card is seen when it is turned."""
        events = list(seen)
        hole_seen = any(isinstance(event, (HoleTurned, HoleExposed)) for event in events)
        dealt = [event for event in events if isinstance(event, CardDealt)]
        if len(dealt) != round_.next_card - round_.start:
            return []  # the order of the shoe was changed within the round: nothing can be opened against it
        known = (event.card.known or (event.spot == 0 and hole_seen) for event in dealt)
        return [round_.start + at for at, shown in enumerate(known) if shown]


GAME: Final = _Blackjack()
