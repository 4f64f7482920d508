"""Significant events: every kind is found, reads well, and can be filtered."""

from __future__ import annotations

import csv
import io
import re
import string
from typing import Any

import pytest
from tests.service.audit_floor import PlayedFloor
from tests.service.shift import Shift
from tests.service.staffed_floor import DORA, FLO, StaffedPit
from tests.service.test_corrections import dealt, declared, reversal
from tests.service.test_counts import THOUSAND

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.games import actions as a
from pitboss.games.events import Event as RoundEvent
from pitboss.progressive.events import LinkEvent
from pitboss.service.audit.audit import verify
from pitboss.service.audit.significant_events import (
    FIELDS,
    READINGS,
    Significant,
    _said,
    as_csv,
    check_acknowledgement,
    significant_events,
)
from pitboss.service.floor import commands as c
from pitboss.service.floor.events import HouseEvent, PersonEvent
from pitboss.store import MemoryStore
from pitboss.table.events import TableEvent


def kinds_of(kind: type) -> list[Any]:
    below = kind.__subclasses__()
    return [leaf for one in below for leaf in kinds_of(one)] if below else [kind]


EVENTS = {
    one.__struct_config__.tag: one
    for base in (RoundEvent, TableEvent, LinkEvent, HouseEvent, PersonEvent)
    for one in kinds_of(base)
}


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_is_of_an_event_and_of_fields_that_it_has(name: str) -> None:
    reading, known = READINGS[name], {*EVENTS[name].__struct_fields__, "person", "change"}
    for template in (reading.what, reading.before, reading.after, reading.why):
        assert {field for _, field, _, _ in string.Formatter().parse(template) if field} <= known
    assert not reading.unless_nothing or reading.unless_nothing in known


def test_every_event_of_the_house_and_of_people_is_significant() -> None:
    ours = {one.__struct_config__.tag for base in (HouseEvent, PersonEvent) for one in kinds_of(base)}
    assert ours <= set(READINGS)


def found(shift: Shift | PlayedFloor, **asked: Any) -> list[Significant]:
    return significant_events(shift.floor.store, **asked)


def test_corrections_counts_and_fills_at_a_table(shift: Shift) -> None:
    dealt(shift)
    shift.do("Flo", declared(shift, 1500))
    shift.do("Flo", reversal(shift))
    shift.do("Flo", c.PayAgain(correction="k1", cents=1000, reason="counted again"))
    shift.count("check")
    shift.count("check", off=-2500)
    shift.do("Flo", c.RequestFill(kind="fill", slip="f1", chips=THOUSAND))
    shift.do("Flo", c.CancelFill(slip="f1", reason="the wrong table"))
    told = [(one.kind, one.what, one.before, one.after, one.why) for one in found(shift, table="t")]
    corrections = [one for one in told if one[0] == "correction"]
    assert corrections == [
        ("correction", "main of Ann was paid so", "$10", "$15", "saw it"),
        ("correction", "k1: main of Ann reversed", "$15", "", "miscounted"),
        ("correction", "k1: main of Ann paid again", "", "$10", "counted again"),
    ]
    (count,) = [one for one in told if one[0] == "count"]
    assert count[1] == "the tray, check"
    assert ("fill", "fill f1 is not signed", "$1,000", "", "the wrong table") in told
    assert {(one.who, one.role, one.table) for one in found(shift, kinds=("correction", "count", "fill"))} == {
        ("Flo", "floor", "t")
    }


@pytest.mark.parametrize(("wager", "said"), [("kings_bounty", "kings bounty"), ("toke:main", "the toke on main")])
def test_wagers_and_guests_are_told_in_words(wager: str, said: str) -> None:
    facts = {"wager": wager, "player": "Ann@t", "correction": "k1"}
    assert _said(READINGS["PaidOtherwise"].what, facts) == f"{said} of Ann was paid so"
    assert _said(READINGS["PayoutKept"].what, facts) == f"Ann keeps {said} of a void round, borne by the house"


def test_the_hand_that_a_jackpot_is_paid_for_is_told_in_words() -> None:
    assert _said(READINGS["JackpotStep"].why, {"detail": "royal_flush"}) == "royal flush"


