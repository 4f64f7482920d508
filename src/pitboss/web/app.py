"""The server as one ASGI application: pages, HTTP, WebSocket."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from argon2 import PasswordHasher
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from pitboss import __version__
from pitboss.errors import IllegalAction, PitbossError, Refusal
from pitboss.extras import program_hash
from pitboss.service.accounting import Books
from pitboss.service.audit.checkpoints import Checkpoints, keys_of, signing
from pitboss.service.audit.courier import KEY, Courier
from pitboss.service.audit.courier import KIND as DELIVERY
from pitboss.service.floor.floor import Busy, Floor, Unknown
from pitboss.service.floor.house import HOUR_MS
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.passing_on import answered
from pitboss.service.floor.private_way import Door
from pitboss.service.floor.running import Unsure
from pitboss.service.floor.working_folders import WorkingFolder, sweep_all
from pitboss.service.operations.demo_floor import open_demo_floor
from pitboss.service.operations.program_log import note_program
from pitboss.service.people.accounts import Locked, NameTaken, NotKnown, People, UnknownPerson
from pitboss.service.people.personal import PersonalData
from pitboss.service.ratings import VisitBook
from pitboss.service.school.classroom import Classroom
from pitboss.service.tables.shoe_census import Censuses
from pitboss.store import Store
from pitboss.store.errors import StoreError
from pitboss.store.open import open_store
from pitboss.web import (
    admin,
    api,
    cash,
    census,
    coach,
    counting,
    designer,
    docs,
    exams,
    figures,
    floor_overview,
    health,
    house,
    house_sheets,
    live,
    metrics,
    money,
    personal,
    player_limits,
    posted,
    protection,
    ratings,
    ruling_values,
    school,
    surveillance,
    teaching,
)
from pitboss.web.figure_queue import Backroom
from pitboss.web.figures_ahead import keep_ahead
from pitboss.web.guard import Guard, NotAllowed, Rates, TooMany
from pitboss.web.live import Connections
from pitboss.web.moving import way_in
from pitboss.web.openapi import described
from pitboss.web.operation_counts import CountedRunning, Counts, counted
from pitboss.web.page_files import PAGES, KeptFiles, Pages, mark_of
from pitboss.web.reality_checks import Reminders
from pitboss.web.recalls import Recalls
from pitboss.web.refusals import as_refusal, refused_answer
from pitboss.web.settings import Settings
from pitboss.web.steady_clock import SteadyClock
from pitboss.web.surveillance import Auditor
from pitboss.web.work_pools import Pools

__all__ = ["create_app", "now"]

log = logging.getLogger(__name__)

now: Final = SteadyClock()
"""Milliseconds since 1970."""


@contextmanager
def _told(app: FastAPI) -> Iterator[None]:
    """Keeps the error that stopped a floor from opening, so that the command can show it in one line."""
    try:
        yield
    except PitbossError as trouble:
        app.state.trouble = trouble
        raise


_PARTS: Final = (
    api, posted, figures, designer, counting, protection, coach, ruling_values, money, cash, census, ratings,
    surveillance, docs, floor_overview, house, house_sheets, player_limits, personal, school, teaching, exams, admin,
    health, metrics, live,
)  # fmt: skip
"""The modules whose routes the server answers."""


def create_app(
    settings: Settings,
    *,
    store: Store | None = None,
    announce: Callable[[str], None] = lambda token: None,
    hasher: PasswordHasher | None = None,
    chance: Callable[[int], bytes] = os.urandom,
) -> FastAPI:
    """A server over the store that the settings name; it takes up every table when it starts.

    ``announce`` is told the one-time token for the first administrator, as long as there is none; ``hasher`` is for
    passwords, where the usual cost is not wanted; ``chance`` returns the random bytes behind every shuffle.
    """
    opened = _Opened(settings, store, announce, hasher, chance)
    app = FastAPI(
        title="Pitboss", version=__version__, lifespan=opened.lifespan, docs_url=None, redoc_url=None,
        openapi_url="/api/openapi.json",
    )  # fmt: skip
    state = app.state
    state.settings, state.counts, state.trouble = settings, Counts(), None
    state.connections, state.rates = Connections(settings.limits), Rates(settings.limits)
    state.pools = Pools.of(settings.limits)
    state.recalls = Recalls(state.pools)
    state.auditor, state.weighing = Auditor(), asyncio.Lock()
    state.backroom, state.coach = Backroom(settings.limits), coach.CoachPool()
    app.add_middleware(Guard, settings=settings, rates=state.rates)
    for part in _PARTS:
        app.include_router(part.router)
    app.include_router(surveillance.signs)
    # only the pages: compressed answers that hold a token could be guessed by their lengths
    mark = mark_of(PAGES)
    for where, files in (("/at", KeptFiles(PAGES, mark)), ("/", Pages(PAGES, mark))):
        app.mount(where, GZipMiddleware(files, compresslevel=6))
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    for kind, handler in (
        (PitbossError, _trouble), (RequestValidationError, _unreadable), (HTTPException, _no_such),
        (UnicodeEncodeError, _no_text),
    ):  # fmt: skip
        app.add_exception_handler(kind, handler)
    return app


@dataclass(frozen=True, slots=True)
class _Opened:
    """What a server opens when it starts, and closes when it stops."""

    settings: Settings
    store: Store | None
    announce: Callable[[str], None]
    hasher: PasswordHasher | None
    chance: Callable[[int], bytes]

    @asynccontextmanager
    async def lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        """Take up the floor, answer, and leave the floor as it stands."""
        with _told(app):
            kept = await self._kept(app)
            await self._start(app, kept)
        state = app.state
        running: CountedRunning = state.running
        leading: Leading = state.leading
        try:
            checkpoints = Checkpoints(kept, running.floor.keys, clock=now)
            state.checkpoints = checkpoints
            outside = _outside(state, checkpoints, kept, self.settings.checkpoints_to)
            checking = _meanwhile(state.connections.keep_checking(state.people))
            reminding = _meanwhile(state.reminders.keep_reminding())
            ahead = _meanwhile(keep_ahead(running, state.backroom)) if self.settings.figures_ahead else nullcontext()
            signed = signing(checkpoints, day_of=lambda at: running.floor.house().days.day_of(at))
            async with outside, signed, checking, reminding, state.backroom.open(), ahead:
                try:
                    yield
                finally:
                    await leading.stop()
                    await state.door.close()
                    await running.stop()
        finally:
            state.folder.remove()
            state.coach.close()
            state.pools.close()
            if self.store is None:
                kept.close()

    async def _kept(self, app: FastAPI) -> Store:
        """The store that was handed in, or that the settings name, with its calls counted."""
        store = self.store
        if store is None:
            store = await asyncio.to_thread(open_store, self.settings.database)
        return counted(store, app.state.counts)

    async def _start(self, app: FastAPI, kept: Store) -> None:
        """Take up every table; open the demo floor and announce the first administrator's token where wanted."""
        settings, state = self.settings, app.state
        floor = Floor(kept, keys_of(kept, settings.home / "keys"), clock=now, chance=self.chance)
        floor.waiting_ms = settings.role_waiting_hours * HOUR_MS
        marked = floor.keys.sign if settings.pseudonyms else None
        leading = state.leading = Leading(kept, floor.keys)
        running = CountedRunning(floor, state.counts, leading)
        people = People(kept, clock=now, hasher=self.hasher, pseudonyms=marked)
        running.moved, running.signed_out = state.connections.send_on, state.connections.sign_out
        running.new_role = partial(state.connections.check_sessions, people)
        state.running, state.people = running, people
        state.personal = PersonalData(kept, floor.keys, chance=self.chance)
        await asyncio.to_thread(state.personal.destroy_forgotten)
        state.school = school.opened(running, Classroom(now, self.chance))
        every = settings.limits.reminder_check_seconds
        state.reminders = Reminders(floor, state.connections, every=every)
        state.books, state.censuses, state.visits = Books(kept), Censuses(), VisitBook(kept)
        await running.start()
        await asyncio.to_thread(sweep_all)
        state.folder = WorkingFolder()
        state.door = Door(floor.keys, answered(leading, running))
        await leading.start(running, await state.door.open(way_in(state.folder.path), settings.private))
        await running.keep_sheets()
        await note_program(running, await asyncio.to_thread(program_hash))
        now.not_before(max((live.asked_at for live in running.tables()), default=0))
        if settings.demo:
            each, pace = settings.tables_each, settings.pace
            await open_demo_floor(running, tables_each=each, pace=pace, staffed=settings.staffed, own=settings.sheets)
        await asyncio.to_thread(people.forget_old_sessions)
        if not settings.worker and (token := await asyncio.to_thread(people.setup_token)) is not None:
            self.announce(token)


