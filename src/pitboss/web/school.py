"""The school over HTTP: what is taught, the next question, its answer, a hint, progress, and the map of clauses.

Guests learn without an account: their browser keeps a cookie, and who makes an account takes the answers along.
"""

from __future__ import annotations

import asyncio
import secrets
from hashlib import sha256
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter, Cookie, Depends, Header, Path, Request, Response

from pitboss.errors import IllegalAction
from pitboss.maths.rulings import worth
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.school import Task, drills_of
from pitboss.school.learning.progress import level_reached
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import recorded
from pitboss.service.floor.running import Running
from pitboss.service.people.permissions import VISITOR
from pitboss.service.school.classroom import Classroom
from pitboss.service.school.desk import LearnerDesk
from pitboss.service.school.exam_room import ExamRoom
from pitboss.service.school.learners import AskedQuestion, Learner
from pitboss.service.school.shown import shown
from pitboss.service.school.standing import marks_of, progress_of
from pitboss.service.school.teachers_desk import TeachersDesk
from pitboss.web import models as m
from pitboss.web import school_models as s
from pitboss.web.api import Actor, Here, Visitor, acting, address_of, pools_of, rates_of
from pitboss.web.figure_models import SheetName
from pitboss.web.figures import read_sheet
from pitboss.web.guard import TooMany
from pitboss.web.posted import Posted, posted_by
from pitboss.web.ruling_values import weighed
from pitboss.words import wording

__all__ = ["School", "TheSchool", "guest_named", "opened", "router"]

router = APIRouter(prefix="/api/school", tags=["school"], responses=m.REFUSALS)

COOKIE: Final = "pitboss_learner"
LASTS: Final = 400 * 24 * 3600
"""Seconds; browsers keep nothing for longer."""
TRIALS: Final = 300
"""Deals by which a ruling is weighed."""


class School(NamedTuple):
    """The school of one server."""

    desk: LearnerDesk
    classroom: Classroom
    teachers: TeachersDesk
    exams: ExamRoom


def opened(running: Running, classroom: Classroom) -> School:
    """Return the school of a floor at work."""
    desk = LearnerDesk(running)
    return School(desk, classroom, TeachersDesk(running, desk), ExamRoom())


def school_of(request: Request) -> School:
    school = request.app.state.school
    assert isinstance(school, School)
    return school


class Who(NamedTuple):
    """Whose stream it is: somebody with an account, or a guest whom this browser's cookie names."""

    name: str
    role: str
    guest: str
    """The guest of this browser; empty where it has none."""

    @property
    def account(self) -> str:
        return "" if self.name.startswith("~") else self.name


GuestCookie = Annotated[str, Cookie(alias=COOKIE, description="who learns here as a guest", include_in_schema=False)]


def guest_named(token: str) -> str:
    """The name of a guest's stream: who reads the log cannot learn in their place."""
    return f"~{sha256(token.encode()).hexdigest()[:32]}" if token else ""


async def learner_of(session: Visitor, token: GuestCookie = "") -> Who:
    """Whoever looks at their own progress."""
    guest = guest_named(token)
    if session is not None and not session.person.guest:
        return Who(session.person.name, session.person.role, guest)
    return Who(guest, session.person.role if session is not None else VISITOR, guest)


async def learning(
    request: Request,
    response: Response,
    who: Annotated[Who, Depends(learner_of)],
    session: Visitor,
    x_pitboss_token: Annotated[str, Header(description="the csrf token of /api/me, where you have signed in")] = "",
) -> Who:
    """Whoever answers: a session brings its token, a guest is given a cookie with the first question."""
    if session is not None:
        await acting(request, session, x_pitboss_token)
    elif who.name and not rates_of(request).commands.take(who.name):
        raise TooMany("rate.commands")
    return who if who.name else _new_guest(request, response, who)


def _new_guest(request: Request, response: Response, who: Who) -> Who:
    if not rates_of(request).guests.take(address_of(request)):
        raise TooMany("rate.guests")
    token, secure = secrets.token_urlsafe(24), request.app.state.settings.secure_cookies
    response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, max_age=LASTS)
    return who._replace(name=guest_named(token), guest=guest_named(token))


