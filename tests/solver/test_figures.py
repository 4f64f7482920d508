"""Published figures, met to the digits given, and counts with known totals."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pitboss.errors import NotationError
from pitboss.maths.blackjack import full_shoe, solve, value
from pitboss.maths.blackjack.dealer import dealer_ends
from pitboss.maths.blackjack.record import compile_record
from pitboss.maths.blackjack.split_layouts import layouts
from pitboss.maths.blackjack.spreads import spread
from pitboss.maths.blackjack.tables import OUTCOMES, dealer_table, hand_table, shape
from pitboss.rules import load

ONE_DECK = ("cards.decks=1", "shuffle.cut_card_depth=10", "shuffle.cut_minimum_cards=5")


@pytest.mark.parametrize(
    ("sets", "percent", "digits"),
    [
        ((), "0.615389123", 9),
        (("split.max_hands=2",), "0.668950590", 9),
        (("cards.decks=8",), "0.644554", 6),
        (("soft_17=stand",), "0.402870", 6),
        (ONE_DECK, "0.008735", 6),
    ],
)
def test_the_house_edge_of_catfish_blackjack(sets: tuple[str, ...], percent: str, digits: int) -> None:
    """possibly-wrong/blackjack, its strategy "CDZ-"."""
    solution = solve(load("catfish-blackjack", sets=sets))
    assert f"{100 * solution.house_edge:.{digits}f}" == percent
    assert solution.insurance == 0.0


@pytest.mark.slow
def test_the_deviation_with_one_split() -> None:
    found = spread(solve(load("catfish-blackjack", sets=["split.max_hands=2"])))
    assert f"{found.standard_deviation:.5f}" == "1.15280"
    assert sum(found.distribution.values()) == pytest.approx(1.0, abs=1e-12)
    assert found.mean == pytest.approx(-0.00668950590, abs=1e-11)


@pytest.mark.parametrize(("decks", "hands"), [(1, 2008), (2, 2796), (6, 3072), (8, 3072)])
def test_the_number_of_hands(decks: int, hands: int) -> None:
    assert hand_table(shape(full_shoe(decks).values)).hands == hands


@pytest.mark.parametrize(("hit_soft_17", "sequences"), [(True, 70_561), (False, 54_433)])
def test_the_number_of_dealer_draws(hit_soft_17: bool, sequences: int) -> None:
    assert dealer_table(16, hit_soft_17).orders.sum() == sequences


def test_how_a_dealer_ends() -> None:
    shoe = np.array(full_shoe(6).values, dtype=np.int64)
    ends = np.empty((1, 10, OUTCOMES))
    dealer_ends(dealer_table(16, True), shoe, np.zeros((1, 10), dtype=np.int8), np.zeros(1, dtype=np.int64), ends)
    chances = shoe / shoe.sum() @ ends[0]
    assert chances.sum() == pytest.approx(1.0, abs=1e-13)
    assert chances[-1] == pytest.approx(float(Fraction(192, 4043)), abs=1e-15)
    assert f"{chances[7]:.6f}" == "0.073536"


def test_the_layouts_of_split_hands() -> None:
    """A pair becomes four hands: how many ways, further cards of its value, closed hands, open ones."""
    assert layouts(2) == ((1, 0, 0, 2),)
    assert layouts(4) == ((1, 0, 2, 0), (2, 1, 3, 0), (1, 2, 0, 4), (2, 2, 1, 3), (2, 2, 2, 2))


def test_one_situation() -> None:
    worth = value(load("catfish-blackjack"), "8s 8h", "Td")
    assert max(worth, key=lambda name: worth[name]) == "split"
    assert set(worth) == {"stand", "hit", "double", "double 1.00", "split"}
    assert (
        value(load("catfish-blackjack"), "Ts 6h", "Td")["hit"]
        > value(load("catfish-blackjack"), "Ts 6h", "Td")["stand"]
    )
    assert set(value(load("games-of-chance-blackjack"), "As Kh", "9d")) == {"go on", "double"}


def test_rounding_of_a_blackjack_is_in_the_edge() -> None:
    """At five dollars a blackjack rounded down to the dollar pays seven dollars, and costs what that is."""
    no_even_money = "insurance.even_money=false"  # which a blackjack that pays so little would take
    exact, rounded = (
        load("catfish-blackjack", sets=[f"blackjack.rounding={unit}", no_even_money]) for unit in ("0.50", "1.00")
    )
    assert compile_record(rounded).natural_pays == 700
    assert solve(exact, stake_cents=1000).house_edge == pytest.approx(solve(rounded, stake_cents=1000).house_edge)
    mine, both = Fraction(2 * 24 * 96, 312 * 311), Fraction(2 * 23 * 95, 310 * 309)
    paid = float(mine * (1 - both))
    assert solve(rounded).house_edge - solve(exact).house_edge == pytest.approx(paid * 0.1, abs=1e-12)
    assert "$5" in solve(exact).basis


@pytest.mark.parametrize(
    ("sets", "says"),
    [
        (("double.redouble=true", "double.double_at_maximum=false", "table.maximum=20.00"), "doubled again"),
        (("payouts.win=3:2", "payouts.other_rounding=1.00"), "doubles for less"),
    ],
)
def test_what_is_not_solved_is_said(sets: tuple[str, ...], says: str) -> None:
    with pytest.raises(NotationError, match=says):
        solve(load("catfish-blackjack", sets=sets))


def test_free_bets_declined_where_that_could_pay() -> None:
    with pytest.raises(NotationError, match=r"free\.decline_free"):
        solve(load("free-bet-blackjack", sets=["free.decline_free=true", "split.split_blackjack=true"]))


@pytest.mark.parametrize(
    ("shoe", "says"),
    [
        ("As Ks Qs", "too small"),
        ("8s 8h 8d Ts 9h 2d 3c", "split hands"),
        ((4, 4), "cannot read a shoe"),
        ("As Ks ?? 2d", "nobody has seen"),
    ],
)
def test_a_shoe_that_cannot_be_solved(shoe: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        solve(load("catfish-blackjack"), shoe=shoe)


def test_a_shoe_that_runs_out_and_is_not_void() -> None:
    sheet = load("catfish-blackjack", sets=["irregularity.shoe_exhausted=reshuffle_discards"])
    with pytest.raises(NotationError, match="can run out, which is not solved for this sheet"):
        solve(sheet, shoe="8s 8h Ts 9h 2d 3c", splits=False)


def test_ranks_are_needed_where_pairs_are_matched_by_rank() -> None:
    sheet = load("catfish-blackjack", sets=["split.match=rank"])
    with pytest.raises(NotationError, match="by rank"):
        solve(sheet, shoe=(24,) * 9 + (96,))
    assert solve(sheet).house_edge == pytest.approx(0.00615389, abs=1e-8)


def test_no_stake_off_the_table_and_no_other_game() -> None:
    with pytest.raises(NotationError, match="cannot be bet"):
        solve(load("catfish-blackjack"), stake_cents=550)
    with pytest.raises(NotationError, match="not of blackjack"):
        solve(load("ultimate-texas-holdem"))
