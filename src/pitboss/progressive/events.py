"""What happens on the link and at a jackpot payment: past tense, each with its clause."""

from __future__ import annotations

from msgspec import Struct

__all__ = [
    "AwardReturned", "Contributed", "ContributionVoided", "HitRegistered", "HitWithdrawn", "JackpotAwarded",
    "LinkEvent", "LinkWentDown", "LinkWentUp", "MeterLowered", "MeterRaised", "MeterReset", "MeterRestored",
    "PaymentStep",
]  # fmt: skip


class LinkEvent(Struct, frozen=True, tag=True, kw_only=True):
    """One entry of the link's log; a meter falls only by one of these."""

    clause: str = ""


class Contributed(LinkEvent, frozen=True, tag=True):
    """Progressive wagers of one round at one table: what each meter, the reserve and the house got."""

    id: str
    table: str
    game: str
    wagers: int
    major: int
    minor: int
    reserve: int
    house: int


class ContributionVoided(LinkEvent, frozen=True, tag=True):
    """A round was void: its wagers went back; what a meter could not give, the house bears."""

    id: str
    wagers: int
    major: int
    minor: int
    reserve: int
    house: int


class HitRegistered(LinkEvent, frozen=True, tag=True):
    id: str
    meter: str
    table: str
    game: str
    seat: int
    dealt: int


class HitWithdrawn(LinkEvent, frozen=True, tag=True):
    id: str
    reason: str


class AwardReturned(LinkEvent, frozen=True, tag=True):
    """What a hit was awarded is on the meter again: its round was void, or its hand forfeited."""

    id: str
    meter: str
    cents: int
    reason: str


class JackpotAwarded(LinkEvent, frozen=True, tag=True):
    """One winner's share of a meter, in the order of the deal."""

    id: str
    meter: str
    cents: int


class MeterReset(LinkEvent, frozen=True, tag=True):
    """A meter that was won starts again: with what the reserve gives, and what the house adds."""

    meter: str
    before: int
    after: int
    from_reserve: int
    from_house: int


class MeterRestored(LinkEvent, frozen=True, tag=True):
    """An award came back, so money that was put up for a new start goes back to the reserve and the house.

    ``to_house`` is below zero where the meter cannot give what the reserve gets: the house bears it.
    """

    meter: str
    before: int
    after: int
    to_reserve: int
    to_house: int


class MeterRaised(LinkEvent, frozen=True, tag=True, omit_defaults=True):
    """Two people of the house have put money on a meter; ``proposal`` is where that is recorded."""

    meter: str
    before: int
    after: int
    proposal: str
    reason: str = ""


class MeterLowered(LinkEvent, frozen=True, tag=True):
    """Two people of the house have taken money off a meter that was wrong."""

    meter: str
    before: int
    after: int
    proposal: str
    reason: str


class LinkWentDown(LinkEvent, frozen=True, tag=True):
    reason: str


class LinkWentUp(LinkEvent, frozen=True, tag=True):
    pass


class PaymentStep(LinkEvent, frozen=True, tag=True):
    """A step of paying a progressive win, by whom, with its details."""

    step: str
    role: str
    detail: str = ""
