"""Play it: a player's decision, with what every answer is worth by the exact solver of the sheet's own rules."""

from __future__ import annotations

from typing import Final

from pitboss.rules import Sheet
from pitboss.school.aiming import Aim
from pitboss.school.game import SCHOOL_GAMES
from pitboss.school.making import NothingToAsk, choice, right_id, task
from pitboss.school.questions import Solution, Task
from pitboss.words import wording

__all__ = ["make"]

TOO_CLOSE: Final = 1e-6
"""Units between the two best answers below which nobody is asked which is better."""


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a decision; its best answer is the solver's."""
    from pitboss.maths.analysis import value  # loads the kernels, which no other drill needs

    situation = SCHOOL_GAMES[sheet.game].situation(sheet, level, aim.chance)
    found = value(sheet, situation.text)
    choices = [one for one in found.choices if not any(sign.isdigit() for sign in one.name.partition(" ")[2])]
    if len(choices) < 2 or choices[0].value - choices[1].value < TOO_CLOSE:
        raise NothingToAsk
    names = [one.name for one in choices]
    part = choice("play", wording("school.what_to_play", {}), names[0], names[1:], aim.chance, spot=1)
    best = choices[0].value
    worth = [
        wording("school.costs", {"choice": one.name, "value": f"{one.value:+.4f}", "cost": f"{best - one.value:.4f}"})
        for one in choices[1:]
    ]
    first = wording("school.is_best", {"choice": names[0], "value": f"{best:+.4f}"})
    solution = Solution(
        right=right_id(part, names[0]), shown=names[0], topics=(situation.topic,), value=f"{best:+.4f}",
        calculation="; ".join([first, *worth]), why=found.basis,
    )  # fmt: skip
    return task(
        sheet, "play_it", level, seed,
        text=wording("school.play_it", {}), layout=situation.layout, asked=[(part, solution)],
    )  # fmt: skip
