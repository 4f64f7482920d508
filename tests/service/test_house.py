"""The house's own stream: what takes two people, and what tables open on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.approving import approve
from tests.service.audit_floor import PlayedFloor
from tests.service.test_floor import Pit, bet, refusal
from tests.service.test_running import QUICK, Night, night

from pitboss.errors import IllegalAction
from pitboss.ledger import HOUSE, meter
from pitboss.progressive.events import MeterLowered
from pitboss.progressive.link import Link
from pitboss.rules import SHIPPED, load
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.audit import verify
from pitboss.service.audit.evidence_bundle import BundlePart, export
from pitboss.service.floor import commands as c
from pitboss.service.floor import events as e
from pitboss.service.floor.commands import decode
from pitboss.service.floor.house import House, placard_hash
from pitboss.service.floor.recorded import OpenTable, TableCommand
from pitboss.service.floor.stream_names import LINK
from pitboss.service.floor.streams import Answer
from pitboss.service.operations.demo_floor import open_demo_floor
from pitboss.store import MemoryStore, Store, open_store

CATFISH = "catfish-blackjack"
DEARER = ("table.minimum=25",)
BOSS, SHIFT = ("Boss", "administrator"), ("Shift", "shift_manager")


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    found = open_store(str(tmp_path / "floor.sqlite3"))
    yield found
    found.close()


def decide(pit: Pit, command: Any, who: tuple[str, str], client: str = "") -> Answer:
    floor, (actor, role) = pit.floor, who
    return floor.do(lambda: floor.plan_house(command, actor=actor, role=role, client=client))


def sheet_change(sheet: str = CATFISH, sets: tuple[str, ...] = DEARER, **other: str) -> c.SheetChange:
    loaded = load(sheet, sets=list(sets))
    change = c.SheetChange(sheet=sheet, sets=sets, sheet_hash=loaded.hash, placard=placard_hash(loaded))
    return msgspec.structs.replace(change, **other)


def propose(pit: Pit, change: Any, name: str = "p1", who: tuple[str, str] = BOSS) -> Answer:
    return decide(pit, c.Propose(proposal=name, change=change, reason="a busier night"), who)


def carried(pit: Pit, change: Any, name: str = "p1") -> Answer:
    """A change from the proposal to its effect, by two people."""
    propose(pit, change, name)
    decide(pit, c.Approve(proposal=name), SHIFT)
    return decide(pit, c.Apply(proposal=name), BOSS)


def opening(sets: tuple[str, ...] = DEARER, **other: Any) -> c.OpenTable:
    loaded = load(CATFISH, sets=list(sets))
    given = {"title": "", "sheet": CATFISH, "sets": sets, "sheet_hash": loaded.hash, **other}
    return c.OpenTable(**given)


def open_table(pit: Pit, command: c.OpenTable, table: str = "t") -> Answer:
    return pit.do(command, "Boss", table=table, role="administrator")


def link(pit: Pit) -> Link:
    state = pit.floor.link().state
    assert isinstance(state, Link)
    return state


# --- two people -------------------------------------------------------------------------------------------


def test_a_sheet_is_approved_by_two_and_then_a_table_opens_on_it(store: Store) -> None:
    pit = Pit(store)
    answer = carried(pit, sheet_change())
    (event,) = answer.changes[0].events
    assert isinstance(event, e.SheetApproved)
    assert (event.proposed_by, event.approved_by, event.by, event.why) == ("Boss", "Shift", "Boss", "a busier night")
    assert (event.before, event.after) == ("", sheet_change().sheet_hash)
    (approved,) = pit.floor.house().approved
    assert (approved.sheet, approved.sets, approved.proposal) == (CATFISH, DEARER, "p1")
    open_table(pit, opening())
    (entry,) = pit.store.read("table:t")
    told = decode(entry.command, TableCommand)
    assert isinstance(told, OpenTable)
    assert (told.approval, told.placard) == ("p1", approved.placard)
    assert verify(store, pit.keys()).good
    pit.inspect()


REFUSED: list[tuple[str, Callable[[Pit], Any], str]] = [
    ("own", lambda pit: decide(pit, c.Approve(proposal="p1"), BOSS), "nobody approves what they have proposed"),
    ("early", lambda pit: decide(pit, c.Apply(proposal="p1"), BOSS), "still needs somebody other than Boss"),
    ("unknown", lambda pit: decide(pit, c.Approve(proposal="p9"), SHIFT), "p9 was never made"),
    ("twice", lambda pit: propose(pit, sheet_change()), "there is a proposal p1 already"),
    ("no reason", lambda pit: decide(pit, c.Reject(proposal="p1", reason=" "), SHIFT), "say why"),
    ("floor", lambda pit: decide(pit, c.Approve(proposal="p1"), ("Flo", "floor")), "not for somebody of the floor"),
    ("regulator", lambda pit: decide(pit, c.Apply(proposal="p1"), ("Reg", "regulator")), "not for a regulator"),
    ("note", lambda pit: decide(pit, c.NoteRole(person="A", before="player", after="floor"), SHIFT), "administrator"),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "reason"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_the_rule_of_two_refuses(wanted: Callable[[Pit], Any], reason: str) -> None:
    pit = Pit()
    propose(pit, sheet_change())
    assert reason in refusal(pit, lambda: wanted(pit)).reason


def test_an_approval_is_given_once_and_a_decided_proposal_is_done_with() -> None:
    pit = Pit()
    propose(pit, sheet_change())
    decide(pit, c.Approve(proposal="p1"), SHIFT)
    again = refusal(pit, lambda: decide(pit, c.Approve(proposal="p1"), ("Third", "shift_manager")))
    assert "Shift has approved" in again.reason
    decide(pit, c.Apply(proposal="p1"), SHIFT)
    for command in (c.Apply(proposal="p1"), c.Reject(proposal="p1", reason="late"), c.Approve(proposal="p1")):
        assert "is decided already" in refusal(pit, lambda command=command: decide(pit, command, SHIFT)).reason
    assert "there is a proposal p1 already" in refusal(pit, lambda: propose(pit, sheet_change())).reason


def test_a_rejected_proposal_has_no_effect() -> None:
    pit = Pit()
    propose(pit, sheet_change())
    decide(pit, c.Approve(proposal="p1"), SHIFT)
    answer = decide(pit, c.Reject(proposal="p1", reason="not tonight"), SHIFT)
    assert answer.changes[0].events == (
        e.ChangeRejected(by="Shift", proposal="p1", proposed_by="Boss", why="not tonight"),
    )
    assert pit.floor.house() == House(names=frozenset({"p1"}))
    assert "is decided already" in refusal(pit, lambda: decide(pit, c.Apply(proposal="p1"), BOSS)).reason


def test_a_role_that_was_given_is_in_the_log() -> None:
    pit = Pit()
    note = c.NoteRole(person="Ann", before="player", after="dealer", reason="a new dealer")
    answer = decide(pit, note, BOSS)
    noted = e.RoleNoted(by="Boss", person="Ann", before="player", after="dealer", why="a new dealer")
    assert answer.changes[0].events == (noted,)
    assert verify(pit.store, pit.keys()).good


# --- sheets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (sheet_change(sheet_hash="0" * 64), "the hash of the sheet catfish-blackjack is"),
        (sheet_change(placard="0" * 64), "the hash of the placard is"),
        (sheet_change(sets=("soft_17=stand",)), "no table opens on this sheet"),
    ],
    ids=["hash", "placard", "departs"],
)  # fmt: skip
def test_a_sheet_is_proposed_as_it_is_and_within_its_document(change: c.SheetChange, reason: str) -> None:
    pit = Pit()
    refused = refusal(pit, lambda: propose(pit, change))
    assert reason in refused.reason
    assert (refused.clause == "BJ-DEAL-20") == (reason == "no table opens on this sheet")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (opening(()), "is not the one that was approved"),
        (opening(sheet_hash=load(CATFISH).hash), "is not the one that was approved"),
        (opening(placard="0" * 64), "the placard that is posted is not the one that was approved"),
        (opening(("soft_17=stand",)), "no table opens on this sheet: dealer.soft_17 = stand departs from BJ-DEAL-20"),
        (c.OpenTable(title="", sheet="blackjack-v5", sheet_hash=load("blackjack-v5").hash), "has not approved"),
    ],
    ids=["another version", "another hash", "another placard", "departs", "another sheet"],
)
def test_a_table_does_not_open_on_what_was_not_approved(command: c.OpenTable, reason: str) -> None:
    pit = Pit()
    carried(pit, sheet_change())
    assert reason in refusal(pit, lambda: open_table(pit, command)).reason
    open_table(pit, opening(placard=sheet_change().placard))


def test_a_table_goes_on_with_its_sheet_when_the_approval_is_withdrawn() -> None:
    pit = Pit()
    pit.open_link()
    carried(pit, sheet_change())
    open_table(pit, opening(pace=c.Pace(result=1), tray=1_000_000))
    carried(pit, c.SheetWithdrawal(sheet=CATFISH, sheet_hash=sheet_change().sheet_hash), "p2")
    assert pit.floor.house().approved == ()
    assert "has not approved" in refusal(pit, lambda: open_table(pit, opening(), "u")).reason
    pit.hello("Ann")
    pit.do(c.Sit(box=1), "Ann")
    pit.bets_open()
    bet(pit, "Ann", 1)
    pit.over()
    assert pit.live().sheet.hash == sheet_change().sheet_hash
    assert pit.another().table("t").live.table.rounds == 1
    assert verify(pit.store, pit.keys()).good


def test_only_an_approved_version_can_be_withdrawn() -> None:
    pit = Pit()
    propose(pit, c.SheetWithdrawal(sheet=CATFISH, sheet_hash="0" * 64))
    decide(pit, c.Approve(proposal="p1"), SHIFT)
    assert "is not approved" in refusal(pit, lambda: decide(pit, c.Apply(proposal="p1"), BOSS)).reason


def test_a_new_version_stands_in_for_the_one_with_the_same_values_set(tmp_path: Path) -> None:
    own = tmp_path / "house.toml"
    written = 'extends = "catfish-blackjack"\nname = "house"\n[table]\nminimum = "{}.00"\n'
    pit = Pit()
    for minimum in (10, 15):
        own.write_text(written.format(minimum))
        sheet, name = load(own), f"at {minimum}"
        change = c.SheetChange(sheet="house", sets=(), sheet_hash=sheet.hash, placard=placard_hash(sheet))
        proposed = c.Propose(proposal=name, change=change, reason="a busier night")
        pit.floor.do(partial(pit.floor.plan_house, proposed, actor="Boss", role=BOSS[1], content=sheet.content))
        decide(pit, c.Approve(proposal=name), SHIFT)
        decide(pit, c.Apply(proposal=name), BOSS)
    (kept,) = pit.floor.house().approved
    assert kept.sheet_hash == load(str(own)).hash
    last = [event for entry in pit.store.read("house") for event in msgspec.json.decode(entry.events)][-1]
    own.write_text(written.format(10))
    assert (last["before"], last["after"]) == (load(str(own)).hash, kept.sheet_hash)


# --- meters -----------------------------------------------------------------------------------------------


def test_a_meter_is_raised_by_two_with_money_of_the_house(store: Store) -> None:
    pit = Pit(store)
    pit.open_link()
    before = store.balances([HOUSE, meter("minor")])
    answer = carried(pit, c.MeterChange(meter="minor", to=200_000))
    (raised,) = answer.changes[0].events
    assert isinstance(raised, e.MeterChangeApplied)
    assert (raised.before, raised.after, raised.proposed_by, raised.approved_by) == (150_000, 200_000, "Boss", "Shift")
    assert [change.entry.stream for change in answer.changes] == ["house", LINK]
    assert link(pit).minor == 200_000
    assert link(pit).difference() == 0
    after = store.balances([HOUSE, meter("minor")])
    assert after == {HOUSE: before[HOUSE] - 50_000, meter("minor"): 200_000}
    assert pit.another().link().state == link(pit)
    assert verify(store, pit.keys()).good
    pit.inspect()


def coin_in(pit: Pit, id: str = "x/1", wagers: int = 1) -> None:
    coin = c.Several(commands=(c.Contribute(id=id, table=id[0], game="g", wagers=wagers),))
    pit.floor.do(lambda: pit.floor.plan_link(coin, actor="house", role="house"))


def test_a_wrong_meter_is_lowered_by_two_and_the_money_goes_back_to_the_house(store: Store) -> None:
    pit = Pit(store)
    pit.open_link()
    carried(pit, c.MeterChange(meter="major", to=4_100_000))
    before = store.balances([HOUSE, meter("major")])
    answer = carried(pit, c.MeterChange(meter="major", to=2_100_000), "p2")
    (applied,) = answer.changes[0].events
    assert isinstance(applied, e.MeterChangeApplied)
    assert (applied.before, applied.after, applied.why) == (4_100_000, 2_100_000, "a busier night")
    (lowered,) = answer.changes[1].events
    assert isinstance(lowered, MeterLowered)
    assert (lowered.before, lowered.after) == (4_100_000, 2_100_000)
    assert (lowered.reason, lowered.proposal, lowered.clause) == ("a busier night", "p2", "UTH-PTAB-8a")
    after = store.balances([HOUSE, meter("major")])
    assert after == {HOUSE: before[HOUSE] + 2_000_000, meter("major"): 2_100_000}
    assert (link(pit).major, link(pit).difference()) == (2_100_000, 0)
    assert pit.another().link().state == link(pit)
    assert verify(store, pit.keys()).good
    pit.inspect()


@pytest.mark.clause("UTH-PTAB-8b")
@pytest.mark.parametrize("to", [149_999, 1])
def test_a_meter_below_its_seed_is_not_even_proposed(to: int) -> None:
    pit = Pit()
    pit.open_link()
    refused = refusal(pit, lambda: propose(pit, c.MeterChange(meter="minor", to=to)))
    assert (refused.reason, refused.clause) == ("the minor is never below its seed of $1,500", "UTH-PTAB-8b")
    same = refusal(pit, lambda: propose(pit, c.MeterChange(meter="minor", to=150_000)))
    assert same.reason == "the minor stands at $1,500 already"


def test_what_came_in_since_a_lower_meter_was_proposed_stays_on_it() -> None:
    pit = Pit()
    pit.open_link()
    carried(pit, c.MeterChange(meter="minor", to=300_000))
    propose(pit, c.MeterChange(meter="minor", to=200_000), "p2")
    coin_in(pit)
    decide(pit, c.Approve(proposal="p2"), SHIFT)
    answer = decide(pit, c.Apply(proposal="p2"), BOSS)
    (applied,) = answer.changes[0].events
    assert isinstance(applied, e.MeterChangeApplied)
    assert (applied.before, applied.after) == (300_040, 200_040)
    assert (link(pit).minor, link(pit).difference()) == (200_040, 0)


def test_a_meter_that_has_fallen_since_is_not_lowered_by_the_old_proposal() -> None:
    pit = Pit()
    pit.open_link()
    carried(pit, c.MeterChange(meter="minor", to=300_000))
    propose(pit, c.MeterChange(meter="minor", to=200_000), "p2")
    carried(pit, c.MeterChange(meter="minor", to=299_000), "p3")
    decide(pit, c.Approve(proposal="p2"), SHIFT)
    refused = refusal(pit, lambda: decide(pit, c.Apply(proposal="p2"), BOSS))
    assert refused.reason == "the minor has fallen from $3,000 to $2,990 since: propose it anew"


def test_a_meter_is_compared_when_the_change_is_applied() -> None:
    pit = Pit()
    pit.open_link()
    propose(pit, c.MeterChange(meter="major", to=2_000_050))
    decide(pit, c.Approve(proposal="p1"), SHIFT)
    coin_in(pit)
    refused = refusal(pit, lambda: decide(pit, c.Apply(proposal="p1"), BOSS))
    assert refused.reason == "the major stands at $20,000.70, which is no less than that"


@pytest.mark.parametrize("to", [200_000, 155_000])
def test_a_meter_that_was_hit_is_not_changed_before_it_is_paid(to: int) -> None:
    pit = Pit()
    pit.open_link()
    carried(pit, c.MeterChange(meter="minor", to=160_000), "p0")
    hit = c.RegisterHit(id="x/1/3", meter="minor", table="x", game="g", seat=3, dealt=1)
    pit.floor.do(lambda: pit.floor.plan_link(c.Several(commands=(hit,)), actor="house", role="house"))
    propose(pit, c.MeterChange(meter="minor", to=to))
    decide(pit, c.Approve(proposal="p1"), SHIFT)
    assert "was hit and is not yet paid" in refusal(pit, lambda: decide(pit, c.Apply(proposal="p1"), BOSS)).reason


def test_without_a_link_there_is_no_meter_to_change() -> None:
    pit = Pit()
    refused = refusal(pit, lambda: propose(pit, c.MeterChange(meter="minor", to=200_000)))
    assert refused.reason == "there is no link on this floor"


# --- the log ----------------------------------------------------------------------------------------------


def tampered(store: MemoryStore, stream: str, at: int, **changed: str) -> None:
    """An entry rewritten by somebody who knows how to chain hashes."""
    from pitboss.store import chained

    kept = store._streams[stream]
    previous = kept[at - 1].previous
    for number in range(at - 1, len(kept)):
        fields = changed if number == at - 1 else {}
        new = chained(msgspec.structs.replace(kept[number], previous=previous, **fields))
        store._entries[store._entries.index(kept[number])] = new
        kept[number], previous = new, new.hash


def test_the_audit_finds_a_table_that_opened_without_an_approval() -> None:
    store = MemoryStore()
    pit = Pit(store)
    carried(pit, sheet_change())
    open_table(pit, opening())
    (entry,) = store.read("table:t")
    tampered(store, "table:t", 1, command=entry.command.replace('"approval":"p1"', '"approval":"p0"'))
    findings = [str(finding) for finding in verify(store, pit.keys()).findings]
    assert findings == ["entries table:t 1: opens a table on a sheet that the house had not approved"]


@pytest.mark.parametrize(
    "alone",
    [
        c.RaiseMeter(meter="minor", to=200_000, proposal="p1"),
        c.LowerMeter(meter="minor", to=160_000, proposal="p1", reason="mine"),
    ],
)
def test_the_audit_finds_a_meter_changed_by_nobody(alone: c.RaiseMeter | c.LowerMeter) -> None:
    store = MemoryStore()
    pit = Pit(store)
    pit.open_link()
    carried(pit, c.MeterChange(meter="minor", to=170_000), "p0")
    pit.floor.do(lambda: pit.floor.plan_link(alone, actor="house", role="house"))
    findings = [str(finding) for finding in verify(store, pit.keys()).findings]
    assert findings == ["entries link 3: changes a meter otherwise than two people of the house have decided"]


def test_the_audit_finds_a_change_approved_by_who_proposed_it() -> None:
    store = MemoryStore()
    pit = Pit(store)
    propose(pit, sheet_change())
    decide(pit, c.Approve(proposal="p1"), SHIFT)
    tampered(store, "house", 2, actor="Boss")
    (finding,) = verify(store, pit.keys()).findings
    assert (
        str(finding)
        == "entries house 2: cannot be replayed: nobody approves what they have proposed: it takes somebody else"
    )


def bundled(floor: PlayedFloor, path: Path, wanted: BundlePart) -> list[str]:
    export(floor.store, floor.keys, path, wanted)
    return verify_bundle.faults(verify_bundle.Bundle(str(path)))


def test_a_bundle_carries_the_decisions_of_the_house_and_verifies_offline(tmp_path: Path) -> None:
    store = MemoryStore()
    floor = PlayedFloor(store, sheets=(CATFISH, "ultimate-texas-holdem"))

    def decided(command: Any, who: tuple[str, str]) -> None:
        floor.floor.do(lambda: floor.floor.plan_house(command, actor=who[0], role=who[1]))

    decided(c.Propose(proposal="m", change=c.MeterChange(meter="major", to=2_500_000), reason="an anniversary"), BOSS)
    decided(c.Approve(proposal="m"), SHIFT)
    decided(c.Apply(proposal="m"), BOSS)
    floor.play(1)
    assert bundled(floor, tmp_path / "whole.zip", BundlePart()) == []
    assert bundled(floor, tmp_path / "table.zip", BundlePart((f"{CATFISH}-1",))) == []
    number = next(entry.version for entry in store.read(LINK) if "MeterRaised" in entry.events)
    raised = store.read(LINK)[number - 1]
    tampered(store, LINK, number, events=raised.events.replace('"proposal":"m"', '"proposal":"n"'))
    opened = store.read(f"table:{CATFISH}-1")[0]
    tampered(
        store,
        f"table:{CATFISH}-1",
        1,
        command=opened.command.replace(opened.command.split('"placard":"')[1][:8], "0" * 8),
    )
    wrong = bundled(floor, tmp_path / "wrong.zip", BundlePart((f"{CATFISH}-1", "ultimate-texas-holdem-1")))
    assert [line for line in wrong if line.startswith(("link", "table")) and "house" in line] == [
        f"link {number}: changes a meter otherwise than two people of the house have decided",
        f"table:{CATFISH}-1 1: opens a table on a sheet that the house had not approved",
    ]


# --- several processes ------------------------------------------------------------------------------------


def test_a_meter_is_raised_once_whoever_applies_it_first(store: Store) -> None:
    pit = Pit(store)
    pit.open_link()
    propose(pit, c.MeterChange(meter="minor", to=200_000))
    other = pit.another()
    assert other.house().open[0].approved_by == ""
    decide(pit, c.Approve(proposal="p1"), SHIFT)

    def behind(command: Any, actor: str) -> Answer:
        return other.do(lambda: other.plan_house(command, actor=actor, role="administrator"))

    with pytest.raises(IllegalAction, match="Shift has approved the proposal p1 already"):
        behind(c.Approve(proposal="p1"), "Third")
    stale = other.plan_house(c.Apply(proposal="p1"), actor="Third", role="administrator")
    decide(pit, c.Apply(proposal="p1"), BOSS)
    assert other.take_over(stale, store.append([stale.commit])[0]) is None
    other.refresh(other.stream("house"))
    with pytest.raises(IllegalAction, match="is decided already"):
        behind(c.Apply(proposal="p1"), "Third")
    assert store.balances([meter("minor")]) == {meter("minor"): 200_000}
    assert verify(store, pit.keys()).good


def test_a_demo_floor_is_approved_once_by_the_program_for_the_house() -> None:
    async def play(evening: Night) -> None:
        one, _ = await evening.server()
        other, _ = await evening.server()
        await asyncio.gather(open_demo_floor(one), open_demo_floor(other), return_exceptions=True)
        await open_demo_floor(other)
        house = await one.house()
        assert {approved.sheet for approved in house.approved} == set(SHIPPED)
        assert {(approved.proposed_by, approved.approved_by) for approved in house.approved} == {("house", "pitboss")}
        assert len(evening.memory.read("house")) == 3 * len(SHIPPED)
        assert {entry.role for entry in evening.memory.read("house")} == {"house"}
        assert {live.id for live in one.tables()} == {f"{name}-1" for name in SHIPPED}

    night(play, QUICK)


def test_what_one_process_withdraws_another_does_not_open() -> None:
    async def play(evening: Night) -> None:
        one, _ = await evening.server()
        other, deaf = await evening.server()
        deaf.deaf = True
        await open_demo_floor(one)
        await other.house()
        change = c.SheetWithdrawal(sheet=CATFISH, sheet_hash=load(CATFISH).hash)
        propose_, approve_, apply_ = (
            c.Propose(proposal="w", change=change, reason="no more"), c.Approve(proposal="w"), c.Apply(proposal="w")
        )  # fmt: skip
        await one.house_command(propose_, actor="Boss", role="administrator")
        await one.house_command(approve_, actor="Shift", role="shift_manager")
        await one.house_command(apply_, actor="Boss", role="administrator")
        with pytest.raises(IllegalAction, match="has not approved"):
            await other.command("new", opening(()), actor="Boss", role="administrator")
        await open_demo_floor(other, tables_each=2)
        assert f"{CATFISH}-2" not in {live.id for live in other.tables()}
        assert "blackjack-v5-2" in {live.id for live in other.tables()}

    night(play, QUICK)


def test_a_raised_meter_is_told_to_who_watches_the_meters() -> None:
    async def play(evening: Night) -> None:
        from pitboss.service.floor.running import Watcher

        pit = evening.pit()
        pit.open_link()
        approve(pit.floor, CATFISH)
        running, _ = await evening.server()
        told: list[dict[str, Any]] = []
        running.watch_meters(Watcher("", lambda octets: told.append(msgspec.json.decode(octets))))
        change = c.MeterChange(meter="minor", to=180_000)
        await running.house_command(
            c.Propose(proposal="m", change=change, reason="a feast"), actor="A", role="administrator"
        )
        await running.house_command(c.Approve(proposal="m"), actor="B", role="administrator")
        await running.house_command(c.Apply(proposal="m"), actor="A", role="administrator")
        assert [message["minor"] for message in told] == [180_000]

    night(play, QUICK)
