"""The solution of a sheet, whatever its game."""

from __future__ import annotations

from typing import Any

from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet

__all__ = ["solve"]


def solve(sheet: Sheet, *, stake_cents: int | None = None) -> Any:
    """Best play of a sheet and what it is worth, with the value of every choice in every situation."""
    return GAME_MATHS[sheet.game].solve(sheet, stake_cents)
