"""A way to play hold'em that a person can remember, and exactly what it costs.

Its shape is the one that is commonly taught: a list of hands to raise before the flop, three reasons to raise on the
flop, and at the end any hand of one's own or a count of the cards that would give the dealer a better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS
from pitboss.errors import NotationError
from pitboss.hands.poker import Category
from pitboss.maths._kernels.holdem_boards import LIVE
from pitboss.maths._kernels.holdem_index import BOARDS, FLOPS, PAIRS, WORDS
from pitboss.maths._kernels.holdem_lines import CARDS
from pitboss.maths._kernels.holdem_outs import bet_by_outs
from pitboss.maths.holdem.boards import RankedBoards, all_flops, flop_kinds, free_pairs, in_threads, rank_all
from pitboss.maths.holdem.play import BestPlay, bits
from pitboss.maths.holdem.record import HoldemRecord, compile_holdem
from pitboss.maths.holdem.solution import HoldemSolution
from pitboss.maths.holdem.solver import evaluate_play, solve
from pitboss.rules import Sheet

__all__ = ["SIMPLE", "SimpleCost", "SimplePlay", "simple_cost", "simple_play"]

U8 = NDArray[np.uint8]
Chosen = NDArray[np.bool_]


@dataclass(frozen=True)
class SimplePlay:
    """The rules of a simple way to play, as data."""

    pairs_from: str
    """The lowest pair that raises before the flop."""
    suited_from: Mapping[str, str]
    """By the higher of two cards of one suit, the lowest partner with which it raises."""
    offsuit_from: Mapping[str, str]
    """The same for cards of two suits."""
    flop_pocket_from: str
    """The lowest pocket pair that raises on the flop."""
    flush_draw_from: str
    """The lowest hole card of its suit with which four to a flush raise on the flop."""
    most_outs: int
    """Without a hand of one's own, bet on the river if no more than N cards beat it."""

    def lines(self) -> tuple[str, ...]:
        """The rules in words."""
        high = [
            f"{rank} with {self.suited_from[rank]} or better suited"
            + (f", {self.offsuit_from[rank]} or better offsuit" if rank in self.offsuit_from else "")
            for rank in self.suited_from
        ]
        return (
            f"Before the flop raise the most with a pair of {self.pairs_from} or better, {'; '.join(high)}.",
            "On the flop raise with two pair or better, with a pair that one of your own cards makes (a pocket pair "
            f"from {self.flop_pocket_from} up), or with four to a flush of which you hold the "
            f"{self.flush_draw_from} or better.",
            "At the end bet if your cards make a better kind of hand than the board has by itself, or if no more than "
            f"{self.most_outs} of the unseen cards would, with the board, give the dealer a hand that beats yours.",
            "In all other cases check, and at the end fold.",
        )


SIMPLE = SimplePlay(
    pairs_from="3",
    suited_from={"A": "2", "K": "2", "Q": "6", "J": "8"},
    offsuit_from={"A": "2", "K": "5", "Q": "8", "J": "T"},
    flop_pocket_from="3",
    flush_draw_from="T",
    most_outs=20,
)


@dataclass(frozen=True)
class SimpleCost:
    """A simple way to play beside the best one, in units of the Ante."""

    rules: SimplePlay
    simple: HoldemSolution
    best: HoldemSolution

    @property
    def cost(self) -> Fraction:
        """What is given away in the mean of a round."""
        return self.best.expectation - self.simple.expectation


def simple_cost(
    sheet: Sheet,
    rules: SimplePlay = SIMPLE,
    *,
    best: HoldemSolution | None = None,
    stake_cents: int | None = None,
    boards: RankedBoards | None = None,
) -> SimpleCost:
    """The exact cost of a simple way to play on a sheet; ``best`` is its solution, where somebody has it already."""
    ranked = boards or rank_all()
    record = compile_holdem(sheet, stake_cents=stake_cents)
    play = simple_play(record, rules, boards=ranked)
    simple = evaluate_play(sheet, play, stake_cents=record.stake, boards=ranked)
    found = solve(sheet, stake_cents=record.stake, boards=ranked) if best is None else best
    assert found.record == record, "the solution is of this game"
    return SimpleCost(rules, simple, found)


def simple_play(record: HoldemRecord, rules: SimplePlay = SIMPLE, *, boards: RankedBoards) -> BestPlay:
    """The tables of a simple way to play, with the bets that a game offers."""
    if not 0 <= rules.most_outs < LIVE:
        raise NotationError(f"{rules.most_outs} outs cannot be counted", expected=f"0 to {LIVE - 1}")
    most = record.preflop[-1].multiple if record.preflop else 0
    flop = _flop_raises(rules) if record.flop is not None else np.zeros((FLOPS, PAIRS), dtype=np.bool_)
    rivers = np.zeros((BOARDS, WORDS), dtype=np.uint64)
    if record.river is not None:
        in_threads(lambda _, first, last: bet_by_outs(boards.cards, first, last, rules.most_outs, rivers))
    return BestPlay((_preflop_raises(rules) * most).astype(np.uint8), bits(flop), rivers)


def _preflop_raises(rules: SimplePlay) -> Chosen:
    low, high = CARDS[:, 0] >> 2, CARDS[:, 1] >> 2
    suited = CARDS[:, 0] & 3 == CARDS[:, 1] & 3
    chosen = (low == high) & (low >= RANKS.index(rules.pairs_from))
    for alike, table in ((True, rules.suited_from), (False, rules.offsuit_from)):
        for top, partner in table.items():
            fits = (high == RANKS.index(top)) & (low < high) & (low >= RANKS.index(partner))
            chosen |= fits & (suited == alike)
    return np.asarray(chosen)


def _flop_raises(rules: SimplePlay) -> Chosen:
    """By class of flops and pair of hole cards, whether the rules raise."""
    flops = all_flops().cards
    made = flop_kinds() >= Category.TWO_PAIR
    return np.asarray((made | _own_pair(rules, flops) | _flush_draw(rules, flops)) & free_pairs(flops))


def _own_pair(rules: SimplePlay, flops: U8) -> Chosen:
    """Whether a hole card makes a pair: with the other, or with the flop."""
    low, high = CARDS[:, 0] >> 2, CARDS[:, 1] >> 2
    pocket = (low == high) & (low >= RANKS.index(rules.flop_pocket_from))
    held = (flops[:, :, None] >> 2 == np.arange(13)).any(axis=1)
    return np.asarray(pocket[None, :] | held[:, low] | held[:, high])


def _flush_draw(rules: SimplePlay, flops: U8) -> Chosen:
    """Whether four or five cards are of one suit, a high enough hole card among them."""
    found = np.zeros((FLOPS, PAIRS), dtype=np.bool_)
    suits, ranks = CARDS & 3, CARDS >> 2
    high_enough = ranks >= RANKS.index(rules.flush_draw_from)
    for suit in range(4):
        ours = np.equal(suits, suit)
        needed = 4 - (flops & 3 == suit).sum(axis=1)
        found |= (ours.sum(axis=1) >= needed[:, None]) & (ours & high_enough).any(axis=1)
    return found
