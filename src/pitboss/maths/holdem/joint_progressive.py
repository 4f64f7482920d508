"""The progressive with hands folded as the main game is played: for the main bets alone, or for all bets together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.maths.progressive.figures import ProgressiveFigures, progressive_figures

if TYPE_CHECKING:
    from pitboss.maths.holdem import HoldemSolution, RankedBoards
    from pitboss.rules import Sheet

__all__ = ["JointProgressive", "joint_progressive"]


@dataclass(frozen=True, slots=True)
class JointProgressive:
    """The progressive and the main bets when they are played for together; the main bets per unit of the Ante."""

    progressive: ProgressiveFigures
    main_house_edge: Fraction
    main_cost: Fraction
    """By how much that is more than under the best play of the main bets alone."""


def joint_progressive(
    sheet: Sheet,
    alone: HoldemSolution,
    *,
    meters: Mapping[str, int] | None = None,
    bettors: int = 1,
    players: int | None = None,
    boards: RankedBoards | None = None,
) -> JointProgressive:
    """Best play of main bets and progressive together, at the Ante of the solution for the main bets alone.

    A hand is kept for what it wins itself. A hand that wins a meter is kept for any part of it, so the play is the
    same whether the meter is won whole or shared.
    """
    from pitboss.maths.holdem import progressive_under_play, solve

    stake = alone.record.stake
    kept = progressive_figures(sheet, meters=meters)
    prizes = {
        line.line: (line.pays + 1) * kept.rules.wager / stake
        for line in kept.figures.lines
        if line.line in kept.chances
    }
    together = solve(sheet, stake_cents=stake, prizes=prizes, boards=boards)
    found = progressive_figures(
        sheet, meters=meters, bettors=bettors, players=players, not_folded=progressive_under_play(together)
    )
    return JointProgressive(found, together.house_edge, together.house_edge - alone.house_edge)
