"""The books for those in charge of the floor: the money report as JSON, CSV or a page to print."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.errors import PitbossError
from pitboss.maths.expectation import Expectation, known_expectations
from pitboss.service.accounting import Books, Period, report
from pitboss.service.accounting.period import Kind
from pitboss.service.accounting.report import BEING_COMPUTED
from pitboss.service.accounting.sums import ALL
from pitboss.service.accounting.table_totals import Terms
from pitboss.service.audit.checkpoints import Checkpoints, last_code, short_code
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Busy
from pitboss.service.floor.sheets import Sheets
from pitboss.service.people.accounts import Session
from pitboss.typed import noted
from pitboss.web import house_models as h
from pitboss.web import models as m
from pitboss.web.api import Here, Manager, who_sees
from pitboss.web.figure_files import PARQUET, as_file
from pitboss.web.figure_queue import Backroom
from pitboss.web.guard import TooMany
from pitboss.web.surveillance import CheckpointShown

__all__ = ["MoneyReport", "router"]

log = logging.getLogger(__name__)

CALLER: Final = "the books"
"""In whose name figures are asked for: they are wanted by the house, not by an address."""
NOT_PLAYED: Final = "nothing was played"
PAGE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"
"""The page brings its style with it, and loads and runs nothing."""

router = APIRouter(prefix="/api/reports", tags=["the books"], responses=m.REFUSALS)


class _Said(BaseModel):
    """An answer to which fields may be added."""

    model_config = ConfigDict(extra="allow")


class PeriodOf(_Said):
    kind: Kind
    day: str
    text: str


class Judged(_Said):
    """What was to be expected, in cents, and how far off that it was."""

    win: int
    deviation: int
    z: float | None
    chance: float | None = Field(description="that a result lies as far out on this side, or further")
    enough: bool = Field(description="whether there were wagers enough to say how unusual it is")
    words: str


class WagerLine(_Said):
    wager: str
    title: str
    wagers: int
    handle: int = Field(description="initial stakes")
    action: int = Field(description="all that was staked, splits, doubles, Blind and Play with it")
    win: int
    hold: float | None
    expected: dict[str, Any] = Field(description="state, and where it is known the exact edge and what follows from it")


class GamePage(_Said):
    sheet: str
    sets: list[str]
    hash: str
    rounds: int
    handle: int
    win: int
    hold: float | None
    drop: int
    win_by_drop: float | None
    together: Judged | None
    wagers: list[WagerLine]
    measured: str = Field(description="what handle and hold of the main game go by")
    tokes: dict[str, int]
    irregular: dict[str, Any]
    course: list[dict[str, Any]]


class TablePage(GamePage):
    table: str
    title: str
    result: dict[str, Any] = Field(
        description="by the counts (closing + credits + drop - opening - fills), and the ledger's"
    )


class ResultOutside(_Said):
    """A table whose result chance does not explain, with the reasons that managers have signed."""

    table: str
    title: str
    sheet: str
    percent: int = Field(description="in so many of a hundred periods chance stays nearer: 95 or 99")
    win: int
    expected: int
    deviation: int
    explanations: list[dict[str, Any]] = Field(description="why, by whom, and when")


class ResultReason(BaseModel):
    """Why a table's result lies outside what chance explains."""

    model_config = ConfigDict(extra="forbid")
    id: str = Field(pattern=r"^[!-~]{1,64}$", description="a name for this: sent twice it is done once")
    table: str = Field(pattern=m.TABLE)
    period: Kind
    day: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="a gaming day of the period")
    reason: str = Field(min_length=1, max_length=500, pattern=r"\S")


class ReportCheckpoint(_Said):
    """A signed checkpoint of the log as its code: who keeps the report can hold the house to its log by it."""

    number: int
    at: int
    code: str
    whole: bool = Field(description="whether nothing was written since")


class MoneyReport(_Said):
    """The money of the floor over a period; every amount in cents."""

    unit: Literal["cents"]
    period: PeriodOf
    made_at: str
    scope: dict[str, str]
    floor: dict[str, Any]
    games: list[GamePage]
    tables: list[TablePage]
    outside: list[ResultOutside]
    liabilities: dict[str, int]
    progressive: dict[str, Any] | None
    events: list[dict[str, Any]]
    basis: list[str]
    checkpoint: ReportCheckpoint | None = Field(description="the last that was signed; null before the first")
    pending: bool = Field(description="whether an expectation is still being worked out: ask again for it")


def books_of(request: Request) -> Books:
    """The books of this server, which go on from one report to the next."""
    books = request.app.state.books
    assert isinstance(books, Books)
    return books


TEXTS: Final = PARQUET | {"text/csv": {"schema": {"type": "string"}}, "text/html": {"schema": {"type": "string"}}}


