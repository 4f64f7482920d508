"""The harness notices an answer that is wrong: each answer of a question, broken in every way, is found out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.harness.school import check_answers

from pitboss.rules import SHIPPED, load
from pitboss.school import Part, Solution, Task, make

BROKEN = ("pay_it", "read_it", "next_step", "rule_it", "find_mistake")


def broken(part: Part, solution: Solution) -> Iterator[Solution]:
    """Solutions that are wrong, and look like right ones."""
    match part.kind:
        case "choice":
            yield from (replace(solution, right=(one.id,)) for one in part.options if one.id != solution.right[0])
        case "several":
            yield replace(solution, right=solution.right[1:])
            yield replace(solution, right=(*solution.right, *(one.id for one in part.options))[: len(part.options)])
        case "order":
            yield replace(solution, right=solution.right[::-1])
        case "settle":
            yield replace(solution, right=("pay", "0.01"))
            yield replace(solution, right=("take",) if solution.right == ("push",) else ("push",))
        case "chips":
            yield replace(solution, right=(*solution.right, "1000.00"))
        case "step":
            yield replace(solution, right=("peek",) if solution.right[0] == "burn" else ("burn",))
        case "line":
            yield replace(solution, right=(str(int(solution.right[0]) + 1),))


@pytest.mark.parametrize("drill", BROKEN)
@pytest.mark.parametrize("sheet", SHIPPED)
def test_an_answer_that_is_not_the_engines_is_noticed(sheet: str, drill: str) -> None:
    loaded = load(sheet)
    noticed = 0
    for level in (1, 3, 4):
        task = make(loaded, drill, level, "broken")
        check_answers(task, loaded)
        for part in task.question.parts:
            for wrong in broken(part, task.solutions[part.id]):
                if set(wrong.right) == set(task.solutions[part.id].right) and part.kind == "several":
                    continue
                solutions = task.solutions | {part.id: wrong}
                with pytest.raises(AssertionError):
                    check_answers(Task(task.question, solutions, task.round, None, task.again), loaded)
                noticed += 1
    assert noticed


@pytest.mark.parametrize("drill", ["deal_a_shoe", "fast_deal"])
@pytest.mark.parametrize("sheet", SHIPPED)
def test_a_step_that_is_not_the_engines_is_noticed(sheet: str, drill: str) -> None:
    loaded = load(sheet)
    task = make(loaded, drill, 3, "broken")
    check_answers(task, loaded)
    for part in task.question.parts[::4]:
        (wrong,) = broken(part, task.solutions[part.id])
        with pytest.raises(AssertionError):
            check_answers(Task(task.question, task.solutions | {part.id: wrong}, task.round, None, task.again), loaded)


def test_a_round_that_was_tampered_with_is_noticed() -> None:
    sheet = load("catfish-blackjack")
    task = make(sheet, "pay_it", 2, "tampered")
    assert task.round is not None
    at = next(at for at, event in enumerate(task.round.events) if event in task.round.settlements)
    task.round.events[at] = replace(task.round.events[at], pays=1)
    with pytest.raises(AssertionError):
        check_answers(task, sheet)
