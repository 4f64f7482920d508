"""Poker hands by the million: arrays of cards in, arrays of strengths out.

The strengths are those of ``pitboss.hands.poker``, which also says what they mean. This module imports numpy and
numba, which takes about a second, so it is imported where it is used.

>>> import numpy as np
>>> from pitboss.cards import parse_cards
>>> from pitboss.hands.poker import describe_strength
>>> hands = np.array([parse_cards("As Ks Qs Js Ts 2d 2c"), parse_cards("As Kd Qs Js Ts 2d 2c")], dtype=np.uint8)
>>> [describe_strength(strength) for strength in evaluate_batch(hands).tolist()]
['royal flush', 'straight, ace high']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.errors import NotationError
from pitboss.hands.poker import Category
from pitboss.maths._kernels.poker_batch import count_all, evaluate_all

__all__ = ["category_counts", "evaluate_batch", "strength_counts"]

STRENGTHS = len(Category) + 1 << 12
"""Every strength is below this."""


def evaluate_batch(hands: NDArray[np.integer[Any]]) -> NDArray[np.uint16]:
    """The strength of each row of 5, 6 or 7 card numbers; fastest for bytes (``uint8``) that lie row after row."""
    if hands.ndim != 2 or hands.shape[1] not in (5, 6, 7) or hands.dtype.kind not in "iu":
        what = f"an array of shape {hands.shape} and type {hands.dtype} is not one of poker hands"
        raise NotationError(what, expected="rows of 5, 6 or 7 card numbers")
    if hands.dtype != np.uint8:  # cutting a number to a byte could turn an invalid one into a card
        hands = np.where((hands < 0) | (hands > 52), 52, hands)
    rows = np.ascontiguousarray(hands, dtype=np.uint8)
    strengths = np.empty(len(rows), dtype=np.uint16)
    if not evaluate_all(rows, strengths):
        raise _no_hand(rows)
    return strengths


def _no_hand(rows: NDArray[np.uint8]) -> NotationError:
    """Which of the rows is no hand, and why."""
    ordered = np.sort(rows, axis=1)
    unknown, twice = ordered[:, -1] > 51, (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
    row = int(np.argmax(unknown | twice))
    if unknown[row]:
        return NotationError(f"hand {row} has a number that is no card", expected="card numbers 0 to 51")
    cards = rows[row].tolist()
    double = Card(next(card for card in cards if cards.count(card) > 1))
    return NotationError(f"hand {row} has the {double.name} twice", expected="cards of one deck")


def strength_counts(cards: int) -> NDArray[np.int64]:
    """How many of all hands of 5, 6 or 7 cards have each strength, by strength.

    >>> int(strength_counts(5).sum())
    2598960
    """
    if cards not in (5, 6, 7):
        raise NotationError(f"a poker hand cannot have {cards} cards", expected="5 to 7 cards")
    counts = np.zeros(STRENGTHS, dtype=np.int64)
    count_all(cards, counts)
    return counts


def category_counts(cards: int) -> dict[Category, int]:
    """How many of all hands of 5, 6 or 7 cards are of each category.

    >>> category_counts(5)[Category.FULL_HOUSE]
    3744
    """
    totals = strength_counts(cards).reshape(-1, 1 << 12).sum(axis=1)
    return {kind: int(totals[kind]) for kind in Category}
