"""Figures as people read them: signs always, true minus, fractions where they are short."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

__all__ = ["chance", "exact", "for_one", "one_in", "pays", "percent", "units"]

SHORT: Final = 21
"""A fraction of more characters says less than its decimal."""


def percent(share: float, digits: int = 3) -> str:
    """A share as a percentage.

    >>> percent(0.0061539), percent(-0.0231)
    ('0.615 %', '−2.310 %')
    """
    return f"{100 * share:,.{digits}f} %".replace("-", "−")


def chance(probability: Fraction | float) -> str:
    """A probability with digits enough to tell rare lines apart.

    >>> chance(Fraction(192, 4043)), chance(4 / 2598960), chance(0)
    ('4.748949 %', '0.00015391 %', 'never')
    """
    value = float(probability)
    if value == 0:
        return "never"
    if value >= 1e-4:
        return f"{100 * value:.6f} %"
    places = 6
    while round(100 * value, places) < 10 ** (4 - places):
        places += 1
    return f"{100 * value:.{places}f} %"


def one_in(probability: Fraction | float) -> str:
    """How many bets there are for one of these.

    >>> one_in(Fraction(1, 3)), one_in(Fraction(4, 2598960)), one_in(0)
    ('3.00', '649,740', '')
    """
    if not probability:
        return ""
    times = 1 / float(probability)
    return f"{times:,.2f}" if times < 1000 else f"{times:,.0f}"


def exact(value: Fraction | float | None, *, most: int = SHORT) -> str:
    """A fraction that is short enough to be read, or None.

    >>> exact(Fraction(192, 4043)), exact(0.25), exact(Fraction(10**12 + 1, 10**14)), exact(Fraction(-1, 3))
    ('192/4043', '', '', '−1/3')
    """
    if not isinstance(value, Fraction) or value == 0:
        return ""
    text = f"{value.numerator}/{value.denominator}".replace("-", "−")
    return text if len(text) <= most else ""


def pays(odds: Fraction) -> str:
    """What a line pays, as it is posted.

    >>> pays(Fraction(3, 2)), pays(Fraction(1000)), pays(Fraction(-1)), pays(Fraction(0)), pays(Fraction(-1, 2))
    ('3 to 2', '1,000 to 1', 'loses', 'push', 'loses 1/2')
    """
    if odds == 0:
        return "push"
    if odds == -1:
        return "loses"
    if odds < 0:
        return f"loses {-odds}"
    return f"{odds.numerator:,} to {odds.denominator:,}"


def for_one(wager: str, odds: Fraction) -> str:
    """What a line of the progressive is posted as, behind its odds: the wager itself is taken before the deal.

    >>> for_one("progressive", Fraction(8)), for_one("trips", Fraction(8))
    (', 9 for 1', '')
    """
    brings = odds + 1
    return f", {brings.numerator:,} for {brings.denominator:,}" if wager == "progressive" and odds > 0 else ""


def units(value: float) -> str:
    """A result in units of the stake, with its sign and with digits to its size.

    >>> units(61.54), units(-1153.2), units(0.615), units(0.0)
    ('+61.5', '−1,153', '+0.61', '0')
    """
    if value == 0:
        return "0"
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
    return f"{value:+,.{digits}f}".replace("-", "−")
