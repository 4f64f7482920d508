"""The money of the floor, read from its log: what was staked, won, filled, dropped and corrected, and what is owed."""

from __future__ import annotations

from pitboss.service.money.books import Books
from pitboss.service.money.period import Period
from pitboss.service.money.report import report

__all__ = ["Books", "Period", "report"]
