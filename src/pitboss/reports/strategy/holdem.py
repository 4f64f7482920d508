"""The strategy card of a hold'em sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.errors import NotationError
from pitboss.reports.look import FELTS
from pitboss.reports.strategy import TITLES, Style
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis, Strategy
    from pitboss.reports.charts import Chart

__all__ = ["GAME"]


class _Holdem:
    def chart(self, sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
        return _chart(sheet, style, analysis)


def _chart(sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
    """The raises before the flop from the analysis, which is kept on disk, and its sentences for the later streets."""
    from pitboss.reports import numbers
    from pitboss.reports.strategy.holdem_chart import holdem_chart, holdem_class

    if style is not Style.BEST:
        raise NotationError(f'"{style}" is a way to play blackjack', expected=f"--play best for {sheet.name}")
    if analysis is None:
        from pitboss.maths.analysis.analysis import analyze

        analysis = analyze(sheet)
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
        rules=[line for strategy in analysis.main.strategies for line in _told(strategy)],
        edge=numbers.percent(analysis.wagers["main"].house_edge),
        basis=_sentence(analysis.wagers["main"].basis),
    )


def _told(strategy: Strategy) -> tuple[str, ...]:
    """A strategy that can be said in sentences, and what it costs."""
    from pitboss.reports import numbers

    if not strategy.rules:
        return ()
    return (f"{strategy.title} (costs {numbers.percent(strategy.cost)} of the ante):", *strategy.rules)


def _sentence(text: str) -> str:
    """Words as a sentence.

    >>> _sentence("a stake of $5")
    'A stake of $5.'
    """
    return text[:1].upper() + text[1:].rstrip(".") + "."


GAME: Final = _Holdem()
