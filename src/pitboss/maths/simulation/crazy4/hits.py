"""How often a round of Crazy 4 Poker hits the meters: every seat has five cards of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, perm

from pitboss.cards import DECK
from pitboss.hands.poker import evaluate, line_of
from pitboss.maths.simulation.jackpots import Outcome
from pitboss.rules.progressive import Progressive

__all__ = ["hit_chances"]


def hit_chances(progressive: Progressive, bettors: int) -> Mapping[Outcome, Fraction]:
    """Return the exact chance of each way in which a round with this number of wagers hits the meters.

    First what is expected of each number of winners who are looked at, then by inclusion and exclusion how often there
    are just as many.
    """
    looked_at = {
        (major, minor): Fraction(sets * perm(bettors, major + minor), _ways(major + minor))
        for (major, minor), sets in _sets(progressive.major.hand, progressive.minor.hand).items()
        if major + minor <= bettors
    }
    found: dict[Outcome, Fraction] = {}
    for major, minor in looked_at:
        more = (
            (-1) ** (r - major + s - minor) * comb(r, major) * comb(s, minor) * chance
            for (r, s), chance in looked_at.items()
            if r >= major and s >= minor
        )
        if (chance := sum(more, Fraction())) and (major or minor):
            found[major, minor] = chance
    return dict(sorted(found.items()))


def _ways(hands: int) -> int:
    """How many ways there are to deal N seats five cards each."""
    ways = 1
    for seat in range(hands):
        ways *= comb(52 - 5 * seat, 5)
    return ways


@lru_cache(maxsize=4)
def _sets(major: str, minor: str) -> Mapping[Outcome, int]:
    """How many sets of hands without a common card there are, by how many of them win each meter; suits are alike."""
    one_suit = _sets_of_a_suit(major, minor)
    found: Counter[Outcome] = Counter({(0, 0): 1})
    for _ in range(4):
        found, before = Counter(), found
        for (r, s), sets in before.items():
            for (more_r, more_s), more in one_suit.items():
                found[r + more_r, s + more_s] += sets * more
    return found


def _sets_of_a_suit(major: str, minor: str) -> Counter[Outcome]:
    suited = [frozenset(five) for five in combinations(DECK[::4], 5)]
    hands = [(five, line_of(evaluate(tuple(five)))) for five in suited]
    winning = [(five, line == major) for five, line in hands if line in (major, minor)]
    found = Counter({(0, 0): 1})
    for _, wins_major in winning:
        found[int(wins_major), int(not wins_major)] += 1
    for (one, first), (other, second) in combinations(winning, 2):  # 13 cards have no room for a third
        if not one & other:
            found[first + second, 2 - first - second] += 1
    return found
