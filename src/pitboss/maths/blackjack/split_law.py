"""The law of a split round's result, all hands together, resplits included.

Under a play that looks at nothing but the hand itself, hands are alike: what couples them is only that all of them, and
the dealer, draw from one shoe. A way for a hand to end is a set of drawn cards with the number of its orders, and the
chance of several such sets and of the dealer's end depends on the sum of the sets alone. So two hands are taken
together, their chances are brought to small sets of cards (:mod:`~pitboss.maths.blackjack.grids`), and two such pairs,
or a pair and a hand, are joined over the sums of those.

What this leaves out is beyond the fourth order in the cards gone where two hands are all, and beyond the third for each
pair of hands otherwise: with six decks a few parts in 1e12 of a round, as the exact expectation shows. A shoe so small
that every set of cards is a point is worked out in full. Where a bonus of split hands depends on suits, those of two
hands are taken as independent of one another.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.bonuses import NO_SHAPE, shapes_of
from pitboss.maths.blackjack.dealer import dealer_ends
from pitboss.maths.blackjack.grids import LONGEST, Grid, extend, grid, join, sums, weigh_pairs
from pitboss.maths.blackjack.moves import ACE
from pitboss.maths.blackjack.record import HandTerms
from pitboss.maths.blackjack.redoubles import Raises
from pitboss.maths.blackjack.solver import Work, pair_left
from pitboss.maths.blackjack.split_layouts import layouts
from pitboss.maths.blackjack.tables import ALL_UPS, OUTCOMES, dealer_table

__all__ = ["Course", "SplitLaw"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I64 = NDArray[np.int64]

CLOSED, PAIR = range(2)
"""How a split hand began: with a second card of another value, or of the pair's own."""
POINTS = {False: (1001, 286), True: (3003, 1001)}
"""How many points there are at most, more of them for a shoe of few cards: where two hands are all, and for each pair
of hands that are joined."""
FEW_CARDS = 200
MOST_CARDS = 21

Found = defaultdict[tuple[tuple[int, ...], int, tuple[int, ...]], float]
"""In how many orders split hands end: by what they draw, how they began, and their results."""


class Course(Protocol):
    """How a round is played: by the best play or by a playbook."""

    work: Work

    def choices(self, kind: int) -> I8:
        """What is done with every hand of a kind, by up card."""

    def raises(self, kind: int) -> Raises:
        """What is done with doubled hands of a kind."""

    def splits(self, value: int, up: int) -> bool:
        """Whether a pair is split."""

    def most_hands(self, value: int, up: int) -> int:
        """How many hands it becomes at most."""

    def before_check(self, a: int, b: int, up: int) -> int | None:
        """The result where first cards are given up or paid before the dealer's check."""


class Layout(NamedTuple):
    """Some layouts with as many hands: cards of the pair's value gone, and how the first two and the others began."""

    gone: int
    first: F64
    others: F64
    left: I64


class Orders(NamedTuple):
    """In how many orders N cards of each value can be drawn, and one over those of N in all."""

    falling: F64
    share_of: F64

    @classmethod
    def of(cls, left: I64) -> Orders:
        falling, share_of = np.ones((len(left), LONGEST)), np.ones(LONGEST)
        cards = int(left.sum())
        for n in range(1, LONGEST):
            falling[:, n] = falling[:, n - 1] * np.maximum(left - n + 1, 0)
            share_of[n] = share_of[n - 1] / (cards - n + 1) if cards >= n else 0.0
        return cls(falling, share_of)

    def chances(self, points: Grid) -> F64:
        """The chance to draw each set of cards in one given order."""
        found: F64 = self.share_of[points.sets.sum(axis=1, dtype=np.int64)]
        for c in range(points.values):
            found = found * self.falling[c, points.sets[:, c]]
        return found


class HandEndings(NamedTuple):
    """How a split hand can end: what it draws, in how many orders, how it began and which of the ends it has."""

    drawn: I8
    orders: F64
    began: I64
    end: I64
    results: tuple[tuple[int, ...], ...]
    """Of each end, by the dealer's outcome; the last is that of a broken hand where there is one."""
    breaks: bool
    """Whether a hit can break it. There are many ways to do so, hence they are what is missing from all of them."""


@dataclass
class Joint:
    """The chances of two hands' ends, spread over the points of a grid."""

    chances: F64
    one: HandEndings
    two: HandEndings

    def by_result(self, outcome: int) -> tuple[list[int], F64]:
        """The same by the two hands' result in cents, given how the dealer ends."""
        cents = [a[outcome] + b[outcome] for a in self.one.results for b in self.two.results]
        found, which = np.unique(cents, return_inverse=True)
        order = np.argsort(which, kind="stable")
        starts = np.searchsorted(which[order], np.arange(len(found)))
        chances = self.chances.reshape(len(cents), -1)[order]
        return found.tolist(), np.add.reduceat(chances, starts, axis=0)