@asynccontextmanager
async def _outside(state: State, checkpoints: Checkpoints, kept: Store, to: str) -> AsyncIterator[None]:
    """The courier who takes checkpoints where the house wants them; none where it wants them nowhere."""
    state.courier = courier = await asyncio.to_thread(Courier, kept, to, clock=now) if to else None
    if courier is None:
        await asyncio.to_thread(kept.put, DELIVERY, KEY, None)
        yield
        return
    checkpoints.let_out = courier.bring
    try:
        yield
    finally:
        await asyncio.to_thread(courier.close)


@asynccontextmanager
async def _meanwhile(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """A task that repeats while the server is open."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


_STATUS: Final[tuple[tuple[type[Exception], int], ...]] = (
    (IllegalAction, 409),
    (NameTaken, 409),
    (NotKnown, 401),
    (NotAllowed, 403),
    (Unknown, 404),
    (UnknownPerson, 404),
    (Locked, 429),
    (TooMany, 429),
    (Busy, 503),
    (Unsure, 503),
    (StoreError, 503),
    (PitbossError, 422),
)


async def _trouble(request: Request, error: Exception) -> JSONResponse:
    """A refusal in one line, with its code, and its clause where it has one."""
    assert isinstance(error, PitbossError)
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    return refused_answer(status, as_refusal(error))


async def _unreadable(request: Request, error: Exception) -> JSONResponse:
    """What cannot be read, and where; never what was sent, which may be a password."""
    assert isinstance(error, RequestValidationError)
    found = [f"{_place(one)}: {one['msg']}" for one in error.errors()[:5]]
    return refused_answer(422, Refusal("request.cannot_be_read", defects=found))


def _place(defect: Any) -> str:
    return ".".join(str(part)[:40] for part in defect["loc"])


async def _no_text(request: Request, error: Exception) -> JSONResponse:
    """Half of a surrogate pair is valid JSON but not text: it cannot be stored or shown."""
    return refused_answer(422, Refusal("request.no_text"))


async def _no_such(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    answer = refused_answer(error.status_code, Refusal("request.http", status=error.status_code, trouble=error.detail))
    answer.headers.update(error.headers or {})
    return answer
