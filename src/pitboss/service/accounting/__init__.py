"""The money of the floor, read from its log: what was staked, won, filled, dropped and corrected, and what is owed."""

from __future__ import annotations

from pitboss.service.accounting.floor_totals import Books
from pitboss.service.accounting.period import Period
from pitboss.service.accounting.report import report

__all__ = ["Books", "Period", "report"]
