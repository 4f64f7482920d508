"""Decisions that may depend on the count: the hands each is about, and what its choices bring at every count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack.moves import ACE, TEN, total_of
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord
from pitboss.maths.cache import kernel
from pitboss.maths.counting.blackjack.fitted import Fit
from pitboss.maths.counting.blackjack.met import FEATURES, Met, features
from pitboss.maths.counting.blackjack.solved import DOUBLE, FIRST_HANDS, HIT, OPTIONS, SPLIT, STAND, SURRENDER

__all__ = ["ByCount", "Decision", "Scene", "decisions_of"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

VALUES: Final = "A23456789T"
MOVES: Final = {
    Move.STAND: STAND, Move.HIT: HIT, Move.DOUBLE: DOUBLE, Move.DOUBLE_LESS: DOUBLE, Move.SURRENDER: SURRENDER,
    Move.SPLIT: SPLIT,
}  # fmt: skip
PLAYS: Final = (*OPTIONS, "insure", "decline")
INSURE, DECLINE = 5, 6
LOWEST: Final = -100
SPAN: Final = 201
"""Counts beyond these are taken for these."""
MOST_BET: Final = 8
BET_STEP: Final = 0.0025
"""Where plays are weighed by what is bet: one unit for each quarter of a percent ahead, one to eight."""


class Decision(NamedTuple):
    """A hand against an up card: a total, first two cards or a pair, or insurance."""

    hand: str
    up: int
    kind: str
    pairs: tuple[int, ...]
    """First two cards that it is about, by their place among all."""
    longer: tuple[int, int] | None
    """Softness and total of the longer hands that it is about, too."""
    choices: tuple[int, ...]
    book: int
    """What the book does."""


@dataclass(frozen=True)
class ByCount:
    """What the choices of a decision bring in a round at each count, and how often it comes up there."""

    decision: Decision
    counts: I64
    mean: F64
    """The count before rounding, on average."""
    share: F64
    """How often the decision comes up at each count, in a round."""
    worth: F64
    """What each choice brings there, by count and choice, in bets a round."""
    bet_worth: F64
    """The same with bets that follow the edge, in their smallest."""
    at: F64
    """The features of those shoes on average, by count."""
    left_over: F64
    """What the fit leaves over of each choice, by solved shoe and choice, in bets a hand."""


class Hand(NamedTuple):
    """Hands that are alike: how often in each shoe, coefficients of each choice, shift of the count, left over."""

    weights: F64
    coefficients: F64
    shift: tuple[int, int]
    left_over: F64


class Scene:
    """Everything that decisions are worked out from: the game, its book, the fit, and the shoes that are met."""

    def __init__(self, record: BlackjackRecord, book: Playbook, fit: Fit, met: Met) -> None:
        self.record, self.book, self.fit, self.met = record, book, fit, met
        self.features = np.ascontiguousarray(features(met.shoes))
        self._tags = np.array([float(tag) for tag in met.count.by_value]) * met.count.unit

    @cached_property
    def expectations(self) -> F64:
        """What a round is worth in each shoe by the fit, with best play for it."""
        found: F64 = self.features @ self.fit.expectation
        return found

    @cached_property
    def bets(self) -> F64:
        """The bet in each shoe of somebody who bets by the mean edge of the count: one to eight units."""
        counts = self.met.bet_counts()
        low = int(counts.min())
        rounds = np.bincount(counts - low)
        edges = np.bincount(counts - low, weights=self.expectations) / np.maximum(rounds, 1)
        bets: F64 = np.clip(np.round(edges / BET_STEP), 1, MOST_BET)[counts - low]
        return bets

    def chances(self, a: int, b: int, up: int, *, checked: bool = True) -> F64:
        """How often first two cards and an up card come in each shoe, and the dealer's check finds no blackjack."""
        shoes, left = self.met.shoes, self.met.left
        both = shoes[:, a] * (shoes[:, b] - (a == b)) * (1 if a == b else 2)
        ups = shoes[:, up] - (up == a) - (up == b)
        found: F64 = np.maximum(both, 0) * np.maximum(ups, 0) / (left * (left - 1.0) * (left - 2))
        if not checked or up not in (ACE, TEN) or self.record.opened(up):
            return found
        maker = TEN - up
        return found * (1 - (shoes[:, maker] - (maker == a) - (maker == b)) / (left - 3))

    def shift(self, held: F64, up: int) -> tuple[int, int]:
        """The tags of a hand's cards and the up card in units, and how many cards are gone, the hole card included."""
        units = float(held @ self._tags) + self._tags[up]
        return round(units), round(float(held.sum())) + 1 + self.record.takes_hole_card

    def by_count(self, decision: Decision) -> ByCount:
        """Add up what choices bring, hand by hand, at the count that each hand shows."""
        wide = len(decision.choices)
        share, mean, at = np.zeros(SPAN), np.zeros(SPAN), np.zeros((SPAN, FEATURES))
        worth, bet_worth = np.zeros((2, SPAN, wide))
        left_over, mass = np.zeros((len(self.fit.solved.shoes), wide)), 0.0
        for hand in self.hands(decision):
            sums = np.zeros((SPAN, 2 * FEATURES + 1))
            counts = np.clip(self.met.counts(*hand.shift) - LOWEST, 0, SPAN - 1)
            add_up(counts, hand.weights, self.met.exact(*hand.shift), self.bets, self.features, sums)
            plain, bets = sums[:, :FEATURES], sums[:, FEATURES : 2 * FEATURES]
            share += plain[:, 0]
            mean += sums[:, -1]
            at += plain
            worth += plain @ hand.coefficients.T
            bet_worth += bets @ hand.coefficients.T
            left_over += hand.weights.mean() * hand.left_over
            mass += float(hand.weights.mean())
        rows, n = np.flatnonzero(share > 0), self.met.number
        of = share[rows]
        return ByCount(
            decision, rows + LOWEST, mean[rows] / of, of / n, worth[rows] / n, bet_worth[rows] / n,
            at[rows] / of[:, None], left_over / max(mass, 1e-300),
        )  # fmt: skip

    def scatter(self, decision: Decision, count: int, choice: int, book: int) -> float:
        """The standard error of the mean gain at a count, from shoe to shoe that is met there, a hand."""
        gains, mass = np.zeros((2, self.met.number))
        for hand in self.hands(decision):
            there = self.met.counts(*hand.shift) == count
            weights = hand.weights[there]
            gains[there] += weights * (self.features[there] @ (hand.coefficients[choice] - hand.coefficients[book]))
            mass[there] += weights
        whole = mass.sum()
        return float(np.sqrt(((gains - gains.sum() / whole * mass) ** 2).sum()) / whole) if whole else 0.0

    def hands(self, decision: Decision) -> Iterator[Hand]:
        up, choices = decision.up, list(decision.choices)
        if decision.kind == "insurance":
            yield from self._insured()
            return
        for place in decision.pairs:
            a, b = FIRST_HANDS[place]
            held = np.bincount([a, b], minlength=10).astype(float)
            rest = self.fit.first_left[:, place, up][:, choices]
            yield Hand(self.chances(a, b, up), self.fit.first[place, up, choices], self.shift(held, up), rest)
        if decision.longer is not None:
            soft, total = decision.longer
            share = np.full(self.met.number, self.fit.solved.share[soft, total, up])
            rest = self.fit.later_left[:, soft, total, up][:, choices]
            shift = self.shift(self.fit.solved.held[soft, total, up], up)
            yield Hand(share, self.fit.later[soft, total, up, choices], shift, rest)

    def _insured(self) -> Iterator[Hand]:
        """Insurance of every hand but blackjacks: it is exact, as weights hold the chance of a ten-value hole card."""
        record, met = self.record, self.met
        pays, stake = record.insurance_pays / record.stake, record.insurance_stake / record.stake
        nothing, constant = np.zeros((len(self.fit.solved.shoes), 2)), np.eye(1, FEATURES)[0]
        for a, b in FIRST_HANDS:
            if (a, b) == (ACE, TEN) and not record.insure_natural:
                continue
            held = np.bincount([a, b], minlength=10).astype(float)
            tens = (met.shoes[:, TEN] - (a == TEN) - (b == TEN)) / (met.left - 3)
            chances, shift = self.chances(a, b, ACE, checked=False), self.shift(held, ACE)
            won, lost = np.stack([0 * constant, pays * constant]), np.stack([0 * constant, -stake * constant])
            yield Hand(chances * tens, won, shift, nothing)
            yield Hand(chances * (1 - tens), lost, shift, nothing)


