"""Deal a shoe: every step of the dealer is named, guests are answered, and what is named wrongly costs one step."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from pitboss.errors import NotationError
from pitboss.rules import SHIPPED, load
from pitboss.school import Task, judge, make
from pitboss.school.aiming import aimed
from pitboss.school.learning.stream import answered
from pitboss.school.steps import STEP_VERBS, read_step

CATFISH = load("catfish-blackjack")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def named(task: Task) -> list[str]:
    return [task.solutions[part.id].right[0] for part in task.question.parts]


@pytest.mark.parametrize("drill", ["deal_a_shoe", "fast_deal"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_round_is_dealt_from_the_last_bet_to_the_last_card(sheet: str, drill: str) -> None:
    task = make(load(sheet), drill, 1, "evening")
    steps = named(task)
    assert steps[0] == "bets"
    assert steps[-1].startswith(("muck", "take", "pay", "push", "tell", "press", "leave"))
    assert {step.split()[0] for step in steps} <= set(STEP_VERBS)
    assert all(judged.right for judged in judge(task, {one: s.right for one, s in task.solutions.items()}).parts)


def test_no_step_is_offered_and_no_card_is_told_before_it_lies_open() -> None:
    for seed in range(8):
        task = make(CATFISH, "deal_a_shoe", 2, str(seed))
        for part in task.question.parts:
            assert part.kind == "step"
            assert not part.options
            assert part.layout is not None
        turned = next((part for part in task.question.parts if task.solutions[part.id].right == ("turn",)), None)
        if turned is not None and turned.layout is not None:
            assert "??" in turned.layout.dealer


def test_one_wrong_step_costs_one_step_and_its_clause() -> None:
    task = make(CATFISH, "deal_a_shoe", 2, "evening")
    right = {one: solution.right for one, solution in task.solutions.items()}
    dealt = next(part.id for part in task.question.parts if task.solutions[part.id].right[0].startswith("deal "))
    verdict = judge(task, right | {dealt: ("deal 0",)})
    wrong = [judged for judged in verdict.parts if not judged.right]
    assert [one.part for one in wrong] == [dealt]
    assert wrong[0].clause == "BJ-DEAL-6a"
    assert wrong[0].note == "You said: deal."
    event = answered(task, verdict, at=NOON, milliseconds=5)
    assert not event.right
    assert not event.clauses["BJ-DEAL-6a"]
    assert any(event.clauses.values())


def test_at_speed_cards_that_follow_each_other_are_one_step() -> None:
    for seed in range(6):
        task = make(CATFISH, "fast_deal", 4, str(seed))
        steps = [step.split()[0] for step in named(task)]
        for part, step, before in zip(task.question.parts[1:], steps[1:], steps, strict=False):
            if step == before == "deal":
                assert not all(line.startswith("A card") for line in part.told), "a guest has decided in between"
        assert steps.count("deal") < sum(
            line.startswith("A card") for part in task.question.parts for line in part.told
        )
        assert any(step in ("pay", "take", "push") for step in steps), "each wager is still settled by itself"


@pytest.mark.parametrize("sheet", SHIPPED)
def test_guests_tip_hesitate_and_ask_for_what_may_not_be(sheet: str) -> None:
    loaded = load(sheet)
    tasks = [make(loaded, "deal_a_shoe", level, f"guests {seed}") for level in (2, 4) for seed in range(12)]
    said = Counter(step for task in tasks for step in named(task))
    assert said["refuse"]
    assert said["allow"]
    assert said["wait"]
    for task in tasks:
        for part in task.question.parts:
            if task.solutions[part.id].right[0] in ("refuse", "allow"):
                assert part.told[-1].startswith("At spot")
            if task.solutions[part.id].right == ("refuse",):
                assert task.solutions[part.id].why, "a refusal has its reason"
    quiet = [step for seed in range(8) for step in named(make(loaded, "deal_a_shoe", 1, str(seed)))]
    assert not {"refuse", "allow", "wait"} & {*quiet}


def test_a_bet_that_comes_late_or_caps_another_is_refused() -> None:
    late = [
        part.told[-1]
        for seed in range(40)
        for task in [make(CATFISH, "deal_a_shoe", 2, f"late {seed}")]
        for part in task.question.parts
        if task.solutions[part.id].right == ("refuse",) and " puts $" in part.told[-1]
    ]
    assert late


@pytest.mark.parametrize(
    ("sheet", "clause"), [("catfish-blackjack", "BJ-IRR-3a"), ("ultimate-texas-holdem", "UTH-IRR-3")]
)
def test_an_irregularity_comes_in_where_the_teacher_wants_it(sheet: str, clause: str) -> None:
    task = make(load(sheet), "deal_a_shoe", 1, aimed("setting", clause))
    assert clause in task.clauses
    assert any("Something is wrong" in line for part in task.question.parts for line in part.told)


def test_something_goes_wrong_on_the_upper_levels_only() -> None:
    def troubled(level: int) -> int:
        tasks = [make(CATFISH, "deal_a_shoe", level, f"trouble {seed}") for seed in range(15)]
        return sum("supervisor" in named(task) for task in tasks)

    assert not troubled(2)
    assert troubled(3)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Deal 3", "deal 3"), ("card 3.2", "deal 3.2"), ("deal dealer", "deal"), ("deal 0", "deal"),
        ("no more bets", "bets"), ("close", "bets"), ("pay 3 $26.5", "pay 3 26.50"), ("take 2", "take 2"),
        ("say 'Insurance open'", "call insurance open"), ("rack 4", "muck 4"), ("floor", "supervisor"),
        ("no", "refuse"),
    ],
)  # fmt: skip
def test_a_step_is_read_in_the_words_of_the_pit(said: str, text: str) -> None:
    assert read_step(said.split()).text == text
    assert read_step(text.split()) == read_step(said.split())


@pytest.mark.parametrize("said", ["", "dance", "deal x", "deal 3.2.1", "pay 3 lots", "deal -1"])
def test_what_is_no_step_is_said_to_be_none(said: str) -> None:
    with pytest.raises(NotationError):
        read_step(said.split())
