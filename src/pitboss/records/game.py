"""What hand records ask of a game: how its rounds are made, what a replay answers by itself, what the table shows."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Protocol

from pitboss.cards import Card
from pitboss.games import actions as a
from pitboss.games.events import Event
from pitboss.games.round import Question
from pitboss.records.record import Record, SpotRecord
from pitboss.registry import Rooms
from pitboss.rules import Sheet

__all__ = ["KEYS_OF_SOME_GAMES", "RECORDED_GAMES", "RecordedGame"]

KEYS_OF_SOME_GAMES: Final = ("cut_card", "spot_limits", "by_hand", "link_down", "meters")
"""The values of a record that not every game has."""


class RecordedGame(Protocol):
    """One game's part in reading, replaying, taking and settling records."""

    keys: ClassVar[tuple[str, ...]]
    """Those of :data:`KEYS_OF_SOME_GAMES` that this one has."""
    main: ClassVar[str]
    """The wager without which nobody is in the round."""
    wagers: ClassVar[tuple[str, ...]]
    """The wagers that a spot may hold before the deal, the main one first."""
    paid: ClassVar[tuple[str, ...]]
    """What else can be paid at its table."""
    paid_tokes: ClassVar[tuple[str, ...]]
    """Beside what else a toke can be paid."""
    faces_when_asked: ClassVar[bool]
    """Whether a card that nobody saw may lie on the table until its face is asked for."""

    def make(self, record: Record, sheet: Sheet, cards: tuple[Card, ...] | None, *, automatic: bool) -> Any:
        """The round of a record before the first bet."""

    def said(self, round_: Any) -> dict[str, Any]:
        """The values of a record that make such a round again."""

    def laid(self, spot: SpotRecord) -> dict[str, int]:
        """A spot's wagers in full, in the order they are put down."""

    def short(self, wagers: dict[str, int]) -> dict[str, int]:
        """Wagers as a record writes them, without those that follow from others."""

    def asked(self, round_: Any, question: Question) -> int:
        """The spot that answers a player's question."""

    def due(self, action: a.Action) -> bool:
        """Whether a replay does this by itself, where it is due."""

    def dealers_answer(self, round_: Any, question: Question, cards: tuple[Card, ...]) -> a.Action | None:
        """What dealer and floor do where all goes as it should."""

    def wanted(self, question: Question) -> str:
        """What would answer a question that has no offers."""

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


RECORDED_GAMES: Final = Rooms[RecordedGame]("pitboss.records")
