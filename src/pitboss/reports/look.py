"""The colours and the typeface that everything on paper shares."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["ACCENT", "EDGE", "FELTS", "FONT", "HAIRLINE", "QUIET", "TEXT", "Fill", "felt"]

TEXT: Final = "#172022"
QUIET: Final = "#536160"
ACCENT: Final = "#9A4114"
EDGE: Final = "#6F7D79"
HAIRLINE: Final = "#D2D8CE"

FONT: Final = "DejaVu Sans"
"""It comes with matplotlib, so that no page depends on what a machine has installed."""

FELTS: Final = {
    "catfish-blackjack": "#14393B",
    "ultimate-texas-holdem": "#282F52",
    "free-bet-blackjack": "#412A48",
    "blackjack-v5": "#4C2C23",
    "games-of-chance-blackjack": "#2D3D25",
}


class Fill(NamedTuple):
    """How a cell of a chart is painted: its ground, its ink and the border that a pale ground needs."""

    ground: str
    ink: str
    border: str


def felt(*names: str) -> str:
    """The felt of the first sheet named that has one: a house's own game lies on the felt of its document."""
    return next((FELTS[name] for name in names if name in FELTS), FELTS["catfish-blackjack"])
