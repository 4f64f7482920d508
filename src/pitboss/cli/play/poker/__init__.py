"""Poker against the dealer in the terminal: what its games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from pitboss.cli.play.felt import Felt, Paint
from pitboss.cli.play.game import Staff, TerminalGame
from pitboss.cli.play.poker.answers import decision_from
from pitboss.cli.play.poker.explain import allowed_now, prompt_for
from pitboss.cli.play.poker.felt import PokerFelt
from pitboss.cli.play.poker.jackpots import Jackpots
from pitboss.games import actions as a
from pitboss.games.actions import Fold, PlayBet
from pitboss.games.events import Event
from pitboss.games.poker.round import PokerRound
from pitboss.games.poker.state import PokerTerms
from pitboss.games.poker.views import seen_by
from pitboss.games.round import Round
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.shoe import Chance
from pitboss.table import Happening, Table

__all__ = ["PokerTerminal"]


class PokerTerminal(TerminalGame):
    """Ante and its equal by one amount, the optional bet, the progressive with its meters; then the decisions."""

    equal_title: ClassVar[str]

    def __init__(self, sheet: Sheet, paint: Paint) -> None:
        super().__init__(sheet, paint)
        self.terms = self.terms_of(sheet)
        self.pair = ("ante", self.terms.EQUAL)
        offered = {self.terms.SIDE: self.terms.side, "progressive": self.terms.progressive}
        self.wagers = (*self.pair, *(wager for wager, rules in offered.items() if rules is not None))
        self.jackpots = Jackpots(sheet, paint) if self.terms.progressive is not None else None

    def terms_of(self, sheet: Sheet) -> PokerTerms:
        """Return the values of a sheet of this game."""
        raise NotImplementedError

    @property
    def least(self) -> int:
        return len(self.pair) * self.terms.poker.table.minimum

    @property
    def limits(self) -> str:
        table = self.terms.poker.table
        return f"Ante and {self.equal_title} {dollars(table.minimum)} to {dollars(table.maximum)} each"

    def seen(self, events: Iterable[Event], player: str) -> Iterator[Event]:
        return seen_by(events, player)

    # bets

    def laid(self, wager: str) -> tuple[str, ...]:
        return self.pair if wager in self.pair else (wager,)

    def fixed(self, wager: str) -> int | None:
        progressive = self.terms.progressive
        return progressive.wager if wager == "progressive" and progressive is not None else None

    def limit_of(self, wager: str) -> tuple[str, str]:
        terms, cite = self.terms, self.sheet.cite
        if wager == terms.SIDE and terms.side is not None:
            low, high, step = (dollars(cents) for cents in (terms.side.min, terms.side.max, terms.side.step))
            return f"{wager.replace('_', ' ')}: {low} to {high} in steps of {step}", cite(f"bets.{wager}.min")
        if wager == "progressive" and terms.progressive is not None:
            meters = self.jackpots.meters().partition(": ")[2] if self.jackpots is not None else ""
            return f"progressive: {dollars(terms.progressive.wager)} ({meters[:-1]})", cite("bets.progressive.wager")
        return f"{self.limits} and equal, in steps of {dollars(terms.poker.table.bet_step)}", cite("equal_bets")

    def bet_examples(self) -> list[str]:
        least = dollars(self.terms.poker.table.minimum).removeprefix("$")
        side = {self.terms.SIDE: f"`{self.terms.SIDE} 5`", "progressive": "`progressive`"}
        alike = f"`{least}` for Ante and {self.equal_title} alike"
        return [alike, *(side[wager] for wager in self.wagers if wager in side)]

    # questions

    def prompt(self, round_: Round, felt: Felt) -> tuple[int, str]:
        assert isinstance(round_, PokerRound)
        assert isinstance(felt, PokerFelt)
        return prompt_for(round_, felt)

    def help_now(self, round_: Round) -> list[str]:
        assert isinstance(round_, PokerRound)
        return allowed_now(round_, self.paint)

    def decision(self, answer: str, round_: Round, box: int) -> a.Action:
        assert isinstance(round_, PokerRound)
        return decision_from(answer, round_, box)

    def silence(self, round_: Round, cents: int) -> a.Action:
        """Return the answer for a player who has left; it never bets more than they have."""
        answer = super().silence(round_, cents)
        assert isinstance(round_, PokerRound)
        if isinstance(answer, PlayBet) and answer.multiple * round_.seats[answer.spot].ante > cents:
            return Fold(spot=answer.spot)
        return answer

    # the progressive

    def before_round(self) -> list[str]:
        return [] if self.jackpots is None else [self.jackpots.meters()]

    def after(self, events: Iterable[Happening], table: Table) -> None:
        if self.jackpots is not None:
            self.jackpots.feed(events, table.rounds)

    def staff(self, table: Table, chance: Chance) -> Staff | None:
        """A hit is paid from the link, by the shift manager."""
        round_ = table.round
        if isinstance(round_, PokerRound) and round_.question is not None and round_.question.kind == "jackpot":
            assert self.jackpots is not None
            paid, lines = self.jackpots.pay(round_, round_.question.spot, table.rounds)
            return Staff(paid, "shift_manager", lines)
        return super().staff(table, chance)
