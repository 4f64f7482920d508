"""Who may order what at the shoe: a shift manager may do whatever a supervisor may."""

from __future__ import annotations

from typing import Final, Literal

__all__ = ["Role", "is_shift_manager", "is_supervisor"]

Role = Literal["player", "dealer", "floor", "supervisor", "shift_manager"]

_SUPERVISORS: Final = frozenset({"floor", "supervisor", "shift_manager"})


def is_supervisor(role: str) -> bool:
    """Whether the role supervises the dealer.

    >>> is_supervisor("floor"), is_supervisor("dealer")
    (True, False)
    """
    return role in _SUPERVISORS


def is_shift_manager(role: str) -> bool:
    """Whether the role is the shift manager's own."""
    return role == "shift_manager"
