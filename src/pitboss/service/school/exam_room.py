"""The exam room: it draws a paper, shows its questions without a word on them, and marks what was handed in."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from pitboss.rules import Sheet
from pitboss.school import Task
from pitboss.school.learning.stream import Answered
from pitboss.school.teaching import Result, answered_in, mark, set_paper, task_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import AnswerExam, HandIn, SetExam, recorded
from pitboss.service.school.classroom import as_meant, verdict_on
from pitboss.service.school.courses import ExamBook
from pitboss.service.school.learners import AskedQuestion, GivenPart
from pitboss.service.school.papers import PaperBook
from pitboss.service.school.shown import ShownQuestion, shown

__all__ = ["ExamRoom"]

TASKS_KEPT: Final = 512


@dataclass(slots=True)
class ExamRoom:
    """Questions of exams as this process has them; they can be made again from their seeds."""

    _tasks: OrderedDict[tuple[str, int], Task] = field(default_factory=OrderedDict)

    def draw(self, sheet: Sheet, command: c.SetExam, seed: str) -> SetExam:
        """Return an exam as the log keeps it: its questions with their marks, without the seed."""
        paper = replace(set_paper(sheet, command.terms, seed), seed="")
        found = recorded(command, paper=paper, text=sheet.text_hash)
        assert isinstance(found, SetExam)
        return found

    def task(self, exam: ExamBook, sheet: Sheet, number: int) -> Task:
        """A question with its solutions; raises Refusal where this program makes another one."""
        key = exam.id, number
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = task_of(sheet, exam.paper, number)
            while len(self._tasks) > TASKS_KEPT:
                self._tasks.popitem(last=False)
        return task

    def shown(self, exam: ExamBook, sheet: Sheet, paper: PaperBook, number: int, *, told: bool) -> ShownQuestion:
        """A question as its trainee may see it; ``told`` once the exam is over for everybody."""
        task = self.task(exam, sheet, number)
        written = {one.part: one for one in paper.written.get(number, ())}
        parts = task.question.parts
        given = tuple(
            GivenPart(
                part=part.id, given=written[part.id].given, right=verdict_on(task, part, written[part.id].given).right,
                shows=(), milliseconds=written[part.id].milliseconds,
            )
            for part in parts if part.id in written
        )  # fmt: skip
        asked = AskedQuestion(
            number=number, sheet=exam.paper.sheet, drill=task.question.drill, level=task.question.level, seed="",
            asked_at=paper.began, parts=tuple(part.id for part in parts), program=exam.paper.program, digest="",
            course=exam.course, exam=exam.id, given=given, payouts=0,
        )  # fmt: skip
        return shown(asked, task, told=told)

    def answered(self, exam: ExamBook, sheet: Sheet, command: c.AnswerExam) -> AnswerExam:
        """Return an answer as the log keeps it: with the parts of its question, and no verdict."""
        parts = tuple(part.id for part in self.task(exam, sheet, command.number).question.parts)
        found = recorded(command, parts=parts)
        assert isinstance(found, AnswerExam)
        return found

    def marked(self, exam: ExamBook, sheet: Sheet, paper: PaperBook, now: int) -> tuple[HandIn, tuple[Answered, ...]]:
        """Return a paper that is handed in with its marks, and what joins the trainee's own stream."""
        meant = {number: self._meant(exam, sheet, paper, number) for number in paper.written}
        result: Result = mark(sheet, exam.paper, paper.replies(meant))
        found = recorded(c.HandIn(exam=exam.id), result=result)
        assert isinstance(found, HandIn)
        at = datetime.fromtimestamp(now / 1000, UTC)
        answers = tuple(replace(one, course=exam.course) for one in answered_in(result, exam.id, at=at))
        return found, answers

    def _meant(self, exam: ExamBook, sheet: Sheet, paper: PaperBook, number: int) -> dict[str, tuple[str, ...]]:
        parts = {part.id: part for part in self.task(exam, sheet, number).question.parts}
        return {one.part: as_meant(parts[one.part], one.given) for one in paper.written[number]}
