"""Crazy 4 Poker as an environment, on any sheet of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.cards import Card, cards_text
from pitboss.envs.poker import PokerEnv
from pitboss.envs.rounds import SEAT, Observation
from pitboss.games.crazy4.round import Crazy4Round
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["Crazy4Env"]

STATES = ("decide", "over")


class Crazy4Env(PokerEnv[Crazy4Round]):
    """One seat of Crazy 4 Poker; the meters of a progressive stand at their seeds.

    What is seen: whether the round is over, and the five cards, as card numbers. The actions are to fold, and a Play
    bet of each multiple that the sheet has.
    """

    default_sheet: ClassVar[str] = "crazy-4-poker"
    round_type = Crazy4Round
    wagers: ClassVar[tuple[str, ...]] = ("ante", "super_bonus", "queens_up", "progressive")
    fields: ClassVar[tuple[str, ...]] = ("state", *(f"card_{n}" for n in range(1, 6)))
    hand: tuple[Card, ...] = ()
    sizes: ClassVar[tuple[int, ...]] = (len(STATES), *[53] * 5)

    def _action_names(self) -> Sequence[str]:
        play = self.sheet.rules_as(Crazy4Rules).play
        return ["fold", *(f"bet_{multiple}x" for multiple in range(play.multiple, play.aces_multiple + 1))]

    def _seen(self, round_: Crazy4Round) -> list[int]:
        self.hand = round_.seats[SEAT].cards or self.hand  # a hand that was decided has left the table
        return [int(round_.question is None), *map(int, self.hand)]

    def describe(self, observation: Observation) -> str:
        over, *cards = observation.tolist()
        state = "the round is over" if over else "to decide"
        return f"{state}: {cards_text([Card(card) for card in cards])}"
