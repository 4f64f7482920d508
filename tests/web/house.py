"""A real server in a thread, and people who come to it."""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import msgspec
import websockets
from argon2 import PasswordHasher
from tests.seeding import chance
from tests.waiting import PATIENCE_SECONDS, eventually

from pitboss.client import Client, Seat
from pitboss.games.game import ENGINES
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import Pace
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.running import Running
from pitboss.service.people.accounts import People
from pitboss.service.people.permissions import EVERYBODY as ROLES
from pitboss.web.serving import House, house, listening
from pitboss.web.settings import Limits, Settings

COOKIE = "pitboss_session"
PASSWORD = "correct horse battery"
QUICK = Pace(betting=60_000, decision=60_000, cut=1, result=1, idle=600_000)
"""Nobody is hurried, and nothing waits where nobody is asked."""
EVERYBODY = ("visitor", "guest", *ROLES)
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ROOMY = Limits(
    sign_ins_burst=10_000,
    guests_burst=10_000,
    requests_burst=1_000_000,
    commands_burst=1_000_000,
    header_seconds=3600,
    body_seconds=3600,
    message_seconds=3600,
    ping_seconds=3600,
    send_seconds=3600,
    session_check_seconds=3600,
    sign_ins_waiting=10_000,
    recalls_waiting=10_000,
    recalls_each=10_000,
    recall_seconds_burst=10_000,
    drafts_waiting=10_000,
    drafts_each=10_000,
)
"""Nobody is held up or given up, and what has to happen at once does not happen later by itself."""

T = TypeVar("T")
names = (f"Person {number}" for number in itertools.count(1))


class Server:
    """One server on a free port of this machine."""

    def __init__(self, home: Path, *, limits: Limits = ROOMY, **settings: Any) -> None:
        given = {"pace": QUICK, "port": 0, **settings}
        self.settings = Settings.of({}, home=home, limits=limits, **given)
        self.tokens: list[str] = []
        self._listener = listening(self.settings)
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.house: House = house(self.settings, announce=self.tokens.append, hasher=CHEAP, chance=chance)
        self._thread = threading.Thread(target=self.house.run, kwargs={"sockets": [self._listener]})
        self._clients = ExitStack()
        self._two_administrators = False

    def __enter__(self) -> Self:
        self._thread.start()
        eventually(lambda: self.house.started or not self._thread.is_alive(), "the server does not start")
        assert self._thread.is_alive(), "the server did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._clients.close()
        self.stop()

    def stop(self) -> None:
        self.house.should_exit = True
        self._thread.join(PATIENCE_SECONDS)
        assert not self._thread.is_alive(), "the server does not stop"

    @property
    def app(self) -> Any:
        return self.house.config.app

    @property
    def people(self) -> People:
        people: People = self.app.state.people
        return people

    @property
    def running(self) -> Running:
        running: Running = self.app.state.running
        return running

    def client(self, **given: Any) -> httpx.Client:
        """Somebody's HTTP client; the authorities for TLS, which nobody needs here, are not read each time."""
        plain = httpx.Client(base_url=self.address, timeout=PATIENCE_SECONDS, verify=False, **given)
        return self._clients.enter_context(plain)

    def enter(self, role: str) -> httpx.Client:
        """Somebody with a role, signed in."""
        client = self.client()
        if role == "visitor":
            return client
        if role == "guest":
            me = client.post("/api/guests").raise_for_status().json()
        else:
            name = next(names)
            me = client.post("/api/people", json={"name": name, "password": PASSWORD}).raise_for_status().json()
            self.give(name, role)
            if role == "administrator" and not self._two_administrators:
                self._two_administrators = True  # or nothing that takes two people would be done
                self.enter(role)
        client.headers["X-Pitboss-Token"] = me["csrf"]
        return client

    def give(self, name: str, role: str) -> None:
        """A role as another process gives it: noted in the log, then so."""
        floor = self.running.floor
        aside = Floor(floor.store, floor.keys, clock=floor.clock)
        before = aside.house().roles.get(name, "player")
        note = c.NoteRole(person=name, before=before, after=role)
        aside.do(lambda: aside.plan_house(note, actor="house", role="house"))
        self.people.set_role(name, role)  # type: ignore[arg-type]

    def use_up_link(self) -> None:
        """The link for the first administrator, whom `give` makes without it, is worth nothing any more."""
        self.running.floor.store.put("setup", "administrator", {"hash": ""})

    def decide(self, change: dict[str, Any]) -> None:
        """Two people of the house carry a change out."""
        boss, shift, name = self.enter("administrator"), self.enter("shift_manager"), next(names)
        wanted = {"id": "p", "proposal": name, "change": change, "reason": "a busier night"}
        boss.post("/api/house/proposals", json=wanted).raise_for_status()
        for who, what in ((shift, "approve"), (boss, "apply")):
            who.post(f"/api/house/proposals/{name}/{what}", json={"id": what}).raise_for_status()

    def socket(self, client: httpx.Client | None = None, **headers: str) -> websockets.connect:
        """The WebSocket of somebody."""
        cookie = client.cookies.get(COOKIE) if client else None
        if cookie:
            headers["Cookie"] = f"{COOKIE}={cookie}"
        address = self.address.replace("http", "ws", 1) + "/api/live"
        return websockets.connect(
            address,
            additional_headers=headers,
            open_timeout=PATIENCE_SECONDS,
            proxy=None,
            ping_interval=None,
            max_size=None,
        )

    def healthy(self) -> bool:
        return self.client().get("/healthz").json()["status"] == "ok"

    def ask(self, client: httpx.Client, table: str, box: int) -> None:
        """Have somebody who is signed in play at a table until a question of the hand is open."""

        async def go() -> None:
            person = Client(self.address, cookie=client.cookies[COOKIE])
            await asked(await sit(person, table, box))
            await person.close()

        run(go())

    def play(self, table: str, people: list[Client], *, rounds: int = 1) -> None:
        """Have people come in as guests, sit down and play whole rounds."""

        async def go() -> None:
            for at, person in enumerate(people, 1):
                await sit(person, table, at)
            for _ in range(rounds):
                await play_round([await person.watch(table) for person in people])
            for person in people:
                await person.close()

        run(go())


