"""Administration: the floor opens and closes tables, an administrator sees who is known, and gives roles."""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from fastapi import APIRouter, Depends, Path

from pitboss.errors import IllegalAction, Refusal
from pitboss.service.floor import commands as c
from pitboss.service.people.accounts import Person, Session
from pitboss.web import models as m
from pitboss.web.api import Everybody, Here, TableId, who_does, who_sees
from pitboss.web.figures import read_sheet

__all__ = ["router"]

log = logging.getLogger(__name__)
ADMINISTRATOR = "administrator"
router = APIRouter(prefix="/api/admin", tags=["administration"], responses=m.REFUSALS)

AccountReader = Annotated[Session, Depends(who_sees("accounts"))]
Manager = Annotated[Session, Depends(who_does("accounts"))]
Opener = Annotated[Session, Depends(who_does("opening_and_closing"))]
PersonName = Annotated[str, Path(min_length=1, max_length=64)]


@router.post("/tables", status_code=201)
async def open_table(running: Here, session: Opener, wanted: m.NewTable) -> m.Done:
    """Open a table on a sheet that the house has approved, with values set where that was approved, too."""
    if wanted.title and not wanted.title.isprintable():
        raise Refusal("table.title")
    sheet = await read_sheet(running, wanted.sheet, tuple(wanted.sets))
    command = c.OpenTable(
        title=wanted.title or sheet.title,
        sheet=sheet.name,
        sets=tuple(wanted.sets),
        sheet_hash=sheet.hash,
        tray=wanted.tray,
        dealer=wanted.dealer,
        cards=wanted.cards,
    )
    person = session.person
    answer = await running.command(wanted.table, command, actor=person.name, role=person.role, session=session.key)
    log.info("table %s was opened on %s by %s", wanted.table, wanted.sheet, session.person.name)
    return m.Done(table=wanted.table, version=answer.version)


@router.post("/tables/{table}/close")
async def close_table(running: Here, session: Opener, table: TableId) -> m.TableClosed:
    """Close a table between rounds; a staffed one is for a supervisor to close."""
    person = session.person
    answer = await running.command(
        table, c.CloseTable(), actor=person.name, role=person.role, session=session.key
    )  # fmt: skip
    log.info("table %s was closed by %s", table, session.person.name)
    return m.TableClosed(table=table, version=answer.version)


@router.get("/people")
async def everybody(people: Everybody, session: AccountReader) -> list[m.PersonListed]:
    """Everybody the house knows."""
    return [_listed(person) for person in await asyncio.to_thread(people.everybody)]


@router.put("/people/{name}/role")
async def set_role(
    running: Here, people: Everybody, session: Manager, name: PersonName, given: m.RoleGiven
) -> m.PersonListed:
    """Give somebody another role, from this moment on; it is in the log before it is so."""
    before = await asyncio.to_thread(people.for_a_role, name)
    if before.name == session.person.name:  # however the name was written
        raise IllegalAction("role.own")
    note = c.NoteRole(person=before.name, before=before.role, after=given.role, reason=given.reason)
    await running.house_command(note, actor=session.person.name, role=ADMINISTRATOR, session=session.key)
    person = await asyncio.to_thread(people.set_role, name, given.role)
    await running.tell_role(person.name)
    log.info("%s is %s now, by %s", person.name, person.role, session.person.name)
    return _listed(person)


def _listed(person: Person) -> m.PersonListed:
    return m.PersonListed(name=person.name, role=person.role, guest=person.guest)
