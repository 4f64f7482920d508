"""Levels, accuracy and speed over time, and the map of all clauses: folds of a learner's stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Final, Literal

from msgspec import Struct

from pitboss.rules import Sheet
from pitboss.rules.register import Clause, clauses_of, register
from pitboss.school.learning.stream import Answered, tally
from pitboss.school.levels import LEVELS

__all__ = ["Day", "Mark", "Status", "clause_map", "days", "level_reached", "taught"]

Status = Literal["shown", "shaky", "never"]
"""Right at once in the last three tries; tried, and not yet so; never tried."""

AT_ONCE: Final = 3
TRIES: Final = 5
ENOUGH: Final = 4
"""Right answers among the last tries of a level that lead to the next one."""
TOO_FEW: Final = 1
"""Right answers among the last tries of a level that lead back."""


class Day(Struct, frozen=True):
    """One day of one drill: how much was answered, how much of it was right, and how fast."""

    day: str
    drill: str
    answered: int
    right: int
    median_milliseconds: int


class Mark(Struct, frozen=True, kw_only=True):
    """One clause on the map."""

    clause: str
    kind: str
    heading: str
    text: str
    status: Status
    tries: int
    right: int
    last: str = ""
    """The day it was last tried."""


def level_reached(events: Iterable[Answered], sheet: str, drill: str) -> int:
    """Return the level that a learner stands at in a drill: up after enough right answers, down after too few."""
    level, recent = 1, list[bool]()
    for event in events:
        if event.sheet != sheet or event.drill != drill or event.level != level or event.hint:
            continue
        recent = [*recent, event.right][-TRIES:]
        if sum(recent) >= ENOUGH and level < len(LEVELS):
            level, recent = level + 1, []
        elif len(recent) == TRIES and sum(recent) <= TOO_FEW and level > 1:
            level, recent = level - 1, []
    return level


def days(events: Iterable[Answered]) -> list[Day]:
    """Return accuracy and speed by day and drill."""
    by_day: dict[tuple[str, str], list[Answered]] = {}
    for event in events:
        by_day.setdefault((event.at.date().isoformat(), event.drill), []).append(event)
    return [
        Day(day, drill, len(own), sum(event.right for event in own), round(median(one.milliseconds for one in own)))
        for (day, drill), own in sorted(by_day.items())
    ]


def taught(sheet: Sheet) -> Sequence[Clause]:
    """Return every clause that the sheet's table is run by: of its own document, and what it names of others."""
    named = {one for source in sheet.sources.values() for one in source.clauses}
    named |= {one for clauses in sheet.points.values() for one in clauses}
    own = register().get(sheet.document)
    return [
        clause for clause in clauses_of() if clause.id in named or (own is not None and clause.document == own.prefix)
    ]


def clause_map(sheet: Sheet, events: Iterable[Answered]) -> list[Mark]:
    """Return the map of all clauses: what has been shown, is shaky, or was never tried."""
    tries = tally(events)
    marks = []
    for clause in taught(sheet):
        own = tries.get(clause.id, [])
        shown = len(own) >= AT_ONCE and all(right for _, right in own[-AT_ONCE:])
        status: Status = "never" if not own else "shown" if shown else "shaky"
        marks.append(
            Mark(
                clause=clause.id, kind=clause.kind, heading=clause.heading, text=clause.text, status=status,
                tries=len(own), right=sum(right for _, right in own), last=own[-1][0].date().isoformat() if own else "",
            )
        )  # fmt: skip
    return marks
