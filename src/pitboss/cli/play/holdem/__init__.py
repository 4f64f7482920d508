"""Hold'em in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.cli.play.felt import Felt, Paint
from pitboss.cli.play.game import Staff, TerminalGame
from pitboss.cli.play.holdem.answers import decision_from
from pitboss.cli.play.holdem.explain import allowed_now, prompt_for
from pitboss.cli.play.holdem.felt import HoldemFelt
from pitboss.cli.play.holdem.jackpots import Jackpots
from pitboss.games import actions as a
from pitboss.games.actions import Fold, PlayBet
from pitboss.games.events import Event
from pitboss.games.holdem.round import HoldemRound
from pitboss.games.holdem.state import terms_of
from pitboss.games.poker.views import seen_by
from pitboss.games.round import Round
from pitboss.money import dollars
from pitboss.rules import Sheet
from pitboss.shoe import Chance
from pitboss.table import Happening, Table

__all__ = ["GAME", "Holdem"]

_PAIR = ("ante", "blind")


class Holdem(TerminalGame):
    """Ante and Blind by one amount, Trips, the progressive with its meters; then check, bet or fold."""

    def __init__(self, sheet: Sheet, paint: Paint) -> None:
        super().__init__(sheet, paint)
        self.terms = terms_of(sheet)
        offered = {"trips": self.terms.trips, "progressive": self.terms.progressive}
        self.wagers = (*_PAIR, *(wager for wager, rules in offered.items() if rules is not None))
        self.jackpots = Jackpots(sheet, paint) if self.terms.progressive is not None else None

    @property
    def least(self) -> int:
        return len(_PAIR) * self.terms.table.minimum

    @property
    def limits(self) -> str:
        table = self.terms.table
        return f"Ante and Blind {dollars(table.minimum)} to {dollars(table.maximum)} each"

    def felt(self) -> HoldemFelt:
        return HoldemFelt(self.paint, self.sheet)

    def seen(self, events: Iterable[Event], player: str) -> Iterator[Event]:
        return seen_by(events, player)

    # bets

    def laid(self, wager: str) -> tuple[str, ...]:
        return _PAIR if wager in _PAIR else (wager,)

    def fixed(self, wager: str) -> int | None:
        progressive = self.terms.progressive
        return progressive.wager if wager == "progressive" and progressive is not None else None

    def limit_of(self, wager: str) -> tuple[str, str]:
        terms, cite = self.terms, self.sheet.cite
        if wager == "trips" and terms.trips is not None:
            low, high, step = (dollars(cents) for cents in (terms.trips.min, terms.trips.max, terms.trips.step))
            return f"trips: {low} to {high} in steps of {step}", cite("bets.trips.min")
        if wager == "progressive" and terms.progressive is not None:
            meters = self.jackpots.meters().partition(": ")[2] if self.jackpots is not None else ""
            return f"progressive: {dollars(terms.progressive.wager)} ({meters[:-1]})", cite("bets.progressive.wager")
        return f"{self.limits} and equal, in steps of {dollars(terms.table.bet_step)}", cite("equal_bets")

    def bet_examples(self) -> list[str]:
        least = dollars(self.terms.table.minimum).removeprefix("$")
        side = {"trips": "`trips 5`", "progressive": "`progressive`"}
        return [f"`{least}` for Ante and Blind alike", *(side[wager] for wager in self.wagers if wager in side)]

    # questions

    def prompt(self, round_: Round, felt: Felt) -> tuple[int, str]:
        assert isinstance(round_, HoldemRound)
        assert isinstance(felt, HoldemFelt)
        return prompt_for(round_, felt)

    def help_now(self, round_: Round) -> list[str]:
        assert isinstance(round_, HoldemRound)
        return allowed_now(round_, self.paint)

    def decision(self, answer: str, round_: Round, box: int) -> a.Action:
        assert isinstance(round_, HoldemRound)
        return decision_from(answer, round_, box)

    def silence(self, round_: Round, cents: int) -> a.Action:
        """Nobody bets for a player what they do not have."""
        answer = super().silence(round_, cents)
        assert isinstance(round_, HoldemRound)
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
        if isinstance(round_, HoldemRound) and round_.question is not None and round_.question.kind == "jackpot":
            assert self.jackpots is not None
            paid, lines = self.jackpots.pay(round_, round_.question.spot, table.rounds)
            return Staff(paid, "shift_manager", lines)
        return super().staff(table, chance)


GAME: Final = Holdem
