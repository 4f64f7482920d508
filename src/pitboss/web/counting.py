"""Counting over HTTP: the counts that have a name, and what one is good for on a sheet."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from pitboss.errors import IllegalAction
from pitboss.maths.counting import COUNTS, read_count
from pitboss.maths.counting.risk import Bettor
from pitboss.reports.as_csv import csv_text
from pitboss.reports.counts import COUNT_COLUMNS, COUNT_KINDS, PLAY_COLUMNS
from pitboss.rules import Sheet
from pitboss.web import figure_models as f
from pitboss.web import models as m
from pitboss.web.api import Here, address_of
from pitboss.web.figure_files import PARQUET, as_file
from pitboss.web.figures import Back, Chosen, dealt_from_a_shoe, task_of

__all__ = ["CountUsed", "CutAt", "done", "router", "rows_text"]

router = APIRouter(prefix="/api", tags=["figures"], responses=m.REFUSALS)

Rows = Literal["plays", "counts"]
COLUMNS: Final[dict[Rows, tuple[str, ...]]] = {"plays": PLAY_COLUMNS, "counts": COUNT_COLUMNS}
FILES: Final = PARQUET | {"text/csv": {"schema": {"type": "string"}}}
PDF: Final = {"application/pdf": {"schema": {"type": "string"}}}
Cents = Annotated[float, Field(description="in cents")]
CountUsed = Annotated[str, Query(max_length=300, description="a count by its name, or its tags")]
Cash = Annotated[
    int | None, Query(ge=1, le=10**9, description="in cents: the smallest bet, the largest, chips; else the table's")
]
CutAt = Annotated[int | None, Query(ge=14, le=402, description="cards behind the cut card; else the sheet's")]


class NamedCount(BaseModel):
    """A count by its name, with the tags that its author published."""

    name: str
    title: str
    text: str = Field(description="its tags, where it starts and how it is divided", examples=["2-6=1 T-A=-1"])
    source: str


class IndexPlayTold(BaseModel):
    """A play that is better than the book's from a count on, or below one."""

    hand: str
    up: str
    play: str
    count: int
    below: bool
    instead: str = Field(description="what the book does there")
    threshold: float = Field(description="where both plays are worth the same, before the count is rounded")
    error: float = Field(description="the standard error of that")
    gain: float = Field(description="what it adds, in bets in a hundred rounds of flat bets")
    spread_gain: float = Field(description="the same with bets that follow the edge from one unit to eight")
    text: str = Field(description="as a simulation reads it", examples=["16 T 0 stand"])


class CountRow(BaseModel):
    """The rounds that begin at a count."""

    count: int
    share: float
    mean: float = Field(description="the player's edge, a fraction of the bet")
    error: float = Field(description="the standard error of that")
    deviation: float
    bet: float = Field(description="the best bet there, in dollars; 0 sits out")


class BetsTold(BaseModel):
    """What bets bring; in a hundred rounds where nothing else is said."""

    bets: list[tuple[int, int]] = Field(description="from which count on how many cents")
    played: float = Field(description="the share of rounds with a bet")
    average_bet: Cents
    win: Cents
    win_error: Cents
    deviation: Cents
    risk_of_ruin: float
    n0: float | None = Field(description="rounds after which one standard deviation is won; null for never")
    desirability: float
    score: float
    certainty: Cents


class SpreadTold(BaseModel):
    """The best bets of at most so many times the smallest."""

    spread: int
    best: BetsTold
    score: float = Field(description="of the best bets of this spread whatever the table's limits are")
    n0: float | None = Field(description="of these; null for never")


class VariedTold(BaseModel):
    """The same count with one thing changed."""

    change: str = Field(description="as `pitboss count --vary` has it", examples=["cut 104", "cards.decks 8"])
    words: str = Field(examples=["104 cards behind the cut", "The dealer stands on soft 17"])
    flat_edge: float
    best: BetsTold
    score: float = Field(description="of the best bets of 1 to 8, whatever the table's limits are")
    n0: float | None


class BettorTold(BaseModel):
    """Who bets, in cents."""

    bank: int
    risk: float
    minimum: int
    maximum: int
    step: int
    hands: int = Field(description="spots that are bet on at once, each with the same bet")
    covariance: float = Field(description="of the results of two of them in one round, for bets of one")
    play_all: bool


