"""The hands of blackjack as tables: what a player can hold, what a dealer can end with, and which cards that removes.

A hand is its number of cards of each value, aces first; ten-value cards are one. None of this depends on how many
cards a shoe holds beyond whether it holds them, so it is made once for shoes of one shape and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ALL_UPS", "OUTCOMES", "Counts", "DealerTable", "HandTable", "dealer_table", "hand_table", "shape"]

I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]
U32 = NDArray[np.uint32]
F64 = NDArray[np.float64]
Counts = tuple[int, ...]

OUTCOMES = 10
"""How a dealer can end: 15 to 21, 22, more than 22, and with a blackjack."""
ALL_UPS = tuple(range(1, 11))
MORE_REMOVED = 4
"""How many cards of a pair's value may have gone to other hands, beside the two of the pair."""


class HandTable(NamedTuple):
    """Every hand of two or more cards that is not broken, in the order of its points with aces as one."""

    counts: I8
    """Cards of each value: first those of the hands, then what else can have left the shoe when hands were split."""
    hands: int
    total: I8
    soft: I8
    size: I8
    child: I32
    """The hand after one more card of each value, -1 where it breaks."""
    split_start: I32
    split_hand: I32
    """For each value, from its start on: the hands that hold a card of it ..."""
    split_place: I32
    """... the place of each among those, by hand (-1 where it holds none) ..."""
    split_removed: I32
    """... and the rows of `counts` that hold it with one, two, ... more cards of that value."""

    row: dict[Counts, int]
    """Where each hand lies."""


class DealerTable(NamedTuple):
    """Every set of cards a dealer can end with, as a tree of draws in ascending order, and the orders of each."""

    card: U8
    copy: U8
    depth: U8
    start: U32
    """Where the node's own entries begin in the three lists below."""
    up: U8
    outcome: U8
    orders: F64


def shape(shoe: Counts) -> Counts:
    """What of a shoe decides which hands there are: no more of a value than could ever matter."""
    return tuple(min(n, 21 // value + MORE_REMOVED + 2) for value, n in enumerate(shoe, 1))


@lru_cache(maxsize=64)
def hand_table(held: Counts) -> HandTable:
    """The hands of a shoe of that shape."""
    hands = sorted(_hands(held, 1, 21), key=lambda hand: (_points(hand), hand))
    row = {hand: i for i, hand in enumerate(hands)}
    points = np.array([_points(hand) for hand in hands], dtype=np.int8)
    soft = np.array([hand[0] > 0 and p <= 11 for hand, p in zip(hands, points, strict=True)], dtype=np.int8)
    child = [[row.get(_with(hand, value), -1) for value in range(10)] for hand in hands]
    starts = [0]
    members: list[int] = []
    removed: list[list[int]] = []
    place = np.full((10, len(hands)), -1, dtype=np.int32)
    for value in range(10):
        for i, hand in enumerate(hands):
            if hand[value]:
                place[value, i] = len(members)
                members.append(i)
                more = [_with(hand, value, n + 1) for n in range(MORE_REMOVED + 1)]
                removed.append([row.setdefault(cards, len(row)) for cards in more])
        starts.append(len(members))
    return HandTable(
        counts=np.array(list(row), dtype=np.int8).reshape(-1, 10),
        hands=len(hands),
        total=points + 10 * soft,
        soft=soft,
        size=np.array([sum(hand) for hand in hands], dtype=np.int8),
        child=np.array(child, dtype=np.int32).reshape(-1, 10),
        split_start=np.array(starts, dtype=np.int32),
        split_hand=np.array(members, dtype=np.int32),
        split_place=place,
        split_removed=np.array(removed, dtype=np.int32).reshape(-1, MORE_REMOVED + 1),
        row={hand: i for i, hand in enumerate(hands)},
    )


def _hands(held: Counts, value: int, points: int) -> Iterator[Counts]:
    """The hands of values from this one on that have at most N points; all but the lone cards."""
    for rest in _sets(held, value, points):
        hand = rest + (0,) * (10 - len(rest))
        if sum(hand) > 1:
            yield hand


def _sets(held: Counts, value: int, points: int) -> Iterator[Counts]:
    if value > 10:
        yield ()
        return
    for n in range(min(held[value - 1], points // value) + 1):
        for rest in _sets(held, value + 1, points - n * value):
            yield (n, *rest)


def _points(hand: Counts) -> int:
    return sum(n * value for value, n in enumerate(hand, 1))


def _with(hand: Counts, value: int, more: int = 1) -> Counts:
    return (*hand[:value], hand[value] + more, *hand[value + 1 :])


@lru_cache(maxsize=64)
def dealer_table(draws_to: int, hit_soft_17: bool, ups: Counts = ALL_UPS) -> DealerTable:
    """What a dealer can end with under these rules and with one of these values up."""
    ends = {
        cards: kept
        for cards, ways in _ends(draws_to, hit_soft_17).items()
        if (kept := {first: n for first, n in ways.items() if first in ups})
    }
    nodes = sorted({cards[:n] for cards in ends for n in range(1, len(cards) + 1)})
    starts: list[int] = []
    up: list[int] = []
    outcome: list[int] = []
    orders: list[int] = []
    for cards in nodes:
        starts.append(len(up))
        for first, n in ends.get(cards, {}).items():
            up.append(first - 1)
            outcome.append(_outcome(cards))
            orders.append(n)
    return DealerTable(
        card=np.array([cards[-1] - 1 for cards in nodes], dtype=np.uint8),
        copy=np.array([cards.count(cards[-1]) - 1 for cards in nodes], dtype=np.uint8),
        depth=np.array([len(cards) - 1 for cards in nodes], dtype=np.uint8),
        start=np.array([*starts, len(up)], dtype=np.uint32),
        up=np.array(up, dtype=np.uint8),
        outcome=np.array(outcome, dtype=np.uint8),
        orders=np.array(orders, dtype=np.float64),
    )


@lru_cache(maxsize=8)
def _ends(draws_to: int, hit_soft_17: bool) -> dict[Counts, dict[int, int]]:
    """Each final set of cards, ascending, with the number of its orders by the card that lies up."""
    ends: dict[Counts, dict[int, int]] = {}
    drawing: dict[Counts, dict[int, int]] = {(value,): {value: 1} for value in range(1, 11)}
    while drawing:
        longer: dict[Counts, dict[int, int]] = {}
        for cards, ways in drawing.items():
            for value in range(1, 11):
                more = tuple(sorted((*cards, value)))
                into = (longer if _draws(more, draws_to, hit_soft_17) else ends).setdefault(more, {})
                for first, n in ways.items():
                    into[first] = into.get(first, 0) + n
        drawing = longer
    return ends


def _draws(cards: Counts, draws_to: int, hit_soft_17: bool) -> bool:
    points = sum(cards)
    soft = cards[0] == 1 and points <= 11
    total = points + 10 * soft
    return total <= draws_to or (total == 17 and soft and hit_soft_17)


def _outcome(cards: Counts) -> int:
    points = sum(cards)
    total = points + 10 * (cards[0] == 1 and points <= 11)
    if len(cards) == 2 and total == 21:
        return OUTCOMES - 1
    return min(total, 23) - 15