class SplitLaw:
    """The laws of all split rounds of one shoe and play."""

    def __init__(self, course: Course) -> None:
        self.course, self.work = course, course.work
        self.record, self.table = self.work.record, self.work.table
        self.values = [c for c, n in enumerate(self.work.shoe.values) if n]
        self.known: dict[tuple[int, int], F64] = {}
        self.ways_found: dict[tuple[int, int, int], HandEndings] = {}

    def chances(self, value: int, up: int) -> dict[int, float]:
        """The chance of each result of splitting a pair, in cents, and that the dealer's check finds no blackjack."""
        found: dict[int, float] = {}
        for cents, chance in (*self.two_hands(value, up), *self.more_hands(value, up)):
            found[cents] = found.get(cents, 0.0) + chance
        return found

    def plan(self, value: int, up: int) -> dict[int, Layout]:
        """The layouts to work out, by the number of hands: of closed hands the first ones are."""
        same, cards = pair_left(self.work.shoe.values, value, up), self.work.shoe.cards - 3
        found: dict[int, Layout] = {}
        for ways, gone, shut, free in layouts(self.course.most_hands(value, up)):
            weight = float(ways)
            for n in range(gone):
                weight *= max(same - n, 0) / (cards - n)
            if weight == 0.0:
                continue
            began = np.full((2, 2), weight)
            began[PAIR, :] *= shut < 1
            began[:, PAIR] *= shut < 2
            others = np.ones((2, 2))
            others[PAIR, :] *= shut < 3
            hands = shut + free
            if hands in found:
                assert found[hands].gone == gone and (found[hands].others == others).all()
                began += found[hands].first
            found[hands] = Layout(gone, began, others, self.left(value, up, gone))
        return found

    def left(self, value: int, up: int, gone: int) -> I64:
        left = self.work.counts.copy()
        left[up] -= 1
        left[value] -= 2 + gone
        return left[self.values]

    # two hands, and more

    def two_hands(self, value: int, up: int) -> Iterator[tuple[int, float]]:
        """The law of two hands that are all."""
        layout = self.plan(value, up).get(2)
        if layout is not None:
            points = self.grid_of_two
            shoe = Orders.of(layout.left)
            (joint,) = self.joints(points, [(layout.first, shoe)], *self.first_two(value, up))
            ends = self.dealer(value, layout.gone)[:, up] * shoe.chances(points)[:, None]
            for outcome in np.flatnonzero(ends.any(axis=0)).tolist():
                cents, chances = joint.by_result(outcome)
                yield from zip(cents, (chances * ends[:, outcome]).sum(axis=1).tolist(), strict=True)

    def more_hands(self, value: int, up: int) -> Iterator[tuple[int, float]]:
        """The law of three or four hands: the first two and the others."""
        plan = {hands: layout for hands, layout in self.plan(value, up).items() if hands > 2}
        points, (one, new) = self.grid_of_pairs, self.first_two(value, up)
        shoes = {hands: Orders.of(layout.left) for hands, layout in plan.items()}
        firsts = [(layout.first, shoes[hands]) for hands, layout in plan.items()]
        last_two = [(plan[4].others, shoes[4])] if 4 in plan else []
        if one is new:
            joints = self.joints(points, firsts + last_two, one, new)
        else:
            joints = self.joints(points, firsts, one, new) + self.joints(points, last_two, new, new)
        for (hands, layout), first in zip(plan.items(), joints, strict=False):
            others = joints[-1]
            if hands == 3:
                (others,) = self.joints(points, [(layout.others, shoes[3])], new, self.no_hand)
            ends = self.dealer_after_all(value, layout.gone, up) * shoes[hands].chances(self.grid_of_all)[:, None]
            for outcome in np.flatnonzero(ends.any(axis=0)).tolist():
                yield from self.joined(first, others, np.ascontiguousarray(ends[:, outcome]), outcome)

    def joined(self, one: Joint, two: Joint, ends: F64, outcome: int) -> Iterator[tuple[int, float]]:
        """Every result of all hands, given how the dealer ends."""
        cents, chances = one.by_result(outcome)
        others, other_chances = two.by_result(outcome)
        found = np.zeros((len(cents), len(others)))
        join(chances, other_chances, ends, self.sums, found)
        for i, a in enumerate(cents):
            for j, b in enumerate(others):
                yield a + b, float(found[i, j])

    def joints(self, points: Grid, shoes: list[tuple[F64, Orders]], one: HandEndings, two: HandEndings) -> list[Joint]:
        """Two hands' chances on the points over the chance of each point, from each of some shoes."""
        if not shoes:
            return []
        found = np.zeros((len(shoes), len(one.results), len(two.results), len(points.sets)))
        ways, orders = np.stack([began for began, _ in shoes]), [shoe for _, shoe in shoes]
        weigh_pairs(
            one.drawn, one.orders, one.began, one.end, two.drawn, two.orders, two.began, two.end, one is two, ways,
            np.stack([shoe.falling for shoe in orders]), np.stack([shoe.share_of for shoe in orders]), points.step,
            points.weight, found,
        )  # fmt: skip
        if one.breaks:
            found[:, -1] -= found[:, :-1].sum(axis=1)
        if two.breaks:
            found[:, :, -1] -= found[:, :, :-1].sum(axis=2)
        for part, shoe in zip(found, orders, strict=True):
            chances = shoe.chances(points)
            part /= np.where(chances > 0.0, chances, 1.0)
        return [Joint(part, one, two) for part in found]

    # what is wanted once

    @cached_property
    def grid_of_two(self) -> Grid:
        return self._grid(POINTS[self.work.shoe.cards < FEW_CARDS][0])

    @cached_property
    def grid_of_pairs(self) -> Grid:
        return self._grid(POINTS[self.work.shoe.cards < FEW_CARDS][1])

    def _grid(self, points: int) -> Grid:
        values = len(self.values)
        return grid(values, max(n for n in range(MOST_CARDS + 1) if comb(n + values, values) <= points))

    @cached_property
    def grid_of_all(self) -> Grid:
        return grid(len(self.values), 2 * self.grid_of_pairs.most)

    @cached_property
    def sums(self) -> NDArray[np.int32]:
        return sums(len(self.values), self.grid_of_pairs.most, self.grid_of_pairs.most)

    @cached_property
    def shapes(self) -> I8:
        """The shape of every hand that a bonus may be for."""
        return shapes_of(self.table)

    @cached_property
    def no_hand(self) -> HandEndings:
        nothing = np.zeros(1, dtype=np.int64)
        drawn = np.zeros((1, len(self.values)), dtype=np.int8)
        return HandEndings(drawn, np.ones(1), nothing, nothing, ((0,) * OUTCOMES,), False)

    def dealer(self, value: int, gone: int) -> F64:
        """How the dealer ends once the cards of each point, the pair and further cards of its value are gone."""
        found = self.known.get((value, gone))
        if found is None:
            points = self.grid_of_two.sets
            removed = np.zeros((len(points), 10), dtype=np.int8)
            removed[:, self.values] = points
            removed[:, value] += 2 + gone
            found = np.empty((len(points), 10, OUTCOMES))
            table = dealer_table(self.record.draws_to, self.record.hit_soft_17, ALL_UPS)
            dealer_ends(table, self.work.counts, removed, np.arange(len(points)), found)
            looked = [other for other in range(10) if not self.record.opened(other)]
            found[:, looked, OUTCOMES - 1] = 0.0
            self.known[value, gone] = found
        return found

    def dealer_after_all(self, value: int, gone: int, up: int) -> F64:
        """The same with one card up and for the sums of two points."""
        known = np.ascontiguousarray(self.dealer(value, gone)[:, up])
        found = np.empty((len(self.grid_of_all.sets), OUTCOMES))
        extend(self.grid_of_all.sets, self.grid_of_two.step, self.grid_of_two.weight, known, found)
        return found

    def first_two(self, value: int, up: int) -> tuple[HandEndings, HandEndings]:
        first, new = (self.work.split_kinds(value) * 2)[:2]
        return self.ways(value, up, first), self.ways(value, up, new)

    # the ways of one hand

    def ways(self, value: int, up: int, kind: int) -> HandEndings:
        """Every way a split hand of a kind ends under its fixed play, but those that break it by a hit."""
        found = self.ways_found.get((value, up, kind))
        if found is None:
            found = self.ways_found[value, up, kind] = self._ways(value, up, kind)
        return found

    def _ways(self, value: int, up: int, kind: int) -> HandEndings:
        t, terms, choice = self.table, self.record.kinds[kind], self.course.choices(kind)
        paths: dict[int, Counter[int]] = {}
        raised: dict[int, Counter[tuple[int, int, int]]] = {}
        found: Found = defaultdict(float)
        breaks = False
        begun = []
        for hand in t.split_hand[t.split_start[value] : t.split_start[value + 1]].tolist():
            if t.size[hand] == 2:
                began = PAIR if t.counts[hand, value] == 2 else CLOSED
                paths[hand] = Counter({began: 1})
                begun.append((self.drawn(hand, value), began))
            for began, orders in paths.get(hand, {}).items():
                does, children = int(choice[hand, up]), t.child[hand].tolist()
                if does == k.HIT:
                    for after in children:
                        if after >= 0:
                            paths.setdefault(after, Counter())[began] += orders
                    breaks = breaks or min(children) < 0
                elif does in (k.DOUBLE, k.DOUBLE_LESS):
                    how = self.raised_by(terms, hand, does)
                    self.draw_raised(terms, value, hand, (began, how, 0), orders, raised, found)
                else:
                    for share, results in self.stopped(kind, hand, does, up):
                        found[self.drawn(hand, value), began, results] += share * orders
            again = self.course.raises(kind).again
            for (began, how, times), orders in raised.get(hand, {}).items():
                if again.size and again[hand, up, how, times]:
                    self.draw_raised(terms, value, hand, (began, how, times + 1), orders, raised, found)
                else:
                    found[self.drawn(hand, value), began, self.results(hand, *lies_on(terms, how, times))] += orders
        return self.gathered(found, begun, -terms.lose if breaks else None)

    def draw_raised(
        self, terms: HandTerms, value: int, hand: int, state: tuple[int, int, int], orders: int,
        raised: dict[int, Counter[tuple[int, int, int]]],
        found: Found,
    ) -> None:  # fmt: skip
        """The card that a double brings: the hand is broken, or may perhaps be doubled again."""
        began, how, times = state
        for c, after in enumerate(self.table.child[hand].tolist()):
            if after >= 0:
                raised.setdefault(after, Counter())[state] += orders
            else:
                _, lost = lies_on(terms, how, times)
                found[self.drawn(hand, value, c), began, (-lost,) * OUTCOMES] += orders

    def gathered(self, found: Found, begun: list[tuple[tuple[int, ...], int]], broken: int | None) -> HandEndings:
        results = sorted({ends for _, _, ends in found})
        rows = [(drawn, orders, began, results.index(ends)) for (drawn, began, ends), orders in found.items()]
        if broken is not None:
            rows += [(drawn, 1, began, len(results)) for drawn, began in begun]
            results.append((broken,) * OUTCOMES)
        rows = [row for row in rows if all(row[0][c] == 0 or c in self.values for c in range(10))]
        return HandEndings(
            np.array([row[0] for row in rows], dtype=np.int8).reshape(-1, 10)[:, self.values].copy(),
            np.array([row[1] for row in rows], dtype=np.float64),
            np.array([row[2] for row in rows], dtype=np.int64),
            np.array([row[3] for row in rows], dtype=np.int64),
            tuple(results),
            broken is not None,
        )

    def drawn(self, hand: int, value: int, card: int = -1) -> tuple[int, ...]:
        """The cards of a hand but the one it began with, and one more."""
        counts = self.table.counts[hand].tolist()
        counts[value] -= 1
        if card >= 0:
            counts[card] += 1
        return tuple(counts)

    def raised_by(self, terms: HandTerms, hand: int, does: int) -> int:
        """How a hand is doubled: in full, for less, or free."""
        t = self.table
        if does == k.DOUBLE_LESS:
            return k.LESS
        hard = t.size[hand] == 2 and not t.soft[hand]
        is_free = terms.free_double is not None and hard and int(t.total[hand]) in self.record.free_totals
        return k.FREE if is_free else k.FULL

    def stopped(self, kind: int, hand: int, does: int, up: int) -> Iterator[tuple[float, tuple[int, ...]]]:
        """The results of a hand that draws no more, with the share of such hands that have the suits for each."""
        terms, shape = self.record.kinds[kind], int(self.shapes[hand])
        prizes = self.record.bonuses_for(kind)[shape] if shape != NO_SHAPE else ()
        if does == k.SURRENDER:
            yield 1.0, (-(terms.surrender or 0),) * OUTCOMES
        elif does == k.NATURAL:
            ties = terms.natural_ties_ace if up == ACE else terms.natural_ties
            yield 1.0, (terms.natural_pays,) * (OUTCOMES - 1) + (ties,)
        elif prizes:
            for prize in prizes:
                yield float(prize.share), self.results(hand, prize.win, terms.lose)
        else:
            yield 1.0, self.results(hand, terms.win, terms.lose)

    def results(self, hand: int, win: int, lose: int) -> tuple[int, ...]:
        """What a hand wins or loses, by the dealer's outcome."""
        total = int(self.table.total[hand])
        if self.table.size[hand] >= self.record.charlie:
            return (*(win,) * (OUTCOMES - 1), -lose)
        wins = self.record.ties == k.WINS_AT_21 and total == 21
        tie = win if wins else -lose if self.record.ties == k.DEALER_WINS_TIES else 0
        against = [win if end < total else tie if end == total else -lose for end in range(15, 22)]
        return (*against, 0 if self.record.push_22 else win, win, -lose)


def lies_on(terms: HandTerms, how: int, times: int) -> tuple[int, int]:
    """What a hand wins and loses that was doubled, and then again N times."""
    double = terms.raises()[how]
    assert double is not None
    return double.again[times - 1] if times else (double.win, double.lose)
