"""Everything the mathematics has to say of a sheet, in one value: figures, play, and findings in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.cards import Card, parse_cards
from pitboss.errors import NotationError
from pitboss.maths import results
from pitboss.maths.analysis.checks import check_pay_tables
from pitboss.maths.analysis.progress import Steps, silent
from pitboss.maths.analysis.progressive_notes import LinkBasis
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.display import edge, fragment, html_table
from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.maths.games import GAME_MATHS
from pitboss.money import cents_text, dollars
from pitboss.rules import Sheet

__all__ = ["Analysis", "ChartBlock", "MainGame", "Strategy", "analyze"]


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play, what the house keeps against it, and what that is more than against best play."""

    name: str
    title: str
    house_edge: float
    cost: float
    rules: tuple[str, ...] = ()
    """The strategy in sentences, where it can be said in some."""


@dataclass(frozen=True, slots=True)
class ChartBlock:
    """One block of a strategy chart: what stands in a row and column is what to do there."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class MainGame:
    """What is known of the main game beyond its edge, in units of the initial bet."""

    average_bet: float | None
    """All that is staked in a round on average."""
    element_of_risk: float | None
    """The edge by all that is staked."""
    outcomes: Mapping[str, float]
    """How often a round is won, pushed and lost, and how often each choice is made."""
    distribution: Mapping[Fraction, Fraction | float] | None
    """The chance of every net result of a round."""
    distribution_basis: str
    strategies: tuple[Strategy, ...]
    chart: tuple[ChartBlock, ...]
    notes: tuple[str, ...] = ()
    bets: Mapping[str, Fraction] = field(default_factory=dict)
    """The share of each bet in the edge, where the main game has several."""
    chart_key: str = ""
    """What the letters of the chart mean."""
    chart_exceptions: tuple[str, ...] = ()
    """Where best play decides otherwise than the strategies that can be said in sentences."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The figures of every wager of a sheet, the main game in detail, and what a reader should know."""

    sheet: str
    title: str
    hash: str
    stakes: Mapping[str, int]
    play: str
    cards: str
    wagers: Mapping[str, WagerFigures]
    main: MainGame
    findings: tuple[str, ...]

    @property
    def basis(self) -> dict[str, object]:
        """What the figures are for, as other programs read it."""
        stakes = {wager: cents_text(cents) for wager, cents in self.stakes.items()}
        return {"stakes": stakes, "play": self.play, "cards": self.cards, "hash": self.hash}

    def _repr_html_(self) -> str:
        rows = [
            [figures.title, dollars(self.stakes[wager]), edge(figures.house_edge), f"{figures.standard_deviation:.4f}"]
            for wager, figures in self.wagers.items()
        ]
        wagers = html_table(["wager", "stake", "house edge", "deviation"], rows)
        return fragment(f"{self.title} ({self.sheet}, {self.cards})", wagers, notes=self.findings)


SHAPES = (Analysis, ChartBlock, LineFigure, MainGame, Strategy, WagerFigures)


def analyze(
    sheet: Sheet,
    *,
    stakes: Mapping[str, int] | None = None,
    shoe: Iterable[Card] | str | None = None,
    cache: bool = True,
    any_order: bool = False,
    link: LinkBasis | None = None,
    progress: Steps = silent,
) -> Analysis:
    """All figures of a sheet at these stakes in cents, by default the least of each wager.

    `shoe` is what the first round is dealt from where it is not the sheet's own number of decks; `any_order` takes pay
    tables that pay a better hand less than a worse one; `link` says where the meters of a progressive stand and who
    plays for them.
    """
    if not any_order:
        check_pay_tables(sheet)
    chosen = stakes_of(sheet, stakes)
    cards = None if shoe is None else tuple(sorted(parse_cards(shoe) if isinstance(shoe, str) else shoe))
    if link is not None and "progressive" not in sheet.rules.table.side_bets:
        raise NotationError(f'"{sheet.name}" has no progressive', expected="a sheet with a linked progressive")
    basis = link or LinkBasis()
    key = {
        "sheet": sheet.hash, "stakes": chosen, "shoe": None if cards is None else [int(card) for card in cards],
        "link": basis.key,
    }  # fmt: skip
    found = results.recall("analysis", key, shapes=SHAPES) if cache else None
    if not isinstance(found, Analysis):
        found = GAME_MATHS[sheet.game].analyze(sheet, chosen, cards, basis, progress)
        if cache:
            results.keep("analysis", key, found)
    from pitboss.maths.analysis.findings import about_sheet

    findings = (*found.findings, *about_sheet(sheet))  # of the document and the name, which the hash does not hold
    return replace(found, sheet=sheet.name, title=sheet.title, findings=findings)
