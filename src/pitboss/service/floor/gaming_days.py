"""The gaming day: a house's time zone and the hour at which its day begins, each valid from when it was decided.

>>> house = GamingDays((DayRule(since=0, zone="America/Chicago", starts="06:00"),))
>>> house.day_of(1_790_000_000_000), GamingDays().day_of(1_790_000_000_000)
('2026-09-21', '2026-09-21')
>>> night = house.rule_at(0).local(1_789_974_000_000)
>>> night.isoformat(), house.day_of(1_789_974_000_000)
('2026-09-21T02:00:00-05:00', '2026-09-20')
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

from pitboss.errors import IllegalAction

__all__ = ["UTC_DAYS", "DayRule", "GamingDays", "check_day"]

SLOT_MINUTES: Final = 15
"""The steps of a day's course."""
_TIME: Final = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class DayRule(Struct, frozen=True, kw_only=True):
    """When a day begins, from a moment on (milliseconds since 1970)."""

    since: int = 0
    zone: str = "UTC"
    starts: str = "00:00"

    def local(self, at: int) -> datetime:
        """A time as the clocks of the house show it."""
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(_zone(self.zone))

    def day_of(self, at: int) -> str:
        """The gaming day: the date at which it began, by the clock on the wall."""
        today = self.local(at).date()
        return (today - timedelta(days=at < self.begins(today))).isoformat()

    def begins(self, day: date) -> int:
        """When a gaming day begins; an hour that comes twice begins it once, one that is left out comes later."""
        wall = datetime.combine(day, time.fromisoformat(self.starts), _zone(self.zone))
        return round(wall.timestamp() * 1000)

    @property
    def text(self) -> str:
        """The zone, and where a day does not begin at midnight, its hour."""
        return self.zone if self.starts == "00:00" else f"{self.zone}, from {self.starts}"


class GamingDays(Struct, frozen=True):
    """What the house has decided of its days, oldest first; before that they begin at midnight UTC."""

    rules: tuple[DayRule, ...] = ()

    def rule_at(self, at: int) -> DayRule:
        """The rule that holds at a time."""
        return next((rule for rule in reversed(self.rules) if rule.since <= at), _PLAIN)

    def day_of(self, at: int) -> str:
        """The gaming day of a time in milliseconds since 1970."""
        return self.rule_at(at).day_of(at)

    def slot_of(self, at: int) -> str:
        """The quarter of an hour that a time lies in: its gaming day, and when it began by UTC.

        An hour that comes twice has its quarters twice, in their order.
        """
        began = datetime.fromtimestamp(at / 1000, UTC)
        began = began.replace(minute=began.minute - began.minute % SLOT_MINUTES)
        return f"{self.day_of(at)} {began:%Y-%m-%dT%H:%M}"

    def shown(self, slot: str) -> str:
        """A day as it is, and a quarter of an hour by the clock on the wall, with its distance from UTC."""
        day, _, began = slot.partition(" ")
        if not began:
            return day
        at = int(datetime.fromisoformat(began).replace(tzinfo=UTC).timestamp() * 1000)
        local = self.rule_at(at).local(at)
        return f"{local:%Y-%m-%dT%H:%M}" + ("" if local.tzinfo is UTC else f"{local:%z}")


_PLAIN: Final = DayRule()
UTC_DAYS: Final = GamingDays()
"""The days of a house that has not decided on them: they begin at midnight UTC."""


@lru_cache(maxsize=16)
def _zone(name: str) -> tzinfo:
    return UTC if name == "UTC" else ZoneInfo(name)


def check_day(zone: str, starts: str) -> None:
    """Refuse an unknown time zone, or an hour that is not one of a day."""
    if zone not in available_timezones():
        raise IllegalAction("day.no_such_zone", zone=zone)
    if not _TIME.fullmatch(starts):
        raise IllegalAction("day.no_such_time", time=starts)
