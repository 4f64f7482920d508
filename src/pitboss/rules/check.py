"""What must fit together across the values of a sheet."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pitboss.bets import BETS
from pitboss.bets.base import Limits
from pitboss.errors import Defect, NotationError
from pitboss.money import chip_stacks, dollars
from pitboss.options import fields_of
from pitboss.rules.blackjack import BlackjackRules
from pitboss.rules.holdem import HoldemRules

__all__ = ["Unreadable", "described_wagers", "problems"]

Rules = BlackjackRules | HoldemRules


class _NothingToSay(Exception):
    """Raised inside a check that meets a value nobody could read."""


class Unreadable:
    """Stands for a value that could not be read, so that the other values can still be checked."""

    def _ask(self, *_: object) -> Any:
        raise _NothingToSay

    __bool__ = __iter__ = __len__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _ask
    __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = __rmod__ = _ask
    __hash__ = None  # type: ignore[assignment]


def problems(rules: Rules) -> Iterator[Defect]:
    """Every contradiction between values of one sheet; a value that could not be read contradicts nothing."""
    game = _BLACKJACK if isinstance(rules, BlackjackRules) else _HOLDEM
    for check in (*_COMMON, *game):
        yield from _quietly(check(rules))


def _quietly(found: Iterator[Defect]) -> Iterator[Defect]:
    with contextlib.suppress(_NothingToSay):
        yield from found


def described_wagers(rules: Rules) -> tuple[str, ...]:
    """The wagers a sheet describes; `table.side_bets` says which of the optional ones are offered."""
    if isinstance(rules, HoldemRules):
        return ("ante", "blind", "play", *(("trips",) if rules.bets.trips is not None else ()))
    return ("main", *(wager for wager, bet in BETS.items() if getattr(rules.bets, bet.section) is not None))


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
        yield from _quietly(_zero(f"{place}.{name}", amount))
    yield from _quietly(_crossing(f"{place}.{names[0]}", low, high))
    for name, amount in ((names[0], low), (names[1], high)):
        yield from _quietly(_undivided(f"{place}.{name}", amount, step))


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
        bet = getattr(rules.bets, name)
        if isinstance(bet, Limits):
            yield from _quietly(_limits(f"bets.{name}", bet.min, bet.max, bet.step, ("min", "max", "step")))
        if bet is None and name in rules.table.side_bets:
            yield Defect(
                "table.side_bets", f"offers {name}, which the sheet does not describe", f"a section [bets.{name}]"
            )


def _toke(rules: Rules) -> Iterator[Defect]:
    toke = rules.toke
    if toke is None:
        return
    yield from _quietly(_limits("toke", toke.minimum, toke.maximum, toke.step, ("minimum", "maximum", "step")))
    wagers = described_wagers(rules)
    for wager in toke.wagers:
        if wager not in wagers:
            yield Defect("toke.wagers", f"names {wager!r}, which takes no toke", f"some of {', '.join(wagers)}")


def _shuffle(rules: BlackjackRules) -> Iterator[Defect]:
    shuffle = rules.shuffle
    if shuffle.procedure == "two_stacks":
        for name in ("grabs_min", "grabs_max"):
            if getattr(shuffle, name) is None:
                yield Defect(f"shuffle.{name}", "is missing", "a number of grabs for the two-stack shuffle")
        if shuffle.grabs_min and shuffle.grabs_max and shuffle.grabs_min > shuffle.grabs_max:
            yield Defect("shuffle.grabs_min", "is above shuffle.grabs_max")
    if shuffle.procedure == "half_decks" and shuffle.grab_cards is None:
        yield Defect("shuffle.grab_cards", "is missing", "the size of a grab for the half-deck shuffle")


def _cut(rules: BlackjackRules) -> Iterator[Defect]:
    shuffle, cards = rules.shuffle, rules.cards.decks * 52
    if shuffle.cut_minimum_cards is not None and 2 * shuffle.cut_minimum_cards > cards:
        yield Defect("shuffle.cut_minimum_cards", f"leaves no place to cut {cards} cards")
    if shuffle.cut_card_depth is not None and shuffle.cut_card_depth >= cards:
        yield Defect("shuffle.cut_card_depth", f"lies outside {cards} cards")


def _spots(rules: BlackjackRules) -> Iterator[Defect]:
    if rules.table.spots_per_player > rules.table.boxes:
        yield Defect("table.spots_per_player", "is above table.boxes")
    for name in ("cut_card_depth", "cut_minimum_cards"):
        if getattr(rules.shuffle, name) is None:
            yield Defect(f"shuffle.{name}", "is missing", "a number of cards, as a shoe is cut")


def _steps(rules: BlackjackRules) -> Iterator[Defect]:
    steps = {"double.less_step": rules.double.less_step, "double.less_minimum": rules.double.less_minimum}
    if rules.insurance is not None:
        steps["insurance.step"] = rules.insurance.step
    for place, step in steps.items():
        if step <= 0:
            yield Defect(place, "is zero", "an amount above zero")


def _three_aces(rules: BlackjackRules) -> Iterator[Defect]:
    match = rules.bets.match
    if match is not None and match.three_aces_stake is not None and match.pays.three_suited_aces is None:
        yield Defect("bets.match.pays.three_suited_aces", "is missing", "odds, as three_aces_stake is given")


def _multiples(rules: HoldemRules) -> Iterator[Defect]:
    multiples = rules.play.preflop_multiples
    if not multiples or list(multiples) != sorted(multiples):
        yield Defect("play.preflop_multiples", "must rise", "multiples such as [3, 4]")


def _progressive(rules: HoldemRules) -> Iterator[Defect]:
    progressive = rules.bets.progressive
    if progressive is None:
        return
    meters = {"major": progressive.major, "minor": progressive.minor}
    if progressive.wager == 0:
        yield Defect("bets.progressive.wager", "is zero", "an amount above zero")
    for name, meter in meters.items():
        for key in ("rate", "reseed"):
            place = f"bets.progressive.{name}.{key}"
            yield from _quietly(_whole_cents(place, getattr(meter, key), progressive.wager))
    if sum(meter.rate + meter.reseed for meter in meters.values()) > 1:
        yield Defect("bets.progressive", "puts more than the wager on the meters")
    if progressive.major.hand == progressive.minor.hand:
        yield Defect("bets.progressive.minor.hand", "is the hand of the major")


def _whole_cents(place: str, share: Fraction, wager: int) -> Iterator[Defect]:
    if (share * wager).denominator != 1:
        yield Defect(place, "does not give whole cents", f"a share of {dollars(wager)} in whole cents")


_COMMON: tuple[Callable[[Any], Iterator[Defect]], ...] = (_table, _side_bets, _toke, _chips)
_BLACKJACK: tuple[Callable[[Any], Iterator[Defect]], ...] = (_shuffle, _cut, _spots, _steps, _three_aces)
_HOLDEM: tuple[Callable[[Any], Iterator[Defect]], ...] = (_multiples, _progressive)
