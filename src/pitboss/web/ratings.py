"""Ratings over HTTP, for the floor, surveillance and managers: visits, one visit, and who has looked.

Each look is in the log before it is answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.errors import PitbossError
from pitboss.maths.analysis.cards_left import EdgeLine
from pitboss.maths.counting import COUNTS, Count
from pitboss.maths.expectation import Expectation
from pitboss.maths.following.index_plays import IndexBook
from pitboss.maths.games import GAME_MATHS
from pitboss.rules import Sheet
from pitboss.service.accounting import Period
from pitboss.service.floor import commands as c
from pitboss.service.floor.comp_rules import CompRules
from pitboss.service.floor.floor import Busy, Unknown
from pitboss.service.floor.house import House
from pitboss.service.floor.ratings_retention import check_told
from pitboss.service.floor.running import Running
from pitboss.service.people.accounts import Session
from pitboss.service.ratings import Visit, VisitBook
from pitboss.service.ratings.desk import (
    COLUMN_KINDS,
    ExactRound,
    Known,
    VisitTold,
    exact_round,
    line_of,
    pit_of,
    rounds_csv,
    solved_evidence,
    told_of,
    visits_csv,
)
from pitboss.service.ratings.findings import findings
from pitboss.service.ratings.looks import looks_of
from pitboss.service.ratings.replayed import replay_hidden
from pitboss.typed import noted
from pitboss.web import models as m
from pitboss.web.api import Here, pools_of, who_sees
from pitboss.web.figure_files import PARQUET, as_file
from pitboss.web.figure_queue import Backroom
from pitboss.web.guard import TooMany

__all__ = ["router"]

router = APIRouter(prefix="/api/ratings", tags=["ratings"], responses=m.REFUSALS)

Rater = Annotated[Session, Depends(who_sees("ratings"))]
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="a gaming day; today where it is left out")]
VisitId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}\.[0-9]{1,9}$", description="the table and the entry")]
Number = Annotated[int, Path(ge=1, le=10**9)]
Form = Annotated[Literal["json", "csv", "parquet"], Query()]
FILES: Final = PARQUET | {"text/csv": {"schema": {"type": "string"}}}
PDF: Final = {"application/pdf": {"schema": {"type": "string"}}}
MINUTE_MS: Final = 60_000
CALLER: Final = "ratings"
"""In whose name figures are asked for."""


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TheoSum(_Said):
    """What the house expected, in cents, as a sum: sheet + cards + skill = exact."""

    sheet: int = Field(description="the bets made, at best play from a full shoe")
    cards: int | None = Field(description="what the cards seen since each shuffle change, by effects of removal")
    skill: int = Field(description="what errors of play gave away, by full-shoe values")
    fresh: int = Field(description="sheet and skill: the exact theoretical loss by full-shoe values")
    exact: int


class VisitListed(_Said):
    """A visit in a line; money in cents from the house's side."""

    id: str = Field(examples=["catfish-blackjack-1.332"])
    person: str
    walk_in: bool
    table: str
    title: str
    sheet: str
    felt: str
    seats: list[int]
    day: str
    began: int
    left: int | None = Field(description="null while the person sits")
    until: int
    milliseconds: int
    played: int = Field(description="rounds with a bet that stood")
    handle: int
    average_bet: int
    theo: TheoSum
    unvalued: int = Field(description="decisions that could not be valued, or, on hidden cards, are only in the visit")
    actual: int
    comp: int | None = Field(description="what the house's rate gives back of exact theo; null where it has none")
    deviation: int | None = Field(description="one standard deviation of such a visit; null where it is not known yet")
    deviations: float | None
    follows: float | None = Field(
        description="the likelihood ratio that it follows the count; null where none was seen"
    )
    alarmed: int | None = Field(description="the round at which that reached the alarm first")
    pending: bool = Field(description="whether something is still being worked out: ask again for it")


class PitRated(_Said):
    """All visits of the list together."""

    visits: int
    played: int
    handle: int
    theo: TheoSum
    actual: int
    deviation: int | None = Field(description="persons of one round are taken as independent of each other")
    deviations: float | None
    expected_hold: float | None = Field(description="exact theo by handle")
    hold: float | None = Field(description="actual by handle")


