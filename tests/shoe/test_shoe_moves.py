"""Moves: exact chances on small packets, and nothing lost on large ones."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.shoe import SeededChance
from pitboss.shoe.moves import cut, riffle, riffle_deck, strip, wash


def chi_square(counts: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float], total: int) -> float:
    assert counts.keys() <= chances.keys()
    return sum((counts[order] - total * chance) ** 2 / (total * chance) for order, chance in chances.items())


def gsr(n: int) -> dict[tuple[int, ...], float]:
    """The exact chances of a riffle: every cut by fair coins, every interleaving of it equally likely."""
    chances: Counter[tuple[int, ...]] = Counter()
    for mask in range(2**n):  # which packet each place of the result comes from
        upper = iter(range(mask.bit_count()))
        lower = iter(range(mask.bit_count(), n))
        order = tuple(next(upper) if mask >> place & 1 else next(lower) for place in range(n))
        chances[order] += 1
    return {order: count / 2**n for order, count in chances.items()}


def test_a_riffle_of_four_cards_is_exactly_gsr() -> None:
    """12 orders can come out: 5/16 the old one, 1/16 each other; 11 degrees, 1 in 10,000 above 37.4."""
    chances = gsr(4)
    assert sorted(chances.values()) == [1 / 16] * 11 + [5 / 16]
    chance = SeededChance("riffle")
    counts = Counter(riffle_deck(range(4), chance) for _ in range(16_000))
    assert chi_square(counts, chances, 16_000) < 37.4


def test_packets_of_any_size_interleave_equally() -> None:
    """Three cards into two: 10 interleavings, 9 degrees of freedom, 1 in 10,000 lies above 33.7."""
    chance = SeededChance("packets")
    counts = Counter(riffle((0, 1, 2), (3, 4), chance) for _ in range(10_000))
    assert len(counts) == comb(5, 3)
    assert chi_square(counts, dict.fromkeys(counts, 0.1), 10_000) < 33.7


def test_clumpiness_is_the_chance_of_the_same_packet_again() -> None:
    """From 2 + 2 at 50 %: the exact chance of every interleaving, worked out by hand through the model."""

    def walk(one: int, other: int, last: int) -> dict[str, float]:
        if not one or not other:
            return {"L" * one + "R" * other: 1.0}
        left = one / (one + other)
        if last >= 0:
            left = 0.5 * (last == 0) + 0.5 * left
        ways: dict[str, float] = {}
        for letter, share, rest in (("L", left, (one - 1, other, 0)), ("R", 1 - left, (one, other - 1, 1))):
            for tail, chance in walk(*rest).items():
                ways[letter + tail] = ways.get(letter + tail, 0) + share * chance
        return ways

    def falling(order: tuple[int, ...]) -> str:
        return "".join("L" if card < 2 else "R" for card in reversed(order))

    expected = walk(2, 2, -1)
    chance = SeededChance("clumps")
    counts = Counter(falling(riffle((0, 1), (2, 3), chance, clumpiness=50)) for _ in range(12_000))
    chi = sum((counts[way] - 12_000 * share) ** 2 / (12_000 * share) for way, share in expected.items())
    assert chi < 25.7  # five degrees of freedom, 1 in 10,000
    assert expected["LLRR"] > 1 / 6


def test_more_clumpiness_keeps_more_neighbours() -> None:
    def kept(clumpiness: int) -> int:
        chance = SeededChance("kept")
        orders = [riffle_deck(range(52), chance, clumpiness=clumpiness) for _ in range(200)]
        return sum(b == a + 1 for order in orders for a, b in pairwise(order))

    assert kept(0) < kept(30) < kept(60) < kept(99)


def test_a_strip_reverses_packets_and_nothing_else() -> None:
    order, sizes = strip(range(52), SeededChance("strip"), smallest=4, largest=10)
    assert sum(sizes) == 52
    assert all(4 <= size <= 10 for size in sizes[:-1])
    at, packets = 0, []
    for size in sizes:
        packets.append(range(at, at + size))
        at += size
    assert order == tuple(card for packet in reversed(packets) for card in packet)


def test_a_wash_moves_as_many_cards_as_its_strength_says() -> None:
    cards = tuple(range(312))
    assert wash(cards, SeededChance("w"), strength=0) == cards
    chance = SeededChance("w")
    stayed = sum(a == b for _ in range(100) for a, b in zip(cards, wash(cards, chance, strength=60), strict=True))
    assert abs(stayed / 100 - 312 * 0.4 - 1) < 4  # those that stay, and about one that comes back to its place
    assert wash(cards, SeededChance("w"), strength=100) == tuple(SeededChance("w").shuffled(cards))


def test_a_cut_turns_the_stack_round() -> None:
    assert cut(range(5), 0) == cut(range(5), 5) == (0, 1, 2, 3, 4)
    assert cut(range(5), 3) == (3, 4, 0, 1, 2)


@given(st.integers(0, 120), st.integers(0, 120), st.integers(0, 99), st.integers())
def test_a_riffle_keeps_all_cards_and_the_order_in_each_packet(a: int, b: int, clumpiness: int, seed: int) -> None:
    order = riffle(range(a), range(a, a + b), SeededChance(seed), clumpiness=clumpiness)
    assert sorted(order) == list(range(a + b))
    assert [card for card in order if card < a] == list(range(a))
    assert [card for card in order if card >= a] == list(range(a, a + b))


@given(st.integers(0, 100), st.integers(1, 20), st.integers(0, 20), st.integers(0, 100), st.integers())
def test_strip_and_wash_keep_all_cards(n: int, smallest: int, more: int, strength: int, seed: int) -> None:
    chance = SeededChance(seed)
    assert sorted(strip(range(n), chance, smallest=smallest, largest=smallest + more)[0]) == list(range(n))
    assert sorted(wash(range(n), chance, strength=strength)) == list(range(n))


@pytest.mark.parametrize("clumpiness", [-1, 100])
def test_clumpiness_is_a_percentage_below_a_hundred(clumpiness: int) -> None:
    with pytest.raises(AssertionError):
        riffle((1,), (2,), SeededChance(1), clumpiness=clumpiness)
