"""The designer of side bets: a bet of the catalogue with odds of one's own, its exact figures, and what is wished."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from pitboss.bets.catalogue import in_catalogue, names
from pitboss.bets.parsing import LOOKS
from pitboss.errors import IllegalAction, NotationError
from pitboss.maths.sidebets import design as d
from pitboss.money import Odds
from pitboss.rules.catalogue_sheets import offered_wagers, offering, offering_text, pay_tables
from pitboss.web import figure_models as f
from pitboss.web import models as m
from pitboss.web.api import address_of, pools_of
from pitboss.web.figures import backroom_of, task_of, worked_out

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["figures"], responses=m.REFUSALS)

PLAYED: Final = frozenset({"first_three", "player_hand"})
"""Bets on these cards depend on how the main game is played, so they are worked out with the sheet that has them."""
QUICK: Final = 20_000
"""How many tables of half the lines a search lists that somebody waits for: every one of bets of six lines."""
SHORT: Final = 6
DESIGNED: Final = tuple(name for name in names() if in_catalogue(name)["cards"] not in PLAYED)
if TYPE_CHECKING:
    BetName = str
else:
    BetName = Literal[DESIGNED]

Pays = Annotated[
    list[Annotated[str, Field(max_length=80)]],
    Query(alias="pay", max_length=24, description="odds of single lines", examples=[["flush=5:1"]]),
]
Decks = Annotated[int, Query(ge=1, le=8)]
Share = Annotated[float | None, Query(ge=-1, le=1, description="a fraction of the stake")]
Times = Annotated[float | None, Query(ge=0.5, le=100_000)]


class BetListed(BaseModel):
    """A bet of the catalogue."""

    bet: str
    title: str
    about: str
    cards: str
    pay_tables: dict[str, dict[str, str]]


class DesignedLine(BaseModel):
    """A line with what it pays, how often it comes, and what it adds to the guest's return."""

    line: str
    title: str
    pays: str
    probability: float
    ways: Annotated[str | None, Field(description="of all ways, where they are whole numbers")]
    adds: Annotated[float, Field(description="what it adds to the guest's return, in stakes")]


class DesignedTable(BaseModel):
    """A pay table with its exact figures."""

    house_edge: float
    exact: str
    hits_one_in: float
    standard_deviation: float
    top_award: float
    lost: float
    hold_from: Annotated[float, Field(description="what a shift keeps in nine of ten, from")]
    hold_to: float
    lines: list[DesignedLine]


class WishTold(BaseModel):
    """A wish, and whether the table fulfils it."""

    wish: str
    fulfilled: bool
    value: float
    too_much: Annotated[float, Field(description="by how much it is missed")]


class BetDesign(BaseModel):
    """A bet as it is designed now."""

    bet: str
    title: str
    about: str
    decks: int
    now: DesignedTable
    wishes: list[WishTold]
    nearest: Annotated[DesignedTable | None, Field(description="the nearest table that fulfils all wishes")]
    conflicts: Annotated[list[str], Field(description="wishes that stand in the way where no table fulfils them all")]
    each: Annotated[bool, Field(description="whether each of them is enough to leave out; else they conflict together")]
    proven: Annotated[bool, Field(description="whether every table was looked at; else those nearest to this one were")]
    searched: Annotated[bool, Field(description="whether the nearest table was looked for, where a wish is missed")]


@router.get("/bets")
async def bets() -> list[BetListed]:
    """The bets of the catalogue that can be designed."""
    return [_listed(name) for name in DESIGNED]


def _listed(name: str) -> BetListed:
    tables = in_catalogue(name)
    return BetListed(
        bet=name,
        title=tables["title"],
        about=tables.get("about", ""),
        cards=LOOKS[tables["cards"]].words,
        pay_tables={key: dict(pays) for key, pays in pay_tables(name).items()},
    )


@lru_cache(maxsize=256)
def _priced(bet: str, decks: int) -> d.PricedBet:
    """The chances of a bet's lines, which what they pay does not change."""
    from pitboss.maths.sidebets import bet_figures

    sheet = offering(bet)
    return d.PricedBet.of(bet_figures(sheet, offered_wagers(sheet)[0], decks=decks))


def _odds(pays: list[str]) -> dict[str, Fraction]:
    found = {}
    for text in pays:
        line, equals, odds = text.partition("=")
        if not equals:
            raise NotationError("cannot read odds", text=text, expected="line=odds such as flush=5:1")
        found[line] = Odds.parse(odds).ratio
    return found


