"""The cash of the house over HTTP: the log of a gaming day, a word before a threshold, and the desk of compliance."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.service.accounting import Period
from pitboss.service.accounting.cash import cash_of, outlook
from pitboss.service.compliance.cash_patterns import PatternKind
from pitboss.service.compliance.desk import cash_csv, cash_desk, form_of, suspicions
from pitboss.service.compliance.judgements import Finding, Judgement, Judgements
from pitboss.service.floor.cash_rules import Level
from pitboss.service.floor.floor import Floor, Unknown
from pitboss.service.floor.stream_names import COMPLIANCE
from pitboss.service.people.accounts import Session
from pitboss.service.tables.on_duty import is_visitor, visitor_standing
from pitboss.web import models as m
from pitboss.web.api import Here, TableId, pools_of, who_does, who_sees
from pitboss.web.figure_files import PARQUET, as_file

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["cash"], responses=m.REFUSALS)

Reader = Annotated[Session, Depends(who_sees("cash_log"))]
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="a gaming day; today where it is left out")]
FILES: Final = PARQUET | {"text/csv": {"schema": {"type": "string"}}}


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CashMoved(_Said):
    """Cash that came in or went out, by one entry of the log."""

    at: int
    direction: Literal["in", "out"]
    cents: int
    place: str = Field(description="the table, or the cage", examples=["cage"])
    stream: str = Field(examples=["person:Ann"])
    version: int


class PersonsCash(_Said):
    """One person's cash in a gaming day; in and out are sums of their own, in cents."""

    key: str = Field(description="an account, or a guest's name with an @ behind it", examples=["Ann"])
    person: str
    walk_in: bool = Field(description="a guest without an account, who is one person at all tables by their name")
    cash_in: int
    cash_out: int
    level_in: Level
    level_out: Level
    left_in: int = Field(description="how much more may come in before another level is reached")
    left_out: int
    movements: list[CashMoved]


class CashThresholdsNow(_Said):
    since: int
    noted: int = Field(description="a sum of at least so many cents is noted")
    reported: int = Field(description="a sum of more than so many cents is reported")


class CashLog(_Said):
    day: str
    thresholds: CashThresholdsNow
    people: list[PersonsCash]


class CashOutlook(_Said):
    """What a sum that is about to come in would make of the day's, in cents."""

    before: int
    after: int
    level_before: Level
    level_after: Level
    reaches: bool = Field(description="whether another level is reached by it")


class CashForms(_Said):
    unit: Literal["cents"] = "cents"
    forms: list[dict[str, Any]] = Field(description="what a report asks for, as far as the log knows it")


class PatternPart(_Said):
    """One person's part in a pattern."""

    key: str = Field(examples=["Ann"])
    person: str
    walk_in: bool
    cents: int
    movements: list[CashMoved]


class JudgementSaid(_Said):
    pattern: str = Field(examples=["6f1c0a"])
    finding: Finding
    note: str
    by: str
    at: int


class PatternFound(_Said):
    """Cash to look at, and what was made of it so far, the latest last."""

    id: str
    kind: PatternKind
    day: str
    direction: Literal["in", "out"]
    threshold: int
    cents: int
    parts: list[PatternPart]
    judgements: list[JudgementSaid]


class PatternJudged(_Said):
    """What compliance makes of a pattern."""

    id: str = Field(pattern=r"^[!-~]{1,64}$", description="a name for this judgement: sent twice it is done once")
    day: str = Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="the gaming day of the pattern")
    pattern: str = Field(min_length=1, max_length=64, examples=["6f1c0a"])
    finding: Finding
    note: str = Field(min_length=1, max_length=500, pattern=r"\S")


# the log of a day


def _day(floor: Floor, day: str) -> str:
    return Period.of("day", day or floor.house().days.day_of(floor.clock())).day


