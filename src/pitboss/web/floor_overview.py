"""What the staff of the house sees over HTTP: every table at a glance."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends
from msgspec.structs import asdict

from pitboss.ledger import tray
from pitboss.service.people.accounts import Session
from pitboss.service.staff.views import staff_shared
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.views import state_of
from pitboss.web import models as m
from pitboss.web.api import Here, TableId, who_sees

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["staff"], responses=m.REFUSALS)


Staff = Annotated[Session, Depends(who_sees("tables_at_a_glance"))]


@router.get("/floor")
async def floor(running: Here, session: Staff) -> list[m.FloorTable]:
    """Every table at a glance: who deals, what it waits for, what is open, and what is in its tray."""
    await running.freshen()
    tables = running.tables()
    trays = await asyncio.to_thread(running.floor.store.balances, [tray(live.id) for live in tables])
    return [_glance(live, trays[tray(live.id)]) for live in tables]


@router.get("/tables/{table}/settled")
async def settled(
    running: Here, session: Staff, table: TableId
) -> list[m.CorrectableWager]:  # fmt: skip
    """What the last rounds have settled, as far back as a table corrects what was paid, oldest first."""
    live = (await running.table(table)).live
    return [m.CorrectableWager(**asdict(one)) for one in live.settled]


def _glance(live: Live, cents: int) -> m.FloorTable:
    part, table = staff_shared(live, book=cents), live.table
    cards = state_of(live)["cards"]
    drawn = live.round.cards_out if live.round is not None else cards.get("drawn", 0)
    case = part["case"]
    return m.FloorTable(
        table=live.id,
        title=live.opened.title,
        sheet=live.sheet.name,
        dealer=table.dealer if live.staffed else "",
        mode=live.opened.dealer,
        cards=live.opened.cards,
        state="closed" if live.closed else part["next"]["text"],
        who=part["who"],
        players=list(table.players),
        waiting=len(table.waiting),
        round=table.rounds,
        drawn=drawn,
        total=cards.get("total", 52),
        calls=list(live.calls),
        case="" if case is None else case["text"],
        payments=len(live.payments),
        corrections=len(live.corrections),
        slips=len(live.slips),
        needed_at=part["needed_at"],
        counted=live.counted,
        tray=cents,
        closed=live.closed,
    )