def run(coroutine: Awaitable[T]) -> T:
    """A coroutine to its end, in time, on a thread of its own: where a browser is open, the tests' has its loop."""

    async def timed() -> T:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await coroutine

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, timed()).result()


def said(frame: str | bytes) -> dict[str, Any]:
    message: dict[str, Any] = msgspec.json.decode(frame)
    return message


async def answer(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message = said(await socket.recv())
        if message["type"] == kind:
            return message


async def sit(client: Client, table: str, box: int) -> Seat:
    """Come in, as a guest unless known already, and sit down."""
    if not client.name:
        await (client.resume() if client.cookie else client.guest())
    seat = await client.watch(table)
    await seat.sit(box)
    return seat


async def until(seat: Seat, true: Callable[[], bool]) -> None:
    while not true():
        await seat.change()


async def bet(seat: Seat, *, whole: bool = True) -> None:
    """Bet the table's minimum on the seat's first box, and say that is all."""
    await until(seat, lambda: seat.question == "wagers")
    box = seat.you["boxes"][0]
    cents = 500 if seat.facts["game"] == "blackjack" else 1000
    wagers = ENGINES[seat.facts["game"]].main_wagers
    for wager in wagers:
        await seat.bet(box, cents, wager)
    if whole:
        await seat.ready()


async def play_round(seats: list[Seat]) -> None:
    """All bet, and take the first answer that is open, until the bets of the next round are."""
    for seat in seats:
        await bet(seat, whole=False)
    for seat in seats:
        await seat.ready()
    number = seats[0].state["round"]
    while any(seat.state["round"] == number for seat in seats):
        for seat in seats:
            if seat.question not in ("", "wagers") and seat.offers:
                last = seat.offers[-1]["action"]
                await seat.act(next((o["action"] for o in seat.offers if o["action"]["type"] == "Stand"), last))
        await asyncio.sleep(0.01)


def over(seat: Seat) -> bool:
    return not seat.state["dealt"] or any(event["type"] == "RoundEnded" for event in seat.events)


async def asked(seat: Seat) -> None:
    """Bet round after round until the hand has a question to answer."""
    while not seat.offers or seat.question == "wagers":
        await bet(seat)
        await _dealt(seat, seat.state["round"])


async def _dealt(seat: Seat, number: int) -> None:
    """Wait until a round asks something or is over."""
    await until(seat, lambda: seat.state["round"] != number or over(seat) or seat.question not in ("", "wagers"))
