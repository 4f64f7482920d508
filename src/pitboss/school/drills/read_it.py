"""Read it: totals, best hands, who wins, whether the dealer qualifies, and what is posted at the table.

What a hand is and who wins is taken from the finished round, and what is posted from the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from pitboss.games.events import BetPlaced, InsuranceBet, LammerPlaced, TokePlaced
from pitboss.games.round import Round
from pitboss.money import Odds
from pitboss.options import Field
from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.felt import layout_of, wager_title
from pitboss.school.game import SCHOOL_GAMES, Reading
from pitboss.school.happenings import happening_text
from pitboss.school.making import Asked, choice, right_id, task
from pitboss.school.practice import deal
from pitboss.school.questions import Solution, Task
from pitboss.shoe import Chance
from pitboss.words import wording

__all__ = ["make"]

POSTED_ONE_IN: Final = 4
PLACED: Final = (BetPlaced, TokePlaced, InsuranceBet, LammerPlaced)
POSITIONS: Final = ("box", "adjacent", "insurance line", "right of bet", "sensor", "circle")
"""Where chips may lie, by any document."""


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a layout to read: one thing on the first level, up to five on the last, and what is posted."""
    chance = aim.chance
    round_ = deal(sheet, aim.level(level), chance).round
    readings = (*SCHOOL_GAMES[sheet.game].readings(round_), *_positions(round_))
    found = [reading for reading in readings if set(reading.others) - {reading.right}]
    asked: list[Asked] = []
    for number in range(1, level + 1):
        first = aim if number == 1 else Aim(chance)
        fits = [reading for reading in found if first.hits((reading.clause,))]
        if chance.below(POSTED_ONE_IN) == 0 or not fits:
            asked.append(_posted(sheet, str(number), first))
            continue
        reading = _drawn(fits, chance)
        found.remove(reading)
        asked.append(_reading(sheet, str(number), reading, chance))
    return task(
        sheet, "read_it", level, seed,
        text=wording("school.read_it", {}), layout=layout_of(sheet, round_.events, whole=True), asked=asked,
        round_=round_,
    )  # fmt: skip


def _drawn(readings: Sequence[Reading], chance: Chance) -> Reading:
    """One of these, every kind of reading as often as another."""
    kinds: dict[str, list[Reading]] = {}
    for reading in readings:
        kinds.setdefault(reading.text.partition(" ")[0] + reading.clause, []).append(reading)
    drawn = list(kinds.values())[chance.below(len(kinds))]
    return drawn[chance.below(len(drawn))]


def _positions(round_: Round) -> Iterator[Reading]:
    """Where chips and lammers lie."""
    for event in round_.events:
        if isinstance(event, PLACED):
            right = event.position.replace("_", " ")
            text = wording("school.where_is", {"what": happening_text(round_.sheet, event)})
            yield Reading(text, right, POSITIONS, event.clause, spot=event.spot)


def _reading(sheet: Sheet, number: str, reading: Reading, chance: Chance) -> Asked:
    part = choice(number, reading.text, reading.right, reading.others, chance, spot=reading.spot, hand=reading.hand)
    return part, Solution(
        right=right_id(part, reading.right),
        shown=reading.right,
        clause=reading.clause,
        value=reading.value,
        why=reading.why,
    )


def _posted(sheet: Sheet, number: str, aim: Aim) -> Asked:
    """One value of the sheet as the placard says it, beside what other houses would post."""
    paths = [path for path in sheet.sources if path in sheet.values and sheet.clauses(path) and _others(sheet, path)]
    path = aim.one(aim.fitting(paths, sheet.clauses))
    right = _sentence(sheet.fields[path], sheet.values[path])
    text = wording("school.posted", {"section": _section(sheet, path)})
    part = choice(number, text, right, _others(sheet, path), aim.chance)
    clauses = sheet.clauses(path)
    return part, Solution(
        right=right_id(part, right), shown=right, clause=clauses[0], clauses=clauses[1:], value=_value(sheet, path)
    )


def _section(sheet: Sheet, path: str) -> str:
    """Which part of the sheet a value stands in, in words."""
    named = [part for part in path.split(".")[:-1] if part not in ("bets", "pays")]
    return ", ".join(wager_title(sheet, part).lower() for part in named)


def _value(sheet: Sheet, path: str) -> str:
    return sheet.fields[path].words(sheet.values[path])


def _sentence(field: Field, value: Any) -> str:
    """The sentence of a value, pay lines with their odds."""
    said = field.sentence(value)
    return f"{said.rstrip('.')}: {value.words}" if isinstance(value, Odds) and "{}" not in str(_says(field)) else said


def _says(field: Field) -> Any:
    return "" if field.option is None else field.option.says


def _others(sheet: Sheet, path: str) -> list[str]:
    """What the sentence would be with another value."""
    field, value = sheet.fields[path], sheet.values[path]
    if not _says(field) or field.listed:
        return []
    return [_sentence(field, other) for other in _other_values(field, value) if other != value]


def _other_values(field: Field, value: Any) -> Iterator[Any]:
    if field.values:
        yield from field.values
    elif isinstance(value, (bool, str)):
        return
    elif isinstance(value, int):
        yield from (other for other in (value * 2, value // 2, value + 1, value * 5) if other > 0)
    elif isinstance(value, Odds):
        yield from (Odds(value.pays + 1, value.per), Odds(value.pays * 2, value.per), Odds(value.pays, value.per + 1))
    elif isinstance(value, Fraction):
        yield from (value / 2, (value + 1) / 2)
