"""The HTTP API: sign in, look, and everything that is not a stream of changes."""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Cookie, Depends, Header, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from pitboss.errors import IllegalAction
from pitboss.ledger import player as player_account
from pitboss.ledger import tray
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode, encode
from pitboss.service.floor.floor import HOUSE_ACTOR
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import person_stream, table_named
from pitboss.service.operations.demo_floor import GUEST_CHIPS
from pitboss.service.people.accounts import SESSION_MS, NotKnown, People, Person, Session, account_mark
from pitboss.service.people.permissions import ACCESS, Area, allowed_to
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.table_commands import check_named
from pitboss.service.tables.table_limits import limits_now
from pitboss.service.tables.views import meters, run_by, table_view
from pitboss.web import models as m
from pitboss.web.browser_identity import AwayCookie, check_may_come_in, keep
from pitboss.web.guard import NotAllowed, Rates, TooMany
from pitboss.web.messages import schema
from pitboss.web.recalls import TheRecalls
from pitboss.web.work_pools import Pools

__all__ = [
    "COMMAND_ID", "COOKIE", "TABLE_ID", "Actor", "Everybody", "Here", "Manager", "Player", "Reader", "TableId",
    "address_of", "pools_of", "rates_of", "router", "view_of",
]  # fmt: skip

COOKIE: Final = "pitboss_session"
COMMAND_ID: Final = re.compile(r"[!-~]{1,64}")
TABLE_ID: Final = re.compile(m.TABLE)
router = APIRouter(prefix="/api", tags=["floor"], responses=m.REFUSALS)


def running_of(request: Request) -> Running:
    running = request.app.state.running
    assert isinstance(running, Running)
    return running


def people_of(request: Request) -> People:
    people = request.app.state.people
    assert isinstance(people, People)
    return people


def rates_of(request: Request) -> Rates:
    rates = request.app.state.rates
    assert isinstance(rates, Rates)
    return rates


def pools_of(request: Request) -> Pools:
    pools = request.app.state.pools
    assert isinstance(pools, Pools)
    return pools


Token = Annotated[str, Cookie(alias=COOKIE, description="the session", include_in_schema=False)]


async def session_if_any(request: Request, token: Token = "") -> Session | None:
    """Return the session of the request, None for a visitor."""
    return await asyncio.to_thread(people_of(request).session, token) if token else None


async def session_of(session: Annotated[Session | None, Depends(session_if_any)]) -> Session:
    """Whoever has signed in."""
    if session is None:
        raise NotKnown("sign_in.first")
    return session


async def acting(
    request: Request,
    session: Annotated[Session, Depends(session_of)],
    x_pitboss_token: Annotated[str, Header(description="the csrf token of /api/me")] = "",
) -> Session:
    """Return the session of a request that may change something: its token is in the header."""
    if not hmac.compare_digest(x_pitboss_token.encode(), session.csrf.encode()):
        raise NotAllowed("request.no_token")
    if not rates_of(request).commands.take(session.person.name):
        raise TooMany("rate.commands")
    return session


def _checked(session: Session, area: Area) -> Session:
    access = ACCESS[area]
    if session.person.role not in access.roles:
        raise NotAllowed(access.code)
    return session


def who_sees(area: Area) -> Callable[[Session], Awaitable[Session]]:
    """Return a dependency: the session of somebody who may look at this area, by the table of permissions."""

    async def seeing(session: Annotated[Session, Depends(session_of)]) -> Session:
        return _checked(session, area)

    return seeing


def who_does(area: Area) -> Callable[[Session], Awaitable[Session]]:
    """Return a dependency: the session of somebody who may change what belongs to this area."""

    async def doing(session: Annotated[Session, Depends(acting)]) -> Session:
        return _checked(session, area)

    return doing


Here = Annotated[Running, Depends(running_of)]
Everybody = Annotated[People, Depends(people_of)]
Visitor = Annotated[Session | None, Depends(session_if_any)]
Who = Annotated[Session, Depends(session_of)]
Actor = Annotated[Session, Depends(acting)]
Player = Annotated[Session, Depends(who_does("playing"))]
Reader = Annotated[Session, Depends(who_sees("whole_log"))]
Manager = Annotated[Session, Depends(who_does("house_decisions"))]
RoundNumber = Annotated[int, Path(ge=1, le=10**9)]
TableId = Annotated[str, Path(pattern=m.TABLE)]


def _nothing() -> None:
    pass


def _name_of(session: Session | None) -> str:
    return session.person.name if session else ""


# coming in


async def greet(running: Running, person: Person) -> None:
    """Register somebody at the cage, players with play chips; also after an interruption between account and chips."""
    version, _ = await asyncio.to_thread(running.floor.store.head, person_stream(person.name))
    if version == 0:
        chips = GUEST_CHIPS if person.role == "player" else 0
        mark = await asyncio.to_thread(account_mark, running.floor.store, person.name)
        hello = c.Hello(chips=chips, account=mark)
        with suppress(IllegalAction):  # another request has just done it
            await running.person_command(person.name, hello, actor=person.name, role=person.role)


