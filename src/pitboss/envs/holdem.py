"""Ultimate Texas Hold'em as an environment, on any hold'em sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.cards import UNKNOWN, Card, cards_text
from pitboss.envs.poker import PokerEnv
from pitboss.envs.rounds import SEAT, Observation
from pitboss.games.holdem.round import HoldemRound
from pitboss.rules.holdem import HoldemRules

__all__ = ["HoldemEnv"]

STREETS = ("preflop", "flop", "river", "over")
WORDS = {"preflop": "before the flop", "flop": "on the flop", "river": "at the river", "over": "the round is over"}


class HoldemEnv(PokerEnv[HoldemRound]):
    """One seat of hold'em against the dealer; the meters of a progressive stand at their seeds.

    What is seen: the street, the two hole cards and the five of the board, as card numbers (52 is a card face down).
    The actions are check, fold, and a Play bet of each multiple that the sheet has.
    """

    default_sheet: ClassVar[str] = "ultimate-texas-holdem"
    round_type = HoldemRound
    wagers: ClassVar[tuple[str, ...]] = ("ante", "blind", "trips", "progressive")
    fields: ClassVar[tuple[str, ...]] = ("street", "hole_1", "hole_2", *(f"board_{n}" for n in range(1, 6)))
    hole: tuple[Card, ...] = ()
    sizes: ClassVar[tuple[int, ...]] = (len(STREETS), *[53] * 7)

    def _action_names(self) -> Sequence[str]:
        play = self.sheet.rules_as(HoldemRules).play
        multiples = sorted({*play.preflop_multiples, play.flop_multiple, play.river_multiple})
        return ["check", "fold", *(f"bet_{multiple}x" for multiple in multiples)]

    def _seen(self, round_: HoldemRound) -> list[int]:
        street = round_.question.kind if round_.question is not None else "over"
        self.hole = round_.seats[SEAT].cards or self.hole  # a hand that was decided has left the table
        hidden = 5 - round_.turned
        board = [*round_.board[: round_.turned], *[UNKNOWN] * hidden]
        return [STREETS.index(street), *map(int, self.hole), *map(int, board)]

    def describe(self, observation: Observation) -> str:
        street, *cards = observation.tolist()
        hole, board = [Card(card) for card in cards[:2]], [Card(card) for card in cards[2:]]
        turned = [card for card in board if card.known]
        return f"{WORDS[STREETS[street]]}: {cards_text(hole)}" + (f" and {cards_text(turned)}" if turned else "")
