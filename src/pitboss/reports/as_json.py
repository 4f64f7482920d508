"""Analyses, comparisons and strategy cards as other programs read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.money import cents_text

if TYPE_CHECKING:
    from pitboss.maths.analysis import Analysis, Comparison, Effect, MainGame
    from pitboss.maths.figures import WagerFigures
    from pitboss.reports.charts import Cell, Chart, Grid
    from pitboss.reports.par import ParSheet, Wager
    from pitboss.rules import Sheet

__all__ = ["analysis_json", "chart_json", "comparison_json", "exact_text", "par_json", "sheet_with"]


def exact_text(value: Fraction | float | None) -> str | None:
    """A fraction as "num/den", None where there is none.

    >>> exact_text(Fraction(192, 4043)), exact_text(0.25)
    ('192/4043', None)
    """
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else None


def analysis_json(found: Analysis) -> dict[str, Any]:
    """What `pitboss analyze --json` prints."""
    return {
        "sheet": found.sheet,
        "title": found.title,
        "basis": found.basis,
        "wagers": {wager: _wager(figures) for wager, figures in found.wagers.items()},
        "main_game": _main_game(found.main),
        "findings": list(found.findings),
    }


def _wager(figures: WagerFigures) -> dict[str, Any]:
    return {
        "house_edge": figures.house_edge,
        "standard_deviation": figures.standard_deviation,
        "exact": exact_text(figures.exact),
        "lines": [
            {
                "line": line.line,
                "title": line.title,
                "pays": float(line.pays),
                "probability": float(line.probability),
                "exact": exact_text(line.probability),
            }
            for line in figures.lines
        ],
        "title": figures.title,
        "basis": figures.basis,
    }


def _main_game(main: MainGame) -> dict[str, Any]:
    distribution = None
    if main.distribution is not None:
        distribution = [
            {"result": float(result), "probability": float(chance), "exact": exact_text(chance)}
            for result, chance in main.distribution.items()
        ]
    return {
        "average_bet": main.average_bet,
        "element_of_risk": main.element_of_risk,
        "outcomes": {name: float(chance) for name, chance in main.outcomes.items()},
        "bets": {bet: {"house_edge": float(edge), "exact": exact_text(edge)} for bet, edge in main.bets.items()},
        "distribution": distribution,
        "distribution_basis": main.distribution_basis,
        "strategies": [
            {"name": s.name, "title": s.title, "house_edge": s.house_edge, "cost": s.cost, "rules": list(s.rules)}
            for s in main.strategies
        ],
        "chart": [
            {
                "title": block.title,
                "columns": list(block.columns),
                "rows": [{"row": name, "plays": list(cells)} for name, cells in block.rows],
            }
            for block in main.chart
        ],
        "chart_key": main.chart_key,
        "chart_exceptions": list(main.chart_exceptions),
        "notes": list(main.notes),
    }


# two sheets


def sheet_with(sheet: Sheet, sets: Sequence[str]) -> str:
    """A sheet by its name and what was set on it."""
    return f"{sheet.name} with {', '.join(sets)}" if sets else sheet.name


def comparison_json(found: Comparison, sets: Sequence[str]) -> dict[str, Any]:
    """What `pitboss compare --json` prints; `sets` are those of the second sheet."""
    return {
        "a": {"sheet": found.a.name, "hash": found.a.hash, "stakes": _amounts(found.stakes_a)},
        "b": {"sheet": sheet_with(found.b, sets), "hash": found.b.hash, "stakes": _amounts(found.stakes_b)},
        "wagers": {
            wager: {
                "a": found.edges_a.get(wager),
                "b": found.edges_b.get(wager),
                "difference": found.moved.get(wager),
                "beyond_the_sum": found.together.get(wager),
            }
            for wager in {**found.edges_a, **found.edges_b}
        },
        "changes": [_effect(effect) for effect in found.effects],
        "without_effect": [change.name for change in found.neutral],
        "not_solved": [
            *({"change": effect.change.name, "why": effect.refused} for effect in found.refused),
            *([{"change": "all together", "why": found.refused_b}] if found.refused_b else []),
        ],
        "departures": [str(departure) for departure in found.b.departures],
    }


def _amounts(stakes: Mapping[str, int]) -> dict[str, str]:
    return {wager: cents_text(cents) for wager, cents in stakes.items()}


def _effect(effect: Effect) -> dict[str, Any]:
    change = effect.change
    return {
        "change": change.name,
        "paths": list(change.paths),
        "from": change.before,
        "to": change.after,
        "house_edge": dict(effect.edges),
        "difference": dict(effect.moved),
    }


# par sheets


def par_json(sheet: Sheet, par: ParSheet) -> dict[str, Any]:
    """What `pitboss report --json` prints: the par sheet as it is worded, without its plots."""
    return {
        "sheet": sheet.name,
        "hash": sheet.hash,
        "title": par.title,
        "house": par.house,
        "facts": dict(par.facts),
        "departures": list(par.departures),
        "summary": [
            dict(zip(("wager", "stakes", "house_edge", "standard_deviation"), row, strict=True)) for row in par.summary
        ],
        "rules": [
            {
                "title": part.title,
                "lines": [{"text": line.text, "pays": line.pays, "clauses": list(line.clauses)} for line in part.lines],
            }
            for part in par.rules
        ],
        "wagers": [_par_wager(wager) for wager in par.wagers],
        "chart": None if par.chart is None else chart_json(par.chart),
        "findings": list(par.findings),
        "notes": list(par.notes),
        "revisions": [one._asdict() for one in par.revisions],
    }


def _par_wager(wager: Wager) -> dict[str, Any]:
    return {
        "wager": wager.name,
        "title": wager.title,
        "facts": dict(wager.facts),
        "lines": [asdict(line) for line in (*wager.lines, *([wager.total] if wager.total else []))],
        "basis": wager.basis,
        "hold": [asdict(line) for line in wager.hold],
    }


# strategy cards


def chart_json(chart: Chart) -> dict[str, Any]:
    """A strategy card, cell by cell."""
    return {
        "title": chart.title,
        "subtitle": chart.subtitle,
        "figure_label": chart.figure_label,
        "figure": chart.figure,
        "grids": [_grid(grid) for grid in chart.grids],
        "keys": [{"cell": _cell(key.cell), "words": key.words} for key in chart.keys],
        "notes": list(chart.notes),
        "basis": chart.basis,
    }


def _grid(grid: Grid) -> dict[str, Any]:
    opening = grid.hands or ((),) * len(grid.rows)
    return {
        "title": grid.title,
        "corner": grid.corner,
        "columns": list(grid.columns),
        "rows": [
            {"row": name, "hands": list(hands), "cells": [_cell(cell) for cell in cells]}
            for (name, cells), hands in zip(grid.rows, opening, strict=True)
        ],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "letters": cell.letters,
        "play": str(cell.play),
        "noted": cell.noted,
        "words": cell.words,
        "hand": cell.hand,
    }
