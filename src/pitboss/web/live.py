"""The WebSocket: commands in, every change of the tables one watches out.

A message is JSON with a ``type``. In: ``watch`` and ``unwatch`` a table, ``meters``, ``command``, ``ping``. Out:
``hello``, ``table`` (all of it), ``change`` (one version further), ``meters``, ``done``, ``refused``, ``pong``. Who
sees a gap between two versions watches again and gets the whole table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Literal

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from msgspec import Struct

from pitboss.errors import PitbossError
from pitboss.progressive.link import Link
from pitboss.service import commands as c
from pitboss.service.commands import decode, encode
from pitboss.service.floor import table_stream
from pitboss.service.linked import LINK
from pitboss.service.people import Session
from pitboss.service.running import Running, Watcher
from pitboss.service.views import link_message
from pitboss.service.wire import SCHEMA
from pitboss.web.api import COOKIE, commands_each, view_of
from pitboss.web.guard import same_origin

__all__ = ["router"]

router = APIRouter()

LARGEST_FRAME: Final = 16 * 1024
MOST_WAITING: Final = 2000
"""Messages that may wait for somebody who reads slowly, before the connection is closed."""
MOST_WATCHED: Final = 32
POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013


class Watch(Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    table: str


class Unwatch(Struct, frozen=True, tag="unwatch", forbid_unknown_fields=True):
    table: str


class Meters(Struct, frozen=True, tag="meters", forbid_unknown_fields=True):
    pass


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    pass


class CommandMessage(Struct, frozen=True, tag="command", forbid_unknown_fields=True):
    id: str
    table: str
    command: c.PlayerCommand
    schema: Literal[1] = 1


Message = Watch | Unwatch | Meters | Ping | CommandMessage


@router.websocket("/api/live")
async def live(socket: WebSocket) -> None:
    """One connection: a person, or a visitor who may only watch."""
    settings = socket.app.state.settings
    if not same_origin(socket.headers, socket.url.scheme, settings.origins):
        await socket.close(POLICY, "this page is not of this floor")
        return
    session = await asyncio.to_thread(socket.app.state.people.session, socket.cookies.get(COOKIE, ""))
    await socket.accept()
    await Connection(socket, socket.app.state.running, session).serve()


class Connection:
    """Somebody connected: reads, writes, and what is watched."""

    def __init__(self, socket: WebSocket, running: Running, session: Session | None) -> None:
        self._socket, self._running, self._session = socket, running, session
        self._person = session.person.name if session else ""
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._ends: dict[str, Callable[[], None]] = {}
        self._closing = ""

    async def serve(self) -> None:
        writer = asyncio.create_task(self._write())
        role = self._session.person.role if self._session else "visitor"
        self.send(encode({"type": "hello", "schema": SCHEMA, "name": self._person, "role": role}))
        try:
            await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            for end in self._ends.values():
                end()
            self._out.put_nowait(None)
            await asyncio.wait([writer], timeout=5)
            writer.cancel()

    def send(self, message: bytes) -> None:
        """Put a message in the line; who does not read is let go."""
        if self._out.qsize() >= MOST_WAITING:
            self._closing = "you read too slowly"
            return
        self._out.put_nowait(message)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self._out.get()) is not None:
                await self._socket.send_text(message.decode())
                if self._closing:
                    await self._socket.close(TRY_LATER, self._closing)
                    return

    async def _read(self) -> None:
        while not self._closing:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            frame: str | bytes = received.get("text") or received.get("bytes") or b""
            if len(frame) > LARGEST_FRAME:
                await self._socket.close(TOO_BIG, f"a message has at most {LARGEST_FRAME} bytes")
                return
            if not commands_each.take(self._person or str(id(self))):
                self.send(refused("", "too many messages; wait a moment"))
                continue
            await self._handle(frame)

    async def _handle(self, frame: str | bytes) -> None:
        command_id = ""
        try:
            message: Message = decode(frame, Message)
            command_id = message.id if isinstance(message, CommandMessage) else ""
            await self._carry_out(message)
        except PitbossError as error:
            self.send(refused(command_id or _id_of(frame), str(error), getattr(error, "clause", "")))

    async def _carry_out(self, message: Message) -> None:
        match message:
            case Ping():
                self.send(b'{"type":"pong"}')
            case Watch():
                await self._watch(message.table)
            case Unwatch():
                self._ends.pop(message.table, lambda: None)()
            case Meters():
                self._watch_meters()
            case CommandMessage():
                await self._command(message)

    async def _watch(self, table: str) -> None:
        """The whole table first, then its changes; both from the same moment on."""
        if len(self._ends) >= MOST_WATCHED and table not in self._ends:
            raise PitbossError(f"{MOST_WATCHED} tables are the most to watch at once")
        await self._running.table(table)
        if table not in self._ends:
            self._ends[table] = self._running.watch(table, Watcher(self._person, self.send))
        self.send(encode(await view_of(self._running, table, self._person)))

    def _watch_meters(self) -> None:
        if "" not in self._ends:
            self._ends[""] = self._running.watch_meters(Watcher(self._person, self.send))
        held = self._running.floor.known(LINK)
        if held is not None and isinstance(held.state, Link):
            self.send(link_message(held.state, held.version))

    async def _command(self, message: CommandMessage) -> None:
        if self._session is None:
            raise PitbossError("sign in first, or come in as a guest")
        if not 1 <= len(message.id) <= 64:
            raise PitbossError("a command has an id of 1 to 64 characters")
        answer = await self._running.command(message.table, message.command, actor=self._person, client=message.id)
        table = answer.stream.removeprefix(table_stream(""))
        self.send(encode({"type": "done", "id": message.id, "table": table, "version": answer.version}))


def refused(command_id: str, reason: str, clause: str = "") -> bytes:
    return encode({"type": "refused", "id": command_id, "reason": reason, "clause": clause})


def _id_of(frame: str | bytes) -> str:
    """The id of a command that cannot be read, as far as it can."""
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        found: Any = msgspec.json.decode(frame)
        if isinstance(found, dict) and isinstance(found.get("id"), str):
            return str(found["id"])[:64]
    return ""
