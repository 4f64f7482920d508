"""Pay tables to wish for: which odds give a bet the edge, the deviation and the top award that a house wants.

The chances of lines do not depend on what they pay, so they are worked out once, as fractions; every table after that
is a sum. The search goes over all tables of round odds and keeps those nearest to the present one.

>>> from pitboss.rules.catalogue_sheets import offering
>>> from pitboss.maths.sidebets import bet_figures
>>> bet = PricedBet.of(bet_figures(offering("21+3"), "21+3"))
>>> tables = design(bet, Wishes(edge=(Fraction(4, 100), Fraction(5, 100)), top=Fraction(50))).tables
>>> [float(Fraction(4, 100)) <= table.edge <= 0.05 for table in tables][:1]
[True]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import log, sqrt
from typing import Final, NamedTuple

from pitboss.errors import NotationError
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.design_search import ANY, Limits, Line, nearest_tables
from pitboss.maths.sidebets.money import LOST
from pitboss.money import Odds

__all__ = ["Designed", "PayTable", "PricedBet", "PricedLine", "Wishes", "conflicts", "design", "meets", "odds_text"]

_WHOLE: Final = (
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 18, 20, 25, 30, 35, 40, 50, 60, 70, 75, 80, 100, 125, 150, 200, 250, 300,
    400, 500, 750, 1000, 1500, 2000, 2500, 5000,
)  # fmt: skip
ROUND: Final = tuple(sorted({*map(Fraction, _WHOLE), Fraction(3, 2), Fraction(5, 2)}))
"""Round odds, which are easy to say and to pay."""
SHIFT_BETS: Final = 2000
"""Bets of a shift: five seats, fifty rounds an hour, eight hours."""
MOST_STEPS: Final = 1_100_000


class PricedLine(NamedTuple):
    """A line of a bet: its chance as a fraction, and what it pays to one."""

    line: str
    title: str
    chance: Fraction
    pays: Fraction


@dataclass(frozen=True)
class PricedBet:
    """The lines of a bet from best to worst with what they pay now, and the chance that it is lost."""

    wager: str
    title: str
    lines: tuple[PricedLine, ...]
    lost: Fraction
    basis: str = ""

    @classmethod
    def of(cls, figures: WagerFigures) -> PricedBet:
        """A bet as its exact figures tell it; raises NotationError where lines are paid together."""
        lines = tuple(
            PricedLine(one.line, one.title, Fraction(one.probability), one.pays)
            for one in figures.lines
            if one.line != LOST
        )
        if any("+" in one.line for one in lines):
            raise NotationError(f"{figures.title} pays several lines together", expected="a bet that pays one line")
        lost = next(Fraction(one.probability) for one in figures.lines if one.line == LOST)
        return cls(figures.wager, figures.title, lines, lost, figures.basis)

    def paying(self, odds: Mapping[str, Fraction]) -> PricedBet:
        """The bet with other odds for some of its lines."""
        strange = sorted(set(odds) - {one.line for one in self.lines})
        if strange:
            raise NotationError(
                f'{self.title} has no line "{strange[0]}"', expected=", ".join(o.line for o in self.lines)
            )
        return replace(self, lines=tuple(one._replace(pays=odds.get(one.line, one.pays)) for one in self.lines))

    @cached_property
    def exact_edge(self) -> Fraction:
        return self.lost - sum((one.chance * one.pays for one in self.lines), Fraction(0))

    @property
    def edge(self) -> float:
        return float(self.exact_edge)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of one bet in stakes."""
        square = self.lost + sum((one.chance * one.pays**2 for one in self.lines), Fraction(0))
        return sqrt(square - self.exact_edge**2)

    @property
    def hits(self) -> Fraction:
        """How often it wins."""
        return 1 - self.lost

    @property
    def top(self) -> Fraction:
        return max((one.pays for one in self.lines), default=Fraction(0))

    def hold(self, bets: int = SHIFT_BETS) -> tuple[float, float]:
        """What the house keeps of the bets of a shift in nine shifts of ten, from and to."""
        spread = 1.645 * self.deviation / sqrt(bets)
        return self.edge - spread, self.edge + spread


PayTable = PricedBet
"""A bet with the odds of one pay table."""


@dataclass(frozen=True)
class Wishes:
    """What a pay table should fulfil; None for what does not matter."""

    edge: tuple[Fraction, Fraction] | None = None
    hits: Fraction | None = None
    """At least one bet in N wins."""
    top: Fraction | None = None
    deviation: Fraction | None = None
    falling: bool = True
    rounded: bool = True
    keep: tuple[str, ...] = ()
    """Lines whose odds stay as they are."""

    def named(self) -> Iterator[str]:
        """The wishes that are made."""
        for name in ("edge", "hits", "top", "deviation"):
            if getattr(self, name) is not None:
                yield name
        yield from (name for name in ("falling", "rounded") if getattr(self, name))
        if self.keep:
            yield "keep"

    def without(self, name: str) -> Wishes:
        nothing: dict[str, object] = {"falling": False, "rounded": False, "keep": ()}
        return replace(self, **{name: nothing.get(name)})  # type: ignore[arg-type]


