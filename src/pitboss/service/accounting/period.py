"""What a report is of: a day, a month, a year, or all there is; the days are the gaming days of the house.

>>> Period.of("month", "2026-09-21").holds("2026-09-02")
True
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, Self, get_args

from pitboss.errors import NotationError
from pitboss.service.floor.gaming_days import DayRule

__all__ = ["KINDS", "Kind", "Period", "days_ago"]

Kind = Literal["day", "month", "year", "life"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
LETTERS: Final[dict[Kind, int]] = {"day": 10, "month": 7, "year": 4, "life": 0}
"""How much of a date tells which period it lies in."""


@dataclass(frozen=True, slots=True)
class Period:
    """The days that a report is of."""

    kind: Kind
    day: str
    """A day of it; of a life the day it is looked at."""

    @classmethod
    def of(cls, kind: str, day: str) -> Self:
        """A period by its name and a day in it, as people write them."""
        if kind not in KINDS:
            raise NotationError(f'"{kind}" is no period', expected=", ".join(KINDS))
        try:
            read = date.fromisoformat(day)
        except ValueError:
            raise NotationError("cannot read a day", text=day, expected="such as 2026-09-21") from None
        return cls(kind, read.isoformat())

    @property
    def date(self) -> str:
        """The part of its day that tells it from other periods; empty for a life."""
        return self.day[: LETTERS[self.kind]]

    def holds(self, day: str) -> bool:
        """Whether a day, or a time that begins with one, is in the period."""
        return day[: LETTERS[self.kind]] == self.date

    def before(self, day: str) -> bool:
        """Whether a day lies before the period."""
        return day[: LETTERS[self.kind]] < self.date

    def text(self, rule: DayRule) -> str:
        """The period in words, with the zone that its days are of."""
        return f"{self.date} {rule.text}" if self.date else "all there is"

    @property
    def span(self) -> str:
        """What it is called where somebody asks how often such a thing happens."""
        return "run" if self.kind == "life" else self.kind

    def slots(self, found: list[str]) -> list[str]:
        """The steps of its course: quarters of an hour in a day where they are known, days in anything longer."""
        mine = sorted(slot for slot in found if self.holds(slot))
        fine = [slot for slot in mine if len(slot) > 10]
        return fine if self.kind == "day" and fine else [slot for slot in mine if len(slot) == 10]


def days_ago(day: str, days: int) -> str:
    """The day N days before another."""
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()
