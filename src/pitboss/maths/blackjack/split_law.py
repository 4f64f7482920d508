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

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.bonuses import NO_SHAPE, shapes_of
from pitboss.maths.blackjack.dealer import dealer_ends
from pitboss.maths.blackjack.grids import LONGEST, WIDTH, Grid, Ways, extended, grid, join, sums, weigh_pairs
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

BROKEN = (7, 8)
"""The outcomes of a dealer who breaks: with 22, and with more."""


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
    """How a split hand can end: the ways to it, and what each end brings."""

    ways: Ways
    results: I64
    """Of each end, by the dealer's outcome; the last is that of a broken hand where there is one."""
    breaks: bool
    """Whether a hit can break it. There are many ways to do so, hence they are what is missing from all of them."""

    @property
    def from_weighed(self) -> F64:
        """How often each end comes, made from what was weighed for each."""
        found = np.eye(len(self.results))
        if self.breaks:
            found[-1, :-1] = -1.0
        return found


class Pairing:
    """Two hands that are looked at together: which ends of them count as one, and what they bring together."""

    def __init__(self, one: HandEndings, two: HandEndings) -> None:
        self.one, self.two = one, two
        rows, columns = np.indices((len(one.results), len(two.results)))
        if one is two:
            rows, columns = np.maximum(rows, columns), np.minimum(rows, columns)
        self.combos = (rows * (rows + 1) // 2 + columns if one is two else rows * len(two.results) + columns).astype(
            np.int32
        )
        self._known: dict[int, tuple[list[int], F64]] = {}

    def by_result(self, outcome: int) -> tuple[list[int], F64]:
        """The two hands' results in cents, given how the dealer ends, and which of all ends make up each."""
        if outcome not in self._known:
            cents = self.one.results[:, outcome, None] + self.two.results[:, outcome]
            found, which = np.unique(cents, return_inverse=True)
            made = (which.reshape(cents.shape) == np.arange(len(found))[:, None, None]).astype(np.float64)
            made = self.one.from_weighed.T @ made @ self.two.from_weighed
            by_combo = np.zeros((len(found), int(self.combos.max()) + 1))
            by_combo[:, self.combos.ravel()] = made.reshape(len(found), -1)
            self._known[outcome] = found.tolist(), by_combo
        return self._known[outcome]


