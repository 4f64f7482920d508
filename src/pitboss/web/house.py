"""The house over HTTP: what takes two people, the link, significant events, and the house rules."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Query, Response
from fastapi import Path as PathPart
from fastapi.responses import PlainTextResponse

from pitboss.rules import Content, Sheet
from pitboss.service.audit.significant_events import (
    MOST,
    Kind,
    Significant,
    as_csv,
    check_acknowledgement,
    significant_events,
)
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.house import Approved, House, OpenProposal, placard_hash
from pitboss.service.floor.recorded import MeterChange
from pitboss.service.floor.running import Running
from pitboss.service.people.accounts import Session
from pitboss.web import house_models as h
from pitboss.web import models as m
from pitboss.web.admin import Opener
from pitboss.web.api import Here, Manager, Reader
from pitboss.web.figures import read_sheet
from pitboss.web.house_sheets import written_sheet

__all__ = ["RULES", "router"]

router = APIRouter(prefix="/api/house", tags=["house"], responses=m.REFUSALS)

RULES: Final = "/api/house/rules"
"""Where the house rules are to be read."""
TYPES: Final[dict[type, Any]] = {
    c.SheetChange: "sheet", c.SheetWithdrawal: "withdrawal", MeterChange: "meter", c.LimitsChange: "limits",
    c.LimitsRule: "limits_rule", c.GamingDay: "gaming_day", c.CashThresholds: "cash", c.CompRate: "comps",
    c.RatingsRetention: "retention",
}  # fmt: skip
_RULES: Final = Path(__file__).parent / "house-rules.md"
DAY_MS: Final = 24 * 3600 * 1000


Proposal = Annotated[str, PathPart(pattern=h.PROPOSAL)]


# what takes two people


@router.get("")
async def house_now(running: Here, session: Reader) -> h.HouseNow:
    """The approved sheets, and the proposals that wait."""
    house = await running.house()
    approved = [_approved(running.floor, one) for one in house.approved]
    proposals = [_shown(house, one) for one in house.open]
    now = running.floor.clock()
    rule, cash = house.days.rule_at(now), house.cash.at(now)
    return h.HouseNow(
        approved=approved, proposals=proposals, two_for_limits=house.two_for_limits, zone=rule.zone,
        day_starts=rule.starts, cash_noted=cash.noted, cash_reported=cash.reported,
        comp_basis_points=house.comps.at(now), ratings_days=house.ratings_days,
        made_you=_makers(house, session.person.name),
    )  # fmt: skip


def _approved(floor: Floor, one: Approved) -> h.ApprovedSheet:
    sheet = floor.sheets.of(one)
    departures = [str(departure) for departure in sheet.departures]
    return h.ApprovedSheet(
        **msgspec.structs.asdict(one), title=sheet.title, house=sheet.house, edition=sheet.edition,
        departures=departures,
    )  # fmt: skip


def _shown(house: House, one: OpenProposal) -> h.ProposalOpen:
    made = {"made_by": _makers(house, one.by), "approver_made_by": _makers(house, one.approved_by)}
    change = h.ChangeShown(type=TYPES[type(one.change)], **msgspec.structs.asdict(one.change))
    return h.ProposalOpen(**{**msgspec.structs.asdict(one), "change": change, **made})


def _makers(house: House, person: str) -> list[str]:
    """Return who gave somebody their role, as far as it was noted."""
    return list(dict.fromkeys(grant.by for grant in house.grants.get(person, ())))


@router.post("/proposals", status_code=201)
async def propose(running: Here, session: Manager, wanted: h.NewProposal) -> h.Recorded:
    """Propose a change: a sheet to approve or to withdraw, a house's own sheet as text, or a meter to put right."""
    change, content = await _wanted(running, wanted.change)
    command = c.Propose(proposal=wanted.proposal, change=change, reason=wanted.reason)
    return await _recorded(running, session, command, wanted.id, content)


async def _wanted(running: Running, change: h.Change) -> tuple[c.Change, Content | None]:
    """The change as the log keeps it, and the sheet to keep; hashes that were not given are those of the sheet."""
    match change:
        case h.MeterToSet():
            return c.MeterChange(meter=change.meter, to=change.to), None
        case h.LimitsToChange():
            return c.LimitsChange(**change.model_dump(exclude={"type"})), None
        case h.LimitsRuleToSet():
            return c.LimitsRule(two_people=change.two_people), None
        case h.GamingDayToSet():
            return c.GamingDay(zone=change.zone, starts=change.starts), None
        case h.CashThresholdsToSet():
            return c.CashThresholds(noted=change.noted, reported=change.reported), None
        case h.CompRateToSet():
            return c.CompRate(basis_points=change.basis_points), None
        case h.RatingsRetentionToSet():
            return c.RatingsRetention(days=change.days), None
        case h.SheetToWithdraw():
            return c.SheetWithdrawal(sheet=change.sheet, sheet_hash=change.sheet_hash, text=change.text), None
        case h.SheetToPropose():
            sheet = await written_sheet(running, change)
            return _change_to(sheet, placard=await asyncio.to_thread(placard_hash, sheet)), sheet.content
    sheet = await read_sheet(running, change.sheet, tuple(change.sets))
    placard = change.placard or await asyncio.to_thread(placard_hash, sheet)
    return _change_to(sheet, placard=placard, sheet_hash=change.sheet_hash), sheet.content


