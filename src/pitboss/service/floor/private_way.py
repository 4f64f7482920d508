"""The private way between the servers of a floor: short messages that only who has the floor's key can write or read.

Both sides begin with a random number; the key of the connection is made of the two and of the floor's own, so that
nothing that was heard before can be said again. Each then greets the other by that key: who cannot is soon shut out.
A question has a number, and its answer the same.
"""

from __future__ import annotations

import asyncio
import logging
import os
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pitboss.errors import PitbossError
from pitboss.service.operations.keys import Keys

__all__ = ["Caller", "Door", "Lost", "Unanswered", "split_address"]

log = logging.getLogger(__name__)

NONCE: Final = 16
TAG: Final = 16
"""By how many octets a message is longer when it is sealed."""
GREETING: Final = b"pitboss"
MOST_OCTETS: Final = 1 << 20
GREETING_SECONDS: Final = 5.0
"""How long the other side may take until it is known."""

Answerer = Callable[[bytes], Awaitable[bytes]]


class Lost(PitbossError):
    """The other server cannot be reached: nobody there has heard the question."""


class Unanswered(Lost):
    """The other server was asked, and went away before it answered, or did not answer in time."""


class _Line:
    """One connection, after both sides have said their numbers."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: bytes, calls: bool) -> None:
        self._reader, self._writer, self._cipher = reader, writer, AESGCM(key)
        self._mine, self._theirs = (b"c", b"d") if calls else (b"d", b"c")
        self._sent = self._read = 0

    @classmethod
    async def begun(
        cls, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, keys: Keys, *, calls: bool
    ) -> _Line:
        mine = os.urandom(NONCE)
        writer.write(mine)
        async with asyncio.timeout(GREETING_SECONDS):
            theirs = await reader.readexactly(NONCE)
            numbers = mine + theirs if calls else theirs + mine
            line = cls(reader, writer, keys.derived(f"private way {numbers.hex()}"), calls)
            line.send(GREETING)
            await line.receive(most=len(GREETING) + TAG)  # only who has the key can say it, and need not be waited for
        return line

    def send(self, octets: bytes) -> None:
        sealed = self._cipher.encrypt(self._mine + self._sent.to_bytes(11, "big"), octets, None)
        self._sent += 1
        self._writer.write(struct.pack(">I", len(sealed)) + sealed)

    @property
    def unsent(self) -> int:
        """Octets that the other side has not taken yet."""
        return self._writer.transport.get_write_buffer_size()

    async def receive(self, most: int = MOST_OCTETS) -> bytes:
        (length,) = struct.unpack(">I", await self._reader.readexactly(4))
        if length > most:
            raise Lost("a message is too long")
        sealed = await self._reader.readexactly(length)
        try:
            octets = self._cipher.decrypt(self._theirs + self._read.to_bytes(11, "big"), sealed, None)
        except InvalidTag as error:
            raise Lost("whoever speaks there does not have the floor's key") from error
        self._read += 1
        return octets

    def close(self) -> None:
        self._writer.close()


_TROUBLE: Final = (OSError, EOFError, TimeoutError, Lost)


def split_address(address: str) -> tuple[str, tuple[str, int] | None]:
    """The Unix socket of a server and its place on the network, as far as it has them.

    >>> split_address("unix:/tmp/a.sock 10.0.0.7:8766")
    ('/tmp/a.sock', ('10.0.0.7', 8766))
    """
    path, place = "", None
    for part in address.split():
        if part.startswith("unix:"):
            path = part.removeprefix("unix:")
        else:
            host, _, port = part.rpartition(":")
            place = host.strip("[]"), int(port)
    return path, place


class Door:
    """Where other servers come in: a Unix socket, and a place on a private network where one is given."""

    def __init__(self, keys: Keys, answer: Answerer) -> None:
        self._keys, self._answer = keys, answer
        self._servers: list[asyncio.Server] = []
        self._lines: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._closed = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, path: Path, place: tuple[str, int] | None = None) -> str:
        """Listen; returns the address to tell the others."""
        self._servers.append(await asyncio.start_unix_server(self._come_in, path))
        if place is None:
            return f"unix:{path}"
        server = await asyncio.start_server(self._come_in, *place)
        self._servers.append(server)
        host, port = server.sockets[0].getsockname()[:2]
        return f"unix:{path} {place[0] or host}:{port}"

    def _come_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._closed:
            writer.close()
            return
        task = asyncio.create_task(self._heard(reader, writer))
        self._lines[task] = writer  # a task that is cancelled before its first step closes nothing by itself
        task.add_done_callback(self._gone)

    def _gone(self, task: asyncio.Task[None]) -> None:
        self._lines.pop(task).close()

    async def _heard(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await _Line.begun(reader, writer, self._keys, calls=False)
            while True:
                asked = await line.receive()
                answering = asyncio.create_task(self._answered(line, asked[:8], asked[8:]))
                self._tasks.add(answering)
                answering.add_done_callback(self._tasks.discard)
        except Lost as error:
            log.warning("a private connection was closed: %s", error)
        except _TROUBLE:
            pass  # it went away

    async def _answered(self, line: _Line, number: bytes, asked: bytes) -> None:
        answer = await self._answer(asked)
        with suppress(OSError, RuntimeError):  # whoever asked has gone; uvloop says so by a RuntimeError
            line.send(number + answer)

    async def close(self) -> None:
        """Answer what was asked, and let nobody in any more."""
        self._closed = True
        for server in self._servers:
            server.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GREETING_SECONDS)
        for task in list(self._lines):
            task.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)


class Caller:
    """The line to one other server, opened when it is first needed and kept."""

    def __init__(self, address: str, keys: Keys, lost: Callable[[], None]) -> None:
        self._address, self._keys, self._lost = address, keys, lost
        self._line: _Line | None = None
        self._opening = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None
        self._waiting: dict[bytes, asyncio.Future[bytes]] = {}
        self._number = 0

    @property
    def waits(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._waiting)

    async def open(self) -> None:
        """Connect where that has not happened yet; raises Lost."""
        async with self._opening:
            if self._line is not None:
                return
            try:
                self._line = await self._begun()
            except _TROUBLE as error:
                raise Lost(f"no server answers at {self._address}: {error}") from error
            self._reading = asyncio.create_task(self._read(self._line))

    async def _begun(self) -> _Line:
        reader, writer = await self._connected()
        try:
            return await _Line.begun(reader, writer, self._keys, calls=True)
        except BaseException:  # also where whoever wanted the line is not waiting any more
            writer.close()
            raise

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        path, place = split_address(self._address)
        if path and (os.path.exists(path) or place is None):
            return await asyncio.open_unix_connection(path)
        assert place is not None
        async with asyncio.timeout(GREETING_SECONDS):
            return await asyncio.open_connection(*place)

    async def ask(self, octets: bytes, *, until: float | None = None) -> bytes:
        """The answer to a question, waited for until a time of the loop.

        Raises Unanswered where it was asked and not answered, whether or not something was done, and Lost where it was
        not asked.
        """
        self._number += 1
        number = self._number.to_bytes(8, "big")
        try:
            async with asyncio.timeout_at(until):
                await self.open()
                assert self._line is not None
                if self._line.unsent > MOST_OCTETS:
                    raise Lost(f"the server at {self._address} does not read what it is asked")
                future: asyncio.Future[bytes]
                future = self._waiting[number] = asyncio.get_running_loop().create_future()
                self._line.send(number + octets)
                return await future
        except TimeoutError as error:
            kind = Unanswered if number in self._waiting else Lost
            raise kind(f"the server at {self._address} did not answer in time") from error
        finally:
            self._waiting.pop(number, None)

    async def _read(self, line: _Line) -> None:
        why = "it has gone"
        try:
            while True:
                answer = await line.receive()
                if (future := self._waiting.get(answer[:8])) is not None and not future.done():
                    future.set_result(answer[8:])
        except _TROUBLE as error:
            why = str(error) or why
        finally:
            self._give_up(line, why)
        self._lost()

    def _give_up(self, line: _Line, why: str) -> None:
        self._line = None
        line.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(Unanswered(f"the server at {self._address} did not answer: {why}"))

    def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        if self._line is not None:  # a task that is cancelled before its first step closes nothing by itself
            self._give_up(self._line, "the line was closed")
