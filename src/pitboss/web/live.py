"""The WebSocket: commands in, every change of the tables one watches out.

A message is JSON with a ``type``; :mod:`pitboss.web.messages` has them all. Who sees a gap between two versions of a
table watches it again and gets the whole of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from pitboss.errors import PitbossError, Refusal
from pitboss.service.floor.commands import decode
from pitboss.service.floor.floor import Busy, Unknown
from pitboss.service.floor.running import Running, Unsure, Watcher
from pitboss.service.floor.stream_names import table_named
from pitboss.service.people.accounts import NotKnown, People, Session
from pitboss.service.people.permissions import STAFF_ROLES
from pitboss.service.tables.table_commands import check_named
from pitboss.service.tables.views import link_message
from pitboss.web.api import COMMAND_ID, COOKIE, TABLE_ID, view_of
from pitboss.web.guard import Rate, Rates, same_origin
from pitboss.web.messages import (
    Acknowledge,
    Command,
    Message,
    Meters,
    Ping,
    Unwatch,
    Watch,
    check_schema,
    done,
    hello,
    pong,
    refused,
)
from pitboss.web.refusals import as_refusal
from pitboss.web.settings import Limits, Settings
from pitboss.words import wording

__all__ = ["Connections", "router"]

log = logging.getLogger(__name__)
router = APIRouter()

GOING_AWAY, POLICY, TOO_BIG, TRY_LATER = 1001, 1008, 1009, 1013
MOST_AT_ONCE: Final = 16
"""Messages that are sent in one piece."""
MOST_OVER_RATE: Final = 200
"""Messages in a row beyond the rate that are refused one by one before the connection is closed."""


class Closing(NamedTuple):
    """How a connection is ended by the server."""

    code: int
    reason: str


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """Handle one connection: of a person, or of a visitor who may only watch."""
    settings: Settings = socket.app.state.settings
    connections: Connections = socket.app.state.connections
    rates: Rates = socket.app.state.rates
    if not same_origin(socket.headers, settings):
        await socket.close(POLICY, wording("request.other_site", {}))
        return
    address = socket.client.host if socket.client else ""
    known = bool(socket.cookies.get(COOKIE, ""))
    if not rates.requests.take(address) or not connections.room_for(address, known=known):
        connections.note_refusal(address)
        await socket.close(TRY_LATER, wording("connection.too_many", {}))
        return
    acknowledged = socket.app.state.reminders.acknowledge
    connection = Connection(socket, socket.app.state.running, settings.limits, rates.commands, acknowledged)
    connection.about = socket.query_params.get("table", "")
    with connections.holding(address, connection):
        token = socket.cookies.get(COOKIE, "")
        session = await asyncio.to_thread(socket.app.state.people.session, token) if token else None
        await socket.accept()
        await connection.serve(session)


class Connections:
    """Everybody who is connected to this process: counted by address, found by session and by person."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: dict[Connection, str] = {}
        self._by_address: Counter[str] = Counter()
        self._told = Rate(1 / 60, 1)
        self._going_away = False

    def __len__(self) -> int:
        return len(self._open)

    def room_for(self, address: str, *, known: bool = True) -> bool:
        """Whether one more may come from there, by somebody who says to be known or by a visitor."""
        limits = self._limits
        each = limits.connections_each if known else min(limits.visitors_each, limits.connections_each)
        full = len(self._open) >= limits.connections or self._by_address[address] >= each
        return not full and not self._going_away

    def note_refusal(self, address: str) -> None:
        """Log that connections are refused, at most once a minute."""
        if self._told.take(""):
            log.warning("connections are refused, the last from %s: %d are open", address, len(self._open))

    def players(self) -> set[str]:
        """The players who are connected here."""
        return {connection.player for connection in self._open if connection.player}

    def tell(self, player: str, message: bytes) -> None:
        """Send something to every connection of a player."""
        for connection in list(self._open):
            if connection.player == player:
                connection.send(message)

    def send_on(self, tables: set[str]) -> None:
        """Close every connection that came for a table which another server leads by now: it comes back there."""
        for connection in list(self._open):
            if connection.about in tables:
                connection.close(GOING_AWAY, wording("connection.server_closes", {}))

    def holding(self, address: str, connection: Connection) -> _Held:
        return _Held(self, address, connection)

    def add(self, address: str, connection: Connection) -> None:
        self._open[connection] = address
        self._by_address[address] += 1

    def remove(self, address: str, connection: Connection) -> None:
        del self._open[connection]
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def sign_out(self, sessions: Collection[str]) -> None:
        """Close every connection of sessions that have ended."""
        for connection in list(self._open):
            if connection.key in sessions:
                connection.session_is(None)

    async def check_sessions(self, people: People, person: str = "") -> None:
        """Close connections without a session, and send a new role to those who have one; all, or those of a person."""
        found: dict[str, Session | None] = {}
        for connection in list(self._open):
            wanted = connection.token and (not person or connection.person == person)
            if wanted and connection.token not in found:
                found[connection.token] = await asyncio.to_thread(people.session, connection.token)
        for connection in list(self._open):
            if connection.token in found:
                connection.session_is(found[connection.token])

    async def keep_checking(self, people: People) -> None:
        """Check sessions again and again: another process may have ended them, and they expire."""
        while True:
            await asyncio.sleep(self._limits.session_check_seconds)
            try:
                await self.check_sessions(people)
            except PitbossError as error:
                log.warning("the sessions cannot be looked up: %s", error)

    async def go_away(self, seconds: float = 5.0) -> None:
        """Close every connection as soon as what it asked for is answered."""
        self._going_away = True
        for connection in list(self._open):
            connection.close(GOING_AWAY, wording("connection.server_closes", {}))
        async with asyncio.timeout(seconds):
            while self._open:
                await asyncio.sleep(0.01)