def _change_to(sheet: Sheet, *, placard: str, sheet_hash: str = "") -> c.SheetChange:
    sets = sheet.content.sets
    return c.SheetChange(sheet=sheet.name, sets=sets, sheet_hash=sheet_hash or sheet.hash, placard=placard)


@router.post("/proposals/{proposal}/approve")
async def approve(running: Here, session: Manager, proposal: Proposal, asked: h.ProposalApproval) -> h.Recorded:
    """Approve what somebody else has proposed."""
    return await _recorded(running, session, c.Approve(proposal=proposal, note=asked.note), asked.id)


@router.post("/proposals/{proposal}/reject")
async def reject(running: Here, session: Manager, proposal: Proposal, asked: h.ProposalRejection) -> h.Recorded:
    """Reject a proposal, or take one's own back."""
    return await _recorded(running, session, c.Reject(proposal=proposal, reason=asked.reason), asked.id)


@router.post("/proposals/{proposal}/apply")
async def apply(running: Here, session: Manager, proposal: Proposal, asked: h.ProposalApplied) -> h.Recorded:
    """Have an approved change take effect."""
    return await _recorded(running, session, c.Apply(proposal=proposal), asked.id)


async def _recorded(
    running: Here, session: Session, command: c.HouseRecord, client: str, content: Content | None = None
) -> h.Recorded:
    person = session.person
    answer = await running.house_command(
        command, actor=person.name, role=person.role, client=client, content=content, session=session.key
    )
    return h.Recorded(stream=answer.stream, version=answer.version)


# the link


@router.post("/link/down")
async def link_down(running: Here, session: Opener, asked: h.LinkIsDown) -> h.Recorded:
    """The link is out of order: the games go on without the progressive."""
    return await _linked(running, session, c.LinkDown(reason=asked.reason), asked.id)


@router.post("/link/up")
async def link_up(running: Here, session: Opener, asked: h.LinkIsUp) -> h.Recorded:
    """The link works again."""
    return await _linked(running, session, c.LinkUp(), asked.id)


async def _linked(running: Here, session: Session, command: c.LinkCommand, client: str) -> h.Recorded:
    person = session.person
    answer = await running.link_command(
        command, actor=person.name, role=person.role, client=client, session=session.key
    )  # fmt: skip
    return h.Recorded(stream=answer.stream, version=answer.version)


# what happened


async def chosen(
    running: Here,
    since: Annotated[int | None, Query(ge=0, le=10**14, description="a day ago where it is left out")] = None,
    until: Annotated[int | None, Query(ge=0, le=10**14)] = None,
    table: Annotated[str, Query(max_length=64)] = "",
    kind: Annotated[list[Kind] | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = MOST,
    unacknowledged: Annotated[bool, Query(description="only what nobody has taken note of yet")] = False,
) -> list[Significant]:
    """The significant events that a reader asks for."""
    start = running.floor.clock() - DAY_MS if since is None else since
    return await asyncio.to_thread(
        significant_events,
        running.floor.store,
        since=start,
        until=until,
        table=table,
        kinds=kind or (),
        most=limit,
        unacknowledged=unacknowledged,
    )


Chosen = Annotated[list[Significant], Depends(chosen)]


@router.get("/events")
async def events(session: Reader, found: Chosen) -> list[h.SignificantEvent]:
    """Significant events, oldest first: who, in which role, before and after, why, and the clause."""
    return [h.SignificantEvent(**msgspec.structs.asdict(one)) for one in found]


@router.get("/events.csv", response_class=PlainTextResponse)
async def events_csv(session: Reader, found: Chosen) -> Response:
    """The same as a table for a spreadsheet."""
    return PlainTextResponse(as_csv(found), headers={"Content-Disposition": 'attachment; filename="events.csv"'})


@router.post("/events/acknowledge")
async def acknowledge(running: Here, session: Manager, noted: h.EventNoted) -> h.Recorded:
    """Take note of a significant event that somebody else has brought about; the log keeps who did, and when."""
    name = session.person.name
    await asyncio.to_thread(check_acknowledgement, running.floor.store, noted.stream, noted.version, name)
    command = c.AcknowledgeEvent(stream=noted.stream, version=noted.version, note=noted.note)
    return await _recorded(running, session, command, noted.id)


# the house rules


@router.get("/rules", response_class=PlainTextResponse)
async def rules() -> str:
    """The house rules: how people behave at a table, and what becomes of who does not."""
    return await asyncio.to_thread(_RULES.read_text, encoding="utf-8")
