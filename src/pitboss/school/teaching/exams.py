"""A paper: the questions of an exam, from a seed and the program that set it.

A question is made again from its seed when it is asked and when it is marked, and may have become another one in a
later version of the program. So each stands in the paper with its mark, a hash that nobody can guess without the seed;
where this program makes another question, it says so and marks nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss import __version__
from pitboss.engine import NOW
from pitboss.errors import Refusal
from pitboss.games.events import IrregularityDeclared
from pitboss.rules import Sheet
from pitboss.school.aiming import kept_to
from pitboss.school.drills import make
from pitboss.school.questions import Question, Task
from pitboss.school.teaching.courses import Exam, Section, check_exam

__all__ = ["EXAM_SEED", "Paper", "Sealed", "blind", "question_mark", "question_seed", "set_paper", "task_of"]

EXAM_SEED: Final = "exam:"
"""How the seed of every question of an exam begins, and that of none that is practised."""
TRIES: Final = 200
"""How many seeds are tried for a question that is about what the teacher wants, and was not asked yet."""


class Sealed(Struct, frozen=True):
    """A question of a paper: which of those that the seed makes, and the mark by which it is known again."""

    drill: str
    level: int
    pick: int
    mark: str


class Paper(Struct, frozen=True, kw_only=True):
    """An exam as it was set; whoever has its seed has every answer, and without the seed nobody has any."""

    exam: Exam
    sheet: str
    sheet_hash: str
    program: str
    engine: str
    seed: str
    questions: tuple[Sealed, ...]


def set_paper(sheet: Sheet, exam: Exam, seed: str) -> Paper:
    """Return the paper of a seed: the same for everybody, no question in it twice where the drill has others."""
    check_exam(sheet, exam)
    return Paper(
        exam=exam, sheet=sheet.name, sheet_hash=sheet.hash, program=__version__, engine=NOW.version, seed=seed,
        questions=tuple(_questions(sheet, exam, seed)),
    )  # fmt: skip


def _questions(sheet: Sheet, exam: Exam, seed: str) -> Iterator[Sealed]:
    asked: set[bytes] = set()
    wanted = [section for section in exam.sections for _ in range(section.questions)]
    for number, section in enumerate(wanted, 1):
        pick, task = _fitting(sheet, exam, section, _seeds(seed, number), asked)
        asked.add(_content(task))
        yield Sealed(section.drill, section.level, pick, question_mark(task, seed))


def _seeds(seed: str, number: int) -> str:
    """How the seeds of one question begin, which tell nothing of the others."""
    return EXAM_SEED + sha256(f"{seed}\n{number}".encode()).hexdigest()[:32]


def question_seed(paper: Paper, number: int) -> str:
    """Return what makes a question of a paper, counted from one."""
    return _drawn(_seeds(paper.seed, number), paper.questions[number - 1].pick, paper.exam)


def _drawn(seeds: str, pick: int, exam: Exam) -> str:
    """The seed of a question; no other irregularity comes up in it than the teacher wants, where some are named."""
    return kept_to(f"{seeds}.{pick}", exam.irregularities)


def _fitting(sheet: Sheet, exam: Exam, section: Section, seeds: str, asked: set[bytes]) -> tuple[int, Task]:
    """The first question that is wanted and new; of a drill with few, the first that is wanted."""
    found: tuple[int, Task] | None = None
    for pick in range(TRIES):
        task = make(sheet, section.drill, section.level, _drawn(seeds, pick, exam))
        if _wanted(exam, task):
            if _content(task) not in asked:
                return pick, task
            found = found or (pick, task)
    if found is None:
        raise Refusal("exam.not_found", drill=section.drill)
    return found


def _wanted(exam: Exam, task: Task) -> bool:
    """Whether what is to be ruled on is an irregularity that the teacher wants, where some are named."""
    if not exam.irregularities or task.question.drill != "rule_it":
        return True
    events = task.round.events if task.round is not None else ()
    kinds = {event.kind for event in events if isinstance(event, IrregularityDeclared)}
    return bool(kinds & set(exam.irregularities))


def blind(question: Question) -> Question:
    """Return a question as a trainee gets it in an exam: without the seed, from which the answers could be made."""
    return msgspec.structs.replace(question, seed="")


def _content(task: Task) -> bytes:
    solutions = {part: msgspec.to_builtins(solution) for part, solution in task.solutions.items()}
    return msgspec.json.encode([blind(task.question), solutions], order="deterministic")


def question_mark(task: Task, seed: str) -> str:
    """Return the mark of a question: of what is asked and of what is right, hashed together with the exam's seed."""
    return sha256(seed.encode() + b"\n" + _content(task)).hexdigest()


def task_of(sheet: Sheet, paper: Paper, number: int) -> Task:
    """Return a question of a paper, counted from one; raises Refusal where it is no longer the one that was set."""
    if not 1 <= number <= len(paper.questions):
        raise Refusal("exam.no_such_question", number=number, most=len(paper.questions))
    if sheet.hash != paper.sheet_hash:
        raise Refusal("exam.other_sheet", sheet=paper.sheet, was=paper.sheet_hash[:12], now=sheet.hash[:12])
    sealed = paper.questions[number - 1]
    task = make(sheet, sealed.drill, sealed.level, question_seed(paper, number))
    if question_mark(task, paper.seed) != sealed.mark:
        raise Refusal("exam.other_question", number=number, was=paper.program, now=__version__)
    return task
