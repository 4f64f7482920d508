"""The versions of a sheet that a house has had: when each was approved or withdrawn, by whom, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from pitboss.errors import IllegalAction
from pitboss.rules import Sheet
from pitboss.rules.differences import differences
from pitboss.service.accounting.floor_totals import HouseTotals
from pitboss.service.audit.log_by_time import entries_after
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import HOUSE_STREAM
from pitboss.store import Store

__all__ = ["Revision", "revisions"]


class Revision(NamedTuple):
    """One step in the history of a sheet."""

    day: str
    """The gaming day of the house."""
    what: Literal["approved", "withdrawn"]
    hash: str
    changes: tuple[str, ...]
    """What it says otherwise than the version before, in the sentences of its placard."""
    signed: tuple[str, ...]
    why: str


def revisions(store: Store, sheet: str) -> list[Revision]:
    """Every version of a sheet that the house of this log has approved or withdrawn, oldest first."""
    found: list[Revision] = []
    before: Sheet | None = None
    for day, event in _decided(store, sheet):
        now = _kept(store, event.get("text", ""))
        approved = event["type"] == "SheetApproved"
        changes = tuple(_changes(before, now)) if approved and before and now else ()
        signed = tuple(dict.fromkeys((event["proposed_by"], event["approved_by"])))
        hash_ = event["after"] if approved else event["before"]
        found.append(Revision(day, "approved" if approved else "withdrawn", hash_, changes, signed, event["why"]))
        before = now if approved and now else before
    return found


def _decided(store: Store, sheet: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the house has decided on a sheet, with the gaming day of each decision."""
    house, head = HouseTotals(), store.heads().get(HOUSE_STREAM)
    for entry in entries_after(store, HOUSE_STREAM, 0, last=head[0]) if head else ():
        house.take(entry, house.days)
        for event in msgspec.json.decode(entry.events):
            if event["type"] in ("SheetApproved", "SheetWithdrawn") and event["sheet"] == sheet:
                yield house.days.day_of(entry.at), event


def _kept(store: Store, text: str) -> Sheet | None:
    """A version as the log keeps it; none where it was approved before the log kept sheets."""
    try:
        return Sheets(store).sheet(text) if text else None
    except IllegalAction:
        return None


def _changes(before: Sheet, now: Sheet) -> Iterator[str]:
    if before.game == now.game:
        for one in differences(before, now):
            yield one.after or f"No longer: {one.before}"