@router.post("/guests", status_code=201)
async def come_in(
    request: Request, response: Response, running: Here, people: Everybody, session: Visitor,
    who: m.Guest | None = None, kept: AwayCookie = "",
) -> m.Me:  # fmt: skip
    """Come in as a guest with play chips; whoever is kept from play under their own name is kept from it under any."""
    await check_may_come_in(running, session, kept)
    if not rates_of(request).guests.take(address_of(request)):
        raise TooMany("rate.guests")
    person = await asyncio.to_thread(people.guest, who.name.strip() if who and not people.by_pseudonym else "")
    await greet(running, person)
    return await _signed_in(request, response, await asyncio.to_thread(people.session_for, person))


@router.post("/people", status_code=201)
async def register(
    request: Request, response: Response, running: Here, people: Everybody, session: Visitor, who: m.SignIn,
    kept: AwayCookie = "",
) -> m.Me:  # fmt: skip
    """Make an account for a player; nobody makes a second one to go round an exclusion."""
    _slow_down(request)
    await check_may_come_in(running, session, kept)
    made = people.add_by_pseudonym if people.by_pseudonym else people.add
    person = await pools_of(request).passwords.do(address_of(request), made, who.name, who.password)
    await greet(running, person)
    if people.by_pseudonym:
        sealed = await asyncio.to_thread(request.app.state.personal.command, person.name, {"full_name": who.name})
        await running.person_command(person.name, sealed, actor=person.name, role=person.role)
    return await _signed_in(request, response, await asyncio.to_thread(people.session_for, person))


@router.post("/session")
async def sign_in(request: Request, response: Response, running: Here, people: Everybody, who: m.SignIn) -> m.Me:
    """Sign in with name and password."""
    _slow_down(request)
    session = await pools_of(request).passwords.do(address_of(request), people.sign_in, who.name, who.password)
    await greet(running, session.person)
    return await _signed_in(request, response, session)


@router.post("/setup", status_code=201)
async def set_up(request: Request, response: Response, running: Here, people: Everybody, who: m.SetUp) -> m.Me:
    """Become the first administrator, by the one-time link that the server shows at its first start."""
    _slow_down(request)
    hashing = pools_of(request).passwords
    session = await hashing.do(address_of(request), people.set_up, who.token, who.name, who.password)
    note = c.NoteRole(person=session.person.name, before="", after=session.person.role)
    await running.house_command(note, actor=HOUSE_ACTOR, role="house")
    await greet(running, session.person)
    return await _signed_in(request, response, session)


@router.delete("/session", status_code=204)
async def sign_out(
    request: Request, response: Response, running: Here, people: Everybody, session: Actor
) -> None:  # fmt: skip
    """Sign out; every connection of this session is closed."""
    await keep(request, response, running, session.person.name)
    await asyncio.to_thread(people.sign_out, session.token)
    await running.end_sessions([session.key])
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=request.app.state.settings.secure_cookies)


@router.get("/me")
async def me(request: Request, response: Response, session: Who) -> m.Me:
    """Who you are."""
    return await _me(request, response, session)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def _slow_down(request: Request) -> None:
    if not rates_of(request).sign_ins.take(address_of(request)):
        raise TooMany("rate.sign_ins")


async def _signed_in(request: Request, response: Response, session: Session) -> m.Me:
    secure = request.app.state.settings.secure_cookies
    lasts = SESSION_MS // 1000
    response.set_cookie(COOKIE, session.token, httponly=True, samesite="strict", secure=secure, max_age=lasts)
    return await _me(request, response, session)


async def _me(request: Request, response: Response, session: Session) -> m.Me:
    person = session.person
    running = running_of(request)
    balance = await balance_of(running, person.name)
    return m.Me(
        name=person.name,
        role=person.role,
        guest=person.guest,
        csrf=session.csrf,
        balance=balance,
        may_not_play=await keep(request, response, running, person.name),
        may=m.May.model_validate(allowed_to(person.role)._asdict()),
    )


async def balance_of(running: Running, name: str) -> int:
    account = player_account(name)
    return (await asyncio.to_thread(running.floor.store.balances, [account]))[account]


# tables


@router.get("/tables")
async def tables(running: Here, session: Visitor) -> list[m.Listed]:
    """The open tables: game, limits and seats."""
    name = _name_of(session)
    await running.freshen()
    return [_listed(live, name) for live in running.tables() if not live.closed]


