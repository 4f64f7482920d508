"""Blackjack: one engine for every sheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pitboss.cards import Card
from pitboss.games.accounts import card_places
from pitboss.games.blackjack.round import BlackjackRound
from pitboss.games.blackjack.views import Viewer
from pitboss.games.events import CardBurned, CardDealt, CardExposed, CardsDiscarded, Event, HoleExposed, HoleTurned
from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.rules.blackjack import BlackjackRules

__all__ = ["GAME", "BlackjackRound"]


class _Blackjack:
    round: type[Round] = BlackjackRound
    main_wagers = ("main",)

    def viewer(self, player: str | None = None) -> Viewer:
        return Viewer(player)

    def owner_sees_more(self, event: Event) -> bool:
        return isinstance(event, CardDealt) and event.seen == "owner"

    def hands_lie_open(self, sheet: Sheet) -> bool:
        assert isinstance(sheet.rules, BlackjackRules)
        return sheet.rules.deal.player_cards == "face_up"

    def dealt(self, round_: BlackjackRound) -> list[Card]:
        return card_places(round_.events).all()

    def seen_slots(self, round_: BlackjackRound, seen: Iterable[Event]) -> list[int]:
        """Every card comes out in the order of the shoe, dealt or exposed; the hole card is seen when it is turned."""
        events = list(seen)
        hole_seen = any(isinstance(event, (HoleTurned, HoleExposed)) for event in events)
        exposed: list[Card] = []
        known: list[bool] = []
        for event, shown in zip(round_.events, events, strict=True):
            match event:
                case CardExposed():
                    exposed.append(event.card)
                    known.append(True)
                case CardDealt() | CardBurned() if event.card in exposed:
                    exposed.remove(event.card)  # it came out before
                case CardDealt():
                    assert isinstance(shown, CardDealt)
                    known.append(shown.card.known or (event.spot == 0 and hole_seen))
                case CardsDiscarded():
                    exposed = [card for card in exposed if card not in event.cards]
        assert len(known) == round_.next_card - round_.start, "no card leaves the shoe without a word"
        return [round_.start + at for at, face_up in enumerate(known) if face_up]


GAME: Final = _Blackjack()
