"""The yardstick: a perfect shuffle looks perfect, one riffle does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import exp

import pytest

from pitboss.shoe import Distance, ShuffleRules, distance, measure

Rules = Callable[..., ShuffleRules]


def near(figure: float, target: float, part: float) -> bool:
    return abs(figure - target) <= part * target


def test_a_machine_leaves_nothing(rules_of: Rules) -> None:
    result = measure(rules_of("games-of-chance-blackjack", "method=machine"), shuffles=400, seed="machine")
    assert result.procedure == "machine"
    assert near(result.neighbours_kept.measured, result.neighbours_kept.uniform, 0.25)  # about 400 pairs, 5 deviations
    assert near(result.rising_sequences.measured, 156.5, 0.01)
    assert near(result.mean_displacement.measured, (312**2 - 1) / (3 * 312), 0.02)
    assert abs(result.rank_correlation.measured) < 5 / (400 * 311) ** 0.5
    assert result.looks_uniform
    assert result.chi_square.uniform == 121
    assert (result.rising_sequences.uniform, result.neighbours_kept.uniform) == (156.5, 1 / 312)
    assert near(result.mean_displacement.uniform, 104, 0.001)


def test_one_two_stack_shuffle_leaves_a_lot(rules_of: Rules) -> None:
    result = measure(rules_of("catfish-blackjack"), shuffles=100)
    assert result.neighbours_kept.measured > 0.4
    assert result.rising_sequences.measured < 20
    assert result.tail_chance < 1e-9
    assert not result.looks_uniform


def test_more_passes_mix_better_and_clumps_worse(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")

    def kept(passes: int, clumpiness: int = 0) -> float:
        return measure(replace(rules, clumpiness=clumpiness), shuffles=60, passes=passes).neighbours_kept.measured

    assert kept(1) > kept(2) > kept(4)
    assert kept(1, 60) > kept(1, 30) > kept(1)


@pytest.mark.parametrize("sheet", ["games-of-chance-blackjack", "blackjack-v5"])
def test_the_wash_makes_the_half_deck_shuffle_uniform(rules_of: Rules, sheet: str) -> None:
    rules = rules_of(sheet)
    assert measure(rules, shuffles=150).looks_uniform
    assert not measure(replace(rules, wash="never"), shuffles=150).looks_uniform


def test_an_order_that_is_kept_has_the_figures_of_no_shuffle_at_all() -> None:
    """Seven grabs of nothing but clumps come nearest; a wash of strength 0 and one packet is the identity."""
    rules = ShuffleRules(decks=1, procedure="riffle_strip", strip_min=52, strip_max=52, cut_minimum_cards=1)
    result = measure(rules, shuffles=200, cells=4)
    assert result.rising_sequences.measured <= 9  # three riffles make at most eight, and the cut one more
    assert result.cells == 4


def test_the_same_seed_gives_the_same_result(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    first = measure(rules, shuffles=20, seed=3)
    assert first == measure(rules, shuffles=20, seed="3") != measure(rules, shuffles=20, seed=4)
    assert isinstance(first, Distance)


def test_figures_are_those_of_an_order_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck turned over: every neighbour parted, as many sequences as cards, as far away as can be."""
    turned = tuple(range(51, -1, -1))
    monkeypatch.setattr(distance, "perform", lambda _: (turned, ()))
    rules = ShuffleRules(decks=1, procedure="riffle_strip", cut_minimum_cards=1)
    result = measure(rules, shuffles=2, cells=2)
    assert (result.neighbours_kept.measured, result.rising_sequences.measured) == (0, 52)
    assert (result.mean_displacement.measured, result.rank_correlation.measured) == (26, -1)
    assert result.chi_square.measured == pytest.approx(104 * 51 / 52)  # each half of both decks went to the other
    assert (result.rank_correlation.uniform, result.rising_sequences.uniform) == (0, 26.5)
    assert result.mean_displacement.uniform == (52 * 52 - 1) / 156

    monkeypatch.setattr(distance, "perform", lambda _: ((*range(1, 52), 0), ()))
    moved = measure(rules, shuffles=1, cells=2)
    assert (moved.neighbours_kept.measured, moved.rising_sequences.measured) == (50 / 51, 2)
    assert moved.mean_displacement.measured == (51 + 51) / 52
    assert moved.chi_square.measured == pytest.approx(4 * 12**2 / 13 * 51 / 52)  # one card of each half went over
    assert moved.neighbours_kept.uniform == 1 / 52


def test_a_thousand_shuffles_of_one_pass_are_measured_in_twelve_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distance, "perform", lambda _: (tuple(range(156)), ()))
    result = measure(ShuffleRules(decks=3, procedure="riffle_strip", cut_minimum_cards=1))
    assert (result.shuffles, result.passes, result.seed, result.cells) == (1000, 1, "1", 12)


@pytest.mark.parametrize("chi", [1.0, 4.0, 9.0, 15.0])
def test_the_chance_of_a_larger_chi_square_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch, chi: float) -> None:
    """With four degrees of freedom it has a formula of its own."""
    monkeypatch.setattr(distance, "_chi_square", lambda *_: chi)
    rules = ShuffleRules(decks=3, procedure="riffle_strip", cut_minimum_cards=1)
    assert measure(rules, shuffles=1, cells=3).tail_chance == pytest.approx(exp(-chi / 2) * (1 + chi / 2), abs=0.01)
