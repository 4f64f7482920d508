"""The documents' shuffles, step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.shoe import PROCEDURES, SeededChance, ShuffleRules, Step, perform
from pitboss.shoe.chance import Chance
from pitboss.shoe.moves import riffle, wash
from pitboss.shoe.procedures import half_deck_shuffle, two_stack_shuffle

Rules = Callable[..., ShuffleRules]
BY_HAND = {"two_stacks": "two_stacks", "half_decks": "half_decks", "riffle_strip": "riffle_strip"}


def run(rules: ShuffleRules, seed: str | int = 1) -> tuple[tuple[int, ...], tuple[Step, ...]]:
    return perform(PROCEDURES[rules.shuffle_name](range(rules.cards), SeededChance(seed), rules))


@pytest.mark.clause("BJ-SDS-1a", "BJ-SDS-1b", "BJ-SDS-1c")
def test_two_equal_stacks_in_five_to_seven_equal_grabs(rules_of: Rules) -> None:
    rules, counts = rules_of("catfish-blackjack"), set()
    for seed in range(60):
        order, (split, *riffles) = run(rules, seed)
        assert sorted(order) == list(range(312))
        assert (split.name, split.clauses) == ("split", ("BJ-SDS-1a",))
        assert split.piles == (("left", 156), ("right", 156))
        assert all(step.name == "riffle" for step in riffles)
        assert all(step.clauses == ("BJ-SDS-1b", "BJ-SDS-1c") for step in riffles)
        assert all(step.taken[0] == step.taken[1] > 0 for step in riffles)
        assert riffles[-1].piles == (("left", 0), ("right", 0), ("centre", 312))
        counts.add(len(riffles))
    assert counts == {5, 6, 7}


def test_grabs_are_even_give_or_take_the_wobble(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    sizes = {len(steps): set[int]() for steps in (range(5), range(6), range(7))}
    for seed in range(200):
        _, (_, *riffles) = run(replace(rules, grab_wobble=2), seed)
        sizes[len(riffles)] |= {step.taken[0] for step in riffles[:-1]}
    for grabs, seen in sizes.items():
        assert len(seen) > 3
        assert all(abs(size - 156 / grabs) < 6 for size in seen)
    _, (_, *steady) = run(replace(rules, grab_wobble=0, grabs_min=6, grabs_max=6))
    assert [step.taken for step in steady] == [(26, 26)] * 6


@pytest.mark.clause("BJ-SDS-1b")
def test_each_grab_is_riffled_once_and_laid_on_the_centre(rules_of: Rules) -> None:
    """The same moves made by hand from the same stream give the same order."""
    rules = replace(rules_of("catfish-blackjack"), grab_wobble=0, grabs_min=6, grabs_max=6)
    chance = SeededChance("by hand")
    chance.between(6, 6)
    centre: tuple[int, ...] = ()
    for at in range(0, 156, 26):
        if at < 130:
            chance.between(0, 0)  # the wobble of a steady hand
        centre = riffle(range(at, at + 26), range(156 + at, 156 + at + 26), chance) + centre
    order, _ = perform(two_stack_shuffle(range(312), SeededChance("by hand"), rules))
    assert order == centre


GC = ("GC-METH-3", "GC-METH-4", "GC-METH-5", "GC-METH-6", "GC-METH-7", "GC-METH-8")
V5 = ("V5-SHUF-4", "V5-SHUF-5", "V5-SHUF-6", "V5-SHUF-7", "V5-SHUF-8", "V5-SHUF-9")


@pytest.mark.clause(*GC, *V5)
@pytest.mark.parametrize(
    ("sheet", "decks", "ids"),
    [("games-of-chance-blackjack", 6, GC), ("blackjack-v5", 6, V5), ("blackjack-v5", 8, V5)],
)
def test_half_decks_in_two_passes(rules_of: Rules, sheet: str, decks: int, ids: tuple[str, ...]) -> None:
    rules = rules_of(sheet, f"decks={decks}")
    cards, half = decks * 52, decks * 26
    order, steps = run(rules)
    assert sorted(order) == list(range(cards))
    washed, split, first, *rest = steps
    assert (washed.name, washed.piles, washed.clauses) == ("wash", (("brick", cards),), ids[:1])
    assert (split.piles, split.clauses) == ((("left", half), ("right", half)), ids[1:2])
    assert (first.name, first.taken, first.clauses) == ("riffle", (26, 26), ids[2:3])
    assert first.pile("middle") == 52
    alternating = rest[: 2 * decks - 2]
    assert [step.name for step in alternating] == ["riffle_right", "riffle_left"] * (decks - 1)
    assert all(step.taken == (26, 26) and step.clauses == ids[3:4] for step in alternating)
    assert alternating[-1].piles == (("left", 0), ("right", 0), ("middle", cards))
    again, *second = rest[2 * decks - 2 :]
    assert (again.piles, again.clauses) == ((("left", half), ("right", half)), ids[4:5])
    assert [step.taken for step in second] == [(26, 26)] * decks
    assert all(step.clauses == ids[5:6] for step in second)
    assert second[-1].pile("middle") == cards


def test_the_first_pass_takes_from_the_top_of_the_middle_pile(rules_of: Rules) -> None:
    rules = replace(rules_of("games-of-chance-blackjack"), decks=2, cut_minimum_cards=26, grab_cards=26)
    chance, by_hand = SeededChance("middle"), SeededChance("middle")
    order, _ = perform(half_deck_shuffle(range(104), chance, rules))
    brick = wash(tuple(range(104)), by_hand, strength=100)
    left, right = brick[:52], brick[52:]
    middle = riffle(right[:26], left[:26], by_hand)
    middle = riffle(right[26:], middle[:26], by_hand) + middle[26:]
    middle = riffle(left[26:], middle[:26], by_hand) + middle[26:]
    left, right = middle[:52], middle[52:]
    final = riffle(right[:26], left[:26], by_hand)
    assert order == riffle(right[26:], left[26:], by_hand) + final


@pytest.mark.clause("UTH-HAND-0d", "UTH-HAND-0e")
def test_riffle_strip_riffle_strip_riffle_and_the_dealers_cut(rules_of: Rules) -> None:
    rules = replace(rules_of("ultimate-texas-holdem"), method="manual")
    order, steps = run(rules)
    assert [step.name for step in steps] == ["riffle", "strip", "riffle", "strip", "riffle", "dealer_cut"]
    assert all(step.clauses == ("UTH-HAND-0d",) for step in steps[:5])
    assert steps[5].clauses == ("UTH-HAND-0e",)
    before = perform(_without_cut(range(52), SeededChance(1), rules))[0]
    upper = steps[5].taken[0]
    assert 10 < upper < 42
    assert order == before[upper:] + before[:upper]  # the upper half now lies at the bottom, on the cut card


def _without_cut(cards: range, chance: Chance, rules: ShuffleRules):  # type: ignore[no-untyped-def]
    """The shuffle up to the cut: with coins that all show tails the cut moves nothing."""
    coins, calls = chance.heads, 0

    def heads(count: int) -> int:
        nonlocal calls
        calls += 1
        return coins(count) if calls <= 3 else 0

    chance.heads = heads  # type: ignore[method-assign, assignment]
    return (yield from PROCEDURES["riffle_strip"](cards, chance, rules))


@pytest.mark.clause("UTH-SHUF-1a", "UTH-SHUF-1b", "GC-EQUIP-5")
@pytest.mark.parametrize(
    ("sheet", "ids"),
    [
        ("ultimate-texas-holdem", ("UTH-SHUF-1a", "UTH-SHUF-1b")),
        ("games-of-chance-blackjack", ("", "GC-EQUIP-5")),
    ],
)
def test_the_dealer_riffles_and_the_machine_shuffles(rules_of: Rules, sheet: str, ids: tuple[str, str]) -> None:
    rules = rules_of(sheet, "method=machine")
    order, steps = run(rules)
    assert [(step.name, step.clauses) for step in steps] == [
        ("riffle", tuple(filter(None, ids[:1]))),
        ("to_shuffler", tuple(filter(None, ids[1:]))),
    ]
    assert sorted(order) == list(range(rules.cards))
    places = {card: at for at, card in enumerate(order)}
    rising = 1 + sum(places[card + 1] < places[card] for card in range(rules.cards - 1))
    assert rising > 10, "one riffle leaves two runs that rise; the machine mixes at random"
    assert run(rules, 2)[0] != order == run(rules)[0]


def test_steps_can_be_watched_and_read() -> None:
    rules = ShuffleRules(decks=6, procedure="two_stacks", grab_wobble=0, grabs_min=6, grabs_max=6)
    shuffling = two_stack_shuffle(range(312), SeededChance(1), rules)
    assert next(shuffling).text == "split: left 156, right 156"
    assert next(shuffling).text == "riffle 26 + 26: left 130, right 130, centre 52"


@settings(max_examples=60)
@given(
    st.sampled_from(["two_stacks", "half_decks", "riffle_strip", "machine"]),
    st.integers(),
    st.integers(0, 99),
    st.integers(0, 100),
    st.integers(1, 8),
    st.integers(0, 30),
)
def test_no_shuffle_loses_or_makes_a_card(
    name: str, seed: int, clumpiness: int, strength: int, decks: int, wobble: int
) -> None:
    rules = ShuffleRules(
        decks=decks,
        procedure=BY_HAND.get(name, "two_stacks"),  # type: ignore[arg-type]
        method="machine" if name == "machine" else "manual",
        clumpiness=clumpiness,
        wash_strength=strength,
        grab_wobble=wobble,
        cut_minimum_cards=10,
        cut_card_depth=10,
    )
    order, steps = run(rules, seed)
    assert sorted(order) == list(range(decks * 52))
    assert rules.shuffle_name == name
    assert steps[-1].piles[-1][1] == decks * 52


@given(st.integers(2, 90), st.sampled_from(sorted(PROCEDURES)), st.integers())
def test_odd_stacks_come_through_whole(cards: int, name: str, seed: int) -> None:
    rules = ShuffleRules(decks=1, procedure="two_stacks", cut_minimum_cards=1)
    order, _ = perform(PROCEDURES[name](range(cards), SeededChance(seed), rules))
    assert sorted(order) == list(range(cards))
