"""Deal a shoe: every step of the dealer is named, and what is named wrongly costs one step."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pitboss.rules import SHIPPED, load
from pitboss.school.learning.stream import Answered
from pitboss.school.shift import Shift, Step

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def dealt(shift: Shift, *, wrong_at: int = -1) -> tuple[Answered, list[Step]]:
    """A round whose steps are looked up in a twin that names nonsense; one may be named wrongly."""
    twin = Shift(shift.sheet, level=shift.level, seed=shift.seed)
    while twin.rounds < shift.rounds:
        while not twin.round_over:
            twin.name("nothing")
        twin.end_round(at=NOON, milliseconds=1)
    named: list[Step] = []
    while not shift.round_over:
        due = twin.name("nothing").due
        kind = "nothing" if len(named) == wrong_at else due.kind
        verdict = shift.name(kind, due.spot, due.hand)
        assert verdict.right == (kind == due.kind)
        assert verdict.due == due
        named.append(due)
    return shift.end_round(at=NOON, milliseconds=1), named


@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_trainee_who_names_every_step_deals_rounds_that_are_right(sheet: str) -> None:
    shift = Shift(load(sheet), level=2, seed="evening")
    for number in (1, 2):
        assert shift.rounds == number
        event, named = dealt(shift)
        assert event.right
        assert event.clauses
        assert len(named) > 5


def test_one_wrong_step_costs_one_step_and_its_clause() -> None:
    shift = Shift(load("catfish-blackjack"), level=2, seed="evening")
    event, named = dealt(shift, wrong_at=3)
    assert not event.right
    assert sum(not right for right in event.clauses.values()) == 1
    assert len(named) == len(dealt(Shift(shift.sheet, level=2, seed="evening"))[1])


def test_the_table_is_shown_as_it_lies_and_no_step_is_offered() -> None:
    shift = Shift(load("catfish-blackjack"), level=1, seed="evening")
    shift.name("bets_locked")
    assert not shift.layout.hands
    shift.name("card_dealt", spot=1)
    assert len(shift.layout.hands) == 1
    assert not any("next" in line.lower() for line in shift.told)
