"""The strength of poker hands inside kernels: two sums over the cards, then one look into a table.

A hand of five, six or seven cards is two 64-bit numbers, so what several hands have in common is added up once:

``key``
    :data:`START` plus ``KEYS[card]`` of each card. Its upper half adds up a number for each rank and so names the
    ranks of the hand, whatever their suits. Its lowest 16 bits count the four suits in four bits each, from three up,
    so that the highest of the four is set from the fifth card on. What is no card counts from bit 24 up.
``held``
    ``ONE << card`` of each card, together.

``eval7(key, held)``, ``eval6`` and ``eval5`` return the strength that ``pitboss.hands.poker.evaluate`` returns. For the
hole cards a and b (``np.uint64``) on a board that was added up before::

    strength = eval7(board_key + KEYS[a] + KEYS[b], board_held | ONE << a | ONE << b)

The numbers of the ranks were drawn at random. The sums fall into rows by their uppermost 14 bits, and each row has an
exclusive-or that takes its sums to places of their own: 16 KB of rows and 128 KB of places for seven cards, which is
three quarters full. No key reads outside the tables, not even that of a nonsensical hand.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.maths._kernels.poker_tables import ROW_BITS, card_keys, flush_strengths, hand_tables
from pitboss.maths.cache import inlined

__all__ = ["KEYS", "NO_CARD", "ONE", "START", "count_bits", "eval5", "eval6", "eval7"]

ONE: Final = np.uint64(1)
START: Final = np.uint64(0x3333)
"""The key of a hand without cards."""
NO_CARD: Final = np.uint64(0xFF << 24)
"""The bits of a key that tell whether something in the hand was no card."""

KEYS: Final = card_keys()
FLUSHES: Final = flush_strengths()
(PLACES5, MOVES5), (PLACES6, MOVES6), (PLACES7, MOVES7) = hand_tables()

FIVE_OF_A_SUIT: Final = np.uint64(0x8888)
ONE_SUIT: Final = np.uint64(0x1_1111_1111_1111)
ROW_SHIFT: Final = np.uint64(64 - ROW_BITS)
SUM_SHIFT: Final = np.uint64(32)
LAST5, LAST6, LAST7 = (np.uint64(places.size - 1) for places in (PLACES5, PLACES6, PLACES7))


@inlined
def eval7(key: np.uint64, held: np.uint64) -> np.uint16:
    """The strength of seven cards."""
    if key & FIVE_OF_A_SUIT:
        return np.uint16(FLUSHES[flush_ranks(key, held)])
    return np.uint16(PLACES7[(key >> SUM_SHIFT ^ np.uint64(MOVES7[key >> ROW_SHIFT])) & LAST7])


@inlined
def eval6(key: np.uint64, held: np.uint64) -> np.uint16:
    """The strength of six cards."""
    if key & FIVE_OF_A_SUIT:
        return np.uint16(FLUSHES[flush_ranks(key, held)])
    return np.uint16(PLACES6[(key >> SUM_SHIFT ^ np.uint64(MOVES6[key >> ROW_SHIFT])) & LAST6])


@inlined
def eval5(key: np.uint64, held: np.uint64) -> np.uint16:
    """The strength of five cards."""
    if key & FIVE_OF_A_SUIT:
        return np.uint16(FLUSHES[flush_ranks(key, held)])
    return np.uint16(PLACES5[(key >> SUM_SHIFT ^ np.uint64(MOVES5[key >> ROW_SHIFT])) & LAST5])


@inlined
def flush_ranks(key: np.uint64, held: np.uint64) -> np.uint64:
    """The ranks, as a number of 13 bits, of the suit of which there are five or more."""
    mark = key & FIVE_OF_A_SUIT
    suit = count_bits((mark & -mark) - ONE) >> np.uint64(2)
    ranks = held >> suit & ONE_SUIT
    ranks = (ranks | ranks >> np.uint64(3)) & np.uint64(0x0303_0303_0303_0303)
    ranks = (ranks | ranks >> np.uint64(6)) & np.uint64(0x000F_000F_000F_000F)
    ranks = (ranks | ranks >> np.uint64(12)) & np.uint64(0x0000_00FF_0000_00FF)
    return (ranks | ranks >> np.uint64(24)) & np.uint64(0x1FFF)


@inlined
def count_bits(number: np.uint64) -> np.uint64:
    """How many bits are set; LLVM knows these lines and makes one instruction of them."""
    number -= number >> ONE & np.uint64(0x5555_5555_5555_5555)
    number = (number & np.uint64(0x3333_3333_3333_3333)) + (number >> np.uint64(2) & np.uint64(0x3333_3333_3333_3333))
    number = number + (number >> np.uint64(4)) & np.uint64(0x0F0F_0F0F_0F0F_0F0F)
    return number * np.uint64(0x0101_0101_0101_0101) >> np.uint64(56)
