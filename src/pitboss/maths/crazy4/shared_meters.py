"""Several winners of a meter at one table, each with five cards of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, perm

from pitboss.cards import DECK
from pitboss.hands.poker import evaluate, line_of

__all__ = ["shared_chances"]


@lru_cache(maxsize=32)
def shared_chances(line: str, counts: tuple[int, ...], bettors: int) -> Mapping[int, Fraction]:
    """Return the chance that a bettor is one of N with the hand of a meter, for each possible N from two up."""
    sets, cards = _sets(line, counts), sum(counts)
    looked_at = {n: Fraction(sets[n] * perm(bettors, n), _ways(cards, n)) for n in sets if n <= bettors}
    exactly = {
        n: sum(((-1) ** (m - n) * comb(m, n) * chance for m, chance in looked_at.items() if m >= n), Fraction())
        for n in looked_at
    }
    return {n: chance * n / bettors for n, chance in sorted(exactly.items()) if n > 1 and chance}


def _ways(cards: int, hands: int) -> int:
    ways = 1
    for seat in range(hands):
        ways *= comb(cards - 5 * seat, 5)
    return ways


@lru_cache(maxsize=8)
def _sets(line: str, counts: tuple[int, ...]) -> Counter[int]:
    """How many sets of N such hands without a common card there are; 13 cards of a suit have no room for three."""
    found: Counter[int] = Counter({0: 1})
    for suit in range(4):
        held = [card for card in DECK if card & 3 == suit and counts[card]]
        hands = [frozenset(five) for five in combinations(held, 5) if line_of(evaluate(five)) == line]
        apart = sum(not one & other for one, other in combinations(hands, 2))
        found, before = Counter(), found
        for n, sets in before.items():
            for more, ways in ((0, 1), (1, len(hands)), (2, apart)):
                found[n + more] += sets * ways
    return found
