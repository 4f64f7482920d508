"""How a learner stands: levels, today's figures, the last answers, days, and the map of clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median
from typing import Final

from msgspec import Struct

from pitboss.rules import Sheet
from pitboss.school import drills_of
from pitboss.school.learning.progress import Day, Mark, clause_map, days, level_reached
from pitboss.school.learning.schedule import Memory
from pitboss.school.learning.stream import Answered

__all__ = ["LastAnswer", "MapMark", "Progress", "marks_of", "progress_of"]

LAST: Final = 12
WEEK: Final = timedelta(days=7)
BY_KIND: Final = {"payout": "pay_it", "procedure": "next_step", "irregularity": "rule_it", "role": "rule_it"}
"""The drill that most likely asks for a clause that was never tried."""


class LastAnswer(Struct, frozen=True):
    """One of the last answers."""

    drill: str
    right: bool
    hint: bool


class Progress(Struct, frozen=True, kw_only=True):
    """Where a learner stands at one table."""

    levels: dict[str, int]
    answered: int
    answered_today: int
    right_today: int
    """Right at once, without a hint."""
    median_today: int
    """Milliseconds; 0 where nothing was answered."""
    median_week: int
    """Of the seven days before today."""
    streak: int
    longest_today: int
    last: tuple[LastAnswer, ...]
    due: tuple[str, ...]
    """The clauses that are to be asked again, the most forgotten first."""
    days: tuple[Day, ...]


def progress_of(sheet: Sheet, answers: Iterable[Answered], memory: Memory, now: datetime) -> Progress:
    """Return how somebody stands at a table; what day it is, the caller says."""
    own = [answer for answer in answers if answer.sheet == sheet.name]
    today = [answer for answer in own if answer.at.date() == now.date()]
    week = [answer for answer in own if now.date() - WEEK <= answer.at.date() < now.date()]
    clauses = {clause for answer in own for clause in answer.clauses}
    return Progress(
        levels={drill: level_reached(own, sheet.name, drill) for drill in drills_of(sheet)},
        answered=len(own),
        answered_today=len(today),
        right_today=sum(_at_once(answer) for answer in today),
        median_today=_median(today),
        median_week=_median(week),
        streak=_runs(own)[-1],
        longest_today=max(_runs(today)),
        last=tuple(LastAnswer(answer.drill, answer.right, answer.hint) for answer in own[-LAST:]),
        due=tuple(clause for clause in memory.due(now) if clause in clauses),
        days=tuple(days(own)),
    )


def _at_once(answer: Answered) -> bool:
    return answer.right and not answer.hint


def _median(answers: Sequence[Answered]) -> int:
    return round(median(answer.milliseconds for answer in answers)) if answers else 0


def _runs(answers: Iterable[Answered]) -> list[int]:
    """How many answers were right at once in a row, at each place; the last one is the streak."""
    runs = [0]
    for answer in answers:
        runs.append(runs[-1] + 1 if _at_once(answer) else 0)
    return runs


class MapMark(Struct, frozen=True):
    """One clause on the map, and the drill that asks for it."""

    mark: Mark
    drill: str


def marks_of(sheet: Sheet, answers: Sequence[Answered]) -> list[MapMark]:
    """Return every clause of a table; a clause that was tried leads to the drill in which it was."""
    drills = drills_of(sheet)
    tried = {clause: answer.drill for answer in answers for clause in answer.clauses if answer.drill in drills}
    return [
        MapMark(mark, tried.get(mark.clause) or BY_KIND.get(mark.kind, "read_it"))
        for mark in clause_map(sheet, answers)
    ]
