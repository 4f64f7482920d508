"""What the drills reach: every irregularity, and of the clauses that a trainee must show all but a named few."""

from __future__ import annotations

import pytest
from tests.harness.school import UNREACHED, wanted

from pitboss.rules import SHIPPED, load
from pitboss.rules.register import clause
from pitboss.school.cases import kinds_of, open_case
from pitboss.school.levels import LEVELS
from pitboss.school.making import _shown_too
from pitboss.shoe import SeededChance

IRREGULARITIES = [(sheet, kind) for sheet in SHIPPED for kind in kinds_of(load(sheet))]
DEALS = 300


@pytest.mark.parametrize(("sheet", "kind"), IRREGULARITIES)
def test_every_irregularity_comes_up(sheet: str, kind: str) -> None:
    loaded = load(sheet)
    for deal in range(DEALS):
        case = open_case(loaded, kind, LEVELS[deal % len(LEVELS)], SeededChance(f"{kind} {deal}"))
        if case is not None:
            assert case.kind == kind
            assert len(case.round.events) > case.before
            return
    pytest.fail(f"{kind} did not come up in {DEALS} deals")


def test_at_least_95_of_100_clauses_are_reached() -> None:
    due = [one for sheet in SHIPPED for one in wanted(sheet)]
    assert set(UNREACHED) <= set(due), "the list of clauses that no drill reaches names clauses that should be"
    assert len(UNREACHED) <= len(due) * 5 // 100
    assert all(UNREACHED.values()), "each with its reason"


def test_clauses_that_are_shown_with_others_are_clauses() -> None:
    for cited, shown in _shown_too().items():
        assert clause(cited) is not None, cited
        assert all(clause(one) is not None for one in shown), shown
