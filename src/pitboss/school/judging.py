"""Judging: an answer beside the solution, part by part; a wrong answer is never only "wrong"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from pitboss.errors import NotationError
from pitboss.maths.rulings import worth
from pitboss.money import parse_cents
from pitboss.rules.register import clause
from pitboss.school.calculation import amount
from pitboss.school.questions import Answers, Given, Judged, Part, PartKind, Solution, Task, Verdict
from pitboss.school.steps import read_step
from pitboss.words import wording

__all__ = ["judge"]


def judge(task: Task, answers: Answers, *, trials: int = 0) -> Verdict:
    """Return the verdict on an answer; what is missing or cannot be read counts as wrong.

    With a number of trials, a case that was ruled on is weighed by that many deals: what each ruling is worth to whom.
    """
    parts = (_judged(part, task.solutions[part.id], answers.get(part.id, ())) for part in task.question.parts)
    return Verdict(tuple(parts), worth(task.ruling, trials=trials) if trials and task.ruling is not None else ())


def _judged(part: Part, solution: Solution, given: Given) -> Judged:
    note = _NOTES[part.kind](part, solution.right, given)
    stated = clause(solution.clause)
    return Judged(
        part=part.id,
        right=note is None,
        given=given,
        answer=solution.shown,
        note=note or "",
        clause=solution.clause,
        clause_text="" if stated is None else stated.text,
        clauses=solution.every_clause,
        topics=solution.topics,
        value=solution.value,
        calculation=solution.calculation,
        why=solution.why,
    )


Note = Callable[[Part, Given, Given], str | None]
"""What is the matter with an answer; None where it is right."""


def _choice(part: Part, right: Given, given: Given) -> str | None:
    return None if given[:1] == right[:1] and given else wording("school.not_so", {"said": _said(part, given)})


def _several(part: Part, right: Given, given: Given) -> str | None:
    if set(given) == set(right):
        return None
    texts = {option.id: option.text for option in part.options}
    missing = [texts.get(one, one) for one in right if one not in given]
    if missing:
        return wording("school.missing", {"missing": missing})
    return wording("school.too_much", {"more": [texts.get(one, one) for one in given if one not in right]})


def _order(part: Part, right: Given, given: Given) -> str | None:
    if given == right:
        return None
    if Counter(given) != Counter(right):
        return wording("school.not_all", {"count": len(right)})
    texts = {option.id: option.text for option in part.options}
    at = next(place for place, (one, other) in enumerate(zip(given, right, strict=True)) if one != other)
    return wording("school.out_of_order", {"place": at + 1, "due": texts[right[at]], "said": texts[given[at]]})


def _settle(part: Part, right: Given, given: Given) -> str | None:
    said, due = _settled(part, given), _settled(part, right)
    if said == due:
        return None
    if said is None or due is None:
        return wording("school.unreadable", {"said": " ".join(given)})
    if said[0] != due[0]:
        return wording("school.other_result", {"said": said[0]})
    short = due[1] - said[1]
    params = {"said": amount(said[1]), "off": amount(abs(short))}
    return wording("school.short", params) if short > 0 else wording("school.over", params)


def _settled(part: Part, given: Given) -> tuple[str, int] | None:
    """What is done with a wager, and for how much; a take without an amount is of the whole stake."""
    match given:
        case ("push",):
            return "push", 0
        case ("take",):
            return "take", part.stake
        case ("pay" | "take", said):
            cents = _cents(said)
            return None if cents is None else (given[0], cents)
    return None


def _cents(text: str) -> int | None:
    try:
        return parse_cents(text)
    except NotationError:
        return None


def _amount(part: Part, right: Given, given: Given) -> str | None:
    said, due = _cents(given[0]) if given else None, _cents(right[0])
    if said is None or due is None:
        return wording("school.unreadable", {"said": " ".join(given)})
    if said == due:
        return None
    params = {"said": amount(said), "off": amount(abs(due - said))}
    return wording("school.short", params) if due > said else wording("school.over", params)


def _number(part: Part, right: Given, given: Given) -> str | None:
    said = given[0].strip().lstrip("+") if given else ""
    return None if said == right[0] else wording("school.not_so", {"said": said})


def _chips(part: Part, right: Given, given: Given) -> str | None:
    laid = [_cents(chip) for chip in given]
    if None in laid:
        return wording("school.unreadable", {"said": " ".join(given)})
    cents, due = sum(filter(None, laid)), sum(parse_cents(chip) for chip in right)
    if cents != due:
        return wording("school.chips_make", {"said": amount(cents), "due": amount(due)})
    if len(given) != len(right):
        return wording("school.color_up", {"said": len(given), "due": len(right)})
    return None


def _step(part: Part, right: Given, given: Given) -> str | None:
    """The step that was named beside the one that is due; an amount is judged to the cent."""
    due = read_step(right)
    try:
        said = read_step(given)
    except NotationError:
        return wording("school.unreadable", {"said": " ".join(given)})
    return None if said == due else wording("school.not_so", {"said": said.text})


def _said(part: Part, given: Given) -> str:
    texts = {option.id: option.text for option in part.options}
    return texts.get(given[0], given[0]).rstrip(".") if given else "-"


_NOTES: Final[Mapping[PartKind, Note]] = {
    "choice": _choice,
    "several": _several,
    "order": _order,
    "settle": _settle,
    "amount": _amount,
    "number": _number,
    "line": _number,
    "chips": _chips,
    "step": _step,
}
