"""The classroom: it makes the next question, judges an answer, and says what a page may be told of it.

A question's seed and solutions never leave it before the answer; parts that would give another one away are held back
until that one is answered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

import msgspec

from pitboss import __version__
from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.school import Answers, Judged, Task, drills_of, judge, make
from pitboss.school.learning.progress import level_reached
from pitboss.school.learning.schedule import Memory, next_task
from pitboss.school.learning.stream import Answered
from pitboss.school.levels import LEVELS
from pitboss.school.questions import Given, Part, Question
from pitboss.service.floor import commands as c
from pitboss.service.floor.recorded import AnswerPart, AskQuestion, recorded
from pitboss.service.school.learners import AskedQuestion, Learner

__all__ = ["Classroom", "as_keyed", "as_meant", "check_drill"]

TASKS_KEPT: Final = 128
MEMORIES_KEPT: Final = 256
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def check_drill(sheet: Sheet, drill: str) -> None:
    """Refuse a drill that the sheet does not have."""
    if drill not in drills_of(sheet):
        raise IllegalAction("school.no_such_drill", drills=list(drills_of(sheet)))


def _digest(question: Question) -> str:
    return sha256(msgspec.json.encode(question)).hexdigest()[:24]


def as_keyed(part: Part, meant: Given) -> Given:
    """An answer as a page writes it: what is put in order has letters by place, as its own ids would tell the order."""
    if part.kind != "order":
        return meant
    letters = {option.id: letter for option, letter in zip(part.options, _LETTERS, strict=False)}
    return tuple(letters.get(one, one) for one in meant)


def as_meant(part: Part, keyed: Given) -> Given:
    """An answer as the drill writes it."""
    if part.kind != "order":
        return keyed
    ids = {letter: option.id for option, letter in zip(part.options, _LETTERS, strict=False)}
    return tuple(ids.get(one, "") for one in keyed)


@dataclass(slots=True)
class Classroom:
    """Questions and memories as this process has them; both can be made again from the streams."""

    clock: Callable[[], int]
    chance: Callable[[int], bytes]
    _tasks: OrderedDict[tuple[str, str, int, str], Task] = field(default_factory=OrderedDict)
    _memories: OrderedDict[str, tuple[tuple[Answered, ...], Memory]] = field(default_factory=OrderedDict)

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.clock() / 1000, UTC)

    def ask(
        self, name: str, learner: Learner, sheet: Sheet, wanted: c.AskQuestion, kinds: tuple[str, ...] = ()
    ) -> tuple[AskQuestion, str]:
        """Return the next question as the log keeps it, and the chance behind it, which is sealed.

        ``kinds`` are the irregularities that the learner's course keeps to.
        """
        check_drill(sheet, wanted.drill)
        level = wanted.level or level_reached(learner.answers, sheet.name, wanted.drill)
        level, salt = min(level, len(LEVELS)), self.chance(16).hex()
        task = next_task(
            sheet, wanted.drill, level, learner.answers, now=self.now(), memory=self.memory(name, learner.answers),
            salt=salt, about=wanted.clause, kinds=kinds,
        )  # fmt: skip
        question = task.question
        self._keep(sheet, task)
        fresh = question.seed.startswith(f"{salt}.")
        asked = recorded(
            wanted, at_level=question.level, pick=question.seed.removeprefix(f"{salt}.") if fresh else "",
            again="" if fresh else question.seed, parts=tuple(part.id for part in question.parts),
            payouts=sum(part.kind == "settle" for part in question.parts), program=__version__,
            digest=_digest(question),
        )  # fmt: skip
        assert isinstance(asked, AskQuestion)
        return asked, salt

    def memory(self, name: str, answers: tuple[Answered, ...]) -> Memory:
        """What a learner is likely to know: folded from where it was left, anew where another stream came in."""
        folded, memory = self._memories.pop(name, ((), Memory()))
        if answers[: len(folded)] != folded:
            folded, memory = (), Memory()
        for answer in answers[len(folded) :]:
            memory.take(answer)
        self._memories[name] = answers, memory
        while len(self._memories) > MEMORIES_KEPT:
            self._memories.popitem(last=False)
        return memory

    def task(self, sheet: Sheet, asked: AskedQuestion) -> Task:
        """The question that was asked, made again; refused where it would be another one by now."""
        key = sheet.text_hash, asked.drill, asked.level, asked.seed
        task = self._tasks.get(key)
        if task is None:
            task = make(sheet, asked.drill, asked.level, asked.seed)
            self._keep(sheet, task)
        if _digest(task.question) != asked.digest:
            raise IllegalAction("school.question_changed")
        return task

    def judged(self, sheet: Sheet, asked: AskedQuestion, command: c.AnswerPart) -> AnswerPart:
        """Return an answer with what became of it, as the log keeps it."""
        task = self.task(sheet, asked)
        part = next((one for one in task.question.parts if one.id == command.part), None)
        if part is None:
            raise IllegalAction("school.no_such_part", part=command.part)
        verdict = verdict_on(task, part, command.given)
        found = recorded(command, right=verdict.right, shows=(*verdict.clauses, *verdict.topics))
        assert isinstance(found, AnswerPart)
        return found

    def _keep(self, sheet: Sheet, task: Task) -> None:
        question = task.question
        self._tasks[sheet.text_hash, question.drill, question.level, question.seed] = task
        while len(self._tasks) > TASKS_KEPT:
            self._tasks.popitem(last=False)


def verdict_on(task: Task, part: Part, keyed: Given) -> Judged:
    """What is said of one part, by the answer as a page has written it."""
    answers: Answers = {part.id: as_meant(part, keyed)}
    return next(one for one in judge(task, answers).parts if one.part == part.id)
