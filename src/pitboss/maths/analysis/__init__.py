"""A sheet, a situation or two sheets in the eyes of a mathematician: the library's way to all exact figures."""

from __future__ import annotations

from pitboss.maths.analysis.analysis import Analysis, ChartBlock, MainGame, Strategy, analyze
from pitboss.maths.analysis.comparison import Comparison, Effect, compare
from pitboss.maths.analysis.progressive_notes import LinkBasis
from pitboss.maths.analysis.removal import effects_of_removal
from pitboss.maths.analysis.situations import Choice, Valuation, value
from pitboss.maths.analysis.solving import solve

__all__ = [
    "Analysis", "ChartBlock", "Choice", "Comparison", "Effect", "LinkBasis", "MainGame", "Strategy", "Valuation",
    "analyze", "compare", "effects_of_removal", "solve", "value",
]  # fmt: skip
