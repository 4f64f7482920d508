"""A strategy card as PNG, SVG, HTML, or coloured text for a terminal."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, Literal

from pitboss.reports.charts import FILLS, Chart, Grid
from pitboss.reports.typesetting import html, typeset

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

__all__ = ["CARD_FORMS", "CardForm", "card", "card_data", "card_text", "of_hands"]

CardForm = Literal["png", "svg", "html"]
CARD_FORMS: Final[tuple[CardForm, ...]] = ("png", "svg", "html")
_FIRST_BLOCKS: Final = 3


def card(chart: Chart, form: CardForm) -> bytes:
    """The card as a file."""
    if form == "html":
        return html("chart.html", chart=chart, fills=FILLS, hands=of_hands(chart)).encode()
    return typeset("chart.typ", card_data(chart), form)


def of_hands(chart: Chart) -> bool:
    """Whether the cells carry the names of starting hands, so that rows and columns need none."""
    return len(chart.grids) == 1 and len(chart.grids[0].columns) == 13


def card_data(chart: Chart) -> dict[str, Any]:
    """The card as the typesetting templates read it."""
    return {**asdict(chart), "fills": FILLS, "hands": of_hands(chart)}


# the terminal


def card_text(chart: Chart, *, width: int = 100) -> list[Text | Table]:
    """The card as lines and tables of rich, two blocks beside each other where the terminal is wide enough."""
    from rich.table import Table
    from rich.text import Text

    blocks: list[Text] = [_block(grid, hands=of_hands(chart)) for grid in chart.grids]
    blocks.insert(_FIRST_BLOCKS, _keys(chart))
    side_by_side = width >= 2 * max(len(line) for block in blocks for line in block.plain.splitlines()) + 4
    table = Table.grid(padding=(0, 2, 1, 0))
    for first in range(0, len(blocks), 2 if side_by_side else 1):
        table.add_row(*blocks[first : first + (2 if side_by_side else 1)])
    figure = f"{chart.figure_label}: {chart.figure}" if chart.figure else ""
    below = [*chart.notes, chart.basis]
    return [
        Text(chart.title, style="bold"),
        *(Text(line, style="dim") for line in (chart.subtitle, figure) if line),
        Text(),
        table,
        *(Text(note) for note in below if note),
    ]


def _block(grid: Grid, *, hands: bool) -> Text:
    from rich.text import Text

    wide = 4 if hands else 3
    margin = 0 if hands else max(len(label) for label, _ in grid.rows) + 1
    text = Text(grid.title, style="bold")
    text.append(f"  {grid.corner}\n" if grid.corner else "\n", style="dim")
    if not hands:
        text.append(
            " " * margin + "".join(f"{column:^{wide}} " for column in grid.columns).rstrip() + "\n", style="dim"
        )
    for label, cells in grid.rows:
        text.append("" if hands else f"{label:>{margin - 1}} ", style="default")
        for cell in cells:
            fill = FILLS[cell.play]
            mark = "underline " if cell.noted else ""
            text.append(f"{cell.letters:^{wide}}", style=f"{mark}bold {fill.ink} on {fill.ground}")
            text.append(" " if not hands else "")
        text.append("\n")
    return text


def _keys(chart: Chart) -> Text:
    from rich.text import Text

    text = Text("How to read it\n", style="bold")
    for key in chart.keys:
        fill = FILLS[key.cell.play]
        mark = "underline " if key.cell.noted else ""
        text.append(f"{key.cell.letters:^4}", style=f"{mark}bold {fill.ink} on {fill.ground}")
        text.append(f" {key.words}\n", style="default")
    return text
