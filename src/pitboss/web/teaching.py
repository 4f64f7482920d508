"""Teachers over HTTP: courses and their classes, exams and their results, certificates and transcripts."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Path, Request, Response

from pitboss.errors import IllegalAction
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.school import drills_of
from pitboss.school.cases import kinds_of
from pitboss.school.teaching import Course, Exam, Result, check_course, check_exam, check_number, class_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import recorded
from pitboss.service.people.accounts import Session
from pitboss.service.school.courses import CourseBook, ExamBook, SchoolBook
from pitboss.service.school.papers import PaperBook
from pitboss.service.school.standing import marks_of
from pitboss.typed import noted
from pitboss.web import models as m
from pitboss.web import school_models as s
from pitboss.web import teaching_models as t
from pitboss.web.api import Everybody, Here, pools_of, who_does, who_sees
from pitboss.web.figures import read_sheet
from pitboss.web.school import School, TheSchool
from pitboss.words import wording

__all__ = ["day_of", "listed", "result_shown", "router"]

router = APIRouter(prefix="/api/school", tags=["teaching"], responses=m.REFUSALS)

Looking = Annotated[Session, Depends(who_sees("teaching"))]
Teaching = Annotated[Session, Depends(who_does("teaching"))]
CourseId = Annotated[str, Path(pattern=r"^c[0-9]{1,9}$", examples=["c1"])]
ExamId = Annotated[str, Path(pattern=r"^e[0-9]{1,9}$", examples=["e2"])]
Name = Annotated[str, Path(min_length=1, max_length=64)]
PaperSize = Literal["a4", "letter"]
PDF: dict[str, Any] = {"content": {"application/pdf": {"schema": {"type": "string"}}}, "description": "to be printed"}
TermsT = TypeVar("TermsT", Course, Exam)


def _terms(asked: t.CourseTerms | t.ExamTerms, kind: type[TermsT]) -> TermsT:
    return msgspec.convert(asked.model_dump(), noted(kind))


# courses


@router.get("/courses")
async def courses(running: Here, school: TheSchool, session: Looking) -> t.CoursesShown:
    """Every course, and what can be taught."""
    book = await school.teachers.book()
    own = (await running.house()).own().values()
    sheets = [*map(load, SHIPPED), *(running.floor.sheets.sheet(one.text) for one in own)]
    return t.CoursesShown(
        courses=[
            t.CourseListed(
                course=one.id, title=one.terms.title, sheet=one.terms.sheet, trainees=len(one.trainees),
                teacher=one.teacher,
            )
            for one in book.courses.values()
        ],
        sheets=[_taught(sheet) for sheet in sheets],
    )  # fmt: skip


def _taught(sheet: Sheet) -> t.SheetTaught:
    kinds = [
        t.IrregularityNamed(kind=kind, text=wording("irregular.what_happened", {"kind": kind}))
        for kind in kinds_of(sheet)
    ]
    return t.SheetTaught(sheet=sheet.name, title=sheet.title, drills=list(drills_of(sheet)), irregularities=kinds)


@router.post("/courses", status_code=201)
async def new_course(running: Here, school: TheSchool, session: Teaching, wanted: t.CourseTerms) -> t.CourseSaved:
    """Begin a course."""
    version = await _set_course(running, school, session, wanted, "")
    return t.CourseSaved(course=f"c{version}")


@router.put("/courses/{course}")
async def change_course(
    running: Here, school: TheSchool, session: Teaching, course: CourseId, wanted: t.CourseTerms
) -> t.CourseSaved:
    """Change the terms of a course; it keeps its sheet, and takes up the sheet as it stands now."""
    await _set_course(running, school, session, wanted, course)
    return t.CourseSaved(course=course)


async def _set_course(running: Here, school: School, session: Session, wanted: t.CourseTerms, course: str) -> int:
    sheet, terms = await read_sheet(running, wanted.sheet, ()), _terms(wanted, Course)
    check_course(sheet, terms)
    running.floor.sheets.keep(sheet.content)
    command = recorded(c.SetCourse(course=course, terms=terms), text=sheet.text_hash)
    return (await school.teachers.do(command, actor=session.person.name, role=session.person.role)).version


@router.get("/courses/{course}")
async def course_shown(
    request: Request, running: Here, school: TheSchool, session: Looking, course: CourseId
) -> t.CourseShown:
    """A course: accuracy and speed of its class, the clauses that are shaky for most, and its exams."""
    book = await school.teachers.book()
    found = book.course(course)
    streams = {name: (await school.desk.learner(name)).answers for name in found.trainees}
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, found.text)
    standing = await pools_of(request).school.do(session.person.name, class_of, sheet, streams)
    return t.CourseShown(
        course=found.id,
        terms=t.CourseTerms.model_validate(msgspec.to_builtins(found.terms)),
        sheet_title=sheet.title,
        teacher=found.teacher,
        standing=t.ClassShown.model_validate(msgspec.to_builtins(standing)),
        exams=[listed(one) for one in book.exams_of(course)],
    )


def listed(exam: ExamBook) -> t.ExamListed:
    """An exam as its class and its teacher may see it before it is over."""
    terms = exam.paper.exam
    return t.ExamListed(
        exam=exam.id, course=exam.course, title=terms.title, state=exam.state,
        terms=t.ExamTerms.model_validate(msgspec.to_builtins(terms)), questions=terms.questions, set_at=exam.set_at,
        teacher=exam.teacher, program=exam.paper.program,
    )  # fmt: skip


# the class


@router.post("/courses/{course}/trainees")
async def enrol(
    school: TheSchool, people: Everybody, session: Teaching, course: CourseId, wanted: t.TraineeNamed
) -> t.CourseSaved:
    """Take somebody with an account into a course."""
    person = await asyncio.to_thread(people.for_a_role, wanted.trainee)
    command = c.Enrol(course=course, trainee=person.name)
    await school.teachers.do(command, actor=session.person.name, role=session.person.role)
    return t.CourseSaved(course=course)


@router.delete("/courses/{course}/trainees/{name}")
async def dismiss(school: TheSchool, session: Teaching, course: CourseId, name: Name) -> t.CourseSaved:
    """Take somebody out of a course; what they have learnt and sat stays theirs."""
    command = c.Dismiss(course=course, trainee=name)
    await school.teachers.do(command, actor=session.person.name, role=session.person.role)
    return t.CourseSaved(course=course)


async def _enrolled(school: School, course: str, name: str) -> tuple[SchoolBook, CourseBook]:
    """A course in which somebody learns, or learnt once."""
    book = await school.teachers.book()
    found = book.course(course)
    if name not in (*found.trainees, *found.former):
        raise IllegalAction("school.not_enrolled", trainee=name)
    return book, found


@router.get("/courses/{course}/trainees/{name}/map")
async def trainee_map(running: Here, school: TheSchool, session: Looking, course: CourseId, name: Name) -> s.ClauseMap:
    """One trainee, clause by clause."""
    _, found = await _enrolled(school, course, name)
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, found.text)
    answers = [one for one in (await school.desk.learner(name)).answers if one.sheet == sheet.name]
    marks = await asyncio.to_thread(marks_of, sheet, answers)
    return s.ClauseMap(
        sheet=sheet.name, clauses=[s.MapClause(**msgspec.to_builtins(one.mark), drill=one.drill) for one in marks]
    )


# exams


@router.post("/courses/{course}/exams", status_code=201)
async def set_exam(
    request: Request, running: Here, school: TheSchool, session: Teaching, course: CourseId, wanted: t.ExamTerms
) -> t.ExamSaved:
    """Set an exam for the class: its questions are drawn now, the same for all, and sealed."""
    found, terms, person = (await school.teachers.book()).course(course), _terms(wanted, Exam), session.person
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, found.text)
    check_exam(sheet, terms)
    seed = running.floor.chance(32).hex()
    command = c.SetExam(course=course, terms=terms)
    drawn = await pools_of(request).school.do(person.name, school.exams.draw, sheet, command, seed)
    answer = await school.teachers.do(drawn, actor=person.name, role=person.role, seed=seed)
    return t.ExamSaved(exam=f"e{answer.version}")


@router.post("/exams/{exam}/open")
async def open_exam(school: TheSchool, session: Teaching, exam: ExamId) -> t.ExamSaved:
    """Let the class sit it."""
    await school.teachers.do(c.OpenExam(exam=exam), actor=session.person.name, role=session.person.role)
    return t.ExamSaved(exam=exam)


@router.post("/exams/{exam}/close")
async def close_exam(
    request: Request, running: Here, school: TheSchool, session: Teaching, exam: ExamId
) -> t.ExamShown:
    """End it for everybody; what is not handed in is handed in as it is. May be asked for again."""
    person = session.person
    if (await school.teachers.book()).exam(exam).state != "closed":
        await school.teachers.do(c.CloseExam(exam=exam), actor=person.name, role=person.role)
    book = await school.teachers.book()
    for name in _sitting(book, book.exam(exam)):
        paper = await school.teachers.paper(exam, name)
        if paper.began and not paper.handed_in:
            await hand_in(request, running, school, book.exam(exam), name, actor="house", role="house")
    return await _exam_shown(school, book, book.exam(exam))


async def hand_in(
    request: Request, running: Here, school: School, exam: ExamBook, trainee: str, *, actor: str, role: str
) -> None:
    """Mark a paper and keep what it came to, with the answers in the trainee's own stream."""
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, exam.text)
    paper = await school.teachers.paper(exam.id, trainee)
    work, now = pools_of(request).school, running.floor.clock()
    command, answers = await work.do(actor, school.exams.marked, exam, sheet, paper, now)
    await school.teachers.write(trainee, command, actor=actor, role=role, answers=answers)


