"""Surveillance, which sees everything in its time and changes nothing: rounds, the state of the log, evidence."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import FileResponse, PlainTextResponse
from pydantic import BaseModel, Field
from starlette.background import BackgroundTask

from pitboss.records import read, settle
from pitboss.service.audit.audit import Audit, verify
from pitboss.service.audit.checkpoints import short_code
from pitboss.service.audit.evidence_bundle import BundlePart, export
from pitboss.service.audit.round_papers import papers_of
from pitboss.service.audit.round_search import RoundQuery, search
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.running import Running
from pitboss.service.people.accounts import Session
from pitboss.web import models as m
from pitboss.web.api import Here, RoundNumber, TableId, pools_of, who_sees
from pitboss.web.guard import TooMany
from pitboss.web.recalls import TheRecalls
from pitboss.web.work_pools import OwnPool

__all__ = ["Auditor", "router", "signs"]

router = APIRouter(prefix="/api/eye", tags=["the eye"], responses=m.REFUSALS)
signs = APIRouter(tags=["floor"], responses=m.REFUSALS)


Eye = Annotated[Session, Depends(who_sees("whole_log"))]
Through = Annotated[str, Query(alias="as", max_length=96, description="the player whose eyes; empty is anybody's")]


class RoundFound(BaseModel):
    """A finished round in a few words; money in cents."""

    table: str
    number: int
    at: int
    players: list[str]
    wagers: dict[str, int]
    largest: int
    irregularities: list[str]
    void: bool


@router.get("/rounds")
async def rounds(
    request: Request,
    running: Here,
    session: Eye,
    table: Annotated[str, Query(max_length=64)] = "",
    player: Annotated[str, Query(max_length=96)] = "",
    wager: Annotated[str, Query(max_length=40)] = "",
    at_least: Annotated[int, Query(ge=0, le=10**12)] = 0,
    irregularity: Annotated[str, Query(max_length=40)] = "",
    since: Annotated[int, Query(ge=0, le=10**14)] = 0,
    until: Annotated[int | None, Query(ge=0, le=10**14)] = None,
    before: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 30,
) -> list[RoundFound]:
    """Finished rounds, the latest first, by what happened in them."""
    sought = RoundQuery(table, player, wager, at_least, irregularity, since, until, before)
    name = session.person.name
    found = await pools_of(request).people.do(name, search, running.floor.store, sought, limit=limit)
    return [RoundFound(**asdict(one)) for one in found]


@router.get("/tables/{table}/rounds/{number}", response_model=m.Recalled)
async def replayed(
    desk: TheRecalls, session: Eye, table: TableId, number: RoundNumber, through: Through = ""
) -> Response:
    """A finished round step by step, through the eyes of one of its players or of anybody at the table."""
    found = await desk.find(table, number, "steps", through=through, session=session)
    return Response(found, media_type="application/json")


@router.get("/tables/{table}/rounds/{number}/record", response_class=PlainTextResponse)
async def record(desk: TheRecalls, session: Eye, table: TableId, number: RoundNumber, through: Through = "") -> str:
    """The same as a hand record that `pitboss settle` replays."""
    return (await desk.find(table, number, "record", through=through, session=session)).decode()


PDF: Final = {"description": "The report", "content": {"application/pdf": {"schema": {"type": "string"}}}}


@router.get(
    "/tables/{table}/rounds/{number}/incident",
    response_class=Response,
    responses={200: PDF},
)
async def incident(
    request: Request,
    running: Here,
    session: Eye,
    table: TableId,
    number: RoundNumber,
    through: Through = "",
    paper: Literal["a4", "letter"] = "a4",
) -> Response:
    """The report of an incident or a dispute, to be signed: layout, amounts with their clauses, payments, rulings."""
    pool = pools_of(request).people
    made = await pool.do(session.person.name, _incident, running.floor, table, number, through, paper)
    name = f'inline; filename="incident-{table}-{number}.pdf"'
    return Response(made, media_type="application/pdf", headers={"Content-Disposition": name})


def _incident(floor: Floor, table: str, number: int, through: str, paper: Literal["a4", "letter"]) -> bytes:
    from pitboss.reports.incidents import Incident, incident_pdf  # with what only reports on paper need

    found = papers_of(floor, table, number, person=through)
    known = Incident(found.facts, found.paid, found.afterwards, found.rulings)
    return incident_pdf(settle(read(found.record)), known, paper=paper)


# the log


class CheckpointShown(BaseModel):
    """The last signed checkpoint in a few signs, for whoever wants to hold the house to its log later."""

    number: int = Field(default=0, description="how many were signed so far")
    at: int | None = None
    code: str = Field(default="", description="empty where none was signed yet")


@signs.get("/api/checkpoint")
async def checkpoint(request: Request) -> CheckpointShown:
    """The last checkpoint's code."""
    found = await asyncio.to_thread(request.app.state.checkpoints.latest)
    if found is None:
        return CheckpointShown()
    return CheckpointShown(number=found["number"], at=found["at"], code=short_code(found))


