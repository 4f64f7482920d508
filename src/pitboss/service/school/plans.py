"""What a command of a learner, of a teacher, or of a trainee in an exam would do: the commit that makes it true."""

from __future__ import annotations

from typing import cast

from pitboss.school.learning.stream import Answered
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.floor import HOUSE_ACTOR, Dependencies, Floor
from pitboss.service.floor.stream_names import SCHOOL_STREAM, learner_stream, paper_stream
from pitboss.service.floor.streams import AnyChange, LearnerStream, PaperStream, Plan, SchoolStream, finished
from pitboss.service.people.permissions import check_permitted
from pitboss.service.school.courses import SchoolBook, check_sitting

__all__ = ["plan_learner", "plan_paper", "plan_school"]


def plan_learner(floor: Floor, name: str, command: r.LearnerCommand, *, actor: str, role: str, seed: str = "") -> Plan:
    """Return what a command of a learner would do, as the classroom has recorded it; ``seed`` is sealed."""
    check_permitted(command, role)
    stream = cast(LearnerStream, floor.stream(learner_stream(name)))
    draft = floor.draft(stream, command, actor=actor, role=role, seed=seed)
    changes: list[AnyChange] = [finished(stream.decide(command, draft, seed), ())]
    if isinstance(command, r.TakeAlong):
        guest = cast(LearnerStream, floor.stream(learner_stream(command.guest)))
        ends = c.HandOver(to=name)
        ended = floor.draft(guest, ends, actor=HOUSE_ACTOR, role="house", at=draft.at)
        changes.append(finished(guest.decide(ends, ended), ()))
    return floor.planned(changes)


def plan_school(
    floor: Floor, command: r.SchoolCommand, *, actor: str, role: str, client: str = "", seed: str = ""
) -> Plan:
    """Return what a command of a teacher would do; the ``seed`` of an exam is sealed, and a course's sheet is kept."""
    check_permitted(command, role)
    stream = cast(SchoolStream, floor.stream(SCHOOL_STREAM))
    draft = floor.draft(stream, command, actor=actor, role=role, client=client, seed=seed)
    changes: list[AnyChange] = [finished(stream.decide(command, draft, seed), ())]
    if isinstance(command, r.SetCourse):
        changes += floor.kept(floor.sheets.sheet(command.text).content, actor, draft.at)
    return floor.planned(changes)


def plan_paper(
    floor: Floor, trainee: str, command: r.PaperCommand, *, actor: str, role: str, answers: tuple[Answered, ...] = ()
) -> Plan:
    """Return what a trainee's command in an exam would do; ``answers`` join their stream when it is handed in."""
    check_permitted(command, role)
    school = cast(SchoolStream, floor.stream(SCHOOL_STREAM))
    if not isinstance(command, r.HandIn):
        begins = isinstance(command, r.BeginPaper)
        check_sitting(school.state or SchoolBook(), command.exam, trainee, begins=begins)
    stream = cast(PaperStream, floor.stream(paper_stream(command.exam, trainee)))
    draft = floor.draft(stream, command, actor=actor, role=role)
    changes: list[AnyChange] = [finished(stream.decide(command, draft), ())]
    if isinstance(command, r.HandIn):
        learner = cast(LearnerStream, floor.stream(learner_stream(trainee)))
        kept = r.KeepExam(exam=command.exam, answers=answers)
        noted = floor.draft(learner, kept, actor=HOUSE_ACTOR, role="house", at=draft.at)
        changes.append(finished(learner.decide(kept, noted), ()))
    return floor.planned(changes, Dependencies({SCHOOL_STREAM: school.version}))
