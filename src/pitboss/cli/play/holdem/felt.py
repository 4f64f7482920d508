"""The felt of a hold'em table: the player's two cards, the board as it is turned, and the dealer's hand."""

from __future__ import annotations

from typing import ClassVar

from pitboss.cards import Card
from pitboss.cli.play.felt import Paint, Tellers
from pitboss.cli.play.poker.felt import PokerFelt
from pitboss.games import events as e
from pitboss.hands.poker import describe
from pitboss.rules import Sheet

__all__ = ["HoldemFelt"]


class HoldemFelt(PokerFelt):
    """The board, and the hands that the player may see."""

    tucked_under: ClassVar[str] = "Trips"
    not_good_enough: ClassVar[str] = "The dealer does not qualify."

    def __init__(self, paint: Paint, sheet: Sheet) -> None:
        super().__init__(paint, sheet)
        self.board: tuple[Card, ...] = ()

    # what lies there

    def lines(self) -> list[str]:
        """The board as far as it is turned, and each hand the player knows."""
        board = self.paint.cards(self.board) or "five cards face down"
        return [f"  {self.paint('bold', 'Board')}   {board}", *super().lines()]

    def hand(self, box: int, paint: Paint) -> str:
        """The two cards of a hand and, from the flop on, what they make with the board."""
        cards = self.hands[box]
        if not self.board:
            return paint.cards(cards)
        return f"{paint.cards(cards)} + {paint.cards(self.board)} = {describe((*cards, *self.board))}"

    # what happens

    def _flop(self, event: e.FlopTurned) -> list[str]:
        self.board = event.cards
        return [f"  {self.paint('bold', 'Flop')}  {self.paint.cards(event.cards)}{self.paint.clause(event.clause)}"]

    def _turn_river(self, event: e.TurnRiverTurned) -> list[str]:
        self.board += event.cards
        title = self.paint("bold", "Turn and river")
        return [f"  {title}  {self.paint.cards(event.cards)}{self.paint.clause(event.clause)}"]

    def _checked(self, event: e.Checked) -> list[str]:
        return [f"  {self.name(event.spot)} checks.{self.paint.clause(event.clause)}"]

    TELLERS: ClassVar[Tellers] = {
        **PokerFelt.TELLERS,
        e.FlopTurned: _flop,
        e.TurnRiverTurned: _turn_river,
        e.Checked: _checked,
    }
