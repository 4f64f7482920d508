"""The colours and the typeface that everything on paper shares."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ACCENT", "EDGE", "FELTS", "FONT", "HAIRLINE", "QUIET", "TEXT", "Fill"]

TEXT: Final = "#172022"
QUIET: Final = "#536160"
ACCENT: Final = "#9A4114"
EDGE: Final = "#6F7D79"
HAIRLINE: Final = "#D2D8CE"

FONT: Final = "DejaVu Sans"
"""It comes with matplotlib, so that no page depends on what a machine has installed."""

FELTS: Final = {
    "river": "#14393B",
    "dusk": "#282F52",
    "plum": "#412A48",
    "clay": "#4C2C23",
    "moss": "#2D3D25",
    "wine": "#4D2738",
}
"""The felts as colours, by the names that sheets give them."""


class Fill(NamedTuple):
    """How a cell of a chart is painted: its ground, its ink and the border that a pale ground needs."""

    ground: str
    ink: str
    border: str
