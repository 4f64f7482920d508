"""Money is integer cents, odds are integer pairs, and every rounding has a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, Self

from pitboss.errors import NotationError
from pitboss.words import dollars

__all__ = [
    "Odds",
    "ProRata",
    "Rounding",
    "cents_text",
    "chip_stacks",
    "dollars",
    "even_split",
    "parse_cents",
    "pay",
    "pro_rata",
]

_AMOUNT = re.compile(r"\s*([+-]?)\s*\$?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|(?=\.\d))(?:\.(\d{1,2}))?\s*", re.ASCII)
_ODDS = re.compile(r"\s*(\d{1,3}(?:,\d{3})+|\d{1,9})\s*(?::|\bto\b)\s*(\d{1,9})\s*", re.ASCII)


def parse_cents(text: str) -> int:
    """Cents of an amount written in dollars; ``$``, thousands commas and a bare ``.50`` are understood.

    >>> parse_cents("5.00"), parse_cents("$1,250"), parse_cents(".50"), parse_cents("-2.5")
    (500, 125000, 50, -250)
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise NotationError("cannot read an amount", text=text, expected="dollars and cents such as 5.00")
    sign, whole, part = match.groups()
    cents = int(whole.replace(",", "") or "0") * 100 + int((part or "").ljust(2, "0"))
    return -cents if sign == "-" else cents


