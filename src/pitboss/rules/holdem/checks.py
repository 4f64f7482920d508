"""What must fit together across the values of a hold'em sheet."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitboss.errors import Defect
from pitboss.money import dollars
from pitboss.rules.check import quietly
from pitboss.rules.game import Check
from pitboss.rules.holdem.sections import HoldemRules

__all__ = ["CHECKS"]


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
            yield from quietly(_whole_cents(place, getattr(meter, key), progressive.wager))
    if sum(meter.rate + meter.reseed for meter in meters.values()) > 1:
        yield Defect("bets.progressive", "puts more than the wager on the meters")
    if progressive.major.hand == progressive.minor.hand:
        yield Defect("bets.progressive.minor.hand", "is the hand of the major")


def _whole_cents(place: str, share: Fraction, wager: int) -> Iterator[Defect]:
    if (share * wager).denominator != 1:
        yield Defect(place, "does not give whole cents", f"a share of {dollars(wager)} in whole cents")


CHECKS: Final[tuple[Check, ...]] = (_multiples, _progressive)
