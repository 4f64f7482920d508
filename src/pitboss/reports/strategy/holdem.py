"""The strategy card of a hold'em sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.reports.look import FELTS
from pitboss.reports.strategy import TITLES, Style
from pitboss.reports.strategy.poker import best_play, sentence, told
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis
    from pitboss.reports.charts import Chart

__all__ = ["GAME"]


class _Holdem:
    def chart(self, sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
        return _chart(sheet, style, analysis)


def _chart(sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
    """The raises before the flop from the analysis, which is kept on disk, and its sentences for the later streets."""
    from pitboss.reports import numbers
    from pitboss.reports.strategy.holdem_chart import holdem_chart, holdem_class

    analysis = best_play(sheet, style, analysis)
    rows = analysis.main.chart[0].rows
    return holdem_chart(
        {
            holdem_class(row, column): choice.replace(".", "check")
            for row, (_, choices) in enumerate(rows)
            for column, choice in enumerate(choices)
        },
        title=f"{TITLES[style]}, {sheet.title}",
        subtitle="The first bet, on two cards",
        felt=FELTS[sheet.felt],
        rules=[line for strategy in analysis.main.strategies for line in told(strategy)],
        edge=numbers.percent(analysis.wagers["main"].house_edge),
        basis=sentence(analysis.wagers["main"].basis),
    )


GAME: Final = _Holdem()