def cents_text(cents: int) -> str:
    """The amount with two decimals, as data files and other programs see it.

    >>> cents_text(1136364), cents_text(-50)
    ('11363.64', '-0.50')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02d}"


@dataclass(frozen=True, slots=True)
class Odds:
    """What a winning wager is paid: ``pays`` for every ``per`` staked.

    >>> Odds.parse("3:2"), Odds.parse("1,000 to 1").text
    (Odds(pays=3, per=2), '1000:1')
    """

    pays: int
    per: int = 1

    def __post_init__(self) -> None:
        if self.pays < 1 or self.per < 1:
            raise NotationError(
                f"odds of {self.pays} to {self.per} pay nothing", expected="two whole numbers from 1 up"
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        match = _ODDS.fullmatch(text)
        if match is None:
            raise NotationError("cannot read odds", text=text, expected='two whole numbers such as "3:2" or "3 to 2"')
        return cls(int(match[1].replace(",", "")), int(match[2]))

    @property
    def text(self) -> str:
        return f"{self.pays}:{self.per}"

    @property
    def words(self) -> str:
        """As a placard says it: ``1,000 to 1``."""
        return f"{self.pays:,} to {self.per:,}"

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.pays, self.per)


@dataclass(frozen=True, slots=True)
class Rounding:
    """Winnings are rounded to a whole number of ``unit_cents``: down, up, or to the nearest and in the middle up."""

    unit_cents: int
    name: str
    way: Literal["down", "up", "nearest"] = "down"

    EXACT_CENT: ClassVar[Rounding]
    DOWN_TO_HALF_DOLLAR: ClassVar[Rounding]
    DOWN_TO_DOLLAR: ClassVar[Rounding]

    @classmethod
    def down_to_chip(cls, denominations: Sequence[int]) -> Self:
        """Down to what the smallest chip in the tray can pay."""
        smallest = min(denominations)
        return cls(smallest, f"down to the {dollars(smallest)} chip")


Rounding.EXACT_CENT = Rounding(1, "exact to the cent")
Rounding.DOWN_TO_HALF_DOLLAR = Rounding(50, "down to the half dollar")
Rounding.DOWN_TO_DOLLAR = Rounding(100, "down to the dollar")


def pay(stake_cents: int, odds: Odds, *, rounding: Rounding) -> int:
    """What a winning stake is paid on top of itself.

    >>> pay(500, Odds(3, 2), rounding=Rounding.DOWN_TO_HALF_DOLLAR)
    750
    >>> pay(150, Odds(3, 2), rounding=Rounding.DOWN_TO_HALF_DOLLAR)
    200
    >>> pay(150, Odds(3, 2), rounding=Rounding(50, "up to the half dollar", "up"))
    250
    """
    assert stake_cents >= 0
    unit = rounding.unit_cents
    per = odds.per * unit
    added = {"down": 0, "up": per - 1, "nearest": per // 2}[rounding.way]
    return (stake_cents * odds.pays + added) // per * unit


def chip_stacks(amount_cents: int, denominations: Sequence[int]) -> tuple[tuple[tuple[int, int], ...], int]:
    """The fewest chips that make the amount, largest first, and the cents no chip can pay.

    Every denomination must be a multiple of the next smaller one, which makes "largest first" the fewest.

    >>> chip_stacks(1136364, [50, 100, 500, 2500, 10000, 50000, 100000, 500000])
    (((500000, 2), (100000, 1), (10000, 3), (2500, 2), (500, 2), (100, 3), (50, 1)), 14)
    """
    assert amount_cents >= 0
    ordered = sorted(denominations, reverse=True)
    if any(low <= 0 or high % low for high, low in zip(ordered, ordered[1:] + ordered[-1:], strict=True)):
        raise NotationError("chip denominations do not nest", expected="each a multiple of the next smaller one")
    stacks = []
    for chip in ordered:
        count, amount_cents = divmod(amount_cents, chip)
        if count:
            stacks.append((chip, count))
    return tuple(stacks), amount_cents


@dataclass(frozen=True, slots=True)
class ProRata:
    """Awards under an aggregate limit: what the table would pay, and what is paid."""

    asked_cents: tuple[int, ...]
    limit_cents: int
    shares_cents: tuple[int, ...]

    @property
    def sum_cents(self) -> int:
        return sum(self.asked_cents)

    @property
    def factor(self) -> Fraction:
        """The part of each award that is paid; 1 while the limit is not passed (BJ-KBLIM-3a, UTH-AGG-1)."""
        return Fraction(self.limit_cents, self.sum_cents) if self.sum_cents > self.limit_cents else Fraction(1)

    @property
    def percentage(self) -> str:
        """The factor as the documents write it, cut after six decimals (BJ-KBLIM-3a, UTH-AGG-4a).

        >>> pro_rata([2500000, 2000000, 1000000], limit_cents=2500000).percentage
        '45.454545%'
        """
        millionths = int(self.factor * 100_000_000)
        whole, part = divmod(millionths, 1_000_000)
        return f"{whole}.{part:06d}".rstrip("0").rstrip(".") + "%"


def pro_rata(asked_cents: Sequence[int], *, limit_cents: int, exact_total: bool = True) -> ProRata:
    """Share a limit among awards in proportion, only when their sum passes it (BJ-KBLIM-2c, UTH-AGG-2).

    With ``exact_total`` the shares add up to the limit: cents left over go to the largest remainders, equal
    remainders in the order given (the order of the deal). Without it every share is rounded down. So the
    documents' examples come out as printed (BJ-KBLIM-2d, BJ-KBLIM-3b, UTH-AGG-3, UTH-AGG-4b, UTH-S12).

    >>> pro_rata([2500000, 1500000], limit_cents=2500000).shares_cents
    (1562500, 937500)
    """
    assert limit_cents >= 0 and all(cents >= 0 for cents in asked_cents)
    total = sum(asked_cents)
    if total <= limit_cents:
        return ProRata(tuple(asked_cents), limit_cents, tuple(asked_cents))
    parts = [divmod(cents * limit_cents, total) for cents in asked_cents]
    shares = [share for share, _ in parts]
    if exact_total:
        by_remainder = sorted(range(len(parts)), key=lambda i: -parts[i][1])
        for i in by_remainder[: limit_cents - sum(shares)]:
            shares[i] += 1
    return ProRata(tuple(asked_cents), limit_cents, tuple(shares))


def even_split(amount_cents: int, winners: int) -> tuple[int, ...]:
    """Equal shares; odd cents go to those paid first.

    >>> even_split(100, 3)
    (34, 33, 33)
    """
    assert amount_cents >= 0 and winners >= 1
    share, odd = divmod(amount_cents, winners)
    return tuple(share + (i < odd) for i in range(winners))
