"""Cash over the counter: what each person paid in and was paid out in a gaming day, each added up by itself.

Cash comes in for chips, at the cage or at a table, and goes out for chips at the cage; the two are never set against
each other. What is given as play chips, or paid by check, is no cash.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, Literal

import msgspec

from pitboss.ledger import is_player
from pitboss.service.audit.log_by_time import entries_after, first_since
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.service.floor.stream_names import kind_of_stream, table_named
from pitboss.store import Entry, Store

__all__ = ["USUAL", "CashDay", "Movement", "Thresholds", "cash_of"]

WAYS: Final = frozenset({"buy-in", "cash-out", "walked away"})
"""Why chips change hands for cash, as postings have it."""
Level = Literal["", "noted", "reported"]


class Thresholds(msgspec.Struct, frozen=True):
    """From which sum in a gaming day somebody's cash is noted, and above which it is reported; in cents."""

    noted: int = 300_000
    reported: int = 1_000_000

    def level(self, cents: int) -> Level:
        """What a sum calls for.

        >>> USUAL.level(299_999), USUAL.level(300_000), USUAL.level(1_000_000), USUAL.level(1_000_001)
        ('', 'noted', 'noted', 'reported')
        """
        return "reported" if cents > self.reported else "noted" if cents >= self.noted else ""

    def left(self, cents: int) -> int:
        """How much more leaves the level as it is: what a cashier can take before the next one is reached."""
        return max(0, self.noted - 1 - cents if cents < self.noted else self.reported - cents)


USUAL: Final = Thresholds()


class Movement(msgspec.Struct, frozen=True):
    """Cash that came in or went out, by one entry of the log."""

    at: int
    direction: Literal["in", "out"]
    cents: int
    place: str
    """The table, or the cage."""
    stream: str
    version: int


class CashDay(msgspec.Struct):
    """One person's cash in a gaming day; in and out are sums of their own."""

    person: str
    cash_in: int = 0
    cash_out: int = 0
    level_in: Level = ""
    level_out: Level = ""
    left_in: int = 0
    """How much more may come in, and go out, before another level is reached."""
    left_out: int = 0
    movements: list[Movement] = []


def cash_of(store: Store, days: GamingDays, day: str, thresholds: Thresholds = USUAL) -> list[CashDay]:
    """The cash of a gaming day, person by person, the largest sums first."""
    found: dict[str, CashDay] = {}
    for stream, (last, _) in sorted(store.heads().items()):
        if kind_of_stream(stream) in ("person", "table"):
            for person, movement in _movements(store, stream, last, days, day):
                one = found.setdefault(person, CashDay(person, movements=[]))
                one.movements.append(movement)
    for one in found.values():
        one.movements.sort(key=lambda movement: (movement.at, movement.stream, movement.version))
        one.cash_in, one.cash_out = (_sum(one, direction) for direction in ("in", "out"))
        one.level_in, one.level_out = thresholds.level(one.cash_in), thresholds.level(one.cash_out)
        one.left_in, one.left_out = thresholds.left(one.cash_in), thresholds.left(one.cash_out)
    return sorted(found.values(), key=lambda one: (-max(one.cash_in, one.cash_out), one.person))


def _sum(one: CashDay, direction: str) -> int:
    return sum(movement.cents for movement in one.movements if movement.direction == direction)


def _movements(store: Store, stream: str, last: int, days: GamingDays, day: str) -> list[tuple[str, Movement]]:
    """The cash of a stream in a gaming day, but what was entered and taken back."""
    found: list[tuple[str, Movement]] = []
    for entry in _around(store, stream, last, days, day):
        taken_back = _taken_back(entry)
        if taken_back:
            found = [(person, movement) for person, movement in found if movement.version not in taken_back]
        elif days.day_of(entry.at) == day:
            found += _moved(entry)
    return found


def _around(store: Store, stream: str, last: int, days: GamingDays, day: str) -> Iterator[Entry]:
    """The entries of a stream from some time before a gaming day to some time after it, whatever the zone."""
    rule, middle = days.rule_at(0), date.fromisoformat(day)
    low, high = (rule.begins(middle + timedelta(days=more)) for more in (-2, 3))
    if store.read(stream, after=last - 1, upto=last)[0].at < low:
        return
    first = first_since(store, stream, low, last=last)
    for entry in entries_after(store, stream, first - 1, last=last):
        if entry.at > high:
            return
        yield entry


def _taken_back(entry: Entry) -> set[int]:
    """The versions that an entry takes back."""
    if '"EntryRetracted"' not in entry.events:
        return set()
    events = msgspec.json.decode(entry.events)
    return {event["version"] for event in events if event["type"] == "EntryRetracted"}


def _moved(entry: Entry) -> Iterator[tuple[str, Movement]]:
    place = table_named(entry.stream) or "cage"
    for account, cents, why in msgspec.json.decode(entry.postings, type=list[tuple[str, int, str]]):
        if why in WAYS and is_player(account) and cents:
            direction: Literal["in", "out"] = "in" if cents > 0 else "out"
            person = account.partition(":")[2]
            yield person, Movement(entry.at, direction, abs(cents), place, entry.stream, entry.version)
