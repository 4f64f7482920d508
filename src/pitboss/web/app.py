"""The server as one ASGI application: pages, HTTP, WebSocket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.staticfiles import StaticFiles

from pitboss import __version__
from pitboss.errors import IllegalAction, PitbossError
from pitboss.service.demo import open_demo_floor
from pitboss.service.floor import Busy, Floor, Unknown
from pitboss.service.keys import Keys
from pitboss.service.people import Locked, NotKnown, People, Taken
from pitboss.service.running import Running, Unsure
from pitboss.store import Store
from pitboss.store.errors import StoreError
from pitboss.store.open import open_store
from pitboss.web import api, live
from pitboss.web.guard import Guard, NotAllowed, TooMany
from pitboss.web.settings import Settings

__all__ = ["create_app", "now"]

log = logging.getLogger(__name__)
PAGES: Final = Path(__file__).parent / "pages"


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def create_app(settings: Settings, *, store: Store | None = None) -> FastAPI:
    """A server over the store that the settings name; it takes up every table when it starts."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kept: Store = await asyncio.to_thread(open_store, settings.database) if store is None else store
        floor = Floor(kept, Keys.kept_in(settings.home / "keys"), clock=now)
        running = Running(floor)
        app.state.running, app.state.people = running, People(kept, clock=now)
        await running.start()
        if settings.demo:
            await open_demo_floor(running, tables_each=settings.tables_each, pace=settings.pace)
        if (token := await asyncio.to_thread(app.state.people.setup_token)) is not None:
            log.warning("no administrator yet: open http://%s:%d/setup#%s once", settings.host, settings.port, token)
        try:
            yield
        finally:
            await running.stop()
            if store is None:
                kept.close()

    app = FastAPI(title="Pitboss", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings = settings
    app.add_middleware(Guard, settings=settings)
    app.include_router(api.router)
    app.include_router(live.router)
    app.mount("/", StaticFiles(directory=PAGES, html=True), name="pages")
    for kind in (PitbossError, IllegalAction):
        app.add_exception_handler(kind, _trouble)
    return app


_STATUS: Final[tuple[tuple[type[Exception], int], ...]] = (
    (IllegalAction, 409),
    (Taken, 409),
    (NotKnown, 401),
    (NotAllowed, 403),
    (Unknown, 404),
    (Locked, 429),
    (TooMany, 429),
    (Busy, 503),
    (Unsure, 503),
    (StoreError, 503),
    (PitbossError, 422),
)


async def _trouble(request: Request, error: Exception) -> JSONResponse:
    """A refusal in one line, with its clause where it has one."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return JSONResponse({"reason": str(error), "clause": getattr(error, "clause", "")}, status)
