"""What the strategy cards of poker against the dealer share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.errors import NotationError
from pitboss.reports.strategy import Style
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.analysis.analysis import Analysis, Strategy

__all__ = ["best_play", "sentence", "told"]


def best_play(sheet: Sheet, style: Style, analysis: Analysis | None) -> Analysis:
    """Return the analysis of a sheet, which is kept on disk; refuse every style but the best play."""
    if style is not Style.BEST:
        raise NotationError(f'"{style}" is a way to play blackjack', expected=f"--play best for {sheet.name}")
    if analysis is None:
        from pitboss.maths.analysis.analysis import analyze

        analysis = analyze(sheet)
    return analysis


def told(strategy: Strategy) -> tuple[str, ...]:
    """Return a strategy that can be said in sentences, and what it costs."""
    from pitboss.reports import numbers

    if not strategy.rules:
        return ()
    digits = next((digits for digits in (3, 4, 5) if strategy.cost * 10 ** (digits + 2) >= 1), 6)
    return (f"{strategy.title} (costs {numbers.percent(strategy.cost, digits)} of the Ante):", *strategy.rules)


def sentence(text: str) -> str:
    """Return words as a sentence.

    >>> sentence("a stake of $5")
    'A stake of $5.'
    """
    return text[:1].upper() + text[1:].rstrip(".") + "."
