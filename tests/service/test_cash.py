"""Cash in and cash out of a gaming day, person by person, as the log has them."""

from __future__ import annotations

import json
from collections import Counter

from tests.service.shift import Shift
from tests.service.test_floor import Pit
from tests.service.test_gaming_day import at, decide

from pitboss.service.accounting.cash import CashDay, cash_of
from pitboss.service.floor import commands as c
from pitboss.service.floor.cash_rules import Thresholds
from pitboss.service.floor.gaming_days import GamingDays
from pitboss.store import Store

DAY = "2026-09-21"


def people(store: Store, days: GamingDays | None = None, day: str = DAY) -> dict[str, CashDay]:
    return {one.person.partition("@")[0]: one for one in cash_of(store, days or GamingDays(), day)}


def plainly(store: Store, day: str) -> Counter[tuple[str, str]]:
    """The same read from the log in the simplest way: who got or gave chips for cash, whatever the stream."""
    found: Counter[tuple[str, str]] = Counter()
    for stream, (last, _) in store.heads().items():
        taken_back = {
            event["version"]
            for entry in store.read(stream, upto=last)
            for event in json.loads(entry.events)
            if event["type"] == "EntryRetracted"
        }
        for entry in store.read(stream, upto=last):
            if entry.version not in taken_back and GamingDays().day_of(entry.at) == day:
                for account, cents, why in json.loads(entry.postings):
                    if account.startswith("player:") and why in ("buy-in", "cash-out", "walked away"):
                        found[account.removeprefix("player:"), "in" if cents > 0 else "out"] += abs(cents)
    return found


def test_in_and_out_are_added_up_apart_and_never_netted() -> None:
    pit = Pit()
    pit.hello("Ann", chips=0)
    for number, cents in enumerate((250_000, 60_000), 1):
        pit.person("Ann", c.BuyIn(cents=cents), f"in {number}")
    pit.person("Ann", c.CashOut(cents=310_000), "out")
    found = people(pit.store, day=pit.floor.house().days.day_of(pit.floor.clock()))["Ann"]
    assert (found.cash_in, found.cash_out) == (310_000, 310_000)
    assert (found.level_in, found.level_out) == ("noted", "noted")
    assert [(one.direction, one.cents, one.place) for one in found.movements] == [
        ("in", 250_000, "cage"), ("in", 60_000, "cage"), ("out", 310_000, "cage"),
    ]  # fmt: skip


def test_cash_at_a_table_counts_and_what_was_mis_keyed_does_not() -> None:
    shift = Shift()
    shift.open("catfish-blackjack")
    shift.seat("Ann", cents=100_000)
    shift.do("Dora", c.VisitorBuysIn(box=1, cents=900_000))
    shift.do("Dora", c.Retract(version=shift.floor.table("t").version))
    shift.do("Dora", c.VisitorBuysIn(box=1, cents=90_000))
    found = people(shift.store)["Ann"]
    assert (found.cash_in, found.cash_out, found.level_in) == (190_000, 0, "")
    assert {one.place for one in found.movements} == {"t"}
    shift.do("Dora", c.UnseatVisitor(box=1))
    assert people(shift.store)["Ann"].cash_out == 190_000
    mine = {(f"{one.person}@t", way): cents for one in cash_of(shift.store, GamingDays(), DAY)
            for way, cents in (("in", one.cash_in), ("out", one.cash_out)) if cents}  # fmt: skip
    assert mine == plainly(shift.store, DAY)


def test_play_chips_are_no_cash() -> None:
    pit = Pit()
    pit.person("Ann", c.Hello(chips=100_000), "hello")
    assert people(pit.store, day=pit.floor.house().days.day_of(pit.floor.clock())) == {}


def test_a_day_is_the_gaming_day_of_the_house() -> None:
    pit = Pit()
    pit.now = at("2026-11-17T00:00")
    pit.hello("Ann", chips=0)
    decide(pit, "America/Chicago", "06:00")
    for number, time in enumerate(("2026-11-17T11:59", "2026-11-17T12:01", "2026-11-18T11:59", "2026-11-18T12:01")):
        pit.now = at(time)
        pit.person("Ann", c.BuyIn(cents=1000 * 10**number), f"in {number}")
    days = pit.floor.house().days
    sums = {day: people(pit.store, days, day)["Ann"].cash_in for day in ("2026-11-16", "2026-11-17", "2026-11-18")}
    assert sums == {"2026-11-16": 1000, "2026-11-17": 10_000 + 100_000, "2026-11-18": 1_000_000}
    assert people(pit.store, days, "2026-11-19") == {}


def test_what_is_left_says_when_the_next_level_comes() -> None:
    house = Thresholds(noted=300_000, reported=1_000_000)
    for cents in (0, 299_999, 300_000, 999_999, 1_000_000):
        left = house.left(cents)
        assert house.level(cents + left) == house.level(cents)
        assert house.level(cents + left + 1) != house.level(cents)
    assert (house.level(1_000_001), house.left(1_000_001)) == ("reported", 0)
