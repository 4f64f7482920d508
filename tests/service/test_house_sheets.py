"""A house's own sheet on a floor: from its file to a played round and a verified log, and what is refused before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.service.audit_floor import PlayedFloor
from tests.service.test_house import tampered
from tests.service.test_old_floors import BETS, OldFloor
from tests.store.server import Server, furnished_server

from pitboss.errors import IllegalAction, NotationError, PitbossError
from pitboss.records import read, settle
from pitboss.rules import SHIPPED, Content, Sheet, Text, load, parse_sheet, proposed_sheet, sheet_of
from pitboss.rules import load as loading
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.audit import verify
from pitboss.service.audit.evidence_bundle import BundlePart, export
from pitboss.service.audit.recall import recall
from pitboss.service.audit.sheet_revisions import revisions
from pitboss.service.floor import commands as c
from pitboss.service.floor import sheets as floor_sheets
from pitboss.service.floor.house import placard_hash
from pitboss.service.floor.stream_names import sheet_stream
from pitboss.store import MemoryStore, Store, open_store

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
BJ, GC, V5, UTH = "catfish-blackjack", "games-of-chance-blackjack", "blackjack-v5", "ultimate-texas-holdem"
BOSS, SHIFT = ("Boss", "administrator"), ("Shift", "shift_manager")
DEPARTING = 'extends = "catfish-blackjack"\nname = "red"\n{}[dealer]\nsoft_17 = "stand"\n[blackjack]\npays = "6:5"\n'
OWN = 'house = "Red Lantern"\ntitle = "Red Lantern Blackjack"\nedition = "May 2026"\n'


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with furnished_server() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        found = open_store(str(tmp_path / "floor.sqlite3"))
    else:
        found = open_store(request.getfixturevalue("server").emptied("furnished"))
    yield found
    found.close()


def decided(floor: PlayedFloor, command: Any, who: tuple[str, str], content: Content | None = None) -> None:
    plan = partial(floor.floor.plan_house, command, actor=who[0], role=who[1], content=content)
    floor.floor.do(plan)


def change_of(sheet: Sheet) -> c.SheetChange:
    return c.SheetChange(sheet=sheet.name, sets=(), sheet_hash=sheet.hash, placard=placard_hash(sheet))


def propose(floor: PlayedFloor, sheet: Sheet, name: str = "ours") -> None:
    decided(floor, c.Propose(proposal=name, change=change_of(sheet), reason="our own rules"), BOSS, sheet.content)


def approve(floor: PlayedFloor, sheet: Sheet, name: str = "ours") -> None:
    propose(floor, sheet, name)
    decided(floor, c.Approve(proposal=name), SHIFT)
    decided(floor, c.Apply(proposal=name), BOSS)


def opening(sheet: Sheet, **other: Any) -> c.OpenTable:
    given = {"title": sheet.title, "sheet": sheet.name, "sheet_hash": sheet.hash, "tray": 5_000_000, **other}
    return c.OpenTable(**given)


def refused(floor: PlayedFloor, sheet: Sheet) -> IllegalAction:
    """A sheet cannot be proposed, and nothing has changed."""
    before = floor.store.heads()
    with pytest.raises(IllegalAction) as caught:
        propose(floor, sheet)
    assert floor.store.heads() == before
    assert "\n" not in str(caught.value)
    return caught.value


# --- from a file to a table -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_proposed_approved_played_and_verified(path: Path, store: Store, tmp_path: Path) -> None:
    floor, sheet = PlayedFloor(store, sheets=()), load(path)
    approve(floor, sheet)
    table = f"{sheet.name}-1"
    floor.do(table, opening(sheet), "Boss", "administrator")
    for box, person in enumerate(("Ann", "Béla O'Neill"), 1):
        floor.do(table, c.Sit(box=box), person)
    floor.tables = [table]
    floor.play(2)
    opened = json.loads(store.read(f"table:{table}")[0].command)
    assert opened["text"] == sheet.text_hash
    (kept,) = store.read(sheet_stream(sheet.text_hash))
    assert json.loads(kept.command)["content"]["texts"][0]["text"] == path.read_text(encoding="utf-8")
    audit = verify(store, floor.keys)
    assert audit.good, audit.findings[:3]
    assert audit.rounds == 2
    record = read(recall(floor.floor, table, 1).record())
    assert record.sheet_text == sheet.text_hash
    assert settle(record).record.sheet == sheet.name  # by the texts in it, without the file
    export(store, floor.keys, tmp_path / "all.zip", BundlePart())
    export(store, floor.keys, tmp_path / "table.zip", BundlePart((table,)))
    for name in ("all.zip", "table.zip"):
        assert verify_bundle.faults(verify_bundle.Bundle(str(tmp_path / name))) == []


def test_a_floor_goes_on_when_the_file_and_the_shipped_sheets_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table was opened on stands in the log: a program with other sheets replays, finishes and verifies it."""
    floor = PlayedFloor(MemoryStore(), sheets=(BJ, UTH))
    floor.open(load(EXAMPLES[0]))
    floor.tables.append(f"{load(EXAMPLES[0]).name}-1")
    floor.play(1)

    def other(name: str, *, sets: Any = ()) -> Sheet:
        return loading(name, sets=[*sets, "table.maximum=50" if name != UTH else "table.seats=3"])

    monkeypatch.setattr(floor_sheets, "load", other)
    floor.floor = type(floor.floor)(floor.store, floor.keys, clock=floor.clock, chance=floor.floor.chance)
    floor.play(1)
    assert verify(floor.store, floor.keys).good


