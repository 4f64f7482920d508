"""Every situation with the value of every choice, and the same as the rows of a chart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.moves import total_of
from pitboss.maths.blackjack.record import KINDS, UNSPLIT
from pitboss.maths.blackjack.solver import Solution, as_known, choice_names, dealt, no_blackjack, pair_left

__all__ = ["Cell", "ChartRow", "Situation", "chart_rows", "choices"]

CARDS = "A23456789T"
COLUMNS = (*range(1, 10), 0)
"""Up cards as charts have them: from the two on, the ace last."""


class Situation(NamedTuple):
    """A decision once the dealer has checked, and what each choice is worth in units of the bet."""

    kind: str
    hand: str
    """Its cards by value, aces first."""
    up: str
    values: dict[str, float]

    @property
    def best(self) -> str:
        """The best choice, the first of several that are equal."""
        return max(self.values, key=lambda name: self.values[name])


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a chart: the best choice, the next best, and what that one costs."""

    best: str
    second: str | None
    cost: float
    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One row of a chart: hard or soft totals, or pairs; cells against 2 to ace."""

    table: str
    name: str
    cells: tuple[Cell | None, ...]
    """None where the shoe has no such hand, or the dealer is sure to have a blackjack."""


def choices(solution: Solution) -> Iterator[Situation]:
    """Every hand of every kind against every up card, with the value of every choice."""
    for kind in sorted(solution.kinds):
        for row in range(solution.table.hands):
            for up in range(10):
                values = worth(solution, kind, row, up)
                if values:
                    held = "".join(CARDS[v] * int(n) for v, n in enumerate(solution.table.counts[row]))
                    yield Situation(KINDS[kind], " ".join(held), CARDS[up], values)


def worth(solution: Solution, kind: int, row: int, up: int) -> dict[str, float]:
    """What each choice is worth, given that the dealer's check found no blackjack; None where it always finds one."""
    counts, shoe = solution.table.counts[row], solution.shoe.values
    gone = counts + np.eye(10, dtype=np.int8)[up]
    if (gone > shoe).any() or solution.shoe.cards <= int(gone.sum()):
        return {}
    sure = no_blackjack(solution.record, shoe, counts, up)
    if sure <= 0.0:
        return {}
    found = solution.kinds[kind].values[row, up].tolist()
    names = choice_names(solution.record.kinds[kind])
    values = {name: found[i] for i, name in names.items() if found[i] > k.NOT_ALLOWED}
    if kind == UNSPLIT and counts.sum() == 2 and counts.max() == 2:
        split = split_worth(solution, int(np.argmax(counts)), up)
        if split is not None:
            values["split"] = split
    return as_known(solution.record, up, sure, values)


def split_worth(solution: Solution, value: int, up: int) -> float | None:
    """What splitting a pair is worth; where ten-value cards are paired by rank, of the rank with most cards left."""
    if not solution.splits:
        return None
    same = pair_left(solution.shoe.values, value, up)
    if (value, up, same) in solution.split_sums:
        return solution.split_sums[value, up, same]
    found = [(left, sum_) for (v, u, left), sum_ in solution.split_sums.items() if (v, u) == (value, up)]
    return max(found)[1] if found else None


def chart_rows(solution: Solution) -> tuple[ChartRow, ...]:
    """The first decision on two cards by total and by pair: each choice averaged over the cards that make it up."""
    totals = [("hard", total) for total in range(5, 21)] + [("soft", total) for total in range(13, 22)]
    rows = [ChartRow(table, str(total), cells_of(solution, table, total)) for table, total in totals]
    for value in COLUMNS:
        cells = tuple(cell_of(averaged(solution, [(value, value, 1.0)], up)) for up in COLUMNS)
        rows.append(ChartRow("pairs", CARDS[value], cells))
    return tuple(rows)


def cells_of(solution: Solution, table: str, total: int) -> tuple[Cell | None, ...]:
    """The cells of a total over its two cards that are no pair; a total that only a pair makes is that pair."""
    cells = []
    for up in COLUMNS:
        found = [
            (a, b, chance)
            for a, b, shown, chance in dealt(solution.shoe.values)
            if shown == up and total_of(a, b) == (total, table == "soft")
        ]
        cells.append(cell_of(averaged(solution, [hand for hand in found if hand[0] != hand[1]] or found, up)))
    return tuple(cells)


def averaged(solution: Solution, hands: list[tuple[int, int, float]], up: int) -> dict[str, float]:
    """Each choice's value over first two cards, by how often they come."""
    total, weight = dict[str, float](), 0.0
    for a, b, chance in hands:
        row = solution.table.row.get(tuple((v == a) + (v == b) for v in range(10)))
        values = worth(solution, UNSPLIT, row, up) if row is not None else {}
        for name, value in values.items():
            total[name] = total.get(name, 0.0) + chance * value
        weight += chance if values else 0.0
    return {name: value / weight for name, value in total.items()} if weight else {}


def cell_of(values: dict[str, float]) -> Cell | None:
    if not values:
        return None
    ranked = sorted(values, key=lambda name: -values[name])
    second = ranked[1] if len(ranked) > 1 else None
    return Cell(ranked[0], second, values[ranked[0]] - values[second] if second else 0.0, values)
