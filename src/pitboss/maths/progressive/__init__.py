"""The progressive: its return as a function of the meters, envy, hits, and the reserve behind the Major."""

from __future__ import annotations

from pitboss.maths.progressive.figures import ProgressiveFigures, progressive_figures, progressive_findings
from pitboss.maths.progressive.hands import line_chances
from pitboss.maths.progressive.meters import MeterAtHit, ReserveAtHit, meter_at_hit, reserve_at_hit

__all__ = [
    "MeterAtHit", "ProgressiveFigures", "ReserveAtHit", "line_chances",
    "meter_at_hit", "progressive_figures", "progressive_findings", "reserve_at_hit",
]  # fmt: skip
