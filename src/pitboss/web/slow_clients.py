"""Deadlines for slow clients: a request whose headers never end, a message that never does, an answer never read.

A WebSocket takes several messages at once here and sends them in one piece, since every piece is a call of the system.
"""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from pitboss.web.moving import HandOver
from pitboss.web.settings import Limits

__all__ = ["framed", "protocols_with_deadlines"]

POLICY: Final = 1008
LEAST_READ: Final = 65_536
"""Bytes that a reader takes within its deadline, or all that is left of them."""


def protocols_with_deadlines(limits: Limits) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """The protocols of HTTP and of WebSockets, with deadlines."""

    class Http(_Http):
        seconds = limits.header_seconds
        reading_seconds = limits.send_seconds

    class Socket(_Socket):
        seconds = limits.message_seconds
        reading_seconds = limits.send_seconds

    return Http, Socket


def framed(text: bytes) -> bytes:
    """A text as a WebSocket's frame of the server."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    return (struct.pack("!BBH", 0x81, 126, size) if size < 65_536 else struct.pack("!BBQ", 0x81, 127, size)) + text


class _Unread:
    """A deadline for whoever is sent something: a connection on which nothing of it is taken is dropped.

    The protocol hears of every byte that the system does not take at once, so that the last ones before a close, for
    which a transport would wait without end, have the deadline too.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._transport, self._loop, self._seconds = transport, loop, seconds
        self._timer: asyncio.TimerHandle | None = None
        transport.set_write_buffer_limits(high=0)

    def begin(self) -> None:
        left = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._seconds, self._look, left)

    def _look(self, before: int) -> None:
        if self._transport.get_write_buffer_size() > before - LEAST_READ:
            self._transport.abort()
        else:
            self.begin()

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Http(H11Protocol):
    """HTTP with a deadline for whoever is asked for a request; between two requests there is the keep-alive's.

    What is answered is read in time, too.
    """

    seconds: float
    reading_seconds: float
    deadline: asyncio.TimerHandle | None = None
    hand_over: HandOver | None = None
    """Gives a connection to another server that is its right place."""
    fresh = True
    """Whether nothing has come yet; one that was handed over is not handed over again."""
    first = b""
    """What had come of a connection before it was handed over."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.unread = _Unread(transport, self.loop, self.reading_seconds)
        self._set_deadline()
        if self.first:  # here: what comes next could be read before whoever took it over goes on
            self.fresh = False
            self.data_received(self.first)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread.begin()

    def resume_writing(self) -> None:
        self.unread.end()
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        place = self.hand_over.place(data) if self.fresh and self.hand_over is not None else None
        self.fresh = False
        if place is not None:
            self.transport.pause_reading()
            self.moving = self.loop.create_task(self._move(place, data))
            return
        super().data_received(data)
        if self.transport.is_closing() or self.conn.their_state is not h11.IDLE:
            self._relax()
        elif self.timeout_keep_alive_task is None:
            self._set_deadline()

    async def _move(self, place: Path, data: bytes) -> None:
        """Give the connection away; where nobody takes it, it is served here after all."""
        assert self.hand_over is not None
        given = await self.hand_over.give(place, self.transport, data)
        if given or self.transport.is_closing():
            self.transport.abort()
            return
        self.transport.resume_reading()
        self.data_received(data)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._relax()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        self.unread.end()
        super().connection_lost(exc)

    def _set_deadline(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.call_later(self.seconds, self.transport.close)

    def _relax(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket on which a message that was begun is ended in time, and what is sent is read in time."""

    seconds: float
    reading_seconds: float
    deadline: asyncio.TimerHandle | None = None
    arrived = 0
    """Messages that came whole: each gives the next one its full time."""
    started_after = 0
    whole_frames = 0

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.debug = False  # at that level it would log cookies and whole messages

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.unread = _Unread(self.transport, self.loop, self.reading_seconds)

    def data_received(self, data: bytes) -> None:
        self.whole_frames = 0
        super().data_received(data)
        if not self._begun() or self.transport.is_closing():
            self._relax()
        elif self.deadline is None or self.started_after != self.arrived:
            self._relax()
            self.started_after = self.arrived
            self.deadline = self.loop.call_later(self.seconds, self._too_slow)

    def handle_events(self) -> None:
        self.whole_frames = len(self.conn.events)
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; nothing more is read only where one is waiting already, as stopping costs two calls."""
        self.arrived += 1
        first = self.queue.empty() and not self.read_paused
        self.read_paused = self.read_paused or first  # so that it is not stopped for this one
        super().send_receive_event_to_app()
        self.read_paused = self.read_paused and not first

    async def send(self, message: Any) -> None:
        """Send a message of the application, or all the texts of one."""
        texts: list[bytes] | None = message.get("texts")
        if texts is None:
            await super().send(message)
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join(map(framed, texts)))

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread.begin()

    def resume_writing(self) -> None:
        self.unread.end()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._relax()
        self.unread.end()
        super().connection_lost(exc)

    def _begun(self) -> bool:
        """Whether a part of a message is there and its end is not."""
        return bool(self.frames) or bool(self.conn.reader.buffer) or not self.whole_frames

    def _too_slow(self) -> None:
        self.deadline = None
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.fail(POLICY, "a message came too slowly")
        self.handle_parser_exception()

    def _relax(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