class Joint(NamedTuple):
    """The chances of two hands' ends, spread over the points of a grid."""

    chances: F64
    pairing: Pairing


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
        plan = self.plan(value, up)
        shoes = {hands: Orders.of(layout.left) for hands, layout in plan.items()}
        firsts = [(layout.first, shoes[hands]) for hands, layout in plan.items() if hands > 2]
        last_two = [(plan[4].others, shoes[4])] if 4 in plan else []
        first, new = self.first_two(value, up)
        alone = (plan[2].first, shoes[2], self.dealer(value, plan[2].gone)[:, up]) if 2 in plan else None
        both = firsts + last_two if first is new else firsts
        pairing = Pairing(first, new)
        law, joints = self.weighed(pairing, both, alone)
        if first is not new:
            joints += self.weighed(Pairing(new, new), last_two)[1]
        found: dict[int, float] = {}
        for cents, chance in (*two_hands(pairing, law), *self.more_hands(value, up, plan, shoes, new, joints)):
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

    def weighed(
        self, pairing: Pairing, shoes: list[tuple[F64, Orders]], alone: tuple[F64, Orders, F64] | None = None
    ) -> tuple[F64, list[Joint]]:
        """Two hands that are all, by end and the dealer's outcome, and beside others from each of some shoes.

        The latter are on the points of a grid, over the chance of each point.
        """
        if not shoes and alone is None:
            return np.zeros((0, 0)), []
        none = np.zeros((2, 2)), self.empty
        every = [*shoes, alone[:2] if alone is not None else none]
        law, found = weigh_pairs(
            pairing.one.ways, pairing.two.ways, pairing.combos, np.stack([began for began, _ in every]),
            np.stack([shoe.falling for _, shoe in every]), np.stack([shoe.share_of for _, shoe in every]),
            self.grid_of_two, np.ascontiguousarray(alone[2]) if alone is not None else np.zeros((0, WIDTH)),
            self.grid_of_pairs,
        )  # fmt: skip
        joints = []
        for s, (_, shoe) in enumerate(shoes):
            chances = shoe.chances(self.grid_of_pairs)
            joints.append(Joint(found[:, s] / np.where(chances > 0.0, chances, 1.0), pairing))
        return law, joints

    def more_hands(
        self, value: int, up: int, plan: dict[int, Layout], shoes: dict[int, Orders], new: HandEndings,
        joints: list[Joint],
    ) -> Iterator[tuple[int, float]]:  # fmt: skip
        """The law of three or four hands: the first two and the others."""
        for (hands, layout), first in zip(((n, plan[n]) for n in plan if n > 2), joints, strict=False):
            others = joints[-1]
            if hands == 3:
                _, (others,) = self.weighed(Pairing(new, self.no_hand), [(layout.others, shoes[3])])
            ends = self.dealer_after_all(value, layout.gone, up) * shoes[hands].chances(self.grid_of_all)[:, None]
            for outcome in np.flatnonzero(ends.any(axis=0)).tolist():
                yield from self.joined(first, others, np.ascontiguousarray(ends[:, outcome]), outcome)

    def joined(self, one: Joint, two: Joint, ends: F64, outcome: int) -> Iterator[tuple[int, float]]:
        """Every result of all hands, given how the dealer ends."""
        cents, of_one = one.pairing.by_result(outcome)
        others, of_two = two.pairing.by_result(outcome)
        found = join(one.chances, of_one, two.chances, of_two, ends, self.sums).tolist()
        for a, row in zip(cents, found, strict=True):
            for b, chance in zip(others, row, strict=True):
                yield a + b, chance

    # what is wanted once

    @cached_property
    def empty(self) -> Orders:
        """The draws from a shoe that nobody asks about."""
        return Orders.of(np.zeros(len(self.values), dtype=np.int64))

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
        ways = Ways(np.zeros((1, len(self.values)), dtype=np.int8), np.arange(2), np.ones(1), nothing, nothing)
        return HandEndings(ways, np.zeros((1, len(self.outcomes)), dtype=np.int64), False)

    @cached_property
    def outcomes(self) -> list[list[int]]:
        """How the dealer can end, those together that mean the same for every hand."""
        table = dealer_table(self.record.draws_to, self.record.hit_soft_17, ALL_UPS)
        found = [[outcome] for outcome in sorted(set(table.outcome.tolist())) if outcome not in BROKEN]
        together = [[outcome] for outcome in BROKEN] if self.record.push_22 else [list(BROKEN)]
        return found + together

    def dealer(self, value: int, gone: int) -> F64:
        """How the dealer ends once the cards of each point, the pair and further cards of its value are gone."""
        found = self.known.get((value, gone))
        if found is None:
            points = self.grid_of_two.sets
            removed = np.zeros((len(points), 10), dtype=np.int8)
            removed[:, self.values] = points
            removed[:, value] += 2 + gone
            ends = np.empty((len(points), 10, OUTCOMES))
            table = dealer_table(self.record.draws_to, self.record.hit_soft_17, ALL_UPS)
            dealer_ends(table, self.work.counts, removed, np.arange(len(points)), ends)
            looked = [other for other in range(10) if not self.record.opened(other)]
            ends[:, looked, OUTCOMES - 1] = 0.0
            found = np.zeros((len(points), 10, -(-len(self.outcomes) // WIDTH) * WIDTH))
            for at, together in enumerate(self.outcomes):
                found[:, :, at] = ends[:, :, together].sum(axis=-1)
            self.known[value, gone] = found
        return found

    def dealer_after_all(self, value: int, gone: int, up: int) -> F64:
        """The same with one card up and for the sums of two points."""
        return extended(self.dealer(value, gone)[:, up], self.grid_of_two, self.grid_of_all)

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
        t, terms, choice = self.table, self.record.kinds[kind], self.course.choices(kind)[:, up]
        again = self.course.raises(kind).again
        found = Found(self, value, again.shape[3] if again.size else 1)
        for hands in self.by_size[value]:
            if t.size[hands[0]] == 2:
                found.begin(hands)
            for how, times in sorted(found.raises):
                doubled = hands[found.raised[hands, how, times].any(axis=1)]
                on = again[doubled, up, how, times] > 0 if again.size else np.zeros(len(doubled), dtype=np.bool_)
                if len(doubled):
                    found.stand(doubled[~on], found.raised[doubled[~on], how, times], *lies_on(terms, how, times))
                    found.double(terms, doubled[on], found.raised[doubled[on], how, times], how, times + 1)
            reached = hands[found.paths[hands].any(axis=1)]
            for does in np.unique(choice[reached]).tolist():
                self.follow(found, kind, reached[choice[reached] == does], does, up)
        return found.endings(-terms.lose)

    def follow(self, found: Found, kind: int, hands: I64, does: int, up: int) -> None:
        """Do the same with some hands of as many cards."""
        terms, orders = self.record.kinds[kind], found.paths[hands]
        if does == k.HIT:
            found.hit(hands, orders)
        elif does in (k.DOUBLE, k.DOUBLE_LESS):
            began = np.array([self.raised_by(terms, hand, does) for hand in hands.tolist()])
            for how in np.unique(began).tolist():
                found.double(terms, hands[began == how], orders[began == how], how, 0)
        elif does == k.SURRENDER:
            found.add(hands, orders, (-(terms.surrender or 0),) * OUTCOMES)
        elif does == k.NATURAL:
            ties = terms.natural_ties_ace if up == ACE else terms.natural_ties
            found.add(hands, orders, (terms.natural_pays,) * (OUTCOMES - 1) + (ties,))
        else:
            self.stand(found, kind, hands, orders)

    def stand(self, found: Found, kind: int, hands: I64, orders: F64) -> None:
        """Let hands stand, some of which may be paid a bonus by their suits."""
        terms, shapes = self.record.kinds[kind], self.shapes[hands]
        for shape in np.unique(shapes).tolist():
            prizes = self.record.bonuses_for(kind)[shape] if shape != NO_SHAPE else ()
            here = shapes == shape
            for share, win in [(float(prize.share), prize.win) for prize in prizes] or [(1.0, terms.win)]:
                found.stand(hands[here], share * orders[here], win, terms.lose)

    @cached_property
    def by_size(self) -> list[list[I64]]:
        """The hands that hold a card of each value, those of fewer cards first."""
        t = self.table
        members = [t.split_hand[start:end].astype(np.int64) for start, end in pairwise(t.split_start.tolist())]
        return [[hands[t.size[hands] == n] for n in np.unique(t.size[hands]).tolist()] for hands in members]

    def raised_by(self, terms: HandTerms, hand: int, does: int) -> int:
        """How a hand is doubled: in full, for less, or free."""
        t = self.table
        if does == k.DOUBLE_LESS:
            return k.LESS
        hard = t.size[hand] == 2 and not t.soft[hand]
        is_free = terms.free_double is not None and hard and int(t.total[hand]) in self.record.free_totals
        return k.FREE if is_free else k.FULL

    def results(self, total: int, win: int, lose: int, *, charlie: bool) -> tuple[int, ...]:
        """What a hand wins or loses, by the dealer's outcome."""
        if charlie:
            return (*(win,) * (OUTCOMES - 1), -lose)
        wins = self.record.ties == k.WINS_AT_21 and total == 21
        tie = win if wins else -lose if self.record.ties == k.DEALER_WINS_TIES else 0
        against = [win if end < total else tie if end == total else -lose for end in range(15, 22)]
        return (*against, 0 if self.record.push_22 else win, win, -lose)


class Found:
    """The ways that split hands of one value end, as far as they are found."""

    def __init__(self, law: SplitLaw, value: int, times: int) -> None:
        self.law, self.value, self.table = law, value, law.table
        self.paths = np.zeros((self.table.hands, 2))
        """In how many orders each hand is reached, by how it began ..."""
        self.raised = np.zeros((self.table.hands, 3, times + 1, 2))
        """... and doubled so, by how and how often ..."""
        self.raises: set[tuple[int, int]] = set()
        """... which of these have come about."""
        self.results: dict[tuple[int, ...], int] = {}
        self.rows: list[tuple[I8, F64, I64]] = []
        self.breaks = False

    def begin(self, hands: I64) -> None:
        self.begun = hands
        self.paths[hands, np.where(self.table.counts[hands, self.value] == 2, PAIR, CLOSED)] = 1.0

    def hit(self, hands: I64, orders: F64) -> None:
        """Draw a card of every value, which goes on with all hands that it does not break."""
        children = self.table.child[hands]
        self.breaks = self.breaks or bool((children < 0).any())
        for card in range(10):
            drawn = children[:, card] >= 0
            self.paths[children[drawn, card]] += orders[drawn]  # no two hands become the same by one card

    def double(self, terms: HandTerms, hands: I64, orders: F64, how: int, times: int) -> None:
        """The card that a double brings: the hand is broken, or may perhaps be doubled again."""
        if len(hands):
            self.raises.add((how, times))
        for card in range(10):
            after = self.table.child[hands, card]
            self.raised[after[after >= 0], how, times] += orders[after >= 0]
            if (after < 0).any():
                lost = (-lies_on(terms, how, times)[1],) * OUTCOMES
                self.add(hands[after < 0], orders[after < 0], lost, card)

    def stand(self, hands: I64, orders: F64, win: int, lose: int) -> None:
        """Hands that wait for the dealer with what they win and lose."""
        charlie = self.table.size[hands] >= self.law.record.charlie
        found, which = np.unique(2 * self.table.total[hands].astype(np.int64) + charlie, return_inverse=True)
        ends = [self.end(self.law.results(each // 2, win, lose, charlie=bool(each % 2))) for each in found.tolist()]
        self.rows.append((self.drawn(hands), orders, np.array(ends, dtype=np.int64)[which]))

    def add(self, hands: I64, orders: F64, results: tuple[int, ...], card: int = -1) -> None:
        """Hands that all end so, perhaps with one more card."""
        drawn = self.drawn(hands)
        if card >= 0:
            drawn[:, card] += 1
        self.rows.append((drawn, orders, np.full(len(hands), self.end(results))))

    def end(self, results: tuple[int, ...]) -> int:
        """The number of an end, by what it brings against each outcome of the dealer."""
        told = tuple(results[together[0]] for together in self.law.outcomes)
        return self.results.setdefault(told, len(self.results))

    def drawn(self, hands: I64) -> I8:
        """The cards of hands but the first."""
        drawn: I8 = self.table.counts[hands]
        drawn[:, self.value] -= 1
        return drawn

    def endings(self, broken: int) -> HandEndings:
        """All of them, with the hands that broke by a hit as what is missing from every way to begin."""
        if self.breaks:
            begun = (self.paths[self.begun] > 0.0).astype(np.float64)
            results = [*self.results, (broken,) * len(self.law.outcomes)]
            self.rows.append((self.drawn(self.begun), begun, np.full(len(begun), len(self.results))))
        else:
            results = list(self.results)
        drawn, orders, ends = (np.concatenate(column) for column in zip(*self.rows, strict=True))
        missing = [c for c in range(10) if c not in self.law.values]
        held = drawn[:, missing].sum(axis=1) == 0
        row, began = np.nonzero((orders > 0.0) & held[:, None])
        sets, at = np.unique(drawn[row][:, self.law.values], axis=0, return_inverse=True)
        alike, which = np.unique((at.ravel() * len(results) + ends[row]) * 2 + began, return_inverse=True)
        ways = Ways(
            np.ascontiguousarray(sets),
            np.searchsorted(alike // (2 * len(results)), np.arange(len(sets) + 1)),
            np.bincount(which.ravel(), weights=orders[row, began]).astype(np.float64),
            alike % 2,
            alike // 2 % len(results),
        )
        return HandEndings(ways, np.array(results, dtype=np.int64), self.breaks)


def two_hands(pairing: Pairing, law: F64) -> Iterator[tuple[int, float]]:
    """The chance of each result of two hands that are all, by result and the dealer's outcome."""
    for outcome in np.flatnonzero(law.any(axis=0)).tolist():
        cents, made = pairing.by_result(outcome)
        yield from zip(cents, (made @ law[:, outcome]).tolist(), strict=True)


def lies_on(terms: HandTerms, how: int, times: int) -> tuple[int, int]:
    """What a hand wins and loses that was doubled, and then again N times."""
    double = terms.raises()[how]
    assert double is not None
    return double.again[times - 1] if times else (double.win, double.lose)
