"""From what happened at a table or on the link to postings between accounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.games.accounts import Account, postings
from pitboss.games.events import Event
from pitboss.ledger.accounts import HOUSE, RESERVE, layout, meter, player, tokes, tray
from pitboss.ledger.posting import Posting
from pitboss.progressive.events import (
    AwardReturned,
    Contributed,
    ContributionVoided,
    JackpotAwarded,
    LinkEvent,
    MeterLowered,
    MeterRaised,
    MeterReset,
    MeterRestored,
)

__all__ = ["link_postings", "round_postings"]


def round_postings(table: str, owners: Mapping[int, str], events: Iterable[Any]) -> tuple[Posting, ...]:
    """The money that a round's events move; ``owners`` are the players of the spots."""
    lines: list[Posting] = []
    for event in events:
        if isinstance(event, Event):
            why = type(event).__name__
            lines += (Posting(_place(table, owners, account), cents, why) for account, cents in postings(event))
    return tuple(lines)


def _place(table: str, owners: Mapping[int, str], account: Account) -> str:
    match account.kind:
        case "player":
            return player(owners[account.spot])
        case "tray":
            return tray(table)
        case "tokes":
            return tokes(table)
    return layout(table)  # a toke that stays up lies there, too


def link_postings(events: Iterable[LinkEvent], tables: Mapping[str, str]) -> tuple[Posting, ...]:
    """The money that the link's events move; ``tables`` tells which table a contribution or a hit came from.

    A round has put its progressive wagers in the tray, where the chips stay: their parts for the meters and the
    reserve are the house's to put up. An award comes to the tray, from which the round pays it.
    """
    lines: list[Posting] = []
    awarded: dict[str, int] = {}
    for event in events:
        match event:
            case Contributed():
                parts = ((meter("major"), event.major), (meter("minor"), event.minor), (RESERVE, event.reserve))
                lines += _from(HOUSE, parts, "Contributed")
            case ContributionVoided():
                lines += _void(event)
            case JackpotAwarded():
                awarded[event.meter] = awarded.get(event.meter, 0) + event.cents
                lines += _from(meter(event.meter), ((tray(tables[event.id]), event.cents),), "JackpotAwarded")
            case AwardReturned():
                lines += _from(tray(tables[event.id]), ((meter(event.meter), event.cents),), "AwardReturned")
            case MeterRestored():
                back = ((RESERVE, event.to_reserve), (HOUSE, event.to_house))
                lines += _from(meter(event.meter), back, "MeterRestored")
            case MeterRaised() | MeterLowered():
                lines += _from(HOUSE, ((meter(event.meter), event.after - event.before),), type(event).__name__)
            case MeterReset():
                lines += _reset(event, awarded.pop(event.meter, 0))
    return tuple(line for line in lines if line.cents)


def _from(source: str, parts: Iterable[tuple[str, int]], why: str) -> list[Posting]:
    parts = tuple(parts)
    total = sum(cents for _, cents in parts)
    return [Posting(source, -total, why), *(Posting(account, cents, why) for account, cents in parts)]


def _reset(event: MeterReset, awarded: int) -> list[Posting]:
    """A meter starts again; where later winners got a seed each, that was the house's money, not the meter's."""
    start = meter(event.meter)
    given = event.before + event.from_reserve + event.from_house - event.after
    from_house = event.from_house + awarded - given
    return [
        *_from(RESERVE, ((start, event.from_reserve),), "MeterReset"),
        *_from(HOUSE, ((start, from_house),), "MeterReset"),
    ]


def _void(event: ContributionVoided) -> list[Posting]:
    """What went to meters and reserve comes back to the house, as far as they can give it."""
    gave = ((meter("major"), event.major), (meter("minor"), event.minor), (RESERVE, event.reserve))
    lines = [Posting(account, -cents, "ContributionVoided") for account, cents in gave]
    return [*lines, Posting(HOUSE, sum(cents for _, cents in gave), "ContributionVoided")]
