"""From the chances of lines to figures: what each line pays at a stake, the edge and the spread."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from pitboss.errors import NotationError
from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.money import Odds, Rounding, dollars, pay, pro_rata
from pitboss.options import fields_of
from pitboss.rules.common import Aggregate

__all__ = ["LOST", "Chances", "Lines", "check_stake", "moments", "paid_lines", "paid_on", "titles_of", "wager_figures"]

LOST = "lose"
Lines = tuple[str, ...]
"""The lines that are paid together, none where the bet is lost."""
Chances = dict[Lines, Fraction]
ZERO = Fraction(0)


def check_stake(wager: str, cents: int, *, low: int, high: int, step: int) -> None:
    """Say at once that a stake cannot be bet."""
    if not low <= cents <= high or cents % step:
        limits = f"{dollars(low)} to {dollars(high)} in steps of {dollars(step)}"
        raise NotationError(f"a stake of {dollars(cents)} cannot be bet on {wager}", expected=limits)


def titles_of(pays: object) -> dict[str, str]:
    """The words of every line of a pay table that the sheet pays, in its order."""
    found = {}
    section: type = type(pays)
    for name, field in fields_of(section).items():
        if getattr(pays, name) is not None:
            assert field.option is not None
            found[name] = str(field.option.says)
    return found


def paid_on(
    lines: Lines, stake: int, odds: Mapping[str, Odds], *, rounding: Rounding, limit: Aggregate | None = None
) -> int:
    """What lines win in cents, as take and pay works it out for a bet that is the only one under the limit."""
    if not lines:
        return -stake
    cents = sum(pay(stake, odds[line], rounding=rounding) for line in lines)
    if limit is not None and max(odds[line].ratio for line in lines) >= limit.pays_from.ratio:
        (cents,) = pro_rata([cents], limit_cents=limit.limit).shares_cents
    return cents


def paid_lines(chances: Chances, paid: Mapping[Lines, Fraction], titles: Mapping[str, str]) -> tuple[LineFigure, ...]:
    """Every line of the table, those that are paid together as one, and the lost bet at the end."""
    together = [lines for lines in chances if len(lines) > 1 and chances[lines]]
    reached = {line for lines in together for line in lines}
    single = [(line,) for line in titles if chances.get((line,)) or line not in reached]
    found = [
        LineFigure("+".join(lines), " and ".join(titles[line] for line in lines), paid[lines], chances.get(lines, ZERO))
        for lines in (*single, *together)
    ]
    return (*found, LineFigure(LOST, "Lost", paid[()], chances.get((), ZERO)))


def moments(lines: tuple[LineFigure, ...]) -> tuple[Fraction, float]:
    """The house edge as a fraction, and the standard deviation."""
    chances = [Fraction(line.probability) for line in lines]
    assert sum(chances) == 1, "every way the bet can end is counted once"
    mean = sum((p * line.pays for p, line in zip(chances, lines, strict=True)), ZERO)
    square = sum((p * line.pays**2 for p, line in zip(chances, lines, strict=True)), ZERO)
    return -mean, sqrt(square - mean**2)


def wager_figures(wager: str, title: str, lines: tuple[LineFigure, ...], basis: str) -> WagerFigures:
    """Lines with their edge and spread."""
    edge, deviation = moments(lines)
    return WagerFigures(wager, title, float(edge), deviation, edge, lines, basis)
