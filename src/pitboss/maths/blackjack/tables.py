"""The hands of blackjack as tables: what a player can hold, what a dealer can end with, and which cards that removes.

A hand is its number of cards of each value, aces first; ten-value cards are one. None of this depends on how many
cards a shoe holds beyond whether it holds them, so it is made once for shoes of one shape and kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ALL_UPS", "OUTCOMES", "Counts", "DealerTable", "HandTable", "dealer_table", "hand_table", "shape"]

I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
U8 = NDArray[np.uint8]
U32 = NDArray[np.uint32]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]
Counts = tuple[int, ...]

OUTCOMES = 10
"""How a dealer can end: 15 to 21, 22, more than 22, and with a blackjack."""
ALL_UPS = tuple(range(1, 11))
MORE_REMOVED = 4
"""How many cards of a pair's value may have gone to other hands, beside the two of the pair."""
VALUES = np.arange(1, 11)
SHIFTS = np.arange(54, -1, -6)
"""Where the cards of each value stand in the number of a set ..."""
ONE = np.int64(1) << SHIFTS
HELD = 63
"""... which has room for more of them than a hand can hold."""


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
    counts = _hands(held)
    codes, points, hands = _codes(counts), counts @ VALUES, len(counts)
    soft = (counts[:, 0] > 0) & (points <= 11)
    holds = counts.T > 0
    value, member = np.nonzero(holds)
    more = (codes[member] + np.arange(1, MORE_REMOVED + 2)[:, None] * ONE[value]).T
    beside, firsts = np.unique(more.ravel(), return_index=True)
    beside = beside[np.argsort(firsts)]
    beside = beside[_places(beside, codes) < 0]
    rows = np.concatenate([codes, beside])
    return HandTable(
        counts=(rows[:, None] >> SHIFTS & HELD).astype(np.int8),
        hands=hands,
        total=(points + 10 * soft).astype(np.int8),
        soft=soft.astype(np.int8),
        size=counts.sum(axis=1).astype(np.int8),
        child=_places(codes[:, None] + ONE, codes),
        split_start=np.concatenate([[0], np.cumsum(holds.sum(axis=1))]).astype(np.int32),
        split_hand=member.astype(np.int32),
        split_place=np.where(holds, np.cumsum(holds).reshape(holds.shape) - 1, -1).astype(np.int32),
        split_removed=_places(more, rows),
        row={hand: i for i, hand in enumerate(map(tuple, counts.tolist()))},
    )


def _hands(held: Counts) -> I64:
    """All hands of at most 21 points but the lone cards, by their points and then by their cards."""
    counts, points = np.zeros((1, 10), dtype=np.int64), np.zeros(1, dtype=np.int64)
    for value, most in enumerate(held):
        n = np.arange(most + 1)
        row, drawn = np.nonzero(points[:, None] + n * VALUES[value] <= 21)
        counts, points = counts[row], points[row] + drawn * VALUES[value]
        counts[:, value] = drawn
    counts, points = counts[counts.sum(axis=1) > 1], points[counts.sum(axis=1) > 1]
    found: I64 = counts[np.lexsort((_codes(counts), points))]
    return found


def _codes(counts: I64) -> I64:
    """Sets of cards as numbers, which are added like the sets and lie in the order of their cards."""
    found: I64 = counts @ ONE
    return found


def _places(wanted: I64, codes: I64) -> I32:
    """Where each of some sets lies among others, -1 where it does not."""
    order = np.argsort(codes)
    near = order[np.searchsorted(codes, wanted, sorter=order).clip(max=len(codes) - 1)]
    return np.where(codes[near] == wanted, near, -1).astype(np.int32)


@lru_cache(maxsize=64)
def dealer_table(draws_to: int, hit_soft_17: bool, ups: Counts = ALL_UPS) -> DealerTable:
    """What a dealer can end with under these rules and with one of these values up."""
    sets, ways = _ends(draws_to, hit_soft_17)
    ways = ways * np.isin(VALUES, ups)
    sets, ways = sets[ways.any(axis=1)], ways[ways.any(axis=1)]
    cards, sizes = _ascending(sets)
    as_before = np.logical_and.accumulate(cards[1:] == cards[:-1], axis=1).sum(axis=1)
    places = np.arange(cards.shape[1])
    end, depth = np.nonzero((places >= np.append(0, as_before)[:, None]) & (places < sizes[:, None]))
    card = cards[end, depth]
    row, up = np.nonzero(ways)
    entries = np.where(depth == sizes[end] - 1, (ways > 0).sum(axis=1)[end], 0)
    return DealerTable(
        card=card.astype(np.uint8),
        copy=((cards[end] == card[:, None]) & (places < depth[:, None])).sum(axis=1, dtype=np.uint8),
        depth=depth.astype(np.uint8),
        start=np.append(0, np.cumsum(entries)).astype(np.uint32),
        up=up.astype(np.uint8),
        outcome=_outcomes(sets)[row].astype(np.uint8),
        orders=ways[row, up].astype(np.float64),
    )


@lru_cache(maxsize=8)
def _ends(draws_to: int, hit_soft_17: bool) -> tuple[I64, I64]:
    """Each final set of cards, in the order of its cards, with the number of its orders by the card that lies up."""
    sets = ways = np.eye(10, dtype=np.int64)
    found: list[tuple[I64, I64]] = []
    while len(sets):
        codes, which = np.unique((_codes(sets)[:, None] + ONE).ravel(), return_inverse=True)
        more = np.zeros((len(codes), 10), dtype=np.int64)
        np.add.at(more, which, np.repeat(ways, 10, axis=0))
        sets = codes[:, None] >> SHIFTS & HELD
        total, soft = _totals(sets)
        draws = (total <= draws_to) | ((total == 17) & soft & hit_soft_17)
        found.append((sets[~draws], more[~draws]))
        sets, ways = sets[draws], more[draws]
    sets, ways = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.lexsort(_ascending(sets)[0].T[::-1])
    return sets[order], ways[order]


def _ascending(sets: I64) -> tuple[I64, I64]:
    """The cards of each set in ascending order, -1 behind the last, and how many there are."""
    sizes = sets.sum(axis=1)
    cards = np.full((len(sets), sizes.max()), -1)
    cards[np.arange(cards.shape[1]) < sizes[:, None]] = np.repeat(np.tile(np.arange(10), len(sets)), sets.ravel())
    return cards, sizes


def _totals(sets: I64) -> tuple[I64, NDArray[np.bool_]]:
    """The total of each set, and whether an ace counts eleven in it."""
    points = sets @ VALUES
    soft = (sets[:, 0] > 0) & (points <= 11)
    return points + 10 * soft, soft


def _outcomes(sets: I64) -> I64:
    """How each final set of the dealer's ends."""
    total, _ = _totals(sets)
    blackjack = (sets.sum(axis=1) == 2) & (total == 21)
    return np.where(blackjack, OUTCOMES - 1, np.minimum(total, 23) - 15)
