"""How often a round of hold'em hits the meters: hole cards and flop make the hand, and seats share the flop."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from pitboss.cards import DECK, Card
from pitboss.hands.poker import Category, category, evaluate
from pitboss.maths._kernels.link import MAJOR, MINOR
from pitboss.maths.simulation.jackpots import Outcome
from pitboss.rules.progressive import Progressive

__all__ = ["hit_chances"]


def hit_chances(progressive: Progressive, bettors: int) -> Mapping[Outcome, Fraction]:
    """Return the exact chance of each way in which a round with this number of wagers hits the meters."""
    one = Fraction(bettors, comb(49, 2))
    two = Fraction(bettors * (bettors - 1), comb(49, 2) * comb(47, 2))
    chances: dict[Outcome, Fraction] = {}
    for ways in _completions(progressive.major.hand, progressive.minor.hand):
        both = [(p, q) for p, q in combinations(ways, 2) if not p[0] & q[0]]
        for pair, hit in ways:
            alone = one - two * sum(pair in (p[0], q[0]) for p, q in both)
            outcome = (int(hit == MAJOR), int(hit == MINOR))
            chances[outcome] = chances.get(outcome, Fraction()) + alone / comb(52, 3)
        for p, q in both:
            outcome = ((p[1] == MAJOR) + (q[1] == MAJOR), (p[1] == MINOR) + (q[1] == MINOR))
            chances[outcome] = chances.get(outcome, Fraction()) + two / comb(52, 3)
    return {outcome: chance for outcome, chance in sorted(chances.items()) if chance}


Way = tuple[frozenset[Card], int]
"""Two cards that complete a flop to a hand that hits a meter, and the meter."""


@lru_cache(maxsize=8)
def _completions(major: str, minor: str) -> tuple[tuple[Way, ...], ...]:
    """For every flop that can be completed, the hole cards that do it; of these no three can be dealt at once."""
    meters = {Category[major.upper()]: MAJOR, Category[minor.upper()]: MINOR}
    found = []
    for suit in range(4):
        suited = [card for card in DECK if card % 4 == suit]
        for flop in combinations(suited, 3):
            pairs = combinations([card for card in suited if card not in flop], 2)
            ways = tuple(
                (frozenset(pair), meters[hand])
                for pair in pairs
                if (hand := category(evaluate((*flop, *pair)))) in meters
            )
            assert not any(not (p[0] & q[0] or q[0] & r[0] or p[0] & r[0]) for p, q, r in combinations(ways, 3))
            found += [ways] if ways else []
    return tuple(found)
