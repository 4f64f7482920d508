"""Crazy 4 Poker as an environment, on any sheet of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cards import Card, cards_text
from pitboss.envs.rounds import SEAT, Illegal, Observation, RoundEnv
from pitboss.errors import NotationError
from pitboss.games import actions as a
from pitboss.games.actions import PlayBet
from pitboss.games.crazy4.round import Crazy4Round
from pitboss.rules import Sheet, load
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["Crazy4Env"]

STATES = ("decide", "over")
ORDER = ("ante", "super_bonus", "queens_up", "progressive")


class Crazy4Env(RoundEnv[Crazy4Round]):
    """One seat of Crazy 4 Poker; the meters of a progressive stand at their seeds.

    What is seen: whether the round is over, and the five cards, as card numbers. The actions are to fold, and a Play
    bet of each multiple that the sheet has.
    """

    fields: ClassVar[tuple[str, ...]] = ("state", *(f"card_{n}" for n in range(1, 6)))
    sizes: ClassVar[tuple[int, ...]] = (len(STATES), *[53] * 5)

    def __init__(
        self,
        sheet: str | Sheet = "crazy-4-poker",
        *,
        sets: Sequence[str] = (),
        stakes: Mapping[str, str | int | float] | None = None,
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
    ) -> None:
        sheet = sheet if isinstance(sheet, Sheet) else load(sheet, sets=list(sets))
        if not isinstance(sheet.rules, Crazy4Rules):
            raise NotationError(f'"{sheet.name}" is no sheet of Crazy 4 Poker')
        self.rules = sheet.rules
        self.hand: tuple[Card, ...] = ()
        play = sheet.rules.play
        names = ["fold", *(f"bet_{multiple}x" for multiple in range(play.multiple, play.aces_multiple + 1))]
        super().__init__(sheet, names, stakes=stakes, illegal=illegal, render_mode=render_mode)

    def _stakes(self, asked: dict[str, int]) -> dict[str, int]:
        unknown = [wager for wager in asked if wager not in (*ORDER, "main")]
        if unknown or {"ante", "super_bonus"} & {*asked}:
            raise NotationError(
                f"{(unknown or ['ante'])[0]} cannot be staked",
                expected="main (Ante and Super Bonus alike), queens_up, progressive",
            )
        self.unit = asked.get("main", self.rules.table.minimum)
        stakes = {**asked, "ante": self.unit, "super_bonus": self.unit}
        return {wager: stakes[wager] for wager in ORDER if wager in stakes}

    def _round(self, cards: tuple[Card, ...]) -> Crazy4Round:
        progressive = self.rules.bets.progressive
        meters = None
        if progressive is not None:
            meters = {"major": progressive.major.seed, "minor": progressive.minor.seed}
        return Crazy4Round(self.sheet, cards, meters=meters)

    def _answers(self, round_: Crazy4Round) -> dict[str, a.Action]:
        return {_name(offer.action): offer.action for offer in round_.offers()}

    def _seen(self, round_: Crazy4Round) -> list[int]:
        self.hand = round_.seats[SEAT].cards or self.hand  # a hand that was decided has left the table
        return [int(round_.question is None), *map(int, self.hand)]

    def describe(self, observation: Observation) -> str:
        over, *cards = observation.tolist()
        state = "the round is over" if over else "to decide"
        return f"{state}: {cards_text([Card(card) for card in cards])}"


def _name(action: a.Action) -> str:
    return f"bet_{action.multiple}x" if isinstance(action, PlayBet) else "fold"
