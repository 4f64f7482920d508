"""What must fit together across the values of a hold'em sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.errors import Defect
from pitboss.rules.game import Check
from pitboss.rules.holdem.sections import HoldemRules

__all__ = ["CHECKS"]


def _multiples(rules: HoldemRules) -> Iterator[Defect]:
    multiples = rules.play.preflop_multiples
    if not multiples or list(multiples) != sorted(multiples):
        yield Defect("play.preflop_multiples", "must rise", "multiples such as [3, 4]")


CHECKS: Final[tuple[Check, ...]] = (_multiples,)
