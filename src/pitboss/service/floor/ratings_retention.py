"""For how long a house tells what it knows of a guest's play, as two people have decided."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from pitboss.errors import IllegalAction

__all__ = ["check_retention", "check_told"]

MOST_DAYS: Final = 36_500


def check_retention(days: int) -> None:
    """Refuse to tell ratings for no day, or for more than a century."""
    if not 1 <= days <= MOST_DAYS:
        raise IllegalAction("ratings.retention_days")


def check_told(day: str, today: str, days: int | None) -> None:
    """Refuse the rating of a gaming day that is further back than the house tells ratings for; None for no limit.

    >>> check_told("2026-09-01", "2026-09-08", 7)
    """
    if days is not None and date.fromisoformat(day) < date.fromisoformat(today) - timedelta(days=days):
        raise IllegalAction("ratings.not_kept", days=days)
