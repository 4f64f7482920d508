"""What the page says about the linked progressive follows from the exact figures."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from pitboss.errors import NotationError
from pitboss.maths.analysis import LinkBasis, analyze
from pitboss.maths.analysis.progressive_notes import link_notes
from pitboss.maths.progressive import line_chances, meter_at_hit, progressive_figures, reserve_at_hit
from pitboss.rules import load


@pytest.fixture(scope="module")
def notes() -> list[str]:
    sheet = load("ultimate-texas-holdem")
    return list(link_notes(sheet, progressive_figures(sheet)))


def test_a_thousand_dollars_more_are_worth_a_royal_flush_of_them(notes: list[str]) -> None:
    worth = Fraction(1000, 5) * Fraction(4, 2_598_960)
    assert f"Each $1,000 more on the Major returns {float(worth) * 100:.4f} %" in notes[0]


def test_the_break_even_meter_gives_the_wager_back(notes: list[str]) -> None:
    sheet = load("ultimate-texas-holdem")
    amount = re.search(r"from a Major of \$([\d,.]+)", notes[0])
    assert amount is not None
    cents = round(float(amount[1].replace(",", "")) * 100)
    link = progressive_figures(sheet)
    seed = sheet.rules.bets.progressive.minor.seed  # type: ignore[union-attr]
    assert link.expected_return({"major": cents, "minor": seed}) >= 1
    assert link.expected_return({"major": cents - 1, "minor": seed}) < 1


def test_envy_grows_by_the_same_with_every_other_bettor(notes: list[str]) -> None:
    shares = [float(share) for share in re.findall(r"\d: ([\d.]+) %", notes[2])]
    assert len(shares) == 5
    assert all(share == pytest.approx(shares[0] * others, abs=4e-4) for others, share in enumerate(shares, 1))


def test_hits_and_the_reserve_are_those_of_the_exact_figures(notes: list[str]) -> None:
    sheet = load("ultimate-texas-holdem")
    table = progressive_figures(sheet, bettors=4, players=4)
    days = float(meter_at_hit(table, "major").hours(tables=10, rounds_per_hour=30)) / 24
    assert notes[3].startswith(f"The Major is won every {days:,.1f} days ")
    assert f"short with a chance of {reserve_at_hit(table).chance_short * 100:.4f} %" in notes[-1]


def test_meters_that_stand_elsewhere_and_another_floor() -> None:
    sheet = load("ultimate-texas-holdem")
    basis = LinkBasis({"major": 100_000_000}, tables=12, bettors=6, rounds_per_hour=40)
    link = progressive_figures(sheet, meters=basis.meters)
    told = list(link_notes(sheet, link, basis))
    assert told[1].endswith("the Major at $1,000,000.")
    even = re.search(r"from a Minor of \$([\d,.]+)", told[1])
    assert even is not None
    cents = round(float(even[1].replace(",", "")) * 100)
    assert link.expected_return({"minor": cents}) >= 1 > link.expected_return({"minor": cents - 1})
    table = progressive_figures(sheet, meters=basis.meters, bettors=6, players=6)
    hit = meter_at_hit(table, "major")
    days = float(hit.hours(tables=12, rounds_per_hour=40)) / 24
    assert told[3].startswith(
        f"The Major is won every {days:,.1f} days on average at 12 tables of 6 bettors and 40 rounds an hour, and from "
        "$1,000,000 on then stands at "
    )


def test_envy_that_folding_gives_up_is_left_to_a_simulation(notes: list[str]) -> None:
    sheet = load("ultimate-texas-holdem", sets=["progressive.envy_to_folded=false"])
    told = list(link_notes(sheet, progressive_figures(sheet, not_folded=line_chances(sheet))))
    assert told[2].startswith("A hand that folds gives envy up on this sheet")
    assert told[:2] + told[3:] == notes[:2] + notes[3:]


@pytest.mark.parametrize(
    ("sheet", "link", "says"),
    [
        ("catfish-blackjack", {"meters": {"major": 100}}, "no progressive"),
        ("ultimate-texas-holdem", {"meters": {"mega": 100}}, "no meter called mega"),
        ("ultimate-texas-holdem", {"bettors": 9}, "cannot sit at this table"),
        ("ultimate-texas-holdem", {"tables": 0}, "0 tables"),
    ],
)
def test_a_link_that_cannot_be_is_refused_before_any_work(sheet: str, link: dict[str, Any], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        analyze(load(sheet), link=LinkBasis(**link), cache=False)
