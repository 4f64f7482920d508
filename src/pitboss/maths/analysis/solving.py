"""The solution of a sheet, whatever its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.rules import Sheet
from pitboss.rules.holdem import HoldemRules

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Solution
    from pitboss.maths.holdem import HoldemSolution

__all__ = ["solve"]


def solve(sheet: Sheet, *, stake_cents: int | None = None) -> Solution | HoldemSolution:
    """Best play of a sheet and what it is worth, with the value of every choice in every situation."""
    if isinstance(sheet.rules, HoldemRules):
        from pitboss.maths import holdem

        return holdem.solve(sheet)
    from pitboss.maths import blackjack

    return blackjack.solve(sheet, stake_cents=stake_cents)
