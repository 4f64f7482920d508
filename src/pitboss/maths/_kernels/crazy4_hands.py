"""Hands of four out of five cards inside kernels, and how each of them fares against all that avoid its cards.

Every five cards are faced with every other five that share none with them: 4 * 10^12 meetings. They are not met one by
one. All hands stand in the order of their strength, and going up this order it is counted how many hands so far hold
each set of one to four cards. How many of them avoid the five cards of a hand then is a sum over the 32 subsets of
those five: all, less those that hold one of them, plus those that hold two, and so on.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands.four_cards import evaluate
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "AVOIDING", "HANDS", "STRENGTHS", "count_strengths", "eval_five", "face_all", "face_one", "hand_index", "rank_all",
]  # fmt: skip

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

HANDS: Final = comb(52, 5)
AVOIDING: Final = comb(47, 5)
"""Hands of five cards that avoid five given ones."""
STRENGTHS: Final = 9 << 12


def _tables() -> tuple[U16, U16]:
    """The strength of four cards by their ranks: of several suits, and of one."""
    loose, suited = np.zeros(13**4, np.uint16), np.zeros(13**4, np.uint16)
    for ranks in combinations_with_replacement(range(13), 4):
        if ranks[0] == ranks[3]:
            of_suits = [Card(4 * rank + suit) for suit, rank in enumerate(ranks)]
        else:
            of_suits = [Card(4 * rank + at % 4) for at, rank in enumerate(ranks)]
        one_suit = len({*ranks}) == 4
        for one, two, three, four in permutations(ranks):
            at = ((one * 13 + two) * 13 + three) * 13 + four
            loose[at] = evaluate(of_suits)
            suited[at] = evaluate([Card(4 * rank) for rank in ranks]) if one_suit else 0
    return loose, suited


LOOSE, SUITED = _tables()
CHOOSE: Final = np.array([[comb(card, size) for card in range(53)] for size in range(6)], dtype=np.int64)
ONES, TWOS, THREES, FOURS = 1, 1 + 52, 1 + 52 + comb(52, 2), 1 + 52 + comb(52, 2) + comb(52, 3)
SETS: Final = FOURS + comb(52, 4)
"""Where the counts of sets of each size stand, behind that of the empty one."""


@inlined
def eval_four(a: int, b: int, c: int, d: int) -> int:
    """The strength of four cards."""
    at = (((a >> 2) * 13 + (b >> 2)) * 13 + (c >> 2)) * 13 + (d >> 2)
    if a & 3 == b & 3 and a & 3 == c & 3 and a & 3 == d & 3:
        return int(SUITED[at])
    return int(LOOSE[at])


@inlined
def eval_five(a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of the best four of five cards."""
    best = eval_four(a, b, c, d)
    best = max(best, eval_four(a, b, c, e))
    best = max(best, eval_four(a, b, d, e))
    best = max(best, eval_four(a, c, d, e))
    return max(best, eval_four(b, c, d, e))


@inlined
def hand_index(five: I64) -> int:
    """The number of a hand of five cards among all; the cards are put in order."""
    for at in range(1, 5):
        card, place = five[at], at
        while place > 0 and five[place - 1] > card:
            five[place] = five[place - 1]
            place -= 1
        five[place] = card
    return int(CHOOSE[5, five[4]] + CHOOSE[4, five[3]] + CHOOSE[3, five[2]] + CHOOSE[2, five[1]] + five[0])


@kernel("void(uint16[::1], uint8[:, ::1], int32[::1], int64[::1])")
def rank_all(strengths: U16, cards: U8, order: I32, starts: I64) -> None:
    """Fill the strength of every hand by its number, and the hands in the order of their strength.

    ``cards[place]`` are the cards of the hand in that place of the order, ``order[place]`` is its number, and the hands
    of a strength stand from ``starts[strength]`` on.
    """
    at = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        strengths[at] = eval_five(a, b, c, d, e)
                        starts[strengths[at] + 1] += 1
                        at += 1
    for strength in range(1, starts.shape[0]):
        starts[strength] += starts[strength - 1]
    free = starts.copy()
    at = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        place = free[strengths[at]]
                        free[strengths[at]] += 1
                        cards[place, 0], cards[place, 1], cards[place, 2] = a, b, c
                        cards[place, 3], cards[place, 4] = d, e
                        order[place] = at
                        at += 1