class CountingFigures(BaseModel):
    """What a count is good for on a sheet: what `pitboss count --json` gives, with and without `--rounds`."""

    sheet: str
    hash: str
    count: str
    title: str
    decks: int
    cut: int = Field(description="cards behind the cut card")
    effects: dict[str, float] = Field(description="what the removal of one card does to the player's return")
    betting_correlation: float
    insurance_correlation: float
    playing_efficiency: float
    shoes: int = Field(description="shoes that were solved exactly")
    met: int = Field(description="random shoes that values are averaged over")
    seed: int
    plays: list[IndexPlayTold] = Field(description="all of them, those that bring most first")
    texts: list[str] = Field(description="the plays that are played here, as a simulation reads them")
    played: int = Field(description="how many of the plays those are")
    rounds: int
    by_count: list[CountRow]
    flat_edge: float
    bettor: BettorTold
    best: BetsTold
    compared: BetsTold = Field(description="the bets that games are compared by: 1 to 8, $10,000, a risk of 13.5 %")
    spreads: list[SpreadTold]
    varied: list[VariedTold] = Field(description="with other cuts, decks and rules, played with the same index plays")
    departures: f.Departures


class CountingAnswer(f.Asked):
    figures: CountingFigures | None = None


@router.get("/counts")
async def counts() -> list[NamedCount]:
    """The counts that have a name."""
    return [
        NamedCount(name=one.name, title=one.title, text=replace(one, name="").text, source=one.source)
        for one in COUNTS.values()
    ]


@router.get("/sheets/{sheet}/counting", response_model=CountingAnswer, responses={200: {"content": FILES | PDF}})
async def counting(
    request: Request,
    running: Here,
    back: Back,
    sheet: f.SheetName,
    chosen: Chosen,
    count: CountUsed = "hi-lo",
    cut: CutAt = None,
    bank: Annotated[int, Query(ge=10_000, le=10**9, description="what the counter can lose, in cents")] = 1_000_000,
    risk: Annotated[float, Query(ge=0.001, le=0.5, description="the risk of ruin that is accepted")] = 0.05,
    back_count: Annotated[bool, Query(description="whether rounds without an edge are sat out")] = False,
    least: Cash = None,
    most: Cash = None,
    chips: Cash = None,
    hands: Annotated[int, Query(ge=1, le=3, description="spots that are bet on at once")] = 1,
    format: Annotated[Literal["json", "csv", "parquet", "pdf"], Query()] = "json",
    rows: Annotated[Rows, Query(description="which rows a file has")] = "plays",
    paper: Annotated[Literal["a4", "letter"], Query(description="the size of a PDF's pages")] = "a4",
) -> Response:
    """What a count is good for on a sheet, its index plays, and what bets by it bring; it can take a minute."""
    meant = await chosen.read(running, sheet)
    if not dealt_from_a_shoe(meant):
        raise IllegalAction("figures.fresh_deck", sheet=meant.title)
    limits, table = request.app.state.settings.limits, meant.rules.table
    bettor = Bettor(
        bank, risk, least or table.minimum, most or table.maximum, chips or table.bet_step, hands,
        play_all=not back_count,
    )  # fmt: skip
    task = {
        "kind": "counting", "sheet": task_of(meant), "sets": (), "count": read_count(count).text, "cut": cut,
        "bank": bank, "risk": risk, "back_count": back_count, "least": bettor.minimum, "most": bettor.maximum,
        "chips": bettor.step, "hands": hands, "shoes": limits.counting_shoes, "rounds": limits.counting_rounds,
    }  # fmt: skip
    octets = await back.ask(task, caller=address_of(request))
    if format == "json":
        return Response(octets, media_type="application/json")
    answer = msgspec.json.decode(octets)
    if format == "pdf":
        return await asyncio.to_thread(_on_paper, meant, answer, paper)
    return as_file(rows_text(answer, rows), f"counting-{sheet}-{rows}", format, COUNT_KINDS)


def _on_paper(sheet: Sheet, answer: dict[str, Any], paper: Literal["a4", "letter"]) -> Response:
    """All of it as a PDF, once it is there."""
    from pitboss.reports.counting_paper import counting_pdf  # with what only reports on paper need

    name = f'inline; filename="counting-{sheet.name}.pdf"'
    octets = counting_pdf(sheet, done(answer), paper=paper)
    return Response(octets, media_type="application/pdf", headers={"Content-Disposition": name})


def done(answer: dict[str, Any]) -> dict[str, Any]:
    """The figures of an answer; refused while they are being worked out."""
    if answer["state"] != "done":
        raise IllegalAction("figures.not_yet")
    figures: dict[str, Any] = answer["figures"]
    return figures


def rows_text(answer: dict[str, Any], rows: Rows) -> str:
    """The index plays or the counts as CSV, once they are there."""
    found = done(answer)["plays" if rows == "plays" else "by_count"]
    return csv_text(COLUMNS[rows], [{name: one[name] for name in COLUMNS[rows]} for one in found])
