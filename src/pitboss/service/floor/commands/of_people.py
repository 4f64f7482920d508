"""What somebody asks of their own account, or the house decides about a person."""

from __future__ import annotations

from typing import Literal

from pitboss.service.floor.commands.base import Command

__all__ = ["BuyIn", "CashOut", "Conduct", "Exclude", "Hello", "PersonCommand", "SetLimits"]


"""The commands of the house's own stream."""


# a person's chips


class Hello(Command, frozen=True, kw_only=True):
    """A person is known from here on; a guest gets play chips."""

    chips: int = 0


class BuyIn(Command, frozen=True, kw_only=True):
    cents: int


class CashOut(Command, frozen=True, kw_only=True):
    cents: int


class SetLimits(Command, frozen=True, kw_only=True):
    """The limits that a person sets for themselves; tighter at once, wider only after a day. 0 is no limit."""

    session_minutes: int = 0
    loss_cents: int = 0
    """The most to lose between two midnights (UTC)."""
    reminder_minutes: int = 0


class Exclude(Command, frozen=True, kw_only=True):
    """A person does not play until then; nobody takes it back before. ``until`` 0 is for good."""

    until: int


class Conduct(Command, frozen=True, kw_only=True):
    """The house rules on somebody's conduct: a warning, asked to leave, or barred, and barred no more."""

    ruling: Literal["warned", "asked_to_leave", "barred", "readmitted"]
    reason: str
    table: str = ""


PersonCommand = Hello | BuyIn | CashOut | SetLimits | Exclude | Conduct
