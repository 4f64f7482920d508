"""Blackjack in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.cli.play.blackjack.answers import decision_from
from pitboss.cli.play.blackjack.explain import allowed_now, prompt_for
from pitboss.cli.play.blackjack.felt import BlackjackFelt
from pitboss.cli.play.felt import Felt, Paint
from pitboss.cli.play.game import TerminalGame
from pitboss.games import actions as a
from pitboss.games.blackjack import BlackjackRound
from pitboss.games.blackjack.state import terms_of
from pitboss.games.blackjack.views import seen_by
from pitboss.games.events import Event
from pitboss.games.round import Round
from pitboss.money import dollars
from pitboss.rules import Sheet

__all__ = ["GAME", "Blackjack"]


class Blackjack(TerminalGame):
    """A main bet and side bets, then hit, stand and the rest."""

    def __init__(self, sheet: Sheet, paint: Paint) -> None:
        super().__init__(sheet, paint)
        self.terms = terms_of(sheet)
        self.wagers = ("main", *(bet.wager for bet in self.terms.bets))
        self.raised: a.Action = a.Stand()

    @property
    def least(self) -> int:
        return self.terms.table.minimum

    @property
    def limits(self) -> str:
        return f"{dollars(self.terms.table.minimum)} to {dollars(self.terms.table.maximum)}"

    def felt(self) -> BlackjackFelt:
        return BlackjackFelt(self.paint, self.sheet)

    def seen(self, events: Iterable[Event], player: str) -> Iterator[Event]:
        return seen_by(events, player)

    def limit_of(self, wager: str) -> tuple[str, str]:
        if wager == "main":
            return f"main: {self.limits} in steps of {dollars(self.terms.table.bet_step)}", self.sheet.cite(
                "table.minimum"
            )
        bet = next(bet for bet in self.terms.bets if bet.wager == wager)
        low, high, step = (dollars(cents) for cents in (bet.rules.min, bet.rules.max, bet.rules.step))
        return f"{wager.replace('_', ' ')}: {low} to {high} in steps of {step}", self.sheet.cite(
            f"bets.{bet.bet.section}.min"
        )

    def bet_examples(self) -> list[str]:
        least = dollars(self.least).removeprefix("$")
        side = [f"`{wager.replace('_', ' ')} 1` for a side bet" for wager in self.wagers[1:2]]
        return [f"`{least}` for the main bet", *side]

    def prompt(self, round_: Round, felt: Felt) -> tuple[int, str]:
        assert isinstance(round_, BlackjackRound)
        assert isinstance(felt, BlackjackFelt)
        return prompt_for(round_, felt)

    def help_now(self, round_: Round) -> list[str]:
        assert isinstance(round_, BlackjackRound)
        return allowed_now(round_, self.paint)

    def decision(self, answer: str, round_: Round, box: int) -> a.Action:
        """A double or split that made the dealer ask back keeps its amounts when the answer names none."""
        assert isinstance(round_, BlackjackRound)
        action = decision_from(answer, round_, box)
        asked_back = round_.question is not None and round_.question.kind == "fives"
        if asked_back and action == type(action)() and type(action) is type(self.raised):
            action = self.raised
        self.raised = action
        return action


GAME: Final = Blackjack