@inlined
def add_hand(held: I32, a: int, b: int, c: int, d: int, e: int) -> None:
    """Count a hand for each set of cards that it holds."""
    cards = (a, b, c, d, e)
    held[0] += 1
    for i in range(5):
        held[ONES + cards[i]] += 1
        for j in range(i + 1, 5):
            two = cards[i] + CHOOSE[2, cards[j]]
            held[TWOS + two] += 1
            for k in range(j + 1, 5):
                three = two + CHOOSE[3, cards[k]]
                held[THREES + three] += 1
                for m in range(k + 1, 5):
                    held[FOURS + three + CHOOSE[4, cards[m]]] += 1


@inlined
def avoiding(held: I32, a: int, b: int, c: int, d: int, e: int, itself: int) -> int:
    """How many of the hands that were counted hold none of these cards; ``itself`` is 1 where this one was counted."""
    cards = (a, b, c, d, e)
    found = np.int64(held[0]) - itself
    for i in range(5):
        found -= held[ONES + cards[i]]
        for j in range(i + 1, 5):
            two = cards[i] + CHOOSE[2, cards[j]]
            found += held[TWOS + two]
            for k in range(j + 1, 5):
                three = two + CHOOSE[3, cards[k]]
                found -= held[THREES + three]
                for m in range(k + 1, 5):
                    found += held[FOURS + three + CHOOSE[4, cards[m]]]
    return int(found)


@inlined
def cards_at(cards: U8, place: int) -> tuple[int, int, int, int, int]:
    return (
        np.int64(cards[place, 0]), np.int64(cards[place, 1]), np.int64(cards[place, 2]), np.int64(cards[place, 3]),
        np.int64(cards[place, 4]),
    )  # type: ignore[return-value]  # fmt: skip


@kernel("void(uint8[:, ::1], int64[::1], int64, int32[::1], int32[::1], int32[::1])")
def face_all(cards: U8, starts: I64, opens: int, below: I32, tied: I32, weak: I32) -> None:
    """For each place in the order: the hands that avoid its cards and are lower, as high, or do not open.

    ``opens`` is the least strength that opens.
    """
    held = np.zeros(SETS, np.int32)
    for strength in range(starts.shape[0] - 1):
        first, end = starts[strength], starts[strength + 1]
        if strength == opens:
            for place in range(cards.shape[0]):
                a, b, c, d, e = cards_at(cards, place)
                weak[place] = avoiding(held, a, b, c, d, e, 1 if place < first else 0)
        for place in range(first, end):
            a, b, c, d, e = cards_at(cards, place)
            below[place] = avoiding(held, a, b, c, d, e, 0)
        for place in range(first, end):
            a, b, c, d, e = cards_at(cards, place)
            add_hand(held, a, b, c, d, e)
        for place in range(first, end):
            a, b, c, d, e = cards_at(cards, place)
            tied[place] = avoiding(held, a, b, c, d, e, 1) - below[place]


@kernel("int64(int64[::1], int64[::1], int64, int64[::1])")
def face_one(hand: I64, left: I64, opens: int, results: I64) -> int:
    """Count what a hand meets among all hands of the cards that are left: unopened, beaten, tied, lost to.

    Returns its strength.
    """
    own = eval_five(hand[0], hand[1], hand[2], hand[3], hand[4])
    cards = left.shape[0]
    for e in range(4, cards):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        dealer = eval_five(left[a], left[b], left[c], left[d], left[e])
                        if dealer < opens:
                            results[0] += 1
                        elif dealer < own:
                            results[1] += 1
                        elif dealer == own:
                            results[2] += 1
                        else:
                            results[3] += 1
    return own


@kernel("void(int64[::1], int64[::1])")
def count_strengths(left: I64, strengths: I64) -> None:
    """Count all hands of the cards that are left by their strength."""
    for e in range(4, left.shape[0]):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        strengths[eval_five(left[a], left[b], left[c], left[d], left[e])] += 1