class VisitList(_Said):
    day: str
    together: PitRated
    visits: list[VisitListed]


class VisitWager(_Said):
    wager: str
    handle: int
    sheet: int
    cards: int | None
    edge: float
    actual: int


class VisitMistake(_Said):
    """A decision that gave something away; the cards are empty where a hand stays closed."""

    number: int
    at: int
    cards: str
    against: str
    answer: str = Field(examples=["Stand"])
    cost: int


class VisitRoundTold(_Said):
    number: int
    at: int
    shoe: int
    seen: int = Field(description="cards seen since the shuffle before the bet")
    counts: dict[str, float]
    bet: int
    bets: dict[str, int]
    after: Literal["", "win", "loss", "push"]
    result: int = Field(description="what the player won or lost")
    edge: float | None = Field(description="the house's edge on the main bet by the cards left")
    theo: int
    mistakes: int


class VisitDrift(_Said):
    """Since the last shuffle: what the cards seen have changed of the house's expectation."""

    shoe: int
    seen: int
    edge: float | None
    seat: int
    table: int


class RatioThen(_Said):
    number: int
    ratio: float


class RoundAsEvidence(_Said):
    number: int
    at: int
    count: float
    bet: int
    after: Literal["", "win", "loss", "push"]
    factor: float = Field(description="by how much the round moved the ratio")
    by: str = Field(description="what moved it most: bets, sitting out, plays, or a side bet", examples=["bets"])


class VisitFollowing(_Said):
    """Whether the bets follow the count: the ratio of two models, and what speaks for and against it. No verdict."""

    ratio: float
    count: str = Field(description="the count that fits best", examples=["hi-lo"])
    alarm: int
    crossed: int | None = Field(description="the round at which the ratio reached the alarm first")
    took: int | None = Field(description="how many rounds that took")
    path: list[RatioThen]
    evidence: list[RoundAsEvidence]
    channels: dict[str, float]
    false_alarm: str
    models: str
    against: str


class VisitRated(VisitListed):
    """A visit with its rounds."""

    wagers: list[VisitWager]
    choices: int
    mistakes: int
    worst: list[VisitMistake]
    rounds: list[VisitRoundTold]
    drift: VisitDrift | None
    following: VisitFollowing | None = Field(description="null where no card was seen before any bet")
    count: str = Field(examples=["hi-lo"])
    error: float | None = Field(description="how far the edge by effects of removal is off: the root of a mean square")
    sample: int = Field(description="shoes that were solved exactly to measure it")


class ExactBet(_Said):
    wager: str
    stake: int
    line: float | None = Field(description="the house's edge by effects of removal")
    exact: float | None = Field(description="the same solved from the very cards that were left")


class RoundSolved(_Said):
    """A round solved from the cards that nobody had seen when the bet was made."""

    number: int
    left: int
    wagers: list[ExactBet]


class LookTold(_Said):
    at: int
    by: str
    role: str
    what: Literal["list", "visit", "export"]
    visit: str
    day: str


class FindingTold(_Said):
    """Something for surveillance to look at; no verdict."""

    kind: Literal["moves_together", "tracks_shuffle", "called_in"]
    person: str
    other: str = Field(description="whose bets they go with; empty for other kinds")
    table: str
    visits: list[str]
    ratio: float
    alarm: int = Field(description="each ratio reaches it by chance at most once in so many times")
    crossed: int | None = Field(description="the round at which it did first")
    said: str


def visits_book(request: Request) -> VisitBook:
    """The visits of this server, which go on from one question to the next."""
    book = request.app.state.visits
    assert isinstance(book, VisitBook)
    return book


Book = Annotated[VisitBook, Depends(visits_book)]


async def _look(running: Running, session: Session, what: c.LookedAt, *, visit: str = "", day: str = "") -> None:
    """Note a look: once a minute for a page that asks again for what is being worked out, each time for a file."""
    person, minute = session.person, running.floor.clock() // MINUTE_MS
    client = "" if what == "export" else f"look-{what}-{visit or day}-{minute}"
    command = c.LookAtRating(what=what, visit=visit, day=day)
    await running.look_at_rating(
        command, actor=person.name, role=person.role, client=client, session=session.key
    )  # fmt: skip


