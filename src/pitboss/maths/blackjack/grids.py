"""Small sets of cards as points, and how a smooth function of all sets is had from its values on the small ones.

What remains of a chance when further cards are gone changes little from card to card, so it is a polynomial of low
degree in the numbers of cards gone, up to less than rounding. Newton's series through all sets of up to N cards
gives its value anywhere: for a set X that is larger, with the weights

    (-1)^(most - |g|) * C(|X| - |g| - 1, most - |g|) * prod C(X_c, g_c)     for every set g within X of at most `most`.

A set that is a point itself is taken as it is, so that for shoes so small that all sets are points nothing is left out.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.cache import inlined, kernel

__all__ = ["Grid", "extend", "grid", "join", "sums", "weigh_pairs"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

LONGEST = 64
"""More cards than two split hands can hold."""
BITS = 6
"""Room for the cards of one value that two hands hold; ten values fit into one number."""
SPREAD = np.uint64(0x9E37_79B9_7F4A_7C15)
CHOOSE = np.array([[comb(n, m) for m in range(22)] for n in range(LONGEST)], dtype=np.float64)
"""Ways to choose some of the cards of one value, of which a hand holds 21 at most."""


class Grid(NamedTuple):
    """Every set of at most `most` cards of N values, in a fixed order."""

    most: int
    values: int
    sets: I8
    step: I64
    """By value, cards still free and cards taken: how far further on the set lies."""
    weight: F64
    """By the sizes of a larger set and of a point in it: sign and number of the weight."""


@lru_cache(maxsize=32)
def grid(values: int, most: int) -> Grid:
    """The sets of up to N cards."""
    step = np.zeros((values, most + 1, most + 2), dtype=np.int64)
    for c in range(values):
        rest = values - 1 - c
        for free in range(most + 1):
            for taken in range(1, free + 2):
                step[c, free, taken] = step[c, free, taken - 1] + comb(free - taken + 1 + rest, rest)
    weight = np.zeros((LONGEST, most + 1))
    for size in range(LONGEST):
        for point in range(most + 1):
            if size > most:
                weight[size, point] = (-1) ** (most - point) * comb(size - point - 1, most - point)
            elif size == point:
                weight[size, point] = 1.0
    sets = np.array(_sets(values, most), dtype=np.int8).reshape(-1, values)
    return Grid(most, values, sets, step, weight)


def _sets(values: int, most: int) -> list[tuple[int, ...]]:
    if values == 0:
        return [()]
    return [(n, *rest) for n in range(most + 1) for rest in _sets(values - 1, most - n)]


@lru_cache(maxsize=16)
def sums(values: int, one: int, two: int) -> I32:
    """Where the sum of any two points lies in the grid of sets of that many cards together."""
    a, b, both = grid(values, one), grid(values, two), grid(values, one + two)
    found = np.empty((len(a.sets), len(b.sets)), dtype=np.int32)
    _sums(a.sets, b.sets, both.step, found)
    return found


@kernel("void(int8[:, ::1], int8[:, ::1], int64[:, :, ::1], int32[:, ::1])")
def _sums(one: I8, two: I8, step: I64, found: I32) -> None:
    for a in range(len(one)):
        for b in range(len(two)):
            free, at = step.shape[1] - 1, 0
            for c in range(one.shape[1]):
                n = one[a, c] + two[b, c]
                at += step[c, free, n]
                free -= n
            found[a, b] = at


@inlined
def points_within(cards: I64, size: int, step: I64, weight: F64, room: I64, ways: F64, at: I64, share: F64) -> int:
    """The points within a set and their weights; how many there are is handed back."""
    most = step.shape[1] - 1
    held, taken, used, place = room[0], room[1], room[2], room[3]
    depth_of, found = 0, 0
    for c in range(len(cards)):
        if cards[c] > 0:
            held[depth_of] = c
            depth_of += 1
    taken[0], used[0], place[0], ways[0] = -1, 0, 0, 1.0
    if depth_of == 0:
        at[0], share[0] = 0, 1.0
        return 1
    if size <= most:
        free, where = most, 0
        for d in range(depth_of):
            where += step[held[d], free, cards[held[d]]]
            free -= cards[held[d]]
        at[0], share[0] = where, 1.0
        return 1
    depth = 0
    while depth >= 0:
        taken[depth] += 1
        c, n = held[depth], taken[depth]
        if n > cards[c] or used[depth] + n > most:
            depth -= 1
            continue
        now = used[depth] + n
        where = place[depth] + step[c, most - used[depth], n]
        so_far = ways[depth] * CHOOSE[cards[c], n]
        if depth == depth_of - 1:
            at[found], share[found] = where, so_far * weight[size, now]
            found += 1
        else:
            depth += 1
            taken[depth], used[depth], place[depth], ways[depth] = -1, now, where, so_far
    return found


@kernel("void(int8[:, ::1], int64[:, :, ::1], float64[:, ::1], float64[:, ::1], float64[:, ::1])")
def extend(sets: I8, step: I64, weight: F64, known: F64, found: F64) -> None:
    """Values at larger sets from those at the points, column by column."""
    cards = np.empty(sets.shape[1], dtype=np.int64)
    at, share = np.empty(len(known), dtype=np.int64), np.empty(len(known))
    room, ways = np.empty((4, 12), dtype=np.int64), np.empty(12)
    for row in range(len(sets)):
        size = 0
        for c in range(sets.shape[1]):
            cards[c] = sets[row, c]
            size += cards[c]
        found[row] = 0.0
        for i in range(points_within(cards, size, step, weight, room, ways, at, share)):
            for column in range(known.shape[1]):
                found[row, column] += share[i] * known[at[i], column]


@inlined
def codes_of(sets: I8) -> I64:
    """Sets of cards as numbers, which are added like the sets."""
    codes = np.zeros(len(sets), dtype=np.int64)
    for row in range(len(sets)):
        for c in range(sets.shape[1]):
            codes[row] = codes[row] << BITS | sets[row, c]
    return codes


@inlined
def number_sums(one: I64, two: I64, alike: bool, which: I32) -> int:
    """Number the different sums of a code and another, as they first come, for every pair; how many there are."""
    room = 1 << 16
    known, numbers = np.full(room, -1, dtype=np.int64), np.empty(room, dtype=np.int32)
    found, pair = 0, 0
    for a in range(len(one)):
        if 2 * (found + len(two)) > room:
            before, old = known, numbers
            while 2 * (found + len(two)) > room:
                room *= 2
            known, numbers = np.full(room, -1, dtype=np.int64), np.empty(room, dtype=np.int32)
            for at in range(len(before)):
                if before[at] >= 0:
                    place = place_of(before[at], known)
                    known[place], numbers[place] = before[at], old[at]
        for b in range(a + 1 if alike else len(two)):
            place = place_of(one[a] + two[b], known)
            if known[place] < 0:
                known[place], numbers[place] = one[a] + two[b], found
                found += 1
            which[pair] = numbers[place]
            pair += 1
    return found


@inlined
def place_of(code: int, known: I64) -> int:
    """Where a code stands in a table that has room, or may be put."""
    place = np.int64(np.uint64(code) * SPREAD >> np.uint64(36)) & (len(known) - 1)
    while known[place] >= 0 and known[place] != code:
        place = (place + 1) & (len(known) - 1)
    return int(place)


@inlined
def by_sum(which: I32, sums: int, rows: int, columns: int, alike: bool) -> tuple[I64, I32, I32]:
    """The pairs in the order of their sums, and where those of each sum begin."""
    starts = np.zeros(sums + 1, dtype=np.int64)
    for pair in range(len(which)):
        starts[which[pair] + 1] += 1
    for number in range(sums):
        starts[number + 1] += starts[number]
    free = starts[:-1].copy()
    first, second = np.empty(len(which), dtype=np.int32), np.empty(len(which), dtype=np.int32)
    pair = 0
    for a in range(rows):
        for b in range(a + 1 if alike else columns):
            place = free[which[pair]]
            free[which[pair]] += 1
            first[place], second[place] = a, b
            pair += 1
    return starts, first, second


@kernel(
    "void(int8[:, ::1], float64[::1], int64[::1], int64[::1], int8[:, ::1], float64[::1], int64[::1], int64[::1], "
    "boolean, float64[:, :, ::1], float64[:, :, ::1], float64[:, ::1], int64[:, :, ::1], float64[:, ::1], "
    "float64[:, :, :, ::1])"
)
def weigh_pairs(
    drawn: I8, orders: F64, began: I64, ends: I64, other_drawn: I8, other_orders: F64, other_began: I64,
    other_ends: I64, alike: bool, ways: F64, falling: F64, share_of: F64, step: I64, weight: F64, found: F64,
) -> None:  # fmt: skip
    """Spread the chance of every two hands over the points, by how each hand ends, for several shoes at once.

    By shoe, `ways` says how the two may have begun, `falling` in how many orders N cards of a value can be
    drawn, and `share_of` is one over those of N cards in all. Of hands that are alike only half are looked at.
    Many pairs of hands hold the same cards together, and all of these are spread at once.
    """
    rows, columns, values, shoes = len(drawn), len(other_drawn), drawn.shape[1], len(ways)
    which = np.empty(rows * (rows + 1) // 2 if alike else rows * columns, dtype=np.int32)
    sums_found = number_sums(codes_of(drawn), codes_of(other_drawn), alike, which)
    starts, first, second = by_sum(which, sums_found, rows, columns, alike)
    cards, chance = np.empty(values, dtype=np.int64), np.empty(shoes)
    at, share = np.empty(found.shape[3], dtype=np.int64), np.empty(found.shape[3])
    room, ways_to = np.empty((4, 12), dtype=np.int64), np.empty(12)
    part = np.zeros((found.shape[1], found.shape[2], shoes))
    for number in range(sums_found):
        size, any_chance = 0, 0.0
        for c in range(values):
            cards[c] = drawn[first[starts[number]], c] + other_drawn[second[starts[number]], c]
            size += cards[c]
        for s in range(shoes):
            chance[s] = share_of[s, size]
            for c in range(values):
                if cards[c] > 0:
                    chance[s] *= falling[s, c, cards[c]]
            any_chance += chance[s]
        if any_chance == 0.0:
            continue
        part[:] = 0.0
        for pair in range(starts[number], starts[number + 1]):
            a, b = first[pair], second[pair]
            both = orders[a] * other_orders[b]
            for s in range(shoes):
                part[ends[a], other_ends[b], s] += both * ways[s, began[a], other_began[b]]
                if alike and a != b:
                    part[ends[b], other_ends[a], s] += both * ways[s, began[b], other_began[a]]
        points = points_within(cards, size, step, weight, room, ways_to, at, share)
        for one in range(found.shape[1]):
            for two in range(found.shape[2]):
                for s in range(shoes):
                    here = chance[s] * part[one, two, s]
                    if here > 0.0:
                        row = found[s, one, two]
                        for i in range(points):
                            row[at[i]] += here * share[i]


@kernel("void(float64[:, ::1], float64[:, ::1], float64[::1], int32[:, ::1], float64[:, ::1])")
def join(one: F64, two: F64, chance: F64, sums: I32, found: F64) -> None:
    """The chance of every two rows' results over all sums of their points."""
    part = np.empty(len(two))
    for p in range(one.shape[1]):
        part[:] = 0.0
        for q in range(two.shape[1]):
            of_both = chance[sums[p, q]]
            for j in range(len(two)):
                part[j] += of_both * two[j, q]
        for i in range(len(one)):
            for j in range(len(two)):
                found[i, j] += one[i, p] * part[j]
