"""The designer: pay tables that fulfil wishes, and which wishes stand in the way where none does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.errors import NotationError
from pitboss.maths.sidebets import bet_figures
from pitboss.maths.sidebets.design import ROUND, PricedBet, Wishes, conflicts, design, meets
from pitboss.rules.offering import offering, pay_tables

POKER = "100-40-30-10-5"


def priced(name: str, table: str = "usual", decks: int = 6) -> PricedBet:
    return PricedBet.of(bet_figures(offering(name, pay_tables(name)[table]), name, decks=decks))


def percent(low: float, high: float) -> tuple[Fraction, Fraction]:
    return Fraction(repr(low)) / 100, Fraction(repr(high)) / 100


def test_a_pay_table_is_a_sum_of_exact_chances() -> None:
    bet = priced("21+3", POKER)
    figures = bet_figures(offering("21+3", pay_tables("21+3")[POKER]), "21+3")
    assert bet.exact_edge == figures.exact == Fraction(28_958, 626_665)
    assert bet.deviation == pytest.approx(figures.standard_deviation)
    dearer = bet.paying({"flush": Fraction(6)})
    flush = next(one for one in bet.lines if one.line == "flush")
    assert bet.exact_edge - dearer.exact_edge == flush.chance, "what one step of a line costs is its chance"


def test_tables_fulfil_every_wish_and_the_nearest_comes_first() -> None:
    wishes = Wishes(edge=percent(4, 6), hits=Fraction(12), top=Fraction(500), deviation=Fraction("3.8"))
    bet = priced("21+3", POKER)
    found = design(bet, wishes, most=4)
    assert len(found.tables) == 4
    for table in found.tables:
        assert all(meets(table, wishes).values())
        assert all(one.pays in ROUND for one in table.lines)
    assert {one.line: one.pays for one in found.tables[0].lines}["suited_trips"] == 70
    assert round(found.tables[0].deviation, 2) == 3.78


@pytest.mark.parametrize(
    ("wishes", "blamed"),
    [
        (Wishes(edge=percent(4, 6), hits=Fraction(9)), {"hits"}),
        (Wishes(edge=percent(1, 2), top=Fraction(5)), {"edge", "top"}),
        (Wishes(edge=percent(40, 50), top=Fraction(100), keep=("straight", "flush")), {"edge", "keep"}),
    ],
)
def test_wishes_that_conflict_are_named(wishes: Wishes, blamed: set[str]) -> None:
    found = design(priced("21+3", POKER), wishes)
    assert found.tables == ()
    assert set(found.conflicts) == blamed == set(conflicts(priced("21+3", POKER), wishes))


def test_lines_that_stay_keep_their_odds() -> None:
    bet = priced("21+3", POKER)
    found = design(bet, Wishes(edge=percent(6, 8), keep=("suited_trips", "flush")))
    for table in found.tables:
        odds = {one.line: one.pays for one in table.lines}
        assert (odds["suited_trips"], odds["flush"]) == (100, 5)


def test_better_lines_may_pay_less_only_where_that_is_said() -> None:
    bet = priced("perfect_pairs").paying({"perfect": Fraction(2)})
    wishes = Wishes(edge=percent(20, 60), keep=("perfect",))
    assert design(bet, wishes).tables == () or all(
        t.lines[0].pays >= t.lines[1].pays for t in design(bet, wishes).tables
    )
    loose = Wishes(edge=percent(20, 60), keep=("perfect",), falling=False)
    assert any(table.lines[0].pays < table.lines[1].pays for table in design(bet, loose, most=20).tables)


def test_a_line_that_the_bet_does_not_have_is_refused() -> None:
    with pytest.raises(NotationError, match="zebra"):
        priced("21+3").paying({"zebra": Fraction(3)})


def test_hold_over_a_shift_narrows_with_its_bets() -> None:
    bet = priced("21+3", POKER)
    (low, high), (nearer, near) = bet.hold(500), bet.hold(50_000)
    assert low < nearer < bet.edge < near < high
