"""The money of a table beside its rounds: counts of the tray, fills and credits, the drop box, the dealers' box.

A count is held against the books, and the books follow what was counted: the difference goes to an account of its
own. What the books have is filled into the command when it is given, and the audit holds it against the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from pitboss.errors import IllegalAction
from pitboss.ledger import CAGE, DEALERS, HOUSE, Posting, drop, over_short, tokes, transfer, tray
from pitboss.service.floor import commands as c
from pitboss.service.floor import recorded as r
from pitboss.service.floor.decisions import Decided, Decider, Given, Poster
from pitboss.service.floor.events import (
    DropCounted,
    FillCancelled,
    FillRequested,
    FillSigned,
    TokesCounted,
    TrayCounted,
    TrayShort,
)
from pitboss.service.tables.live_table import Live, Slip
from pitboss.service.tables.on_duty import check_on_duty

if TYPE_CHECKING:
    from pitboss.service.floor.streams import TableChange

__all__ = [
    "BOOKS", "DECIDERS", "FROM_THE_TRAY", "MOST", "POSTERS", "SHORT", "check_closed", "check_filled", "check_open",
    "tray_after", "worth",
]  # fmt: skip

MOST: Final = 10**12
"""The most that one entry moves, in cents: more than that is mis-keyed, and no store would hold the sums."""

BOOKS: Final[Mapping[type[c.Command], Callable[[str], str]]] = {
    c.CountTray: tray,
    c.PullDrop: drop,
    c.CountTokes: tokes,
}
"""The account that each count is held against."""


SHORT: Final = "the tray is short by the books: fill it, or count it"
"""The call that a round makes which has paid more than the tray had."""
FROM_THE_TRAY: Final = (c.VisitorBuysIn, c.ConfirmFill, c.PayAgain)
"""What takes chips out of a staffed tray beside the round: only as many as are there."""


def check_filled(book: int) -> None:
    """No bets while the books have the tray below 0: what they win could not be paid."""
    if book < 0:
        raise IllegalAction("tray.too_little", cents=book)


def tray_after(live: Live, book: int, given: Given) -> Decided:
    """A round is in the rack: what was due is paid, and the floor hears of it where that was more than was there."""
    if book >= 0:
        return Decided(live, ())
    return Decided(live.called(SHORT), (TrayShort(book=book, by=given.actor),))


def check_open(live: Live) -> None:
    """At a staffed table chips move only between the opening count and the closing count."""
    if live.staffed and live.counted != "opening":
        raise IllegalAction("tray.counted_for_closing" if live.counted else "tray.count_first")


def check_closed(live: Live) -> None:
    """A table closes when no slip or correction is open, and a staffed one after a closing count, if it was opened."""
    _check_nothing_open(live, "the_table_closes")
    if live.staffed and live.counted == "opening":
        raise IllegalAction("tray.count_before_closing")


# the tray


def worth(live: Live, chips: c.Chips) -> int:
    """What chips are worth together; refused where the table has no such chips."""
    known = live.sheet.rules.chips.denominations
    for denomination, many in chips:
        if denomination not in known:
            raise IllegalAction("chips.no_such_chip", live.table.cite("chips.denominations"), cents=denomination)
        if many < 0:
            raise IllegalAction("count.negative")
    if len(dict(chips)) < len(chips):
        raise IllegalAction("tray.counted_twice")
    cents = sum(denomination * many for denomination, many in chips)
    if cents > MOST:
        raise IllegalAction("tray.too_many_chips")
    return cents


def _count_tray(live: Live, command: r.CountTray, given: Given) -> Decided:
    """The chips in the tray, while none lie on the layout."""
    if live.table.spots:
        raise IllegalAction("tray.between_rounds")
    _check_turn(live, command.when)
    counted = worth(live, command.chips)
    event = TrayCounted(
        when=command.when, chips=command.chips, counted=counted, book=command.book, difference=counted - command.book,
        by=given.actor, note=command.note,
    )  # fmt: skip
    if command.when == "check":
        return Decided(live, (event,))
    signed = () if command.when == "opening" else live.signed
    return Decided(replace(live, counted=command.when, signed=signed), (event,))


def _check_turn(live: Live, when: str) -> None:
    """Opened once, then checked as often as wanted, then closed when no slip or correction is open."""
    if when == "opening":
        if live.counted == "opening":
            raise IllegalAction("tray.open_already")
        return
    if live.counted != "opening":
        raise IllegalAction("tray.not_opened")
    if when == "closing":
        _check_nothing_open(live, "the_closing_count")


def _check_nothing_open(live: Live, before: str) -> None:
    """Refuse to close a tray while something is still to be done, by the first thing there is."""
    if live.payments:
        raise IllegalAction("tray.pay_first", before=before, seat=live.payments[0].seat)
    if live.corrections:
        raise IllegalAction("tray.correct_first", before=before, correction=live.corrections[0].correction)
    if live.slips:
        raise IllegalAction("tray.sign_first", before=before, slip=live.slips[0].slip)


# fills and credits


def _request_fill(live: Live, command: c.RequestFill, given: Given) -> Decided:
    check_open(live)
    if not live.staffed:
        raise IllegalAction("tray.automatic")
    cents = worth(live, command.chips)
    if not cents:
        raise IllegalAction("slip.not_positive")
    if not command.slip or command.slip in live.signed or any(slip.slip == command.slip for slip in live.slips):
        raise IllegalAction("slip.number_used" if command.slip else "slip.number_needed", slip=command.slip)
    slip = Slip(slip=command.slip, kind=command.kind, chips=command.chips, by=given.actor)
    event = FillRequested(
        slip=command.slip, kind=command.kind, chips=command.chips, cents=cents, by=given.actor, note=command.note
    )
    return Decided(replace(live, slips=(*live.slips, slip)), (event,))


def _confirm_fill(live: Live, command: c.ConfirmFill, given: Given) -> Decided:
    """The dealer counts the chips and signs: never whoever asked for them."""
    check_open(live)
    slip = _slip(live, command.slip)
    check_on_duty(live, given)
    if slip.by == given.actor:
        raise IllegalAction("slip.somebody_else_signs", name=slip.by)
    event = FillSigned(
        slip=slip.slip, kind=slip.kind, cents=worth(live, slip.chips), requested_by=slip.by, by=given.actor
    )
    return Decided(_without(live, slip), (event,))


def _cancel_fill(live: Live, command: c.CancelFill, given: Given) -> Decided:
    slip = _slip(live, command.slip)
    event = FillCancelled(
        slip=slip.slip, kind=slip.kind, cents=worth(live, slip.chips), requested_by=slip.by, by=given.actor,
        reason=command.reason,
    )  # fmt: skip
    return Decided(_without(live, slip), (event,))


def _slip(live: Live, name: str) -> Slip:
    for slip in live.slips:
        if slip.slip == name:
            return slip
    raise IllegalAction("slip.none_open", slip=name)


def _without(live: Live, slip: Slip) -> Live:
    slips = tuple(other for other in live.slips if other != slip)
    return replace(live, slips=slips, signed=(*live.signed, slip.slip))


# the boxes


def _pull_drop(live: Live, command: r.PullDrop, given: Given) -> Decided:
    return Decided(live, (DropCounted(**_box(command, given)),))


def _count_tokes(live: Live, command: r.CountTokes, given: Given) -> Decided:
    return Decided(live, (TokesCounted(**_box(command, given)),))


def _box(command: r.PullDrop | r.CountTokes, given: Given) -> dict[str, Any]:
    if command.counted < 0:
        raise IllegalAction("count.negative")
    return {
        "counted": command.counted, "book": command.book, "difference": command.counted - command.book,
        "by": given.actor, "note": command.note,
    }  # fmt: skip


# postings


def _found(change: TableChange, command: r.CountTray) -> tuple[Posting, ...]:
    """The books follow the count."""
    table, (event,) = change.prior.id, change.events
    lines = (
        Posting(tray(table), event.difference, "TrayCounted"),
        Posting(over_short(table), -event.difference, "TrayCounted"),
    )
    return lines if event.difference else ()


def _emptied(target: str) -> Poster:
    """All of a box goes to whoever it is for, as counted; the difference is noted."""

    def post(change: TableChange, command: c.Command) -> tuple[Posting, ...]:
        table, (event,) = change.prior.id, change.events
        source = BOOKS[r.asked_kind(command)](table)
        amounts = (source, -event.book), (target, event.counted), (over_short(table), -event.difference)
        return tuple(Posting(account, cents, type(event).__name__) for account, cents in amounts if cents)

    return post


def _filled(change: TableChange, command: c.ConfirmFill) -> tuple[Posting, ...]:
    (event,) = change.events
    accounts = HOUSE, tray(change.prior.id)
    source, target = accounts if event.kind == "fill" else accounts[::-1]
    return transfer(source, target, event.cents, event.kind)


DECIDERS: Final[dict[type, Decider]] = {
    c.CountTray: _count_tray,
    c.RequestFill: _request_fill,
    c.ConfirmFill: _confirm_fill,
    c.CancelFill: _cancel_fill,
    c.PullDrop: _pull_drop,
    c.CountTokes: _count_tokes,
}
POSTERS: Final[dict[type, Poster]] = {
    c.CountTray: _found,
    c.ConfirmFill: _filled,
    c.PullDrop: _emptied(CAGE),
    c.CountTokes: _emptied(DEALERS),
}