@router.get("/bets/{bet}")
async def bet_design(
    request: Request,
    bet: BetName,
    decks: Decks = 6,
    pays: Pays = [],  # noqa: B006  (FastAPI copies the default)
    edge_from: Share = None,
    edge_to: Share = None,
    hits: Times = None,
    top: Times = None,
    deviation: Times = None,
    search: Annotated[
        bool, Query(description="whether the nearest table that fulfils all wishes is looked for")
    ] = True,
) -> BetDesign:
    """A bet with these odds: exact figures, which wishes they fulfil, and the nearest table that fulfils them all."""
    wishes = d.Wishes(
        edge=None if edge_from is None or edge_to is None else (_exactly(edge_from), _exactly(edge_to)),
        hits=None if hits is None else _exactly(hits),
        top=None if top is None else _exactly(top),
        deviation=None if deviation is None else _exactly(deviation),
    )
    drafts = pools_of(request).drafts
    return await drafts.do(address_of(request), designed, bet, decks, _odds(pays), wishes, search)


def _exactly(value: float) -> Fraction:
    return Fraction(repr(value))


def designed(bet: str, decks: int, odds: dict[str, Fraction], wishes: d.Wishes, search: bool) -> BetDesign:
    now = _priced(bet, decks).paying(odds)
    asked = [name for name in wishes.named() if name not in ("falling", "rounded")]
    told = d.meets(now, wishes)
    missed = [name for name in asked if not told[name]]
    steps = QUICK if len(now.lines) <= SHORT else QUICK // 5  # for longer bets only the nearest, in the same time
    found = d.design(now, wishes, most=1, steps=steps) if missed and search else d.Designed((), ())
    return BetDesign(
        bet=bet,
        title=now.title,
        about=in_catalogue(bet).get("about", ""),
        decks=decks,
        now=_table(now),
        wishes=[_wish(now, wishes, name, told[name]) for name in asked],
        nearest=_table(found.tables[0]) if found.tables else None,
        conflicts=list(found.conflicts),
        each=found.each,
        proven=found.proven,
        searched=search or not missed,
    )


def _wish(now: d.PricedBet, wishes: d.Wishes, name: str, fulfilled: bool) -> WishTold:
    low, high = wishes.edge or (Fraction(0), Fraction(0))
    value, far = {
        "edge": (now.edge, max(float(low) - now.edge, now.edge - float(high), 0.0)),
        "hits": (float(1 / now.hits), float(1 / now.hits) - float(wishes.hits or 0)),
        "top": (float(now.top), float(now.top) - float(wishes.top or 0)),
        "deviation": (now.deviation, now.deviation - float(wishes.deviation or 0)),
    }[name]
    return WishTold(wish=name, fulfilled=fulfilled, value=value, too_much=0.0 if fulfilled else far)


def _table(table: d.PricedBet) -> DesignedTable:
    low, high = table.hold()
    return DesignedTable(
        house_edge=table.edge,
        exact=str(table.exact_edge),
        hits_one_in=float(1 / table.hits),
        standard_deviation=table.deviation,
        top_award=float(table.top),
        lost=float(table.lost),
        hold_from=low,
        hold_to=high,
        lines=[_line(one) for one in table.lines],
    )


def _line(one: d.PricedLine) -> DesignedLine:
    told: dict[str, Any] = {"line": one.line, "title": one.title, "pays": d.odds_text(one.pays)}
    return DesignedLine(**told, probability=float(one.chance), ways=str(one.chance), adds=float(one.chance * one.pays))


@router.get("/bets/{bet}/count", response_model=f.CountAnswer)
async def bet_count(
    request: Request,
    bet: BetName,
    decks: Decks = 6,
    cut: Annotated[int, Query(ge=14, le=208, description="cards behind the cut card")] = 52,
    pays: Pays = [],  # noqa: B006  (FastAPI copies the default)
) -> Response:
    """How countable the bet is with these odds: effects of removal, the best simple count, and what counters gain."""
    if 2 * cut > 52 * decks:
        raise IllegalAction("figures.cut_too_deep", cut=cut, decks=decks)
    odds = {line: d.odds_text(one) for line, one in _odds(pays).items()}
    sheet = await pools_of(request).drafts.do(address_of(request), offering, bet, odds)
    task = {"kind": "count", "sheet": task_of(sheet), "sets": (), "decks": decks, "cut": cut}
    return await worked_out(request, backroom_of(request), **task)


@router.get("/bets/{bet}/sheet", response_class=PlainTextResponse)
async def bet_sheet(request: Request, bet: BetName, pays: Pays = []) -> PlainTextResponse:  # noqa: B006
    """The bet with these odds as a sheet of a house, which `extends` what it stands on."""
    odds = {line: d.odds_text(one) for line, one in _odds(pays).items()}
    await pools_of(request).drafts.do(address_of(request), offering, bet, odds)
    text = offering_text(bet, odds, title=f"Blackjack with {in_catalogue(bet)['title']}", sheet="draft")
    return PlainTextResponse(text, headers={"Content-Disposition": 'attachment; filename="draft.toml"'})
