"""Thresholds of cash that two people set, what looks suspicious, and judgements that only compliance reads."""

from __future__ import annotations

import io
import json
import zipfile
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from tests.service.shift import Shift
from tests.service.test_floor import Pit, refusal

from pitboss.service.accounting import Books
from pitboss.service.accounting.cash import CashDay, Movement, cash_of, outlook, thresholds_of
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.audit import verify
from pitboss.service.audit.evidence_bundle import BundlePart, export
from pitboss.service.audit.significant_events import significant_events
from pitboss.service.compliance.cash_patterns import TOGETHER_MS, Pattern, patterns_of
from pitboss.service.compliance.desk import cash_desk, form_of, suspicions
from pitboss.service.compliance.judgements import Judgement
from pitboss.service.floor import commands as c
from pitboss.service.floor.cash_rules import USUAL, CashRules, Thresholds
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.gaming_days import GamingDays

MINUTE = 60_000


def decide(pit: Pit, noted: int, reported: int, name: str = "cash") -> None:
    change = c.CashThresholds(noted=noted, reported=reported)
    for command, actor in (
        (c.Propose(proposal=name, change=change, reason="the law here"), "Mona"),
        (c.Approve(proposal=name), "Paul"),
        (c.Apply(proposal=name), "Mona"),
    ):
        pit.floor.do(partial(pit.floor.plan_house, command, actor=actor, role="administrator"))


def today(pit: Pit) -> str:
    return pit.floor.house().days.day_of(pit.floor.clock())


def pays_in(pit: Pit, name: str, *sums: int) -> None:
    if not pit.floor.standing(name).version:
        pit.hello(name, chips=0)
    for number, cents in enumerate(sums):
        pit.person(name, c.BuyIn(cents=cents), f"{pit.now} {number}")


# --- thresholds -------------------------------------------------------------------------------------------


def test_two_people_set_the_thresholds_and_earlier_days_keep_theirs() -> None:
    pit = Pit()
    pays_in(pit, "Ann", 260_000)
    before = today(pit)
    pit.now += 24 * 60 * MINUTE
    decide(pit, 250_000, 500_000)
    pays_in(pit, "Ann", 260_000)
    books = Books(pit.store)
    books.update()
    assert books.cash == pit.floor.house().cash
    levels = {day: cash_desk(pit.store, books.days, books.cash, day).people[0].level_in for day in (before, today(pit))}
    assert levels == {before: "", today(pit): "noted"}
    assert thresholds_of(CashRules(), books.days, before) == USUAL
    assert verify(pit.store, pit.floor.keys).good


@pytest.mark.parametrize(("noted", "reported"), [(0, 1), (-1, 5), (500, 499)])
def test_a_house_does_not_report_before_it_notes(noted: int, reported: int) -> None:
    pit = Pit()
    change = c.CashThresholds(noted=noted, reported=reported)
    command = c.Propose(proposal="odd", change=change, reason="a slip of the pen")
    assert (
        refusal(pit, partial(pit.floor.plan_house, command, actor="Mona", role="administrator")).code
        == "cash.noted_before_reported"
    )


def test_what_comes_next_is_known_before_it_is_taken() -> None:
    pit = Pit()
    pays_in(pit, "Ann", 290_000)
    found = cash_of(pit.store, GamingDays(), today(pit), USUAL, key="Ann")
    assert not outlook(found, USUAL, "in", 9_999).reaches
    assert outlook(found, USUAL, "in", 10_000).level_after == "noted"
    assert outlook(found, USUAL, "in", 800_000) == (290_000, 1_090_000, "", "reported")
    assert outlook(found, USUAL, "out", 10_000) == (0, 10_000, "", "")
    assert outlook([], USUAL, "in", 300_000).reaches


