"""Questions, answers and verdicts as data: what a page draws, what a trainee gives, and what they are told.

A question is made from a sheet, a drill, a level and a seed, and from nothing else; so whoever has these four has its
solution too, and a page that is sent the question alone has not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from pitboss.games.round import Round
from pitboss.maths.rulings import RulingWorth
from pitboss.school.felt import Layout
from pitboss.table import Happening

__all__ = [
    "Answers",
    "Given",
    "Judged",
    "Logged",
    "Option",
    "Part",
    "PartKind",
    "Question",
    "Solution",
    "Task",
    "Verdict",
]

PartKind = Literal["choice", "several", "order", "settle", "amount", "number", "chips", "line", "step"]
"""How a part is answered: one option; all that hold; all in order; pay, take or push with an amount; an amount of
money; a whole number; the chips one by one; a line of the log (0 for none); a dealer's step in words."""

Given = tuple[str, ...]
"""An answer to one part: ids of options, amounts in dollars, denominations, the number of a line."""

Answers = dict[str, Given]
"""Answers by the id of their part; a part that is left out counts as wrong."""


class Option(Struct, frozen=True):
    """One of the answers that are offered."""

    id: str
    text: str


class Part(Struct, frozen=True, kw_only=True):
    """One thing that is asked; where it is about a wager or a hand, that one is ringed on the felt."""

    id: str
    kind: PartKind
    text: str
    options: tuple[Option, ...] = ()
    spot: int = 0
    hand: int = 0
    wager: str = ""
    stake: int = 0
    """The wager in cents."""
    told: tuple[str, ...] = ()
    """What has happened since the part before, where the table moves on between two parts."""
    layout: Layout | None = None
    """The table as it lies now, where it is another one than the question's."""


class Logged(Struct, frozen=True):
    """One line of what has happened, as a person reads it; lines are counted from one."""

    number: int
    text: str


class Question(Struct, frozen=True, kw_only=True):
    """What a trainee is asked."""

    sheet: str
    sheet_hash: str
    drill: str
    level: int
    seed: str
    text: str
    layout: Layout
    log: tuple[Logged, ...] = ()
    parts: tuple[Part, ...] = ()
    chips: tuple[int, ...] = ()
    """The denominations of the tray in cents, where chips are asked for."""


class Solution(Struct, frozen=True, kw_only=True):
    """What is right for one part, and why."""

    right: Given
    shown: str
    """The right answer in words."""
    clause: str = ""
    clauses: tuple[str, ...] = ()
    """Further clauses that the same answer shows."""
    topics: tuple[str, ...] = ()
    """What it shows that is no clause, such as a hand to be played."""
    value: str = ""
    """The value of the sheet in question: odds, a limit, a total."""
    calculation: str = ""
    why: str = ""

    @property
    def every_clause(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, (self.clause, *self.clauses))))


@dataclass(frozen=True)
class Task:
    """A question with its solutions by part; the solutions stay with whoever judges."""

    question: Question
    solutions: dict[str, Solution]
    round: Round | None = field(default=None, compare=False, repr=False)
    """The round behind it, as far as the engine played it; None where the question is about none."""
    ruling: Round | None = field(default=None, compare=False, repr=False)
    """The round at the question of a case that is ruled on, so that what each ruling is worth can be worked out."""
    again: Callable[[], Happening] | None = field(default=None, compare=False, repr=False)
    """What a table does next when it is asked again, where the question is about a table around its rounds."""

    @property
    def shows(self) -> tuple[str, ...]:
        """Everything that an answer shows and that may be forgotten: clauses and topics."""
        topics = (topic for solution in self.solutions.values() for topic in solution.topics)
        return (*self.clauses, *dict.fromkeys(topics))

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that an answer shows, in the order of the parts."""
        found = (clause for solution in self.solutions.values() for clause in solution.every_clause)
        return tuple(dict.fromkeys(found))


class Judged(Struct, frozen=True, kw_only=True):
    """One part of an answer: right or wrong, and why."""

    part: str
    right: bool
    given: Given
    answer: str
    """What is right, in words."""
    note: str = ""
    """What is the matter with the answer that was given."""
    clause: str = ""
    clause_text: str = ""
    clauses: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    value: str = ""
    calculation: str = ""
    why: str = ""


class Verdict(Struct, frozen=True):
    """A whole answer: right where every part is."""

    parts: tuple[Judged, ...]
    worth: tuple[RulingWorth, ...] = ()
    """At a ruling, what each is worth to whom, where that was asked for."""

    @property
    def right(self) -> bool:
        return all(part.right for part in self.parts)
