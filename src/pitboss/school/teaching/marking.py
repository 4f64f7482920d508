"""Marks: a paper that was handed in, question by question, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from statistics import median

import msgspec
from msgspec import Struct

from pitboss.rules import Sheet
from pitboss.school.judging import judge
from pitboss.school.learning.stream import Answered, answered
from pitboss.school.questions import Answers
from pitboss.school.teaching.exams import Paper, task_of

__all__ = ["Marked", "Reply", "Result", "answered_in", "check_number", "mark"]


class Reply(Struct, frozen=True, kw_only=True):
    """What a trainee wrote to one question of a paper, and how long it took them."""

    answers: Answers = {}
    milliseconds: int = 0


class Marked(Struct, frozen=True, kw_only=True):
    """One question, marked: right where every part of it is, and what it showed of each clause."""

    drill: str
    level: int
    right: bool
    answered: bool
    milliseconds: int = 0
    payouts: int = 0
    clauses: dict[str, bool] = {}


class Result(Struct, frozen=True, kw_only=True):
    """What a paper came to."""

    exam: str
    sheet: str
    sheet_hash: str
    marks: tuple[Marked, ...]
    right: int
    questions: int
    payout_milliseconds: int
    """The median over its payouts; 0 where there were none."""
    passed: bool

    @property
    def clauses(self) -> dict[str, bool]:
        """Every clause that was asked about, right where every answer that shows it was."""
        found: dict[str, bool] = {}
        for one in self.marks:
            for clause, right in one.clauses.items():
                found[clause] = found.get(clause, True) and right
        return found


def mark(sheet: Sheet, paper: Paper, replies: Mapping[int, Reply]) -> Result:
    """Return the result of a paper; what was not answered is wrong. Raises Refusal where it cannot be marked."""
    marks = tuple(_marked(sheet, paper, number, replies.get(number)) for number in range(1, len(paper.questions) + 1))
    right = sum(one.right for one in marks)
    pace = payout_pace((one.milliseconds, one.payouts) for one in marks if one.answered)
    fast = not paper.exam.payout_milliseconds or pace <= paper.exam.payout_milliseconds
    return Result(
        exam=paper.exam.title, sheet=paper.sheet, sheet_hash=paper.sheet_hash, marks=marks, right=right,
        questions=len(marks), payout_milliseconds=pace, passed=right * 100 >= paper.exam.right * len(marks) and fast,
    )  # fmt: skip


def _marked(sheet: Sheet, paper: Paper, number: int, reply: Reply | None) -> Marked:
    task = task_of(sheet, paper, number)
    given = reply or Reply()
    event = answered(
        task, judge(task, given.answers), at=datetime.fromtimestamp(0, UTC), milliseconds=given.milliseconds
    )
    return Marked(
        drill=event.drill, level=event.level, right=event.right, answered=reply is not None,
        milliseconds=event.milliseconds, payouts=event.payouts, clauses=event.clauses,
    )  # fmt: skip


def payout_pace(answers: Iterable[tuple[int, int]]) -> int:
    """Return the median time of one payout, from the time of each answer and how many wagers it settled."""
    each = [milliseconds / payouts for milliseconds, payouts in answers if payouts]
    return round(median(each)) if each else 0


def answered_in(result: Result, exam: str, *, at: datetime) -> Iterator[Answered]:
    """Yield a result as events of the learner's stream; a question of an exam has no seed there."""
    for number, one in enumerate(result.marks, 1):
        if one.answered:
            yield Answered(
                at=at.astimezone(UTC), sheet=result.sheet, drill=one.drill, level=one.level, seed=f"{number}",
                milliseconds=one.milliseconds, right=one.right, clauses=one.clauses, exam=exam, payouts=one.payouts,
            )  # fmt: skip


def check_number(learner: str, result: Result, day: str) -> str:
    """Return the number that certificate and transcript of one result share, such as ``7f2c 91ae``."""
    octets = msgspec.json.encode([learner, day, result], order="deterministic")
    digest = sha256(octets).hexdigest()
    return f"{digest[:4]} {digest[4:8]}"
