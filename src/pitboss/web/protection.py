"""Protection over HTTP: which bets of a sheet counters can beat, by how much an hour, and what stops them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from pitboss.errors import IllegalAction
from pitboss.maths.counting import read_count
from pitboss.reports.as_csv import csv_text
from pitboss.reports.protection import BET_COLUMNS, CHANGE_COLUMNS, PROTECT_KINDS, bet_rows, change_rows
from pitboss.rules import Sheet
from pitboss.web import figure_models as f
from pitboss.web import models as m
from pitboss.web.api import Here, address_of
from pitboss.web.counting import CountUsed, CutAt, done
from pitboss.web.figure_files import PARQUET, as_file
from pitboss.web.figures import Back, Chosen, dealt_from_a_shoe, task_of

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["figures"], responses=m.REFUSALS)

FILES: Final = PARQUET | {"text/csv": {"schema": {"type": "string"}}}
PDF: Final = {"application/pdf": {"schema": {"type": "string"}}}
Cents = Annotated[float, Field(description="in cents")]
Certain = Annotated[
    Literal["beaten", "open", "stopped"],
    Field(description="won by more than two standard errors; chance could make it; nothing is won, two errors or more"),
]


class LostAt(BaseModel):
    """What a bet loses to its counter with some cards behind the cut."""

    cut: int
    per_hour: Cents
    error: Cents


class HouseChange(BaseModel):
    """What a house can do against the counter of a bet."""

    wager: str
    kind: Literal["cut", "spread", "limit", "pays", "rule", "off"]
    value: str = Field(description="of a rule as `set` reads it", examples=["104", "dealer.soft_17=stand"])
    change: str = Field(description="in words", examples=["104 cards behind the cut", "The dealer stands on soft 17"])
    per_hour: Cents = Field(description="what the bet then loses")
    error: Cents
    honest_cost: float = Field(description="by how much the edge against people who do not count rises, off the top")
    stops: bool = Field(description="whether the counter is stopped")
    state: Certain


class BetExposed(BaseModel):
    """A bet and the counter who takes most from it."""

    wager: str
    title: str
    house_edge: float = Field(description="against people who do not count, exactly")
    counter: str = Field(description="by which count, in words")
    tags: str = Field(description="that count as `--count` reads it; empty where no running count tells it")
    correlation: float = Field(description="of its tags with the exact effects of removal")
    stake: int = Field(description="the largest bet when ahead, in cents")
    bets: float = Field(description="the share of rounds in which it is made")
    per_hour: Cents
    error: Cents
    same_count: float | None = Field(description="what somebody takes by the count of the main bet, in cents")
    depths: list[LostAt]
    stops_at: int | None = Field(description="the fewest cards behind the cut from which on the counter is stopped")
    exact: bool = Field(description="whether results of single shoes are exact; else effects of removal tell them")
    beaten: bool
    state: Certain
    changes: list[HouseChange] = Field(description="those that stop the counter first, then by their cost")
    least: str | None = Field(description="the change that stops the counter and costs the honest player least")


class ProtectionFigures(BaseModel):
    """What `pitboss protect --json` gives."""

    sheet: str
    hash: str
    count: str
    cut: int
    decks: int
    rounds: int = Field(description="played for each cut and change of the main bet")
    rounds_per_hour: int
    spread: int
    note: str
    bets: list[BetExposed] = Field(description="the worst first")
    departures: f.Departures


class ProtectionAnswer(f.Asked):
    figures: ProtectionFigures | None = None


@router.get("/sheets/{sheet}/protection", response_model=ProtectionAnswer, responses={200: {"content": FILES | PDF}})
async def protection(
    request: Request,
    running: Here,
    back: Back,
    sheet: f.SheetName,
    chosen: Chosen,
    count: CountUsed = "hi-lo",
    cut: CutAt = None,
    spread: Annotated[int, Query(ge=2, le=100, description="the counter's largest bet, in minimum bets")] = 12,
    rounds_per_hour: Annotated[int, Query(ge=1, le=500, description="rounds in an hour")] = 70,
    format: Annotated[Literal["json", "csv", "parquet", "pdf"], Query()] = "json",
    rows: Annotated[Literal["bets", "changes"], Query(description="which rows a file has")] = "bets",
    paper: Annotated[Literal["a4", "letter"], Query(description="the size of a PDF's pages")] = "a4",
) -> Response:
    """Which bets counters can beat, by how much an hour, at which cut that stops, and what stops it."""
    meant = await chosen.read(running, sheet)
    if not dealt_from_a_shoe(meant):
        raise IllegalAction("figures.fresh_deck", sheet=meant.title)
    limits = request.app.state.settings.limits
    task = {
        "kind": "protection", "sheet": task_of(meant), "sets": (), "count": read_count(count).text, "cut": cut,
        "spread": spread, "per_hour": rounds_per_hour, "shoes": limits.counting_shoes,
        "rounds": limits.counting_rounds,
    }  # fmt: skip
    octets = await back.ask(task, caller=address_of(request))
    if format == "json":
        return Response(octets, media_type="application/json")
    found = done(msgspec.json.decode(octets))
    if format == "pdf":
        return await asyncio.to_thread(_on_paper, meant, found, paper)
    return as_file(_rows_text(found, rows), f"protection-{sheet}-{rows}", format, PROTECT_KINDS)


def _on_paper(sheet: Sheet, found: dict[str, Any], paper: Literal["a4", "letter"]) -> Response:
    from pitboss.reports.protection_paper import protection_pdf  # with what only reports on paper need

    name = f'inline; filename="protection-{sheet.name}.pdf"'
    octets = protection_pdf(sheet, found, paper=paper)
    return Response(octets, media_type="application/pdf", headers={"Content-Disposition": name})


def _rows_text(found: dict[str, Any], rows: Literal["bets", "changes"]) -> str:
    if rows == "bets":
        return csv_text(BET_COLUMNS, bet_rows(found))
    return csv_text(CHANGE_COLUMNS, change_rows(found))