@router.get("/exams/{exam}")
async def exam_shown(school: TheSchool, session: Looking, exam: ExamId) -> t.ExamShown:
    """An exam with its papers: who has begun, and marks of those that are handed in."""
    book = await school.teachers.book()
    return await _exam_shown(school, book, book.exam(exam))


def _sitting(book: SchoolBook, exam: ExamBook) -> tuple[str, ...]:
    course = book.course(exam.course)
    return tuple(sorted({*course.trainees, *course.former}))


async def _exam_shown(school: School, book: SchoolBook, exam: ExamBook) -> t.ExamShown:
    papers = {name: await school.teachers.paper(exam.id, name) for name in _sitting(book, exam)}
    now = book.course(exam.course).trainees
    return t.ExamShown(
        exam=listed(exam),
        papers=[_paper_listed(name, paper) for name, paper in papers.items() if paper.began or name in now],
    )


def _paper_listed(name: str, paper: PaperBook) -> t.PaperListed:
    return t.PaperListed(
        trainee=name, began=paper.began, until=paper.until, handed_in=paper.handed_in,
        answered=sum(paper.answered(number) for number in paper.written), result=result_shown(name, paper),
    )  # fmt: skip


def result_shown(name: str, paper: PaperBook) -> t.ResultShown | None:
    """What a paper came to; None before it is handed in."""
    if paper.result is None:
        return None
    result: Result = paper.result
    asked = [right for clause, right in result.clauses.items() if "-" in clause]
    return t.ResultShown(
        right=result.right, questions=result.questions, payout_milliseconds=result.payout_milliseconds,
        passed=result.passed, clauses_right=sum(asked), clauses=len(asked),
        check=check_number(name, result, day_of(paper.handed_in)),
    )  # fmt: skip


