"""Hands by what is looked at first, as the card shows them: what they are; of high cards two ranks, then all four.

A kind is named by a heading ("Pair of aces or better") or by its ranks ("KQ", "KQ84").
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import RANKS
from pitboss.hands.four_cards import ACES, FourCards, playing_ranks
from pitboss.maths.crazy4.record import Crazy4Record
from pitboss.maths.crazy4.showdowns import AVOIDING, FacedHands, faced
from pitboss.maths.crazy4.solution import Crazy4Solution
from pitboss.maths.crazy4.solver import values

__all__ = ["DEPENDS", "FOLD", "KINDS", "first_two", "four_ranks", "kinds", "letter_of", "opening_values"]

Mask = NDArray[np.bool_]
FOLD, DEPENDS = "F", "*"
KINDS: Final = ("Pair of aces or better", "Pair of kings or less", "Ace high", "King high", "Queen high or less")


def kinds(hands: FacedHands) -> Iterator[tuple[str, Mask]]:
    """Yield the kinds of hands by what they are."""
    first = _ranks(hands)[:, 0]
    high = hands.strength >> 12 == FourCards.HIGH_CARD
    pair = (hands.strength >> 12 == FourCards.PAIR) & (hands.strength < ACES)
    masks = (hands.aces, pair, high & (first == 12), high & (first == 11), high & (first < 11))
    yield from zip(KINDS, masks, strict=True)


def _ranks(hands: FacedHands) -> NDArray[np.int64]:
    """The four ranks of every hand of high cards, highest first; unused values for other hands."""
    high = hands.strength >> 12 == FourCards.HIGH_CARD
    found = np.zeros((len(high), 4), np.int64)
    strengths, at = np.unique(hands.strength[high], return_inverse=True)
    found[high] = np.array([playing_ranks(int(strength)) for strength in strengths])[at]
    return found


def first_two(hands: FacedHands) -> dict[str, Mask]:
    """Return the hands of high cards by their two highest ranks."""
    ranks, high = _ranks(hands), hands.strength >> 12 == FourCards.HIGH_CARD
    found = {}
    for first in range(12, 2, -1):
        for second in range(first - 1, 1, -1):
            mask = high & (ranks[:, 0] == first) & (ranks[:, 1] == second)
            if mask.any():
                found[RANKS[first] + RANKS[second]] = mask
    return found


def four_ranks(hands: FacedHands, two: str) -> dict[str, Mask]:
    """Return the hands of high cards with these two highest ranks by all four."""
    of_two = first_two(hands)[two]
    return {
        "".join(RANKS[rank] for rank in playing_ranks(int(strength))): hands.strength == strength
        for strength in np.unique(hands.strength[of_two])[::-1]
    }


def letter_of(solution: Crazy4Solution, hands: FacedHands, mask: Mask) -> str:
    """Return what is best for all hands of a kind: a multiple of the Ante, a fold, or that it depends."""
    chosen = np.unique(solution.play[hands.number[mask]]).tolist()
    if len(chosen) > 1:
        return DEPENDS
    return str(chosen[0]) if chosen[0] else FOLD


def opening_values(solution: Crazy4Solution) -> dict[str, dict[str, float]]:
    """Return what each choice is worth on average for every kind of hand that the strategy card shows."""
    record, hands = solution.record, faced(solution.record.opens)
    worth = {bet.multiple: values(record, hands, bet) for bet in record.bets}
    two = first_two(hands)
    masks = dict(kinds(hands)) | two
    for name, mask in two.items():
        if letter_of(solution, hands, mask) == DEPENDS:
            masks |= four_ranks(hands, name)
    return {name: _mean(record, hands, worth, mask) for name, mask in masks.items()}


def _mean(record: Crazy4Record, hands: FacedHands, worth: dict[int, NDArray[np.int64]], mask: Mask) -> dict[str, float]:
    all_aces = bool(hands.aces[mask].all())
    found = {"fold": -2.0}
    for multiple, cents in worth.items():
        if all_aces or multiple <= record.any_hand:
            total = sum(map(int, cents[mask].tolist()))
            found[f"{multiple}x"] = float(Fraction(total, int(mask.sum()) * AVOIDING * record.stake))
    return found