@kernel("void(int64[::1], float64[::1], float64[::1], float64[::1], float64[:, ::1], float64[:, ::1])")
def add_up(counts: I64, weights: F64, exact: F64, bets: F64, features: F64, sums: F64) -> None:
    """Add weighted features by count, then the same times the bet, then the count before rounding."""
    wide = features.shape[1]
    for shoe in range(len(counts)):
        row, weight = sums[counts[shoe]], weights[shoe]
        for one in range(wide):
            row[one] += weight * features[shoe, one]
            row[wide + one] += weight * bets[shoe] * features[shoe, one]
        row[2 * wide] += weight * exact[shoe]


# which decisions there are


def decisions_of(record: BlackjackRecord, book: Playbook, fit: Fit) -> Iterator[Decision]:
    """Every decision: insurance, hit or stand on totals, other choices of first two cards, pairs."""
    if record.insurance_stake:
        yield Decision("insurance", ACE, "insurance", (), None, (DECLINE, INSURE), INSURE if book.insure else DECLINE)
    for up in range(10):
        for soft in (False, True):
            for total in range(13 if soft else 5, 21):
                yield from _of_total(record, book, fit, total, soft, up)
        for value in range(10):
            yield from _of_pair(book, fit, value, up)


def _of_total(record: BlackjackRecord, book: Playbook, fit: Fit, total: int, soft: bool, up: int) -> Iterator[Decision]:
    """Hit or stand with any number of cards, as far as the book plays all alike; then all choices of the first two."""
    hands = tuple(
        place for place, (a, b) in enumerate(FIRST_HANDS)
        if total_of(a, b) == (total, soft) and book.first[UNSPLIT, up, a, b] != Move.SPLIT and (a, b) != (ACE, TEN)
        and _known(fit.first[place, up, : HIT + 1])
    )  # fmt: skip
    name, at = f"soft {total}" if soft else str(total), (int(soft), total)
    choices = [
        n for n in (STAND, HIT, DOUBLE) if _known(fit.later[(*at, up, n)]) and (n != DOUBLE or record.double_any)
    ]
    if fit.solved.share[(*at, up)] > 0 and HIT in choices:
        did = book.later[(UNSPLIT, up, *at)]
        alike = tuple(place for place in hands if book.first[(UNSPLIT, up, *FIRST_HANDS[place])] == did)
        yield Decision(name, up, "total", alike, at, tuple(choices), MOVES[Move(did)])
    if hands:
        allowed = [n for n in range(SPLIT) if _known(fit.first[list(hands), up, n])]
        a, b = FIRST_HANDS[hands[0]]
        if len(allowed) > 2:
            yield Decision(name, up, "first", hands, None, tuple(allowed), MOVES[Move(book.first[UNSPLIT, up, a, b])])


def _of_pair(book: Playbook, fit: Fit, value: int, up: int) -> Iterator[Decision]:
    place = FIRST_HANDS.index((value, value))
    allowed = [n for n in range(len(OPTIONS)) if _known(fit.first[place, up, n])]
    if SPLIT in allowed:
        did = MOVES[Move(book.first[UNSPLIT, up, value, value])]
        yield Decision(VALUES[value] * 2, up, "pair", (place,), None, tuple(allowed), did)


def _known(coefficients: F64) -> bool:
    return not bool(np.isnan(coefficients).any())
