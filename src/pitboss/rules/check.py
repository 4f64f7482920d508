"""What must fit together across the values of a sheet."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pitboss.bets import section_named
from pitboss.bets.base import Limits
from pitboss.errors import Defect, NotationError
from pitboss.money import chip_stacks, dollars
from pitboss.options import fields_of
from pitboss.rules.game import GAME_RULES, Check, Rules
from pitboss.rules.progressive import progressive_of

__all__ = ["Unreadable", "problems", "quietly"]


class _UnreadableValue(Exception):
    """Raised inside a check that reads a value which could not be parsed."""


class Unreadable:
    """Takes the place of a value that could not be parsed, so that the others can still be checked."""

    def _ask(self, *_: object) -> Any:
        raise _UnreadableValue

    __bool__ = __iter__ = __len__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _ask
    __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __int__ = _ask
    __hash__ = None  # type: ignore[assignment]


def problems(game: str, rules: Rules) -> Iterator[Defect]:
    """Every contradiction between values of one sheet; a value that could not be read contradicts no other."""
    for check in (*_COMMON, *GAME_RULES[game].checks):
        yield from quietly(check(rules))
    yield from quietly(_toke(rules, tuple(wager.name for wager in GAME_RULES[game].wagers(rules) if wager.takes_tokes)))


def quietly(found: Iterator[Defect]) -> Iterator[Defect]:
    """What a check finds before it reads a value that could not be parsed."""
    with contextlib.suppress(_UnreadableValue):
        yield from found


def _table(rules: Rules) -> Iterator[Defect]:
    table = rules.table
    return _limits("table", table.minimum, table.maximum, table.bet_step, ("minimum", "maximum", "bet_step"))


def _chips(rules: Rules) -> Iterator[Defect]:
    try:
        chip_stacks(0, rules.chips.denominations or (0,))
    except NotationError as error:
        yield Defect("chips.denominations", "do not nest", error.expected)


def _limits(place: str, low: int, high: int, step: int, names: tuple[str, str, str]) -> Iterator[Defect]:
    """What is wrong with the limits of a wager, as far as each can be read."""
    for name, amount in ((names[0], low), (names[2], step)):
        yield from quietly(_zero(f"{place}.{name}", amount))
    yield from quietly(_crossing(f"{place}.{names[0]}", low, high))
    for name, amount in ((names[0], low), (names[1], high)):
        yield from quietly(_undivided(f"{place}.{name}", amount, step))


def _zero(place: str, amount: int) -> Iterator[Defect]:
    if amount == 0:
        yield Defect(place, "is zero", "an amount above zero")


def _crossing(place: str, low: int, high: int) -> Iterator[Defect]:
    if low > high:
        yield Defect(place, f"{dollars(low)} is above the maximum {dollars(high)}")


def _undivided(place: str, amount: int, step: int) -> Iterator[Defect]:
    if step != 0 and amount % step != 0:
        problem = f"{dollars(amount)} is no multiple of the step {dollars(step)}"
        yield Defect(place, problem, "limits that the step divides")


def _side_bets(rules: Rules) -> Iterator[Defect]:
    section: type = type(rules.bets)
    for name in fields_of(section):
        bet = section_named(rules.bets, name)
        if isinstance(bet, Limits):
            yield from quietly(_limits(f"bets.{name}", bet.min, bet.max, bet.step, ("min", "max", "step")))
        if bet is None and name in rules.table.side_bets:
            yield Defect(
                "table.side_bets", f"offers {name}, which the sheet does not describe", f"a section [bets.{name}]"
            )


def _toke(rules: Rules, wagers: tuple[str, ...]) -> Iterator[Defect]:
    toke = rules.toke
    if toke is None:
        return
    yield from quietly(_limits("toke", toke.minimum, toke.maximum, toke.step, ("minimum", "maximum", "step")))
    for wager in toke.wagers:
        if wager not in wagers:
            yield Defect("toke.wagers", f"names {wager!r}, which takes no toke", f"some of {', '.join(wagers)}")


def _progressive(rules: Rules) -> Iterator[Defect]:
    progressive = progressive_of(rules)
    if progressive is None:
        return
    meters = {"major": progressive.major, "minor": progressive.minor}
    if progressive.wager == 0:
        yield Defect("bets.progressive.wager", "is zero", "an amount above zero")
    for name, meter in meters.items():
        for key in ("rate", "reseed"):
            place = f"bets.progressive.{name}.{key}"
            yield from quietly(_whole_cents(place, getattr(meter, key), progressive.wager))
    if sum(meter.rate + meter.reseed for meter in meters.values()) > 1:
        yield Defect("bets.progressive", "puts more than the wager on the meters")
    if progressive.major.hand == progressive.minor.hand:
        yield Defect("bets.progressive.minor.hand", "is the hand of the major")


def _whole_cents(place: str, share: Fraction, wager: int) -> Iterator[Defect]:
    if (share * wager).denominator != 1:
        yield Defect(place, "does not give whole cents", f"a share of {dollars(wager)} in whole cents")


_COMMON: tuple[Check, ...] = (_table, _side_bets, _chips, _progressive)
