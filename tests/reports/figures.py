"""Real figures for the tests of reports: side bets by their own mathematics, a main game with a known distribution."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from pitboss.maths.analysis.analysis import Analysis, MainGame, Strategy
from pitboss.maths.analysis.stakes import stakes_of
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets import bet_figures
from pitboss.rules import Sheet

MAIN = {
    Fraction(-2): 0.05,
    Fraction(-1): 0.43,
    Fraction(0): 0.085,
    Fraction(1): 0.335,
    Fraction(3, 2): 0.045,
    Fraction(2): 0.055,
}
"""Something like a round of blackjack."""


def main_figures() -> WagerFigures:
    mean = sum(float(result) * share for result, share in MAIN.items())
    square = sum(float(result) ** 2 * share for result, share in MAIN.items())
    return WagerFigures("main", "Main bet", -mean, (square - mean**2) ** 0.5, None, (), "a stake of $5, best play")


@cache
def side_bets(sheet: Sheet) -> dict[str, WagerFigures]:
    stakes = stakes_of(sheet)
    return {
        wager: bet_figures(sheet, wager, stake_cents=cents, main_cents=stakes["main"])
        for wager, cents in stakes.items()
        if wager not in ("main", "progressive")
    }


def analysis_of(sheet: Sheet) -> Analysis:
    """An analysis whose main game is made up and whose side bets are worked out."""
    game = MainGame(
        average_bet=1.13,
        element_of_risk=0.005,
        outcomes={"won": 0.435, "pushed": 0.085, "lost": 0.48},
        distribution=MAIN,
        distribution_basis="made up for a test",
        strategies=(Strategy("total", "By totals", 0.006, 0.0001, ("Stand on 17.",)),),
        chart=(),
        notes=("A note of the main game.",),
    )
    wagers = {"main": main_figures(), **side_bets(sheet)}
    stakes = {wager: cents for wager, cents in stakes_of(sheet).items() if wager in wagers}
    findings = ("TriLux keeps more than it says.", "A <b>finding</b> & its #mark[up].")
    return Analysis(sheet.name, sheet.title, sheet.hash, stakes, "best play", "6 decks", wagers, game, findings)
