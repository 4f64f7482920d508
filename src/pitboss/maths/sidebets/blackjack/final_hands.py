"""What a final hand pays, suit by suit: shared by bets on the dealer's hand and on the player's.

A bet's automaton takes the cards one by one, those that it and the game take alike as one kind. Suits are left out of
it: how many orders show exactly a set of suits comes by inclusion and exclusion from those that show no other suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import perm
from typing import Final

from pitboss.bets.automaton import Automaton
from pitboss.hands.totals import POINTS
from pitboss.maths.sidebets.money import Chances, Lines

__all__ = ["ALL_SUITS", "Kinds", "PaidSuits", "dealt_kinds", "held_within", "paid_by", "shares_of"]

SUIT_SETS: Final = range(1, 16)
"""Sets of suits as numbers of four bits."""
ALL_SUITS: Final = 15

Kinds = tuple[int, ...]
"""The number of each card's kind."""
PaidSuits = dict[Lines, tuple[tuple[int, int], ...]]
"""How the numbers of orders within sets of suits add up to those that pay each set of lines."""


def dealt_kinds(kinds: Kinds, ranks: Kinds = (0,) * 52) -> Kinds:
    """The kinds of an automaton, told apart by the values that the game counts, too, and perhaps by further numbers."""
    numbers: dict[tuple[int, int, int], int] = {}
    return tuple(numbers.setdefault((POINTS[card], kind, ranks[card]), len(numbers)) for card, kind in enumerate(kinds))


def held_within(counts: tuple[int, ...], kinds: Kinds) -> list[list[int]]:
    """How many cards of each kind a shoe holds within each set of suits."""
    held = [[0] * (max(kinds) + 1) for _ in range(16)]
    for card, n in enumerate(counts):
        for suits in SUIT_SETS:
            held[suits][kinds[card]] += n * (suits >> (card & 3) & 1)
    return held


def shares_of(sums: Counter[tuple[Lines, int]], cards: int) -> Chances:
    """Numbers of orders of N cards as chances; what is left of all is a bet that is lost."""
    chances: Chances = {}
    for (lines, size), orders in (+sums).items():  # a shoe may hold fewer cards than some hands have
        chances[lines] = chances.get(lines, Fraction(0)) + Fraction(orders, perm(cards, size))
    chances[()] = 1 - sum(chances.values(), Fraction(0))
    return chances


def paid_by(automaton: Automaton, state: int, facts: Mapping[str, int]) -> PaidSuits:
    """The lines of a state, each with the sets of suits that add up to its hands."""
    if not automaton.suits:
        lines = automaton.compiled.decoded(automaton.code(state, facts))[0]
        return {lines: ((ALL_SUITS, 1),)} if lines else {}
    terms: dict[Lines, Counter[int]] = {}
    for suits in SUIT_SETS:
        lines = automaton.compiled.decoded(automaton.code(state, facts, suits=suits))[0]
        if lines:
            _exactly(suits, terms.setdefault(lines, Counter()))
    return {lines: tuple((s, n) for s, n in of.items() if n) for lines, of in terms.items()}


def _exactly(suits: int, terms: Counter[int]) -> None:
    """Add what counts the hands that show exactly these suits: those within them, less those within fewer."""
    for fewer in SUIT_SETS:
        if fewer & ~suits == 0:
            terms[fewer] += (-1) ** (suits.bit_count() - fewer.bit_count())
