"""What lies on the felt of a sheet, as data: the pages draw what they are told here, and know no game or sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, Protocol, Required, TypedDict

from pydantic import BaseModel, Field

from pitboss.money import Odds
from pitboss.registry import Rooms
from pitboss.rules import Sheet
from pitboss.rules.game import GAME_RULES, WagerKind, on_layout
from pitboss.table.state import places_of

__all__ = [
    "GAME_LAYOUTS",
    "BoardCards",
    "GameLayout",
    "Layout",
    "Lettering",
    "PayLine",
    "PayTable",
    "PostedValues",
    "Share",
    "layout_of",
    "lettered",
    "pay_lines",
    "pay_tables",
]


class PayLine(BaseModel):
    line: str
    title: str
    pays: str


class Share(BaseModel):
    """A share of a bet: some parts of a whole number of them."""

    parts: int
    of: int


class PostedValues(TypedDict, total=False):
    """The values of single games that are posted with a table, by the names they are sent under."""

    insurance_step: int | None
    insurance_share: Share | None
    double_step: int | None
    double_face_down: bool
    surrender_returns: Share | None
    dealer_pushes_on: int | None
    blind_pays: list[PayLine]


class PayTable(BaseModel):
    """A wager's pay lines under a title."""

    title: str
    lines: list[PayLine]


class PlacedWager(BaseModel):
    """A wager with a place before every seat."""

    wager: str
    title: str
    kind: WagerKind = Field(
        description="main: the first bet; equal: put down with it, as much; side: optional; progressive: of a link; "
        "play: made after the deal"
    )


class BoardCards(BaseModel):
    """Cards in the middle that are turned together."""

    title: str
    cards: int


TableForm = Literal["boxes", "showdown"]


class Layout(BaseModel):
    """What lies on a felt; a place of the lettering that is empty has none."""

    table: TableForm = Field(
        description="boxes: a betting box before each seat, cards from a shoe; "
        "showdown: a row of main wagers, cards from a shuffler, one hand against the dealer's"
    )
    felt: str = Field(description="the name of its colour", examples=["river"])
    boxes: int = Field(description="places for players")
    wagers: list[PlacedWager] = Field(description="main ones first, optional ones in the order of the sheet")
    headline: str = Field("", description="in large letters along the dealer's arc")
    rule: str = Field("", description="in small letters along the dealer's arc")
    line: str = Field("", description="on the line for insurance; without it there is no such line")
    tables: list[PayTable] = Field([], description="at the dealer's right, then at the left")
    board: list[BoardCards] = Field([], description="the cards in the middle, in the order of turning")


class Lettering(TypedDict, total=False):
    """What a felt says beside its wagers: the form of its table, and the fields of a layout that the game fills."""

    table: Required[TableForm]
    headline: str
    rule: str
    line: str
    tables: list[PayTable]
    board: list[BoardCards]


class GameLayout(Protocol):
    """What the pages ask of a game: what its felts letter."""

    @property
    def lettered(self) -> Mapping[str, str]:
        """The values whose sentences are posted with a table, each by the name it is sent under."""

    @property
    def main_values(self) -> tuple[str, ...]:
        """The values, or the beginnings of their paths, that say what the main wagers win and lose."""

    @property
    def option_headings(self) -> Mapping[str, str]:
        """The headings under which the values of its own sections are chosen, in order."""

    @property
    def option_titles(self) -> Mapping[str, str]:
        """Names of values that would say too little by themselves."""

    @property
    def option_sentences(self) -> frozenset[str]:
        """The sections whose values are named by their sentences."""

    def posted(self, sheet: Sheet) -> PostedValues:
        """Return the values that its controls are made by."""

    def lettering(self, sheet: Sheet) -> Lettering:
        """Return what a felt of the game says beside its wagers."""


GAME_LAYOUTS: Final = Rooms[GameLayout]("pitboss.web.layouts")


def layout_of(sheet: Sheet) -> Layout:
    """Return what lies on the felt of a sheet.

    >>> from pitboss.rules import load
    >>> [one.title for one in layout_of(load("catfish-blackjack", sets=["side_bets=trilux"])).wagers]
    ['Main bet', 'TriLux']
    """
    placed = on_layout(sheet.game, sheet.rules)
    return Layout(
        felt=sheet.felt,
        boxes=places_of(sheet).boxes,
        wagers=[PlacedWager(wager=one.name, title=one.title, kind=one.kind) for one in placed],
        **GAME_LAYOUTS[sheet.game].lettering(sheet),
    )


def lettered(sheet: Sheet, path: str) -> str:
    """Return a value's sentence as felts letter it, without article and full stop; empty where the sheet has none.

    >>> from pitboss.rules import load
    >>> lettered(load("catfish-blackjack"), "dealer.soft_17")
    'Dealer draws on soft 17'
    """
    value = sheet.values.get(path)
    if value is None:
        return ""
    said = sheet.fields[path].sentence(value).removeprefix("The ").removesuffix(".")
    return said[:1].upper() + said[1:]


def pay_lines(sheet: Sheet, section: str) -> list[PayLine]:
    """Return the pay lines of a section, the highest first; none where the sheet has no such section."""
    values = sheet.values.items()
    found = [(path, odds) for path, odds in values if path.rpartition(".")[0] == section and isinstance(odds, Odds)]
    return [
        PayLine(line=path.rpartition(".")[2], title=sheet.fields[path].sentence(odds), pays=odds.words)
        for path, odds in sorted(found, key=lambda item: -item[1].ratio)
    ]


def pay_tables(sheet: Sheet) -> list[PayTable]:
    """Return what the felt says of the wagers that pay by the hand: the Ante's equal, and optional bets on offer."""
    offered = sheet.rules.table.side_bets
    return [
        PayTable(title=f"{wager.title} pays", lines=pay_lines(sheet, wager.pays))
        for wager in GAME_RULES[sheet.game].wagers(sheet.rules)
        if wager.kind == "equal" or (wager.kind == "side" and wager.section in offered)
    ]
