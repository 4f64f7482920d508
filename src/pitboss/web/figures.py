"""Pages for everyone: the placard of each sheet, its options, its strategy, its figures, and two sheets compared."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pitboss.rules import Sheet, load
from pitboss.rules.game import GAME_RULES
from pitboss.rules.load import SHIPPED
from pitboss.web import figure_models as f
from pitboss.web import models as m
from pitboss.web.api import Here, TableId, address_of, rates_of
from pitboss.web.figure_queue import Backroom
from pitboss.web.guard import TooMany
from pitboss.web.placards import PlacardShown, shown
from pitboss.web.sheet_options import SheetOptions, options_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["figures"], responses=m.REFUSALS)

MOST_SETS: Final = 60
Sets = Annotated[
    list[Annotated[str, Field(max_length=200)]],
    Query(alias="set", max_length=MOST_SETS, description="values set on the sheet, such as soft_17=stand"),
]


def backroom_of(request: Request) -> Backroom:
    backroom = request.app.state.backroom
    assert isinstance(backroom, Backroom)
    return backroom


async def sets_of(request: Request, sets: Sets = []) -> tuple[str, ...]:  # noqa: B006  (FastAPI copies the default)
    """What is set on the sheet, by somebody who does not ask too often."""
    if sets and not rates_of(request).sheets.take(address_of(request)):
        raise TooMany("rate.sheets")
    return tuple(sets)


Chosen = Annotated[tuple[str, ...], Depends(sets_of)]
Back = Annotated[Backroom, Depends(backroom_of)]


@lru_cache(maxsize=128)
def _loaded(sheet: str, sets: tuple[str, ...]) -> Sheet:
    return load(sheet, sets=sets)


async def _read(sheet: str, sets: tuple[str, ...]) -> Sheet:
    """A shipped sheet with what was set on it; whatever cannot be read is refused before anything is worked out."""
    return await asyncio.to_thread(_loaded, sheet, sets)


# what is posted


@router.get("/sheets")
async def sheets() -> list[f.SheetListed]:
    """The shipped sheets."""
    return [_listed(load(name)) for name in SHIPPED]


def _listed(sheet: Sheet) -> f.SheetListed:
    wagers = GAME_RULES[sheet.game].wagers(sheet.rules)
    return f.SheetListed(
        sheet=sheet.name,
        title=sheet.title,
        house=sheet.house,
        game=sheet.game,
        name=sheet.display_title or sheet.title,
        about=sheet.about,
        felt=sheet.felt,
        wagers=[f.WagerListed(wager=one.name, title=one.title, kind=one.kind) for one in wagers],
        irregularities=list(sheet.rules.irregularity.kinds),
        meters=_meter_hands(sheet),
    )


def _meter_hands(sheet: Sheet) -> dict[str, str]:
    """The hand that wins each meter that the sheet plays for."""
    parts = ((path.split("."), value) for path, value in sheet.values.items() if path.startswith("bets.progressive."))
    return {path[2]: value for path, value in parts if path[3:] == ["hand"]}


@router.get("/sheets/{sheet}/placard")
async def sheet_placard(sheet: f.SheetName, sets: Chosen) -> PlacardShown:
    """The placard of a sheet: the whole game in sentences, each with its clauses."""
    return await asyncio.to_thread(shown, await _read(sheet, sets))


@router.get("/tables/{table}/placard")
async def table_placard(running: Here, table: TableId) -> PlacardShown:
    """The placard of the very sheet that a table plays by."""
    return await asyncio.to_thread(shown, (await running.table(table)).live.sheet)


@router.get("/sheets/{sheet}/options")
async def sheet_options(sheet: f.SheetName, sets: Chosen) -> SheetOptions:
    """The values of a sheet that move its figures, and what each may be."""
    return await asyncio.to_thread(options_of, await _read(sheet, sets))


# what is worked out


@router.get("/sheets/{sheet}/edges", response_model=f.EdgesAnswer)
async def edges(request: Request, back: Back, sheet: f.SheetName, sets: Chosen) -> Response:
    """The house edge of every wager of a sheet."""
    await _read(sheet, sets)
    return await _worked_out(request, back, kind="edges", sheet=sheet, sets=sets)


@router.get("/sheets/{sheet}/chart", response_model=f.ChartAnswer)
async def chart(
    request: Request, back: Back, sheet: f.SheetName, sets: Chosen, play: Annotated[f.Play, Query()] = "best"
) -> Response:
    """The strategy card of a sheet, and what each choice is worth."""
    await _read(sheet, sets)
    return await _worked_out(request, back, kind="chart", sheet=sheet, sets=sets, play=play)


@router.get("/sheets/{sheet}/analysis", response_model=f.AnalysisAnswer)
async def analysis(request: Request, back: Back, sheet: f.SheetName, sets: Chosen) -> Response:
    """Everything the mathematics has to say of a sheet; it can take more than a minute."""
    await _read(sheet, sets)
    return await _worked_out(request, back, kind="analysis", sheet=sheet, sets=sets)


@router.get("/sheets/{sheet}/comparisons/{other}", response_model=f.ComparisonAnswer)
async def comparison(request: Request, back: Back, sheet: f.SheetName, other: f.SheetName, sets: Chosen) -> Response:
    """A sheet held against another one, or against itself with other values: rule by rule."""
    await _read(other, sets)
    return await _worked_out(request, back, kind="comparison", sheet=sheet, sets=sets, other=other)


async def _worked_out(request: Request, back: Backroom, **task: Any) -> Response:
    octets = await back.ask(task, caller=address_of(request))
    return Response(octets, media_type="application/json")