@router.get("/money", response_model=MoneyReport, responses={200: {"content": TEXTS}})
async def money_report(
    request: Request,
    running: Here,
    session: Annotated[Session, Depends(who_sees("whole_log"))],
    books: Annotated[Books, Depends(books_of)],
    period: Annotated[Kind, Query()] = "day",
    day: Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="a gaming day of the period")] = "",
    table: Annotated[str, Query(max_length=64)] = "",
    game: Annotated[str, Query(max_length=64, description="the name of a sheet")] = "",
    format: Annotated[Literal["json", "csv", "html", "parquet"], Query()] = "json",
) -> Response:
    """Handle, win and hold against the exact expectation, counts, liabilities, meters, and what was out of the way."""
    made_at = running.floor.clock()
    wanted = Period.of(period, day or books.days.day_of(made_at))
    await asyncio.to_thread(books.update)
    found = await _expectations(request.app.state.backroom, books.sheets, _wanted(books, wanted, table, game))
    made = await asyncio.to_thread(
        report, books, wanted, lambda terms: found.get(terms, NOT_PLAYED), table=table, game=game, made_at=made_at
    )
    made["pending"] = BEING_COMPUTED in found.values()
    made["checkpoint"] = await asyncio.to_thread(last_code, running.floor.store)
    return await asyncio.to_thread(_answer, made, format)


@router.post("/explanations", status_code=201)
async def explain(running: Here, session: Manager, said: ResultReason) -> h.Recorded:
    """Sign the reason why a table's result lies outside what chance explains; it stands in the log and the reports."""
    await running.table(said.table)
    day = Period.of(said.period, said.day).day
    command = c.ExplainResult(table=said.table, period=said.period, day=day, reason=said.reason)
    person = session.person
    answer = await running.house_command(
        command, actor=person.name, role=person.role, client=said.id, session=session.key
    )
    return h.Recorded(stream=answer.stream, version=answer.version)


@router.post("/shift-end", status_code=201)
async def end_shift(request: Request, session: Manager) -> CheckpointShown:
    """Sign where the log stands at the end of a shift: the code goes onto the paper that the shift ends with."""
    checkpoints: Checkpoints = request.app.state.checkpoints
    made = await asyncio.to_thread(checkpoints.sign) or await asyncio.to_thread(checkpoints.latest)
    assert made is not None  # somebody is signed in, so there is a log
    code = short_code(made)
    log.info("a shift is ended by %s, at checkpoint %s", session.person.name, code)
    return CheckpointShown(number=made["number"], at=made["at"], code=code)


def _wanted(books: Books, period: Period, table: str, game: str) -> set[Terms]:
    """What the tables of a report were opened on, as far as there were rounds to compare with anything."""
    found = set()
    for totals in books.tables.values():
        terms = totals.terms
        if terms is not None and table in ("", totals.table) and game in ("", terms.sheet):
            whole = totals.cells.total(day for day in totals.cells.days if period.holds(day)).get(ALL, {})
            if whole.get("rounds"):
                found.add(terms)
    return found


def _answer(made: dict[str, Any], format: str) -> Response:
    if format == "json":
        return Response(msgspec.json.encode(made), media_type="application/json")
    from pitboss.reports.money import money_csv, money_page

    if format != "html":
        return as_file(money_csv(made), f"money-{made['period']['kind']}-{made['period']['day']}", format)
    return Response(money_page(made), media_type="text/html", headers={"Content-Security-Policy": PAGE_POLICY})


# --- expectations -----------------------------------------------------------------------------------------------

Answers = dict[Terms, Mapping[str, Expectation] | str]


async def _expectations(backroom: Backroom, sheets: Sheets, terms: set[Terms]) -> Answers:
    """What to expect at each table: what is known, and for the rest that it is being computed."""
    alike = {(one.sheet, one.sets, one.hash): one for one in terms}
    answers = await asyncio.gather(*(_answered(backroom, sheets, one) for one in alike.values()))
    found = dict(zip(alike, answers, strict=True))
    return {one: found[one.sheet, one.sets, one.hash] for one in terms}


async def _answered(backroom: Backroom, sheets: Sheets, terms: Terms) -> Mapping[str, Expectation] | str:
    try:
        return await _expectation(backroom, sheets, terms)
    except (TooMany, Busy):
        return BEING_COMPUTED
    except PitbossError as error:
        return f"not known: {error}"


async def _expectation(backroom: Backroom, sheets: Sheets, terms: Terms) -> Mapping[str, Expectation] | str:
    sheet = await asyncio.to_thread(sheets.of, terms)
    known = await asyncio.to_thread(known_expectations, sheet)
    if known is not None:
        return known
    task = {"kind": "expectation", "sheet": msgspec.to_builtins(sheet.content), "sets": []}
    answer = msgspec.json.decode(await backroom.ask(task, caller=CALLER))
    if answer["state"] != "done":
        return BEING_COMPUTED
    return msgspec.convert(answer["figures"], noted(dict[str, Expectation]))