@router.get("/cash", response_model=CashLog, responses={200: {"content": FILES}})
async def cash_log(
    request: Request, running: Here, session: Reader, day: Day = "", format: Literal["json", "csv", "parquet"] = "json"
) -> Response:
    """The cash of a gaming day, person by person; what came in and what went out are never set against each other."""
    floor, house = running.floor, await running.house()
    wanted = _day(floor, day)
    pool = pools_of(request).people
    desk = await pool.do(session.person.name, cash_desk, floor.store, house.days, house.cash, wanted)
    if format != "json":
        return await asyncio.to_thread(as_file, cash_csv({wanted: desk.people}), f"cash-{wanted}", format)
    return Response(msgspec.json.encode(desk), media_type="application/json")


@router.get("/cash/forms")
async def cash_forms(request: Request, running: Here, session: Reader, day: Day = "") -> CashForms:
    """What is to be reported of a gaming day, as data for a form."""
    floor, house = running.floor, await running.house()
    pool = pools_of(request).people
    desk = await pool.do(session.person.name, cash_desk, floor.store, house.days, house.cash, _day(floor, day))
    due = [one for one in desk.people if "reported" in (one.level_in, one.level_out)]
    return CashForms(forms=[form_of(desk, one, house.days) for one in due])


# at the table


@router.get("/tables/{table}/boxes/{box}/cash")
async def cash_outlook(
    request: Request,
    running: Here,
    session: Annotated[Session, Depends(who_sees("cash_at_a_table"))],
    table: TableId,
    box: Annotated[int, Path(ge=1, le=20)],
    cents: Annotated[int, Query(ge=1, le=10**9, description="what the guest is about to pay in")],
) -> CashOutlook:
    """Say before cash is taken from a guest whether it is to be noted, or reported, with it."""
    holder = (await running.table(table)).live.table.holder(box)
    if not is_visitor(holder):
        raise Unknown("cash.no_guest", box=box)
    floor, house = running.floor, await running.house()
    now = floor.clock()
    thresholds, day = house.cash.at(now), house.days.day_of(now)

    def look() -> CashOutlook:
        found = cash_of(floor.store, house.days, day, thresholds, key=visitor_standing(holder))
        said = outlook(found, thresholds, "in", cents)
        return CashOutlook(**said._asdict(), reaches=said.reaches)

    return await pools_of(request).people.do(session.person.name, look)


# compliance


def _judgements(floor: Floor) -> Judgements:
    """What compliance has judged, also by way of another server."""
    floor.refresh(floor.stream(COMPLIANCE))
    return floor.judgements()


@router.get("/cash/patterns")
async def patterns(
    request: Request,
    running: Here,
    session: Annotated[Session, Depends(who_sees("suspicious_cash"))],
    day: Day = "",
) -> list[PatternFound]:
    """What looks suspicious in the cash of a gaming day, for compliance alone."""
    floor, house = running.floor, await running.house()
    pool = pools_of(request).people
    found = await pool.do(session.person.name, suspicions, floor.store, house.days, house.cash, _day(floor, day))
    judged = await asyncio.to_thread(_judgements, floor)
    return [
        PatternFound(**msgspec.to_builtins(one), judgements=[JudgementSaid(**msgspec.to_builtins(said))
                                                             for said in judged.of(one.id)])
        for one in found
    ]  # fmt: skip


@router.post("/cash/judgements", status_code=201)
async def judge(
    request: Request,
    running: Here,
    session: Annotated[Session, Depends(who_does("suspicious_cash"))],
    said: PatternJudged,
) -> JudgementSaid:
    """Say what a pattern is: nothing, to be watched, or reported. It is kept under seal."""
    floor, house, person = running.floor, await running.house(), session.person
    pool = pools_of(request).people
    day = Period.of("day", said.day).day
    found = await pool.do(person.name, suspicions, floor.store, house.days, house.cash, day)
    if said.pattern not in {one.id for one in found}:
        raise Unknown("cash.no_pattern")
    judgement = Judgement(pattern=said.pattern, finding=said.finding, note=said.note)
    await running.judge(judgement, actor=person.name, role=person.role, client=said.id, session=session.key)
    judged = await asyncio.to_thread(_judgements, floor)
    return JudgementSaid(**msgspec.to_builtins(judged.of(said.pattern)[-1]))