TheSchool = Annotated[School, Depends(school_of)]
Looking = Annotated[Who, Depends(learner_of)]
Learning = Annotated[Who, Depends(learning)]
Number = Annotated[int, Path(ge=1, le=10**9)]


async def _learner(school: School, name: str) -> Learner:
    return await school.desk.learner(name) if name else Learner()


# what is taught, and how one stands


@router.get("")
async def overview(running: Here, school: TheSchool, who: Looking, session: Visitor) -> s.School:
    """Every sheet that is taught, with its drills and your levels."""
    learner = await _learner(school, who.name)
    left = await _learner(school, who.guest if who.account else "")
    own = (await running.house()).own().values()
    sheets = [*map(load, SHIPPED), *(running.floor.sheets.sheet(one.text) for one in own)]
    return s.School(
        csrf=session.csrf if session is not None else "",
        learner=s.LearnerShown(
            name=who.account, answered=len(learner.answers), left_as_guest=0 if left.handed_to else len(left.answers)
        ),
        sheets=[_sheet(sheet, learner) for sheet in sheets],
    )


def _sheet(sheet: Sheet, learner: Learner) -> s.SchoolSheet:
    own = [answer for answer in learner.answers if answer.sheet == sheet.name]
    drills = [
        s.DrillListed(
            drill=drill, title=wording("drill.title", {"drill": drill}), level=level_reached(own, sheet.name, drill),
            answered=sum(answer.drill == drill for answer in own),
        )
        for drill in drills_of(sheet)
    ]  # fmt: skip
    return s.SchoolSheet(
        sheet=sheet.name, title=sheet.display_title or sheet.title, game=sheet.game, felt=sheet.felt, house=sheet.house,
        own=sheet.name not in SHIPPED, drills=drills,
    )  # fmt: skip


@router.get("/sheets/{sheet}/felt")
async def felt(running: Here, sheet: SheetName) -> Posted:
    """What is posted at a table of this sheet, to draw its felt by."""
    found = await read_sheet(running, sheet, ())
    title = found.display_title or found.title
    return await asyncio.to_thread(posted_by, found, table="", title=title, approved=found.approved)


@router.get("/sheets/{sheet}/progress")
async def progress(running: Here, school: TheSchool, who: Looking, sheet: SheetName) -> s.SchoolProgress:
    """How you stand at this table: levels, today's figures, the last answers, days."""
    found, learner = await read_sheet(running, sheet, ()), await _learner(school, who.name)
    room = school.classroom
    memory = room.memory(who.name, learner.answers)
    stands = await asyncio.to_thread(progress_of, found, learner.answers, memory, room.now())
    return s.SchoolProgress(sheet=found.name, **msgspec.to_builtins(stands))


@router.get("/sheets/{sheet}/map")
async def clause_map(running: Here, school: TheSchool, who: Looking, sheet: SheetName) -> s.ClauseMap:
    """Every clause of this table: shown, shaky or never tried."""
    found, learner = await read_sheet(running, sheet, ()), await _learner(school, who.name)
    marks = await asyncio.to_thread(marks_of, found, learner.answers)
    clauses = [s.MapClause(**msgspec.to_builtins(one.mark), drill=one.drill) for one in marks]
    return s.ClauseMap(sheet=found.name, clauses=clauses)


# questions


@router.post("/questions")
async def ask(
    request: Request, running: Here, school: TheSchool, who: Learning, asked: s.QuestionAsked
) -> s.QuestionShown:
    """The next question of a drill: the open one, or else what your answers so far lead to."""
    sheet, learner = await read_sheet(running, asked.sheet, ()), await school.desk.learner(who.name)
    work, room = pools_of(request).school, school.classroom
    course = (await school.teachers.book()).course_of(who.name, sheet.name)
    wanted = c.AskQuestion(
        sheet=sheet.name, drill=asked.drill, level=asked.level, clause=asked.clause, course=course.id if course else ""
    )  # fmt: skip
    if (still := learner.open_at(sheet.name, asked.drill)) is not None:
        if not asked.another and asked.level in (0, still.level) and not asked.clause:
            try:
                return _shown(still, await work.do(who.name, room.task, sheet, still))
            except IllegalAction:  # it would be another one by now, so another one is asked
                pass
        wanted = msgspec.structs.replace(wanted, instead=still.number)
    kinds = course.terms.irregularities if course else ()
    found, seed = await work.do(who.name, room.ask, who.name, learner, sheet, wanted, kinds)
    answer = await school.desk.do(who.name, found, actor=who.name, role=who.role, seed=seed)
    return await _look(request, running, school, who, answer.version)


