"""Cash over the counter: what each person paid in and was paid out in a gaming day, each added up by itself.

Cash comes in for chips, at the cage or at a table, and goes out for chips at the cage; the two are never set against
each other. What is given as play chips, or paid by check, is no cash. A guest without an account is one person at all
tables, by their name.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

import msgspec

from pitboss.ledger import is_player
from pitboss.service.audit.log_by_time import entries_after, first_since
from pitboss.service.floor.cash_rules import USUAL, CashRules, Level, Thresholds
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.service.floor.stream_names import kind_of_stream, person_named, table_named
from pitboss.service.tables.on_duty import VISITOR, is_visitor, visitor_standing
from pitboss.store import Entry, Store
from pitboss.typed import noted

__all__ = ["CashDay", "Direction", "Movement", "Outlook", "cash_of", "moved_by", "outlook", "thresholds_of"]

WAYS: Final = frozenset({"buy-in", "cash-out", "walked away"})
"""Why chips change hands for cash, as postings have it."""
Direction = Literal["in", "out"]


class Movement(msgspec.Struct, frozen=True):
    """Cash that came in or went out, by one entry of the log."""

    at: int
    direction: Direction
    cents: int
    place: str
    """The table, or the cage."""
    stream: str
    version: int


class CashDay(msgspec.Struct):
    """One person's cash in a gaming day; in and out are sums of their own."""

    key: str
    """Whom it belongs to: an account, or a guest by their name with an @ behind it."""
    person: str
    walk_in: bool = False
    """Whether it is a guest without an account."""
    cash_in: int = 0
    cash_out: int = 0
    level_in: Level = ""
    level_out: Level = ""
    left_in: int = 0
    """How much more may come in, and go out, before another level is reached."""
    left_out: int = 0
    movements: list[Movement] = []

    def of(self, direction: Direction) -> int:
        return self.cash_in if direction == "in" else self.cash_out


def thresholds_of(rules: CashRules, days: GamingDays, day: str) -> Thresholds:
    """The thresholds that hold at the end of a gaming day."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return rules.at(max((days.rule_at(0), *days.rules), key=lambda rule: rule.since).begins(after) - 1)


def cash_of(
    store: Store, days: GamingDays, day: str, thresholds: Thresholds = USUAL, *, key: str = ""
) -> list[CashDay]:
    """The cash of a gaming day, of everybody or of one, person by person, the largest sums first."""
    found: dict[str, CashDay] = {}
    for stream, (last, _) in sorted(store.heads().items()):
        if _concerns(stream, key):
            for account, movement in _movements(store, stream, last, days, day):
                whose = visitor_standing(account) if is_visitor(account) else account
                name = account.partition(VISITOR)[0]
                one = found.setdefault(whose, CashDay(whose, name, is_visitor(account), movements=[]))
                one.movements.append(movement)
    for one in found.values():
        one.movements.sort(key=lambda movement: (movement.at, movement.stream, movement.version))
        one.cash_in, one.cash_out = (_sum(one, direction) for direction in ("in", "out"))
        one.level_in, one.level_out = thresholds.level(one.cash_in), thresholds.level(one.cash_out)
        one.left_in, one.left_out = thresholds.left(one.cash_in), thresholds.left(one.cash_out)
    asked = (one for one in found.values() if key in ("", one.key))
    return sorted(asked, key=lambda one: (-max(one.cash_in, one.cash_out), one.key))


def _concerns(stream: str, key: str) -> bool:
    """Whether a stream may hold cash of somebody, or of anybody where nobody is named."""
    if not key:
        return kind_of_stream(stream) in ("person", "table")
    return bool(table_named(stream)) if is_visitor(key) else person_named(stream) == key


class Outlook(NamedTuple):
    """What a sum that is about to come in or to go out would make of the day's."""

    before: int
    after: int
    level_before: Level
    level_after: Level

    @property
    def reaches(self) -> bool:
        """Whether another level is reached by it."""
        return self.level_before != self.level_after


def outlook(found: list[CashDay], thresholds: Thresholds, direction: Direction, cents: int) -> Outlook:
    """What is to be said before somebody's next cash is taken, or paid, given their cash so far."""
    before = sum(one.of(direction) for one in found)
    after = before + cents
    return Outlook(before, after, thresholds.level(before), thresholds.level(after))


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
            found += moved_by(entry)
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


def moved_by(entry: Entry) -> Iterator[tuple[str, Movement]]:
    """The cash that an entry moved, with whose it is."""
    place = table_named(entry.stream) or "cage"
    for account, cents, why in msgspec.json.decode(entry.postings, type=noted(list[tuple[str, int, str]])):
        if why in WAYS and is_player(account) and cents:
            direction: Direction = "in" if cents > 0 else "out"
            person = account.partition(":")[2]
            yield person, Movement(entry.at, direction, abs(cents), place, entry.stream, entry.version)
