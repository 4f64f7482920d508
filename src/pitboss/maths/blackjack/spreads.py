"""How far a round's result spreads: its standard deviation and, where a pair is split once at most, its distribution.

The deviation is exact with resplits too. A square of a sum of hands is a sum over pairs of hands, and under a fixed
play two hands are worked out like one: over every two sets of cards they can end with, each with the number of orders
in which it is drawn, and every end of the dealer's. What is known of the other hands comes in by inclusion and
exclusion, as in the solver. The distribution would need all hands at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.dealer import dealer_ends
from pitboss.maths.blackjack.solver import (
    ACE,
    TEN,
    Solution,
    Work,
    excluded,
    layouts,
    no_blackjack,
    pair_left,
)
from pitboss.maths.blackjack.tables import OUTCOMES, dealer_table
from pitboss.maths.cache import kernel
from pitboss.maths.record import UNSPLIT, HandTerms

__all__ = ["Spread", "spread"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

CLOSED, PAIR = range(2)
"""How a split hand began: with a second card of another value, or of the pair's own."""
BITS = 5
"""Bits for the number of cards of one value where a set of cards is one number."""
AT_ONCE = 4096
NOTHING = 1e-15
"""Less than any result's chance: what rounding leaves of results that cannot be."""

# what can become of a hand that is the only one
(WON, LOST, DOUBLE_WON, DOUBLE_LOST, LESS_WON, LESS_LOST, GIVEN_UP, NATURAL_PAID, NATURAL_TIED, FREE_WON, FREE_LOST,
 PUSHED) = range(12)  # fmt: skip
RESULTS = 12


@dataclass(frozen=True, slots=True)
class Spread:
    """How the result of one round of the main bet spreads, in units of the bet."""

    mean: float
    standard_deviation: float
    distribution: dict[int, float] | None
    """The chance of each net result in cents; nothing where hands may be split again, which is not worked out."""


class Terminal(NamedTuple):
    """One way a split hand ends: its drawn cards as one number, how it began, in how many orders, and its results."""

    drawn: int
    began: int
    orders: int
    results: tuple[int, ...]
    """In cents, by the dealer's outcome."""


class Ways(NamedTuple):
    """How a split hand can go: where it ends, its second cards, and the result where a hit can break it."""

    ended: tuple[Terminal, ...]
    begun: tuple[Terminal, ...]
    broken: int | None


NO_HAND = Ways((Terminal(0, CLOSED, 1, (0,) * OUTCOMES),), (), None)
"""Stands beside a hand that is looked at by itself."""


def spread(solution: Solution) -> Spread:
    """The spread of a round played as the solution says, insurance left out."""
    if solution.record.match_rank and any(
        value == TEN and worth > solution.kinds[UNSPLIT].best[solution.table.row[(0,) * 9 + (2,)], up]
        for (value, up, _), worth in solution.split_sums.items()
    ):
        raise NotationError("the spread is not worked out where ten-value cards are split by rank")
    return _Spread(solution, Work(solution.record, solution.shoe)).result()


