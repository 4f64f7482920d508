"""From a sheet to its strategy card: solve the game, take the play that was asked for, write the card."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from pitboss.registry import Rooms

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.reports.charts import Chart
    from pitboss.rules import Sheet

__all__ = ["STRATEGY_CARDS", "TITLES", "StrategyCards", "Style", "strategy_chart"]


class Style(StrEnum):
    """How much a player looks at."""

    BEST = "best"
    TWO_CARD = "two-card"
    TOTAL = "total"


TITLES: Final = {
    Style.BEST: "Best play",
    Style.TWO_CARD: "Best play by two cards",
    Style.TOTAL: "Best play by totals",
}


class StrategyCards(Protocol):
    """What a game's strategy card is made by."""

    def chart(self, sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
        """Return the card of a sheet, at the stake of an analysis; raises NotationError for a style it cannot show."""


STRATEGY_CARDS: Final = Rooms[StrategyCards]("pitboss.reports.strategy")


def strategy_chart(sheet: Sheet, style: Style = Style.BEST, *, analysis: Analysis | None = None) -> Chart:
    """Return the card of a sheet for one style of play, at the stake of an analysis where one is given."""
    return STRATEGY_CARDS[sheet.game].chart(sheet, style, analysis)
