"""Guests at the real table: they have a box and chips and no account, and the dealer answers for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pitboss.errors import IllegalAction, Refusal
from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.ledger import CAGE, Posting, drop, player, transfer, tray
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Decider, Given, Poster
from pitboss.service.floor.events import CashDropped, VisitorLeft
from pitboss.service.money.counts_and_fills import check_open
from pitboss.service.people.accounts import check_name
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.on_duty import VISITOR, check_on_duty, is_visitor, visitor

if TYPE_CHECKING:
    from pitboss.service.floor.streams import TableChange

__all__ = ["DECIDERS", "POSTERS", "guest_who_plays", "leaves_the_table"]

MOST_CASH: Final = 10**9
"""The most cash for chips at once, in cents."""


def _seat(live: Live, command: c.SeatVisitor, given: Given) -> Decided:
    """A guest takes a box, their first or a further one."""
    check_on_duty(live, given, or_floor=True)
    _check_cards_visible(live)
    try:
        name = visitor(check_name(command.name), live.id)
    except Refusal as error:
        raise IllegalAction(error.code, **error.params) from error
    table, events = live.table.sit(name, command.box)
    return Decided(replace(live, table=table), events)


def _check_cards_visible(live: Live) -> None:
    """Where the program deals hands that only their owner sees, a guest without a screen would see none."""
    if not live.declared and not ENGINES[live.sheet.game].hands_lie_open(live.sheet):
        raise IllegalAction("guest.face_down")


def guest_who_plays(live: Live, command: c.Command) -> str:
    """The guest who sits down, buys chips or bets by this command, by their own name; empty where none does."""
    match command:
        case c.SeatVisitor():
            return command.name
        case c.VisitorBuysIn():
            holder = live.table.holder(command.box)
        case c.Act(action=(a.PlaceBet() | a.PlaceToke()) as bet):
            holder = live.table.holder(bet.spot)
        case _:
            return ""
    return holder.partition(VISITOR)[0] if is_visitor(holder) else ""


def _guest(live: Live, box: int) -> str:
    holder = live.table.holder(box)
    if not is_visitor(holder):
        place = live.table.places.place
        raise IllegalAction("guest.none_at", live.table.cite("bet_in_box"), place=place, box=box)
    return holder


def leaves_the_table(live: Live, box: int) -> str:
    """The guest who gives their last box up with this one; empty where they stay."""
    holder = live.table.holder(box)
    return holder if is_visitor(holder) and live.table.boxes_of(holder) == (box,) else ""


def _unseat(live: Live, command: r.UnseatVisitor, given: Given) -> Decided:
    """A guest gives a box up; with their last one they leave, and take their chips to the cage."""
    check_on_duty(live, given, or_floor=True)
    guest = _guest(live, command.box)
    if any(payment.player == guest for payment in live.payments):
        raise IllegalAction("guest.win_unpaid", live.table.cite("end_game"))
    table, events = live.table.leave(guest, command.box)
    live = replace(live, table=table)
    if guest in table.boxes:
        return Decided(live, events)
    return Decided(live.without(guest), (*events, VisitorLeft(player=guest, cents=command.cents)))


def _buy_in(live: Live, command: c.VisitorBuysIn, given: Given) -> Decided:
    """Cash for chips, at any time."""
    check_on_duty(live, given)
    check_open(live)
    guest = _guest(live, command.box)
    smallest = min(live.sheet.rules.chips.denominations)
    if command.cents <= 0 or command.cents % smallest:
        raise IllegalAction("chips.whole", live.table.cite("chips.denominations"))
    if command.cents > MOST_CASH:
        raise IllegalAction("chips.more_than_tray")
    return Decided(live, (CashDropped(player=guest, cents=command.cents),))


def _cash_for_chips(change: TableChange, command: c.VisitorBuysIn) -> tuple[Posting, ...]:
    """The cash goes into the drop box, and chips for it come out of the tray."""
    table = change.prior
    guest = _guest(table, command.box)
    return (
        *transfer(CAGE, drop(table.id), command.cents, "buy-in"),
        *transfer(tray(table.id), player(guest), command.cents, "buy-in"),
    )


def _chips_along(change: TableChange, command: r.UnseatVisitor) -> tuple[Posting, ...]:
    """A guest's chips go to the cage with them."""
    guest = leaves_the_table(change.prior, command.box)
    return transfer(player(guest), CAGE, command.cents, "walked away") if guest and command.cents else ()


DECIDERS: Final[dict[type, Decider]] = {
    c.SeatVisitor: _seat,
    c.UnseatVisitor: _unseat,
    c.VisitorBuysIn: _buy_in,
}
POSTERS: Final[dict[type, Poster]] = {c.UnseatVisitor: _chips_along, c.VisitorBuysIn: _cash_for_chips}
