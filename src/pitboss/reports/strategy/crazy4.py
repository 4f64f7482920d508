"""The strategy card of a sheet of Crazy 4 Poker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.reports.look import FELTS
from pitboss.reports.strategy import TITLES, Style
from pitboss.reports.strategy.poker import best_play, sentence, told
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis, ChartBlock
    from pitboss.reports.charts import Cell, Chart, Grid, Key

__all__ = ["GAME"]

_WORDS = {"F": "fold", "1": "bet the Ante once", "*": "depends on the fifth card and suits", "": "no such hand"}


class _Crazy4:
    def chart(self, sheet: Sheet, style: Style, analysis: Analysis | None) -> Chart:
        from pitboss.reports import numbers
        from pitboss.reports.charts import Chart

        analysis = best_play(sheet, style, analysis)
        strategies = [line for strategy in analysis.main.strategies for line in told(strategy)]
        return Chart(
            title=f"{TITLES[style]}, {sheet.title}",
            subtitle="The one decision, on five cards",
            figure_label="House edge of the ante, played this way",
            figure=numbers.percent(analysis.wagers["main"].house_edge),
            grids=tuple(_grid(block) for block in analysis.main.chart),
            keys=_keys(analysis),
            notes=(*strategies, *analysis.main.chart_exceptions),
            basis=sentence(analysis.wagers["main"].basis),
            felt=FELTS[sheet.felt],
        )


def _said(letter: str) -> str:
    return _WORDS.get(letter) or f"bet {letter} times the Ante"


def _titled(words: str) -> str:
    return words[:1].upper() + words[1:]


def _cell(letter: str, name: str = "") -> Cell:
    from pitboss.reports.charts import Cell, Play

    play = {"F": Play.FOLD, "*": Play.CHECK, "": Play.CHECK, "1": Play.RAISE_LESS}.get(letter, Play.RAISE)
    return Cell(letter, play, words=f"{name}: {_said(letter)}" if name else _said(letter), hand=name)


def _grid(block: ChartBlock) -> Grid:
    from pitboss.reports.charts import Grid

    one = len(block.columns) == 1
    rows = tuple(
        (row, tuple(_cell(letter, row if one else row + column) for column, letter in zip(block.columns, letters)))  # noqa: B905
        for row, letters in block.rows
    )
    return Grid(block.title, "", block.columns, rows)


def _keys(analysis: Analysis) -> tuple[Key, ...]:
    from pitboss.reports.charts import Key

    used = {letter for block in analysis.main.chart for _, letters in block.rows for letter in letters if letter}
    order = sorted(used, key=lambda letter: (letter in ("F", "*"), letter == "*", letter))
    return tuple(Key(_cell(letter), _titled(_said(letter))) for letter in order)


GAME: Final = _Crazy4()
