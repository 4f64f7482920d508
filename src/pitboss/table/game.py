"""What a table asks its game: how places are held, how cards come to a round, and how they go back.

All else about a table is the same in every game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, TypeVar

from pitboss.cards import Card
from pitboss.engine import Engine
from pitboss.games.events import Event as RoundEvent
from pitboss.games.round import Round
from pitboss.registry import Rooms
from pitboss.rules import Sheet
from pitboss.shoe import CardSource, Ceremony, Deck, DeckRotation
from pitboss.shoe import Event as ShoeEvent
from pitboss.table.events import TableEvent

if TYPE_CHECKING:
    from pitboss.table.state import State
    from pitboss.table.table import Table

    AnyTable = TypeVar("AnyTable", bound=Table)

__all__ = ["TABLE_GAMES", "Cards", "Happening", "Places", "Started", "TableGame"]

Happening = TableEvent | ShoeEvent | RoundEvent
"""Whatever a table logs: its own events, those of the cards, and those of the round."""

Cards = Ceremony | DeckRotation
"""The cards between rounds: a shoe with its ceremony, or single decks that take turns."""


@dataclass(frozen=True, slots=True)
class Places:
    """What a sheet says about the places at its table, and what they are called there."""

    boxes: int
    spots_per_player: int
    midshoe_entry: bool = True
    three_hand_return: str | None = None
    house_sets_spots: bool = False
    release_spot: str = "full_table"
    place: Literal["box", "seat"] = "box"
    places: Literal["betting boxes", "seats"] = "betting boxes"
    spot: Literal["spot", "hand"] = "spot"


class Started(NamedTuple):
    """A round as it begins: the cards, the round, which deck and slot its first card is in, and what happened."""

    cards: Cards
    round: Round
    deck: str = ""
    slot: int = 0
    events: tuple[ShoeEvent, ...] = ()


class TableGame(ABC):
    """One kind of game at a table; a stateless object for each."""

    points: ClassVar[Mapping[str, str]] = {}
    """What a sheet of this game calls a point that others call by the first name."""

    @abstractmethod
    def places(self, sheet: Sheet) -> Places: ...

    @abstractmethod
    def bring(self, sheet: Sheet, decks: Sequence[Deck]) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        """The cards of a new table; without decks of the house, such as its sheet asks for."""

    @abstractmethod
    def next_move(
        self, table: AnyTable, source: CardSource, cut_at: int | None
    ) -> tuple[AnyTable, tuple[Happening, ...]] | None:
        """The next thing that is due before a round, if any."""

    @abstractmethod
    def start(
        self, table: State, *, automatic: bool, link_up: bool, meters: Mapping[str, int] | None, engine: Engine
    ) -> Started: ...

    def bets_down(self, table: State) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        """What is done with the cards when the bets of a round are down, before the first one is dealt."""
        return table.cards, ()

    @abstractmethod
    def limit(self, round_: Round, spots: dict[str, int]) -> None:
        """Tell a round how many spots each player may have, where it is not the sheet's number."""

    @abstractmethod
    def rack(self, table: State) -> tuple[Card, ...]:
        """The cards that are shuffled again when the round under way needs it."""

    @abstractmethod
    def finish(self, table: State, round_: Round) -> tuple[Cards, tuple[ShoeEvent, ...]]:
        """The cards with those of a finished round back among them, and not one missing."""

    @abstractmethod
    def abandon(self, table: State) -> Cards:
        """The cards as they were before a round that nobody bet in."""


TABLE_GAMES: Final = Rooms[TableGame]("pitboss.table")
