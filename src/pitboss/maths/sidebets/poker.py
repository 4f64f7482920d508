"""Hands of poker by their line: all that a deck, or what is left of one, can deal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.hands.poker import line_of
from pitboss.maths._kernels.poker import KEYS, ONE, START, eval5, eval7
from pitboss.maths.cache import inlined, kernel
from pitboss.maths.evaluator import STRENGTHS, strength_counts
from pitboss.maths.sidebets.cards import CardShoe

__all__ = ["check_deck", "line_counts", "lines_without"]

I64 = NDArray[np.int64]

FULL = (1,) * 52


def check_deck(deck: CardShoe, cards: int) -> None:
    """Refuse what is not one deck, or what is left of one after fewer cards than a round needs."""
    if max(deck.counts) > 1:
        raise NotationError(f"a round of poker cannot be dealt from {deck.words}", expected="no card more than once")
    if deck.cards < cards:
        raise NotationError(f"{deck.words} is too small for a round", expected=f"at least {cards} cards")


@lru_cache(maxsize=128)
def line_counts(counts: tuple[int, ...], size: int) -> Counter[str]:
    """How many of all hands of 5 or 7 cards are of each line, by the function that names it at the table."""
    if counts == FULL:
        return _by_line(strength_counts(size))
    return _counted(counts, size, held=None)


@lru_cache(maxsize=128)
def lines_without(counts: tuple[int, ...], size: int, card: int) -> Counter[str]:
    """The same once a card is gone: all hands, less those that hold it."""
    assert counts[card], "the card lies in the deck"
    left = Counter(line_counts(counts, size))
    left.subtract(_counted(tuple(n - (kind == card) for kind, n in enumerate(counts)), size, held=card))
    return left


def _counted(counts: tuple[int, ...], size: int, *, held: int | None) -> Counter[str]:
    """Every hand of N cards, one of them given or none."""
    deck = np.flatnonzero(np.array(counts)).astype(np.int64)
    strengths = np.zeros(STRENGTHS, dtype=np.int64)
    _count(deck, size - (held is not None), -1 if held is None else held, size, strengths)
    return _by_line(strengths)


def _by_line(strengths: I64) -> Counter[str]:
    found: Counter[str] = Counter()
    for strength in np.flatnonzero(strengths).tolist():
        found[line_of(strength)] += int(strengths[strength])
    return found


@kernel("void(int64[::1], int64, int64, int64, int64[::1])")
def _count(deck: I64, draws: int, held: int, size: int, counts: I64) -> None:
    """Add every hand to the count of its strength."""
    key, mask = START, np.uint64(0)
    if held >= 0:
        key, mask = key + KEYS[held], ONE << np.uint64(held)
    if size == 7:
        _count_hands(deck, draws, key, mask, counts, eval7)
    else:
        _count_hands(deck, draws, key, mask, counts, eval5)


@inlined
def _count_hands(deck: I64, draws: int, start: np.uint64, held: np.uint64, counts: I64, strength: Any) -> None:
    """Places in the deck step on like the wheels of a meter; sums are kept for each wheel but the fastest."""
    at = np.arange(draws)
    keys, masks = np.empty(draws, dtype=np.uint64), np.empty(draws, dtype=np.uint64)
    wheel = 0
    while wheel >= 0:
        for w in range(wheel, draws - 1):
            card = deck[at[w]]
            keys[w] = (keys[w - 1] if w else start) + KEYS[card]
            masks[w] = (masks[w - 1] if w else held) | ONE << np.uint64(card)
        key, mask = keys[draws - 2], masks[draws - 2]
        for last in range(at[draws - 2] + 1, len(deck)):
            card = deck[last]
            counts[strength(key + KEYS[card], mask | ONE << np.uint64(card))] += 1
        wheel = draws - 2
        while wheel >= 0 and at[wheel] == len(deck) - draws + wheel:
            wheel -= 1
        if wheel >= 0:
            at[wheel] += 1
            for w in range(wheel + 1, draws):
                at[w] = at[w - 1] + 1


def shares(counts: Counter[str], cards: int, size: int) -> dict[str, Fraction]:
    """The chance of each line in a deck of N cards."""
    hands = comb(cards, size)
    assert counts.total() == hands, "every hand is counted once"
    return {line: Fraction(n, hands) for line, n in counts.items()}
