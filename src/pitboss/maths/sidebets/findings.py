"""What a pay table says of itself: lines that never come, and rare lines that pay less than common ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from pitboss.maths.figures import LineFigure, WagerFigures
from pitboss.maths.sidebets.bets import bet_figures, side_wagers
from pitboss.maths.sidebets.game import GAMES_SIDE_BETS
from pitboss.maths.sidebets.money import LOST
from pitboss.rules import Sheet
from pitboss.rules.progressive import progressive_of

__all__ = ["findings_of_lines", "pay_table_findings"]


def pay_table_findings(sheet: Sheet, *, decks: int | None = None) -> list[str]:
    """A sentence for every line of a side bet that can never come, and for every line rarer than one that pays more."""
    found: list[str] = []
    for wager in side_wagers(sheet):
        found += findings_of_lines(_at_all_stakes(sheet, wager, decks))
    if progressive_of(sheet.rules) is not None:
        from pitboss.maths.progressive import progressive_findings

        found += progressive_findings(sheet)
    return found


def findings_of_lines(figures: WagerFigures) -> list[str]:
    """The same for the lines of one wager."""
    lines = [line for line in figures.lines if line.line != LOST]
    never = [f"{figures.title}: “{line.title}” can never come." for line in lines if not line.probability]
    return never + [
        f"{figures.title}: “{rare.title}” pays {_odds(rare)}, less than “{common.title}” at {_odds(common)}, "
        f"though it comes less often (one bet in {_one_in(rare)} against {_one_in(common)})."
        for rare, common in _out_of_order(lines)
    ]


def _out_of_order(lines: list[LineFigure]) -> Iterator[tuple[LineFigure, LineFigure]]:
    for pair in combinations((line for line in lines if line.probability), 2):
        rare, common = sorted(pair, key=lambda line: line.probability)
        if rare.probability < common.probability and rare.pays < common.pays:
            yield rare, common


def _odds(line: LineFigure) -> str:
    return f"{line.pays.numerator:,} to {line.pays.denominator:,}"


def _one_in(line: LineFigure) -> str:
    return f"{float(1 / line.probability):,.0f}"


def _at_all_stakes(sheet: Sheet, wager: str, decks: int | None) -> WagerFigures:
    """A wager's figures, each line with its best chance over the stakes that can be bet."""
    figures = [
        bet_figures(sheet, wager, decks=decks, stake_cents=side, main_cents=main)
        for side, main in GAMES_SIDE_BETS[sheet.game].stakes_that_matter(sheet, wager)
    ]
    chances: dict[str, Fraction] = {}
    for line in (line for each in figures for line in each.lines):
        chances[line.line] = max(Fraction(line.probability), chances.get(line.line, Fraction(0)))
    lines = tuple(replace(line, probability=chances[line.line]) for line in figures[0].lines)
    return replace(figures[0], lines=lines)
