"""What the server adds to a command at a table: facts that the sender cannot know, or may not state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.engine import NOW
from pitboss.errors import IllegalAction
from pitboss.ledger import player, tray
from pitboss.progressive.link import Link
from pitboss.service.floor import commands as c
from pitboss.service.floor.house import check_opening
from pitboss.service.floor.link import check_linked, decide_link
from pitboss.service.floor.recorded import asked_kind, recorded
from pitboss.service.money import progressive_payments
from pitboss.service.money.counts_and_fills import BOOKS
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.visitors import leaves_the_table

if TYPE_CHECKING:
    from pitboss.service.floor.floor import Floor
    from pitboss.service.floor.streams import TableStream

__all__ = ["recorded_at_table"]

Awards = tuple[c.AwardMeter, ...]


def recorded_at_table(floor: Floor, stream: TableStream, command: c.Command, actor: str) -> tuple[Any, Awards]:
    """Return a command as the log will keep it, and what the link has to do for it."""
    if isinstance(command, c.OpenTable):
        sheet = floor.sheet_meant(command)
        opening = check_opening(floor.house(), command, sheet)
        if (linked := floor.link().state) is not None:
            check_linked(linked, sheet)
        return opening, ()
    live, awards = stream.live, ()  # type: tuple[Live, Awards]
    found: dict[str, Any] = {}
    match command:
        case c.Policy() | c.Jackpot():
            awards, found["award"] = _award(floor, live, command)
        case c.StartRound() | c.Deal() | c.CoinIn():
            link = floor.link().state
            found["link_up"] = link is not None and link.up
        case c.ChangeLimits() if floor.house().two_for_limits:
            raise IllegalAction("table_limits.two_people", live.sheet.cite("table.minimum"))
        case c.UnseatVisitor() if live.staffed:
            found["cents"] = floor.balance(player(leaves_the_table(live, command.box)))
        case c.TapIn() if live.staffed:
            _check_deals_nowhere_else(floor, live, actor)
    if live.staffed and isinstance(command, (c.StartRound, c.EndRound)):
        found["book"] = floor.balance(tray(live.id))
    if (book := BOOKS.get(asked_kind(command))) is not None:
        found["book"] = floor.balance(book(live.id))
    return recorded(command, **found), awards


def _award(floor: Floor, live: Live, command: c.Policy | c.Jackpot) -> tuple[Awards, int]:
    """For a jackpot: what the link has to do, and what it awards; by itself, or when the paperwork is done."""
    seat = progressive_payments.wants_award(live, command)
    if not seat:
        return (), 0
    link = floor.link().state
    assert live.round is not None
    assert isinstance(link, Link)
    hit = f"{live.id}/{live.table.rounds}/{seat}"
    if hit in link.paid:
        return (), link.paid[hit].cents
    if isinstance(command, c.Jackpot) and command.step != "do_paperwork":
        return (), 0
    won = c.AwardMeter(meter=dict(live.round.jackpots)[seat])
    after, _ = decide_link(link, won, NOW)
    return (won,), after.paid[hit].cents


def _check_deals_nowhere_else(floor: Floor, live: Live, actor: str) -> None:
    for other in floor.known_tables():
        if other.table.dealer == actor and other.id != live.id and not other.closed:
            raise IllegalAction("dealer.deals_elsewhere", dealer=actor, table=other.id)