def test_an_irregularity_its_ruling_and_a_retraction() -> None:
    pit = StaffedPit("catfish-blackjack", "declared").ready()
    for box in (1, 2):
        pit.guest(box, f"Guest {box}")
    pit.start()
    pit.bets(1, 2)
    pit.deals(a.StartDeal())
    pit.deals(a.Deal(2))
    keyed = pit.deals(a.CardIs(Card.parse("Qh")))
    pit.dealer(c.Retract(version=keyed.version))
    pit.deals(a.CardIs(Card.parse("Kh")))
    pit.deals(a.Declare("back_up"))
    pit.deals(a.CallSupervisor())
    pit.rules("back_up", note="the card went one box too far")
    kinds = ("retraction", "irregularity", "ruling")
    told = significant_events(pit.store, kinds=kinds)
    assert [(one.kind, one.what, one.after, one.why, one.who, one.role) for one in told] == [
        ("retraction", f"entry {keyed.version} is taken back", "", "", DORA, "dealer"),
        ("irregularity", "a card passed over one spot and goes back, spot 1", "", "", DORA, "dealer"),
        (
            "ruling",
            "a card passed over one spot and goes back, spot 1",
            "back up",
            "the card went one box too far",
            FLO,
            "floor",
        ),
    ]
    assert {one.clause for one in told if one.kind != "retraction"} == {"BJ-IRR-6a"}


def test_a_jackpot_from_the_hit_to_the_reset_and_the_decisions_of_the_house() -> None:
    played = PlayedFloor(MemoryStore(), sheets=("ultimate-texas-holdem",))
    played.hit_the_minor()
    told = found(played, table="jackpot", kinds=("jackpot",))
    assert [(one.stream, one.what, one.after) for one in told if "hits" in one.what or "awarded" in one.what] == [
        ("table:jackpot", "seat 3 hits the minor", ""),
        ("link", "the minor is awarded to seat 3 in round 1", "$1,500.80"),
    ]
    assert {one.table for one in told} == {"jackpot"}
    (reset,) = [one for one in found(played, kinds=("meter",)) if one.stream == "link"]
    assert (reset.what, reset.before, reset.after, reset.clause) == (
        "the minor starts again", "$1,500.80", "$1,500", "UTH-PTAB-11"
    )  # fmt: skip
    sheet, kept = sorted(found(played, kinds=("sheet",)), key=lambda one: one.what)
    assert (kept.what, kept.who) == ("the log keeps the text of Ultimate Texas Hold’em", "house")
    assert (sheet.who, sheet.role, sheet.before) == ("house", "house", "")
    assert sheet.what == "tables open on Ultimate Texas Hold’em"
    assert sheet.why == "the program brings this sheet with it (proposed by house, approved by pitboss)"


def test_who_approves_or_rejects_is_told_with_the_change_itself_and_no_code() -> None:
    floor = PlayedFloor(MemoryStore(), sheets=("crazy-4-poker",)).floor
    change = c.CompRate(basis_points=1000)
    for command, actor in (
        (c.Propose(proposal="p 71f3", change=change, reason="a feast"), "Mia"),
        (c.Approve(proposal="p 71f3"), "Max"),
        (c.Propose(proposal="p 9b20", change=change, reason="again"), "Mia"),
        (c.Reject(proposal="p 9b20", reason="once is enough"), "Max"),
    ):
        floor.do(lambda command=command, actor=actor: floor.plan_house(command, actor=actor, role="shift_manager"))
    shipped, *ours = significant_events(floor.store, kinds=("proposal",))[-5:]
    title, version = shipped.after.split(", version ")
    assert (shipped.what, title) == ("what house proposed is approved", "Crazy 4 Poker")
    assert re.fullmatch("[0-9a-f]{12}", version)
    assert [(one.who, one.what, one.after, one.why) for one in ours] == [
        ("Mia", "a change is proposed", "comps of 10 % of exact theo", "a feast"),
        ("Max", "what Mia proposed is approved", "comps of 10 % of exact theo", ""),
        ("Mia", "a change is proposed", "comps of 10 % of exact theo", "again"),
        ("Max", "what Mia proposed is rejected", "comps of 10 % of exact theo", "once is enough"),
    ]


