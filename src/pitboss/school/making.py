"""What every drill is made of: a question's frame, options in drawn order, and clauses that stand together."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources

from msgspec.structs import replace

from pitboss.games.round import Round
from pitboss.rules import Sheet
from pitboss.rules.register import clauses_of
from pitboss.school.felt import Layout
from pitboss.school.questions import Logged, Option, Part, Question, Solution, Task
from pitboss.shoe import Chance, SeededChance
from pitboss.table import Happening

__all__ = ["Asked", "NothingToAsk", "chance_of", "choice", "citing", "right_id", "task"]

MOST_OPTIONS = 4


class NothingToAsk(Exception):
    """What was dealt holds no question of this drill; another deal is tried."""


Asked = tuple[Part, Solution]
"""A part and its solution."""


def task(
    sheet: Sheet, drill: str, level: int, seed: str, *, text: str, layout: Layout, asked: Sequence[Asked],
    log: Iterable[str] = (), chips: Sequence[int] = (), round_: Round | None = None,
    ruling: Round | None = None, again: Callable[[], Happening] | None = None,
) -> Task:  # fmt: skip
    """Return a question with its solutions."""
    question = Question(
        sheet=sheet.name,
        sheet_hash=sheet.hash,
        drill=drill,
        level=level,
        seed=seed,
        text=text,
        layout=layout,
        log=tuple(Logged(number, line) for number, line in enumerate(log, 1)),
        parts=tuple(part for part, _ in asked),
        chips=tuple(chips),
    )
    return Task(question, {part.id: _complete(sheet, solution) for part, solution in asked}, round_, ruling, again)


def choice(part_id: str, text: str, right: str, others: Iterable[str], chance: Chance, **about: object) -> Part:
    """Return a part with one right option among others, in drawn order; ids are a, b, c …"""
    wrong = [other for other in dict.fromkeys(others) if other != right]
    texts = chance.shuffled([right, *chance.shuffled(wrong)[: MOST_OPTIONS - 1]])
    options = tuple(Option("abcdefgh"[at], said) for at, said in enumerate(texts))
    return Part(id=part_id, kind="choice", text=text, options=options, **about)  # type: ignore[arg-type]


def right_id(part: Part, right: str) -> tuple[str, ...]:
    """Return the id of the option with this text."""
    return (next(option.id for option in part.options if option.text == right),)


@lru_cache(maxsize=64)
def _together(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """For each clause that is cited, those that state the same value or point of procedure beside it."""
    found: dict[str, dict[str, None]] = {}
    for stated in (*(source.clauses for source in sheet.sources.values()), *sheet.points.values()):
        for first in stated[:1]:
            found.setdefault(first, {}).update(dict.fromkeys(stated[1:]))
    return {first: tuple(others) for first, others in found.items()}


def _complete(sheet: Sheet, solution: Solution) -> Solution:
    """A solution with all clauses that its right answer shows beside the one that is cited.

    They stand beside it under a value or point of the sheet, repeat it, or are shown by the same step.
    """
    clauses = tuple(one for one in dict.fromkeys(_shown_by(sheet, solution.every_clause)) if one != solution.clause)
    return replace(solution, clauses=clauses)


def _shown_by(sheet: Sheet, cited: Iterable[str]) -> Iterator[str]:
    """The clauses that are cited, those that stand beside them, and those that are shown with any of these."""
    beside = [other for one in cited for other in (one, *_together(sheet).get(one, ()))]
    yield from beside
    documents = _documents(sheet)
    yield from (one for other in beside for one in _shown_too().get(other, ()) if one.partition("-")[0] in documents)


@lru_cache(maxsize=1024)
def citing(sheet: Sheet, wanted: str) -> frozenset[str]:
    """Return the clauses of which each, when it is cited, shows the wanted one; that one is always among them."""
    known = {*_together(sheet), *_shown_too()}
    return frozenset({wanted, *(one for one in known if wanted in _shown_by(sheet, [one]))})


@cache
def _shown_too() -> dict[str, tuple[str, ...]]:
    """For each clause that is cited, those that its right answer shows too, in any document."""
    text = resources.files("pitboss.school").joinpath("shown_with.toml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for clause, cited in tomllib.loads(text)["shown_with"].items():
        for one in cited:
            found.setdefault(one, []).append(clause)
    for entry in clauses_of():
        if entry.same_as:
            found.setdefault(entry.same_as, []).append(entry.id)
    return {cited: tuple(clauses) for cited, clauses in found.items()}


@lru_cache(maxsize=64)
def _documents(sheet: Sheet) -> frozenset[str]:
    """The documents that a sheet's table is run by, by their prefixes."""
    named = [one for source in sheet.sources.values() for one in source.clauses]
    return frozenset({sheet.document, *(one.partition("-")[0] for one in named)})


def chance_of(drill: str, level: int, seed: str, attempt: int = 0) -> Chance:
    """Return the one source of chance of a question."""
    return SeededChance(f"school/{drill}/{level}/{seed}/{attempt}")
