"""What one kind of game adds to an evening at the terminal; all else is the session's."""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pitboss.cli.play.felt import Felt, Paint
from pitboss.cli.play.say import item, width
from pitboss.games import actions as a
from pitboss.games.events import Event
from pitboss.games.round import Round
from pitboss.money import dollars
from pitboss.registry import Rooms
from pitboss.rules import Sheet
from pitboss.shoe import Chance
from pitboss.table import Happening, Table

__all__ = ["TERMINAL_GAMES", "Staff", "TerminalGame", "round_of"]


class Staff(NamedTuple):
    """What somebody of the house answers, in which role, and what is told before."""

    action: a.Action
    role: str
    lines: Sequence[str] = ()


class TerminalGame(ABC):
    """The words, prompts and views of a game for one player at one table."""

    wagers: tuple[str, ...]
    """The wagers that can be made before the deal, the main one first."""

    def __init__(self, sheet: Sheet, paint: Paint) -> None:
        self.sheet, self.paint = sheet, paint

    @property
    @abstractmethod
    def least(self) -> int:
        """What it takes to be dealt in."""

    @property
    @abstractmethod
    def limits(self) -> str:
        """The limits of the table, in words."""

    @abstractmethod
    def felt(self) -> Felt: ...

    @abstractmethod
    def seen(self, events: Iterable[Event], player: str) -> Iterator[Event]:
        """The events as the player sees them, one for one."""

    # bets

    @abstractmethod
    def limit_of(self, wager: str) -> tuple[str, str]:
        """The limits of one wager, in words and by clause."""

    @abstractmethod
    def bet_examples(self) -> list[str]:
        """How bets are typed."""

    def laid(self, wager: str) -> tuple[str, ...]:
        """The wagers that are laid at once when one is named."""
        return (wager,)

    def fixed(self, wager: str) -> int | None:
        """Return the amount of a wager that has only one."""
        return None

    def help_on_bets(self, boxes: Sequence[int]) -> list[str]:
        """The wagers of the layout with their limits, and how to type them."""
        lines, said = ["You may bet:"], ""
        for wager in dict.fromkeys(self.laid(wager)[0] for wager in self.wagers):
            text, clause = self.limit_of(wager)
            lines += item(text, clause if clause != said else "", self.paint)
            said = clause
        toke, least = self.sheet.rules.toke, dollars(self.sheet.rules.table.minimum).removeprefix("$")
        if toke is not None:
            beside = ", ".join(toke.wagers).replace("_", " ")
            limits = f"toke: {dollars(toke.minimum)} to {dollars(toke.maximum)} for the dealers, beside {beside}"
            lines += item(limits, self.sheet.cite("toke.wagers"), self.paint)
        ways = self.bet_examples()
        ways[1:1] = [f"`{boxes[-1]}: {least}` for one spot only"] if len(boxes) > 1 else []
        ways += ["`toke 1` for the dealers"] if toke is not None else []
        lines += textwrap.wrap(f"Type {', '.join(ways)}, `back` to take it back.", width())
        return [*lines, "An empty line deals. Bets are locked with the first card; `quit` leaves."]

    # questions

    @abstractmethod
    def prompt(self, round_: Round, felt: Felt) -> tuple[int, str]:
        """Which box is asked, and the question with the keys that answer it."""

    @abstractmethod
    def decision(self, answer: str, round_: Round, box: int) -> a.Action:
        """The action that an answer to the open question means."""

    @abstractmethod
    def help_now(self, round_: Round) -> list[str]:
        """Every answer that is open, with its clause, and what is not and why."""

    def silence(self, round_: Round, cents: int) -> a.Action:
        """Return the answer of a player who has left, with this many cents in the purse."""
        answer = round_.timeout_answer()
        assert answer is not None
        return answer

    # what is not the player's

    def staff(self, table: Table, chance: Chance) -> Staff | None:
        """The answer to a question that is put to the house."""
        question = round_of(table).question
        if question is not None and question.kind == "reshuffle":
            return Staff(a.Reshuffled(tuple(chance.shuffled(table.rack))), "dealer")
        return None

    def before_round(self) -> list[str]:
        """What the player is told before they bet."""
        return []

    def after(self, events: Iterable[Happening], table: Table) -> None:  # noqa: B027  (most games have nothing here)
        """What follows from events beside the table."""


TERMINAL_GAMES: Final = Rooms[type[TerminalGame]]("pitboss.cli.play")


def round_of(table: Table) -> Round:
    assert table.round is not None
    return table.round
