"""Trainees over HTTP: the courses they learn in, and an exam as it is sat, without hints or marks before the end."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Path, Request

from pitboss.errors import IllegalAction
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import recorded
from pitboss.service.people.accounts import Session
from pitboss.service.school.courses import ExamBook, SchoolBook
from pitboss.service.school.papers import PaperBook
from pitboss.web import models as m
from pitboss.web import school_models as s
from pitboss.web import teaching_models as t
from pitboss.web.api import Actor, Here, Who, pools_of
from pitboss.web.school import School, TheSchool
from pitboss.web.teaching import ExamId, hand_in, result_shown

__all__ = ["router"]

router = APIRouter(prefix="/api/school/my", tags=["exams"], responses=m.REFUSALS)

Number = Annotated[int, Path(ge=1, le=1000)]


@router.get("/courses")
async def my_courses(school: TheSchool, session: Who) -> t.MyCourses:
    """The courses that you learn in, their homework, and their exams."""
    book, name = await school.teachers.book(), session.person.name
    own = [course for course in book.courses.values() if name in course.trainees]
    return t.MyCourses(
        courses=[
            t.MyCourse(
                course=course.id, terms=t.CourseTerms.model_validate(msgspec.to_builtins(course.terms)),
                teacher=course.teacher, exams=[await _mine(school, exam, name) for exam in book.exams_of(course.id)],
            )
            for course in own
        ]
    )  # fmt: skip


async def _mine(school: School, exam: ExamBook, name: str) -> t.MyExam:
    paper, terms = await school.teachers.paper(exam.id, name), exam.paper.exam
    return t.MyExam(
        exam=exam.id, title=terms.title, state=exam.state, questions=terms.questions, minutes=terms.minutes,
        began=paper.began, handed_in=paper.handed_in, result=result_shown(name, paper),
    )  # fmt: skip


async def _exam(school: School, exam: str, name: str) -> tuple[SchoolBook, ExamBook, PaperBook]:
    """An exam that somebody may look at: of their course, or one that they have begun."""
    book = await school.teachers.book()
    found, paper = book.exam(exam), await school.teachers.paper(exam, name)
    if not paper.began and name not in book.course(found.course).trainees:
        raise IllegalAction("school.no_such_exam")
    return book, found, paper


@router.get("/exams/{exam}")
async def my_paper(running: Here, school: TheSchool, session: Who, exam: ExamId) -> t.PaperShown:
    """Your paper: what is answered, and how long it takes."""
    _, found, paper = await _exam(school, exam, session.person.name)
    return _shown(found, paper, session.person.name, running.floor.clock())


def _shown(exam: ExamBook, paper: PaperBook, name: str, now: int) -> t.PaperShown:
    questions = [
        t.PaperQuestion(number=number, drill=one.drill, level=one.level, state=_state(paper, number))
        for number, one in enumerate(exam.paper.questions, 1)
    ]
    return t.PaperShown(
        exam=exam.id, title=exam.paper.exam.title, sheet=exam.paper.sheet, state=exam.state, began=paper.began,
        until=paper.until, now=now, late=paper.late(now), handed_in=paper.handed_in,
        questions=questions if paper.began else [], result=result_shown(name, paper), review=_told(exam, paper),
    )  # fmt: skip


def _state(paper: PaperBook, number: int) -> Literal["open", "begun", "answered"]:
    return "answered" if paper.answered(number) else "begun" if number in paper.written else "open"


def _told(exam: ExamBook, paper: PaperBook) -> bool:
    """Whether what is right may be told: once the paper is handed in, and nobody sits the exam any more."""
    return exam.state == "closed" and bool(paper.handed_in)


@router.post("/exams/{exam}/begin")
async def begin(running: Here, school: TheSchool, session: Actor, exam: ExamId) -> t.PaperShown:
    """Begin: from now on the time runs."""
    _, found, _ = await _exam(school, exam, session.person.name)
    command = recorded(c.BeginPaper(exam=exam), minutes=found.paper.exam.minutes)
    person = session.person
    await school.teachers.write(person.name, command, actor=person.name, role=person.role)
    return await my_paper(running, school, session, exam)


@router.get("/exams/{exam}/questions/{number}")
async def exam_question(
    request: Request, running: Here, school: TheSchool, session: Who, exam: ExamId, number: Number
) -> s.QuestionShown:
    """A question of your paper; what is right once the exam is over for everybody."""
    _, found, paper = await _exam(school, exam, session.person.name)
    return await _question(request, running, school, session, found, paper, number)


async def _question(
    request: Request, running: Here, school: School, session: Session, exam: ExamBook, paper: PaperBook, number: int
) -> s.QuestionShown:
    if not paper.began:
        raise IllegalAction("school.paper_not_begun")
    told = _told(exam, paper)
    if paper.handed_in and not told:
        raise IllegalAction("school.paper_handed_in")
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, exam.text)
    work = pools_of(request).school
    shown = await work.do(session.person.name, lambda: school.exams.shown(exam, sheet, paper, number, told=told))
    return s.QuestionShown.model_validate(msgspec.to_builtins(shown))


@router.post("/exams/{exam}/questions/{number}/answers")
async def answer_exam(
    request: Request, running: Here, school: TheSchool, session: Actor, exam: ExamId, number: Number,
    given: t.WrittenAnswer,
) -> s.QuestionShown:  # fmt: skip
    """Answer the part that is asked now; it is kept at once, and nothing is said of it."""
    person = session.person
    _, found, paper = await _exam(school, exam, person.name)
    before = [one for one in paper.written.get(number, ()) if one.part == given.part]
    if not before or before[0].given != tuple(given.given):
        sheet = await asyncio.to_thread(running.floor.sheets.sheet, found.text)
        command = c.AnswerExam(exam=exam, number=number, part=given.part, given=tuple(given.given))
        noted = await pools_of(request).school.do(person.name, school.exams.answered, found, sheet, command)
        await school.teachers.write(person.name, noted, actor=person.name, role=person.role)
        paper = await school.teachers.paper(exam, person.name)
    return await _question(request, running, school, session, found, paper, number)


@router.post("/exams/{exam}/hand-in")
async def hand_in_paper(
    request: Request, running: Here, school: TheSchool, session: Actor, exam: ExamId
) -> t.PaperShown:
    """Hand your paper in; it is marked now. What is not answered is wrong."""
    person = session.person
    _, found, paper = await _exam(school, exam, person.name)
    if not paper.handed_in:
        await hand_in(request, running, school, found, person.name, actor=person.name, role=person.role)
    return await my_paper(running, school, session, exam)
