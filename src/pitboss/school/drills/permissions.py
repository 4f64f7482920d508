"""Rule it, before a round: who may have the cards shuffled, shown, put away, or cut elsewhere.

Each role is tried at a table; those that the table lets are the right answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.felt import Layout
from pitboss.school.making import task
from pitboss.school.questions import Option, Part, Solution, Task
from pitboss.shoe import Chance, ManualSource
from pitboss.table import Table
from pitboss.words import wording

__all__ = ["make"]

ROLES: Final = ("player", "dealer", "supervisor", "floor", "shift_manager")
Permitted = Callable[[Table, Any], object]

MOVES: Final[Mapping[str, Permitted]] = {
    "acknowledge": lambda table, role: table.acknowledge(role),
    "close": lambda table, role: table.close(role),
    "show_burn": lambda table, role: table.show_burn("Ann", approved_by=role),
    "request_shuffle": lambda table, role: table.request_shuffle("Ann", leave_of=role),
    "order_cut_card": lambda table, role: table.place_cut_card(60, ordered_by=role),
    "ask_release": lambda table, role: table.ask_to_release(2, role=role),
    "set_spots": lambda table, role: table.set_spots("Ann", 1, role=role),
    "grant_three": lambda table, role: table.grant_three("Ann", role=role),
}
"""What somebody of the house decides on around rounds."""


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return the question who may do one of these things at a table."""
    found = [(name, answer) for table in _tables(sheet, aim.chance) for name, answer in _answers(table).items()]
    fits = aim.fitting(found, lambda one: (one[1][1],))
    name = aim.one(sorted({name for name, _ in fits}))
    allowed, clause = next(answer for known, answer in fits if known == name)
    options = tuple(Option(role, role.replace("_", " ")) for role in ROLES)
    part = Part(id="who", kind="several", text=wording(_TEXTS[name], {}), options=options)
    shown = ", ".join(role.replace("_", " ") for role in allowed)
    solution = Solution(right=allowed, shown=shown, clause=clause, value=shown)
    text = wording("school.between_rounds", {})
    return task(sheet, "rule_it", level, seed, text=text, layout=Layout(), asked=[(part, solution)])


def _tables(sheet: Sheet, chance: Chance) -> list[Table]:
    """A table at every stage before a round, and one in a round that waits for a place."""
    table, _ = Table.open(sheet, dealer="Dee")
    for box in (1, 2, 3):
        try:
            table, _ = table.sit("Ann", box)
        except IllegalAction:
            break
    found, source = [table], ManualSource(chance)
    while (moved := table.next_move(source)) is not None:
        table = moved[0]
        found.append(table)
    return [*found, *_full(table)]


def _full(table: Table) -> list[Table]:
    """The table with every place taken and somebody who waits."""
    try:
        for box in range(1, len(table.boxes) + 1):
            if not table.boxes[box - 1]:
                table, _ = table.sit(f"Guest {box}", box)
        table, _ = table.wait("Zoe")
    except IllegalAction:
        return []
    return [table]


Answer = tuple[tuple[str, ...], str]
"""The roles that may, and the clause."""


def _answers(table: Table) -> dict[str, Answer]:
    """Every move that some role may do now and another may not."""
    found: dict[str, Answer] = {}
    for name, move in MOVES.items():
        said = {role: _refusal(table, move, role) for role in ROLES}
        allowed = tuple(role for role, refused in said.items() if refused is None)
        clauses = [refused.clause for refused in said.values() if refused is not None and refused.clause]
        if allowed and clauses and len(allowed) < len(ROLES):
            found[name] = allowed, clauses[0]
    return found


def _refusal(table: Table, move: Permitted, role: str) -> IllegalAction | None:
    try:
        move(table, role)
    except IllegalAction as refusal:
        return refusal
    return None


_TEXTS: Final = {
    "acknowledge": "school.who_acknowledges",
    "close": "school.who_closes",
    "show_burn": "school.who_shows_burn",
    "request_shuffle": "school.who_lets_shuffle",
    "order_cut_card": "school.who_orders_cut_card",
    "ask_release": "school.who_asks_release",
    "set_spots": "school.who_sets_spots",
    "grant_three": "school.who_grants_three",
}
