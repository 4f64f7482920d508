"""People over HTTP: the limits they set themselves, self-exclusion, and the house's rulings on conduct."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from pitboss.service.floor import commands as c
from pitboss.service.floor.running import Running
from pitboss.service.people.accounts import Session, UnknownPerson, check_name
from pitboss.service.people.player_limits import DAY_MS, LIMITS, Limit, barred_from_play
from pitboss.service.tables.on_duty import visitor_standing
from pitboss.web import house_models as h
from pitboss.web import models as m
from pitboss.web.admin import PersonName
from pitboss.web.api import Everybody, Here, Player, pools_of, session_of, who_does
from pitboss.web.browser_identity import keep

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"], responses=m.REFUSALS)


Supervisor = Annotated[Session, Depends(who_does("conduct_of_players"))]


@router.get("/my/limits")
async def my_limits(request: Request, running: Here, session: Annotated[Session, Depends(session_of)]) -> h.MyLimits:
    """What you allow yourself, and how you stand against it."""
    name = session.person.name
    return await pools_of(request).limits.do(name, _limits, running, name)


@router.put("/my/limits")
async def set_limits(running: Here, session: Player, asked: h.LimitsAsked) -> h.MyLimits:
    """Set your limits: tighter at once, wider after a day."""
    name, command = session.person.name, c.SetLimits(**{limit: getattr(asked, limit) for limit in LIMITS})
    await running.person_command(name, command, actor=name, client=asked.id, session=session.key)
    return await running.reading_the_log(partial(_limits, running, name))


@router.post("/my/exclusion")
async def exclude_myself(
    request: Request, response: Response, running: Here, session: Player, asked: h.ExclusionAsked
) -> h.MyLimits:
    """Keep yourself from play for a number of days, or for good; nobody takes it back."""
    name = session.person.name
    until = running.floor.clock() + asked.days * DAY_MS if asked.days else 0
    await running.person_command(name, c.Exclude(until=until), actor=name, client=asked.id, session=session.key)
    await keep(request, response, running, name)
    return await running.reading_the_log(partial(_limits, running, name))


def _limits(running: Running, name: str) -> h.MyLimits:
    at = running.floor.clock()
    standing, played = running.floor.standing(name).standing, running.floor.played(name)
    return h.MyLimits(
        **{limit: _figure(getattr(standing, limit), at) for limit in LIMITS},
        deposited=standing.deposited(at),
        played_minutes=played.minutes,
        result_today=played.result,
        excluded=standing.excluded(at),
        excluded_until=standing.excluded_until if standing.excluded(at) else None,
        may_not_play=barred.reason if (barred := barred_from_play(standing, at)) else "",
    )


def _figure(limit: Limit, at: int) -> h.LimitFigure:
    coming = at < limit.since
    return h.LimitFigure(
        now=limit.at(at), later=limit.later if coming else None, since=limit.since if coming else None
    )  # fmt: skip


@router.post("/people/{name}/conduct")
async def rule_on_conduct(
    running: Here, people: Everybody, session: Supervisor, name: PersonName, asked: h.ConductRuling
) -> h.Recorded:
    """Rule on somebody's conduct; the log keeps it with its reason, against the player's account.

    A guest at a real table has no account: what is ruled on them holds for their name, at every table.
    """
    if asked.visitor:
        ruled_on = visitor_standing(check_name(name))
    else:
        found = await asyncio.to_thread(people.find, name)
        if found is None:
            raise UnknownPerson("name.nobody_or_guest")
        ruled_on = found.name
    command = c.Conduct(ruling=asked.ruling, reason=asked.reason, table=asked.table)
    person = session.person
    answer = await running.person_command(
        ruled_on, command, actor=person.name, role=person.role, client=asked.id, session=session.key
    )
    return h.Recorded(stream=answer.stream, version=answer.version)
