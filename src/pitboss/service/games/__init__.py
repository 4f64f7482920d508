"""What the floor asks of a game: the words of its dealer's steps, its coach, and its dealer's mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from pitboss.registry import Rooms

if TYPE_CHECKING:
    from pitboss.games.actions import Action
    from pitboss.games.round import Offer, Round
    from pitboss.rules import Sheet
    from pitboss.service.advice.answer_values import Position, Values
    from pitboss.service.games.words import Words
    from pitboss.service.ratings.visits import Answered, BoxPlayed, Dealt
    from pitboss.service.tables.live_table import Live
    from pitboss.table import Happening

__all__ = ["FLOOR_GAMES", "Coach", "FloorGame", "Rating"]


class Coach(Protocol):
    """How a game's decisions are seen by a player, and what they are worth."""

    @property
    def questions(self) -> frozenset[str]:
        """The questions that can be worked out."""

    def basis(self, position: Position) -> str:
        """Return what the values are for, in words."""

    def position(self, round_: Round, box: int, events: Sequence[Happening], offers: tuple[Offer, ...]) -> Position:
        """Return the open decision of a box as its player sees it, from the events that they saw."""

    def values(self, position: Position) -> Values:
        """Return the function from an action to its worth; raises NotationError where it cannot be worked out."""

    def prepare(self, sheet: Sheet) -> None:
        """Prepare what takes long on first use."""

    def meaning(self, position: Position, action: Action) -> tuple[Any, ...]:
        """Return what an answer means, however it was put: answers that mean the same are equal."""

    def said(self, action: Action) -> str:
        """Return the words of an answer with an amount that was not offered."""


class Rating(Protocol):
    """What the decisions of a game gave away, with fresh cards."""

    def answers(self, dealt: Dealt, box: BoxPlayed) -> tuple[Answered, ...] | None:
        """Return the decisions of a box, in order; None where the log hides cards, and the round is to be replayed."""

    def cost(self, answer: Answered) -> float | None:
        """Return the units of the stake that an answer gave away; None where that cannot be worked out."""

    def unit_stake(self, sheet: Sheet, stake: int) -> int:
        """Return the smallest stake at which the game is the same in units of it."""


class FloorGame(Protocol):
    """One game's part in a live table."""

    @property
    def coach(self) -> Coach: ...

    @property
    def rating(self) -> Rating: ...

    @property
    def asked(self) -> Mapping[str, Callable[[Live], Words]]:
        """What the dealer does about each question of this game alone."""

    @property
    def decisions(self) -> frozenset[str]:
        """The questions that the catalogue says for itself how a player answers: "plays"."""

    @property
    def steps(self) -> Mapping[str, Callable[..., Words]]:
        """What the dealer does at each of their own steps."""

    @property
    def cards_due(self) -> Mapping[str, Callable[..., tuple[int, int, str]]]:
        """The spot, hand and name of the card that each step waits for."""

    @property
    def handle(self) -> str:
        """What handle and hold of the main game go by, in a sentence for the report."""

    @property
    def declared_of(self) -> Mapping[str, Literal["spot", "hand"]]:
        """The irregularities that are declared of one spot, or of one hand of it; the rest shows whom it concerns."""

    @property
    def closed_by_dealer(self) -> frozenset[str]:
        """The questions that several players may answer, until the dealer closes them."""

    @property
    def grounds(self) -> Mapping[str, tuple[str, ...]]:
        """Of irregularities that are declared with a ground, the grounds."""

    def facts(self, live: Live) -> Iterator[str]:
        """Yield what everybody at the table has seen of the open case."""

    def slips(self, live: Live) -> Iterator[tuple[Action, str, str]]:
        """Yield the mistakes that the dealer could make at this step: action, words and clause."""

    def offered_instead(self, live: Live) -> tuple[Action, str, str] | None:
        """Return the one thing that the dealer is offered in place of the round's answers, if the program has it so."""

    def by_the_program(self, live: Live, action: Action) -> Action:
        """Return what the dealer's action is where the program has the cards and knows better; may refuse it."""


FLOOR_GAMES: Final = Rooms[FloorGame]("pitboss.service.games")
