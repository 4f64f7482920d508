"""Connections that go to another process of this machine, where something is in the way."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import PATIENCE_SECONDS

from pitboss.service.floor.leading import Leading
from pitboss.service.operations.keys import Keys
from pitboss.store import MemoryStore
from pitboss.web import moving
from pitboss.web.moving import MOVED, HandOver, Mover


class Full:
    """A socket for which no file can be opened, once."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener, self.failed = listener, False

    def accept(self) -> Any:
        if not self.failed:
            self.failed = True
            raise OSError(errno.EMFILE, "Too many open files")
        return self._listener.accept()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._listener, name)


class Transport(asyncio.BaseTransport):
    def __init__(self, connection: socket.socket) -> None:
        super().__init__({"socket": connection})


def between_two(work: Callable[[Callable[[bytes, socket.socket], Awaitable[bool]], Mover, list[bytes]], Any]) -> None:
    """Do something with what gives connections away, what takes them over, and what was taken over so far."""

    async def evening() -> None:
        keys, got = Keys.fresh(), list[bytes]()

        def adopt(connection: socket.socket, octets: bytes) -> None:
            connection.close()
            got.append(octets)

        with tempfile.TemporaryDirectory(prefix="pb") as folder:
            mover = Mover(Path(folder), keys, adopt)
            hand_over = HandOver(Leading(MemoryStore(), keys), keys)

            def give(octets: bytes, connection: socket.socket) -> Awaitable[bool]:
                return hand_over.give(Path(folder) / MOVED, Transport(connection), octets)

            try:
                await work(give, mover, got)
            finally:
                mover.close()
                mover._thread.join(PATIENCE_SECONDS)
            assert not mover._thread.is_alive()

    asyncio.run(evening())


def test_too_many_open_files_do_not_end_the_taking_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(moving, "PAUSE", 0.01)
    caplog.set_level(logging.CRITICAL)

    async def work(give: Any, mover: Mover, got: list[bytes]) -> None:
        full = mover._listener = Full(mover._listener)  # type: ignore[assignment]
        ours, theirs = socket.socketpair()
        with ours, theirs:
            for octets in (b"one", b"two", b"three"):  # the first is waited for already
                assert await give(octets, ours)
            async with asyncio.timeout(PATIENCE_SECONDS):
                while got != [b"one", b"two", b"three"]:
                    await asyncio.sleep(0.01)
        assert full.failed

    between_two(work)


def test_a_connection_that_has_gone_is_not_given_away() -> None:
    async def work(give: Any, mover: Mover, got: list[bytes]) -> None:
        ours, theirs = socket.socketpair()
        ours.close()
        theirs.close()
        assert not await give(b"one", ours)

    between_two(work)
