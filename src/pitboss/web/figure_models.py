"""What the figures of a sheet are made of, as they are sent."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field

from pitboss.rules import SHIPPED

__all__ = ["AnalysisAnswer", "ChartAnswer", "ComparisonAnswer", "EdgesAnswer", "Play", "SheetListed", "SheetName"]

SHEET: Final = r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$"
SheetName = Annotated[
    str,
    Field(
        pattern=SHEET,
        description="a sheet that comes with the program, or one of the house's own",
        examples=list(SHIPPED),
    ),
]
Play = Literal["best", "two-card", "total"]
Exact = Annotated[str | None, Field(description='"num/den", where it is known exactly')]
Edge = Annotated[float, Field(description="a fraction of the stake; what is positive is the house's")]
Stakes = Annotated[dict[str, str], Field(description="what the figures are for, in dollars")]
Departures = Annotated[list[str], Field(description="where the sheet leaves its document")]


class WagerListed(BaseModel):
    """A wager that a sheet describes, by its name in records and its title on the layout."""

    wager: str
    title: str
    kind: str = Field(description="main, equal, play, insurance, side or progressive", examples=["side"])


class SheetListed(BaseModel):
    sheet: str
    text: str = Field(description="the hash of its text, with everything it extends")
    own: bool = Field(description="whether it is the house's own, and not one that came with the program")
    departures: Departures
    title: str
    house: str
    game: str
    felt: str
    name: str = Field(description="what the game is called among others", examples=["Catfish Blackjack"])
    about: str = Field(description="what sets it apart, in one line; empty where nobody has said")
    wagers: list[WagerListed]
    irregularities: list[str] = Field(description="the mistakes that it has rulings for")
    meters: dict[str, str] = Field(description="the hand that wins each meter of the link")
    shoe: bool = Field(description="whether rounds are dealt one after another from a shoe, which can be counted")


class TextOfSheet(BaseModel):
    """One text of a sheet."""

    name: str
    text: str
    shipped: bool = Field(description="whether it came with the program")


class SheetContent(BaseModel):
    """A sheet as it was written: its own text, then each one that the text before it extends, and what is set on it."""

    hash: str = Field(description="of all of it: what the log knows the sheet by")
    texts: list[TextOfSheet]
    sets: list[str]


class Asked(BaseModel):
    """Figures, or how far they are; ask the same again until they are done."""

    state: Literal["waiting", "working", "done"] = Field(examples=["done"])
    ahead: int = Field(0, description="how many others come first, while it waits")
    step: str = ""
    share: float = Field(0.0, description="of the work, done")


# edges


class Edges(BaseModel):
    """The house edge of every wager at the least stake."""

    sheet: str
    hash: str
    stakes: Stakes
    wagers: dict[str, Edge]
    departures: Departures


class EdgesAnswer(Asked):
    figures: Edges | None = None


# strategy


class ChartCell(BaseModel):
    letters: str
    play: str
    noted: bool
    words: str
    hand: str = Field("", description="the hand that the words begin with; empty where row and column tell it")


class ChartRow(BaseModel):
    row: str
    hands: list[str] = Field(description="the opening hands that the row stands for, as `values` names them")
    cells: list[ChartCell]


class ChartGrid(BaseModel):
    title: str
    corner: str
    columns: list[str]
    rows: list[ChartRow]


class ChartKey(BaseModel):
    cell: ChartCell
    words: str


class ChartFigures(BaseModel):
    """A strategy card, and what each choice is worth in units of the first bet.

    `values` is by the two cards and the up card in blackjack ("T6 9"), by the kind of hole cards in hold'em ("AKs").
    """

    sheet: str
    title: str
    subtitle: str
    figure_label: str
    figure: str
    grids: list[ChartGrid]
    keys: list[ChartKey]
    notes: list[str]
    basis: str
    values: dict[str, dict[str, float]]
    departures: Departures


class ChartAnswer(Asked):
    figures: ChartFigures | None = None


# analysis


class Basis(BaseModel):
    stakes: Stakes
    play: str
    cards: str
    hash: str


class LineChance(BaseModel):
    """One way a wager can end: what it pays per unit, -1 where the stake is lost, and how often."""

    line: str
    title: str
    pays: float
    probability: float
    exact: Exact


class WagerShown(BaseModel):
    title: str
    house_edge: Edge
    standard_deviation: float
    exact: Exact
    lines: list[LineChance]
    basis: str


class ResultChance(BaseModel):
    """A net result of a round, in units of the first bet."""

    result: float
    probability: float
    exact: Exact


class StrategyShown(BaseModel):
    name: str
    title: str
    house_edge: Edge
    cost: float
    rules: list[str]


class BlockRow(BaseModel):
    row: str
    plays: list[str]


class Block(BaseModel):
    title: str
    columns: list[str]
    rows: list[BlockRow]


class MainGameShown(BaseModel):
    average_bet: float | None
    element_of_risk: float | None
    outcomes: dict[str, float]
    distribution: list[ResultChance] | None
    distribution_basis: str
    strategies: list[StrategyShown]
    chart: list[Block]
    chart_key: str = Field("", description="what the letters of the chart mean; not one of the notes")
    chart_exceptions: list[str] = Field(
        default_factory=list, description="where best play decides otherwise than the strategies told in sentences"
    )
    notes: list[str]


class MeterPoint(BaseModel):
    cents: int
    returns: float


class MeterLevel(BaseModel):
    level: float
    cents: int


class MeterCurve(BaseModel):
    """How the return of the progressive grows with a meter, and what the meter shows when it is won."""

    meter: str
    seed: int
    break_even: int
    curve: list[MeterPoint]
    at_hit: list[MeterLevel]
    mean_at_hit: int
    days: float
    basis: str


class AnalysisFigures(BaseModel):
    """What `pitboss analyze --json` gives, and the curves of the progressive."""

    sheet: str
    title: str
    basis: Basis
    wagers: dict[str, WagerShown]
    main_game: MainGameShown
    findings: list[str]
    departures: Departures
    meters: list[MeterCurve]


class AnalysisAnswer(Asked):
    figures: AnalysisFigures | None = None


# comparison


class Side(BaseModel):
    sheet: str
    hash: str
    stakes: Stakes


class WagerCompared(BaseModel):
    a: float | None
    b: float | None
    difference: float | None
    beyond_the_sum: float | None


class RuleChange(BaseModel):
    """One rule that differs, and what it does to every edge by itself."""

    change: str
    paths: list[str]
    from_: str = Field(alias="from")
    to: str
    house_edge: dict[str, float]
    difference: dict[str, float]


class NotSolved(BaseModel):
    change: str
    why: str


class ComparisonFigures(BaseModel):
    """What `pitboss compare --json` gives."""

    a: Side
    b: Side
    wagers: dict[str, WagerCompared]
    changes: list[RuleChange]
    without_effect: list[str]
    not_solved: list[NotSolved]
    departures: Departures


class CounterListed(BaseModel):
    """Somebody who bets when ahead, and what that brings."""

    name: str
    correlation: float
    trigger: float | None = Field(
        description="the true count from which on they bet; null where the effects of all cards are added up"
    )
    bets: float = Field(description="the share of rounds in which they bet")
    edge: float
    per_hundred: float = Field(description="what a hundred rounds bring, in stakes")
    error: float = Field(description="the standard error of that, as it is an estimate")


class FanPoint(BaseModel):
    """The guest's edge after some cards of the shoe, from shoe to shoe."""

    dealt: int
    low: float = Field(description="of the unluckiest 5 % of shoes")
    quarter: float
    middle: float
    three_quarters: float
    high: float = Field(description="of the luckiest 5 % of shoes")


class CountFigures(BaseModel):
    """How countable a side bet is: what each removal does, the best simple count, and who gains what."""

    title: str
    decks: int
    cut: int = Field(description="cards behind the cut card")
    house_edge: float
    effects: dict[str, float] = Field(description="what the removal of one card does to the guest's return, in stakes")
    tags: list[int]
    counters: list[CounterListed]
    shoes: int = Field(description="random shoes behind what counters gain, which is an estimate")
    fan: list[FanPoint]
    fan_exact: bool = Field(description="whether each shoe's edge is exact; else the effects of removal tell it")
    finding: str


class CountAnswer(Asked):
    figures: CountFigures | None = None


class ComparisonAnswer(Asked):
    figures: ComparisonFigures | None = None
