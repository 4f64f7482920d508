"""A question as its learner may see it now: what is asked, what was answered, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pitboss.school import Judged, Option, Task
from pitboss.school.felt import Layout
from pitboss.school.hints import hint
from pitboss.school.questions import Given, Logged, Part, PartKind
from pitboss.service.school.classroom import as_keyed, verdict_on
from pitboss.service.school.learners import AskedQuestion

__all__ = ["PartState", "ShownPart", "ShownQuestion", "shown"]

PartState = Literal["answered", "now", "waiting"]
LISTED_AHEAD = ("settle", "amount")
"""Kinds that a page may list before they are asked: they say nothing of each other."""
TOLD_AT_THE_END = ("line",)
"""Kinds whose verdict would answer the part after them."""


class ShownPart(Struct, frozen=True, kw_only=True):
    """One part: what is asked, and once it is answered what was keyed, what is right, and why."""

    id: str
    kind: PartKind
    text: str
    options: tuple[Option, ...]
    spot: int
    hand: int
    wager: str
    stake: int
    state: PartState
    hint: str
    given: Given
    right: Given
    """The right answer, once it may be told."""
    judged: Judged | None
    milliseconds: int
    told: tuple[str, ...]
    layout: Layout | None


class ShownQuestion(Struct, frozen=True, kw_only=True):
    """A question as its learner may see it now."""

    number: int
    sheet: str
    drill: str
    level: int
    text: str
    layout: Layout
    log: tuple[Logged, ...]
    parts: tuple[ShownPart, ...]
    chips: tuple[int, ...]
    course: str
    exam: str
    over: bool
    right: bool | None
    """Whether every part is; None before it may be told."""
    milliseconds: int
    hint: bool
    seed: str
    """What it was made from, once it is answered."""
    weighed: bool
    """Whether it can be told what each ruling is worth to whom."""


def shown(asked: AskedQuestion, task: Task, *, told: bool = True) -> ShownQuestion:
    """Return what may be seen of a question; ``told`` is whether verdicts are told at all yet."""
    question = task.question
    open_to_all = told and asked.over
    return ShownQuestion(
        number=asked.number, sheet=asked.sheet, drill=asked.drill, level=asked.level, text=question.text,
        layout=question.layout, log=question.log, parts=tuple(_parts(asked, task, told)), chips=question.chips,
        course=asked.course, exam=asked.exam, over=asked.over,
        right=all(one.right for one in asked.given) if open_to_all else None,
        milliseconds=sum(one.milliseconds for one in asked.given), hint=bool(asked.hints),
        seed=asked.seed if open_to_all else "", weighed=open_to_all and task.ruling is not None,
    )  # fmt: skip


def _parts(asked: AskedQuestion, task: Task, told: bool) -> Iterator[ShownPart]:
    """What was answered, what is asked now, and what may be listed behind it."""
    ahead = False
    for part in task.question.parts:
        if asked.answer_to(part.id) is not None:
            yield _part(asked, task, part, "answered", told)
        elif part.id == asked.now:
            ahead = part.kind != "order"
            yield _part(asked, task, part, "now", told)
        elif ahead and part.kind in LISTED_AHEAD:
            yield _part(asked, task, part, "waiting", told)


def _part(asked: AskedQuestion, task: Task, part: Part, state: PartState, told: bool) -> ShownPart:
    given = asked.answer_to(part.id)
    last = task.question.parts[-1].id
    solution = task.solutions[part.id]
    verdict = None
    if told and given is not None and (asked.over or part.kind not in TOLD_AT_THE_END):
        verdict = replace(verdict_on(task, part, given.given), given=given.given)
    options = part.options
    if part.kind == "order":
        options = tuple(Option(as_keyed(part, (one.id,))[0], one.text) for one in part.options)
    return ShownPart(
        id=part.id, kind=part.kind, text=part.text, options=options, spot=part.spot, hand=part.hand, wager=part.wager,
        stake=part.stake, state=state, hint=hint(solution) if part.id in asked.hints else "",
        given=given.given if given is not None else (), right=as_keyed(part, solution.right) if verdict else (),
        judged=verdict, milliseconds=given.milliseconds if given is not None else 0, told=part.told,
        layout=part.layout if state == "now" or part.id == last else None,
    )  # fmt: skip
