"""Crazy 4 Poker as an environment, on any sheet of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from pitboss.cards import Card, cards_text
from pitboss.envs.poker import PokerEnv
from pitboss.envs.rounds import SEAT, Illegal, Observation
from pitboss.errors import NotationError
from pitboss.games.crazy4.round import Crazy4Round
from pitboss.rules import Sheet, load
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["Crazy4Env"]

STATES = ("decide", "over")


class Crazy4Env(PokerEnv[Crazy4Round]):
    """One seat of Crazy 4 Poker; the meters of a progressive stand at their seeds.

    What is seen: whether the round is over, and the five cards, as card numbers. The actions are to fold, and a Play
    bet of each multiple that the sheet has.
    """

    round_type = Crazy4Round
    wagers: ClassVar[tuple[str, ...]] = ("ante", "super_bonus", "queens_up", "progressive")
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
        self.hand: tuple[Card, ...] = ()
        play = sheet.rules.play
        names = ["fold", *(f"bet_{multiple}x" for multiple in range(play.multiple, play.aces_multiple + 1))]
        super().__init__(sheet, names, stakes=stakes, illegal=illegal, render_mode=render_mode)

    def _seen(self, round_: Crazy4Round) -> list[int]:
        self.hand = round_.seats[SEAT].cards or self.hand  # a hand that was decided has left the table
        return [int(round_.question is None), *map(int, self.hand)]

    def describe(self, observation: Observation) -> str:
        over, *cards = observation.tolist()
        state = "the round is over" if over else "to decide"
        return f"{state}: {cards_text([Card(card) for card in cards])}"
