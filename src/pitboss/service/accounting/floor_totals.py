"""The books of a floor: the sums of every table and of the link, which go on from where they were left.

What has been added up is kept in the store beside the log, with the hash of the last entry that is in it, so that
the next report reads only what is new; where that entry is another one now, the log is read again from its beginning.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Lock
from typing import Any, Final, TypeVar

import msgspec

from pitboss.service.accounting.link_totals import LinkTotals
from pitboss.service.accounting.notable_events import MOST_NOTICES, Notice, notices_of
from pitboss.service.accounting.table_totals import TableTotals
from pitboss.service.floor.cash_rules import CashRules, Thresholds
from pitboss.service.floor.comp_rules import CompRule, CompRules
from pitboss.service.floor.gaming_days import DayRule, GamingDays
from pitboss.service.floor.sheets import Sheets
from pitboss.service.floor.stream_names import HOUSE_STREAM, LINK, table_named
from pitboss.store import Entry, Store
from pitboss.typed import noted

__all__ = ["Books"]

FORM: Final = 3
"""The form in which sums are kept; those of another form are made again."""
DOCUMENT: Final = "books"
PAGE: Final = 2000
"""Entries that are read at once."""
WORTH_KEEPING: Final = 2000
"""Up to this number of new entries, sums are not saved but read again."""

T = TypeVar("T", TableTotals, LinkTotals)


class Explanation(msgspec.Struct, frozen=True):
    """Why a table's result of a period lies outside what chance explains, and who has signed that."""

    table: str
    period: str
    day: str
    why: str
    by: str
    at: int


class HouseTotals(msgspec.Struct):
    """What two people of the house have changed."""

    version: int = 0
    hash: str = ""
    told: list[Notice] = []
    days: GamingDays = GamingDays()
    cash: CashRules = CashRules()
    comps: CompRules = CompRules()
    ratings_days: int | None = None
    explanations: list[Explanation] = []

    def take(self, entry: Entry, days: GamingDays) -> None:
        events: list[dict[str, Any]] = msgspec.json.decode(entry.events)
        for event in events:
            if event["type"] == "GamingDaySet":
                rule = DayRule(since=entry.at, zone=event["zone"], starts=event["starts"])
                self.days = GamingDays((*days.rules, rule))
            elif event["type"] == "CashThresholdsSet":
                ruled = Thresholds(since=entry.at, noted=event["noted"], reported=event["reported"])
                self.cash = CashRules((*self.cash.rules, ruled))
            elif event["type"] == "CompRateSet":
                comp = CompRule(since=entry.at, basis_points=event["basis_points"])
                self.comps = CompRules((*self.comps.rules, comp))
            elif event["type"] == "RatingsRetentionSet":
                self.ratings_days = event["days"]
            elif event["type"] == "ResultExplained":
                said = {name: event[name] for name in ("table", "period", "day", "why", "by")}
                self.explanations = [*self.explanations, Explanation(**said, at=entry.at)]
        self.told = [*self.told, *notices_of(entry, "", events)][-MOST_NOTICES:]
        self.version, self.hash = entry.version, entry.hash


class Books:
    """All sums over a store; safe to use from several threads, one at a time."""

    def __init__(self, store: Store, *, keeps: bool = True) -> None:
        """``keeps`` is whether sums are written down beside the log; a reader from outside leaves it as it is."""
        self.store, self._keeps = store, keeps
        self.sheets = Sheets(store)
        self.tables: dict[str, TableTotals] = {}
        self.link = LinkTotals()
        self.house = HouseTotals()
        self._kept: dict[str, int] = {}
        self._lock = Lock()

    def update(self) -> int:
        """Read what is new in the log; returns how many entries that were."""
        with self._lock:
            heads = {stream: version for stream, (version, _) in self.store.heads().items()}
            streams = sorted(heads, key=lambda stream: stream != HOUSE_STREAM)  # which says when days begin
            return sum(self._follow(stream, heads[stream]) for stream in streams)

    @property
    def days(self) -> GamingDays:
        """The gaming days of the house, as its log has them."""
        return self.house.days

    @property
    def cash(self) -> CashRules:
        """Which sums of cash the house notes and reports, as its log has it."""
        return self.house.cash

    def _follow(self, stream: str, head: int) -> int:
        totals = self._totals_of(stream)
        if totals is None or totals.version >= head:
            return 0
        before = totals.version
        for entry in self._entries(stream, before, head):
            totals.take(entry, self.days)
        if not isinstance(totals, HouseTotals):
            totals.cells.forget_course()
            if self._keeps and totals.version - self._kept.get(stream, 0) >= WORTH_KEEPING:
                self._keep(stream, totals)
        return totals.version - before

    def _entries(self, stream: str, after: int, head: int) -> Iterator[Entry]:
        for first in range(after, head, PAGE):
            yield from self.store.read(stream, after=first, upto=min(first + PAGE, head))

    def _totals_of(self, stream: str) -> TableTotals | LinkTotals | HouseTotals | None:
        """The sums of a stream as they stand; a person's has none."""
        if stream == HOUSE_STREAM:
            return self.house
        if stream == LINK:
            if not self.link.version:
                self.link = self._recalled(stream, LinkTotals) or self.link
            return self.link
        table = table_named(stream)
        if not table:
            return None
        if table not in self.tables:
            self.tables[table] = self._recalled(stream, TableTotals) or TableTotals(table)
        return self.tables[table]

    # kept beside the log

    def _keep(self, stream: str, totals: TableTotals | LinkTotals) -> None:
        sums = json.dumps(msgspec.to_builtins(totals), separators=(",", ":"))  # squares outgrow 64 bits
        self.store.put(DOCUMENT, stream, {"form": FORM, "sums": sums})
        self._kept[stream] = totals.version

    def _recalled(self, stream: str, kind: type[T]) -> T | None:
        """What was kept, if it is of this log and of this form."""
        kept = self.store.get(DOCUMENT, stream)
        if kept is None or kept[0].get("form") != FORM:
            return None
        try:
            totals: T = msgspec.convert(json.loads(kept[0]["sums"]), noted(kind), str_keys=True)
        except (ValueError, msgspec.ValidationError):
            return None
        last = self.store.read(stream, after=totals.version - 1, upto=totals.version)
        if not last or last[0].hash != totals.hash:
            return None
        self._kept[stream] = totals.version
        return totals

    # notices

    def notices(self) -> list[Notice]:
        """Significant events of all streams in their order."""
        all_totals: tuple[TableTotals | LinkTotals | HouseTotals, ...] = (self.link, self.house, *self.tables.values())
        return sorted(
            (one for totals in all_totals for one in totals.told), key=lambda one: (one.at, one.stream, one.version)
        )

    @property
    def latest(self) -> str:
        """The last day on which anything was written."""
        cells = [totals.cells for totals in self.tables.values()]
        days = [day for each in (*cells, self.link.cells) for day in each.days]
        return max(days, default=self.days.day_of(0))