def test_people_and_roles_read_well() -> None:
    played = PlayedFloor(MemoryStore(), sheets=("games-of-chance-blackjack",))
    floor, table = played.floor, "games-of-chance-blackjack-1"

    def person(command: Any, actor: str, role: str) -> None:
        floor.do(lambda: floor.plan_person("Ann", command, actor=actor, role=role))

    person(c.SetLimits(loss_cents=5000), "Ann", "player")
    person(c.Exclude(until=1_800_000_000_000), "Ann", "player")
    person(c.Exclude(until=0), "Ann", "player")
    person(c.Conduct(ruling="asked_to_leave", reason="loud words", table=table), "Flo", "floor")
    note = c.NoteRole(person="Ben", before="player", after="shift_manager")
    floor.do(lambda: floor.plan_house(note, actor="Boss", role="administrator"))
    kinds = ("limit", "exclusion", "conduct", "role")
    assert [(one.what, one.before, one.after, one.who) for one in found(played, kinds=kinds)] == [
        ("loss cents of Ann", "0", "5000", "Ann"),
        ("Ann does not play", "", "until 2027-01-15 08:00 UTC", "Ann"),
        ("Ann does not play", "until 2027-01-15 08:00 UTC", "for good", "Ann"),
        ("the conduct of Ann", "", "asked to leave", "Flo"),
        ("the role of Ben", "player", "shift manager", "Boss"),
    ]
    (conduct,) = found(played, table=table, kinds=("conduct",))
    assert (conduct.clause, conduct.why, conduct.role) == ("GC-RULE-20", "loud words", "floor")


def test_a_manager_acknowledges_what_somebody_else_has_done_and_once() -> None:
    played = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    floor, store = played.floor, played.floor.store
    note = c.NoteRole(person="Ben", before="player", after="dealer", reason="a new dealer")
    floor.do(lambda: floor.plan_house(note, actor="Boss", role="administrator"))
    (given,) = found(played, kinds=("role",))
    assert (given.acknowledged_by, given.why) == ("", "a new dealer")
    assert given in found(played, unacknowledged=True)

    def acknowledges(who: str) -> None:
        check_acknowledgement(store, given.stream, given.version, who)
        seen = c.AcknowledgeEvent(stream=given.stream, version=given.version, note="rota of May")
        floor.do(lambda: floor.plan_house(seen, actor=who, role="shift_manager"))

    for who, code in (("Boss", "event.own"), ("Mona", ""), ("Max", "event.acknowledged")):
        if code:
            with pytest.raises(IllegalAction) as refused:
                acknowledges(who)
            assert refused.value.code == code
        else:
            acknowledges(who)
    with pytest.raises(IllegalAction, match="nothing significant"):
        check_acknowledgement(store, given.stream, 999, "Mona")
    (known,) = found(played, kinds=("role",))
    (told,) = found(played, kinds=("acknowledgement",))
    assert (known.acknowledged_by, known.acknowledged_at, told.who, told.why) == (
        "Mona",
        told.at,
        "Mona",
        "rota of May",
    )
    assert found(played, unacknowledged=True, kinds=("role", "acknowledgement")) == []
    with pytest.raises(IllegalAction):  # an acknowledgement is not acknowledged in its turn
        check_acknowledgement(store, told.stream, told.version, "Max")
    assert verify(store, floor.keys).good


def test_who_proposed_or_approved_a_change_does_not_acknowledge_that_it_took_effect() -> None:
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",)).floor
    day = c.Propose(proposal="night", change=c.GamingDay(zone="UTC", starts="06:00"), reason="we close at five")
    for command, manager in (
        (day, "Boss"),
        (c.Approve(proposal="night"), "Sheila"),
        (c.Apply(proposal="night"), "Boss"),
    ):
        floor.do(lambda does=manager, of=command: floor.plan_house(of, actor=does, role="shift_manager"))  # type: ignore[misc]
    (took_effect,) = significant_events(floor.store, kinds=("day",))
    for who in ("Boss", "Sheila"):
        with pytest.raises(IllegalAction) as refused:
            check_acknowledgement(floor.store, took_effect.stream, took_effect.version, who)
        assert refused.value.code == "event.own"
    check_acknowledgement(floor.store, took_effect.stream, took_effect.version, "Mona")


def test_events_are_chosen_by_time_and_the_latest_are_given() -> None:
    played = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack",))
    floor = played.floor
    for number in range(5):
        note = c.NoteRole(person=f"P{number}", before="player", after="dealer")
        floor.do(lambda note=note: floor.plan_house(note, actor="Boss", role="administrator"))  # type: ignore[misc]
    told = found(played, kinds=("role",))
    assert [one.what[-2:] for one in told] == ["P0", "P1", "P2", "P3", "P4"]
    assert found(played, kinds=("role",), since=told[2].at) == told[2:]
    assert found(played, kinds=("role",), until=told[2].at) == told[:2]
    assert found(played, kinds=("role",), since=told[1].at, until=told[3].at) == told[1:3]
    assert found(played, kinds=("role",), most=2) == told[3:]
    rows = list(csv.DictReader(io.StringIO(as_csv(told))))
    assert [row["what"] for row in rows] == [one.what for one in told]
    assert tuple(rows[0]) == FIELDS
