"""Two winners of a meter at one table: hole cards that make a straight or royal flush with the same flop."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from pitboss.cards import DECK, Card
from pitboss.hands.poker import evaluate, line_of

__all__ = ["shared_chance"]

FIVE = 5


@lru_cache(maxsize=16)
def shared_chance(line: str, counts: tuple[int, ...] = (1,) * 52) -> Fraction:
    """The chance that two given players both make a straight or royal flush with one flop.

    A third cannot: of the pairs of cards that complete one flop, no more than two have no card in common.
    """
    cards = sum(counts)
    ways = 0
    for pairs in _completed(line, counts):
        apart = [two for two in combinations(pairs, 2) if not set(two[0]) & set(two[1])]
        assert all(set(mine) & set(other) for one in apart for mine in pairs for other in one if mine not in one)
        ways += 2 * len(apart)
    return Fraction(ways, comb(cards, 3) * comb(cards - 3, 2) * comb(cards - 5, 2))


def _completed(line: str, counts: tuple[int, ...]) -> Iterator[list[tuple[Card, ...]]]:
    """For every flop that can become such a hand, the pairs of cards that complete it."""
    pairs: dict[tuple[Card, ...], list[tuple[Card, ...]]] = {}
    for hand in _flushes(line, counts):
        for flop in combinations(hand, 3):
            pairs.setdefault(flop, []).append(tuple(card for card in hand if card not in flop))
    yield from pairs.values()


def _flushes(line: str, counts: tuple[int, ...]) -> Iterator[tuple[Card, ...]]:
    """Every five cards of one suit that are this hand."""
    for suit in range(4):
        held = [card for card in DECK if card & 3 == suit and counts[card]]
        for hand in combinations(held, FIVE):
            if line_of(evaluate(hand)) == line:
                yield hand
