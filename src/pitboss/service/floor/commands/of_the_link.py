"""What moves the meters of the link."""

from __future__ import annotations

from typing import Literal

from pitboss.service.floor.commands.base import Command

__all__ = [
    "AwardMeter",
    "Contribute",
    "LinkCommand",
    "LinkDown",
    "LinkUp",
    "LowerMeter",
    "OpenLink",
    "RaiseMeter",
    "RegisterHit",
    "Several",
    "VoidContribution",
    "WithdrawHit",
]


class OpenLink(Command, frozen=True, kw_only=True):
    sheet: str
    sets: tuple[str, ...] = ()
    sheet_hash: str
    text: str = ""
    """The hash of the text under which the log keeps the sheet."""


class Contribute(Command, frozen=True, kw_only=True):
    id: str
    table: str
    game: str
    wagers: int


class VoidContribution(Command, frozen=True, kw_only=True):
    id: str


class RegisterHit(Command, frozen=True, kw_only=True):
    id: str
    meter: Literal["major", "minor"]
    table: str
    game: str
    seat: int
    dealt: int


class WithdrawHit(Command, frozen=True, kw_only=True):
    """The round of a hit was void, or its hand: nobody wins the meter by it."""

    id: str
    reason: str


class RaiseMeter(Command, frozen=True, kw_only=True):
    """Two people have decided that a meter shows more; ``proposal`` is where that is recorded."""

    meter: Literal["major", "minor"]
    to: int
    proposal: str
    reason: str = ""


class LowerMeter(Command, frozen=True, kw_only=True):
    """Two people have decided that a meter shows less, since it was wrong."""

    meter: Literal["major", "minor"]
    to: int
    proposal: str
    reason: str


class AwardMeter(Command, frozen=True, kw_only=True):
    meter: Literal["major", "minor"]


class LinkDown(Command, frozen=True, kw_only=True):
    reason: str


class LinkUp(Command, frozen=True, kw_only=True):
    pass


class Several(Command, frozen=True, kw_only=True):
    """What one entry of a table means for the link, in order."""

    commands: tuple[Contribute | VoidContribution | RegisterHit | WithdrawHit | AwardMeter, ...]


LinkCommand = (
    Several | RaiseMeter | LowerMeter | OpenLink | Contribute | VoidContribution | RegisterHit | WithdrawHit
    | AwardMeter | LinkDown | LinkUp
)  # fmt: skip
