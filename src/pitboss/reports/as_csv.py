"""Figures as rows of a spreadsheet: one row for every line of every wager."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pitboss.money import cents_text
from pitboss.reports.as_json import exact_text

if TYPE_CHECKING:
    from pitboss.maths.analysis import Analysis

__all__ = ["ANALYSIS_COLUMNS", "analysis_csv", "csv_text"]

ANALYSIS_COLUMNS: Final = (
    "sheet", "wager", "wager_title", "stake", "house_edge", "standard_deviation", "exact_edge", "line", "line_title",
    "pays", "probability", "exact_probability",
)  # fmt: skip


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows under a line of headings; what a row does not say stays empty.

    >>> csv_text(["a", "b"], [{"a": 1, "b": "x, y"}, {"b": None}])
    'a,b\\n1,"x, y"\\n,\\n'
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def analysis_csv(found: Analysis) -> str:
    """What `pitboss analyze --csv` writes."""
    return csv_text(ANALYSIS_COLUMNS, _rows(found))


def _rows(found: Analysis) -> Iterator[dict[str, Any]]:
    """Every line with the figures of its wager; a wager without lines has one row."""
    for wager, figures in found.wagers.items():
        own = {
            "sheet": found.sheet,
            "wager": wager,
            "wager_title": figures.title,
            "stake": cents_text(found.stakes[wager]),
            "house_edge": figures.house_edge,
            "standard_deviation": figures.standard_deviation,
            "exact_edge": exact_text(figures.exact),
        }
        for line in figures.lines:
            yield own | {
                "line": line.line,
                "line_title": line.title,
                "pays": float(line.pays),
                "probability": float(line.probability),
                "exact_probability": exact_text(line.probability),
            }
        if not figures.lines:
            yield own
