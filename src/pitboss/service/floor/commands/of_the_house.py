"""What takes two people of the house: sheets, meters, limits and roles."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pitboss.rules import Content
from pitboss.service.floor.commands.base import Command

__all__ = [
    "AcknowledgeEvent",
    "Apply",
    "Approve",
    "CashThresholds",
    "Change",
    "CompRate",
    "ExplainResult",
    "GamingDay",
    "HouseRecord",
    "KeepSheet",
    "LimitsChange",
    "LimitsRule",
    "MeterChange",
    "NoteProgram",
    "NoteRole",
    "Propose",
    "RatingsRetention",
    "Reject",
    "RuleChange",
    "SheetChange",
    "SheetWithdrawal",
]


class KeepSheet(Command, frozen=True, kw_only=True):
    """A sheet with everything it extends is kept, in the stream that is called after the hash of it."""

    content: Content


class SheetChange(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A sheet, with what is set on it, that tables may open on from now on."""

    sheet: str
    sets: tuple[str, ...]
    sheet_hash: str
    placard: str
    """The hash of the placard to be posted with it."""
    text: str = ""
    """The hash of the text under which the log keeps it; an earlier program approved sheets without it."""


class MeterChange(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A meter is put right: raised with money of the house, or lowered, which returns it to the house."""

    meter: Literal["major", "minor"]
    to: int


class SheetWithdrawal(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """No further table opens on this version of a sheet; those that are open go on until they close."""

    sheet: str
    sheet_hash: str
    text: str = ""


class LimitsChange(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of an open table, as :class:`ChangeLimits` has them."""

    table: str
    minimum: int
    maximum: int
    at: int = 0
    keeps_earlier: bool = False


class LimitsRule(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """Whether the limits of an open table take two people, as the sheets do."""

    two_people: bool


class GamingDay(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """The time zone of the house, and when its gaming day begins by the clock on the wall."""

    zone: str
    starts: str


class CashThresholds(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """From which sum in a gaming day a person's cash is noted, and above which it is reported; in cents."""

    noted: int
    reported: int


class CompRate(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """What part of the exact theoretical loss of a visit is given back in comps, in hundredths of a percent."""

    basis_points: int


class RatingsRetention(Struct, frozen=True, tag=True, kw_only=True, forbid_unknown_fields=True):
    """For how many days after its gaming day the rating of a visit is told."""

    days: int


RuleChange = LimitsRule | GamingDay | CashThresholds | CompRate | RatingsRetention
"""Other rules of the house itself."""
Change = SheetChange | SheetWithdrawal | MeterChange | LimitsChange | RuleChange
"""What takes two people."""


class Propose(Command, frozen=True, kw_only=True):
    """A change that somebody else has to approve."""

    proposal: str
    change: Change
    reason: str


class Approve(Command, frozen=True, kw_only=True):
    proposal: str
    note: str = ""


class Reject(Command, frozen=True, kw_only=True):
    proposal: str
    reason: str


class Apply(Command, frozen=True, kw_only=True):
    """An approved change takes effect."""

    proposal: str


class NoteRole(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody was given another role."""

    person: str
    before: str
    after: str
    reason: str = ""
    """Why; empty in logs of earlier programs, and where the one-time link gave it."""


class NoteProgram(Command, frozen=True, kw_only=True):
    """Another program than the last one opens the floor."""

    version: str
    program: str
    """The hash of its files."""
    python: str


class ExplainResult(Command, frozen=True, kw_only=True):
    """A manager says why a table's result of a period lies outside what chance explains."""

    table: str
    period: Literal["day", "month", "year", "life"]
    day: str
    """A day of the period."""
    reason: str


class AcknowledgeEvent(Command, frozen=True, kw_only=True):
    """A manager has taken note of what an entry of the log holds that is significant."""

    stream: str
    version: int
    note: str = ""


HouseRecord = Propose | Approve | Reject | Apply | NoteRole | ExplainResult | AcknowledgeEvent | NoteProgram
