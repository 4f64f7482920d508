"""What each ruling in an open case is worth, for those who rule."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from pitboss.errors import IllegalAction
from pitboss.maths.rulings import RulingWorth, worth
from pitboss.service.people.accounts import Session
from pitboss.web import models as m
from pitboss.web.api import Here, TableId, who_sees

__all__ = ["router", "weighed"]

router = APIRouter(prefix="/api/tables", tags=["staff"], responses=m.REFUSALS)


@router.get("/{table}/worth")
async def ruling_worth(
    request: Request, running: Here, session: Annotated[Session, Depends(who_sees("worth_of_rulings"))], table: TableId
) -> list[m.RulingWeighed]:
    """What each permitted ruling, or choice of a player, is worth to each seat, in cents."""
    live = (await running.table(table)).live
    if live.round is None:
        raise IllegalAction("round.none")
    async with request.app.state.weighing:  # about a second of one core, which the tables need, too
        found = await asyncio.to_thread(worth, live.round, rack=live.table.rack)
    return [weighed(one) for one in found]


def weighed(ruling: RulingWorth) -> m.RulingWeighed:
    """A ruling with what it is worth, as pages read it."""
    seats = [m.SeatWeighed(spot=s.spot, cents=s.cents, error=s.error, exact=s.exact) for s in ruling.seats]
    return m.RulingWeighed(choice=ruling.choice, text=ruling.text, clause=ruling.clause, seats=seats)
