"""Personal data over HTTP: what is kept about somebody, their own look at it, and that they are forgotten."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from pitboss.ledger import player
from pitboss.service.floor import commands as c
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import person_stream, table_named
from pitboss.service.people.accounts import People, Person, Session, UnknownPerson
from pitboss.service.people.personal import PersonalData
from pitboss.web import house_models as h
from pitboss.web import models as m
from pitboss.web.admin import Manager, PersonName
from pitboss.web.api import Everybody, Here, Player, pools_of, session_of, who_does

__all__ = ["router"]

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api", tags=["personal data"], responses=m.REFUSALS)
MOST_ROUNDS = 100_000

Own = Annotated[Session, Depends(session_of)]
Keeper = Annotated[Session, Depends(who_does("personal_details"))]


def personal_of(request: Request) -> PersonalData:
    found: PersonalData = request.app.state.personal
    return found


Kept = Annotated[PersonalData, Depends(personal_of)]


@router.get("/my/data")
async def my_data(running: Here, kept: Kept, session: Own) -> h.MyData:
    """All that the house has about you: details, money, what stands in your own log, and the rounds you played."""
    return await asyncio.to_thread(_data, running, kept, session.person)


@router.put("/my/details")
async def keep_my_details(running: Here, kept: Kept, session: Player, asked: h.DetailsAsked) -> h.Details:
    """Have these details kept in place of those before, sealed by a key of your own; an empty one is dropped."""
    return await _keep(running, kept, session.person.name, asked, session)


@router.post("/my/forgetting", status_code=204)
async def forget_me(
    request: Request, response: Response, running: Here, people: Everybody, kept: Kept, session: Player,
    asked: h.ForgettingAsked,
) -> None:  # fmt: skip
    """Destroy the key of your details and end your account; play and money stay under the name you played by."""
    person = session.person
    if not person.guest:
        await pools_of(request).passwords.do(person.name, people.check_password, person.name, asked.password)
    await _forget(running, people, kept, person.name, session, asked)


@router.post("/people/{name}/details")
async def see_details(
    running: Here, people: Everybody, kept: Kept, session: Keeper, name: PersonName, asked: h.LookAsked
) -> h.Details:
    """Look at somebody's details; the log keeps who looked and why."""
    found = await _known(people, name)
    command, by = c.SeeDetails(reason=asked.reason), session.person
    await running.person_command(
        found.name, command, actor=by.name, role=by.role, client=asked.id, session=session.key
    )  # fmt: skip
    return h.Details(name=found.name, details=await asyncio.to_thread(kept.read, found.name))


@router.put("/people/{name}/details")
async def keep_details(
    running: Here, people: Everybody, kept: Kept, session: Keeper, name: PersonName, asked: h.DetailsAsked
) -> h.Details:
    """Have somebody's details kept in place of those before, as a report of cash asks for them."""
    found = await _known(people, name)
    return await _keep(running, kept, found.name, asked, session)


@router.post("/admin/people/{name}/forgetting", status_code=204)
async def forget_person(
    running: Here, people: Everybody, kept: Kept, session: Manager, name: PersonName, asked: h.ForgettingAsked
) -> None:
    """Forget somebody who has asked for it."""
    found = await _known(people, name)
    await _forget(running, people, kept, found.name, session, asked)


async def _known(people: People, name: str) -> Person:
    found = await asyncio.to_thread(people.find, name)
    if found is None:
        raise UnknownPerson("name.nobody")
    return found


async def _keep(running: Running, kept: PersonalData, name: str, asked: h.DetailsAsked, session: Session) -> h.Details:
    command = await asyncio.to_thread(kept.command, name, {str(field): text for field, text in asked.details.items()})
    by = session.person
    await running.person_command(name, command, actor=by.name, role=by.role, client=asked.id, session=session.key)
    return h.Details(name=name, details=await asyncio.to_thread(kept.read, name))


async def _forget(
    running: Running, people: People, kept: PersonalData, name: str, session: Session, asked: h.ForgettingAsked
) -> None:
    """First the log says so, then the key goes; after a crash in between it goes at the next start."""
    command, by = c.Forget(reason=asked.reason), session.person
    await running.person_command(name, command, actor=by.name, role=by.role, client=asked.id, session=session.key)
    await asyncio.to_thread(kept.destroy_key, name)
    await running.end_sessions(await asyncio.to_thread(people.forget, name))
    log.info("%s is forgotten, by %s", name, by.name)


def _data(running: Running, kept: PersonalData, person: Person) -> h.MyData:
    store, name = running.floor.store, person.name
    entries = store.read(person_stream(name))
    rounds = store.rounds(player=name, limit=MOST_ROUNDS)
    return h.MyData(
        name=name,
        role=person.role,
        guest=person.guest,
        details=kept.read(name),
        balance=store.balances([player(name)])[player(name)],
        log=[
            h.MyEntry(at=one.at, by=one.actor, role=one.role, command=json.loads(one.command)["type"],
                      events=json.loads(one.events), postings=json.loads(one.postings))
            for one in entries
        ],
        rounds=[h.MyRound(table=table_named(one.stream), number=one.number) for one in rounds],
    )  # fmt: skip
