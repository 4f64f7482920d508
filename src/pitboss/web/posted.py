"""What is posted at a table, for the pages: limits, chips, pay lines and lettering, and single clauses to read."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from pitboss.rules import Sheet
from pitboss.rules.game import Wager, on_layout
from pitboss.rules.placard import Line, placard
from pitboss.rules.register import clause, register
from pitboss.service.floor.floor import Unknown
from pitboss.service.tables.table_limits import posted_sheet
from pitboss.table.state import places_of
from pitboss.web import models as m
from pitboss.web.api import Here, TableId
from pitboss.web.figure_models import SheetName
from pitboss.web.figures import read_sheet
from pitboss.web.house import RULES
from pitboss.web.layouts import GAME_LAYOUTS, Layout, PayLine, Share, layout_of, pay_lines
from pitboss.web.placards import PostedAt, places

__all__ = ["Posted", "posted_by", "router"]

router = APIRouter(prefix="/api", tags=["floor"], responses=m.REFUSALS)


class PostedLine(BaseModel):
    """A line of the placard: a sentence, or what something pays."""

    text: str
    pays: str
    clause: str


class PostedWager(BaseModel):
    """What may be staked on a wager, in cents, and what it pays where it has lines of its own."""

    wager: str
    title: str
    minimum: int
    maximum: int
    step: int
    pays: list[PayLine] = []
    lines: list[PostedLine] = Field([], description="its pay table and rules as they are posted, with their clauses")
    laid: list[str] = Field(description="the wagers that are laid together, for the same amount each")


class HouseRule(BaseModel):
    """A value in which a sheet departs from its document, as the placard words it."""

    text: str
    clauses: list[str] = Field(description="what it departs from; empty where the document has no such rule")
    wager: str = Field("", description="the wager that it is a pay line of, and the line")
    line: str = ""


class PostedToke(BaseModel):
    """Bets for the dealer: beside which wagers, and how much."""

    wagers: list[str]
    minimum: int
    maximum: int
    step: int


class Posted(BaseModel):
    """What is posted at a table; money in cents."""

    table: str
    title: str
    sheet: str
    house: str
    game: str
    decks: int
    spots: int = Field(description="hands that one player may play")
    wagers: list[PostedWager]
    toke: PostedToke | None
    chips: list[int]
    insurance_step: int | None = None
    double_step: int | None = Field(None, description="steps of a double for less; null where there is none")
    double_face_down: bool = Field(False, description="whether a player may ask for the double card face down")
    cut_least: int | None = Field(description="cards that a cut leaves at both ends")
    cut_card_depth: int | None = Field(description="cards behind the cut card")
    layout: Layout
    lettering: dict[str, str]
    lines: dict[str, list[PayLine]] = Field(description="the pay lines of every wager that has some, by its name")
    blind_pays: list[PayLine] = Field([], deprecated=True, description="the same of the Blind; read `lines`")
    house_rules: str = Field(description="where the rules about conduct are to be read")
    edition: str
    text: str = Field(description="the hash of the sheet's text: what the log knows it by")
    departures: list[str] = Field(description="where the sheet departs from the document that it stands on")
    own_rules: list[HouseRule] = Field(description="the same values as the placard words them")
    approved: bool = Field(description="whether somebody has signed for these rules; otherwise the table says so")
    insurance_share: Share | None = Field(None, description="the most that insurance may be, of the bet")
    surrender_returns: Share | None = Field(None, description="what comes back of a surrendered bet")
    dealer_pushes_on: int | None = Field(None, description="the dealer's total beyond 21 that is a push")
    progressive: bool = Field(description="whether the meters of the link are played for here")


class ClauseText(BaseModel):
    """A clause of a document, in our words; what was decided where it is unclear; where it is posted."""

    id: str
    text: str
    document: str
    place: str
    ambiguity: str
    decision: str
    same_as: str
    posted: list[PostedAt]


@router.get("/tables/{table}/posted")
async def posted(running: Here, table: TableId) -> Posted:
    """What is posted at a table, from the very values that are played there."""
    live = (await running.table(table)).live
    sheet = posted_sheet(live)
    approved = sheet.approved or bool(sheet.states & {"house"} and live.opened.approval)
    return posted_by(sheet, table=live.id, title=live.opened.title, approved=approved)


class PlayPart(BaseModel):
    title: str
    lines: list[str]


class HowToPlay(BaseModel):
    """A game for who has never played it, from the values of its sheet; money in cents."""

    sheet: str
    title: str
    about: str
    minimum: int
    maximum: int
    layout: Layout
    wagers: list[PostedWager]
    parts: list[PlayPart]


_FOR_THE_STAFF: Final = frozenset(
    ("tokes", "calls", "deal", "cards", "shuffle", "irregularities", "timed play", "unwritten points", "")
)
"""The headings of the documents that say how the house works, not how one plays; side bets have none."""


@router.get("/sheets/{sheet}/play")
async def how_to_play(running: Here, sheet: SheetName) -> HowToPlay:
    """How a game is played: its felt, its bets with what they pay, and the rules that a player meets."""
    return await asyncio.to_thread(_how_to_play, await read_sheet(running, sheet, ()))


def _how_to_play(sheet: Sheet) -> HowToPlay:
    parts = [part for part in placard(sheet).parts if part.heading not in _FOR_THE_STAFF]
    return HowToPlay(
        sheet=sheet.name,
        title=sheet.display_title or sheet.title,
        about=sheet.about,
        minimum=sheet.rules.table.minimum,
        maximum=sheet.rules.table.maximum,
        layout=layout_of(sheet),
        wagers=_wagers(sheet),
        parts=[PlayPart(title=part.title, lines=[line.text for line in part.lines if not line.pays]) for part in parts],
    )


@router.get("/clauses/{clause_id}")
async def read_clause(clause_id: Annotated[str, Path(pattern=r"^[A-Z0-9]+(-[0-9A-Za-z]+)+$")]) -> ClauseText:
    """What a clause says."""
    found = clause(clause_id)
    if found is None:
        raise Unknown("clause.unknown", id=clause_id)
    return ClauseText(
        id=found.id,
        text=found.text,
        document=register()[found.document].title,
        place=found.place,
        ambiguity=found.ambiguity,
        decision=found.decision,
        same_as=found.same_as,
        posted=list(places().get(found.id, ())),
    )


def posted_by(sheet: Sheet, *, table: str, title: str, approved: bool) -> Posted:
    """What a sheet has posted at a table that is played by it."""
    values, value = sheet.values, sheet.values.get
    return Posted(
        table=table,
        title=title,
        sheet=sheet.name,
        house=sheet.house,
        game=sheet.game,
        decks=values["cards.decks"],
        spots=places_of(sheet).spots_per_player,
        wagers=_wagers(sheet),
        toke=_toke(sheet),
        chips=list(values["chips.denominations"]),
        cut_least=value("shuffle.cut_minimum_cards"),
        cut_card_depth=value("shuffle.cut_card_depth"),
        layout=layout_of(sheet),
        lettering=_lettering(sheet),
        lines=_lines(sheet),
        house_rules=RULES,
        edition=sheet.edition,
        text=sheet.text_hash,
        departures=[str(departure) for departure in sheet.departures],
        own_rules=_own_rules(sheet),
        approved=approved,
        progressive=any(wager.kind == "progressive" for wager in on_layout(sheet.game, sheet.rules)),
        **GAME_LAYOUTS[sheet.game].posted(sheet),
    )


def _own_rules(sheet: Sheet) -> list[HouseRule]:
    """The lines of the placard that depart from the document."""
    paying = {wager.pays: wager.name for wager in on_layout(sheet.game, sheet.rules) if wager.pays}
    found = []
    for line in (line for part in placard(sheet).parts for line in part.lines if line.departs):
        section, _, key = line.path.rpartition(".")
        wager = paying.get(section, "") if line.pays else ""
        said = f"{line.text}: {line.pays}." if line.pays else line.text
        found.append(HouseRule(text=said, clauses=list(line.clauses), wager=wager, line=key if wager else ""))
    return found


def _lines(sheet: Sheet) -> dict[str, list[PayLine]]:
    paying = {wager.name: _own_lines(sheet, wager) for wager in on_layout(sheet.game, sheet.rules) if wager.pays}
    return {name: lines for name, lines in paying.items() if lines}


def _wagers(sheet: Sheet) -> list[PostedWager]:
    """What is put down first, then the optional bets in the order of the sheet."""
    placed = on_layout(sheet.game, sheet.rules)
    together = " and ".join(one.title for one in placed if one.kind in ("main", "equal"))
    laid = [one.name for one in placed if one.kind in ("main", "equal")]
    low, high, step = (sheet.values[f"table.{key}"] for key in ("minimum", "maximum", "bet_step"))
    said = [line for part in placard(sheet).parts for line in part.lines if line.path]
    main = _wager(placed[0].name, together, low, high, step, laid=laid)
    main.lines = _told_lines(said, GAME_LAYOUTS[sheet.game].main_values)
    return [main, *(_optional(sheet, one, said) for one in placed if one.section)]


def _optional(sheet: Sheet, placed: Wager, said: Sequence[Line]) -> PostedWager:
    wager = _wager(placed.name, placed.title, *_limits(sheet, placed.section), _own_lines(sheet, placed))
    wager.lines = _told_lines(said, (f"bets.{placed.section}.",))
    return wager


def _own_lines(sheet: Sheet, placed: Wager) -> list[PayLine]:
    lines = pay_lines(sheet, placed.pays)
    return [one for one in lines if one.line == placed.name] or lines  # over and under share a section


_AWARDED = (".hand", ".share", ".envy")
"""What of a meter is an award: which hand wins how much of it, and what the others win then."""


def _told_lines(said: Sequence[Line], values: tuple[str, ...]) -> list[PostedLine]:
    """The lines of some values in their order: what pays first, the highest on top as it stands in the sheet."""
    found = [line for value in values for line in said if line.path.startswith(value)]
    ordered = sorted(found, key=lambda line: 0 if line.pays else 1 if line.path.endswith(_AWARDED) else 2)
    return [PostedLine(text=one.text, pays=one.pays, clause=next(iter(one.clauses), "")) for one in ordered]


def _limits(sheet: Sheet, section: str) -> tuple[int, int, int]:
    value = sheet.values
    if (only := value.get(f"bets.{section}.wager")) is not None:
        return only, only, only
    low, high, step = (value[f"bets.{section}.{key}"] for key in ("min", "max", "step"))
    return low, high, step


def _wager(
    wager: str, title: str, low: int, high: int, step: int, pays: Sequence[PayLine] = (), laid: Sequence[str] = ()
) -> PostedWager:
    return PostedWager(
        wager=wager,
        title=title,
        minimum=low,
        maximum=high,
        step=step,
        pays=list(pays),
        lines=[],
        laid=list(laid) or [wager],
    )


def _toke(sheet: Sheet) -> PostedToke | None:
    value = sheet.values
    if not value.get("toke.offered"):
        return None
    low, high, step = (value[f"toke.{key}"] for key in ("minimum", "maximum", "step"))
    return PostedToke(wagers=list(value["toke.wagers"]), minimum=low, maximum=high, step=step)


def _lettering(sheet: Sheet) -> dict[str, str]:
    paths = GAME_LAYOUTS[sheet.game].lettered
    return {
        name: sheet.fields[path].sentence(sheet.values[path]) for name, path in paths.items() if path in sheet.values
    }
