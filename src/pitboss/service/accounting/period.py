"""What a report is of: a day, a month, or all there is; days begin at midnight UTC.

>>> day_of(1_790_000_000_000), slot_of(1_790_000_000_000)
('2026-09-21', '2026-09-21T14:00')
>>> Period.of("month", "2026-09-21").holds("2026-09-02")
True
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, Self, get_args

from pitboss.errors import NotationError

__all__ = ["KINDS", "Kind", "Period", "day_of", "slot_of"]

Kind = Literal["day", "month", "life"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
SLOT_MINUTES: Final = 15
"""The steps of a day's course."""


def day_of(at: int) -> str:
    """The day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def slot_of(at: int) -> str:
    """The quarter of an hour that a time lies in."""
    time = datetime.fromtimestamp(at / 1000, UTC)
    return time.replace(minute=time.minute - time.minute % SLOT_MINUTES).strftime("%Y-%m-%dT%H:%M")


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

    @property
    def text(self) -> str:
        if self.kind == "life":
            return "all there is"
        return f"{self.day} UTC" if self.kind == "day" else f"{self.day[:7]} UTC"

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
