"""Bets on the player's final hand, which depend on how the main game is played.

The hand that counts is the one that lies first. It is played out before any other of its spot, so a split
matters only because cards of the pair lie on the hands beside it. The bet's automaton is folded along the play, card
by card, for each up card; what is drawn is counted in orders of the shoe, so that chances are fractions, given the
play. The dealer's hole card is one of those that nobody has seen, and none that makes a blackjack once the check found
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import perm
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import Bet
from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.errors import NotationError
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.moves import ACE, TEN, choices_of, split_kinds
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.shoe import Shoe
from pitboss.maths.blackjack.solver import Solution, pair_left
from pitboss.maths.blackjack.tables import HandTable, hand_table, shape
from pitboss.maths.sidebets.blackjack.deal_outcomes import Stakes
from pitboss.maths.sidebets.blackjack.final_hands import (
    ALL_SUITS,
    Kinds,
    PaidSuits,
    dealt_kinds,
    held_within,
    paid_by,
    shares_of,
)
from pitboss.maths.sidebets.money import Chances, Lines

__all__ = ["HandPlay", "as_best", "by_book", "player_chances"]

I8 = NDArray[np.int8]

MOST_HANDS: Final = 1_000_000
"""Hands of one up card that are told apart at most; a bet that needs more is left to the simulation."""
ENDING: Final = frozenset({k.STAND, k.SURRENDER, k.NATURAL})
"""Choices after which a hand has the cards that it has."""
BITS: Final = 5
"""Of a set of cards as one number: how many bits count the copies of a kind."""

Hole = Literal["any", "blackjack", "none"]
"""What lies in the hole: any card, one that makes a blackjack, or one that makes none."""


class HandPlay(NamedTuple):
    """How a spot is played."""

    record: BlackjackRecord
    shoe: Shoe
    table: HandTable
    choices: Mapping[int, I8]
    """By kind of hand what is done with each hand against each up card, as the solver has it."""
    stays: Callable[[int, int, int], bool]
    """Whether two cards, the lower value first, are given up or paid even money before the check."""
    hands: Callable[[int, int, int], int]
    """How many hands a pair becomes at most against an up card, with N cards of its kind left; 1 if it is not split."""


def as_best(solution: Solution) -> HandPlay:
    """The best play of the main game, by the cards of the hand."""
    record, table = solution.record, solution.table
    _check_doubles(record)

    def stays(low: int, high: int, up: int) -> bool:
        before = solution.deals.get(((low + 1, high + 1), up + 1), {"go on": 0.0})
        return max(before, key=lambda name: before[name]) != "go on"

    def hands(value: int, up: int, same: int) -> int:
        row = table.row.get(tuple(2 * (v == value) for v in range(10)))
        split = solution.split_sums.get((value, up, same))
        gains = split is not None and row is not None and split > solution.kinds[UNSPLIT].best[row, up]
        return record.most_hands[value] if gains else 1

    choices = {kind: play.choice for kind, play in solution.kinds.items()}
    return HandPlay(record, solution.shoe, table, choices, stays, hands)


def _check_doubles(record: BlackjackRecord) -> None:
    """Say that cards of hands doubled again are not followed."""
    if record.redoubles:
        raise NotationError(
            "a bet on the player's final hand has no exact figures where doubled hands may be doubled again",
            expected="a simulation",
        )


def by_book(record: BlackjackRecord, shoe: Shoe, book: Playbook) -> HandPlay:
    """The play of a book: by totals, or whatever its entries look at."""
    _check_doubles(record)
    table = hand_table(shape(shoe.values))

    def stays(low: int, high: int, up: int) -> bool:
        even_money = (low, high, up) == (ACE, TEN, ACE) and book.even_money and record.even_money is not None
        return even_money or (record.surrenders_early(up) and book.first[UNSPLIT, up, low, high] == Move.SURRENDER)

    def hands(value: int, up: int, same: int) -> int:
        if book.first[UNSPLIT, up, value, value] != Move.SPLIT:
            return 1
        own = split_kinds(record, value)[0]
        return record.most_hands[value] if book.first[own, up, value, value] == Move.SPLIT else 2

    kinds = {UNSPLIT, *(split_kinds(record, value)[0] for value in range(10))}
    choices = {kind: choices_of(book, record, table, kind) for kind in kinds}
    return HandPlay(record, shoe, table, choices, stays, hands)


class _End(NamedTuple):
    """A final hand: its cards as one number, how many, the bet's state, and cards of a pair that lie beside it."""

    held: int
    size: int
    state: int
    mate: int
    """A kind of the cards that lie beside it; which those are is decided by value, or by rank."""
    beside: int
    hole: Hole


