"""What part of the exact theoretical loss a house gives back in comps, as it has decided."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from pitboss.errors import IllegalAction

__all__ = ["CompRule", "CompRules", "check_comp_rate", "comp_of"]

WHOLE: Final = 10_000
"""Basis points: hundredths of a percent."""


class CompRule(Struct, frozen=True, kw_only=True):
    """The rate from a moment on, in milliseconds since 1970."""

    since: int = 0
    basis_points: int


class CompRules(Struct, frozen=True):
    """What the house has decided of it, oldest first."""

    rules: tuple[CompRule, ...] = ()

    def at(self, moment: int) -> int | None:
        """The rate that holds at a time, in basis points; None where the house has decided on none."""
        return next((rule.basis_points for rule in reversed(self.rules) if rule.since <= moment), None)


def comp_of(theo: int, basis_points: int) -> int:
    """The comp of a theoretical loss in cents, rounded down; none for a guest who was expected to win.

    >>> comp_of(1985, 3000), comp_of(-1921, 3000)
    (595, 0)
    """
    return max(theo, 0) * basis_points // WHOLE


def check_comp_rate(basis_points: int) -> None:
    """Refuse a rate of less than nothing, or of more than everything."""
    if not 0 <= basis_points <= WHOLE:
        raise IllegalAction("ratings.comp_rate")
