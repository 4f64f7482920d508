"""What must fit together across the values of a sheet of Crazy 4 Poker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.errors import Defect
from pitboss.rules.crazy4.sections import Crazy4Rules
from pitboss.rules.game import Check

__all__ = ["CHECKS"]


def _multiples(rules: Crazy4Rules) -> Iterator[Defect]:
    if rules.play.aces_multiple < rules.play.multiple:
        yield Defect("play.aces_multiple", "is less than any hand may bet", "at least play.multiple")


CHECKS: Final[tuple[Check, ...]] = (_multiples,)
