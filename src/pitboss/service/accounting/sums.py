"""The sums of the books: whole numbers by time, wager and field; an entry adds to them, a retraction undoes that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from pitboss.service.accounting.period import days_ago

__all__ = ["ALL", "Added", "Cells", "Sums", "join"]

ALL: Final = ""
"""In place of a wager: what is of the table as a whole."""
COURSE_DAYS: Final = 8
"""How many days back sums are kept for every quarter of an hour; older days keep one sum for the day."""

Sums = dict[str, int]
"""Fields and their totals."""


class Added(NamedTuple):
    """What one thing adds to one field."""

    name: str
    """The wager, or for a link the table; :data:`ALL` for the stream as a whole."""
    field: str
    amount: int


class Cells(Struct):
    """Sums by day, and by the quarter of an hour for the last days; as large as the calendar, never as the log."""

    sums: dict[str, dict[str, Sums]] = {}
    """Day or quarter of an hour, name, field."""

    def add(self, times: Iterable[str], added: Iterable[Added], *, sign: int = 1) -> None:
        for time in times:
            of_time = self.sums.setdefault(time, {})
            for name, field, amount in added:
                cell = of_time.setdefault(name, {})
                cell[field] = cell.get(field, 0) + sign * amount

    def forget_course(self) -> None:
        """Drop the quarters of an hour of days that are long over."""
        days = [time for time in self.sums if len(time) == 10]
        oldest = days_ago(max(days), COURSE_DAYS) if days else ""
        for time in [time for time in self.sums if len(time) > 10 and time[:10] < oldest]:
            del self.sums[time]

    def total(self, times: Iterable[str]) -> dict[str, Sums]:
        """The sums by name over some times."""
        found: dict[str, Sums] = {}
        for time in times:
            join(found, self.sums.get(time, {}))
        return found

    @property
    def days(self) -> list[str]:
        return sorted(time for time in self.sums if len(time) == 10)


def join(sums: dict[str, Sums], more: Mapping[str, Sums]) -> None:
    """Add sums to others, name by name and field by field."""
    for name, cell in more.items():
        mine = sums.setdefault(name, {})
        for field, amount in cell.items():
            mine[field] = mine.get(field, 0) + amount
