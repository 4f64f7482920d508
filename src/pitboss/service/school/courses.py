"""The courses of the school, who learns in them, and their exams: one stream for all that teachers set.

The seed of an exam is sealed in its entry. It stands in the state, which never leaves the server.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.school.teaching.courses import Course
from pitboss.school.teaching.exams import Paper
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import SetCourse, SetExam

__all__ = ["CourseBook", "ExamBook", "ExamState", "SchoolBook", "SchoolEvent", "check_sitting", "decide_school"]

ExamState = Literal["set", "open", "closed"]
MOST_TRAINEES = 200


class CourseBook(Struct, frozen=True, kw_only=True):
    """A course: its terms, the text of its sheet, and who learns in it."""

    id: str
    terms: Course
    text: str
    teacher: str
    trainees: tuple[str, ...] = ()
    former: tuple[str, ...] = ()
    """Who learnt in it once; their papers stay."""


class ExamBook(Struct, frozen=True, kw_only=True):
    """An exam of a course, with its paper."""

    id: str
    course: str
    paper: Paper
    text: str
    teacher: str
    set_at: int
    state: ExamState = "set"


class SchoolBook(Struct, frozen=True, kw_only=True):
    """All that teachers have set."""

    courses: dict[str, CourseBook] = {}
    exams: dict[str, ExamBook] = {}

    def course(self, name: str) -> CourseBook:
        """A course; raises IllegalAction where there is none of this name."""
        if name not in self.courses:
            raise IllegalAction("school.no_such_course")
        return self.courses[name]

    def course_of(self, trainee: str, sheet: str) -> CourseBook | None:
        """The course that somebody learns a sheet in, the latest where there are several."""
        own = (one for one in reversed(self.courses.values()) if trainee in one.trainees and one.terms.sheet == sheet)
        return next(own, None)

    def exam(self, name: str) -> ExamBook:
        """An exam; raises IllegalAction where there is none of this name."""
        if name not in self.exams:
            raise IllegalAction("school.no_such_exam")
        return self.exams[name]

    def exams_of(self, course: str) -> tuple[ExamBook, ...]:
        """The exams of a course, the newest first."""
        return tuple(one for one in reversed(self.exams.values()) if one.course == course)


class SchoolEvent(Struct, frozen=True, tag=True, kw_only=True):
    """What a teacher did."""

    course: str = ""


class CourseSet(SchoolEvent, frozen=True, tag=True, kw_only=True):
    title: str
    sheet: str


class TraineeEnrolled(SchoolEvent, frozen=True, tag=True, kw_only=True):
    trainee: str


class TraineeDismissed(SchoolEvent, frozen=True, tag=True, kw_only=True):
    trainee: str


class ExamSet(SchoolEvent, frozen=True, tag=True, kw_only=True):
    """Questions were drawn and sealed."""

    exam: str
    title: str
    questions: int


class ExamOpened(SchoolEvent, frozen=True, tag=True, kw_only=True):
    exam: str


class ExamClosed(SchoolEvent, frozen=True, tag=True, kw_only=True):
    exam: str


Decided = tuple[SchoolBook, tuple[SchoolEvent, ...]]


def decide_school(book: SchoolBook, command: c.Command, *, actor: str, at: int, number: int, seed: str = "") -> Decided:
    """Return the school after an entry of its stream, and what happened; raises IllegalAction where it may not be.

    ``number`` is the entry's own, and names a course or exam that it makes; ``seed`` is the chance behind an exam.
    """
    match command:
        case SetCourse():
            return _set_course(book, command, actor, number)
        case c.Enrol() | c.Dismiss():
            return _enrol(book, command)
        case SetExam():
            return _set_exam(book, command, actor, at, number, seed)
        case c.OpenExam():
            return _move(book, command.exam, "set", "open"), (
                ExamOpened(course=book.exam(command.exam).course, exam=command.exam),
            )
        case c.CloseExam():
            return _move(book, command.exam, "open", "closed"), (
                ExamClosed(course=book.exam(command.exam).course, exam=command.exam),
            )
    raise AssertionError(command)


def check_sitting(book: SchoolBook, name: str, trainee: str, *, begins: bool) -> ExamBook:
    """Return an exam that somebody sits, or begins; raises IllegalAction where it is not open, or not for them."""
    exam = book.exam(name)
    if begins and trainee not in book.course(exam.course).trainees:
        raise IllegalAction("school.not_enrolled", trainee=trainee)
    if exam.state != "open":
        raise IllegalAction("school.exam_is", state=exam.state)
    return exam


def _set_course(book: SchoolBook, command: SetCourse, actor: str, number: int) -> Decided:
    if command.course:
        before = book.course(command.course)
        if before.terms.sheet != command.terms.sheet:
            raise IllegalAction("school.course_keeps_its_sheet", sheet=before.terms.sheet)
        course = replace(before, terms=command.terms, text=command.text)
    else:
        course = CourseBook(id=f"c{number}", terms=command.terms, text=command.text, teacher=actor)
    event = CourseSet(course=course.id, title=course.terms.title, sheet=course.terms.sheet)
    return _with(book, course), (event,)


def _with(book: SchoolBook, course: CourseBook) -> SchoolBook:
    return replace(book, courses={**book.courses, course.id: course})


def _enrol(book: SchoolBook, command: c.Enrol | c.Dismiss) -> Decided:
    course, name = book.course(command.course), command.trainee
    if isinstance(command, c.Dismiss):
        if name not in course.trainees:
            raise IllegalAction("school.not_enrolled", trainee=name)
        left = tuple(one for one in course.trainees if one != name)
        gone = replace(course, trainees=left, former=tuple(dict.fromkeys((*course.former, name))))
        return _with(book, gone), (TraineeDismissed(course=course.id, trainee=name),)
    if name in course.trainees:
        raise IllegalAction("school.enrolled_already", trainee=name)
    if len(course.trainees) >= MOST_TRAINEES:
        raise IllegalAction("school.class_full", most=MOST_TRAINEES)
    joined = replace(course, trainees=(*course.trainees, name))
    return _with(book, joined), (TraineeEnrolled(course=course.id, trainee=name),)


def _set_exam(book: SchoolBook, command: SetExam, actor: str, at: int, number: int, seed: str) -> Decided:
    course = book.course(command.course)
    assert command.paper is not None
    exam = ExamBook(
        id=f"e{number}", course=course.id, paper=replace(command.paper, seed=seed), text=command.text, teacher=actor,
        set_at=at,
    )  # fmt: skip
    event = ExamSet(course=course.id, exam=exam.id, title=command.terms.title, questions=command.terms.questions)
    return replace(book, exams={**book.exams, exam.id: exam}), (event,)


def _move(book: SchoolBook, name: str, before: ExamState, after: ExamState) -> SchoolBook:
    exam = book.exam(name)
    if exam.state != before:
        raise IllegalAction("school.exam_is", state=exam.state)
    return replace(book, exams={**book.exams, name: replace(exam, state=after)})
