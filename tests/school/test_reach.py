"""What the drills reach: every irregularity, and of the clauses that a trainee must show all but a named few."""

from __future__ import annotations

import pytest
from tests.harness.school import UNREACHED, aimed_at, wanted

from pitboss.rules import SHIPPED, load
from pitboss.rules.register import clause
from pitboss.school import make
from pitboss.school.aiming import aim_of, aimed
from pitboss.school.cases import kinds_of, open_case
from pitboss.school.levels import LEVELS
from pitboss.school.making import _shown_too
from pitboss.shoe import SeededChance

IRREGULARITIES = [(sheet, kind) for sheet in SHIPPED for kind in kinds_of(load(sheet))]
DEALS = 300
SAMPLE = 5
"""Clauses of each sheet."""


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


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_clause_that_is_wanted_can_be_asked_for(sheet: str) -> None:
    """A sample; scripts/school_honest.py asks for every clause that chance did not bring."""
    loaded = load(sheet)
    due = [one for one in wanted(sheet) if one not in UNREACHED]
    for one in due[:: max(1, len(due) // SAMPLE)]:
        task = aimed_at(loaded, one, "wanted")
        assert task is not None, f"no drill makes a question that shows {one}"
        assert one in task.clauses


def test_a_seed_without_an_aim_is_any_seed() -> None:
    sheet = load("catfish-blackjack")
    assert aim_of(sheet, "7") == aim_of(sheet, "ann@home") == frozenset()
    assert make(sheet, "pay_it", 2, "ann@home").question.seed == "ann@home"
    assert "BJ-PAY-5a" in aim_of(sheet, aimed("7", "BJ-INTRO-11")), "a clause that is shown with another one"
    assert aimed(aimed("7", "BJ-PAY-1b"), "BJ-PAY-2") == "7@BJ-PAY-2"


def test_a_clause_that_the_drill_cannot_show_leaves_a_question_like_any_other() -> None:
    sheet = load("blackjack-v5")
    task = make(sheet, "pay_it", 1, aimed("7", "V5-SHUF-10"))
    assert task.question.parts
    assert task == make(sheet, "pay_it", 1, aimed("7", "V5-SHUF-10"))


def test_at_least_95_of_100_clauses_are_reached() -> None:
    due = [one for sheet in SHIPPED for one in wanted(sheet)]
    assert set(UNREACHED) <= set(due), "the list of clauses that no drill reaches names clauses that should be"
    assert len(UNREACHED) <= len(due) * 5 // 100
    assert all(UNREACHED.values()), "each with its reason"


def test_clauses_that_are_shown_with_others_are_clauses() -> None:
    for cited, shown in _shown_too().items():
        assert clause(cited) is not None, cited
        assert all(clause(one) is not None for one in shown), shown
