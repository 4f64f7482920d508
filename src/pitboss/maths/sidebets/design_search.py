"""The search for pay tables: every table of a set of odds is looked at, or ruled out, so that "none" is proven.

The lines are parted in two halves, the better ones and the more frequent ones. All tables of a half are listed with
what they pay back, its square, and how far they are from the present table. A table of the one half then needs one of
the other half whose return lies in a range, which a sorted list gives at once. Numbers are floats with room to spare:
what is found is asked again in fractions, and nothing that fulfils the wishes falls through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from heapq import heappush, heappushpop
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ANY", "Limits", "Line", "Nearest", "nearest_tables"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

ROOM: Final = 1e-9
"""More than floats are off by."""
ANY: Final = float("inf")

Odds = tuple[Fraction, ...]


class Line(NamedTuple):
    """A line: its chance, the odds that it may get, and how far each is from what it pays now."""

    chance: float
    odds: Sequence[Fraction]
    away: Sequence[float]


class Limits(NamedTuple):
    """What lines may pay back together, the largest deviation, and whether better lines pay no less."""

    lost: float
    """The chance that the bet is lost."""
    low: float
    high: float
    deviation: float
    falling: bool


class Nearest(NamedTuple):
    """The tables found, nearest first, and whether every table was looked at."""

    tables: list[Odds]
    complete: bool


class _Half:
    """All tables of some neighbouring lines."""

    def __init__(self, lines: Sequence[Line], falling: bool, most: int) -> None:
        self.lines, self.complete = lines, True
        self.chance = sum(line.chance for line in lines)
        self.picked: I64 = np.zeros((1, 0), dtype=np.int64)
        self.paid, self.square, self.away = np.zeros(1), np.zeros(1), np.zeros(1)
        self.best, self.worst = np.zeros(1), np.full(1, ANY)
        """What the best and the worst of its lines pay."""
        for line in reversed(lines):
            self._add(line, falling, most)

    def _add(self, line: Line, falling: bool, most: int) -> None:
        """Give one more line, better than those so far, each of its odds."""
        odds, away = np.array([float(one) for one in line.odds]), np.array(line.away)
        table, choice = np.repeat(np.arange(len(self.paid)), len(odds)), np.tile(np.arange(len(odds)), len(self.paid))
        if falling:
            allowed = odds[choice] >= self.best[table]
            table, choice = table[allowed], choice[allowed]
        if len(table) > most:
            near = np.argsort(self.away[table] + away[choice], kind="stable")[:most]
            table, choice, self.complete = table[near], choice[near], False
        pays = odds[choice]
        self.worst = pays if not self.picked.shape[1] else self.worst[table]
        self.picked = np.concatenate([choice[:, None], self.picked[table]], axis=1)
        self.paid, self.square = self.paid[table] + line.chance * pays, self.square[table] + line.chance * pays**2
        self.away, self.best = self.away[table] + away[choice], pays

    def kept(self, order: NDArray[np.int64] | NDArray[np.bool_]) -> None:
        """Keep some of its tables, in an order."""
        for name in ("picked", "paid", "square", "away", "best", "worst"):
            setattr(self, name, getattr(self, name)[order])

    def odds(self, place: int) -> Odds:
        return tuple(line.odds[choice] for line, choice in zip(self.lines, self.picked[place].tolist(), strict=True))


def nearest_tables(
    lines: Sequence[Line], limits: Limits, *, wanted: int, most: int, fulfils: Callable[[Odds], bool]
) -> Nearest:
    """Return the tables nearest to the present one that keep the limits and that ``fulfils`` says yes to.

    ``most`` is how many tables of a half are listed at most; where there are more, those farthest away are left out.
    """
    if not all(line.odds for line in lines):
        return Nearest([], True)
    middle = len(lines) // 2
    better, lower = (_Half(some, limits.falling, most) for some in (lines[:middle], lines[middle:]))
    complete = better.complete and lower.complete
    better.kept(np.argsort(better.paid, kind="stable"))
    lower.kept(np.argsort(lower.away, kind="stable"))
    lower.kept(_possible(lower, better, limits))
    found = _Found(wanted, fulfils)
    starts = np.searchsorted(better.paid, limits.low - lower.paid - ROOM, side="left").tolist()
    ends = np.searchsorted(better.paid, limits.high - lower.paid + ROOM, side="right").tolist()
    nearest = float(better.away.min(initial=ANY))
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if lower.away[place] + nearest >= found.farthest:
            break
        if start < end:
            _join(lower, place, better, slice(start, end), limits, found)
    return Nearest(found.nearest(), complete)


def _possible(lower: _Half, better: _Half, limits: Limits) -> NDArray[np.bool_]:
    """Which tables of the more frequent lines can be part of one that keeps the limits.

    Lines that must pay back an amount have at least the square that equal odds would give them.
    """
    needed = np.maximum(limits.low - lower.paid, 0.0)
    square = needed**2 / better.chance if better.chance else np.zeros(len(lower.paid))
    square = np.maximum(square, better.square.min(initial=ANY))
    edge = max(abs(limits.lost - limits.low), abs(limits.lost - limits.high))
    possible: NDArray[np.bool_] = limits.lost + lower.square + square <= limits.deviation**2 + edge**2 + ROOM
    return possible


def _join(lower: _Half, place: int, better: _Half, some: slice, limits: Limits, found: _Found) -> None:
    """Try a table of the more frequent lines with every one of the better lines that pays back what is wanted."""
    away = lower.away[place] + better.away[some]
    fits = away < found.farthest
    if limits.falling:
        fits &= better.worst[some] >= lower.best[place]
    if limits.deviation < ANY:
        edge = limits.lost - lower.paid[place] - better.paid[some]
        square = limits.lost + lower.square[place] + better.square[some]
        fits &= square - edge**2 <= limits.deviation**2 + ROOM
    for at in np.flatnonzero(fits)[np.argsort(away[fits], kind="stable")].tolist():
        if away[at] >= found.farthest:
            return
        found.offer(float(away[at]), (*better.odds(some.start + at), *lower.odds(place)))


class _Found:
    """The nearest tables so far."""

    def __init__(self, wanted: int, fulfils: Callable[[Odds], bool]) -> None:
        self.wanted, self.fulfils = wanted, fulfils
        self.heap: list[tuple[float, int, Odds]] = []
        self.tried = 0

    @property
    def farthest(self) -> float:
        """The distance from which on a table is not kept."""
        return -self.heap[0][0] if len(self.heap) == self.wanted else ANY

    def offer(self, away: float, odds: Odds) -> None:
        self.tried += 1
        if not self.fulfils(odds):
            return
        entry = (-away, -self.tried, odds)
        if len(self.heap) < self.wanted:
            heappush(self.heap, entry)
        else:
            heappushpop(self.heap, entry)

    def nearest(self) -> list[Odds]:
        return [odds for _, _, odds in sorted(self.heap, reverse=True)]
