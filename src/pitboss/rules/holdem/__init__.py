"""The rules of hold'em against the dealer: its sections, and what must fit together in them."""

from __future__ import annotations

from typing import Final

from pitboss.rules.game import Check
from pitboss.rules.holdem.checks import CHECKS
from pitboss.rules.holdem.sections import HoldemRules, Meter, Progressive

__all__ = ["GAME", "HoldemRules", "Meter", "Progressive"]


class _Holdem:
    sections: type = HoldemRules
    checks: tuple[Check, ...] = CHECKS
    main_bets = "Ante and Blind, equal,"

    def wagers(self, rules: HoldemRules) -> tuple[str, ...]:
        return ("ante", "blind", "play", *(("trips",) if rules.bets.trips is not None else ()))


GAME: Final = _Holdem()
