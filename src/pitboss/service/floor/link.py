"""The link on the floor: its commands, and the state between them.

A round's contribution is remembered until the table's next one: until then it can become void.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.engine import Engine
from pitboss.errors import IllegalAction
from pitboss.games.events import JackpotHit, ProgressiveLocked, RoundVoided, Ruled, SettlementReversed
from pitboss.progressive.events import Contributed, LinkEvent
from pitboss.progressive.facts import Fact, Pots
from pitboss.progressive.link import Award, Hit, Link
from pitboss.rules import Sheet
from pitboss.service.floor import commands as c
from pitboss.service.money import progressive_payments
from pitboss.typed import noted

if TYPE_CHECKING:
    from pitboss.service.floor.streams import TableChange

__all__ = [
    "check_linked",
    "decide_link",
    "is_saved",
    "link_commands",
    "opened_link",
    "place_of",
    "restore_link",
    "save_link",
    "table_of",
]


def opened_link(command: c.OpenLink, sheet: Sheet) -> tuple[Link, tuple[LinkEvent, ...]]:
    """A link at its seeds, which the house puts up."""
    if sheet.hash != command.sheet_hash:
        raise IllegalAction("sheet.not_approved_for_link", sheet=sheet.name)
    return Link.of(sheet), ()


def check_linked(link: Link, sheet: Sheet) -> None:
    """Refuse a table whose sheet has another progressive than the link: one link has one set of rules."""
    if "progressive" not in sheet.rules.table.side_bets:
        return
    for value in sheet.values:
        if value.startswith("bets.progressive.") and sheet.values[value] != link.sheet.values.get(value):
            raise IllegalAction(
                "link.other_progressive", sheet.cite(value), sheet=sheet.name, value=value, linked=link.sheet.name
            )


def decide_link(link: Link, command: c.Command, engine: Engine) -> tuple[Link, tuple[LinkEvent, ...]]:
    """The link after a command by an engine, and what happened; the link given is left as it was."""
    after = replace(
        link,
        contributions=dict(link.contributions),
        voided=set(link.voided),
        hits=dict(link.hits),
        paid=dict(link.paid),
        facts=list(link.facts),
        log=[],
    )
    for one in command.commands if isinstance(command, c.Several) else (command,):
        _carry_out(after, one, engine)
    events = tuple(after.log)
    after.log = []
    return after, events


def _carry_out(after: Link, command: c.Command, engine: Engine) -> None:
    match command:
        case c.Contribute():
            after.forget(command.table)
            after.contribute(command.id, table=command.table, game=command.game, wagers=command.wagers)
        case c.VoidContribution() if command.id not in after.voided:
            after.void(command.id, engine=engine)
        case c.RegisterHit():
            after.hit(
                command.id, meter=command.meter, table=command.table, game=command.game, seat=command.seat,
                dealt=command.dealt,
            )  # fmt: skip
        case c.WithdrawHit():
            after.withdraw(command.id, command.reason, engine=engine)
        case c.AwardMeter():
            after.award(command.meter)
        case c.RaiseMeter():
            after.raise_meter(command.meter, command.to, command.proposal, command.reason)
        case c.LowerMeter():
            after.lower_meter(command.meter, command.to, command.proposal, command.reason)
        case c.LinkDown():
            after.go_down(command.reason)
        case c.LinkUp():
            after.come_up()


_OfATable = c.Contribute | c.VoidContribution | c.RegisterHit | c.WithdrawHit


def link_commands(table: str, change: TableChange) -> tuple[_OfATable, ...]:
    """What a table's events mean for the link; a round's contribution becomes void once."""
    found = list(_meanings(table, change))
    voids = [one for one in found if isinstance(one, c.VoidContribution)]
    return tuple(one for one in found if not isinstance(one, c.VoidContribution) or one is voids[-1])


def _meanings(table: str, change: TableChange) -> Iterator[_OfATable]:
    live = change.state
    game, round_ = live.sheet.name, f"{table}/{live.table.rounds}"
    for event in change.events:
        match event:
            case ProgressiveLocked():
                yield c.Contribute(id=round_, table=table, game=game, wagers=len(event.spots))
            case SettlementReversed() if event.wager == "progressive":
                yield c.VoidContribution(id=round_)
            case JackpotHit():
                yield c.RegisterHit(
                    id=f"{round_}/{event.spot}", meter=event.meter, table=table, game=game, seat=event.spot,
                    dealt=live.dealt_at,
                )  # fmt: skip
            case RoundVoided() | Ruled():
                why = event.why if isinstance(event, RoundVoided) else event.kind
                for seat in progressive_payments.undone(change.prior, event):
                    yield c.WithdrawHit(id=f"{round_}/{seat}", reason=why)


def table_of(id: str) -> str:
    """The table that a contribution or a hit came from: both are called after it."""
    return id.partition("/")[0]


def place_of(hit: str) -> str:
    """Return where a meter was hit, in words: at which seat, and in which round of the table.

    >>> place_of("blue-2/17/3")
    'seat 3 in round 17'
    """
    _, number, seat = hit.rsplit("/", 2)
    return f"seat {seat} in round {number}"


class _Saved(msgspec.Struct):
    sheet: str
    sets: tuple[str, ...]
    sums: dict[str, Any]
    up: bool
    contributions: dict[str, Contributed]
    voided: list[str]
    hits: dict[str, Hit]
    paid: dict[str, Award]
    base: Pots | None = None
    """None where an engine saved it that did not keep the facts."""
    facts: list[Fact] = []
    sheet_hash: str = ""
    text: str = ""

    @property
    def terms(self) -> c.OpenLink:
        """What the link was opened on."""
        return c.OpenLink(sheet=self.sheet, sets=self.sets, sheet_hash=self.sheet_hash, text=self.text)


SheetOf = Callable[[c.OpenLink], Sheet]
"""How the sheet is found that a link was opened on."""
_SUMS: Final = ("major", "minor", "reserve", "house_seed", "house_share", "wagered", "awarded")


def save_link(terms: c.OpenLink, link: Link) -> bytes:
    """The link as bytes, with the sheet that it was opened on."""
    sums = {name: getattr(link, name) for name in _SUMS}
    return msgspec.msgpack.encode(
        _Saved(
            terms.sheet, terms.sets, sums, link.up, link.contributions, sorted(link.voided), link.hits, link.paid,
            link.base, link.facts, terms.sheet_hash, terms.text,
        )
    )  # fmt: skip


def restore_link(octets: bytes, sheet_of: SheetOf) -> tuple[c.OpenLink, Link] | None:
    """Return what the link was opened on and how it was saved; None where its engine did not keep what a void needs."""
    kept = msgspec.msgpack.decode(octets, type=noted(_Saved))
    return None if kept.base is None else (kept.terms, _restored(kept, kept.base, sheet_of))


def is_saved(octets: bytes, link: Link, sheet_of: SheetOf) -> bool:
    """Whether this is what was saved of the link, as far as it tells."""
    kept = msgspec.msgpack.decode(octets, type=noted(_Saved))
    if kept.base is None:
        link = replace(link, base=link.pots, facts=[])
    return _restored(kept, kept.base or link.pots, sheet_of) == link


def _restored(kept: _Saved, base: Pots, sheet_of: SheetOf) -> Link:
    link = Link.of(sheet_of(kept.terms))
    return replace(
        link, **kept.sums, up=kept.up, contributions=kept.contributions, voided=set(kept.voided), hits=kept.hits,
        paid=kept.paid, base=base, facts=kept.facts,
    )  # fmt: skip