def test_a_guest_is_one_person_at_every_table() -> None:
    shift = Shift()
    for table, dealer in (("t", "Dora"), ("u", "Dan")):
        shift.open("catfish-blackjack", table=table, dealer=dealer)
        shift.seat("Ann", cents=200_000, table=table)
    found = cash_of(shift.store, GamingDays(), "2026-09-21")
    assert [(one.person, one.walk_in, one.cash_in, one.level_in) for one in found] == [("Ann", True, 400_000, "noted")]
    assert [one.cash_in for one in cash_of(shift.store, GamingDays(), "2026-09-21", key=found[0].key)] == [400_000]


def test_the_form_has_every_transaction_of_who_is_to_be_reported() -> None:
    pit = Pit()
    pays_in(pit, "Ann", 600_000, 500_000)
    desk = cash_desk(pit.store, GamingDays(), CashRules(), today(pit))
    form = form_of(desk, desk.people[0], GamingDays())
    assert (form["cash_in"], form["cash_in_reported"], form["cash_out_reported"]) == (1_100_000, True, False)
    assert sum(one["amount"] for one in form["transactions"]) == 1_100_000
    assert all(one["time"].startswith(today(pit)) for one in form["transactions"])


# --- what looks suspicious --------------------------------------------------------------------------------


def day_of(key: str, *moved: tuple[int, int], place: str = "t") -> CashDay:
    """Somebody's cash in: minutes and cents of each time."""
    movements = [Movement(at * MINUTE, "in", cents, place, f"person:{key}", at + 1) for at, cents in moved]
    return CashDay(key, key, cash_in=sum(cents for _, cents in moved), movements=movements)


def kinds(found: list[Pattern]) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.kind, tuple(part.key for part in one.parts)) for one in found]


@pytest.mark.parametrize(
    ("cents", "below"),
    [(269_999, 0), (270_000, 300_000), (299_999, 300_000), (300_000, 0), (899_999, 0), (900_000, 1_000_000),
     (1_000_000, 1_000_000), (1_000_001, 0)],
)  # fmt: skip
def test_sums_just_below_a_threshold(cents: int, below: int) -> None:
    found = patterns_of("d", [day_of("Ann", (0, cents))], USUAL)
    assert [one.threshold for one in found] == ([below] if below else [])


def test_day_after_day_just_below() -> None:
    now, before = day_of("Ann", (0, 950_000)), day_of("Ann", (0, 990_000))
    assert kinds(patterns_of("d", [now], USUAL, [[before]])) == [
        ("just_below", ("Ann",)), ("day_after_day", ("Ann", "Ann")),
    ]  # fmt: skip
    assert len(patterns_of("d", [now], USUAL, [[day_of("Ann", (0, 290_000))], [day_of("Bob", (0, 990_000))]])) == 1


def test_several_people_for_one() -> None:
    ann, bob = day_of("Ann", (0, 600_000)), day_of("Bob", (14, 500_000))
    assert kinds(patterns_of("d", [ann, bob], USUAL)) == [("several_for_one", ("Ann", "Bob"))]
    assert patterns_of("d", [ann, day_of("Bob", (16, 500_000))], USUAL) == []
    assert patterns_of("d", [ann, day_of("Bob", (14, 500_000), place="u")], USUAL) == []
    assert patterns_of("d", [ann, day_of("Bob", (14, 250_000), (15, 10_000))], USUAL) == []
    assert patterns_of("d", [ann, day_of("Bob", (14, 1_000_001))], USUAL) == []


@pytest.mark.parametrize("number", range(40))
def test_no_group_is_passed_over(number: int) -> None:
    """Against every pair and triple of people, and every stretch of time that begins with somebody's cash."""
    random = Random(f"cash {number}")
    house = Thresholds(noted=300, reported=1000)
    sums = (100, 300, 450, 700)
    people = [
        day_of(name, *((random.randrange(60), random.choice(sums)) for _ in range(random.randrange(1, 4))))
        for name in "ABCD"
    ]
    expected = False
    for start in (moved.at for one in people for moved in one.movements):
        within = {
            one.key: sum(moved.cents for moved in one.movements if 0 <= moved.at - start <= TOGETHER_MS)
            for one in people if one.cash_in <= house.reported
        }  # fmt: skip
        large = [cents for cents in within.values() if cents >= house.noted]
        expected |= any(sum(some) > house.reported for size in (2, 3, 4) for some in combinations(large, size))
    found = [one for one in patterns_of("d", people, house) if one.kind == "several_for_one"]
    assert bool(found) == expected
    assert all(len(one.parts) > 1 and one.cents > house.reported for one in found)


