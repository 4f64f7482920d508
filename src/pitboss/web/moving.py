"""A WebSocket goes to the server that leads its table: the open connection itself is handed over, on one machine.

A page says in the address of its WebSocket which table it is about. Where another server of this machine leads it, that
one is given the connection with what was read of it so far, and from then on nothing passes through here any more. What
is handed over carries a code made with the floor's key.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import os
import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from pitboss.service.floor.leading import Leading
from pitboss.service.floor.private_way import split_address
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.operations.keys import Keys
from pitboss.web import models as m

__all__ = ["HandOver", "Mover", "way_in"]

log = logging.getLogger(__name__)

NONCE: Final = 32
MOST_OCTETS: Final = 32 * 1024
"""Of a request that is handed over."""
SECONDS: Final = 2.0
"""How long it may take."""
PAUSE: Final = 0.5
"""Seconds until the next is taken over where that failed."""
ASKED: Final = re.compile(rb"GET /api/live\?table=(" + m.TABLE.strip("^$").encode() + rb") HTTP/1\.1\r\n")
MOVED: Final = "moved.sock"
"""Where a server takes connections over, beside its private way."""


def way_in(folder: Path) -> Path:
    """Where other servers of this machine come in."""
    return folder / "way.sock"


def _code(keys: Keys, nonce: bytes, octets: bytes) -> bytes:
    return hmac.digest(keys.derived("a connection that moves"), nonce + octets, "sha256")


def _hand_over(path: Path, keys: Keys, descriptor: int, octets: bytes) -> bool:
    """Give a connection to another process; whether it has it now: once it was sent, it is served there or nowhere."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.settimeout(SECONDS)
        try:
            line.connect(str(path))
            nonce = line.recv(NONCE)
            socket.send_fds(line, [_code(keys, nonce, octets) + octets], [descriptor])
        except OSError:
            return False
        with suppress(OSError):
            line.recv(1)
        return True


class HandOver:
    """Gives connections away to whoever leads the table that they ask for."""

    def __init__(self, leading: Leading, keys: Keys) -> None:
        self._leading, self._keys = leading, keys

    def place(self, octets: bytes) -> Path | None:
        """Where a connection belongs that begins like this; None where it stays."""
        asked = ASKED.match(octets)
        if asked is None or len(octets) > MOST_OCTETS:
            return None
        server = self._leading.elsewhere(table_stream(asked[1].decode()))
        path = Path(split_address(server.address)[0]).with_name(MOVED) if server is not None else None
        return path if path is not None and path.exists() else None

    async def give(self, place: Path, transport: asyncio.BaseTransport, octets: bytes) -> bool:
        try:
            descriptor = os.dup(transport.get_extra_info("socket").fileno())
        except OSError:  # whoever asked has gone, or no file can be opened just now
            return False
        try:
            return await asyncio.to_thread(_hand_over, place, self._keys, descriptor, octets)
        finally:
            os.close(descriptor)


class Mover:
    """Takes over connections that other servers of this machine give away."""

    def __init__(self, folder: Path, keys: Keys, adopt: Callable[[socket.socket, bytes], None]) -> None:
        self._keys, self._adopt = keys, adopt
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(folder / MOVED))
        self._listener.listen(256)
        self._loop = asyncio.get_running_loop()
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-moved", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError as error:
                if self._closed.wait(PAUSE):
                    return
                log.warning("connections cannot be taken over just now: %s", error)  # such as too many open files
                continue
            with line:
                line.settimeout(SECONDS)
                try:
                    self._take(line)
                except (OSError, RuntimeError) as error:
                    log.warning("a connection could not be taken over: %s", error)

    def _take(self, line: socket.socket) -> None:
        nonce = os.urandom(NONCE)
        line.send(nonce)
        octets, descriptors, _, _ = socket.recv_fds(line, MOST_OCTETS + NONCE, 1)
        given = [socket.socket(fileno=one) for one in descriptors]
        code, request = octets[:NONCE], octets[NONCE:]
        if not given or not hmac.compare_digest(code, _code(self._keys, nonce, request)):
            for one in given:
                one.close()
            raise OSError("it was not given by a server of this floor")
        self._loop.call_soon_threadsafe(self._adopt, given[0], request)
        line.send(b"y")

    def close(self) -> None:
        self._closed.set()
        self._listener.shutdown(socket.SHUT_RDWR)  # or it would wait for the next one
        self._listener.close()
