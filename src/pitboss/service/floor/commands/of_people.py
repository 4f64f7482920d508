"""What somebody asks of their own account, or the house decides about a person."""

from __future__ import annotations

from typing import Literal

from pitboss.service.floor.commands.base import Command

__all__ = [
    "BuyIn",
    "CashOut",
    "Conduct",
    "Exclude",
    "Forget",
    "Hello",
    "KeepDetails",
    "PersonCommand",
    "SeeDetails",
    "SetLimits",
]


"""The commands of the house's own stream."""


# a person's chips


class Hello(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A person is known from here on; a guest gets play chips."""

    chips: int = 0
    account: str = ""
    """The mark of the account's password, by which one that was replaced is found; empty in earlier logs."""


class BuyIn(Command, frozen=True, kw_only=True):
    cents: int


class CashOut(Command, frozen=True, kw_only=True):
    cents: int


class SetLimits(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The limits that a person sets for themselves; tighter at once, wider only after a day. 0 is no limit."""

    session_minutes: int = 0
    loss_cents: int = 0
    """The most to lose between two midnights (UTC)."""
    reminder_minutes: int = 0
    deposit_cents: int = 0
    """The most to pay in at the cage in any 24 hours."""


class Exclude(Command, frozen=True, kw_only=True):
    """A person does not play until then; nobody takes it back before. ``until`` 0 is for good."""

    until: int


class Conduct(Command, frozen=True, kw_only=True):
    """The house rules on somebody's conduct: a warning, asked to leave, or barred, and barred no more."""

    ruling: Literal["warned", "asked_to_leave", "barred", "readmitted"]
    reason: str
    table: str = ""


class KeepDetails(Command, frozen=True, kw_only=True):
    """Personal fields of somebody are kept, in place of those before; their values are under the person's own seal."""

    fields: tuple[str, ...]
    sealed: str
    """The values, sealed, as base64."""


class SeeDetails(Command, frozen=True, kw_only=True):
    """Somebody of the house looks at a person's details, and says why."""

    reason: str


class Forget(Command, frozen=True, kw_only=True):
    """The person's key is destroyed, and their account ends; play and money stay under the name they played by."""

    reason: str = ""


PersonCommand = Hello | BuyIn | CashOut | SetLimits | Exclude | Conduct | KeepDetails | SeeDetails | Forget
