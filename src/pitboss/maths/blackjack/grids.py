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

from pitboss.maths.cache import kernel, part

__all__ = ["WIDTH", "Grid", "Ways", "extended", "grid", "join", "pair_sums", "sums", "weigh_pairs"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
"""What lies in these cannot be negative, so that the machine need not ask before it looks something up by it."""

LONGEST = 64
"""More cards than two split hands can hold."""
BITS = 6
"""Room for the cards of one value that two hands hold; ten values fit into one number."""
SPREAD, HIGH = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(36)
CHOOSE = np.array([[comb(n, m) for m in range(22)] for n in range(LONGEST)], dtype=np.float64)
"""Ways to choose some of the cards of one value, of which a hand holds 21 at most."""
CARDS, BEFORE, FOUND = range(3)
"""What is noted of each value of a set: its cards, those of the set before, and the points of the values before it."""
WIDTH = 8
"""How many outcomes of the dealer lie side by side: one more than there are, most of the time."""


class Grid(NamedTuple):
    """Every set of at most `most` cards of N values, in a fixed order."""

    most: int
    values: int
    sets: I8
    step: I64
    """By value, cards still free and cards taken: how far further on the set lies."""
    weight: F64
    """By the sizes of a larger set and of a point in it: sign and number of the weight."""


class Ways(NamedTuple):
    """How a hand can end: sets of cards it draws, and for each of them, from its start on, all that it may be."""

    sets: I8
    starts: I64
    orders: F64
    began: I64
    end: I64


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
    return Grid(most, values, _sets(values, most), step, weight)


def _sets(values: int, most: int) -> I8:
    """All sets of up to N cards, in the order of their cards."""
    sets, free = np.zeros((1, values), dtype=np.int8), np.array([most])
    for c in range(values):
        row, taken = np.nonzero(free[:, None] >= np.arange(most + 1))
        sets, free = sets[row], free[row] - taken
        sets[:, c] = taken
    return sets


@lru_cache(maxsize=16)
def sums(values: int, one: int, two: int) -> I32:
    """Where the sum of any two points lies in the grid of sets of that many cards together."""
    a, b, both = grid(values, one), grid(values, two), grid(values, one + two)
    found = np.empty((len(a.sets), len(b.sets)), dtype=np.int32)
    _sums(a.sets, b.sets, both.step, found)
    return found


@kernel("void(int8[:, ::1], int8[:, ::1], int64[:, :, ::1], int32[:, ::1])", makes_arrays=False)
def _sums(one: I8, two: I8, step: I64, found: I32) -> None:
    for a in range(len(one)):
        for b in range(len(two)):
            free, at = step.shape[1] - 1, 0
            for c in range(one.shape[1]):
                n = one[a, c] + two[b, c]
                at += step[c, free, n]
                free -= n
            found[a, b] = at


# values at larger sets


@lru_cache(maxsize=16)
def one_less(values: int, most: int) -> tuple[I32, I32]:
    """Every step from Newton's differences to values, in order: where a set lies, and the set with one card less.

    Each value of cards has as many rounds of steps as there are cards, larger sets before those they are made from.
    """
    points = grid(values, most)
    rows, less = [], []
    for c in range(values):
        fewer = points.sets.astype(np.int64)
        fewer[:, c] -= 1
        for n in range(1, most + 1):
            larger = np.flatnonzero(points.sets[:, c] >= n)[::-1]
            rows.append(larger)
            less.append(places(fewer[larger], points))
    return np.concatenate(rows).astype(np.int32), np.concatenate(less).astype(np.int32)


def places(sets: I64, points: Grid) -> I64:
    """Where sets of cards lie among the points."""
    found, free = np.zeros(len(sets), dtype=np.int64), np.full(len(sets), points.most)
    for c in range(points.values):
        found += points.step[c, free, sets[:, c]]
        free -= sets[:, c]
    return found


@lru_cache(maxsize=16)
def within(values: int, most: int, larger: int) -> I64:
    """Where the points of a grid lie among those of a larger one."""
    return places(grid(values, most).sets.astype(np.int64), grid(values, larger))


def extended(known: F64, points: Grid, larger: Grid) -> F64:
    """Values at the points of a larger grid from those at the points of another, column by column."""
    at = within(points.values, points.most, larger.most)
    differences = known.copy()
    newton(*one_less(points.values, points.most), -1.0, differences)
    found = np.zeros((len(larger.sets), known.shape[1]))
    found[at] = differences
    newton(*one_less(larger.values, larger.most), 1.0, found)
    found[at] = known
    return found


@kernel("void(int32[::1], int32[::1], float64, float64[:, ::1])", makes_arrays=False)
def newton(rows: I32, less: I32, sign: float, values: F64) -> None:
    """Turn values into Newton's differences (-1) or back (1), one value of cards after the other, in place."""
    for at in range(len(rows)):
        row, fewer = values[rows[at]], values[less[at]]
        for column in range(values.shape[1]):
            row[column] += sign * fewer[column]


class Levels(NamedTuple):
    """Where differences lie once some values of cards are counted: by how many values, and cards of the next one."""

    begin: I64
    held: I64
    place: I32


@lru_cache(maxsize=16)
def levels(values: int, most: int) -> Levels:
    """How differences of all values are brought to those of fewer, value by value."""
    begin, count = np.zeros((values, most + 1), dtype=np.int64), np.zeros((values, most + 1), dtype=np.int64)
    place = np.zeros((values, most + 1, comb(values - 1 + most, most)), dtype=np.int32)
    for level in range(values):
        rest = values - 1 - level
        for n in range(most + 1):
            begin[level, n] = sum(comb(most - t + rest, rest) for t in range(n))
            count[level, n] = comb(most - n + rest, rest)
            if rest:
                within = grid(rest, most - n).sets.astype(np.int64)
                place[level, n, : len(within)] = places(within, grid(rest, most))
    return Levels(begin, count, place)


def evaluated(known: F64, points: Grid, sets: I8) -> F64:
    """Values at any sets of cards from those at the points, column by column.

    Sets in the order of their cards share most of the sums, those of the cards they have in common, most of all when
    the low cards come last, of which hands hold the most.
    """
    backwards = np.ascontiguousarray(sets[:, ::-1])
    differences = np.empty_like(known)
    differences[places(points.sets[:, ::-1].astype(np.int64), points)] = known
    newton(*one_less(points.values, points.most), -1.0, differences)
    order, found = np.argsort(_codes(backwards)), np.empty((len(sets), known.shape[1]))
    small = sets.sum(axis=1) <= points.most
    found[small] = known[places(sets[small].astype(np.int64), points)]
    room = np.empty((points.values + 1, len(points.sets), WIDTH))
    for block in range(0, known.shape[1], WIDTH):
        room[0] = differences[:, block : block + WIDTH]
        walk = np.empty((2, 16), dtype=np.int64)
        _evaluate(backwards, order, small, *levels(points.values, points.most), room, walk, block, found)
    return found


@kernel(
    "void(int8[:, ::1], int64[::1], boolean[::1], int64[:, ::1], int64[:, ::1], int32[:, :, ::1], float64[:, :, ::1], "
    "int64[:, ::1], int64, float64[:, ::1])",
    makes_arrays=False,
)
def _evaluate(
    sets: I8, order: I64, small: NDArray[np.bool_], begin: I64, count: I64, place: I32, room: F64, walk: I64,
    block: int, found: F64,
) -> None:  # fmt: skip
    values = sets.shape[1]
    lies, before = walk[0], walk[1]  # in which room the sums of each level lie, and for which cards
    lies[0] = 0
    for c in range(values):
        before[c] = -1
    for at in range(len(order)):
        row = order[at]
        if small[row]:
            continue
        level = 0
        while level < values and sets[row, level] == before[level]:
            level += 1
        for c in range(level, values):
            n, source = sets[row, c], lies[c]
            before[c] = n
            lies[c + 1] = source if n == 0 else c + 1
            if n == 0:
                continue
            for j in range(count[c, 0]):
                for o in range(WIDTH):
                    room[c + 1, j, o] = room[source, j, o]
            for taken in range(1, min(n, begin.shape[1] - 1) + 1):
                ways, start = CHOOSE[n, taken], begin[c, taken]
                for j in range(count[c, taken]):
                    into = place[c, taken, j]
                    for o in range(WIDTH):
                        room[c + 1, into, o] += ways * room[source, start + j, o]
        for o in range(WIDTH):
            found[row, block + o] = room[lies[values], 0, o]


# two hands together


def pair_sums(one: I8, two: I8, alike: bool) -> tuple[U32, U32, U32]:
    """Every two of some sets of cards in the order of their sums: where those of each sum begin, and the two."""
    pairs = len(one) * (len(one) + 1) // 2 if alike else len(one) * len(two)
    which, codes, others = np.empty(pairs, dtype=np.uint32), _codes(one), _codes(two)
    room, found = 1 << max(15, (pairs // 4).bit_length()), -1
    while found < 0:  # few pairs have as many different sums
        known, numbers = np.full(room, -1, dtype=np.int64), np.empty(room, dtype=np.uint32)
        often = np.zeros(room // 2, dtype=np.uint32)
        found = number_sums(codes, others, alike, known, numbers, which, often)
        room *= 4
    starts = np.zeros(found + 1, dtype=np.uint32)
    np.cumsum(often[:found], out=starts[1:])
    first, second = np.empty(pairs, dtype=np.uint32), np.empty(pairs, dtype=np.uint32)
    in_order(which, starts[:-1].copy(), len(one), len(two), alike, first, second)
    return starts, first, second


def _codes(sets: I8) -> I64:
    """Sets of cards as numbers, which are added like the sets."""
    codes = np.zeros(len(sets), dtype=np.int64)
    for c in range(sets.shape[1]):
        codes = codes << BITS | sets[:, c]
    return codes


@kernel("int64(int64[::1], int64[::1], boolean, int64[::1], uint32[::1], uint32[::1], uint32[::1])", makes_arrays=False)
def number_sums(one: I64, two: I64, alike: bool, known: I64, numbers: U32, which: U32, often: U32) -> int:
    """Number the different sums of a code and another, as they first come, for every pair, and count how often each is.

    How many there are is handed back, or -1 where the table that they are looked up in has too little room.
    """
    found, pair, mask, after = 0, 0, np.uint64(len(known) - 1), np.uint64(1)
    for a in range(len(one)):
        if 2 * (found + len(two)) > len(known):
            return -1
        for b in range(a + 1 if alike else len(two)):
            code = one[a] + two[b]
            place = np.uint64(code) * SPREAD >> HIGH & mask
            while known[place] >= 0 and known[place] != code:
                place = place + after & mask
            if known[place] < 0:
                known[place], numbers[place] = code, found
                found += 1
            number = numbers[place]
            which[pair] = number
            often[number] += 1
            pair += 1
    return found


@kernel("void(uint32[::1], uint32[::1], int64, int64, boolean, uint32[::1], uint32[::1])", makes_arrays=False)
def in_order(which: U32, free: U32, rows: int, columns: int, alike: bool, first: U32, second: U32) -> None:
    """Put every pair where its sum has a place free."""
    pair = 0
    for a in range(rows):
        for b in range(a + 1 if alike else columns):
            place = free[which[pair]]
            free[which[pair]] += 1
            first[place], second[place] = a, b
            pair += 1


@part
def points_within(
    cards: U32, size: int, step: I64, weight: F64, room: U32, at: U32, free: U32, ways: F64, share: F64
) -> tuple[int, int]:
    """The points within a set and their weights; from where to where they lie is handed back.

    `free` is how many cards each point may have more, and the weights are given by that. Values in which a set is as
    the last one was leave the points of these values alone as they are.
    """
    most, last = step.shape[1] - 1, len(at) - 1
    if size <= most:  # a point itself, which lies behind all others
        left, where = most, 0
        for c in range(len(cards)):
            where += step[c, left, cards[c]]
            left -= cards[c]
        at[last], share[last] = where, 1.0
        return last, last + 1
    level = 0
    while level < len(cards) and cards[level] == room[BEFORE, level]:
        level += 1
    found = np.int64(room[FOUND, level])
    for c in range(level, len(cards)):
        held, before = cards[c], found
        room[FOUND, c], room[BEFORE, c] = found, held
        if held:
            for point in range(before):
                where, left, so_far = at[point], free[point], ways[point]
                for n in range(1, min(held, left) + 1):
                    at[found] = where + step[c, left, n]
                    free[found], ways[found] = left - n, so_far * CHOOSE[held, n]
                    found += 1
    for point in range(found):
        share[point] = ways[point] * weight[size, free[point]]
    return 0, int(found)


def weigh_pairs(
    one: Ways, two: Ways, combos: I32, began: F64, falling: F64, share_of: F64, points: Grid, known: F64, smaller: Grid
) -> tuple[F64, F64]:
    """The chances of every two hands, by how they end, for several shoes at once.

    `combos` numbers how two hands end, one number for both orders where the hands are alike. From the last shoe the
    chances are those of each of the dealer's outcomes, which `known` has at the points; from the others they are
    spread over the smaller grid. By shoe, `began` says how the two may have begun, `falling` in how many orders N cards
    of a value can be drawn, and `share_of` is one over those of N cards in all. Many pairs of hands hold the same
    cards together, and all of these are weighed at once.
    """
    alike, numbers = one is two, int(combos.max()) + 1
    starts, first, second = pair_sums(one.sets, two.sets, alike)
    if len(known):
        known = evaluated(known, points, one.sets[first[starts[:-1]]] + two.sets[second[starts[:-1]]])
    shoes = len(began) - 1
    law, found = np.zeros((numbers, known.shape[1])), np.zeros((numbers, shoes, len(smaller.sets) if shoes else 0))
    either = began + began.transpose(0, 2, 1) if alike else began  # of two that are alike, one order stands for both
    ways = np.ascontiguousarray(either.reshape(shoes + 1, 4))
    room = np.zeros((3, 16), dtype=np.uint32)
    room[BEFORE], room[FOUND, 0] = LONGEST, 1  # no set came before, and the empty set is a point of all
    how = 2 * np.arange(2)[:, None] + np.arange(2)
    parts = (4 * combos[:, None, :, None] + how[:, None]).reshape(2 * len(combos), -1).astype(np.uint32)
    many = len(smaller.sets) + 1  # one more for a set that is a point itself
    at, free = np.zeros(many, dtype=np.uint32), np.full(many, smaller.most, dtype=np.uint32)
    _weigh(
        one.sets, *coded(one), two.sets, *coded(two), alike, parts, ways, falling, share_of, starts, first, second,
        known, smaller.step, np.ascontiguousarray(smaller.weight[:, ::-1]), room, np.empty(shoes + 1), at, free,
        np.ones(many), np.ones(many), np.zeros((numbers, 4)), np.zeros(numbers, dtype=np.uint8),
        np.empty(numbers, dtype=np.uint32), law, found,
    )  # fmt: skip
    return law, found


def coded(ways: Ways) -> tuple[U32, F64, U16]:
    """Where the ways of each set begin, in how many orders each comes, and one number for how it begins and ends."""
    return ways.starts.astype(np.uint32), ways.orders, (2 * ways.end + ways.began).astype(np.uint16)


@part
def add_part(parts: F64, part: int, orders: float, met: U32, many: int, is_met: U8) -> int:
    """Add orders to a part of a combination, which is noted where it comes first; returns how many are noted."""
    combo = part >> 2
    if not is_met[combo]:
        is_met[combo], met[many] = 1, combo
        many += 1
    parts[combo, part & 3] += orders
    return many


@kernel(
    "void(int8[:, ::1], uint32[::1], float64[::1], uint16[::1], int8[:, ::1], uint32[::1], float64[::1], uint16[::1], "
    "boolean, uint32[:, ::1], float64[:, ::1], float64[:, :, ::1], float64[:, ::1], uint32[::1], uint32[::1], "
    "uint32[::1], float64[:, ::1], int64[:, :, ::1], float64[:, ::1], uint32[:, ::1], float64[::1], uint32[::1], "
    "uint32[::1], float64[::1], float64[::1], float64[:, ::1], uint8[::1], uint32[::1], float64[:, ::1], "
    "float64[:, :, ::1])",
    makes_arrays=False,
)
def _weigh(
    sets: I8, begins: U32, orders: F64, ends: U16, other_sets: I8, other_begins: U32, other_orders: F64,
    other_ends: U16, alike: bool, parts_of: U32, ways: F64, falling: F64, share_of: F64, starts: U32, first: U32,
    second: U32, known: F64, step: I64, weight: F64, room: U32, chance: F64, at: U32, free: U32, within: F64,
    share: F64, parts: F64, is_met: U8, met: U32, law: F64, found: F64,
) -> None:  # fmt: skip
    values, shoes = sets.shape[1], found.shape[1]
    cards = room[CARDS, :values]
    for number in range(len(starts) - 1):
        size, any_chance = 0, 0.0
        for c in range(values):
            cards[c] = sets[first[starts[number]], c] + other_sets[second[starts[number]], c]
            size += cards[c]
        for s in range(shoes + 1):
            chance[s] = share_of[s, size]
            for c in range(values):
                chance[s] *= falling[s, c, cards[c]]
            any_chance += chance[s]
        if any_chance == 0.0:
            continue
        many = 0
        for pair in range(starts[number], starts[number + 1]):
            one, two = first[pair], second[pair]
            for a in range(begins[one], begins[one + 1]):
                end, so_many = ends[a], orders[a]
                # of two alike that draw the same, each order stands for both, and each with itself for one
                until = a if alike and one == two else other_begins[two + 1]
                for b in range(other_begins[two], until):
                    many = add_part(parts, parts_of[end, other_ends[b]], so_many * other_orders[b], met, many, is_met)
                if alike and one == two:
                    many = add_part(parts, parts_of[end, end], 0.5 * so_many * so_many, met, many, is_met)
        start, last = 0, 0
        if shoes:
            start, last = points_within(cards, size, step, weight, room, at, free, within, share)
        for m in range(many):
            combo = met[m]
            for s in range(shoes + 1):
                so_often = 0.0
                for how in range(4):
                    so_often += parts[combo, how] * ways[s, how]
                so_often *= chance[s]
                if s < shoes:
                    for i in range(start, last):
                        found[combo, s, at[i]] += so_often * share[i]
                elif len(known):
                    for o in range(known.shape[1]):
                        law[combo, o] += so_often * known[number, o]
            is_met[combo] = 0
            for how in range(4):
                parts[combo, how] = 0.0


def join(one: F64, of_one: F64, two: F64, of_two: F64, chance: F64, sums: I32) -> F64:
    """The chance of every two rows' results over all sums of their points, which lie alike for both.

    The rows of `one` are put together from what was weighed as `of_one` says, and so are those of the other.
    """
    points, found = len(sums), np.zeros((len(of_one), len(of_two)))
    _join(
        one, of_one, two, of_two, chance, sums, np.zeros((len(of_one), points)), np.zeros((len(of_two), points)),
        np.zeros((len(of_two), points)), np.empty(points), found,
    )  # fmt: skip
    return found


@part
def put_together(weighed: F64, made: F64, found: F64) -> None:
    """Add up what was weighed by the shares that it has in each row."""
    for i in range(len(made)):
        for combo in range(len(weighed)):
            share = made[i, combo]
            if share != 0.0:
                for p in range(weighed.shape[1]):
                    found[i, p] += share * weighed[combo, p]


@kernel(
    "void(float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[::1], int32[:, ::1], "
    "float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1])",
    makes_arrays=False,
)
def _join(
    one: F64, of_one: F64, two: F64, of_two: F64, chance: F64, sums: I32, rows: F64, columns: F64, joined: F64,
    of_both: F64, found: F64,
) -> None:  # fmt: skip
    put_together(one, of_one, rows)
    put_together(two, of_two, columns)
    for q in range(len(of_both)):
        for p in range(len(of_both)):
            of_both[p] = chance[sums[q, p]]
        for j in range(len(columns)):
            share = columns[j, q]
            for p in range(len(of_both)):
                joined[j, p] += of_both[p] * share
    for i in range(len(rows)):
        for j in range(len(columns)):
            total = 0.0
            for p in range(len(of_both)):
                total += rows[i, p] * joined[j, p]
            found[i, j] = total