class _Held:
    """A connection counted for as long as it is open."""

    def __init__(self, connections: Connections, address: str, connection: Connection) -> None:
        self._connections, self._address, self._connection = connections, address, connection

    def __enter__(self) -> None:
        self._connections.add(self._address, self._connection)

    def __exit__(self, *_: object) -> None:
        self._connections.remove(self._address, self._connection)


class Connection:
    """Somebody connected: reads, writes, and what is watched."""

    def __init__(
        self, socket: WebSocket, running: Running, limits: Limits, rate: Rate, acknowledged: Callable[[str], None]
    ) -> None:
        self._socket, self._running, self._limits, self._rate = socket, running, limits, rate
        self._people: People = socket.app.state.people
        self._acknowledged = acknowledged
        self._session: Session | None = None
        self.key = ""
        """What its session is kept under."""
        self.about = ""
        """The table that it came for, where it said so."""
        self._person = ""
        self._out: asyncio.Queue[bytes | Closing] = asyncio.Queue()
        self._ends: dict[str, Callable[[], None]] = {}
        self._watchers: dict[str, Watcher] = {}
        self._closing: Closing | None = None
        self._busy = False
        self._over_rate = 0

    @property
    def player(self) -> str:
        """Who is connected, if it is a player."""
        return self._person if self._role == "player" else ""

    @property
    def person(self) -> str:
        """Who is connected; empty for a visitor."""
        return self._person

    @property
    def token(self) -> str:
        return self._session.token if self._session else ""

    async def serve(self, session: Session | None) -> None:
        self._session, self._person = session, session.person.name if session else ""
        self.key = session.key if session else ""
        writer = asyncio.create_task(self._write())
        self._say_hello()
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait([reader, writer], return_when=asyncio.FIRST_COMPLETED)
            self._closing = self._closing or Closing(1000, "")
            if self._busy:  # a command that was begun is finished, even if nobody receives the answer
                await asyncio.wait([reader])
            if not writer.done():
                self._out.put_nowait(self._closing)
                await asyncio.wait([writer])
        finally:
            for end in self._ends.values():
                end()
            for task in (reader, writer):
                task.cancel()
            await asyncio.gather(reader, writer, return_exceptions=True)

    @property
    def _role(self) -> str:
        return self._session.person.role if self._session else "visitor"

    def _say_hello(self) -> None:
        self.send(hello(self._person, self._role))

    # ending

    def close(self, code: int, reason: str) -> None:
        """End the connection; a command that is being done is answered before."""
        if self._closing is None:
            self._closing = Closing(code, reason)
            if not self._busy:
                self._out.put_nowait(self._closing)

    def session_is(self, session: Session | None) -> None:
        """The session as it stands now, or None where it is over."""
        if session is None:
            self._watch_nothing()
            self.close(POLICY, wording("connection.signed_out", {}))
        elif self._session is not None and session.person != self._session.person:
            self._session = session
            for watcher in self._watchers.values():
                watcher.role = self._role
            self._say_hello()

    def _watch_nothing(self) -> None:
        """Send no more changes, though a command that is being done is still to be answered."""
        for end in self._ends.values():
            end()
        self._ends.clear()
        self._watchers.clear()

    # out

    def send(self, message: bytes) -> None:
        """Queue a message; close a connection that does not read."""
        if self._out.qsize() >= self._limits.waiting_messages:
            self.close(TRY_LATER, wording("connection.reads_too_slowly", {}))
            return
        self._out.put_nowait(message)

    async def _write(self) -> None:
        """Send queued messages until the connection ends, those that wait together in one piece."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                texts, last = self._waiting(await self._out.get())
                if texts:
                    await self._socket.send({"type": "websocket.send", "texts": texts})
                if last is not None:
                    await self._socket.close(last.code, last.reason)
                    return

    def _waiting(self, first: bytes | Closing) -> tuple[list[bytes], Closing | None]:
        """The messages to send in one piece, the first taken already, and the end of the connection if it is next."""
        texts, one = [], first  # type: list[bytes], bytes | Closing
        while not isinstance(one, Closing):
            texts.append(one)
            if self._out.empty() or len(texts) == MOST_AT_ONCE:
                return texts, None
            one = self._out.get_nowait()
        return texts, one

    # in

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while self._closing is None:
                received = await self._socket.receive()
                if received["type"] == "websocket.disconnect" or self._closing is not None:
                    return
                self._busy = True
                await self._take(received.get("text") or received.get("bytes") or b"")
                self._busy = False

    async def _take(self, frame: str | bytes) -> None:
        most = self._limits.frame_bytes
        if len(frame) > most or len(frame if isinstance(frame, bytes) else frame.encode()) > most:
            self.close(TOO_BIG, wording("connection.message_too_big", {"most": most}))
        elif self._rate.take(self._person or str(id(self))):
            self._over_rate = 0
            await self._handle(frame)
        else:
            self._over_rate += 1
            self.send(refused(_id_of(frame), Refusal("rate.messages"), again=True))
            if self._over_rate > MOST_OVER_RATE:
                self.close(POLICY, wording("connection.too_many_messages", {}))

    async def _handle(self, frame: str | bytes) -> None:
        command_id = ""
        try:
            message: Message = decode(frame, Message)
            command_id = message.id if isinstance(message, Command) else ""
            await self._carry_out(message)
        except PitbossError as error:
            again = isinstance(error, (Unsure, Busy))
            self.send(refused(command_id or _id_of(frame), as_refusal(error), again=again))
        except Exception:  # a bug of ours; the connection goes on, and whoever asked is not left waiting
            log.exception("a message failed")
            self.send(refused(command_id, Refusal("server.mistake")))

    async def _carry_out(self, message: Message) -> None:
        match message:
            case Acknowledge():
                self._acknowledged(self._person)
            case Ping():
                self.send(pong())
            case Watch():
                await self._watch(message.table)
            case Unwatch():
                self._ends.pop(message.table, lambda: None)()
                self._watchers.pop(message.table, None)
            case Meters():
                self._watch_meters()
            case Command():
                await self._command(message)

    async def _watch(self, table: str) -> None:
        """The whole table first, then its changes; both from the same moment on."""
        _check_table(table)
        if self._session is not None:
            await self._look_up()  # it is shown what only its own person may see
        if len(self._ends) >= self._limits.watched and table not in self._ends:
            raise Refusal("connection.most_watched", most=self._limits.watched)

        def begin() -> None:
            if self._closing is None and table not in self._ends:
                watcher = self._watchers[table] = Watcher(self._person, self.send, self._role)
                self._ends[table] = self._running.watch(table, watcher)

        view = await view_of(self._running, table, self._person, role=self._role, at_once=begin)
        if self._closing is None:
            self.send(view)

    def _watch_meters(self) -> None:
        if "" not in self._ends:
            self._ends[""] = self._running.watch_meters(Watcher(self._person, self.send))
        link = self._running.floor.known_link()
        if link is not None:
            self.send(link_message(link, self._running.floor.link().version))

    async def _command(self, message: Command) -> None:
        if self._session is None:
            raise Refusal("sign_in.first")
        if self._role in STAFF_ROLES or self._people.is_over(self._session):
            await self._look_up()
        check_schema(message.schema)
        if not COMMAND_ID.fullmatch(message.id):
            raise Refusal("request.command_id")
        _check_table(message.table)
        check_named(message.command, message.question)
        try:
            answer = await self._running.command(
                message.table, message.command, actor=self._person, role=self._role, client=message.id,
                question=message.question, session=self.key,
            )  # fmt: skip
        except NotKnown:  # another server has ended the session
            self.session_is(None)
            raise
        self.send(done(message.id, table_named(answer.stream) or answer.stream, answer.version))

    async def _look_up(self) -> None:
        """See how the session stands now, whichever server has ended it or given the person another role."""
        session = await asyncio.to_thread(self._people.session, self.token)
        self.session_is(session)
        if session is None:
            raise NotKnown("sign_in.first")


def _check_table(table: str) -> None:
    if not TABLE_ID.fullmatch(table):
        raise Unknown("table.no_such")


def _id_of(frame: str | bytes) -> str:
    """The id of a command that cannot be read, as far as it can."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        found: Any = msgspec.json.decode(frame)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:64]
    return ""
