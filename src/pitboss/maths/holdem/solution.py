"""What hold'em is worth under a way to play: every end of a round with how often it comes, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import ClassVar

from pitboss.hands.poker import Category
from pitboss.maths.holdem.play import BestPlay
from pitboss.maths.holdem.record import HoldemRecord
from pitboss.maths.poker.record import Raise
from pitboss.maths.poker.solution import PokerSolution

__all__ = ["OUTCOMES", "Ending", "HoldemSolution", "endings_of"]

OUTCOMES = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
"""Hole cards, flop, turn and river, dealer's cards: all that can be dealt to one hand."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a round ends: the decision, the player's hand, who wins, and the cents of each wager."""

    decision: str
    """Street and bet, such as ``preflop 4x``, or ``fold``."""
    hand: str
    result: str
    qualified: bool
    """Whether the dealer qualified; for a tie it makes no difference and is not recorded."""
    count: int
    ante: int
    blind: int
    play: int
    staked: int
    """Ante, Blind and Play bet together."""

    @property
    def equal(self) -> int:
        return self.blind

    @property
    def net(self) -> int:
        return self.ante + self.blind + self.play


@dataclass(frozen=True)
class HoldemSolution(PokerSolution):
    """A game of hold'em under a way to play, exactly: all figures are per unit of the Ante."""

    EQUAL: ClassVar[str] = "Blind"

    record: HoldemRecord
    play: BestPlay
    endings: tuple[Ending, ...]
    hands: Mapping[str, Mapping[str, Fraction]]
    """By kind of hole cards (``AKs``): what each choice before the flop is worth, with best play after it.

    Prizes are in it where there are any. It is empty where the way to play was given.
    """
    lines: Mapping[str, int]
    """How many outcomes make each progressive line with the flop."""
    kept: Mapping[str, int]
    """How many of them are not folded."""
    prizes: Mapping[str, Fraction] = field(default_factory=dict)
    outcomes: int = OUTCOMES

    @cached_property
    def joint_expectation(self) -> Fraction:
        """The same with the prizes that are not folded."""
        return self.expectation + sum(
            (prize * self.kept[line] / OUTCOMES for line, prize in self.prizes.items()), Fraction()
        )

    def choice(self, hand: str) -> str:
        """The best choice before the flop for a kind of hole cards; of equal ones the smallest bet."""
        values = self.hands[hand]
        return max(values, key=values.__getitem__)


def endings_of(
    record: HoldemRecord, decision: str, bet: Raise | None, kind: int, sums: tuple[int, ...]
) -> Iterator[Ending]:
    """The ends of hands of one category after one decision, from the sums over boards and dealers."""
    boards, beaten, tied, weak = sums
    dealers, stake, hand = boards * comb(45, 2), record.stake, Category(kind).line
    weak *= record.needs_pair
    if bet is None:
        for qualified, count in ((True, dealers - weak), (False, weak)):
            yield Ending(decision, hand, "fold", qualified, count, *record.folded(qualified=qualified), 0, 2 * stake)
        return
    lost, staked = dealers - beaten - tied, 2 * stake + bet.lose
    won_weak, lost_weak = weak, 0
    if record.needs_pair and kind == Category.HIGH_CARD:  # it beats only hands that do not qualify either
        won_weak, lost_weak = beaten, weak - beaten - tied
    counts = {
        (True, True): beaten - won_weak,
        (True, False): won_weak,
        (False, True): lost - lost_weak,
        (False, False): lost_weak,
    }
    for (won, qualified), count in counts.items():
        amounts = record.amounts(bet, kind, won=won, qualified=qualified)
        yield Ending(decision, hand, "win" if won else "lose", qualified, count, *amounts, staked)
    yield Ending(decision, hand, "tie", True, tied, 0, 0, 0, staked)
