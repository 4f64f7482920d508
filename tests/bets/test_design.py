"""The designer: pay tables that fulfil wishes, and which wishes stand in the way where none does."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log

import pytest

from pitboss.errors import NotationError
from pitboss.maths.sidebets import bet_figures
from pitboss.maths.sidebets.design import ROUND, PricedBet, PricedLine, Wishes, conflicts, design, meets
from pitboss.rules.catalogue_sheets import offering, pay_tables
from pitboss.web.designer import designed

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


def of_chances(*lines: tuple[int, int]) -> PricedBet:
    """A bet by chances in 10,000 and what its lines pay."""
    priced_lines = [
        PricedLine(f"l{at}", f"L{at}", Fraction(n, 10_000), Fraction(pays)) for at, (n, pays) in enumerate(lines)
    ]
    return PricedBet("own", "Own", tuple(priced_lines), 1 - sum(one.chance for one in priced_lines))


@pytest.mark.parametrize(
    "wishes",
    [
        Wishes(edge=percent(4, 6)),
        Wishes(edge=percent(5, 5.01)),
        Wishes(edge=percent(2, 9), deviation=Fraction("2.4")),
        Wishes(edge=percent(2, 9), deviation=Fraction("1.2")),
        Wishes(edge=percent(0, 1), top=Fraction(12), falling=False),
        Wishes(edge=percent(5, 5.001), top=Fraction(8)),
        Wishes(edge=percent(30, 31), keep=("l2",)),
    ],
)
def test_the_search_finds_what_trying_every_table_finds(wishes: Wishes) -> None:
    bet, wishes = of_chances((37, 15), (290, 9), (1511, 3)), replace(wishes, top=wishes.top or Fraction(15))
    names = [one.line for one in bet.lines]
    low = [odds for odds in ROUND if odds <= 15]
    choices = [[one.pays] if one.line in wishes.keep else low for one in bet.lines]
    tables = (bet.paying(dict(zip(names, odds, strict=True))) for odds in product(*choices))
    every = [table for table in tables if all(meets(table, wishes).values())]
    found = design(bet, wishes, most=10)
    assert found.proven
    assert bool(found.tables) == bool(every)
    assert len(found.tables) == min(10, len(every))

    def away(table: PricedBet) -> float:
        pairs = zip(table.lines, bet.lines, strict=True)
        return sum(abs(log(float(one.pays / now.pays))) for one, now in pairs)

    assert [away(table) for table in found.tables] == pytest.approx(sorted(map(away, every))[:10])


def test_that_no_table_fulfils_is_proven_for_a_bet_of_eight_lines() -> None:
    bet = of_chances((1, 1000), (3, 200), (7, 100), (20, 50), (60, 25), (150, 10), (700, 4), (2000, 1))
    found = design(bet, Wishes(edge=percent(3, 4), top=Fraction(3)))
    assert (found.tables, found.proven, found.each) == ((), True, True)
    assert {"edge", "top"} <= set(found.conflicts)
    short = design(bet, Wishes(edge=(Fraction("0.051"), Fraction("0.0510001")), deviation=Fraction(1)), steps=50)
    assert not short.proven, "half of the lines have more tables than were listed"


def test_wishes_that_conflict_in_more_than_one_way_are_named_without_the_others() -> None:
    bet = of_chances((37, 50), (290, 9), (1511, 3))
    wishes = Wishes(edge=percent(0, 1), top=Fraction(2), deviation=Fraction("0.5"))
    found = design(bet, wishes)
    assert (found.tables, found.each) == ((), False)
    assert "top" not in found.conflicts or "deviation" not in found.conflicts
    assert "falling" not in found.conflicts


TENTHS = Fraction("0.001"), Fraction("0.002")
"""An edge of one to two tenths of a percent."""


@pytest.mark.parametrize(
    ("bet", "wishes", "told"),
    [
        ("21+3", Wishes(edge=percent(1, 2), top=Fraction(5)), (["edge", "top"], True, True)),
        ("21+3", Wishes(edge=TENTHS, top=Fraction(2), deviation=Fraction("0.5")), (None, False, False)),
        ("buster", Wishes(edge=TENTHS, deviation=Fraction(1)), (["deviation"], True, False)),
    ],
)
def test_the_page_is_told_which_wishes_conflict_and_whether_that_is_proven(
    bet: str, wishes: Wishes, told: tuple[list[str] | None, bool, bool]
) -> None:
    found = designed(bet, 6, {}, wishes, True)
    assert found.nearest is None
    assert found.conflicts
    assert told[0] in (None, found.conflicts)
    assert (found.each, found.proven) == told[1:]