# --- what is worked out of a sheet ------------------------------------------------------------------------------


async def _known(backroom: Backroom, sheet: Sheet, comps: CompRules) -> Known:
    """What is known of a sheet beside its edges; the rest is asked for, and there when it is done."""
    lines = await _figure(backroom, sheet, "cards_left") if GAME_MATHS[sheet.game].from_shoe else {}
    expected = await _figure(backroom, sheet, "expectation")
    return Known(
        lines=None if lines is None else msgspec.convert(lines, noted(dict[str, EdgeLine])),
        expected=None if expected is None else msgspec.convert(expected, noted(dict[str, Expectation])),
        comps=comps,
    )


async def _with_indices(request: Request, sheet: Sheet, known: Known, *, ask: bool = True) -> Known:
    """The same with the index plays of the sheet's own rules, which are asked for once the rest is there.

    Without ``ask`` nothing is worked out for it: they are taken where they are known.
    """
    if known.lines is None or known.expected is None or not GAME_MATHS[sheet.game].from_shoe:
        return known
    shoes, backroom = request.app.state.settings.limits.counting_shoes, request.app.state.backroom
    if not ask and not backroom.knows(_task(sheet, "index_plays", shoes=shoes)):
        return known
    found = await _figure(backroom, sheet, "index_plays", shoes=shoes)
    return known if found is None else msgspec.structs.replace(known, indices=msgspec.convert(found, noted(IndexBook)))


def _task(sheet: Sheet, kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "sheet": msgspec.to_builtins(sheet.content), "sets": [], **more}


async def _figure(backroom: Backroom, sheet: Sheet, kind: str, **more: Any) -> Mapping[str, Any] | None:
    try:
        answer = msgspec.json.decode(await backroom.ask(_task(sheet, kind, **more), caller=CALLER))
    except (TooMany, Busy, PitbossError):
        return None
    found: Mapping[str, Any] | None = answer["figures"] if answer["state"] == "done" else None
    return found


async def _all_known(request: Request, visits: list[Visit], comps: CompRules) -> dict[str, Known]:
    """By the hash of its sheet, what is known for each visit."""
    found = {}
    for sheet in {visit.sheet.hash: visit.sheet for visit in visits}.values():
        known = await _known(request.app.state.backroom, sheet, comps)
        found[sheet.hash] = await _with_indices(request, sheet, known, ask=False)
    return found


def _day_told(running: Running, house: House, day: str) -> str:
    """The gaming day that is asked for, or today's; refused where the house tells no ratings that old."""
    today = house.days.day_of(running.floor.clock())
    wanted = Period.of("day", day or today).day
    check_told(wanted, today, house.ratings_days)
    return wanted


# --- visits -----------------------------------------------------------------------------------------------------


@router.get("/visits", response_model=VisitList, responses={200: {"content": FILES}})
async def visits(
    request: Request,
    running: Here,
    session: Rater,
    book: Book,
    day: Day = "",
    table: Annotated[str, Query(max_length=64)] = "",
    person: Annotated[str, Query(max_length=96)] = "",
    format: Form = "json",
) -> Response:
    """The visits of a gaming day, the latest first, each with what the house expected of it and what it won."""
    house, pool = await running.house(), pools_of(request).people
    wanted = _day_told(running, house, day)
    await _look(running, session, "list" if format == "json" else "export", day=wanted)
    name = session.person.name
    await pool.do(name, book.update, house.days)
    found = [one for one in book.visits(table=table, day=wanted) if person in ("", one.name)]
    known = await _all_known(request, found, house.comps)

    def told() -> Response:
        lines = [line_of(one, known[one.sheet.hash]) for one in found]
        if format != "json":
            return as_file(visits_csv(lines), f"visits-{wanted}", format, COLUMN_KINDS)
        made = {"day": wanted, "together": pit_of(lines), "visits": lines}
        return Response(msgspec.json.encode(made), media_type="application/json")

    return await pool.do(name, told)


async def _found(request: Request, running: Running, session: Session, book: VisitBook, visit: str) -> Visit:
    house = await running.house()
    await pools_of(request).people.do(session.person.name, book.update, house.days, [visit.rpartition(".")[0]])
    found = book.visit(visit)
    if found is None:
        raise Unknown("ratings.no_visit", visit=visit)
    _day_told(running, house, found.day)
    return found