def _listed(live: Live, name: str) -> m.Listed:
    minimum, maximum = limits_now(live)
    boxes = live.table.boxes
    return m.Listed(
        table=live.id,
        title=live.opened.title,
        sheet=live.sheet.name,
        game=live.sheet.game,
        felt=live.sheet.felt,
        house=live.sheet.house,
        departures=[str(departure) for departure in live.sheet.departures],
        minimum=minimum,
        maximum=maximum,
        boxes=len(boxes),
        taken=sum(1 for player in boxes if player),
        waiting=len(live.table.waiting),
        round=live.table.rounds,
        run_by=run_by(live),
        you="seated" if name and name in boxes else "waiting" if name in live.table.waiting else "",
    )


@router.get("/tables/{table}", response_model=m.TableView)
async def table(running: Here, table: TableId, session: Visitor) -> Response:
    """All that you may know of a table now."""
    role = session.person.role if session else "visitor"
    return _json(await view_of(running, table, _name_of(session), role=role))


async def view_of(
    running: Running, table: str, person: str, *, role: str, at_once: Callable[[], None] = _nothing
) -> bytes:
    """A table as a person sees it, as the message that says so; ``at_once`` is done at the very moment it shows."""
    held, room = await running.table(table), running.room(table)
    balance, account, chips = None, player_account(person), tray(table)
    while person:
        version = held.version
        found = await asyncio.to_thread(running.floor.store.balances, [account, chips])
        if held.version == version:  # or the chips would be those of another moment
            balance, room.book = found[account], found[chips]
            break
    link = running.floor.known_link()
    at_once()
    view = table_view(
        held.live, held.version, person=person, balance=balance, link=link, role=role, book=room.book
    )  # fmt: skip
    return encode(view)


@router.post("/tables/{table}/commands")
async def command(running: Here, session: Actor, table: TableId, ask: Annotated[m.Ask, Body()]) -> m.Done:
    """Do something at a table; the same is done faster over the WebSocket."""
    wanted: c.PlayerCommand | c.StaffCommand = decode(encode(ask.command), c.PlayerCommand | c.StaffCommand)
    person = session.person
    check_named(wanted, ask.question)
    answer = await running.command(
        table, wanted, actor=person.name, role=person.role, client=ask.id, question=ask.question, session=session.key
    )
    return m.Done(table=table_named(answer.stream) or answer.stream, version=answer.version)


@router.get("/meters")
async def read_meters(running: Here) -> m.MeterReading:
    """What the Major and the Minor stand at."""
    link = running.floor.known_link()
    return m.MeterReading(major=None, minor=None, up=False) if link is None else m.MeterReading(**meters(link))


@router.get("/messages.json")
async def messages() -> dict[str, Any]:
    """The JSON schema of every message of the WebSocket."""
    return schema()


# the cage


@router.post("/cage/buy-in")
async def buy_in(request: Request, running: Here, session: Player, money: m.Money) -> m.Balance:
    """Buy chips; on a demo floor they are play chips."""
    name, most = session.person.name, request.app.state.settings.limits.buy_in_cents
    if money.cents > most:
        raise IllegalAction("cage.above_limit", most=most)
    await running.person_command(name, c.BuyIn(cents=money.cents), actor=name, client=money.id, session=session.key)
    return m.Balance(balance=await balance_of(running, name))


@router.post("/cage/cash-out")
async def cash_out(running: Here, session: Player, money: m.Money) -> m.Balance:
    """Give chips back."""
    name = session.person.name
    await running.person_command(name, c.CashOut(cents=money.cents), actor=name, client=money.id, session=session.key)
    return m.Balance(balance=await balance_of(running, name))


# rounds


@router.get("/my/rounds")
async def my_rounds(
    running: Here, session: Who, limit: Annotated[int, Query(ge=1, le=100)] = 20
) -> list[m.RoundPlayed]:
    """Your last rounds, the latest first."""
    found = await asyncio.to_thread(running.floor.store.rounds, player=session.person.name, limit=limit)
    return [m.RoundPlayed(table=table_named(one.stream), round=one.number) for one in found]


@router.get("/tables/{table}/rounds/{number}", response_model=m.Recalled)
async def recalled_round(desk: TheRecalls, session: Visitor, table: TableId, number: RoundNumber) -> Response:
    """A finished round step by step, as you could see it."""
    return _json(await desk.find(table, number, "steps", through=_name_of(session), session=session))


@router.get("/tables/{table}/rounds/{number}/record", response_class=PlainTextResponse)
async def recalled_record(desk: TheRecalls, session: Visitor, table: TableId, number: RoundNumber) -> str:
    """A finished round as a hand record that `pitboss settle` replays; `??` for cards you did not see."""
    return (await desk.find(table, number, "record", through=_name_of(session), session=session)).decode()


@router.get("/tables/{table}/rounds/{number}/openings", response_model=m.Openings)
async def recalled_openings(desk: TheRecalls, session: Visitor, table: TableId, number: RoundNumber) -> Response:
    """What proves the cards you saw against the commitment that was shown at the shuffle."""
    return _json(await desk.find(table, number, "openings", through=_name_of(session), session=session))


def _json(octets: bytes) -> Response:
    return Response(octets, media_type="application/json")
