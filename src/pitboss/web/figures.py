"""Pages for everyone: the placard of each sheet, its options, its strategy, its figures, and two sheets compared."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, NamedTuple, ParamSpec, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from pitboss.errors import NotationError
from pitboss.rules import SHIPPED, Content, Sheet, load, sheet_of
from pitboss.rules.common import ShoeShuffle
from pitboss.rules.game import GAME_RULES
from pitboss.rules.placard import Approval
from pitboss.service.floor.floor import Unknown
from pitboss.service.floor.running import Running
from pitboss.service.people.accounts import Session
from pitboss.service.tables.table_limits import posted_sheet
from pitboss.web import figure_models as f
from pitboss.web import models as m
from pitboss.web.api import Here, TableId, address_of, pools_of, rates_of, who_sees
from pitboss.web.figure_queue import Backroom
from pitboss.web.guard import TooMany
from pitboss.web.placards import LimitsNotice, PlacardShown, approval_of, shown
from pitboss.web.sheet_options import SheetOptions, options_of
from pitboss.web.work_pools import OwnPool

__all__ = [
    "Back", "Chosen", "analysis_task", "backroom_of", "chart_task", "dealt_from_a_shoe", "edges_task", "read_sheet",
    "router", "task_of", "worked_out",
]  # fmt: skip

router = APIRouter(prefix="/api", tags=["figures"], responses=m.REFUSALS)

P = ParamSpec("P")
T = TypeVar("T")

MOST_SETS: Final = 60
Sets = Annotated[
    list[Annotated[str, Field(max_length=200)]],
    Query(alias="set", max_length=MOST_SETS, description="values set on the sheet, such as soft_17=stand"),
]


def backroom_of(request: Request) -> Backroom:
    backroom = request.app.state.backroom
    assert isinstance(backroom, Backroom)
    return backroom


class OnSheet(NamedTuple):
    """What somebody sets on a sheet, and where a sheet with values of their own is read and shown."""

    sets: tuple[str, ...]
    pool: OwnPool
    caller: str

    async def read(self, running: Running, sheet: str) -> Sheet:
        """Return a sheet of the program or of the house with them; what cannot be read is refused at once."""
        return await self.do(_with_sets, await _content_of(running, sheet), self.sets)

    async def do(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        if self.sets:
            return await self.pool.do(self.caller, work, *given, **named)
        return await asyncio.to_thread(work, *given, **named)


async def sets_of(request: Request, sets: Sets = []) -> OnSheet:  # noqa: B006  (FastAPI copies the default)
    """What is set on the sheet, by somebody who does not ask too often."""
    if sets and not rates_of(request).sheets.take(address_of(request)):
        raise TooMany("rate.sheets")
    return OnSheet(tuple(sets), pools_of(request).drafts, address_of(request))


Chosen = Annotated[OnSheet, Depends(sets_of)]
Back = Annotated[Backroom, Depends(backroom_of)]
Staff = Annotated[Session, Depends(who_sees("tables_at_a_glance"))]


@lru_cache(maxsize=128)
def _with_sets(content: Content, sets: tuple[str, ...]) -> Sheet:
    return sheet_of(msgspec.structs.replace(content, sets=(*content.sets, *sets)))


async def read_sheet(running: Running, sheet: str, sets: tuple[str, ...]) -> Sheet:
    """A sheet of the program or of the house, with what was set on it; what cannot be read is refused at once."""
    return await asyncio.to_thread(_with_sets, await _content_of(running, sheet), sets)


async def _content_of(running: Running, sheet: str) -> Content:
    if sheet in SHIPPED:
        return load(sheet).content
    own = (await running.house()).own().get(sheet)
    if own is not None:
        return (await asyncio.to_thread(running.floor.sheets.sheet, own.text)).content
    if (played := next((live for live in running.tables() if live.sheet.name == sheet), None)) is not None:
        return played.sheet.content  # withdrawn, but a table that is open goes on with it
    raise Unknown("sheet.unknown", sheet=sheet)


# what is posted


@router.get("/sheets")
async def sheets(running: Here) -> list[f.SheetListed]:
    """The shipped sheets, and those of its own that the house has approved."""
    own = (await running.house()).own().values()
    return [_listed(load(name)) for name in SHIPPED] + [_listed(running.floor.sheets.sheet(one.text)) for one in own]


def _listed(sheet: Sheet) -> f.SheetListed:
    wagers = GAME_RULES[sheet.game].wagers(sheet.rules)
    return f.SheetListed(
        sheet=sheet.name,
        text=sheet.text_hash,
        own=sheet.name not in SHIPPED,
        departures=[str(departure) for departure in sheet.departures],
        title=sheet.title,
        house=sheet.house,
        game=sheet.game,
        name=sheet.display_title or sheet.title,
        about=sheet.about,
        felt=sheet.felt,
        wagers=[f.WagerListed(wager=one.name, title=one.title, kind=one.kind) for one in wagers],
        irregularities=list(sheet.rules.irregularity.kinds),
        meters=_meter_hands(sheet),
        shoe=dealt_from_a_shoe(sheet),
    )


def dealt_from_a_shoe(sheet: Sheet) -> bool:
    """Whether rounds come one after another from the same cards, so that those that are gone can be counted."""
    return isinstance(sheet.rules.shuffle, ShoeShuffle)


def _meter_hands(sheet: Sheet) -> dict[str, str]:
    """The hand that wins each meter that the sheet plays for."""
    parts = ((path.split("."), value) for path, value in sheet.values.items() if path.startswith("bets.progressive."))
    return {path[2]: value for path, value in parts if path[3:] == ["hand"]}


@router.get("/sheets/{sheet}/placard")
async def sheet_placard(running: Here, sheet: f.SheetName, chosen: Chosen) -> PlacardShown:
    """The placard of a sheet: the whole game in sentences, each with its clauses."""
    own = None if chosen.sets else (await running.house()).own().get(sheet)
    return await chosen.do(shown, await chosen.read(running, sheet), own)


@router.get("/tables/{table}/placard")
async def table_placard(running: Here, table: TableId) -> PlacardShown:
    """The placard of the very sheet that a table plays by."""
    live = (await running.table(table)).live
    signed = (await running.house()).signed_for(live.opened.approval)
    posted = await asyncio.to_thread(shown, posted_sheet(live), signed)
    if live.notice is not None:
        posted.notice = LimitsNotice(**msgspec.structs.asdict(live.notice))
    return posted


PDF: Final = {"description": "The paper", "content": {"application/pdf": {"schema": {"type": "string"}}}}


@router.get("/tables/{table}/paper", response_class=Response, responses={200: PDF})
async def table_paper(
    request: Request,
    running: Here,
    session: Staff,
    table: TableId,
    kind: Literal["sign", "placard"] = "sign",
    paper: Literal["a4", "letter", "card"] = "a4",
) -> Response:
    """What hangs at a table as a PDF for the printer: its sign of one page, or its whole placard."""
    live = (await running.table(table)).live
    approval = approval_of((await running.house()).signed_for(live.opened.approval))
    work = pools_of(request).people.do(session.person.name, _paper, posted_sheet(live), approval, kind, paper)
    name = f'inline; filename="{kind}-{table}.pdf"'
    return Response(await work, media_type="application/pdf", headers={"Content-Disposition": name})


def _paper(
    sheet: Sheet,
    approval: Approval | None,
    kind: Literal["sign", "placard"],
    paper: Literal["a4", "letter", "card"],
) -> bytes:
    from pitboss.reports.placards import placard_pdf, sign_pdf  # with what only paper needs

    if kind == "sign":
        return sign_pdf(sheet, approval, paper=paper)
    if paper == "card":
        raise NotationError("a placard needs whole pages", expected="a4 or letter")
    return placard_pdf(sheet, approval, paper=paper)


@router.get("/sheets/{sheet}/text")
async def sheet_text(running: Here, sheet: f.SheetName) -> f.SheetContent:
    """The text of a sheet that is posted, with everything it extends."""
    return _content((await read_sheet(running, sheet, ())).content)


@router.get("/tables/{table}/sheet")
async def table_sheet(running: Here, table: TableId) -> f.SheetContent:
    """The text of the sheet that a table plays by, with everything it extends and what is set on it, limits too."""
    return _content(posted_sheet((await running.table(table)).live).content)


def _content(content: Content) -> f.SheetContent:
    texts = [f.TextOfSheet(name=one.name, text=one.text, shipped=one.shipped) for one in content.texts]
    return f.SheetContent(hash=content.hash, texts=texts, sets=list(content.sets))


@router.get("/sheets/{sheet}/options")
async def sheet_options(running: Here, sheet: f.SheetName, chosen: Chosen) -> SheetOptions:
    """The values of a sheet that move its figures, and what each may be."""
    return await chosen.do(options_of, await chosen.read(running, sheet))


# what is worked out


@router.get("/sheets/{sheet}/edges", response_model=f.EdgesAnswer)
async def edges(request: Request, running: Here, back: Back, sheet: f.SheetName, chosen: Chosen) -> Response:
    """The house edge of every wager of a sheet."""
    meant = await chosen.read(running, sheet)
    return await worked_out(request, back, **edges_task(meant))


@router.get("/sheets/{sheet}/chart", response_model=f.ChartAnswer)
async def chart(
    request: Request,
    running: Here,
    back: Back,
    sheet: f.SheetName,
    chosen: Chosen,
    play: Annotated[f.Play, Query()] = "best",
) -> Response:
    """The strategy card of a sheet, and what each choice is worth."""
    meant = await chosen.read(running, sheet)
    return await worked_out(request, back, **chart_task(meant, play))


@router.get("/sheets/{sheet}/analysis", response_model=f.AnalysisAnswer)
async def analysis(request: Request, running: Here, back: Back, sheet: f.SheetName, chosen: Chosen) -> Response:
    """Everything the mathematics has to say of a sheet; it can take more than a minute."""
    meant = await chosen.read(running, sheet)
    return await worked_out(request, back, **analysis_task(meant))


@router.get("/sheets/{sheet}/comparisons/{other}", response_model=f.ComparisonAnswer)
async def comparison(
    request: Request, running: Here, back: Back, sheet: f.SheetName, other: f.SheetName, chosen: Chosen
) -> Response:
    """A sheet held against another one, or against itself with other values: rule by rule."""
    first, second = await read_sheet(running, sheet, ()), await read_sheet(running, other, ())
    await chosen.read(running, other)
    return await worked_out(
        request, back, kind="comparison", sheet=task_of(first), sets=chosen.sets, other=task_of(second)
    )  # fmt: skip


def task_of(sheet: Sheet) -> Any:
    """A sheet as the back room is told of it: everything that it was read from."""
    return msgspec.to_builtins(sheet.content)


def edges_task(sheet: Sheet) -> dict[str, Any]:
    return {"kind": "edges", "sheet": task_of(sheet), "sets": ()}


def chart_task(sheet: Sheet, play: f.Play = "best") -> dict[str, Any]:
    return {"kind": "chart", "sheet": task_of(sheet), "sets": (), "play": play}


def analysis_task(sheet: Sheet) -> dict[str, Any]:
    return {"kind": "analysis", "sheet": task_of(sheet), "sets": ()}


async def worked_out(request: Request, back: Backroom, **task: Any) -> Response:
    octets = await back.ask(task, caller=address_of(request))
    return Response(octets, media_type="application/json")