class AuditState(BaseModel):
    """How the log stands: when it was last recomputed, and what was found."""

    working: bool
    step: str = ""
    share: float = 0.0
    finished_at: int | None = None
    good: bool | None = None
    entries: int = 0
    rounds: int = 0
    checkpoints: int = 0
    unsigned: int = Field(default=0, description="entries that no checkpoint covers yet")
    findings: list[str] = []


class Auditor:
    """One recomputation of the log at a time, kept until the next, and one bundle at a time."""

    def __init__(self) -> None:
        self.exporting = asyncio.Lock()
        self.state = AuditState(working=False)
        self._task: asyncio.Task[None] | None = None

    def begin(self, running: Running, pool: OwnPool) -> None:
        if self._task is None or self._task.done():
            self.state = self.state.model_copy(update={"working": True, "share": 0.0, "step": ""})
            self._task = asyncio.create_task(self._work(running, pool))

    async def _work(self, running: Running, pool: OwnPool) -> None:
        def told(step: str, done: int, total: int) -> None:
            self.state = self.state.model_copy(update={"step": step, "share": done / total if total else 1.0})

        floor = running.floor
        try:
            found = await pool.do("audit", verify, floor.store, floor.keys, progress=told)
        finally:
            self.state = self.state.model_copy(update={"working": False})
        self.state = _state_of(found, floor.clock())


def _state_of(found: Audit, at: int) -> AuditState:
    return AuditState(
        working=False,
        finished_at=at,
        good=found.good,
        entries=found.entries,
        rounds=found.rounds,
        checkpoints=found.checkpoints,
        unsigned=found.unsigned,
        findings=[str(one) for one in found.findings[:20]],
        share=1.0,
    )


def auditor_of(request: Request) -> Auditor:
    auditor = request.app.state.auditor
    assert isinstance(auditor, Auditor)
    return auditor


TheAuditor = Annotated[Auditor, Depends(auditor_of)]


@router.get("/audit")
async def audit(request: Request, running: Here, session: Eye, auditor: TheAuditor, fresh: bool = False) -> AuditState:
    """How the log stands; with ``fresh`` all of it is recomputed in the background."""
    if fresh:
        auditor.begin(running, pools_of(request).audits)
    return auditor.state


ZIP: Final = {"description": "The bundle", "content": {"application/zip": {"schema": {"type": "string"}}}}


@router.get("/bundle", response_class=FileResponse, responses={200: ZIP})
async def bundle(
    request: Request,
    running: Here,
    session: Eye,
    auditor: TheAuditor,
    table: Annotated[str, Query(max_length=64)] = "",
    since: Annotated[int | None, Query(ge=0, le=10**14)] = None,
    until: Annotated[int | None, Query(ge=0, le=10**14)] = None,
) -> FileResponse:
    """Evidence that a stranger verifies offline, as a zip with the script that does it."""
    if table:
        await running.table(table)
    if auditor.exporting.locked():
        raise TooMany("rate.bundle")
    async with auditor.exporting:
        folder = tempfile.TemporaryDirectory(dir=request.app.state.folder.path)  # which goes with the server, too
        path = Path(folder.name) / "evidence.zip"
        wanted = BundlePart((table,) if table else (), since, until)
        floor = running.floor
        await pools_of(request).audits.do("bundle", export, floor.store, floor.keys, path, wanted)
    return FileResponse(
        path, media_type="application/zip", filename="evidence.zip", background=BackgroundTask(folder.cleanup)
    )
