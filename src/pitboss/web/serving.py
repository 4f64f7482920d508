"""Starting the server: one process, or one of several over the same database."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import uvicorn
from argon2 import PasswordHasher
from fastapi import FastAPI

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.web.app import create_app
from pitboss.web.live import Connections
from pitboss.web.logs import LogForm, start_log
from pitboss.web.moving import HandOver, Mover
from pitboss.web.settings import Settings
from pitboss.web.slow_clients import protocols_with_deadlines

__all__ = ["House", "house", "listening", "serve"]

log = logging.getLogger(__name__)

COLLECT_AFTER: Final = (5_000, 10, 20)
"""How many new objects bring a collection of garbage, and how many of those one of the next generation.

Few, since everybody waits for a collection: with 20,000 and 20 one of the second generation took 0.2 s."""
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a browser on this machine finds a server that listens on every address."""
TURN_SECONDS: Final = 0.0005
"""Seconds after which Python switches threads, so that a thread at the store delays others little."""


class House(uvicorn.Server):
    """A server that lets everybody finish what they asked for before it goes."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._state = app.state
        self._connected: Connections = app.state.connections
        self.opened: Callable[[], None] = lambda: None
        """Called once the tables are there and everybody is let in."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._start(sockets)
        self._move_connections()
        gc.collect()
        gc.freeze()  # objects from the start live on: collecting them again and again would make everybody wait
        gc.set_threshold(*COLLECT_AFTER)
        sys.setswitchinterval(TURN_SECONDS)
        self.opened()

    async def _start(self, sockets: list[socket.socket] | None) -> None:
        """Start, or raise the error that is shown in one line, without a traceback."""
        about = logging.getLogger("uvicorn.error")
        about.addFilter(self._is_unforeseen)
        try:
            await super().startup(sockets)
        except SystemExit:
            if self._state.trouble is None:
                raise
            raise self._state.trouble from None
        finally:
            about.removeFilter(self._is_unforeseen)

    def _move_connections(self) -> None:
        """Give connections to the server of this machine that leads their table, and take over those for ours."""
        state, kind = self._state, self.config.http_protocol_class
        loop = asyncio.get_running_loop()
        tasks: set[asyncio.Task[None]] = set()

        def made(octets: bytes) -> Any:
            protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)  # type: ignore[call-arg]
            protocol.first = octets  # type: ignore[attr-defined]
            return protocol

        async def take(connection: socket.socket, octets: bytes) -> None:
            connection.setblocking(False)
            await loop.connect_accepted_socket(partial(made, octets), connection)

        def adopt(connection: socket.socket, octets: bytes) -> None:
            task = loop.create_task(take(connection, octets))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        keys = state.running.floor.keys
        kind.hand_over = HandOver(state.leading, keys)  # type: ignore[attr-defined]
        self._mover = Mover(state.folder.path, keys, adopt)

    def _is_unforeseen(self, record: logging.LogRecord) -> bool:
        return self._state.trouble is None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:  # no new connections from here on
            server.close()
        self._mover.close()
        try:
            await self._connected.go_away()
        except TimeoutError:
            log.warning("%d connections did not end in time", len(self._connected))
        await super().shutdown(sockets)
        log.info("closed")


def serve(
    settings: Settings,
    *,
    listener: socket.socket | None = None,
    started: Callable[[str], None] = print,
    log_form: LogForm = "text",
    chance: Callable[[int], bytes] = os.urandom,
) -> None:
    """Serve until the process is told to stop, on a socket that is open already or on that of the settings."""
    start_log(log_form)
    listener = listener or listening(settings)
    host, port = listener.getsockname()[:2]
    host = EVERYWHERE.get(host, host)
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    tokens: list[str] = []

    def opened() -> None:
        """The link goes to the terminal alone: who reads the log later must not find it."""
        started(address)
        log.info("open at %s, version %s", address, __version__)
        for token in tokens:
            print(f"No administrator yet: open {address}/setup.html#{token} once", flush=True)

    server = house(settings, announce=tokens.append, chance=chance)
    server.opened = opened
    server.run(sockets=[listener])


def house(
    settings: Settings,
    *,
    announce: Callable[[str], None],
    hasher: PasswordHasher | None = None,
    chance: Callable[[int], bytes] = os.urandom,
) -> House:
    """The server of these settings, not yet started."""
    app = create_app(settings, announce=announce, hasher=hasher, chance=chance)
    limits = settings.limits
    http, sockets = protocols_with_deadlines(limits)
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        http=http,
        ws=sockets,
        ws_max_size=2 * limits.frame_bytes,
        ws_ping_interval=limits.ping_seconds,
        ws_ping_timeout=limits.ping_seconds,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    return House(config, app)


def listening(settings: Settings) -> socket.socket:
    """The socket of these settings."""
    try:
        listener = socket.create_server((settings.host, settings.port), backlog=2048)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise PitbossError(f"cannot listen on {where}: {error.strerror}; choose another with --port") from error
    # Connections inherit this; asyncio sees no TCP in a socket made like this one, and would let every second message
    # wait for the acknowledgement of the first.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setblocking(False)
    return listener
