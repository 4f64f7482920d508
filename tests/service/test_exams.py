"""Courses and exams on a floor: their streams, what is sealed, and that every refusal changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.service.test_floor import Pit, refusal

from pitboss.errors import IllegalAction, Refusal
from pitboss.rules import load
from pitboss.school.teaching import Course, Exam, Lesson, Section, exams, question_seed
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import recorded
from pitboss.service.floor.stream_names import SCHOOL_STREAM, learner_stream, paper_stream
from pitboss.service.school.classroom import as_keyed
from pitboss.service.school.courses import SchoolBook
from pitboss.service.school.exam_room import ExamRoom
from pitboss.service.school.papers import PaperBook
from pitboss.service.school.plans import plan_paper, plan_school
from pitboss.store import MemoryStore, Store, open_store

SHEET = load("catfish-blackjack")
COURSE = Course(title="Evening", sheet=SHEET.name, lessons=(Lesson("pay_it"),))
EXAM = Exam(title="Friday", sections=(Section("pay_it", 2, 2), Section("next_step", 2, 1)), minutes=10, right=60)
SEED = "0123456789abcdef" * 4
MINUTE = 60_000


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    found: Store = MemoryStore() if request.param == "memory" else open_store(str(tmp_path / "floor.sqlite3"))
    yield found
    found.close()


class School:
    """A teacher, a course and an exam on a floor, with the clock in the hand."""

    def __init__(self, pit: Pit) -> None:
        self.pit, self.room = pit, ExamRoom()

    @property
    def book(self) -> SchoolBook:
        found = self.pit.floor.stream(SCHOOL_STREAM).state
        return found if isinstance(found, SchoolBook) else SchoolBook()

    def paper(self, name: str = "Ann", exam: str = "") -> PaperBook:
        found = self.pit.floor.stream(paper_stream(exam or next(reversed(self.book.exams)), name)).state
        return found if isinstance(found, PaperBook) else PaperBook()

    def teach(self, command: Any, *, role: str = "teacher", seed: str = "") -> int:
        floor, self.pit.now = self.pit.floor, self.pit.now + 1000
        return floor.do(lambda: plan_school(floor, command, actor="Rosa", role=role, seed=seed)).version

    def write(
        self, command: Any, name: str = "Ann", *, role: str = "player", answers: Any = (), later: int = 1000
    ) -> int:
        floor, self.pit.now = self.pit.floor, self.pit.now + later
        return floor.do(lambda: plan_paper(floor, name, command, actor=name, role=role, answers=answers)).version

    def begin_course(self, *trainees: str) -> str:
        self.pit.floor.sheets.keep(SHEET.content)
        course = f"c{self.teach(recorded(c.SetCourse(terms=COURSE), text=SHEET.text_hash))}"
        for name in trainees:
            self.teach(c.Enrol(course=course, trainee=name))
        return course

    def set_exam(self, course: str, terms: Exam = EXAM, *, seed: str = SEED, opens: bool = True) -> str:
        exam = f"e{self.teach(self.room.draw(SHEET, c.SetExam(course=course, terms=terms), seed), seed=seed)}"
        if opens:
            self.teach(c.OpenExam(exam=exam))
        return exam

    def begin(self, exam: str, name: str = "Ann") -> int:
        return self.write(recorded(c.BeginPaper(exam=exam), minutes=self.book.exam(exam).paper.exam.minutes), name)

    def answer(self, exam: str, number: int, name: str = "Ann", *, right: bool = True, later: int = 1000) -> None:
        """Answer one question to its end."""
        task = self.room.task(self.book.exam(exam), SHEET, number)
        for part in task.question.parts:
            given = as_keyed(part, task.solutions[part.id].right) if right else ("nonsense",)
            self.write(self.answered(exam, number, part.id, given), name, later=later)

    def answered(self, exam: str, number: int, part: str, given: tuple[str, ...] = ()) -> Any:
        command = c.AnswerExam(exam=exam, number=number, part=part, given=given)
        return self.room.answered(self.book.exam(exam), SHEET, command)

    def hand_in(self, exam: str, name: str = "Ann", *, role: str = "player") -> None:
        book = self.book.exam(exam)
        command, answers = self.room.marked(book, SHEET, self.paper(name, exam), self.pit.now)
        self.write(command, name, role=role, answers=answers)


@pytest.fixture
def school(store: Store) -> School:
    return School(Pit(store))


def test_another_process_reads_courses_exams_and_papers_again(school: School, store: Store) -> None:
    exam = school.set_exam(school.begin_course("Ann", "Ben"))
    school.begin(exam)
    for number in (1, 2, 3):
        school.answer(exam, number)
    school.hand_in(exam)
    school.begin(exam, "Ben")
    school.answer(exam, 1, "Ben", right=False)
    again = School(school.pit)
    again.pit.floor = school.pit.another()
    assert again.book == school.book
    assert (again.paper("Ann"), again.paper("Ben")) == (school.paper("Ann"), school.paper("Ben"))
    assert school.paper("Ann").result.passed  # type: ignore[union-attr]
    assert verify(store, school.pit.keys()).findings == []


def test_the_log_holds_no_seed_of_an_exam(school: School, store: Store) -> None:
    exam = school.set_exam(school.begin_course("Ann"))
    school.begin(exam)
    school.answer(exam, 1)
    paper = school.book.exam(exam).paper
    assert paper.seed == SEED
    secrets = [SEED, *(question_seed(paper, number).partition(".")[0] for number in (1, 2, 3))]
    for stream in store.heads():
        for entry in store.read(stream):
            written = entry.command + entry.events + entry.sealed.hex()
            assert not any(secret in written for secret in (*secrets, SEED.encode().hex()))


def test_nothing_in_a_paper_says_what_is_right_before_it_is_handed_in(school: School, store: Store) -> None:
    exam = school.set_exam(school.begin_course("Ann"))
    school.begin(exam)
    school.answer(exam, 1)
    written = "".join(entry.command + entry.events for entry in store.read(paper_stream(exam, "Ann")))
    assert '"right"' not in written
    assert store.head(learner_stream("Ann"))[0] == 0
    school.hand_in(exam)
    events = store.read(learner_stream("Ann"))[-1].events
    assert events.count('"type":"Answered"') == 1


def test_papers_are_read_without_making_a_question_again(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    exam = school.set_exam(school.begin_course("Ann"))
    school.begin(exam)
    school.answer(exam, 1)
    school.hand_in(exam)
    monkeypatch.setattr(exams, "make", None)
    again = School(school.pit)
    again.pit.floor = school.pit.another()
    assert again.paper().result == school.paper().result


def test_a_later_program_that_makes_other_questions_marks_nothing(
    school: School, monkeypatch: pytest.MonkeyPatch
) -> None:
    exam = school.set_exam(school.begin_course("Ann"))
    school.begin(exam)
    make = exams.make
    monkeypatch.setattr(exams, "make", lambda sheet, drill, level, seed: make(sheet, drill, level, f"{seed} "))
    school.room = ExamRoom()
    with pytest.raises(Refusal) as refused:
        school.hand_in(exam)
    assert refused.value.code == "exam.other_question"
    assert not school.paper().handed_in


def test_speed_is_taken_by_the_servers_clock(school: School) -> None:
    exam = school.set_exam(school.begin_course("Ann"), replace(EXAM, payout_milliseconds=2500))
    school.begin(exam)
    for number in (1, 2, 3):
        school.answer(exam, number, later=3000)
    school.hand_in(exam)
    result = school.paper().result
    assert result is not None
    assert result.right == 3
    assert result.payout_milliseconds >= 3000
    assert not result.passed


@pytest.mark.parametrize("minutes", [0, 10])
def test_time_is_over_when_it_is(school: School, minutes: int) -> None:
    exam = school.set_exam(school.begin_course("Ann"), replace(EXAM, minutes=minutes))
    school.begin(exam)
    school.answer(exam, 1)
    school.pit.now += 10 * MINUTE
    if not minutes:
        school.answer(exam, 2)
        return
    with pytest.raises(IllegalAction) as refused:
        school.answer(exam, 2)
    assert refused.value.code == "school.exam_time_over"
    school.hand_in(exam)
    assert school.paper().result.right == 1  # type: ignore[union-attr]


def test_what_may_not_be_is_refused_and_changes_nothing(school: School) -> None:
    course = school.begin_course("Ann")
    exam = school.set_exam(course, opens=False)
    first = school.room.task(school.book.exam(exam), SHEET, 1).question.parts[0].id
    cases = [
        (lambda: school.begin(exam), "school.exam_is"),
        (lambda: school.teach(c.CloseExam(exam=exam)), "school.exam_is"),
        (lambda: school.teach(c.OpenExam(exam="e99")), "school.no_such_exam"),
        (lambda: school.teach(c.Enrol(course=course, trainee="Ann")), "school.enrolled_already"),
        (lambda: school.teach(c.Dismiss(course=course, trainee="Ben")), "school.not_enrolled"),
        (lambda: school.teach(c.Enrol(course="c99", trainee="Ben")), "school.no_such_course"),
        (lambda: school.teach(c.OpenExam(exam=exam), role="player"), "role.not_yours"),
        (lambda: school.write(school.answered(exam, 1, first)), "school.exam_is"),
    ]
    for asked, code in cases:
        assert refusal(school.pit, asked).code == code
    school.teach(c.OpenExam(exam=exam))
    assert refusal(school.pit, lambda: school.begin(exam, "Ben")).code == "school.not_enrolled"
    assert refusal(school.pit, lambda: school.write(school.answered(exam, 1, first))).code == "school.paper_not_begun"
    school.begin(exam)
    assert refusal(school.pit, lambda: school.begin(exam)).code == "school.paper_begun"
    last = school.room.task(school.book.exam(exam), SHEET, 1).question.parts[-1].id
    if last != first:
        assert refusal(school.pit, lambda: school.write(school.answered(exam, 1, last))).code == "school.not_yet_asked"
    school.teach(c.CloseExam(exam=exam))
    assert refusal(school.pit, lambda: school.write(school.answered(exam, 1, first))).code == "school.exam_is"
    school.hand_in(exam, role="house")
    assert refusal(school.pit, lambda: school.hand_in(exam)).code == "school.paper_handed_in"


def test_an_exam_that_is_closed_elsewhere_takes_no_answer_here(school: School, store: Store) -> None:
    exam = school.set_exam(school.begin_course("Ann"))
    school.begin(exam)
    other = School(Pit(store))
    other.pit.floor, other.pit.now = school.pit.another(), school.pit.now
    other.teach(c.CloseExam(exam=exam))
    part = school.room.task(school.book.exam(exam), SHEET, 1).question.parts[0].id
    with pytest.raises(IllegalAction) as refused:
        school.write(school.answered(exam, 1, part))
    assert refused.value.code == "school.exam_is"


def test_a_course_keeps_its_sheet(school: School) -> None:
    course = school.begin_course()
    other = replace(COURSE, sheet="blackjack-v5")
    changed = recorded(c.SetCourse(course=course, terms=other), text=SHEET.text_hash)
    assert refusal(school.pit, lambda: school.teach(changed)).code == "school.course_keeps_its_sheet"
    school.teach(recorded(c.SetCourse(course=course, terms=replace(COURSE, right=80)), text=SHEET.text_hash))
    assert school.book.course(course).terms.right == 80
