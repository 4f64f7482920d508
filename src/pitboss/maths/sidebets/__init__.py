"""Side bets and Trips: exact chances of every line by the functions that settle them, and findings on pay tables."""

from __future__ import annotations

from pitboss.maths.sidebets.bets import bet_figures, countability, effects_of_removal, joint_figures, side_wagers
from pitboss.maths.sidebets.findings import pay_table_findings
from pitboss.maths.sidebets.game import JointFigures

__all__ = [
    "JointFigures", "bet_figures", "countability", "effects_of_removal", "joint_figures", "pay_table_findings",
    "side_wagers",
]  # fmt: skip
