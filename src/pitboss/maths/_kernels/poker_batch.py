"""Kernels over many poker hands."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.poker import KEYS, NO_CARD, ONE, START, count_bits, eval5, eval6, eval7
from pitboss.maths.cache import inlined, kernel

__all__ = ["count_all", "evaluate_all"]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I64 = NDArray[np.int64]

IN_A_WORD: Final = np.uint64(63)


@kernel("boolean(uint8[:, ::1], uint16[::1])")
def evaluate_all(hands: U8, strengths: U16) -> bool:
    """Evaluate hand after hand, and tell whether all were of cards and had no card twice."""
    if hands.shape[1] == 7:
        return evaluate_rows(hands, strengths, 7, eval7)
    if hands.shape[1] == 6:
        return evaluate_rows(hands, strengths, 6, eval6)
    return evaluate_rows(hands, strengths, 5, eval5)


@inlined
def evaluate_rows(hands: U8, strengths: U16, cards: int, strength: Any) -> bool:
    """The loop over the hands; with the number of cards a constant, the inner loop is unrolled."""
    every = np.uint64(0)
    missing = np.uint64(0)
    for row in range(hands.shape[0]):
        key, held = START, np.uint64(0)
        for at in range(cards):
            card = np.uint64(hands[row, at])
            key += KEYS[card]
            held |= ONE << (card & IN_A_WORD)
        every |= key
        missing |= count_bits(held) ^ np.uint64(cards)
        strengths[row] = strength(key, held)
    return not (missing or every & NO_CARD)


@kernel("void(int64, int64[::1])")
def count_all(cards: int, counts: I64) -> None:
    """Add every hand of N cards of the deck to the count of its strength."""
    if cards == 7:
        count_hands(7, counts, eval7)
    elif cards == 6:
        count_hands(6, counts, eval6)
    else:
        count_hands(5, counts, eval5)


@inlined
def count_hands(cards: int, counts: I64, strength: Any) -> None:
    """All cards of a hand but the lowest two step on like the wheels of a meter, the highest card slowest."""
    outer = cards - 2
    wheels = np.arange(cards - 1, 1, -1)
    turning = outer
    while turning >= 0:
        key, held = START, np.uint64(0)
        for wheel in wheels:
            key += KEYS[wheel]
            held |= ONE << np.uint64(wheel)
        for high in range(1, wheels[-1]):
            high_key, high_held = key + KEYS[high], held | ONE << np.uint64(high)
            for low in range(high):
                counts[strength(high_key + KEYS[low], high_held | ONE << np.uint64(low))] += 1
        turning = outer - 1
        while turning >= 0 and wheels[turning] + 1 == (wheels[turning - 1] if turning else 52):
            turning -= 1
        if turning >= 0:
            wheels[turning] += 1
            for faster in range(turning + 1, outer):
                wheels[faster] = cards - 1 - faster
