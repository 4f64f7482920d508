"""A learner's own stream: what they were asked, what they have answered, and what they took along from elsewhere.

What the classroom found (the question, whether an answer is right, which clauses it shows) stands in the entry. So the
stream is read again without making a question anew, by any later program.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.school.learning.stream import Answered, merged
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import AnswerPart, AskQuestion, KeepExam, TakeAlong

__all__ = ["AskedQuestion", "GivenPart", "Learner", "LearnerEvent", "decide_learner"]


class GivenPart(Struct, frozen=True, kw_only=True):
    """The answer to one part, and what became of it."""

    part: str
    given: tuple[str, ...]
    right: bool
    shows: tuple[str, ...]
    milliseconds: int


class AskedQuestion(Struct, frozen=True, kw_only=True):
    """A question that a learner was asked: what makes it, and what they have answered so far."""

    number: int
    sheet: str
    drill: str
    level: int
    seed: str
    asked_at: int
    parts: tuple[str, ...]
    payouts: int
    program: str
    digest: str
    course: str = ""
    exam: str = ""
    hints: tuple[str, ...] = ()
    """The parts that a hint was taken for."""
    given: tuple[GivenPart, ...] = ()

    @property
    def place(self) -> tuple[str, str, str]:
        """Of each of these a learner has one open question at a time."""
        return self.sheet, self.drill, self.exam

    @property
    def now(self) -> str:
        """The part that is asked now; empty where all are answered."""
        return self.parts[len(self.given)] if not self.over else ""

    @property
    def over(self) -> bool:
        return len(self.given) == len(self.parts)

    def answer_to(self, part: str) -> GivenPart | None:
        return next((one for one in self.given if one.part == part), None)


class Learner(Struct, frozen=True, kw_only=True):
    """What a stream leads to: every answer, and the questions that are open."""

    answers: tuple[Answered, ...] = ()
    open: tuple[AskedQuestion, ...] = ()
    last: AskedQuestion | None = None
    """The question that was answered last."""
    taken: tuple[str, ...] = ()
    """Guests whose streams were taken along."""
    handed_to: str = ""

    def asked(self, number: int) -> AskedQuestion:
        """An open question, or the one answered last; raises IllegalAction where there is none of this number."""
        known = [*self.open] if self.last is None else [*self.open, self.last]
        for one in known:
            if one.number == number:
                return one
        raise IllegalAction("school.no_such_question", number=number)

    def open_at(self, sheet: str, drill: str, exam: str = "") -> AskedQuestion | None:
        return next((one for one in self.open if one.place == (sheet, drill, exam)), None)


class LearnerEvent(Struct, frozen=True, tag=True, kw_only=True):
    """What happened in the school."""

    question: int = 0


class QuestionAsked(LearnerEvent, frozen=True, tag=True, kw_only=True):
    """A question was asked; its seed is sealed until it is answered."""

    sheet: str
    drill: str
    level: int
    course: str = ""
    exam: str = ""


class HintTaken(LearnerEvent, frozen=True, tag=True, kw_only=True):
    part: str


class PartAnswered(LearnerEvent, frozen=True, tag=True, kw_only=True):
    part: str


class AnswersTakenAlong(LearnerEvent, frozen=True, tag=True, kw_only=True):
    """What somebody answered as a guest counts as theirs."""

    guest: str
    answers: int


class ExamKept(LearnerEvent, frozen=True, tag=True, kw_only=True):
    """What somebody answered in an exam counts as learnt."""

    exam: str


class StreamHandedOver(LearnerEvent, frozen=True, tag=True, kw_only=True):
    """The stream of a guest has ended."""

    to: str


Event = LearnerEvent | Answered
Decided = tuple[Learner, tuple[Event, ...]]


def decide_learner(learner: Learner, command: c.Command, *, at: int, number: int, seed: str = "") -> Decided:
    """Return a learner after an entry of their stream, and what happened; raises IllegalAction where it may not be.

    ``number`` is the entry's own, and so that of a question which it asks; ``seed`` is the chance drawn for it.
    """
    if learner.handed_to:
        raise IllegalAction("school.handed_over")
    match command:
        case AskQuestion():
            return _ask(learner, command, at, number, seed)
        case c.TakeHint():
            return _hint(learner, command)
        case AnswerPart():
            return _answer(learner, command, at)
        case TakeAlong():
            return _take_along(learner, command)
        case KeepExam():
            return _keep_exam(learner, command)
        case c.HandOver():
            return replace(learner, handed_to=command.to), (StreamHandedOver(to=command.to),)
    raise AssertionError(command)


def _ask(learner: Learner, command: AskQuestion, at: int, number: int, seed: str) -> Decided:
    place = command.sheet, command.drill, command.exam
    kept = tuple(one for one in learner.open if one.number != command.instead or one.exam)
    if any(one.place == place for one in kept):
        raise IllegalAction("school.question_open")
    asked = AskedQuestion(
        number=number, sheet=command.sheet, drill=command.drill, level=command.at_level,
        seed=command.again or f"{seed}.{command.pick}", asked_at=at, parts=command.parts, payouts=command.payouts,
        program=command.program, digest=command.digest, course=command.course, exam=command.exam,
    )  # fmt: skip
    event = QuestionAsked(
        question=number, sheet=asked.sheet, drill=asked.drill, level=asked.level, course=asked.course, exam=asked.exam
    )
    return replace(learner, open=(*kept, asked)), (event,)


def _at(learner: Learner, number: int, part: str) -> AskedQuestion:
    """The open question whose part this is, where that is the one asked now."""
    asked = learner.asked(number)
    if part not in asked.parts:
        raise IllegalAction("school.no_such_part", part=part)
    if asked.answer_to(part) is not None:
        raise IllegalAction("school.answered_already")
    if asked.now != part:
        raise IllegalAction("school.not_yet_asked")
    return asked


def _changed(learner: Learner, asked: AskedQuestion) -> Learner:
    """The learner with another state of an open question."""
    return replace(learner, open=tuple(asked if one.number == asked.number else one for one in learner.open))


def _hint(learner: Learner, command: c.TakeHint) -> Decided:
    asked = _at(learner, command.question, command.part)
    if asked.exam:
        raise IllegalAction("school.no_hints_in_exams")
    if command.part in asked.hints:
        raise IllegalAction("school.hint_taken")
    asked = replace(asked, hints=(*asked.hints, command.part))
    return _changed(learner, asked), (HintTaken(question=asked.number, part=command.part),)


MOST_MILLISECONDS: Final = 3_600_000
"""A part that lay longer than an hour was not worked on for so long."""


def _answer(learner: Learner, command: AnswerPart, at: int) -> Decided:
    asked = _at(learner, command.question, command.part)
    spent = at - asked.asked_at - sum(one.milliseconds for one in asked.given)
    given = GivenPart(
        part=command.part, given=command.given, right=command.right, shows=command.shows,
        milliseconds=max(0, min(command.milliseconds, spent, MOST_MILLISECONDS)),
    )  # fmt: skip
    asked = replace(asked, given=(*asked.given, given))
    told = PartAnswered(question=asked.number, part=command.part)
    if not asked.over:
        return _changed(learner, asked), (told,)
    answer = _answered(asked, at)
    left = tuple(one for one in learner.open if one.number != asked.number)
    return replace(learner, answers=(*learner.answers, answer), open=left, last=asked), (told, answer)


def _answered(asked: AskedQuestion, at: int) -> Answered:
    """A question with all its answers; a clause is right where every part that shows it is."""
    return Answered(
        at=datetime.fromtimestamp(at / 1000, UTC), sheet=asked.sheet, drill=asked.drill, level=asked.level,
        seed=asked.seed, milliseconds=sum(one.milliseconds for one in asked.given),
        right=all(one.right for one in asked.given), clauses=dict(_shown(asked)), hint=bool(asked.hints),
        payouts=asked.payouts, exam=asked.exam, course=asked.course, version=asked.program,
    )  # fmt: skip


def _shown(asked: AskedQuestion) -> Mapping[str, bool]:
    shown: dict[str, bool] = {}
    for one in asked.given:
        for clause in one.shows:
            shown[clause] = shown.get(clause, True) and one.right
    return shown


def _take_along(learner: Learner, command: TakeAlong) -> Decided:
    if command.guest in learner.taken:
        raise IllegalAction("school.taken_along")
    answers = tuple(merged(learner.answers, command.answers))
    after = replace(learner, answers=answers, taken=(*learner.taken, command.guest))
    return after, (AnswersTakenAlong(guest=command.guest, answers=len(command.answers)),)


def _keep_exam(learner: Learner, command: KeepExam) -> Decided:
    after = replace(learner, answers=tuple(merged(learner.answers, command.answers)))
    return after, (ExamKept(exam=command.exam), *command.answers)