def player_chances(bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], play: HandPlay) -> Chances:
    """The chance of every set of lines over all that the player can end with."""
    known = stakes if "stakes" in bet.needs else Stakes(0, 0)
    walk = _Walk(_automaton(bet, rules), counts, play)
    facts = {p.BET: known.side, p.MAIN: known.main}
    sums: Counter[tuple[Lines, int]] = Counter()
    outcomes: dict[int, PaidSuits] = {}
    for up in walk.ups():
        for end, orders in walk.ends(up).items():
            if end.state not in outcomes:
                outcomes[end.state] = paid_by(walk.automaton, end.state, facts)
            if outcomes[end.state]:
                walk.weigh(end, orders, up, outcomes[end.state], sums)
    return shares_of(sums, sum(counts))


@lru_cache(maxsize=32)
def _automaton(bet: Bet, rules: Any) -> Automaton:
    return Automaton(bet.compiled(rules), without_suits=True)


class _Walk:
    """The player's hands from one shoe, by the kinds of their cards."""

    def __init__(self, automaton: Automaton, counts: tuple[int, ...], play: HandPlay) -> None:
        self.automaton, self.play = automaton, play
        self.cards = sum(counts)
        ranks = tuple(card >> 2 if POINTS[card] == 10 and _splits_ranks(play) else 0 for card in range(52))
        self.kinds: Kinds = dealt_kinds(automaton.kinds, ranks)
        self.within = held_within(counts, self.kinds)
        first = [self.kinds.index(kind) for kind in range(max(self.kinds) + 1)]
        self.value = [POINTS[card] - 1 for card in first]
        self.rank = [ranks[card] for card in first]
        self.own = [automaton.kinds[card] for card in first]
        self.drawn = [kind for kind in range(len(first)) if self.within[ALL_SUITS][kind]]
        pairs = [(self.value[kind], self.rank[kind]) for kind in range(len(first))]
        self.alike = [[other for other in self.drawn if pairs[other] == pair] for pair in pairs]
        """By kind, the kinds that make a pair with it: of its value, and of its rank where ranks are told apart."""
        self.rows: dict[int, int | None] = {}
        self.known_ways: dict[int, int] = {}
        self.found: Counter[_End] = Counter()

    def ups(self) -> Iterator[list[int]]:
        """The up cards that are told apart, as sets of kinds."""
        seen: set[int] = set()
        for kind in self.drawn:
            if kind not in seen:
                seen.update(self.alike[kind])
                yield self.alike[kind]

    def copies(self, held: int, kinds: list[int]) -> int:
        """How many cards of some kinds a hand holds."""
        return sum(held >> BITS * kind & 31 for kind in kinds)

    def in_shoe(self, kinds: list[int]) -> int:
        return sum(self.within[ALL_SUITS][kind] for kind in kinds)

    def row(self, held: int) -> int | None:
        """Where the solver's tables have a hand; None for one that is broken."""
        if held not in self.rows:
            counts = [0] * 10
            for kind in self.drawn:
                counts[self.value[kind]] += held >> BITS * kind & 31
            self.rows[held] = self.play.table.row.get(tuple(counts))
        return self.rows[held]

    def step(self, state: int, kind: int) -> int:
        return self.automaton.steps[state][self.own[kind]]

    # the play

    def ends(self, up: list[int]) -> Counter[_End]:
        """How hands end against an up card, each with the number of its orders."""
        self.found = Counter()
        shown = self.value[up[0]]
        checked = shown in (ACE, TEN) and self.play.record.checked[shown]
        hole: Hole = "none" if checked else "any"
        opened: Counter[tuple[int, int]] = Counter()
        for one in self.drawn:
            for two in self.drawn:
                held, state = (1 << BITS * one) + (1 << BITS * two), self.step(self.step(0, one), two)
                low, high = sorted((self.value[one], self.value[two]))
                if self.play.stays(low, high, shown):
                    self.found[_End(held, 2, state, one, 0, "any")] += 1
                    continue
                if checked:
                    self.found[_End(held, 2, state, one, 0, "blackjack")] += 1
                if two not in self.alike[one] or self.most_hands(one, up) == 1:
                    opened[held, state] += 1
        self.play_out(opened, UNSPLIT, shown, 0, 0, hole)
        for one in self.drawn:
            self.split(one, up, hole)
        return self.found

    def most_hands(self, kind: int, up: list[int]) -> int:
        """How many hands a pair of a kind becomes."""
        value, shown = self.value[kind], self.value[up[0]]
        same = pair_left(self.play.shoe.values, value, shown)
        if self.play.record.match_rank and value == TEN:
            if not self.rank[kind]:
                return 1
            same = self.in_shoe(self.alike[kind]) - 2 - (kind in up)
        return self.play.hands(value, shown, same) if same >= 0 else 1

    def split(self, one: int, up: list[int], hole: Hole) -> None:
        """The first hand of a pair that is split: every further card of the pair is laid beside it while it may be."""
        value, alike, most = self.value[one], self.alike[one], self.most_hands(one, up)
        if most == 1 or self.play.stays(value, value, self.value[up[0]]):
            return
        kind = split_kinds(self.play.record, value)[0]
        for beside in range(1, most):
            last = beside == most - 1
            opened: Counter[tuple[int, int]] = Counter()
            for two in self.drawn:
                if last or two not in alike:
                    opened[(1 << BITS * one) + (1 << BITS * two), self.step(self.step(0, one), two)] += 1
            self.play_out(opened, kind, self.value[up[0]], one, beside, hole)

    def play_out(
        self, opened: Counter[tuple[int, int]], kind: int, up: int, mate: int, beside: int, hole: Hole
    ) -> None:
        """Play hands of two cards to their ends."""
        choice, size = self.play.choices[kind][:, up].tolist() if opened else [], 2
        while opened:
            after: Counter[tuple[int, int]] = Counter()
            for (held, state), orders in opened.items():
                row = self.row(held)
                if row is None:
                    continue  # more cards of a value than the shoe holds
                does = choice[row]
                if does in ENDING:
                    self.found[_End(held, size, state, mate, beside, hole)] += orders
                    continue
                for drawn in self.drawn:
                    more, then = held + (1 << BITS * drawn), self.step(state, drawn)
                    if does == k.HIT and self.row(more) is not None:
                        after[more, then] += orders
                    else:
                        self.found[_End(more, size + 1, then, mate, beside, hole)] += orders
            if len(after) > MOST_HANDS:
                raise NotationError("this bet tells too many hands apart", expected="simpler patterns, or a simulation")
            opened, size = after, size + 1

    # what a hand weighs

    def weigh(
        self, end: _End, orders: int, up: list[int], outcomes: PaidSuits, sums: Counter[tuple[Lines, int]]
    ) -> None:
        """Add the orders of the shoe that bring a hand about: its cards, those beside it, up card and hole card."""
        around = orders * self.around(end, up)
        if not around:
            return
        for lines, terms in outcomes.items():
            ways = sum(sign * self.ways(end.held, suits) for suits, sign in terms)
            sums[lines, end.size + end.beside + 2] += around * ways

    def ways(self, held: int, suits: int) -> int:
        """In how many ways the cards of a hand, one after another, can be taken from those of some suits."""
        key = held << 4 | suits
        if key not in self.known_ways:
            within, found = self.within[suits], 1
            for kind in self.drawn:
                if n := held >> BITS * kind & 31:
                    found *= perm(within[kind], n)
            self.known_ways[key] = found
        return self.known_ways[key]

    def around(self, end: _End, up: list[int]) -> int:
        """In how many ways the cards around a hand can be taken once its own are gone."""
        alike = self.alike[end.mate] if end.beside else []
        mates = self.in_shoe(alike) - self.copies(end.held, alike)
        ups = self.in_shoe(up) - self.copies(end.held, up) - end.beside * (up[0] in alike)
        rest = self.cards - end.size - end.beside - 1
        ways = perm(mates, end.beside) * max(ups, 0) if mates >= 0 else 0
        if end.hole == "any" or not ways:
            return ways * rest
        makers = [kind for kind in self.drawn if self.value[kind] == TEN - self.value[up[0]]]
        made = self.in_shoe(makers) - self.copies(end.held, makers) - end.beside * (bool(alike) and alike[0] in makers)
        return ways * (made if end.hole == "blackjack" else rest - made)


def _splits_ranks(play: HandPlay) -> bool:
    """Whether ten-value cards are paired by rank and such a pair is ever split."""
    if not play.record.match_rank or play.shoe.tens is None:
        return False
    left = {n - 2 - taken for n in play.shoe.tens for taken in (0, 1)}
    return any(play.hands(TEN, up, same) > 1 for up in range(10) for same in left if same >= 0)
