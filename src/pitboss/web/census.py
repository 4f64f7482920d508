"""The card census of a table, for the staff: is the shoe what it should be?"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict

from pitboss.maths.census import CERTAINTY
from pitboss.service.people.accounts import Session
from pitboss.service.tables.shoe_census import Censuses
from pitboss.web import models as m
from pitboss.web.api import Here, TableId, who_sees

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["the books"], responses=m.REFUSALS)


class CensusOfTable(BaseModel):
    """What the cards that were seen say of the cards that should be there."""

    model_config = ConfigDict(extra="allow")
    table: str
    declared: bool
    decks: int
    rounds: int
    certainty: float
    sets: list[dict[str, Any]]


@router.get("/tables/{table}/census")
async def table_census(
    request: Request,
    running: Here,
    session: Annotated[Session, Depends(who_sees("tables_at_a_glance"))],
    table: TableId,
    needed: Annotated[bool, Query(description="how long a defect would take to be found, which takes a while")] = True,
) -> CensusOfTable:
    """Whether a card is missing, too many or replaced; refused where the cards are the program's own."""
    live = (await running.table(table)).live
    if not live.declared:
        decks = live.sheet.rules.cards.decks
        return CensusOfTable(table=table, declared=False, decks=decks, rounds=0, certainty=CERTAINTY, sets=[])
    censuses = request.app.state.censuses
    assert isinstance(censuses, Censuses)
    found = await asyncio.to_thread(censuses.report, running.floor.store, table, needed=needed)
    return CensusOfTable(**found)