class Designed(NamedTuple):
    """The tables that fulfil all wishes, nearest to the present one first, or the wishes that conflict."""

    tables: tuple[PayTable, ...]
    conflicts: tuple[str, ...]
    each: bool = True
    """Whether each of the wishes that conflict is enough to leave out; else they cannot be fulfilled together."""
    proven: bool = True
    """Whether every table was looked at or ruled out; else only those nearest to the present one were."""


def meets(bet: PricedBet, wishes: Wishes) -> dict[str, bool]:
    """Which wishes a pay table fulfils; that lines are kept, every table does that is looked at."""
    pays = [one.pays for one in bet.lines]
    found = {
        "edge": wishes.edge is None or wishes.edge[0] <= bet.exact_edge <= wishes.edge[1],
        "hits": wishes.hits is None or bet.hits * wishes.hits >= 1,
        "top": wishes.top is None or bet.top <= wishes.top,
        "deviation": wishes.deviation is None or bet.deviation <= wishes.deviation,
        "falling": all(one >= other for one, other in pairwise(pays)),
        "rounded": all(one in ROUND for one in pays),
    }
    return {name: found[name] for name in wishes.named() if name in found}


def design(bet: PricedBet, wishes: Wishes, *, most: int = 5, steps: int = MOST_STEPS) -> Designed:
    """Look for the pay tables that fulfil the wishes; where none does, for the wishes that stand in the way.

    ``steps`` is how many tables of half the lines are listed at most: enough for every table of most bets.
    """
    tables, proven = _search(bet, wishes, most, steps)
    if tables:
        return Designed(tuple(tables), (), proven=proven)
    blamed = _blamed(bet, wishes, steps)
    return blamed._replace(proven=blamed.proven and proven)


def conflicts(bet: PricedBet, wishes: Wishes, *, steps: int = MOST_STEPS) -> tuple[str, ...]:
    """The wishes that stand in the way, given that no table fulfils them all.

    Those of which each is enough to leave out; where none is, some that cannot be fulfilled together, with or without
    the others.
    """
    return _blamed(bet, wishes, steps).conflicts


def _blamed(bet: PricedBet, wishes: Wishes, steps: int) -> Designed:
    if not meets(bet, wishes).get("hits", True):
        return Designed((), ("hits",))  # no odds change how often a bet wins
    named = tuple(wishes.named())
    without = {name: _search(bet, wishes.without(name), 1, steps) for name in named}
    proven = all(found.proven for found in without.values())
    if each := tuple(name for name in named if without[name].tables):
        return Designed((), each)  # a table without each of them was found, which nothing unseen can change
    together = wishes
    for name in named:
        fewer = _search(bet, together.without(name), 1, steps)
        if not fewer.tables:
            together, proven = together.without(name), proven and fewer.proven
    return Designed((), tuple(together.named()), each=False, proven=proven)


class _Searched(NamedTuple):
    tables: list[PayTable]
    proven: bool


def _search(bet: PricedBet, wishes: Wishes, most: int, steps: int) -> _Searched:
    """The nearest tables, each asked in fractions whether it fulfils the wishes."""
    if not meets(bet, wishes).get("hits", True):
        return _Searched([], True)
    names = [one.line for one in bet.lines]

    def paying(odds: tuple[Fraction, ...]) -> PricedBet:
        return bet.paying(dict(zip(names, odds, strict=True)))

    low, high = wishes.edge or (Fraction(-(10**9)), Fraction(1))
    limits = Limits(
        float(bet.lost), float(bet.lost - high), float(bet.lost - low),
        ANY if wishes.deviation is None else float(wishes.deviation), wishes.falling,
    )  # fmt: skip
    found = nearest_tables(
        [_choices(one, wishes) for one in bet.lines], limits, wanted=most, most=steps,
        fulfils=lambda odds: all(meets(paying(odds), wishes).values()),
    )  # fmt: skip
    return _Searched([paying(odds) for odds in found.tables], found.complete)


def _choices(one: PricedLine, wishes: Wishes) -> Line:
    """The odds that a line may get."""
    some: Sequence[Fraction] = ROUND
    if not wishes.rounded:
        some = sorted({*ROUND, *map(Fraction, range(1, 101)), one.pays})
    if one.line in wishes.keep:
        some = [one.pays] if not wishes.rounded or one.pays in ROUND else []
    allowed = [odds for odds in some if wishes.top is None or odds <= wishes.top]
    return Line(float(one.chance), allowed, [_away(odds, one.pays) for odds in allowed])


def _away(one: Fraction, other: Fraction) -> float:
    """How far two odds are apart, as people feel it: by their ratio."""
    return abs(log(float(one) / max(float(other), 0.5)))


def odds_text(pays: Fraction) -> str:
    """Odds as a sheet writes them."""
    return Odds(pays.numerator, pays.denominator).text
