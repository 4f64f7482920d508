"""How a class stands: folds of its trainees' streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from pitboss.rules import Sheet
from pitboss.school.learning.progress import Mark, clause_map
from pitboss.school.learning.stream import Answered
from pitboss.school.teaching.marking import payout_pace

__all__ = ["Class", "Shaky", "Trainee", "class_of", "trainee_of"]

MOST_SHAKY: Final = 8
"""How many clauses are named that most of a class has trouble with."""


class Trainee(Struct, frozen=True, kw_only=True):
    """One trainee on one sheet, in a line."""

    name: str
    answered: int
    right: int
    """Right at once: without a hint."""
    payout_milliseconds: int
    shown: int
    shaky: int
    never: int
    last: str
    """The day of the last answer; empty where there is none."""


class Shaky(Struct, frozen=True, kw_only=True):
    """A clause that several of a class have tried and not shown yet."""

    clause: str
    text: str
    trainees: int


class Class(Struct, frozen=True, kw_only=True):
    """A class: its trainees, and the clauses that are shaky for most of them."""

    trainees: tuple[Trainee, ...]
    shaky: tuple[Shaky, ...]
    clauses: int


def trainee_of(sheet: Sheet, name: str, events: Iterable[Answered], marks: list[Mark] | None = None) -> Trainee:
    """Return how a trainee stands on a sheet."""
    own = [event for event in events if event.sheet == sheet.name]
    counts = Counter(mark.status for mark in (clause_map(sheet, own) if marks is None else marks))
    return Trainee(
        name=name, answered=len(own), right=sum(event.right and not event.hint for event in own),
        payout_milliseconds=payout_pace((event.milliseconds, event.payouts) for event in own),
        shown=counts["shown"], shaky=counts["shaky"], never=counts["never"],
        last=own[-1].at.date().isoformat() if own else "",
    )  # fmt: skip


def class_of(sheet: Sheet, streams: Mapping[str, Iterable[Answered]]) -> Class:
    """Return how a class stands on a sheet, its trainees in the order of their names."""
    trainees, shaky, texts = [], Counter[str](), dict[str, str]()
    for name, events in sorted(streams.items()):
        own = [event for event in events if event.sheet == sheet.name]
        marks = clause_map(sheet, own)
        trainees.append(trainee_of(sheet, name, own, marks))
        texts = {mark.clause: mark.text for mark in marks}
        shaky.update(mark.clause for mark in marks if mark.status == "shaky")
    order = sorted(shaky.items(), key=lambda one: (-one[1], one[0]))[:MOST_SHAKY]
    return Class(
        trainees=tuple(trainees),
        shaky=tuple(Shaky(clause=clause, text=texts[clause], trainees=count) for clause, count in order),
        clauses=len(clause_map(sheet, [])),
    )
