"""A play to remember: bet from one hand up, the most from a pair of aces; and the exceptions to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS, Card
from pitboss.hands.four_cards import describe_strength, playing_ranks
from pitboss.maths.crazy4.record import Crazy4Record, compile_crazy4
from pitboss.maths.crazy4.showdowns import FacedHands, faced
from pitboss.maths.crazy4.solution import Crazy4Solution
from pitboss.maths.crazy4.solver import evaluate_play, threshold_play
from pitboss.rules import Sheet

__all__ = ["Exception_", "SimplePlay", "exceptions_to", "lowest_bet", "simple_cost", "simple_play"]


@dataclass(frozen=True, slots=True)
class Exception_:
    """Hands of five ranks that best play decides otherwise than the rule."""

    ranks: str
    """The five ranks, highest first."""
    best: str
    """What is best for them: "bet" or "fold"."""
    hands: int
    of: int
    """How many of all hands of these ranks that the rule decides alike."""
    suits: str
    """Which of them, by how their suits go together, where it is not all."""

    @property
    def text(self) -> str:
        part = "" if self.hands == self.of else f" {self.hands} of {self.of} hands: {self.suits}"
        return f"{' '.join(self.ranks)}: {self.best}{part}"


@dataclass(frozen=True, slots=True)
class SimplePlay:
    """The rule, what it is worth, what it costs, and where it errs."""

    solution: Crazy4Solution
    lowest: int
    cost: Fraction
    exceptions: tuple[Exception_, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The rule in sentences."""
        ranks = " ".join(RANKS[rank] for rank in playing_ranks(self.lowest))
        bets = self.solution.record.bets
        most = f"; bet {bets[-1].multiple} times with a pair of aces or better" if len(bets) > 1 else ""
        return (f"Bet with {ranks} ({describe_strength(self.lowest)}) or better, fold the rest{most}.",)


def lowest_bet(record: Crazy4Record, best: NDArray[np.uint8]) -> int:
    """Return the strength from which on betting is best for most hands of that strength, and for all above it."""
    hands = faced(record.opens)
    bets = best[hands.number] > 0
    starts = np.flatnonzero(np.diff(hands.strength, prepend=-1))
    shares = np.add.reduceat(bets.astype(np.int64), starts) * 2 > np.diff(np.append(starts, len(bets)))
    last_fold = np.flatnonzero(~shares)
    first = int(last_fold[-1]) + 1 if len(last_fold) else 0
    return int(hands.strength[starts[min(first, len(starts) - 1)]])


def simple_play(sheet: Sheet, stake_cents: int | None = None) -> NDArray[np.uint8]:
    """Return the multiple of the Ante for every hand by its number under the rule."""
    from pitboss.maths.crazy4.solver import solve

    record = compile_crazy4(sheet, stake_cents=stake_cents)
    return threshold_play(record, lowest_bet(record, solve(sheet, stake_cents=stake_cents).play))


def simple_cost(sheet: Sheet, best: Crazy4Solution) -> SimplePlay:
    """Return the rule beside the best play of a sheet."""
    record = best.record
    lowest = lowest_bet(record, best.play)
    found = evaluate_play(sheet, threshold_play(record, lowest), stake_cents=record.stake)
    return SimplePlay(found, lowest, found.house_edge - best.house_edge, exceptions_to(record, best, lowest))


def exceptions_to(record: Crazy4Record, best: Crazy4Solution, lowest: int) -> tuple[Exception_, ...]:
    """Return the hands that are decided otherwise than by the rule, by their five ranks, the highest first."""
    hands = faced(record.opens)
    bets, rule = best.play[hands.number] > 0, hands.strength >= lowest
    concerned = {_ranks(_cards(int(number))) for number in hands.number[bets != rule]}
    return tuple(_exceptions(hands, bets, rule, concerned))


def _exceptions(
    hands: FacedHands, bets: NDArray[np.bool_], rule: NDArray[np.bool_], concerned: set[str]
) -> Iterator[Exception_]:
    near = np.isin(hands.strength, np.unique(hands.strength[bets != rule]))
    rows = [
        (_ranks(cards := _cards(int(hands.number[at]))), bool(bets[at]), bool(rule[at]), _pattern(cards))
        for at in np.flatnonzero(near)
    ]
    order = {rank: at for at, rank in enumerate(RANKS)}
    rows = sorted((row for row in rows if row[0] in concerned), key=lambda row: [-order[rank] for rank in row[0]])
    for ranks, group in groupby(rows, key=lambda row: row[0]):
        of = list(group)
        other = [row for row in of if row[1] != row[2]]
        same = {row[3] for row in of if row[1] == row[2]}
        suits = sorted({row[3] for row in other} - same)
        yield Exception_(ranks, "bet" if other[0][1] else "fold", len(other), len(of), ", ".join(suits))


@lru_cache(maxsize=4096)
def _cards(number: int) -> tuple[Card, ...]:
    """The cards of a hand by its number, highest first."""
    from math import comb

    found = []
    for left in range(5, 0, -1):
        card = max(card for card in range(52) if comb(card, left) <= number)
        number -= comb(card, left)
        found.append(Card(card))
    return tuple(found)


def _ranks(cards: tuple[Card, ...]) -> str:
    return "".join(card.rank for card in cards)


def _pattern(cards: tuple[Card, ...]) -> str:
    """Which of the cards have a suit in common: letters by suit in the order of the ranks.

    >>> from pitboss.cards import parse_cards
    >>> _pattern(parse_cards("Kh Qd 8h 4s 2d"))
    'abacb'
    """
    letters: dict[str, str] = {}
    return "".join(letters.setdefault(card.suit, "abcde"[len(letters)]) for card in cards)
