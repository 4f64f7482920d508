"""Starting the server: one process, or one of several over the same database."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable

import uvicorn

from pitboss.errors import PitbossError
from pitboss.web.app import create_app
from pitboss.web.live import LARGEST_FRAME
from pitboss.web.settings import Settings

__all__ = ["serve"]


def serve(settings: Settings, *, started: Callable[[str], None] = print) -> None:
    """Serve until the process is told to stop."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    listener = _listener(settings)
    host, port = listener.getsockname()[:2]
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=2 * LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )
    started(f"http://{host}:{port}")
    uvicorn.Server(config).run(sockets=[listener])


def _listener(settings: Settings) -> socket.socket:
    try:
        listener = socket.create_server((settings.host, settings.port), backlog=2048)
    except OSError as error:
        where = f"{settings.host}:{settings.port}"
        raise PitbossError(f"cannot listen on {where}: {error.strerror}; choose another with --port") from error
    listener.setblocking(False)
    return listener
