"""The link on the floor: its commands, and the state between them.

A round's contribution is remembered until the table's next one: so long it can still become void.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import msgspec

from pitboss.engine import Engine
from pitboss.errors import IllegalAction
from pitboss.progressive.events import Contributed, LinkEvent
from pitboss.progressive.link import Award, Hit, Link
from pitboss.rules import load
from pitboss.service import commands as c

__all__ = ["LINK", "decide_link", "opened_link", "restore_link", "save_link", "table_of"]

LINK: Final = "link"
"""The stream of the link."""


def opened_link(command: c.OpenLink) -> tuple[Link, tuple[LinkEvent, ...]]:
    """A link at its seeds, which the house puts up."""
    sheet = load(command.sheet, sets=list(command.sets))
    if sheet.hash != command.sheet_hash:
        raise IllegalAction(f"the sheet {sheet.name} is not the one that was approved for the link")
    return Link.of(sheet), ()


def decide_link(link: Link, command: Any, engine: Engine) -> tuple[Link, tuple[LinkEvent, ...]]:
    """The link after a command by an engine, and what happened; the link given is left as it was."""
    after = replace(
        link,
        contributions=dict(link.contributions),
        voided=set(link.voided),
        hits=dict(link.hits),
        paid=dict(link.paid),
        log=[],
    )
    for one in command.commands if isinstance(command, c.Several) else (command,):
        _carry_out(after, one)
    events = tuple(after.log)
    after.log = []
    return after, events


def _carry_out(after: Link, command: Any) -> None:
    match command:
        case c.Contribute():
            _forget(after, command.table)
            after.contribute(command.id, table=command.table, game=command.game, wagers=command.wagers)
        case c.VoidContribution() if command.id not in after.voided:
            after.void(command.id)
        case c.RegisterHit():
            after.hit(
                command.id, meter=command.meter, table=command.table, game=command.game, seat=command.seat,
                dealt=command.dealt,
            )  # fmt: skip
        case c.WithdrawHit():
            after.withdraw(command.id, command.reason)
        case c.AwardMeter():
            after.award(command.meter)
        case c.RaiseMeter():
            after.raise_meter(command.meter, command.to, command.proposal)
        case c.LinkDown():
            after.go_down(command.reason)
        case c.LinkUp():
            after.come_up()


def _forget(link: Link, table: str) -> None:
    """What a table's earlier rounds put in can no longer come back, and what they won is paid."""
    for id in [id for id, entry in link.contributions.items() if entry.table == table]:
        del link.contributions[id]
        link.voided.discard(id)
    for id in [id for id, award in link.paid.items() if award.hit.table == table]:
        del link.paid[id]


def table_of(id: str) -> str:
    """The table that a contribution or a hit came from: both are called after it."""
    return id.partition("/")[0]


class _Saved(msgspec.Struct):
    sheet: str
    sets: tuple[str, ...]
    sums: dict[str, Any]
    up: bool
    contributions: dict[str, Contributed]
    voided: list[str]
    hits: dict[str, Hit]
    paid: dict[str, Award]


_SUMS: Final = ("major", "minor", "reserve", "house_seed", "house_share", "wagered", "awarded")


def save_link(opened: c.OpenLink, link: Link) -> bytes:
    sums = {name: getattr(link, name) for name in _SUMS}
    return msgspec.msgpack.encode(
        _Saved(opened.sheet, opened.sets, sums, link.up, link.contributions, sorted(link.voided), link.hits, link.paid)
    )


def restore_link(octets: bytes) -> Link:
    kept = msgspec.msgpack.decode(octets, type=_Saved)
    link = Link.of(load(kept.sheet, sets=list(kept.sets)))
    return replace(
        link, **kept.sums, up=kept.up, contributions=kept.contributions, voided=set(kept.voided), hits=kept.hits,
        paid=kept.paid,
    )  # fmt: skip
