"""What the analyses of poker against the dealer share: wagers, the main game with its strategies, edges by stake."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.maths.analysis.analysis import ChartBlock, MainGame, Strategy
from pitboss.maths.analysis.progressive_notes import LinkBasis
from pitboss.maths.analysis.stakes import telling_stakes
from pitboss.maths.figures import WagerFigures
from pitboss.rules import Sheet

if TYPE_CHECKING:
    from pitboss.maths.poker.solution import PokerSolution

__all__ = ["check_link", "edges_by_stake", "every_edge", "every_wager", "main_game", "two_strategies"]


def check_link(sheet: Sheet, basis: LinkBasis) -> None:
    """Refuse meters that cannot stand so, and more bettors than sit at a table, before any long work."""
    from pitboss.maths.progressive import progressive_figures

    if basis != LinkBasis() or "progressive" in sheet.rules.table.side_bets:
        progressive_figures(sheet, meters=basis.meters, bettors=basis.bettors)


def every_wager(
    sheet: Sheet, stakes: Mapping[str, int], main: WagerFigures, link: WagerFigures | None
) -> dict[str, WagerFigures]:
    """Return the figures of every wager: main and the progressive as given, optional bets by the cards alone."""
    from pitboss.maths.sidebets import bet_figures

    known = {"main": main} | ({"progressive": link} if link is not None else {})
    return {
        "main": main,
        **{
            wager: known[wager] if wager in known else bet_figures(sheet, wager, stake_cents=stake)
            for wager, stake in stakes.items()
        },
    }


def every_edge(
    sheet: Sheet, stakes: Mapping[str, int], solution: PokerSolution, link: Callable[[], WagerFigures]
) -> dict[str, float]:
    """Return the edge of every wager; ``link`` works out the progressive where it is bet on."""
    progressive = link() if "progressive" in stakes else None
    wagers = every_wager(sheet, stakes, solution.figures(), progressive)
    return {wager: figures.house_edge for wager, figures in wagers.items()}


def two_strategies(
    best: PokerSolution, simple: PokerSolution, cost: Fraction, rules: tuple[str, ...]
) -> tuple[Strategy, ...]:
    """Return best play, and the play that can be remembered with what it costs."""
    return (
        Strategy("best", "Best play", float(best.house_edge), 0.0),
        Strategy("simple", "A play to remember", float(simple.house_edge), float(cost), rules),
    )


def main_game(
    solution: PokerSolution,
    words: Mapping[str, str],
    strategies: tuple[Strategy, ...],
    chart: Iterable[ChartBlock],
    notes: tuple[str, ...],
    *,
    exceptions: tuple[str, ...] = (),
) -> MainGame:
    """Return Ante, its equal and Play; ``words`` are those for how a round ends."""
    outcomes = solution.outcomes
    ends: dict[str, Fraction] = {}
    for end in solution.endings:
        name = words[end.result]
        ends[name] = ends.get(name, Fraction()) + Fraction(end.count, outcomes)
    for decision, count in solution.frequencies.items():
        ends[f"decision: {decision}"] = Fraction(count, outcomes)
    return MainGame(
        average_bet=float(solution.average_bet),
        element_of_risk=float(solution.element_of_risk),
        outcomes={name: float(chance) for name, chance in ends.items()},
        distribution={units: Fraction(count, outcomes) for units, count in solution.distribution.items()},
        distribution_basis="exact",
        strategies=strategies,
        chart=tuple(chart),
        notes=notes,
        bets={bet.title(): -won for bet, won in solution.wagers.items()},
        chart_exceptions=exceptions,
    )


def edges_by_stake(
    sheet: Sheet,
    stake: int,
    per_unit: Callable[[int], tuple[object, ...]],
    edge: Callable[[int], Fraction],
    known: Mapping[tuple[object, ...], Fraction],
) -> dict[int, float]:
    """Return the edge at every stake that can change it; a game that pays alike per unit is solved once."""
    solved = dict(known)
    found: dict[int, float] = {}
    for cents in telling_stakes(sheet, "main", stake):
        alike = per_unit(cents)
        if alike not in solved:
            solved[alike] = edge(cents)
        found[cents] = float(solved[alike])
    return found