@kernel(
    "void(int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], float64[:, ::1], float64[:, ::1], "
    "float64[::1], int8[::1], boolean, int8[:, ::1], float64[:, :, ::1])"
)
def lone_results(
    shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, win: F64, lose: F64,
    terms: F64, free_totals: I8, open_ten: bool, choice: I8, results: F64,
) -> None:  # fmt: skip
    """The chance of everything that can become of a hand played as chosen, and that the dealer has no blackjack."""
    left = np.empty(10)
    for hand in range(len(total) - 1, -1, -1):
        for up in range(10):
            row = results[hand, up]
            row[:] = 0.0
            cards = -1.0
            for c in range(10):
                left[c] = shoe[c] - counts[hand, c]
                cards += left[c]
            left[up] -= 1.0
            if left[up] < 0.0 or cards < 1.0:
                continue
            no_blackjack = k.sure(left, cards, up, open_ten)
            does = choice[hand, up]
            if does == k.STAND:
                row[WON], row[LOST] = win[hand, up], lose[hand, up]
                row[PUSHED] = no_blackjack - win[hand, up] - lose[hand, up]
            elif does == k.SURRENDER:
                row[GIVEN_UP] = no_blackjack
            elif does == k.NATURAL:
                lost = left[0] / cards if open_ten and up == 9 else 0.0
                row[NATURAL_PAID], row[NATURAL_TIED] = no_blackjack - lost, lost
            else:
                won_at, lost_at = LESS_WON, LESS_LOST
                if does == k.DOUBLE:
                    won_at, lost_at = DOUBLE_WON, DOUBLE_LOST
                    if size[hand] == 2 and not soft[hand] and free_totals[total[hand]] and terms[k.MAY_FREE] > 0.0:
                        won_at, lost_at = FREE_WON, FREE_LOST
                for c in range(10):
                    if left[c] <= 0.0:
                        continue
                    p = left[c] / cards
                    after = child[hand, c]
                    broke = k.sure_after(left, cards, up, open_ten, c)
                    if does == k.HIT:
                        if after < 0:
                            row[LOST] += p * broke
                        else:
                            for r in range(RESULTS):
                                row[r] += p * results[after, up, r]
                    elif after < 0:
                        row[lost_at] += p * broke
                    else:
                        row[won_at] += p * win[after, up]
                        row[lost_at] += p * lose[after, up]
                        row[PUSHED] += p * (broke - win[after, up] - lose[after, up])


@kernel(
    "void(int64[::1], float64[::1], int64[:, ::1], int64[::1], float64[::1], int64[:, ::1], int64[::1], float64[::1], "
    "float64[:, ::1], float64[:, :, :, ::1])"
)
def join(
    together: I64, orders: F64, results: I64, began: I64, other_orders: F64, other_results: I64, other_began: I64,
    chance: F64, ends: F64, joint: F64,
) -> None:  # fmt: skip
    """Add up the chance of every two results over every two ways to end and every end of the dealer's."""
    for a in range(len(orders)):
        for b in range(len(other_orders)):
            m = together[a * len(other_orders) + b]
            weight = orders[a] * other_orders[b] * chance[m]
            if weight > 0.0:
                for o in range(OUTCOMES):
                    joint[began[a], other_began[b], results[a, o], other_results[b, o]] += weight * ends[m, o]


