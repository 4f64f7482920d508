"""What the house asks of a game's engine, beyond the round itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol, Self

from pitboss.cards import Card
from pitboss.games.events import Event
from pitboss.games.round import Round
from pitboss.registry import Rooms
from pitboss.rules import Sheet

__all__ = ["ENGINES", "GameEngine", "Viewer"]


class Viewer(Protocol):
    """What a player, or anybody at the table, sees of a round from its first event on."""

    def see(self, event: Event) -> Event:
        """Return the next event, without the faces that are not this viewer's to know yet."""

    def copy(self) -> Self:
        """Return a copy that has seen the same events."""


class GameEngine(Protocol):
    """One game's engine."""

    @property
    def round(self) -> type[Round]:
        """The class of its rounds."""

    @property
    def main_wagers(self) -> tuple[str, ...]:
        """The wagers without which a player is not in the round, in the order they are put down."""

    def viewer(self, player: str | None = None) -> Viewer:
        """Return a viewer of a round: that of a player or, without a player, that of anybody at the table."""

    def owner_sees_more(self, event: Event) -> bool:
        """Return whether an event shows one player a face that it shows nobody else; all other events look alike."""

    def hands_lie_open(self, sheet: Sheet) -> bool:
        """Return whether everybody sees the players' cards as they are dealt."""

    def dealt(self, round_: Any) -> list[Card]:
        """Return the cards that a finished round took from the shoe or its deck, as its events tell."""

    def seen_slots(self, round_: Any, seen: Iterable[Event]) -> list[int]:
        """Return the places in the dealing order of the cards that somebody saw, by the events they saw."""


ENGINES: Final = Rooms[GameEngine]("pitboss.games")
