"""What a game adds to a hand record: how its rounds are made, what a replay answers by itself, what the table shows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.events import CardDealt, CardsDiscarded, Event, HoleTurned, IrregularityDeclared
from pitboss.games.round import Question, Round
from pitboss.records.record import Record, SpotRecord
from pitboss.rules import Sheet

if TYPE_CHECKING:
    pass

__all__ = ["GAMES", "Game", "GameRound", "game_of"]

GAMES = ("blackjack", "holdem")
"""The games whose rounds can be recorded."""

GameRound: TypeAlias = Round


class Game(Protocol):
    """One game's part in reading, replaying, taking and settling records."""

    foreign: ClassVar[tuple[str, ...]]
    """The keys of a record that another game has and this one has not."""
    main: ClassVar[str]
    """The wager without which nobody is in the round."""
    foreign_wagers: ClassVar[frozenset[str]]
    """The wagers that another game has and this one has not."""
    faces_when_asked: ClassVar[bool]
    """Whether a card that nobody saw may lie on the table until its face is asked for."""

    def make(self, record: Record, sheet: Sheet, cards: tuple[Card, ...] | None, *, automatic: bool) -> Any:
        """The round of a record before the first bet."""

    def said(self, round_: Any) -> dict[str, Any]:
        """The values of a record that make such a round again."""

    def laid(self, spot: SpotRecord) -> dict[str, int]:
        """A spot's wagers in full, in the order they are put down."""

    def short(self, wagers: dict[str, int]) -> dict[str, int]:
        """Wagers as a record writes them, without what goes without saying."""

    def asked(self, round_: Any, question: Question) -> int:
        """The spot that answers a player's question."""

    def due(self, action: a.Action) -> bool:
        """Whether a replay does this by itself, where it is due."""

    def dealers_answer(self, round_: Any, question: Question, cards: tuple[Card, ...]) -> a.Action | None:
        """What dealer and floor do where all goes as it should."""

    def wanted(self, question: Question) -> str:
        """What would answer a question that offers nothing."""

    def reshuffled_away(self, round_: Any) -> int:
        """How many cards at the end of the order stand in a line of their own."""

    def ran_out(self, round_: Any) -> int | None:
        """The spot that got no card because there was none left."""

    def place_asked(self, round_: Any) -> int:
        """The place in dealt order of the card whose face is asked for."""

    def dealer(self, events: list[Event]) -> tuple[Card, ...]:
        """The dealer's cards as far as they were shown."""

    def board(self, events: list[Event]) -> tuple[Card, ...]:
        """The community cards that were turned."""

    def suits(self, record: Record) -> bool:
        """Whether a bet may look at suits."""


class Blackjack:
    """Blackjack: the dealer proceeds, calls, looks at his hole card and closes insurance by himself."""

    foreign: ClassVar[tuple[str, ...]] = ("by_hand", "link_down", "meters")
    main: ClassVar[str] = "main"
    foreign_wagers: ClassVar[frozenset[str]] = frozenset(
        {"ante", "blind", "trips", "progressive", "play", "progressive_award", "envy"}
    )
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


_CALL = a.CallSupervisor()


@cache
def game_of(name: str) -> Game:
    """The game of a sheet; one that is not played costs nothing."""
    if name == "blackjack":
        return Blackjack()
    from pitboss.records.holdem import Holdem

    return Holdem()
