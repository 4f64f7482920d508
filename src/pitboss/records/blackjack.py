"""Blackjack in hand records."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from pitboss.bets import BETS
from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import CardDealt, CardsDiscarded, Event, HoleTurned, IrregularityDeclared
from pitboss.games.round import Question
from pitboss.records.record import Record, SpotRecord
from pitboss.rules import Sheet

__all__ = ["GAME", "Blackjack"]

_CALL = a.CallSupervisor()


class Blackjack:
    """Blackjack: the dealer proceeds, calls, looks at the hole card and closes insurance unasked."""

    keys: ClassVar[tuple[str, ...]] = ("cut_card", "spot_limits")
    main: ClassVar[str] = "main"
    wagers: ClassVar[tuple[str, ...]] = ("main", *BETS)
    paid: ClassVar[tuple[str, ...]] = ("insurance", "free_split", "free_double")
    paid_tokes: ClassVar[tuple[str, ...]] = ("free",)
    faces_when_asked: ClassVar[bool] = False

    def make(self, record: Record, sheet: Sheet, cards: tuple[Card, ...] | None, *, automatic: bool) -> BlackjackRound:
        return BlackjackRound(
            sheet,
            cards,
            cut_card=record.cut_card,
            automatic=automatic,
            spot_limits=record.spot_limits,
            engine=record.replayed_by,
        )

    def said(self, round_: BlackjackRound) -> dict[str, Any]:
        came_out = round_.cut_card is not None and round_.cut_card_spot is not None
        cut_card = round_.cut_card - round_.start if came_out and round_.cut_card is not None else None
        return {"cut_card": cut_card, "spot_limits": dict(round_.spot_limits)}

    def laid(self, spot: SpotRecord) -> dict[str, int]:
        return spot.wagers

    def short(self, wagers: dict[str, int]) -> dict[str, int]:
        return wagers

    def asked(self, round_: BlackjackRound, question: Question) -> int:
        return question.spot

    def due(self, action: a.Action) -> bool:
        return isinstance(action, (a.Proceed, a.CallSupervisor, a.CloseInsurance, a.StartDeal))

    def dealers_answer(self, round_: BlackjackRound, question: Question, cards: tuple[Card, ...]) -> a.Action | None:
        if question.kind == "call":
            return _CALL
        if question.kind == "peek" and round_.hole.known:
            return a.PeekSays(round_.hole_makes_blackjack())
        return None

    def wanted(self, question: Question) -> str:
        return ""

    def reshuffled_away(self, round_: BlackjackRound) -> int:
        return sum(len(action.cards) for action, _ in round_.inputs if isinstance(action, a.Reshuffled))

    def ran_out(self, round_: BlackjackRound) -> int | None:
        for event in reversed(round_.events):
            if isinstance(event, IrregularityDeclared) and event.kind == "shoe_exhausted":
                return event.spot
        return None

    def place_asked(self, round_: BlackjackRound) -> int:
        raise NotImplementedError  # every unseen card is tried before the round begins

    def dealer(self, events: list[Event]) -> tuple[Card, ...]:
        """As they lay when they were cleared; the hole card only if it was turned."""
        for event in reversed(events):
            if type(event) is CardsDiscarded and event.spot == 0:
                closed = not any(type(other) is HoleTurned for other in events)
                hole = any(type(other) is CardDealt and other.why == "hole" and other.card.known for other in events)
                return event.cards[:-1] if closed and hole else event.cards
        return ()

    def board(self, events: list[Event]) -> tuple[Card, ...]:
        return ()

    def suits(self, record: Record) -> bool:
        return bool(record.actions) or any(len(spot.wagers) > 1 for spot in record.spots)


GAME: Final = Blackjack()
