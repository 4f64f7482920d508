"""Whether the server can do its work, for whoever watches over it."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.service.floor.event_json import SCHEMA
from pitboss.service.floor.stream_names import LINK
from pitboss.web import models as m
from pitboss.web.api import Here

__all__ = ["router"]

router = APIRouter(tags=["health"], responses={429: m.REFUSALS[429]})
LEAST_FREE: Final = 32 * 1024 * 1024
"""Bytes that must be free on the disk."""
PATIENCE: Final = 2.0
"""Seconds in which the store has to answer."""


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", responses={503: {"model": m.Health, "description": "The store does not answer"}})
async def healthz(request: Request, response: Response, running: Here) -> m.Health:
    """Whether the store answers and takes what is written, the link is up, and checkpoints leave the house."""
    store = await _answers(running) and not running.cannot_write and _has_room(request.app.state.settings.home)
    link, courier = running.floor.known_link(), request.app.state.courier
    if not store:
        response.status_code = 503
    return m.Health(
        status="ok" if store else "store away",
        version=__version__,
        schema=SCHEMA,
        store=store,
        link=link.up if link is not None else None,
        checkpoints=None if courier is None else not courier.trouble,
        tables=sum(not live.closed for live in running.led_tables()),
        connections=len(request.app.state.connections),
    )


def _has_room(home: Path) -> bool:
    """Whether the disk of the floor takes another while of entries."""
    try:
        return shutil.disk_usage(home).free >= LEAST_FREE
    except OSError:
        return True  # there is no such folder: the store is elsewhere


async def _answers(running: Here) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.to_thread(running.floor.store.head, LINK)
    except (PitbossError, TimeoutError):
        return False
    return True
