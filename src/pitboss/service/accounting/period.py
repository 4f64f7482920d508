"""What a report is of: a day, a month, or all there is; the days are the gaming days of the house.

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

Kind = Literal["day", "month", "life"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


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

    def holds(self, day: str) -> bool:
        """Whether a day, or a time that begins with one, is in the period."""
        if self.kind == "life":
            return True
        return day[:10] == self.day if self.kind == "day" else day[:7] == self.day[:7]

    def before(self, day: str) -> bool:
        """Whether a day lies before the period."""
        if self.kind == "life":
            return False
        return day[:10] < self.day if self.kind == "day" else day[:7] < self.day[:7]

    def text(self, rule: DayRule) -> str:
        """The period in words, with the zone that its days are of."""
        if self.kind == "life":
            return "all there is"
        return f"{self.day if self.kind == 'day' else self.day[:7]} {rule.text}"

    @property
    def span(self) -> str:
        """What it is called where somebody asks how often such a thing happens."""
        return {"day": "day", "month": "month", "life": "run"}[self.kind]

    def slots(self, found: list[str]) -> list[str]:
        """The steps of its course: quarters of an hour in a day where they are known, days in a month or a life."""
        mine = sorted(slot for slot in found if self.holds(slot))
        fine = [slot for slot in mine if len(slot) > 10]
        return fine if self.kind == "day" and fine else [slot for slot in mine if len(slot) == 10]


def days_ago(day: str, days: int) -> str:
    """The day N days before another."""
    return (date.fromisoformat(day) - timedelta(days=days)).isoformat()