def test_the_days_before_are_looked_at_in_the_log() -> None:
    pit = Pit()
    for _ in range(2):
        pays_in(pit, "Ann", 950_000)
        pit.now += 24 * 60 * MINUTE
    pit.now -= 24 * 60 * MINUTE
    found = suspicions(pit.store, GamingDays(), CashRules(), today(pit))
    assert [one.kind for one in found] == ["just_below", "day_after_day"]
    assert found == suspicions(pit.store, GamingDays(), CashRules(), today(pit))


# --- what compliance makes of it --------------------------------------------------------------------------


def judge(pit: Pit, finding: str, note: str, by: str = "Cora", role: str = "compliance", client: str = "") -> str:
    pays_in(pit, "Ann", 950_000)
    pattern = suspicions(pit.store, GamingDays(), CashRules(), today(pit))[0].id
    judgement = Judgement(pattern=pattern, finding=finding, note=note)  # type: ignore[arg-type]
    pit.floor.do(partial(pit.floor.plan_judgement, judgement, actor=by, role=role, client=client))
    return pattern


def test_a_judgement_is_kept_and_the_log_stays_good() -> None:
    pit = Pit()
    pattern = judge(pit, "watched", "comes every friday")
    again = Judgement(pattern=pattern, finding="reported", note="sent today")
    pit.floor.do(partial(pit.floor.plan_judgement, again, actor="Cora", role="compliance"))
    anew = Floor(pit.store, pit.floor.keys, clock=pit.floor.clock)
    assert [(one.finding, one.note, one.by) for one in anew.judgements().of(pattern)] == [
        ("watched", "comes every friday", "Cora"), ("reported", "sent today", "Cora"),
    ]  # fmt: skip
    assert verify(pit.store, pit.floor.keys).good


def test_nobody_else_judges_and_a_judgement_says_why() -> None:
    pit = Pit()
    judgement = Judgement(pattern="x", finding="nothing", note="known guest")
    for role in ("player", "dealer", "floor", "shift_manager", "surveillance", "regulator", "administrator"):
        assert (
            refusal(pit, partial(pit.floor.plan_judgement, judgement, actor="Eve", role=role)).code == "role.not_yours"
        )
    silent = Judgement(pattern="x", finding="nothing", note="  ")
    assert (
        refusal(pit, partial(pit.floor.plan_judgement, silent, actor="Cora", role="compliance")).code
        == "cash.judgement_note"
    )


def test_nothing_of_a_judgement_is_to_be_read_in_log_bundle_or_list_of_events(tmp_path: Path) -> None:
    pit = Pit()
    pattern = judge(pit, "reported", "brother of the mayor")
    secrets = (pattern, "reported", "brother of the mayor")
    entries = [entry for stream, (last, _) in pit.store.heads().items() for entry in pit.store.read(stream, upto=last)]
    told = [one.command + one.events + one.postings + one.client for one in entries if one.stream == "compliance"]
    assert len(told) == 1
    assert not [word for word in secrets if word in told[0]]
    export(pit.store, pit.floor.keys, tmp_path / "evidence.zip", BundlePart())
    assert verify_bundle.main([str(tmp_path / "evidence.zip")]) == 0
    with zipfile.ZipFile(io.BytesIO((tmp_path / "evidence.zip").read_bytes())) as box:
        for name in box.namelist():
            if "compliance" in name:
                assert not [word for word in secrets if word.encode() in box.read(name)]
            assert b"brother of the mayor" not in box.read(name)
    assert "mayor" not in json.dumps([str(one) for one in significant_events(pit.store)])
