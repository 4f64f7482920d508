"""Courses, exams and marks: a paper follows from its seed, and is marked only while its questions are the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import pitboss.school.teaching.exams as exams
from pitboss.errors import Refusal
from pitboss.games.events import IrregularityDeclared
from pitboss.rules import SHIPPED, load
from pitboss.school import drills_of, make
from pitboss.school.learning.progress import clause_map
from pitboss.school.learning.schedule import next_task
from pitboss.school.learning.stream import Answered
from pitboss.school.teaching import (
    Course,
    Exam,
    Lesson,
    Paper,
    Reply,
    Section,
    answered_in,
    blind,
    check_course,
    check_exam,
    check_number,
    class_of,
    mark,
    question_seed,
    set_paper,
    task_of,
)

SHEET = load("catfish-blackjack")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EXAM = Exam(title="Friday", sections=(Section("pay_it", 2, 3), Section("read_it", 1, 2)), right=80)


def right_replies(paper: Paper, numbers: range) -> dict[int, Reply]:
    sheet = load(paper.sheet)
    return {
        number: Reply(
            answers={part: solution.right for part, solution in task_of(sheet, paper, number).solutions.items()},
            milliseconds=4000,
        )
        for number in numbers
    }


# --- a paper ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_an_exam_can_ask_every_drill_of_every_sheet_and_right_answers_pass(name: str) -> None:
    sheet = load(name)
    exam = Exam(title="All of it", sections=tuple(Section(drill, 3, 1) for drill in drills_of(sheet)))
    paper = set_paper(sheet, exam, "all")
    result = mark(sheet, paper, right_replies(paper, range(1, exam.questions + 1)))
    assert (result.right, result.passed) == (exam.questions, True)


def test_a_paper_follows_from_its_seed_alone_and_no_two_seeds_share_a_question() -> None:
    paper = set_paper(SHEET, EXAM, "one")
    assert set_paper(SHEET, EXAM, "one") == paper
    other = set_paper(SHEET, EXAM, "two")
    assert not {question_seed(paper, number) for number in range(1, 6)} & {question_seed(other, 1)}
    assert not {one.mark for one in paper.questions} & {one.mark for one in other.questions}
    assert msgspec.json.decode(msgspec.json.encode(paper), type=Paper) == paper


def test_no_question_stands_twice_in_a_paper() -> None:
    exam = Exam(title="Many", sections=(Section("read_it", 1, 40),))
    paper = set_paper(SHEET, exam, "many")
    shown = {msgspec.json.encode(blind(task_of(SHEET, paper, number).question)) for number in range(1, 41)}
    assert len(shown) == 40


def test_what_a_trainee_gets_holds_neither_the_seed_nor_the_mark() -> None:
    paper = set_paper(SHEET, EXAM, "a secret seed")
    for number, sealed in enumerate(paper.questions, 1):
        seed = question_seed(paper, number)
        text = msgspec.json.encode(blind(task_of(SHEET, paper, number).question)).decode()
        assert not any(secret in text for secret in (paper.seed, seed, sealed.mark))


def test_the_mark_of_a_question_cannot_be_tried_out_without_the_seed_of_the_exam() -> None:
    paper = set_paper(SHEET, EXAM, "known to nobody")
    task = task_of(SHEET, paper, 1)
    assert exams.question_mark(task, "") != paper.questions[0].mark


def test_irregularities_are_those_that_the_teacher_chose() -> None:
    wanted = ("exposed_card", "hole_exposed")
    paper = set_paper(SHEET, Exam(title="R", sections=(Section("rule_it", 2, 4),), irregularities=wanted), "r")
    for number in range(1, 5):
        round_ = task_of(SHEET, paper, number).round
        assert round_ is not None
        assert {event.kind for event in round_.events if isinstance(event, IrregularityDeclared)} & set(wanted)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"title": " "}, "exam.title"),
        ({"title": "a\nb"}, "exam.title"),
        ({"title": "x" * 81}, "exam.title"),
        ({"sections": ()}, "exam.nothing_asked"),
        ({"sections": (Section("pay_it", 1, 0),)}, "exam.nothing_asked"),
        ({"sections": (Section("pay_it", 1, 121),)}, "exam.too_many"),
        ({"sections": (Section("juggle_it", 1, 1),)}, "exam.no_such_drill"),
        ({"sections": (Section("pay_it", 0, 1),)}, "exam.no_such_level"),
        ({"sections": (Section("pay_it", 6, 1),)}, "exam.no_such_level"),
        ({"minutes": -1}, "exam.minutes"),
        ({"right": 101}, "exam.goal"),
        ({"payout_milliseconds": -1}, "exam.goal"),
        ({"irregularities": ("earthquake",)}, "exam.no_such_irregularity"),
    ],
)
def test_terms_that_cannot_be_set_are_refused_with_a_reason(change: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_exam(SHEET, replace(EXAM, **change))
    assert refused.value.code == code
    assert "{" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, ""),
        ({"lessons": ()}, "exam.nothing_asked"),
        ({"lessons": (Lesson("count_it", 0),)}, ""),
        ({"lessons": (Lesson("nap", 0),)}, "exam.no_such_drill"),
        ({"lessons": (Lesson("pay_it", -1),)}, "exam.no_such_level"),
        ({"title": ""}, "exam.title"),
        ({"right": -1}, "exam.goal"),
        ({"homework": ("BJ-INS-5",)}, ""),
        ({"homework": ("BJ-NOT-1",)}, "exam.no_such_clause"),
        ({"irregularities": ("earthquake",)}, "exam.no_such_irregularity"),
    ],
)
def test_a_course_is_checked_against_its_sheet(change: dict[str, Any], code: str) -> None:
    course = Course(title="Evening class", sheet=SHEET.name, lessons=(Lesson("pay_it"), Lesson("rule_it", 2)))
    if not code:
        check_course(SHEET, replace(course, **change))
        return
    with pytest.raises(Refusal) as refused:
        check_course(SHEET, replace(course, **change))
    assert refused.value.code == code


# --- later versions ---------------------------------------------------------------------------------------


def test_a_question_that_this_version_makes_otherwise_is_not_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = set_paper(SHEET, EXAM, "one")
    monkeypatch.setattr(exams, "make", lambda sheet, drill, level, seed: make(sheet, drill, level, seed + " later"))
    with pytest.raises(Refusal) as refused:
        mark(SHEET, replace(paper, program="0.0.9"), {})
    assert refused.value.code == "exam.other_question"
    assert refused.value.params["was"] == "0.0.9"
    assert "question 1 was set by Pitboss 0.0.9" in str(refused.value)


def test_another_right_answer_is_another_question(monkeypatch: pytest.MonkeyPatch) -> None:
    paper = set_paper(SHEET, EXAM, "one")

    def kinder(*args: Any) -> Any:
        task = make(*args)
        return replace_solutions(task)

    monkeypatch.setattr(exams, "make", kinder)
    with pytest.raises(Refusal):
        task_of(SHEET, paper, 1)


def replace_solutions(task: Any) -> Any:
    solutions = {part: replace(solution, right=("push",)) for part, solution in task.solutions.items()}
    return type(task)(task.question, solutions, task.round, task.ruling)


def test_a_changed_sheet_is_refused_by_name_and_hash() -> None:
    paper = set_paper(SHEET, EXAM, "one")
    with pytest.raises(Refusal) as refused:
        task_of(load(SHEET.name, sets=["decks=8"]), paper, 1)
    assert refused.value.code == "exam.other_sheet"


@pytest.mark.parametrize("number", [0, 6, -1])
def test_there_are_no_questions_beside_those_of_the_paper(number: int) -> None:
    with pytest.raises(Refusal) as refused:
        task_of(SHEET, set_paper(SHEET, EXAM, "one"), number)
    assert refused.value.code == "exam.no_such_question"


# --- marks ------------------------------------------------------------------------------------------------


def test_what_was_left_out_is_wrong_and_the_pass_mark_decides() -> None:
    paper = set_paper(SHEET, EXAM, "one")
    four, three = (mark(SHEET, paper, right_replies(paper, range(1, most))) for most in (5, 4))
    assert (four.right, four.questions, four.passed) == (4, 5, True), "80 of a hundred are enough, and these are they"
    assert (three.right, three.passed) == (3, False)
    assert [one.answered for one in three.marks] == [True, True, True, False, False]


def test_who_is_right_and_too_slow_does_not_pass() -> None:
    slow = replace(EXAM, payout_milliseconds=100)
    paper = set_paper(SHEET, slow, "one")
    result = mark(SHEET, paper, right_replies(paper, range(1, 6)))
    assert sum(one.payouts for one in result.marks)
    assert result.payout_milliseconds > 100
    assert (result.right, result.passed) == (5, False)
    wide = set_paper(SHEET, replace(EXAM, payout_milliseconds=4000), "one")
    assert mark(SHEET, wide, right_replies(wide, range(1, 6))).passed


def test_every_clause_of_a_result_is_one_that_its_questions_show() -> None:
    paper = set_paper(SHEET, EXAM, "one")
    result = mark(SHEET, paper, right_replies(paper, range(1, 6)))
    shown = {clause for number in range(1, 6) for clause in task_of(SHEET, paper, number).shows}
    assert set(result.clauses) == shown
    assert all(result.clauses.values())
    assert not any(mark(SHEET, paper, {}).clauses.values())


def test_answers_of_an_exam_join_the_learners_stream_without_a_seed_and_never_come_back() -> None:
    paper = set_paper(SHEET, EXAM, "one")
    result = mark(SHEET, paper, {number: Reply(milliseconds=1) for number in range(1, 6)})
    events = list(answered_in(result, "friday", at=NOON))
    assert [event.exam for event in events] == ["friday"] * 5
    text = msgspec.json.encode(events).decode()
    assert not any(question_seed(paper, number) in text for number in range(1, 6))
    later = next_task(SHEET, "pay_it", 2, events, now=NOON + timedelta(days=3))
    assert later.question.seed not in {event.seed for event in events}, "a seed of its own"
    assert clause_map(SHEET, events) != clause_map(SHEET, [])


def test_the_check_number_belongs_to_one_person_one_day_and_one_result() -> None:
    paper = set_paper(SHEET, EXAM, "one")
    good, bad = mark(SHEET, paper, right_replies(paper, range(1, 6))), mark(SHEET, paper, {})
    numbers = {
        check_number("Ann", good, "2026-03-02"), check_number("Ben", good, "2026-03-02"),
        check_number("Ann", bad, "2026-03-02"), check_number("Ann", good, "2026-03-03"),
    }  # fmt: skip
    assert len(numbers) == 4
    assert all(len(number) == 9 for number in numbers)


# --- a class ----------------------------------------------------------------------------------------------


def answer(clause: str, *, right: bool, number: int = 0, hint: bool = False) -> Answered:
    return Answered(
        at=NOON + timedelta(minutes=number), sheet=SHEET.name, drill="pay_it", level=1, seed=str(number),
        milliseconds=6000, right=right, clauses={clause: right}, hint=hint, payouts=2,
    )  # fmt: skip


def test_a_class_is_the_sum_of_its_streams() -> None:
    other = replace(answer("BJ-PAY-1b", right=False), sheet="blackjack-v5")
    ann = [answer("BJ-PAY-1b", right=True, number=number) for number in range(3)]
    ben = [answer("BJ-PAY-1b", right=False), answer("BJ-INS-5", right=True, hint=True), other]
    found = class_of(SHEET, {"Ben": ben, "Ann": ann, "Cy": []})
    lines = [(one.name, one.answered, one.right) for one in found.trainees]
    assert lines == [("Ann", 3, 3), ("Ben", 2, 0), ("Cy", 0, 0)]
    assert [(one.shown, one.shaky) for one in found.trainees] == [(1, 0), (0, 2), (0, 0)]
    assert {one.shown + one.shaky + one.never for one in found.trainees} == {found.clauses}
    assert found.trainees[0].payout_milliseconds == 3000
    assert [(one.clause, one.trainees) for one in found.shaky] == [("BJ-INS-5", 1), ("BJ-PAY-1b", 1)]
    assert (found.trainees[1].last, found.trainees[2].last) == ("2026-03-02", "")


def test_what_is_shaky_for_most_stands_first() -> None:
    streams = {name: [answer("BJ-INS-5", right=False)] for name in ("Ann", "Ben", "Cy")}
    streams["Ann"].append(answer("BJ-DEAL-19", right=False))
    shaky = class_of(SHEET, streams).shaky
    assert [(one.clause, one.trainees) for one in shaky] == [("BJ-INS-5", 3), ("BJ-DEAL-19", 1)]
    assert shaky[0].text
