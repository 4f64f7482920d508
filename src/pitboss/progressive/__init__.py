"""The linked progressive: meters, contributions, hits, awards, and how a win is paid."""

from __future__ import annotations

from pitboss.progressive.jackpot import Payment
from pitboss.progressive.link import Award, Hit, Link

__all__ = ["Award", "Hit", "Link", "Payment"]
