"""From a sheet's analysis to its par sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pitboss.reports import numbers
from pitboss.reports.par import ParSheet, Revised, par_sheet
from pitboss.reports.strategy import strategy_chart
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis, MainGame
    from pitboss.reports.charts import Chart

__all__ = ["par_of", "report"]

NOTHING: Final = 1e-12
"""Less than any strategy costs: what rounding leaves."""


def report(sheet: Sheet, analysis: Analysis, revisions: Sequence[Revised] = ()) -> ParSheet:
    """The par sheet of a sheet, its strategy card at the stake of the figures."""
    return par_of(sheet, analysis, strategy_chart(sheet, analysis=analysis), revisions)


def par_of(sheet: Sheet, analysis: Analysis, chart: Chart | None, revisions: Sequence[Revised] = ()) -> ParSheet:
    """The par sheet of an analysis that was made already."""
    assert sheet.hash == analysis.hash, "figures of another sheet"
    main = analysis.main
    return par_sheet(
        sheet,
        tuple(analysis.wagers.values()),
        chart=chart,
        findings=analysis.findings,
        notes=_notes(analysis),
        distributions={"main": main.distribution} if main.distribution else {},
        facts={"main": _main_facts(main)},
        revisions=revisions,
    )


def _main_facts(main: MainGame) -> list[tuple[str, str]]:
    found = []
    if main.average_bet is not None:
        found.append(("Average total bet, units", f"{main.average_bet:.6f}"))
    if main.element_of_risk is not None:
        found.append(("Element of risk", numbers.percent(main.element_of_risk, 6)))
    found += [
        (outcome[:1].upper() + outcome[1:], numbers.percent(share, 4)) for outcome, share in main.outcomes.items()
    ]
    for strategy in main.strategies:
        cost = f", which costs {numbers.percent(strategy.cost, 4)}" if strategy.cost > NOTHING else ""
        title = strategy.title[:1].lower() + strategy.title[1:]
        found.append((f"House edge: {title}", numbers.percent(strategy.house_edge, 4) + cost))
    return found


def _notes(analysis: Analysis) -> tuple[str, ...]:
    """Basis and method; the key of the analysis' own charts is left out, as it is not that of the card."""
    main = analysis.main
    said = [f"Play: {analysis.play}", f"Cards: {analysis.cards}"]
    if main.distribution_basis:
        said.append(f"Distribution of the main bet: {main.distribution_basis}")
    return (*(f"{note.rstrip('.')}." for note in said), *main.notes, *main.chart_exceptions)
