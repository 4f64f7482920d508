"""How far from uniform a procedure leaves a shoe, measured by a seeded run.

Each shuffle starts from the same order; what a watcher could still know of it is set beside what a perfect
shuffle would leave. The figures are for people, so they are floats; no money depends on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt

from pitboss.shoe.chance import Chance, SeededChance
from pitboss.shoe.procedures import PROCEDURES, perform
from pitboss.shoe.rules import ShuffleRules

__all__ = ["Distance", "Figure", "measure"]


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, and what a perfect shuffle gives on average."""

    measured: float
    uniform: float


@dataclass(frozen=True, slots=True)
class Distance:
    """The result of a run; ``shuffles`` orders, each ``passes`` times through the procedure."""

    procedure: str
    decks: int
    shuffles: int
    passes: int
    seed: str
    neighbours_kept: Figure
    """Chance that the card under another is still directly under it."""
    rising_sequences: Figure
    """Runs of the old order that are still in order, as a watcher picks them out; few means little mixing."""
    mean_displacement: Figure
    """Places that a card has moved, up or down."""
    rank_correlation: Figure
    """Spearman's correlation of old and new places: 1 for the old order, 0 for none."""
    cells: int
    """The stack is looked at in this number of parts, top to bottom: from which part to which part do cards go?"""
    chi_square: Figure
    """Of the table of parts; a perfect shuffle gives about its degrees of freedom."""
    tail_chance: float
    """How often a perfect shuffle would give so large a chi-square by luck."""

    @property
    def looks_uniform(self) -> bool:
        """Whether a perfect shuffle gives so large a chi-square at least once in a thousand runs."""
        return self.tail_chance >= 0.001


def measure(
    rules: ShuffleRules, *, shuffles: int = 1000, seed: str | int = 1, passes: int = 1, cells: int = 12
) -> Distance:
    """Shuffle a numbered stack this many times, and set what is left of its order beside a perfect shuffle."""
    n = rules.cards
    assert min(shuffles, passes) >= 1
    assert cells >= 2
    assert n % cells == 0, "parts of equal size make equal chances"
    chance = SeededChance(seed)
    kept = rising = moved = square = 0
    table = [[0] * cells for _ in range(cells)]
    part = [at * cells // n for at in range(n)]
    for _ in range(shuffles):
        place = _places(rules, chance, passes)
        kept += sum(map(int.__eq__, place[1:], [at + 1 for at in place]))
        rising += 1 + sum(map(int.__gt__, place, place[1:]))
        gaps = [abs(now - then) for then, now in enumerate(place)]
        moved += sum(gaps)
        square += sum([gap * gap for gap in gaps])
        for then, now in enumerate(place):
            table[part[then]][part[now]] += 1
    chi = _chi_square(table, shuffles * n, n)
    freedom = (cells - 1) ** 2
    return Distance(
        procedure=rules.shuffle_name,
        decks=rules.decks,
        shuffles=shuffles,
        passes=passes,
        seed=str(seed),
        neighbours_kept=Figure(kept / (shuffles * (n - 1)), 1 / n),
        rising_sequences=Figure(rising / shuffles, (n + 1) / 2),
        mean_displacement=Figure(moved / (shuffles * n), (n * n - 1) / (3 * n)),
        rank_correlation=Figure(1 - 6 * square / (shuffles * n * (n * n - 1)), 0.0),
        cells=cells,
        chi_square=Figure(chi, float(freedom)),
        tail_chance=_tail(chi, freedom),
    )


def _places(rules: ShuffleRules, chance: Chance, passes: int) -> list[int]:
    """For each place in the old order, the place in the new one."""
    order = tuple(range(rules.cards))
    for _ in range(passes):
        order, _steps = perform(PROCEDURES[rules.shuffle_name](order, chance, rules))
    return sorted(range(rules.cards), key=order.__getitem__)


def _chi_square(table: list[list[int]], total: int, n: int) -> float:
    """Over equal cells; rows and columns are full in every shuffle, which (n - 1) / n makes good."""
    expected = total / len(table) ** 2
    return sum((count - expected) ** 2 for row in table for count in row) / expected * (n - 1) / n


def _tail(chi: float, freedom: int) -> float:
    """Chance of a larger chi-square, by Wilson and Hilferty's cube root."""
    spread = 2 / (9 * freedom)
    return erfc(((chi / freedom) ** (1 / 3) - (1 - spread)) / sqrt(2 * spread)) / 2