@router.get("/visits/{visit}", response_model=VisitRated, responses={200: {"content": FILES | PDF}})
async def visit(
    request: Request,
    running: Here,
    session: Rater,
    book: Book,
    visit: VisitId,
    paper: Literal["a4", "letter"] = "a4",
    count: Annotated[str, Query(pattern=r"^[a-z0-9-]{1,40}$", description="a count by its name")] = "hi-lo",
    format: Annotated[Literal["json", "csv", "parquet", "pdf"], Query()] = "json",
) -> Response:
    """One visit: what the house expected as a sum, its wagers, its dearest errors, and its rounds."""
    floor, pool, name = running.floor, pools_of(request).people, session.person.name
    found = await _found(request, running, session, book, visit)
    await _look(running, session, "visit" if format == "json" else "export", visit=visit)
    counted = _count_of(found, count)
    known = await _known(request.app.state.backroom, found.sheet, (await running.house()).comps)
    known = await _with_indices(request, found.sheet, known)
    others = [one for one in book.visits(table=found.table) if one.last >= found.first and one.first <= found.last]

    def told() -> Response:
        replay_hidden(found, floor.store, floor.keys, book.sheets)
        made = told_of(found, known, count=counted, others=others)
        if format == "pdf":
            return _on_paper(made, solved_evidence(found, made, known), paper)
        if format != "json":
            return as_file(rounds_csv(made), f"visit-{visit}", format, COLUMN_KINDS)
        return Response(msgspec.json.encode(made), media_type="application/json")

    return await pool.do(name, told)


def _on_paper(made: VisitTold, exact: Mapping[int, ExactRound], paper: Literal["a4", "letter"]) -> Response:
    from pitboss.reports.visits import visit_pdf  # with what only reports on paper need

    name = f'inline; filename="visit-{made.id}.pdf"'
    octets = visit_pdf(
        msgspec.to_builtins(made), exact={at: msgspec.to_builtins(one) for at, one in exact.items()}, paper=paper
    )
    return Response(octets, media_type="application/pdf", headers={"Content-Disposition": name})


def _count_of(visit: Visit, count: str) -> Count | None:
    """The count that was asked for; None for a game that deals every round afresh."""
    if count not in COUNTS:
        raise Unknown("ratings.no_count", count=count)
    return COUNTS[count] if GAME_MATHS[visit.sheet.game].from_shoe else None


@router.get("/visits/{visit}/rounds/{number}")
async def solved(
    request: Request, running: Here, session: Rater, book: Book, visit: VisitId, number: Number
) -> RoundSolved:
    """A round of a visit solved exactly, from the cards that were left when the bet was made."""
    found = await _found(request, running, session, book, visit)
    await _look(running, session, "visit", visit=visit)
    known = await _known(request.app.state.backroom, found.sheet, (await running.house()).comps)
    made = await pools_of(request).people.do(session.person.name, exact_round, found, number, known)
    if made is None:
        raise Unknown("ratings.no_round", visit=visit, round=number)
    return RoundSolved(**msgspec.to_builtins(made))


@router.get("/findings")
async def findings_of_a_day(
    request: Request, running: Here, session: Rater, book: Book, day: Day = ""
) -> list[FindingTold]:
    """What no single visit shows: bets that go with another guest's, tracked shuffles, guests called in."""
    house = await running.house()
    wanted = _day_told(running, house, day)
    await _look(running, session, "list", day=wanted)
    pool, name = pools_of(request).people, session.person.name
    await pool.do(name, book.update, house.days)
    found = await pool.do(name, findings, book.visits(day=wanted))
    return [FindingTold(**msgspec.to_builtins(one)) for one in found]


@router.get("/looks")
async def looks(
    running: Here, session: Rater, visit: Annotated[str, Query(max_length=80, description="a visit")] = ""
) -> list[LookTold]:
    """Who has looked at ratings, the last first: at one visit, or at any."""
    found = await asyncio.to_thread(looks_of, running.floor.store, visit)
    return [LookTold(**msgspec.to_builtins(one)) for one in found]