class _Spread:
    """One spread under way."""

    def __init__(self, solution: Solution, work: Work) -> None:
        self.solution, self.work, self.record = solution, work, solution.record
        self.table = solution.table
        lone = solution.kinds[UNSPLIT]
        self.lone = np.empty((self.table.hands, 10, RESULTS))
        t = self.table
        lone_results(
            work.counts, t.counts, t.total, t.soft, t.size, t.child, work.win, work.lose, lone.terms,
            work.free_totals, work.open_ten, lone.choice, self.lone,
        )  # fmt: skip
        self.amounts = sorted({0, *(cents for terms in self.record.kinds for cents in result_amounts(terms))})
        self.place = {cents: i for i, cents in enumerate(self.amounts)}

    def result(self) -> Spread:
        mean, square = 0.0, 0.0
        chances: dict[int, float] = {}
        whole = True
        for cents, chance, second in self.parts():
            mean += chance * cents
            square += chance * second
            if isinstance(cents, int):
                chances[cents] = chances.get(cents, 0.0) + chance
            else:
                whole = False
        stake = self.record.stake
        deviation = sqrt(square - mean * mean) / stake
        seen = {cents: chance for cents, chance in sorted(chances.items()) if chance > NOTHING}
        return Spread(mean / stake, deviation, seen if whole else None)

    def parts(self) -> Iterator[tuple[int | float, float, float]]:
        """Results in cents with their chance and square; where hands may be split again, mean and mean square."""
        n, cards = self.solution.shoe.values, self.solution.shoe.cards
        for ((a, b), up), choices in self.solution.deals.items():
            a, b, up = a - 1, b - 1, up - 1
            orders = n[a] * (n[b] - (a == b)) * (1 if a == b else 2) * (n[up] - (up == a) - (up == b))
            chance = orders / (cards * (cards - 1) * (cards - 2))
            best = max(choices, key=lambda name: choices[name])
            if best == "go on":
                for cents, part, second in self.played(a, b, up):
                    yield cents, chance * part, second
            else:
                cents = -self.record.early_loss if best == "surrender" else self.record.even_money or 0
                yield cents, chance, cents * cents

    def played(self, a: int, b: int, up: int) -> Iterator[tuple[int | float, float, float]]:
        """The results of first two cards that are played on."""
        record = self.record
        hand = tuple((v == a) + (v == b) for v in range(10))
        row = self.table.row[hand]
        found = 1.0 - no_blackjack(record, self.solution.shoe.values, hand, up)
        tie = record.tie_against_ace if up == ACE else record.tie_against_ten
        lost = tie if (a, b) == (ACE, TEN) else -record.stake
        if found > 0.0:
            yield lost, found, lost * lost
        split = self.solution.split_sums.get((a, up, pair_left(self.solution.shoe.values, a, up))) if a == b else None
        if split is not None and split > self.solution.kinds[UNSPLIT].best[row, up]:
            yield from self.split(a, up, split * record.stake, 1.0 - found)
            return
        for cents, part in zip(result_amounts(record.kinds[UNSPLIT]), self.lone[row, up], strict=True):
            yield cents, float(part), cents * cents

    # split hands

    def split(self, value: int, up: int, mean: float, sure: float) -> Iterator[tuple[int | float, float, float]]:
        """The results of a pair that is split."""
        first, new = (self.work.split_kinds(value) * 2)[:2]
        own, other = self.ways(value, up, first), self.ways(value, up, new)
        if self.record.most_hands[value] == 2:
            joint = self.joint(value, up, 0, own, other).sum(axis=(0, 1))
            for i, x in enumerate(self.amounts):
                for j, y in enumerate(self.amounts):
                    yield x + y, float(joint[i, j]), (x + y) * (x + y)
            return
        yield mean / sure, sure, self.mean_square(value, up, own, other) / sure

    def mean_square(self, value: int, up: int, own: Ways, other: Ways) -> float:
        """The expected square of a split round's result: hands by themselves, and every two of them."""
        more, cards = self.work.more(value), self.solution.shoe.cards - 3
        same, chance = pair_left(self.solution.shoe.values, value, up), 1.0
        x = np.array(self.amounts, dtype=np.float64)
        squares: list[list[F64]] = [[], []]
        products: list[list[F64]] = [[], []]
        for n in range(more + 1):
            for i, ways in enumerate((own, other)):
                if i == 1 and own == other:
                    squares[1].append(squares[0][n])
                    products[1].append(products[0][n])
                    continue
                single = self.joint(value, up, n, ways, NO_HAND).sum(axis=(1, 3))
                squares[i].append(chance * (single @ (x * x)))
                both = self.joint(value, up, n, ways, other)
                products[i].append(chance * np.einsum("abij,i,j->ab", both, x, x))
            chance *= max(same - n, 0) / (cards - n)
        return sum(
            ways * self.layout_square(squares, products, gone, shut, free)
            for ways, gone, shut, free in layouts(self.record.most_hands[value])
        )

    def layout_square(
        self, squares: list[list[F64]], products: list[list[F64]], gone: int, shut: int, free: int
    ) -> float:
        """One layout of hands: the first keeps the player's bet and is closed where any is."""
        hands = [(0, shut > 0), *((1, i < shut - 1) for i in range(shut + free - 1))]
        total = 0.0
        for i, (kind, closed) in enumerate(hands):
            alone = [row[CLOSED] + (0.0 if closed else row[PAIR]) for row in squares[kind]]
            total += excluded(alone, gone, shut - closed)
            for _, other_closed in hands[i + 1 :]:  # of any two hands the second is a new one
                both = [
                    float(
                        row[CLOSED, CLOSED]
                        + (0.0 if closed else row[PAIR, CLOSED])
                        + (0.0 if other_closed else row[CLOSED, PAIR])
                        + (0.0 if closed or other_closed else row[PAIR, PAIR])
                    )
                    for row in products[kind]
                ]
                total += 2 * excluded(both, gone, shut - closed - other_closed)
        return total

    def ways(self, value: int, up: int, kind: int) -> Ways:
        """Every way a split hand of a kind ends under its fixed play, but those that break it by a hit."""
        t, terms, choice = self.table, self.record.kinds[kind], self.solution.kinds[kind].choice
        paths: dict[int, Counter[int]] = {}
        found: Counter[tuple[int, int, tuple[int, ...]]] = Counter()
        begun, broken = [], None
        members = t.split_hand[t.split_start[value] : t.split_start[value + 1]].tolist()
        for hand in members:
            if t.size[hand] == 2:
                began = PAIR if t.counts[hand, value] == 2 else CLOSED
                paths[hand] = Counter({began: 1})
                begun.append(Terminal(self.drawn(hand, value), began, 1, (-terms.lose,) * OUTCOMES))
        for hand in members:
            does = int(choice[hand, up])
            children = t.child[hand].tolist()
            for began, orders in paths.get(hand, {}).items():
                if does == k.HIT:
                    for after in children:
                        if after >= 0:
                            paths.setdefault(after, Counter())[began] += orders
                    broken = -terms.lose if min(children) < 0 else broken
                elif does in (k.DOUBLE, k.DOUBLE_LESS):
                    win, lose = self.doubled(terms, hand, does)
                    for c, after in enumerate(children):
                        ends = self.results(int(t.total[after]), win, lose) if after >= 0 else (-lose,) * OUTCOMES
                        found[self.drawn(hand, value, c), began, ends] += orders
                else:
                    found[self.drawn(hand, value), began, self.stopped(terms, hand, does)] += orders
        ended = (Terminal(drawn, began, orders, results) for (drawn, began, results), orders in found.items())
        return Ways(tuple(ended), tuple(begun), broken)

    def doubled(self, terms: HandTerms, hand: int, does: int) -> tuple[int, int]:
        t = self.table
        free = terms.free_double
        hard = t.size[hand] == 2 and not t.soft[hand]
        if does == k.DOUBLE and free is not None and hard and int(t.total[hand]) in self.record.free_totals:
            return free.win, free.lose
        double = terms.doubles[0 if does == k.DOUBLE else 1]
        return double.win, double.lose

    def stopped(self, terms: HandTerms, hand: int, does: int) -> tuple[int, ...]:
        """The results of a hand that draws no more."""
        if does == k.SURRENDER:
            return (-(terms.surrender or 0),) * OUTCOMES
        if does == k.NATURAL:
            return (terms.natural_pays,) * (OUTCOMES - 1) + (terms.natural_ties,)
        return self.results(int(self.table.total[hand]), terms.win, terms.lose)

    def results(self, total: int, win: int, lose: int) -> tuple[int, ...]:
        """What a total wins or loses, by the dealer's outcome."""
        tie = -lose if self.record.dealer_wins_ties else 0
        against = [win if end < total else tie if end == total else -lose for end in range(15, 22)]
        return (*against, 0 if self.record.push_22 else win, win, -lose)

    def drawn(self, hand: int, value: int, card: int = -1) -> int:
        """The cards of a hand but the one it began with, and one more, as one number."""
        counts = self.table.counts[hand].tolist()
        counts[value] -= 1
        if card >= 0:
            counts[card] += 1
        return sum(n << BITS * v for v, n in enumerate(counts))

    def joint(self, value: int, up: int, more: int, one: Ways, two: Ways) -> F64:
        """The chance of every two results, by how each hand began, once so many more of the pair's value are gone.

        There are far more ways to break a hand than to end it otherwise, so the broken ones are what is missing.
        """
        both = self.pairs(value, up, more, one.ended, two.ended)
        joint = both.copy()
        if one.broken is not None:
            i = self.place[one.broken]
            first = self.pairs(value, up, more, one.begun, two.ended)[:, :, i, :] - both.sum(axis=2)
            joint[:, :, i, :] += first
        if two.broken is not None:
            j = self.place[two.broken]
            second = self.pairs(value, up, more, one.ended, two.begun)[:, :, :, j] - both.sum(axis=3)
            joint[:, :, :, j] += second
            if one.broken is not None:
                begun = self.pairs(value, up, more, one.begun, two.begun)[:, :, i, j]
                joint[:, :, i, j] += begun - both.sum(axis=(2, 3)) - first.sum(axis=2) - second.sum(axis=2)
        return joint

    def pairs(self, value: int, up: int, more: int, one: Sequence[Terminal], two: Sequence[Terminal]) -> F64:
        """The same for the ways given."""
        size = len(self.amounts)
        joint = np.zeros((2, 2, size, size))
        gone = np.zeros(10, dtype=np.int64)
        gone[value] = 2 + more
        left = self.work.counts - gone
        left[up] -= 1
        if (left < 0).any():
            return joint
        drawn = np.add.outer(np.array([t.drawn for t in one]), np.array([t.drawn for t in two]))
        sets, together = np.unique(drawn, return_inverse=True)
        counts = np.stack([sets >> BITS * v & (1 << BITS) - 1 for v in range(10)], axis=1)
        join(
            together.reshape(-1).astype(np.int64), *self.columns(one), *self.columns(two), order_chance(left, counts),
            self.ends(up, (counts + gone).astype(np.int8)), joint,
        )  # fmt: skip
        return joint

    def columns(self, ways: Sequence[Terminal]) -> tuple[F64, I64, I64]:
        return (
            np.array([t.orders for t in ways], dtype=np.float64),
            np.array([[self.place[cents] for cents in t.results] for t in ways], dtype=np.int64),
            np.array([t.began for t in ways], dtype=np.int64),
        )

    def ends(self, up: int, removed: I8) -> F64:
        """How the dealer ends with this card up; a blackjack he has looked for is left out."""
        dealer = dealer_table(self.record.draws_to, self.record.hit_soft_17, (up + 1,))
        found, room = np.empty((len(removed), OUTCOMES)), np.empty((AT_ONCE, 10, OUTCOMES))
        for start in range(0, len(removed), AT_ONCE):
            some = np.ascontiguousarray(removed[start : start + AT_ONCE])
            dealer_ends(dealer, self.work.counts, some, np.arange(len(some)), room)
            found[start : start + len(some)] = room[: len(some), up]
        if not (self.work.open_ten and up == TEN):
            found[:, OUTCOMES - 1] = 0.0
        return found


def order_chance(left: I64, counts: I64) -> F64:
    """The chance to draw sets of cards in one given order."""
    chance, drawn = np.ones(len(counts)), np.zeros(len(counts))
    cards = int(left.sum())
    for v in range(10):
        for n in range(int(counts[:, v].max(initial=0))):
            draws = counts[:, v] > n
            chance[draws] *= max(left[v] - n, 0) / np.maximum(cards - drawn[draws], 1)
            drawn[draws] += 1
    return chance


def result_amounts(terms: HandTerms) -> tuple[int, ...]:
    """What each result of a hand that is the only one is worth, in cents."""
    full, less = [*((d.win, -d.lose) for d in terms.doubles), (0, 0), (0, 0)][:2]
    free = (terms.free_double.win, -terms.free_double.lose) if terms.free_double is not None else (0, 0)
    given_up = -(terms.surrender or 0)
    return (
        terms.win, -terms.lose, *full, *less, given_up, terms.natural_pays, terms.natural_ties, *free, 0,
    )  # fmt: skip
