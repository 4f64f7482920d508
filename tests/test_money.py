"""Cents, odds, rounding, chips and shares; the worked examples of both documents."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotationError
from pitboss.money import (
    Odds,
    Rounding,
    cents_text,
    chip_stacks,
    dollars,
    even_split,
    parse_cents,
    pay,
    pro_rata,
)
from pitboss.rules import load

AMOUNTS = st.integers(0, 10**9)
ASKED = st.lists(st.integers(0, 10**9), max_size=8)
TRAY = (50, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000)


# --- amounts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("5.00", 500),
        ("$5", 500),
        (" $ 5.5 ", 550),
        (".5", 50),
        ("$.50", 50),
        ("1,250.75", 125_075),
        ("$10,000", 1_000_000),
        ("-$7.50", -750),
        ("+3", 300),
        ("-0.00", 0),
    ],
)
def test_amounts_are_read(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", " ", "$", ".", "5.", "5.000", "1,00", "1,0000", "12,34.00", "5 5", "five", "1e3", "--5", "5-", "٣", "$$5"],
)
def test_what_is_no_amount_is_refused_with_its_text(text: str) -> None:
    with pytest.raises(NotationError, match="cannot read an amount") as caught:
        parse_cents(text)
    assert caught.value.text == text
    assert "5.00" in caught.value.expected


@given(st.integers(-(10**13), 10**13))
def test_an_amount_is_read_back_from_both_its_texts(cents: int) -> None:
    assert parse_cents(cents_text(cents)) == cents
    assert parse_cents(dollars(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "plain", "posted"),
    [
        (0, "0.00", "$0"),
        (5, "0.05", "$.05"),
        (50, "0.50", "$.50"),
        (750, "7.50", "$7.50"),
        (2_500_000, "25000.00", "$25,000"),
        (1_136_364, "11363.64", "$11,363.64"),
        (-50, "-0.50", "-$.50"),
    ],
)
def test_amounts_are_written(cents: int, plain: str, posted: str) -> None:
    assert (cents_text(cents), dollars(cents)) == (plain, posted)


# --- odds and rounding ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "odds"),
    [("3:2", Odds(3, 2)), ("3 to 2", Odds(3, 2)), (" 1,000 : 1 ", Odds(1000)), ("1000:1", Odds(1000))],
)
def test_odds_are_read(text: str, odds: Odds) -> None:
    assert Odds.parse(text) == odds


@pytest.mark.parametrize("text", ["", "3", "3:", ":2", "3/2", "3.5:1", "-3:2", "3:-2", "0:1", "3:0", "3:2:1", "3to2"])
def test_what_are_no_odds_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Odds.parse(text)


@given(st.integers(1, 10**9 - 1), st.integers(1, 10**9 - 1))
def test_odds_are_read_back_from_their_text(pays: int, per: int) -> None:
    odds = Odds(pays, per)
    assert Odds.parse(odds.text) == odds
    assert odds.ratio == Fraction(pays, per)


def test_odds_read_aloud() -> None:
    assert Odds(1000).words == "1,000 to 1"


@pytest.mark.parametrize(
    ("stake", "rounding", "paid"),
    [
        (500, Rounding.EXACT_CENT, 750),
        (500, Rounding.DOWN_TO_DOLLAR, 700),
        (150, Rounding.EXACT_CENT, 225),
        (150, Rounding.DOWN_TO_HALF_DOLLAR, 200),
        (150, Rounding.DOWN_TO_DOLLAR, 200),
        (700, Rounding.DOWN_TO_HALF_DOLLAR, 1050),
        (700, Rounding.down_to_chip([500, 100]), 1000),
        (1, Rounding.EXACT_CENT, 1),
        (0, Rounding.EXACT_CENT, 0),
    ],
)
def test_three_to_two_is_rounded_as_named(stake: int, rounding: Rounding, paid: int) -> None:
    assert pay(stake, Odds(3, 2), rounding=rounding) == paid


def test_rounding_to_the_chip_is_named_after_the_smallest_chip() -> None:
    assert Rounding.down_to_chip(TRAY) == Rounding(50, "down to the $.50 chip")


@given(AMOUNTS, st.integers(1, 1000), st.integers(1, 10), st.sampled_from([1, 50, 100]))
def test_rounding_never_adds_and_never_takes_a_whole_unit(stake: int, pays: int, per: int, unit: int) -> None:
    paid = pay(stake, Odds(pays, per), rounding=Rounding(unit, "a unit"))
    assert paid % unit == 0
    assert 0 <= Fraction(stake * pays, per) - paid < unit


@pytest.mark.clause("BJ-PAY-1b")
def test_blackjack_winnings_are_rounded_by_the_sheet() -> None:
    units = {"0.50": Rounding.DOWN_TO_HALF_DOLLAR, "1.00": Rounding.DOWN_TO_DOLLAR}
    half = load("catfish-blackjack").rules.blackjack  # type: ignore[union-attr]
    whole = load("catfish-blackjack", sets=["blackjack_rounding=1.00"])
    assert pay(500, half.pays, rounding=units[half.rounding]) == 750
    assert pay(150, half.pays, rounding=units[half.rounding]) == 200
    assert pay(500, half.pays, rounding=units[whole.rules.blackjack.rounding]) == 700  # type: ignore[union-attr]
    assert whole.departures == ()


# --- chips ------------------------------------------------------------------------------------------------


@given(AMOUNTS, st.permutations(TRAY))
def test_chip_stacks_make_the_amount_with_the_fewest_chips(amount: int, tray: list[int]) -> None:
    stacks, left = chip_stacks(amount, tray)
    assert sum(chip * count for chip, count in stacks) + left == amount
    assert left < min(tray)
    chips = [chip for chip, _ in stacks]
    assert chips == sorted(chips, reverse=True)
    above = dict(zip(sorted(tray), sorted(tray)[1:], strict=False))
    assert all(count > 0 and (chip not in above or count < above[chip] // chip) for chip, count in stacks)


def test_an_empty_tray_pays_nothing() -> None:
    assert chip_stacks(125, []) == ((), 125)


@pytest.mark.parametrize("tray", [[50, 75], [0], [-50, 100], [0, 50]])
def test_chips_that_do_not_nest_are_refused(tray: list[int]) -> None:
    with pytest.raises(NotationError, match="do not nest"):
        chip_stacks(100, tray)


# --- shares -----------------------------------------------------------------------------------------------


def top_awards(sheet: str, path: str, stakes: list[int]) -> list[int]:
    """What the top line of a sheet would pay each stake."""
    odds = load(sheet).values[path]
    return [pay(stake, odds, rounding=Rounding.EXACT_CENT) for stake in stakes]


@pytest.mark.clause("BJ-KBLIM-2c", "BJ-KBLIM-2d", "BJ-KBLIM-3a", "BJ-KBLIM-3b")
def test_worked_example_of_kings_bounty() -> None:
    sheet = load("catfish-blackjack")
    asked = top_awards(sheet.name, "bets.kings_bounty.pays.spade_kings_dealer_blackjack", [2500, 2000, 1000])
    assert asked == [2_500_000, 2_000_000, 1_000_000]
    shared = pro_rata(
        asked,
        limit_cents=sheet.values["aggregate.limit"],
        exact_total=sheet.values["aggregate.rounding"] == "nearest_cent",
    )
    assert shared.sum_cents == 5_500_000
    assert shared.percentage == "45.454545%"
    assert shared.shares_cents == (1_136_364, 909_091, 454_545)
    assert sum(shared.shares_cents) == 2_500_000


@pytest.mark.clause("UTH-AGG-1", "UTH-AGG-2", "UTH-AGG-3", "UTH-AGG-4a", "UTH-AGG-4b")
def test_worked_example_of_the_blind() -> None:
    sheet = load("ultimate-texas-holdem")
    limit, exact = sheet.values["aggregate.limit"], sheet.values["aggregate.rounding"] == "nearest_cent"
    asked = top_awards(sheet.name, "blind.pays.royal_flush", [5000, 3000])
    assert asked == [2_500_000, 1_500_000]
    shared = pro_rata(asked, limit_cents=limit, exact_total=exact)
    assert shared.sum_cents == 4_000_000
    assert shared.percentage == "62.5%"
    assert list(zip(shared.asked_cents, shared.shares_cents, strict=True)) == [
        (2_500_000, 1_562_500),
        (1_500_000, 937_500),
    ]
    thirds = pro_rata([1_000_000] * 3, limit_cents=limit, exact_total=exact)
    assert thirds.shares_cents == (833_334, 833_333, 833_333)


@pytest.mark.parametrize("sum_cents", [2_499_999, 2_500_000])
def test_awards_up_to_the_limit_are_paid_in_full(sum_cents: int) -> None:
    shared = pro_rata([sum_cents - 100, 100], limit_cents=2_500_000)
    assert shared.shares_cents == (sum_cents - 100, 100)
    assert (shared.factor, shared.percentage) == (Fraction(1), "100%")


def test_left_over_cents_go_to_the_largest_remainder_then_in_the_order_given() -> None:
    assert pro_rata([1, 1, 1], limit_cents=2).shares_cents == (1, 1, 0)
    assert pro_rata([100, 100, 100], limit_cents=100).shares_cents == (34, 33, 33)
    assert pro_rata([10, 35], limit_cents=9).shares_cents == (2, 7)
    assert pro_rata([10, 36], limit_cents=9).shares_cents == (2, 7)
    assert pro_rata([35, 14], limit_cents=9).shares_cents == (6, 3)  # remainders 21 and 28 of 49
    assert pro_rata([35, 14], limit_cents=9, exact_total=False).shares_cents == (6, 2)


@given(ASKED, AMOUNTS)
def test_shares_add_up_to_the_cent_and_never_exceed_what_was_asked(asked: list[int], limit: int) -> None:
    shared = pro_rata(asked, limit_cents=limit)
    assert sum(shared.shares_cents) == min(sum(asked), limit)
    assert all(0 <= share <= ask for share, ask in zip(shared.shares_cents, asked, strict=True))
    exact = [ask * shared.factor for ask in asked]
    assert all(abs(share - true) < 1 for share, true in zip(shared.shares_cents, exact, strict=True))
    gained = [share > true for share, true in zip(shared.shares_cents, exact, strict=True)]
    remainders = [true % 1 for true in exact]
    rounded_up = [rest for rest, more in zip(remainders, gained, strict=True) if more]
    rounded_down = [rest for rest, more in zip(remainders, gained, strict=True) if not more]
    assert not rounded_up or not rounded_down or min(rounded_up) >= max(rounded_down)


@given(ASKED, AMOUNTS)
def test_rounded_down_no_share_is_above_its_part(asked: list[int], limit: int) -> None:
    shared = pro_rata(asked, limit_cents=limit, exact_total=False)
    assert shared.shares_cents == tuple(int(ask * shared.factor) for ask in asked)


@given(AMOUNTS, st.integers(1, 20))
def test_an_even_split_adds_up_and_differs_by_a_cent_at_most(amount: int, winners: int) -> None:
    shares = even_split(amount, winners)
    assert (sum(shares), len(shares)) == (amount, winners)
    assert shares[0] - shares[-1] in (0, 1)
    assert list(shares) == sorted(shares, reverse=True)
