"""The gaming day of a house: decided by two, valid from then on, and right when clocks are put back or forward."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from tests.service.test_floor import Pit, refusal
from tests.service.test_standing import HOUR, place, seated

from pitboss.service.accounting import Books, Period, report
from pitboss.service.accounting.report import BEING_COMPUTED
from pitboss.service.audit.audit import verify
from pitboss.service.floor import commands as c
from pitboss.service.floor.gaming_days import DayRule, GamingDays
from pitboss.service.people.player_limits import DAY_MS, DailyPlay, Played

CHICAGO = DayRule(zone="America/Chicago", starts="06:00")
MINUTE = 60_000


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def decide(pit: Pit, zone: str, starts: str, name: str = "day") -> None:
    change = c.GamingDay(zone=zone, starts=starts)
    for command, actor in (
        (c.Propose(proposal=name, change=change, reason="our hours"), "Mona"),
        (c.Approve(proposal=name), "Paul"),
        (c.Apply(proposal=name), "Mona"),
    ):
        pit.floor.do(partial(pit.floor.plan_house, command, actor=actor, role="administrator"))


# --- the days themselves ----------------------------------------------------------------------------------


def test_a_house_that_has_decided_nothing_has_days_from_midnight_to_midnight_utc() -> None:
    days = GamingDays()
    assert days.day_of(at("2026-11-17T00:00")) == "2026-11-17"
    assert days.day_of(at("2026-11-17T00:00") - 1) == "2026-11-16"
    assert days.slot_of(at("2026-11-17T14:29:59")) == "2026-11-17 2026-11-17T14:15"
    assert days.shown("2026-11-17 2026-11-17T14:15") == "2026-11-17T14:15"


def test_what_was_before_a_decision_stays_as_it_was() -> None:
    noon = at("2026-11-17T12:00")
    days = GamingDays((DayRule(since=noon, zone="Asia/Tokyo", starts="00:00"),))
    assert [days.day_of(noon - 1), days.day_of(noon + 3 * HOUR)] == ["2026-11-17", "2026-11-18"]


@pytest.mark.parametrize("begins", ["2026-03-01T00:00", "2026-09-20T00:00"])
@pytest.mark.parametrize(
    ("zone", "starts"),
    [
        ("America/Chicago", "00:00"), ("America/Chicago", "01:30"), ("America/Chicago", "02:30"),
        ("Europe/Berlin", "02:30"), ("Europe/Berlin", "06:00"), ("Australia/Lord_Howe", "01:45"), ("UTC", "23:45"),
    ],
)  # fmt: skip
def test_days_follow_one_another_and_begin_once_also_when_clocks_change(zone: str, starts: str, begins: str) -> None:
    """By quarters of an hour through two months: no day comes back, each begins at its hour, slots are in order."""
    days = GamingDays((DayRule(zone=zone, starts=starts),))
    quarters = [at(begins) + n * 15 * MINUTE for n in range(60 * 96)]
    seen = [days.day_of(quarter) for quarter in quarters]
    assert seen == sorted(seen)
    lengths = Counter(seen)
    whole = [lengths[day] for day in sorted(lengths)[1:-1]]
    assert set(whole) <= {92, 94, 96, 98, 100}
    assert whole.count(96) >= len(whole) - 2
    firsts = [after for before, after in pairwise(quarters) if days.day_of(before) != days.day_of(after)]
    walls = [datetime.fromtimestamp(first / 1000, ZoneInfo(zone)) for first in firsts]
    assert sum(wall.strftime("%H:%M") != starts for wall in walls) <= 1, "where that hour is left out"
    slots = [days.slot_of(quarter) for quarter in quarters]
    assert slots == sorted(set(slots))


def test_the_hour_that_comes_twice_is_told_twice() -> None:
    days = GamingDays((CHICAGO,))
    twice = [at("2026-11-01T06:15"), at("2026-11-01T07:15")]
    assert [days.shown(days.slot_of(one)) for one in twice] == ["2026-11-01T01:15-0500", "2026-11-01T01:15-0600"]
    assert CHICAGO.begins(date(2026, 11, 1)) - CHICAGO.begins(date(2026, 10, 31)) == 25 * HOUR


# --- decided by two ---------------------------------------------------------------------------------------


def test_two_people_decide_it_and_the_log_knows_from_when() -> None:
    pit = seated()
    before = pit.now
    decide(pit, "America/Chicago", "06:00")
    assert pit.floor.house().days == GamingDays((DayRule(since=before, zone="America/Chicago", starts="06:00"),))
    assert pit.another().house().days == pit.floor.house().days, "by the log alone"
    assert verify(pit.store, pit.keys()).good


@pytest.mark.parametrize(
    ("zone", "starts", "says"),
    [("Iowa", "06:00", "no time zone Iowa"), ("UTC", "6", "no time of day"), ("../UTC", "06:00", "no time zone")],
)
def test_a_day_that_cannot_be_is_refused(zone: str, starts: str, says: str) -> None:
    pit = seated()
    propose = c.Propose(proposal="day", change=c.GamingDay(zone=zone, starts=starts), reason="x")
    plan = partial(pit.floor.plan_house, propose, actor="Mona", role="administrator")
    assert says in refusal(pit, lambda: pit.floor.do(plan)).reason


# --- what follows it --------------------------------------------------------------------------------------


def played_through_the_night(pit: Pit) -> None:
    """A bet at ten in the evening, at two and at eight in the morning, Chicago time; each round played to its end."""
    for moment in ("2026-11-17T04:00", "2026-11-17T08:00", "2026-11-17T14:00"):
        pit.now = at(moment)
        pit.bets_open("t")
        place(pit, 1000)
        pit.over()


def test_reports_follow_the_gaming_day_and_equal_a_plain_reading_of_the_log() -> None:
    pit = Pit()
    pit.now = at("2026-11-16T20:00")
    pit.open(pace=c.Pace(betting=10, decision=10, cut=10, result=10, patience=1000, idle=100 * DAY_MS))
    decide(pit, "America/Chicago", "06:00")
    pit.hello("Ann", chips=1_000_000)
    pit.do(c.Sit(box=1), "Ann")
    played_through_the_night(pit)
    books = Books(pit.store)
    books.update()
    found = {
        day: report(books, Period.of("day", day), lambda _: BEING_COMPUTED, made_at=pit.now)
        for day in ("2026-11-16", "2026-11-17")
    }
    assert found["2026-11-16"]["period"]["text"] == "2026-11-16 America/Chicago, from 06:00"
    plain: Counter[str] = Counter()
    for entry in pit.store.read("table:t"):
        wall = datetime.fromtimestamp(entry.at / 1000, ZoneInfo("America/Chicago")) - timedelta(hours=6)
        rounds = sum(event["type"] == "RoundEnded" for event in json.loads(entry.events))
        plain[wall.date().isoformat()] += rounds
    assert {day: one["floor"]["rounds"] for day, one in found.items()} == dict(plain) == {
        "2026-11-16": 2, "2026-11-17": 1,
    }  # fmt: skip
    cells = books.tables["t"].cells.sums
    quarters = [slot for slot in Period.of("day", "2026-11-16").slots(list(cells)) if "main" in cells[slot]]
    assert [books.days.shown(slot) for slot in quarters] == ["2026-11-16T22:00-0600", "2026-11-17T02:00-0600"]


def test_what_somebody_has_lost_today_is_of_the_gaming_day() -> None:
    pit = seated()
    night = DayRule(zone="UTC", starts="06:00")
    pit.now = (pit.now // DAY_MS) * DAY_MS + 2 * HOUR
    place(pit, 700)
    later = pit.now + 5 * HOUR
    by_the_house = DailyPlay(pit.store, lambda: GamingDays((night,)))
    assert DailyPlay(pit.store).look("Ann", later).result == -700, "midnight UTC"
    assert by_the_house.look("Ann", pit.now).result == -700
    assert by_the_house.look("Ann", later) == Played(0, 0), "a new gaming day has begun"
