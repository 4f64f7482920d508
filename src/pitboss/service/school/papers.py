"""A trainee's paper: what they wrote in an exam, part by part, and its marks once it is handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.school.teaching.marking import Reply, Result
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import AnswerExam, BeginPaper, HandIn

__all__ = ["PaperBook", "PaperEvent", "Written", "decide_paper"]

MINUTE_MS: Final = 60_000
MOST_MILLISECONDS: Final = 3_600_000
"""A part that lay longer than an hour was not worked on for so long."""


class Written(Struct, frozen=True, kw_only=True):
    """The answer to one part, as a page writes it, and the time since the one before by the server's clock."""

    part: str
    given: tuple[str, ...]
    milliseconds: int


class PaperBook(Struct, frozen=True, kw_only=True):
    """What a trainee has written so far."""

    exam: str = ""
    began: int = 0
    until: int = 0
    """When the time is over; 0 where there is no limit."""
    parts: dict[int, tuple[str, ...]] = {}
    """The parts of each question that was begun, in their order."""
    written: dict[int, tuple[Written, ...]] = {}
    last: int = 0
    """When the last answer came."""
    handed_in: int = 0
    result: Result | None = None

    def late(self, now: int) -> bool:
        """Whether its time is over."""
        return bool(self.until) and now >= self.until

    def answered(self, number: int) -> bool:
        """Whether every part of a question is answered."""
        return number in self.parts and len(self.written[number]) == len(self.parts[number])

    def replies(self, meant: Mapping[int, Mapping[str, tuple[str, ...]]]) -> dict[int, Reply]:
        """What is marked; ``meant`` is each answer as its drill writes it."""
        return {
            number: Reply(
                answers=dict(meant[number]), milliseconds=sum(one.milliseconds for one in self.written[number])
            )
            for number in self.written
        }


class PaperEvent(Struct, frozen=True, tag=True, kw_only=True):
    """What happened to a paper; never whether an answer is right before it is handed in."""

    exam: str


class PaperBegun(PaperEvent, frozen=True, tag=True, kw_only=True):
    until: int


class ExamPartAnswered(PaperEvent, frozen=True, tag=True, kw_only=True):
    number: int
    part: str


class PaperHandedIn(PaperEvent, frozen=True, tag=True, kw_only=True):
    right: int
    questions: int
    passed: bool


Decided = tuple[PaperBook, tuple[PaperEvent, ...]]


def decide_paper(paper: PaperBook, command: c.Command, *, at: int) -> Decided:
    """Return a paper after an entry of its stream, and what happened; raises IllegalAction where it may not be."""
    match command:
        case BeginPaper():
            if paper.began:
                raise IllegalAction("school.paper_begun")
            until = at + command.minutes * MINUTE_MS if command.minutes else 0
            begun = PaperBook(exam=command.exam, began=at, until=until, last=at)
            return begun, (PaperBegun(exam=command.exam, until=until),)
        case AnswerExam():
            return _answer(paper, command, at)
        case HandIn():
            return _hand_in(paper, command, at)
    raise AssertionError(command)


def _check_open(paper: PaperBook) -> None:
    if not paper.began:
        raise IllegalAction("school.paper_not_begun")
    if paper.handed_in:
        raise IllegalAction("school.paper_handed_in")


def _answer(paper: PaperBook, command: AnswerExam, at: int) -> Decided:
    _check_open(paper)
    if paper.late(at):
        raise IllegalAction("school.exam_time_over")
    before = paper.written.get(command.number, ())
    if command.part not in command.parts:
        raise IllegalAction("school.no_such_part", part=command.part)
    if any(one.part == command.part for one in before):
        raise IllegalAction("school.answered_already")
    if command.parts[len(before)] != command.part:
        raise IllegalAction("school.not_yet_asked")
    written = Written(part=command.part, given=command.given, milliseconds=min(at - paper.last, MOST_MILLISECONDS))
    after = replace(
        paper,
        parts={**paper.parts, command.number: command.parts},
        written={**paper.written, command.number: (*before, written)},
        last=at,
    )
    return after, (ExamPartAnswered(exam=command.exam, number=command.number, part=command.part),)


def _hand_in(paper: PaperBook, command: HandIn, at: int) -> Decided:
    _check_open(paper)
    result = command.result
    assert result is not None
    event = PaperHandedIn(exam=command.exam, right=result.right, questions=result.questions, passed=result.passed)
    return replace(paper, handed_in=at, result=result), (event,)
