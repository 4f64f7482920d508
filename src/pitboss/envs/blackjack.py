"""Blackjack as an environment, on any blackjack sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from pitboss.cards import Card
from pitboss.envs.rounds import SEAT, Observation, RoundEnv
from pitboss.games import actions as a
from pitboss.games.blackjack.round import BlackjackRound
from pitboss.games.blackjack.state import Hand
from pitboss.hands.totals import POINTS
from pitboss.rules.blackjack import BlackjackRules

__all__ = ["BlackjackEnv"]

ACTIONS = (
    "stand", "hit", "double", "double_for_less", "double_paid", "split", "split_paid", "surrender", "insure",
    "even_money", "go_on",
)  # fmt: skip
"""``go_on`` declines insurance, takes a blackjack, plays on instead of an early surrender, and ends a decided round."""
QUESTIONS = ("play", "fives", "insurance", "natural", "early_surrender", "over")
MOST_HANDS = 16


class BlackjackEnv(RoundEnv[BlackjackRound]):
    """One spot of blackjack.

    What is seen: the kind of question, the hand's total, whether it is soft, how many cards it has, the dealer's up
    card (1 is an ace), the value of a pair that could be split (0 for none), which of how many hands it is, whether it
    was split, and whether it stands on a lammer.
    """

    default_sheet: ClassVar[str] = "catfish-blackjack"
    fields: ClassVar[tuple[str, ...]] = (
        "question", "total", "soft", "cards", "up_card", "pair", "hand", "hands", "split", "lammer",
    )  # fmt: skip
    sizes: ClassVar[tuple[int, ...]] = (len(QUESTIONS), 32, 2, 24, 11, 11, MOST_HANDS, MOST_HANDS + 1, 2, 2)

    def _action_names(self) -> Sequence[str]:
        self.sheet.rules_as(BlackjackRules)
        return ACTIONS

    def _stakes(self, asked: dict[str, int]) -> dict[str, int]:
        stakes = {"main": self.sheet.rules.table.minimum} | asked
        self.unit = stakes["main"]
        return stakes

    def _round(self, cards: tuple[Card, ...]) -> BlackjackRound:
        return BlackjackRound(self.sheet, cards)

    def _answers(self, round_: BlackjackRound) -> dict[str, a.Action]:
        if round_.over:
            return {"go_on": a.GoOn()}
        answers: dict[str, a.Action] = {}
        for offer in round_.offers():
            answers.setdefault(_name(offer.action), offer.action)
        return answers

    def _seen(self, round_: BlackjackRound) -> list[int]:
        spot, question = round_.spots[SEAT], round_.question
        at = question.hand if question is not None else 0
        hand: Hand = spot.hands[at]
        kind = QUESTIONS.index(question.kind if question is not None else "over")
        up = POINTS[round_.up] if round_.up.known else 0
        return [
            kind, hand.total, int(hand.soft), len(hand.cards), up, _pair(hand.cards), at, len(spot.hands),
            int(hand.split), int(bool(hand.lammers)),
        ]  # fmt: skip

    def describe(self, observation: Observation) -> str:
        seen = dict(zip(self.fields, observation.tolist(), strict=True))
        total = f"{'soft ' if seen['soft'] else ''}{seen['total']}"
        which = f" (hand {seen['hand'] + 1} of {seen['hands']})" if seen["hands"] > 1 else ""
        up = "an ace" if seen["up_card"] == 1 else str(seen["up_card"])
        return f"{QUESTIONS[seen['question']].replace('_', ' ')}: {total}{which} against {up}"


def _name(action: a.Action) -> str:
    """The name under which an action of the engine is chosen."""
    match action:
        case a.DoubleDown():
            return "double_paid" if action.paid else "double_for_less" if action.cents else "double"
        case a.Split():
            return "split_paid" if action.paid else "split"
        case a.Stand() | a.Hit() | a.Surrender() | a.Insure():
            return type(action).__name__.lower()
        case a.TakeEvenMoney():
            return "even_money"
        case _:
            return "go_on"


def _pair(cards: Sequence[Card]) -> int:
    """The value of two cards of one value, 0 for anything else."""
    return POINTS[cards[0]] if len(cards) == 2 and POINTS[cards[0]] == POINTS[cards[1]] else 0
