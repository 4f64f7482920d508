"""Hold over many rounds: against sums worked out with whole numbers, and against the normal curve."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb, isclose, sqrt

import pytest

from pitboss.reports.hold import CURVE, ROUNDS, Hold, hold_over

ONE_IN_TEN = {Fraction(8): Fraction(1, 10), Fraction(-1): Fraction(9, 10)}


def binomial(rounds: int) -> list[tuple[int, Fraction]]:
    """The house's result of a bet that pays 8 to 1 once in ten, and how often it comes, lowest first."""
    ways = [(rounds - 9 * won, comb(rounds, won) * 9 ** (rounds - won)) for won in range(rounds, -1, -1)]
    return [(result, Fraction(count, 10**rounds)) for result, count in ways]


def quantile(sums: list[tuple[int, Fraction]], share: Fraction) -> int:
    upto = accumulate(chance for _, chance in sums)
    return next(result for (result, _), found in zip(sums, upto, strict=True) if found >= share)


@pytest.mark.parametrize("rounds", [1, 7, 100, 400])
def test_bands_are_those_of_the_exact_sum(rounds: int) -> None:
    sums = binomial(rounds)
    (hold,) = hold_over(0.1, 2.7, ONE_IN_TEN, rounds=(rounds,))
    for band in hold.bands:
        tail = (1 - Fraction(str(band.share))) / 2
        assert (band.low, band.high) == (quantile(sums, tail), quantile(sums, 1 - tail))
    assert isclose(hold.behind, sum(chance for result, chance in sums if result < 0), abs_tol=1e-12)
    assert isclose(hold.mean, 0.1 * rounds)
    assert not hold.normal


def test_half_units_are_kept() -> None:
    spread = {Fraction(3, 2): Fraction(1, 4), Fraction(-1, 2): Fraction(3, 4)}
    (hold,) = hold_over(0.0, sqrt(0.75), spread, rounds=(2,))
    assert [(band.low, band.high) for band in hold.bands] == [(-3.0, 1.0)] * 2
    assert isclose(hold.behind, 7 / 16)  # the player wins one of them or both


def test_a_long_shot_is_not_normal_and_a_long_run_is() -> None:
    spread = {Fraction(1000): 0.0009, Fraction(-1): 0.9991}
    edge = 0.9991 - 0.9
    deviation = sqrt(0.0009 * (1000 + edge) ** 2 + 0.9991 * (-1 + edge) ** 2)
    exact, normal = (hold_over(edge, deviation, known) for known in (spread, None))
    assert exact[0].bands[0].high == 100  # nobody has won yet
    assert normal[0].bands[0].high > 500
    for one, other in zip(exact[-1].bands, normal[-1].bands, strict=True):
        assert isclose(one.low, other.low, abs_tol=0.01 * (other.high - other.low))
        assert isclose(one.high, other.high, abs_tol=0.01 * (other.high - other.low))
    assert all(hold.normal for hold in normal)


def test_bands_hold_the_mean_and_the_wider_holds_the_narrower() -> None:
    for hold in hold_over(0.1, 2.7, ONE_IN_TEN):
        narrow, wide = hold.bands
        assert wide.low <= narrow.low <= hold.mean <= narrow.high <= wide.high


def test_results_too_fine_for_a_lattice_take_the_normal_curve() -> None:
    (hold,) = hold_over(0.0, 1.0, {Fraction(1, 10_007): 0.5, Fraction(-1, 10_007): 0.5}, rounds=(100,))
    assert hold.normal


def test_a_bet_without_chance_has_no_width() -> None:
    (hold,) = hold_over(1.0, 0.0, {Fraction(-1): 1.0}, rounds=(100,))
    assert hold == Hold(100, 100.0, hold.bands, 0.0, normal=True)
    assert {(band.low, band.high) for band in hold.bands} == {(100.0, 100.0)}


def test_the_curve_spans_the_table() -> None:
    assert set(ROUNDS) <= set(CURVE)
    assert (CURVE[0], CURVE[-1]) == (ROUNDS[0], ROUNDS[-1])
