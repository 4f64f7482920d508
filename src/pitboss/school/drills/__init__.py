"""The drills by name, and a question of any of them from a sheet, a drill, a level and a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.rules import Sheet
from pitboss.school.aiming import Aim, aim_of, kinds_kept
from pitboss.school.cases import kinds_of
from pitboss.school.drills import count_it, deal_shoe, find_mistake, next_step, pay_it, play_it, read_it, rule_it
from pitboss.school.making import NothingToAsk, chance_of
from pitboss.school.questions import Task

__all__ = ["DRILLS", "drills_of", "make"]

ATTEMPTS: Final = 400
"""How many deals are tried for one that holds a question of the drill."""

AIMED: Final = 120
"""How many of them are tried for one that shows a clause that is wanted."""

Maker = Callable[[Sheet, int, str, Aim], Task]

DRILLS: Final[Mapping[str, Maker]] = {
    "pay_it": pay_it.make,
    "read_it": read_it.make,
    "next_step": next_step.make,
    "rule_it": rule_it.make,
    "find_mistake": find_mistake.make,
    "deal_a_shoe": deal_shoe.make,
    "fast_deal": deal_shoe.make_at_speed,
    "play_it": play_it.make,
    "count_it": count_it.make,
}


def drills_of(sheet: Sheet) -> tuple[str, ...]:
    """Return the drills of a sheet: cards are counted only where rounds follow each other on one shoe."""
    return tuple(drill for drill in DRILLS if drill != "count_it" or count_it.has_count(sheet))


def make(sheet: Sheet, drill: str, level: int, seed: str) -> Task:
    """Return the question of a seed; the same four values always give the same question.

    A seed that aims at a clause (``pitboss.school.aiming``) makes a question that shows it, where the drill can on this
    level; else a question like any other.
    """
    wanted, kinds = aim_of(sheet, seed), tuple(kind for kind in kinds_kept(seed) if kind in kinds_of(sheet))
    tries = [(attempt, wanted) for attempt in range(AIMED if wanted else 0)]
    for attempt, aim in (*tries, *((attempt, frozenset[str]()) for attempt in range(ATTEMPTS))):
        try:
            found = DRILLS[drill](sheet, level, seed, Aim(chance_of(drill, level, seed, attempt), aim, kinds))
        except NothingToAsk:
            continue
        if not aim or not aim.isdisjoint(found.clauses):
            return found
    raise AssertionError(f"{sheet.name} holds no question of {drill}")
