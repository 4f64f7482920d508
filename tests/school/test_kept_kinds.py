"""A teacher's irregularities: no other comes up, on every level, in what is ruled on and in what is dealt."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pitboss.games.events import IrregularityDeclared
from pitboss.rules import load
from pitboss.school import Task, make
from pitboss.school.aiming import kept_to, kinds_kept
from pitboss.school.cases import kinds_of
from pitboss.school.learning.schedule import next_task

SHEET = load("catfish-blackjack")
KEPT = ("exposed_card", "dealer_overdraw")


def kinds_in(task: Task) -> set[str]:
    events = task.round.events if task.round is not None else ()
    return {event.kind for event in events if isinstance(event, IrregularityDeclared)}


@pytest.mark.parametrize(("drill", "level"), [("rule_it", 3), ("deal_a_shoe", 1), ("deal_a_shoe", 3), ("fast_deal", 2)])
def test_nothing_else_comes_up(drill: str, level: int) -> None:
    assert set(KEPT) < set(kinds_of(SHEET))
    found = [kinds_in(make(SHEET, drill, level, kept_to(str(number), KEPT))) for number in range(24)]
    assert set().union(*found) <= set(KEPT)
    assert any(found)


def test_without_a_teacher_first_rounds_go_well() -> None:
    assert not any(kinds_in(make(SHEET, "deal_a_shoe", 2, str(number))) for number in range(12))


def test_a_kind_that_the_sheet_does_not_have_is_passed_over() -> None:
    odd = make(SHEET, "rule_it", 2, kept_to("1", ["flood"]))
    assert odd.question.seed == "1~flood"


def test_the_schedule_keeps_to_them() -> None:
    now = datetime(2026, 9, 21, tzinfo=UTC)
    asked = [next_task(SHEET, "rule_it", 3, (), now=now, salt=str(salt), kinds=KEPT) for salt in range(8)]
    assert all(kinds_kept(task.question.seed) == KEPT for task in asked)
    assert set().union(*map(kinds_in, asked)) <= set(KEPT)
