"""A house's own sheets over HTTP: read, changed and worked out while they are written, and the texts that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from fastapi import Path as PathPart
from fastapi.responses import PlainTextResponse

from pitboss.errors import IllegalAction, SheetError
from pitboss.rules import Content, Sheet, proposed_sheet
from pitboss.rules.editing import edited_text, with_values
from pitboss.rules.game import FELTS
from pitboss.rules.line_numbers import places_of
from pitboss.rules.read import parse_toml
from pitboss.rules.write import toml_text
from pitboss.service.floor.floor import Unknown
from pitboss.service.floor.house import check_approvable
from pitboss.service.floor.running import Running
from pitboss.service.floor.sheets import check_legible
from pitboss.web import figure_models as f
from pitboss.web import house_models as h
from pitboss.web import models as m
from pitboss.web.api import Here, Manager, Reader, address_of, rates_of
from pitboss.web.figures import backroom_of, task_of, worked_out
from pitboss.web.guard import TooMany
from pitboss.web.placards import shown
from pitboss.web.sheet_options import every_option

__all__ = ["router", "written_sheet"]

router = APIRouter(prefix="/api/house/sheets", tags=["house"], responses=m.REFUSALS)

FORM_HEAD: Final = ("name", "title", "house", "edition", "felt", "about")
"""What a form asks of a sheet before its values."""

TextHash = Annotated[str, PathPart(pattern=h.HASH, examples=["6f1c" * 16])]


async def written_sheet(running: Running, given: h.SheetText) -> Sheet:
    """A house's own sheet from its text; raises SheetError with every defect in it."""
    return await asyncio.to_thread(proposed_sheet, given.text, name=given.name, beside=await _beside(running))


async def _beside(running: Running) -> dict[str, Content]:
    """The sheets that the house has approved as its own, which others may extend."""
    own = (await running.house()).own()
    return {name: running.floor.sheets.sheet(one.text).content for name, one in own.items()}


@router.post("/read")
async def read(request: Request, running: Here, session: Manager, given: h.SheetText) -> h.SheetRead:
    """Read a house's own sheet before it is proposed: its placard and what departs, or all defects. Nothing changes."""
    if not rates_of(request).sheets.take(address_of(request)):
        raise TooMany("rate.sheets")
    try:
        sheet = await written_sheet(running, given)
    except SheetError as error:
        found = [h.DefectFound(place=one.place, problem=one.problem, expected=one.expected) for one in error.defects]
        return h.SheetRead(defects=found)
    return await asyncio.to_thread(_found, sheet)


def _found(sheet: Sheet) -> h.SheetRead:
    """What a sheet without defects says."""
    departures = [
        h.DepartureFound(path=one.path, value=one.value, instead_of=one.instead_of, clauses=list(one.clauses))
        for one in sheet.departures
    ]
    return h.SheetRead(
        defects=[], refusal=_why_not(sheet), hash=sheet.hash, text=sheet.text_hash, departures=departures,
        placard=shown(sheet), form=_form(sheet),
    )  # fmt: skip


def _form(sheet: Sheet) -> h.SheetForm:
    """What a form shows of a sheet: what its own text says, and all that it can choose."""
    text = sheet.content.texts[0].text
    head = {key: getattr(sheet, key) for key in FORM_HEAD}
    own = [place.path for place in places_of(text) if not place.is_table]
    return h.SheetForm(
        extends=next(iter(sheet.extends), ""), head=head, felts=list(FELTS), own=own, options=every_option(sheet)
    )  # fmt: skip


def _why_not(sheet: Sheet) -> str:
    """Why a house cannot approve a sheet; empty where it can."""
    try:
        check_legible(sheet.content)
        check_approvable(sheet)
    except IllegalAction as refusal:
        return str(refusal)
    return ""


@router.post("/edit")
async def edit(request: Request, running: Here, session: Manager, given: h.SheetToEdit) -> h.SheetEdited:
    """Change single values in the text of a sheet, all else in it as it was. Nothing is proposed by that."""
    if not rates_of(request).sheets.take(address_of(request)):
        raise TooMany("rate.sheets")
    return h.SheetEdited(text=await asyncio.to_thread(_edited, given, await _beside(running)))


def _edited(given: h.SheetToEdit, beside: Mapping[str, Content]) -> str:
    tables = parse_toml(given.text, given.name)
    below = None
    if "extends" in tables:
        below = proposed_sheet(f"extends = {toml_text(tables['extends'])}", name=given.name, beside=beside)
    try:
        fields = proposed_sheet(given.text, name=given.name, beside=beside).fields
    except SheetError:
        fields = below.fields if below is not None else {}
    text = with_values(given.text, dict.fromkeys(given.unset))
    return edited_text(text, given.sets, fields=fields, below=below)


@router.post("/effects", response_model=f.ComparisonAnswer)
async def effects(request: Request, running: Here, session: Manager, given: h.SheetText) -> Response:
    """What each change of a house's own sheet does to every edge of the sheet that it stands on."""
    sheet = await written_sheet(running, given)
    before = sheet.base or sheet
    task = {"kind": "comparison", "sheet": task_of(before), "sets": (), "other": task_of(sheet)}
    return await worked_out(request, backroom_of(request), **task)


@router.get("/{text}", response_class=PlainTextResponse)
async def sheet_text(running: Here, session: Reader, text: TextHash) -> str:
    """The text of a sheet that the log keeps, by its hash."""
    return (await _kept(running, text)).content.texts[0].text


@router.get("/{text}/read")
async def kept_sheet(running: Here, session: Reader, text: TextHash) -> h.SheetRead:
    """What a sheet says that the log keeps: its placard and what departs, for who is to approve it or asks later."""
    return await asyncio.to_thread(_found, await _kept(running, text))


async def _kept(running: Running, text: str) -> Sheet:
    if not await asyncio.to_thread(running.floor.sheets.keeps, text):
        raise Unknown("sheet.not_kept", hash=text[:12])
    return await asyncio.to_thread(running.floor.sheets.sheet, text)