def test_an_old_table_finds_its_sheet_in_the_log_once_a_program_has_kept_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A floor that was made before the log kept sheets; the next program but one has other sheets of its own."""
    old = OldFloor("0.1.0", tmp_path)
    for name in (BETS, "pairs"):
        assert old.floor.table(name).live.opened.text == ""
    contents = old.floor.sheets_not_in_log()
    assert {content.texts[0].name for content in contents} == {BJ, UTH}
    for content in contents:
        plan = old.floor.keep(content)
        assert plan is not None
        old.floor.take_over(plan, old.store.append([plan.commit])[0])
    assert all(old.floor.keep(content) is None for content in contents)

    def other(name: str, *, sets: Any = ()) -> Sheet:
        return loading(name, sets=[*sets, "table.maximum=400"])

    monkeypatch.setattr(floor_sheets, "load", other)
    later = type(old.floor)(old.store, old.keys, clock=old.floor.clock, chance=old.floor.chance)
    assert later.table("pairs").live.sheet.rules.table.maximum == 1_000_000
    old.floor = later
    while later.table(BETS).live.round is not None:
        old.house(BETS)


def test_a_text_that_was_changed_in_the_log_is_found() -> None:
    floor = PlayedFloor(MemoryStore(), sheets=(V5,))
    stream = sheet_stream(load(V5).text_hash)
    entry = floor.store.read(stream)[0]
    tampered(floor.store, stream, 1, command=entry.command.replace("10.00", "90.00"))  # type: ignore[arg-type]
    found = [str(one) for one in verify(floor.store, floor.keys).findings]
    assert any(stream in one and "cannot be replayed" in one for one in found)
    assert any("table:blackjack-v5-1 1: cannot be replayed: the log keeps no sheet" in one for one in found)


def test_an_approval_is_for_one_text_and_a_withdrawn_one_opens_nothing() -> None:
    floor, ours = PlayedFloor(MemoryStore(), sheets=()), load(EXAMPLES[0])
    approve(floor, ours)
    other = parse_sheet(ours.content.texts[0].text + "# another edition\n", name="river-room")
    assert (other.hash, other.name) == (ours.hash, ours.name)
    assert other.text_hash != ours.text_hash
    with pytest.raises(IllegalAction, match="has the hash"):
        floor.do("t", opening(other, text=other.text_hash), "Boss", "administrator")
    floor.do("t", opening(ours), "Boss", "administrator")
    gone = c.SheetWithdrawal(sheet=ours.name, sheet_hash=ours.hash, text=ours.text_hash)
    decided(floor, c.Propose(proposal="gone", change=gone, reason="the season is over"), BOSS)
    decided(floor, c.Approve(proposal="gone"), SHIFT)
    decided(floor, c.Apply(proposal="gone"), BOSS)
    with pytest.raises(IllegalAction, match="has not approved"):
        floor.do("u", opening(ours), "Boss", "administrator")
    floor.do("t", c.Sit(box=1), "Ann")
    floor.tables = ["t"]
    floor.do("t", c.Sit(box=2), "Béla O'Neill")
    floor.play(1)
    assert verify(floor.store, floor.keys).good


# --- departures -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sheet", "value", "clause"),
    [
        pytest.param(BJ, "cards.decks=8", "BJ-CARD-1", marks=pytest.mark.clause("BJ-CARD-1")),
        pytest.param(BJ, "shuffle.method=machine", "BJ-SHUF-1", marks=pytest.mark.clause("BJ-SHUF-1")),
        pytest.param(BJ, "table.minimum=30.00", "BJ-LIM-3", marks=pytest.mark.clause("BJ-LIM-3")),
        pytest.param(GC, "cards.decks=8", "GC-EQUIP-2", marks=pytest.mark.clause("GC-EQUIP-2")),
        pytest.param(V5, "cards.decks=4", "V5-DECK-1", marks=pytest.mark.clause("V5-DECK-1")),
        (UTH, "dealer.qualifies=any", "UTH-DEAL-16"),
    ],
)
def test_a_shipped_document_stays_what_it_is(sheet: str, value: str, clause: str) -> None:
    departing = load(sheet, sets=[value])
    refusal = refused(PlayedFloor(MemoryStore(), sheets=()), departing)
    assert refusal.code == "table.sheet_departs"
    assert clause in str(refusal)
    assert value.split("=")[0] in refusal.reason
    assert refusal.clause in departing.clauses(value.split("=")[0])
    assert departing.house == ""


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("", "table.sheet_departs"),
        (OWN.replace("house", "about"), "table.sheet_departs"),
        (OWN.replace("title", "about"), "table.sheet_departs"),
        (OWN.replace("edition", "about"), "table.sheet_departs"),
        (OWN.replace('Red Lantern"\ntitle', ' catfish bend CASINOS"\ntitle'), "sheet.of_another_house"),
        ('document = "RL"\n', "table.sheet_departs"),
    ],
)
def test_what_departs_is_approved_as_a_document_of_its_own_or_not_at_all(head: str, code: str) -> None:
    sheet = parse_sheet(DEPARTING.format(head), name="red")
    assert [one.path for one in sheet.departures] == ["dealer.soft_17", "blackjack.pays"]
    assert refused(PlayedFloor(MemoryStore(), sheets=()), sheet).code == code


def test_a_document_of_its_own_is_played_and_says_what_it_departs_from() -> None:
    floor, sheet = PlayedFloor(MemoryStore(), sheets=()), parse_sheet(DEPARTING.format(OWN), name="red")
    approve(floor, sheet)
    floor.do("t", opening(sheet), "Boss", "administrator")
    live = floor.floor.table("t").live
    assert live.sheet.house == "Red Lantern"
    assert [str(one) for one in live.sheet.departures] == [
        "dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)",
        "blackjack.pays = 6:5 departs from BJ-PAY-5b, BJ-PAY-3a (3:2)",
    ]


def test_a_name_of_a_shipped_sheet_is_taken() -> None:
    sheet = parse_sheet(f'extends = "{BJ}"\nname = "{BJ}"\n', name="x")
    assert refused(PlayedFloor(MemoryStore(), sheets=()), sheet).code == "sheet.name_taken"


# --- bad texts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('extends = "../../etc/passwd"', "there is no sheet called"),
        ('extends = "/etc/passwd.toml"', "there is no sheet called"),
        ('extends = "river-room.toml"', "there is no sheet called"),
        (f'extends = "{BJ}"\nhouze = "x"', "is not known"),
        (f'extends = "{BJ}"\n[table]\nminimum = "50000.00"', "table"),
        ("[[[", "is not TOML"),
        ("#" * 1_000_001, "longer than"),
    ],
)
def test_a_bad_text_is_one_clear_line(text: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES[0].parent)  # where a file of that name would be
    with pytest.raises(NotationError, match=says) as caught:
        proposed_sheet(text, name="ours", beside={})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("tail", "code"), [("# \u202e", "sheet.odd_letters"), ("#" * 50_000, "sheet.too_long")])
def test_a_text_that_reads_but_does_not_belong_in_a_log(tail: str, code: str) -> None:
    sheet = parse_sheet(f'extends = "{BJ}"\nname = "ours"\n{tail}\n', name="ours")
    assert refused(PlayedFloor(MemoryStore(), sheets=()), sheet).code == code


def test_a_sheet_may_extend_one_that_the_house_has_approved() -> None:
    below = load(EXAMPLES[0])
    sheet = proposed_sheet(
        f'extends = "{below.name}"\nname = "late"\n[table]\nminimum = "15.00"\n', name="late",
        beside={below.name: below.content},
    )  # fmt: skip
    assert sheet.extends == (EXAMPLES[0].stem, BJ)
    assert sheet_of(sheet.content) == sheet


# --- two hashes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_content_is_read_back_from_itself_alone(name: str) -> None:
    sheet = load(name, sets=["table.minimum=10.00"] if name == BJ else [])
    again = sheet_of(msgspec.json.decode(msgspec.json.encode(sheet.content), type=Content))
    assert (again, again.values, again.departures) == (sheet, sheet.values, sheet.departures)
    assert again.text_hash == sheet.text_hash


def test_texts_that_do_not_lead_to_each_other_are_refused() -> None:
    top = Text(name="a", text=f'extends = "{BJ}"')
    with pytest.raises(PitbossError, match="does not lead"):
        sheet_of(Content(texts=(top,)))


def test_the_revisions_of_a_sheet_are_those_that_two_people_decided() -> None:
    """Two steps, each with its day, what it says otherwise, and who signed."""
    floor, text = PlayedFloor(MemoryStore(), sheets=()), DEPARTING.format(OWN)
    first, second = (parse_sheet(one, name="red") for one in (text, text.replace('"stand"', '"hit"')))
    approve(floor, first, "first")
    approve(floor, second, "second")
    found = revisions(floor.store, first.name)
    assert [(one.what, one.hash, one.changes) for one in found] == [
        ("approved", first.hash, ()),
        ("approved", second.hash, ("The dealer draws on soft 17.",)),
    ]
    assert all(len(one.signed) == 2 for one in found)
    assert revisions(floor.store, "another") == []
