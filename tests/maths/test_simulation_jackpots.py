"""Jackpot years: exact chances, meters in lock step with the link, and the laws that the histories must follow."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.errors import NotationError
from pitboss.maths._kernels.link import HIT
from pitboss.maths.simulation.jackpots import Floor, Years, hit_chances, simulate_years
from pitboss.progressive import Link
from pitboss.rules import Sheet, load

UTH = load("ultimate-texas-holdem")
METERS = ("major", "minor")
SMALL = Floor(tables=2, bettors=6, hands_per_hour=30, hours_per_day=20)

OPTIONS = [
    [],
    ["jackpot_tie=first_takes_meter"],
    ["meter_reset=greater_of_seed_and_reserve", "progressive.major.share=80%", "progressive.minor.share=50%"],
    ["progressive.wager=10.00", "progressive.minor.reseed=3%", "progressive.major.seed=5000.00"],
    ["progressive.minor.hand=royal_flush", "progressive.major.hand=straight_flush"],
]


@pytest.mark.parametrize("bettors", range(1, 8))
def test_chances_of_hits_add_up_to_those_of_single_hands(bettors: int) -> None:
    chances = hit_chances(UTH, bettors)
    for meter, hands in ((0, 4), (1, 36)):
        mean = sum(outcome[meter] * chance for outcome, chance in chances.items())
        assert mean == bettors * Fraction(hands, comb(52, 5))
    # two straight flushes that share three cards begin two ranks apart: eight such pairs in each suit
    twice = Fraction(32 * bettors * (bettors - 1), comb(52, 3) * comb(49, 2) * comb(47, 2))
    assert sum(chance for outcome, chance in chances.items() if sum(outcome) == 2) == twice


def replayed(sheet: Sheet, years: Years, history: int) -> list[tuple[int, int, int, int]]:
    """The same hits, given to a real link: value before, paid, from reserve, from house."""
    link = Link.of(sheet)
    rows = [dict(zip(HIT, row, strict=True)) for row in years.hits.tolist() if row[0] == history]
    told, at = [], 0
    for number, row in enumerate(rows):
        meter = METERS[row["meter"]]
        if row["round"] > at:
            wagers = (row["round"] - at) * years.floor.bettors
            link.contribute(f"to hit {number}", table="1", game=sheet.name, wagers=wagers)
            at = row["round"]
        for seat in range(row["winners"]):
            link.hit(f"{number} {seat}", meter=meter, table="1", game=sheet.name, seat=seat, dealt=seat)  # type: ignore[arg-type]
        value, reserve, house = getattr(link, meter), link.reserve, link.house_seed
        paid = sum(award.cents for award in link.award(meter))  # type: ignore[arg-type]
        told.append((value, paid, reserve - link.reserve, link.house_seed - house))
        assert link.difference() == 0
    return told


@pytest.mark.parametrize("sets", OPTIONS, ids=lambda sets: sets[0] if sets else "as printed")
def test_meters_follow_the_link_to_the_cent(sets: list[str]) -> None:
    sheet = load("ultimate-texas-holdem", sets=sets)
    years = simulate_years(sheet, SMALL, years=30, histories=2, seed=5)
    for history in range(2):
        noted = years.hits[years.hits[:, 0] == history][:, 4:8]
        assert len(noted) > 300
        assert replayed(sheet, years, history) == [tuple(row) for row in noted.tolist()]


def test_hits_with_two_winners_follow_the_link() -> None:
    """They come once in 33 million rounds, so the histories are long and their tables many."""
    sheet = load("ultimate-texas-holdem", sets=["jackpot_tie=first_takes_meter"])
    years = simulate_years(sheet, Floor(100, 7, 60), years=4, histories=1, seed=3)
    assert years.meters["minor"].shared > 3
    noted = years.hits[:, 4:8].tolist()
    assert replayed(sheet, years, 0) == [tuple(row) for row in noted]


def test_hits_come_as_often_and_as_late_as_chance_has_them() -> None:
    years = simulate_years(UTH, SMALL, years=20, histories=100, seed=1)
    for name, chance in (("major", Fraction(6 * 4, comb(52, 5))), ("minor", Fraction(6 * 36, comb(52, 5)))):
        meter = years.meters[name]
        expected = float(chance * SMALL.rounds_per_day * 365 * 20 * 100)
        assert meter.value_at_hit.count == pytest.approx(expected, abs=4 * sqrt(expected))
        assert meter.expected_hits_per_year == pytest.approx(
            expected / 2000, rel=1e-3
        )  # two winners at once are one hit
    minor = years.meters["minor"].days_between  # many gaps, of which few are cut off: mean and median of an exponential
    mean = 1 / float(Fraction(6 * 36, comb(52, 5)) * SMALL.rounds_per_day)
    assert minor.mean == pytest.approx(mean, rel=5 / sqrt(minor.count) + 0.01)
    assert minor.quantiles["50%"] == pytest.approx(mean * np.log(2), rel=5 / sqrt(minor.count) + 0.01)
    assert minor.deviation == pytest.approx(mean, rel=0.03)
    assert years.meters["minor"].from_house.mean == 150_000  # the Minor has no reserve on this sheet
    first = [row for row in years.hits.tolist() if row[2] == 0 and row[1] * 6 * 10 < 2_000_000]
    assert first, "a Major that is hit before its reserve has filled"
    assert all(row[7] > 0 for row in first[:1])
    assert 0 < years.meters["major"].from_house.quantiles["most"] <= 2_000_000


def test_the_same_seed_gives_the_same_years() -> None:
    one, two, other = (simulate_years(UTH, SMALL, years=2, histories=3, seed=seed) for seed in (4, "4", 5))
    assert np.array_equal(one.hits, two.hits)
    assert not np.array_equal(one.hits, other.hits)


def test_what_cannot_be_played_is_refused_in_one_line() -> None:
    with pytest.raises(NotationError, match="no progressive"):
        simulate_years(load("catfish-blackjack"), SMALL, years=1)
    with pytest.raises(NotationError, match="1 to 1,000 years"):
        simulate_years(UTH, SMALL, years=0)
    with pytest.raises(NotationError, match="bettors"):
        Floor(tables=1, bettors=8, hands_per_hour=30)
    with pytest.raises(NotationError, match=r"at most \d+ histories"):
        simulate_years(UTH, Floor(10_000, 7, 1000), years=1000, histories=1000)