@router.get("/questions/{number}")
async def question(request: Request, running: Here, school: TheSchool, who: Looking, number: Number) -> s.QuestionShown:
    """A question that is open, or the one that you answered last."""
    return await _look(request, running, school, who, number)


async def _look(request: Request, running: Here, school: School, who: Who, number: int) -> s.QuestionShown:
    asked = (await _learner(school, who.name)).asked(number)
    sheet = await read_sheet(running, asked.sheet, ())
    return _shown(asked, await pools_of(request).school.do(who.name, school.classroom.task, sheet, asked))


def _shown(asked: AskedQuestion, task: Task) -> s.QuestionShown:
    return s.QuestionShown.model_validate(msgspec.to_builtins(shown(asked, task, told=not asked.exam)))


@router.post("/questions/{number}/answers")
async def answer(
    request: Request, running: Here, school: TheSchool, who: Learning, number: Number, given: s.AnswerGiven
) -> s.QuestionShown:
    """Answer the part that is asked now; it is judged and kept at once. The same answer again changes nothing."""
    asked = (await school.desk.learner(who.name)).asked(number)
    before = asked.answer_to(given.part)
    if before is None or before.given != tuple(given.given):
        sheet = await read_sheet(running, asked.sheet, ())
        command = c.AnswerPart(
            question=number, part=given.part, given=tuple(given.given), milliseconds=given.milliseconds
        )
        found = await pools_of(request).school.do(who.name, school.classroom.judged, sheet, asked, command)
        await school.desk.do(who.name, found, actor=who.name, role=who.role)
    return await _look(request, running, school, who, number)


@router.post("/questions/{number}/hints")
async def take_hint(
    request: Request, running: Here, school: TheSchool, who: Learning, number: Number, wanted: s.HintAsked
) -> s.QuestionShown:
    """The value or clause in question; your answer then counts as practised, not as right at once."""
    asked = (await school.desk.learner(who.name)).asked(number)
    if wanted.part not in asked.hints:
        command = c.TakeHint(question=number, part=wanted.part)
        await school.desk.do(who.name, command, actor=who.name, role=who.role)
    return await _look(request, running, school, who, number)


@router.get("/questions/{number}/worth")
async def ruling_worth(
    request: Request, running: Here, school: TheSchool, who: Looking, number: Number
) -> list[m.RulingWeighed]:
    """What each ruling of the case that you answered last was worth to whom, in cents."""
    asked = (await _learner(school, who.name)).asked(number)
    sheet = await read_sheet(running, asked.sheet, ())
    task = await pools_of(request).school.do(who.name, school.classroom.task, sheet, asked)
    if task.ruling is None or not asked.over or asked.exam:
        raise IllegalAction("school.no_worth")
    async with request.app.state.weighing:  # about a second of one core, which the tables need, too
        found = await asyncio.to_thread(worth, task.ruling, trials=TRIALS)
    return [weighed(one) for one in found]


# from guest to account


@router.post("/take-along")
async def take_along(
    request: Request, response: Response, school: TheSchool, session: Actor, who: Looking
) -> s.Taken:  # fmt: skip
    """Take what you answered in this browser as a guest along to your account."""
    if not who.account:
        raise IllegalAction("school.account_first")
    guest = await _learner(school, who.guest)
    if not guest.answers:
        raise IllegalAction("school.nothing_to_take")
    found: Any = recorded(c.TakeAlong(guest=who.guest), answers=guest.answers)
    await school.desk.do(who.name, found, actor=who.name, role=who.role)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=request.app.state.settings.secure_cookies)
    return s.Taken(answers=len(guest.answers))
