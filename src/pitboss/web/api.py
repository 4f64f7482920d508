"""The HTTP API: sign in, look, and everything that is not a stream of changes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Cookie, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from pitboss.ledger import player as player_account
from pitboss.progressive.link import Link
from pitboss.service import commands as c
from pitboss.service.commands import decode, encode
from pitboss.service.demo import GUEST_CHIPS
from pitboss.service.floor import table_stream
from pitboss.service.linked import LINK
from pitboss.service.live import Live
from pitboss.service.people import NotKnown, People, Session
from pitboss.service.recall import Recalled, recall
from pitboss.service.running import Running
from pitboss.service.views import meters, table_view
from pitboss.service.wire import plain
from pitboss.web.guard import NotAllowed, Rate, TooMany

__all__ = ["COOKIE", "router", "session_of"]

COOKIE = "pitboss_session"
router = APIRouter(prefix="/api", tags=["floor"])
sign_ins = Rate(0.2, 20)
new_guests = Rate(50, 2000)
commands_each = Rate(50, 200)


class Refusal(BaseModel):
    """Why something was not done, and the clause behind that."""

    reason: str
    clause: str = ""


class Me(BaseModel):
    """Who you are, and the token that goes with every request that changes something."""

    name: str
    role: str
    guest: bool
    csrf: str
    balance: int


class SignIn(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=64)
    password: str = Field(max_length=256)


class SetUp(SignIn):
    token: str = Field(max_length=128)


class Money(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str = Field(min_length=1, max_length=64, description="what you call this command; sent twice, done once")
    cents: int = Field(gt=0, le=10**9)


class Ask(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str = Field(min_length=1, max_length=64, description="what you call this command; sent twice, done once")
    command: dict[str, Any] = Field(description='for example {"type": "Sit", "box": 1}')


class Done(BaseModel):
    """The command is durable, as this version of the table."""

    table: str
    version: int


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal} for code in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def running_of(request: Request) -> Running:
    running = request.app.state.running
    assert isinstance(running, Running)
    return running


def people_of(request: Request) -> People:
    people = request.app.state.people
    assert isinstance(people, People)
    return people


async def session_of(request: Request, pitboss_session: Annotated[str, Cookie(max_length=128)] = "") -> Session:
    """Whoever has signed in."""
    session = await asyncio.to_thread(people_of(request).session, pitboss_session)
    if session is None:
        raise NotKnown("sign in first, or come in as a guest")
    return session


async def acting(
    session: Annotated[Session, Depends(session_of)],
    x_pitboss_token: Annotated[str, Header(max_length=128, description="the csrf token of /api/me")] = "",
) -> Session:
    """Whoever has signed in and means it: the token of the session is in the header."""
    if x_pitboss_token != session.csrf:
        raise NotAllowed("the request lacks the token of your session")
    if not commands_each.take(session.person.name):
        raise TooMany("too many commands; wait a moment")
    return session


Here = Annotated[Running, Depends(running_of)]
Everybody = Annotated[People, Depends(people_of)]
Who = Annotated[Session, Depends(session_of)]
Actor = Annotated[Session, Depends(acting)]
RoundNumber = Annotated[int, Path(ge=1, le=10**9)]
TableId = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]


# coming in


@router.post("/guests", responses=REFUSALS, status_code=201)
async def come_in(request: Request, response: Response, running: Here, people: Everybody) -> Me:
    """Come in as a guest with play chips."""
    client = request.client.host if request.client else ""
    if not new_guests.take(client):
        raise TooMany("too many guests from your address; wait a moment")
    person = await asyncio.to_thread(people.guest)
    await running.person_command(person.name, c.Hello(chips=GUEST_CHIPS), actor=person.name)
    return await _signed_in(request, response, people.session_for(person))


@router.post("/people", responses=REFUSALS, status_code=201)
async def register(request: Request, response: Response, running: Here, people: Everybody, who: SignIn) -> Me:
    """A new account for a player."""
    _slow_down(request)
    person = await asyncio.to_thread(people.add, who.name, who.password)
    await running.person_command(person.name, c.Hello(chips=GUEST_CHIPS), actor=person.name)
    return await _signed_in(request, response, people.session_for(person))


@router.post("/session", responses=REFUSALS)
async def sign_in(request: Request, response: Response, people: Everybody, who: SignIn) -> Me:
    _slow_down(request)
    return await _signed_in(request, response, await asyncio.to_thread(people.sign_in, who.name, who.password))


@router.post("/setup", responses=REFUSALS, status_code=201)
async def set_up(request: Request, response: Response, running: Here, people: Everybody, who: SetUp) -> Me:
    """The first administrator, by the one-time link that the server shows at its first start."""
    _slow_down(request)
    session = await asyncio.to_thread(people.set_up, who.token, who.name, who.password)
    await running.person_command(session.person.name, c.Hello(), actor=session.person.name, role="administrator")
    return await _signed_in(request, response, session)


@router.delete("/session", responses=REFUSALS, status_code=204)
async def sign_out(response: Response, people: Everybody, session: Actor) -> None:
    await asyncio.to_thread(people.sign_out, session.token)
    response.delete_cookie(COOKIE)


@router.get("/me", responses=REFUSALS)
async def me(request: Request, session: Who) -> Me:
    return await _me(request, session)


def _slow_down(request: Request) -> None:
    if not sign_ins.take(request.client.host if request.client else ""):
        raise TooMany("too many tries from your address; wait a minute")


async def _signed_in(request: Request, response: Response, session: Session) -> Me:
    secure = request.app.state.settings.secure_cookies
    response.set_cookie(COOKIE, session.token, httponly=True, samesite="strict", secure=secure, max_age=12 * 3600)
    return await _me(request, session)


async def _me(request: Request, session: Session) -> Me:
    person = session.person
    balance = await balance_of(running_of(request), person.name)
    return Me(name=person.name, role=person.role, guest=person.guest, csrf=session.csrf, balance=balance)


async def balance_of(running: Running, name: str) -> int:
    account = player_account(name)
    return (await asyncio.to_thread(running.floor.store.balances, [account]))[account]


# tables


@router.get("/tables")
async def tables(running: Here) -> list[dict[str, Any]]:
    """The open tables: game, limits, seats, and the state of the cards."""
    return [_listed(live) for live in running.tables() if not live.closed]


def _listed(live: Live) -> dict[str, Any]:
    limits = live.sheet.rules.table
    boxes = live.table.boxes
    return {
        "table": live.id,
        "title": live.opened.title,
        "sheet": live.sheet.name,
        "game": live.sheet.game,
        "minimum": limits.minimum,
        "maximum": limits.maximum,
        "boxes": len(boxes),
        "taken": sum(1 for player in boxes if player),
        "waiting": len(live.table.waiting),
        "round": live.table.rounds,
    }


@router.get("/tables/{table}", responses=REFUSALS)
async def table(running: Here, table: TableId, request: Request) -> dict[str, Any]:
    """All that you may know of a table now."""
    session = await asyncio.to_thread(people_of(request).session, request.cookies.get(COOKIE, ""))
    return await view_of(running, table, session.person.name if session else "")


async def view_of(running: Running, table: str, person: str) -> dict[str, Any]:
    held = await running.table(table)
    link = running.floor.known(LINK)
    balance = await balance_of(running, person) if person else None
    return decode(
        encode(
            table_view(
                held.live,
                held.version,
                person=person,
                balance=balance,
                link=link.state if link is not None and isinstance(link.state, Link) else None,
            )
        ),
        dict[str, Any],
    )


@router.post("/tables/{table}/commands", responses=REFUSALS)
async def command(running: Here, session: Actor, table: TableId, ask: Annotated[Ask, Body()]) -> Done:
    """Do something at a table; the same is done faster over the WebSocket."""
    wanted: c.PlayerCommand = decode(encode(ask.command), c.PlayerCommand)
    answer = await running.command(table, wanted, actor=session.person.name, client=ask.id)
    return Done(table=answer.stream.removeprefix(table_stream("")), version=answer.version)


@router.get("/meters", responses=REFUSALS)
async def read_meters(running: Here) -> dict[str, Any]:
    """What the Major and the Minor stand at."""
    link = running.floor.known(LINK)
    if link is None or not isinstance(link.state, Link):
        return {"major": None, "minor": None, "up": False}
    return meters(link.state)


# the cage


@router.post("/cage/buy-in", responses=REFUSALS)
async def buy_in(running: Here, session: Actor, money: Money) -> dict[str, int]:
    """Buy chips; on a demo floor they are play chips."""
    name = session.person.name
    await running.person_command(name, c.BuyIn(cents=money.cents), actor=name, client=money.id)
    return {"balance": await balance_of(running, name)}


@router.post("/cage/cash-out", responses=REFUSALS)
async def cash_out(running: Here, session: Actor, money: Money) -> dict[str, int]:
    """Give chips back."""
    name = session.person.name
    await running.person_command(name, c.CashOut(cents=money.cents), actor=name, client=money.id)
    return {"balance": await balance_of(running, name)}


@router.get("/my/rounds", responses=REFUSALS)
async def my_rounds(
    running: Here, session: Who, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> list[dict[str, Any]]:
    """Your last rounds, the latest first."""
    found = await asyncio.to_thread(running.floor.store.rounds, player=session.person.name, limit=limit)
    return [{"table": one.stream.removeprefix(table_stream("")), "round": one.number} for one in found]


@router.get("/tables/{table}/rounds/{number}", responses=REFUSALS)
async def recalled_round(running: Here, request: Request, table: TableId, number: RoundNumber) -> dict[str, Any]:
    """A finished round step by step, as you could see it."""
    found = await _recalled(running, request, table, number)
    steps = [
        {
            "version": entry.version,
            "at": entry.at,
            "actor": entry.actor,
            "engine": entry.engine,
            "schema": entry.schema,
            "events": [plain(event) for event in step],
        }
        for entry, step in zip(found.entries, found.steps, strict=True)
    ]
    whole = {"table": table, "round": number, "sheet_hash": found.live.sheet.hash, "steps": steps}
    answer: dict[str, Any] = decode(encode(whole), dict[str, Any])
    return answer


@router.get("/tables/{table}/rounds/{number}/record", responses=REFUSALS, response_class=PlainTextResponse)
async def recalled_record(running: Here, request: Request, table: TableId, number: RoundNumber) -> str:
    """A finished round as a hand record that `pitboss settle` replays; `??` for cards you did not see."""
    return (await _recalled(running, request, table, number)).record()


@router.get("/tables/{table}/rounds/{number}/openings", responses=REFUSALS)
async def recalled_openings(running: Here, request: Request, table: TableId, number: RoundNumber) -> dict[str, Any]:
    """What proves the cards you saw against the commitment that was shown at the shuffle."""
    found = await _recalled(running, request, table, number)
    answer: dict[str, Any] = decode(found.openings(), dict[str, Any])
    return answer


async def _recalled(running: Running, request: Request, table: str, number: int) -> Recalled:
    session = await asyncio.to_thread(people_of(request).session, request.cookies.get(COOKIE, ""))
    person = session.person.name if session else ""
    return await asyncio.to_thread(recall, running.floor, table, number, person=person)