def day_of(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


# on paper


@router.get(
    "/exams/{exam}/papers/{name}/certificate",
    response_class=Response,
    responses={200: PDF},
)
async def certificate(
    request: Request, running: Here, school: TheSchool, session: Looking, exam: ExamId, name: Name,
    paper: PaperSize = "a4",
) -> Response:  # fmt: skip
    """The certificate of an exam that somebody passed."""
    book = await school.teachers.book()
    found = book.exam(exam)
    sat = await _sat(school, found, name)
    if sat is None:
        raise IllegalAction("school.paper_not_handed_in", trainee=name)
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, found.text)
    events = (await school.desk.learner(name)).answers

    def made() -> bytes:
        from pitboss.reports.certificates import certificate_pdf  # with what only reports on paper need

        return certificate_pdf(sheet, sat, events, paper=paper)

    return _printed(await pools_of(request).school.do(session.person.name, made), f"certificate-{exam}")


async def _sat(school: School, exam: ExamBook, name: str) -> Any:
    from pitboss.reports.certificates import Sat

    paper = await school.teachers.paper(exam.id, name)
    if paper.result is None:
        return None
    return Sat(learner=name, day=day_of(paper.handed_in), result=paper.result, teacher=exam.teacher)


@router.get(
    "/courses/{course}/trainees/{name}/transcript",
    response_class=Response,
    responses={200: PDF},
)
async def transcript(
    request: Request, running: Here, school: TheSchool, session: Looking, course: CourseId, name: Name,
    paper: PaperSize = "a4",
) -> Response:  # fmt: skip
    """Work by drill, exams, and each clause that a trainee has shown."""
    book, found = await _enrolled(school, course, name)
    sheet = await asyncio.to_thread(running.floor.sheets.sheet, found.text)
    events = (await school.desk.learner(name)).answers
    exams = [await _sat(school, one, name) for one in reversed(book.exams_of(course))]
    day = day_of(running.floor.clock())

    def made() -> bytes:
        from pitboss.reports.certificates import transcript_pdf

        return transcript_pdf(sheet, name, events, [one for one in exams if one is not None], day=day, paper=paper)

    return _printed(await pools_of(request).school.do(session.person.name, made), f"transcript-{course}")


def _printed(made: bytes, name: str) -> Response:
    return Response(
        made, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}.pdf"'}
    )
