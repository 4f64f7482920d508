"""With its own key a house forges its evidence: what is compared in a bundle, and codes that have left the house."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.service.audit_floor import PROGRESSIVE, PlayedFloor
from tests.service.forging import Entries, forged

from pitboss.money import cents_text
from pitboss.rules import load
from pitboss.service.audit import verify_bundle
from pitboss.service.audit.evidence_bundle import export
from pitboss.service.audit.settled_bundle import SettledCheck
from pitboss.service.audit.verify_bundle import Bundle, code_of, faults, main, round_file
from pitboss.store import MemoryStore

CATFISH = "table:catfish-blackjack-1"


@pytest.fixture(scope="module")
def floor() -> PlayedFloor:
    floor = PlayedFloor(MemoryStore(), sheets=("catfish-blackjack", PROGRESSIVE))
    floor.play(4)
    return floor


@pytest.fixture(scope="module")
def members(floor: PlayedFloor, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    path = tmp_path_factory.mktemp("honest") / "evidence.zip"
    export(floor.store, floor.keys, path)
    with zipfile.ZipFile(path) as box:
        return {name: box.read(name) for name in box.namelist()}


def found_in(members: dict[str, bytes], folder: Path, *seen: str) -> list[str]:
    path = folder / "forged.zip"
    with zipfile.ZipFile(path, "w") as box:
        for name, octets in members.items():
            box.writestr(name, octets)
    bundle = Bundle(str(path))
    try:
        return faults(bundle, None, seen)
    finally:
        bundle.close()


def untouched(entries: Entries) -> Entries:
    return entries


def test_what_nobody_changed_holds_after_being_made_to_fit(
    floor: PlayedFloor, members: dict[str, bytes], tmp_path: Path
) -> None:
    assert found_in(forged(members, floor.keys, CATFISH, untouched), tmp_path) == []


def _settling(entries: Entries) -> dict[str, Any]:
    return next(entry for entry in entries if "WagerSettled" in entry["events"])


def skimmed(entries: Entries) -> Entries:
    """$5 of every settlement goes from the player to the tray, in the postings only."""
    entry = _settling(entries)
    lines = json.loads(entry["postings"])
    taker = next(line for line in lines if line[0].startswith("tray:"))
    loser = next(line for line in lines if line[0].startswith("player:"))
    taker[1], loser[1] = taker[1] + 500, loser[1] - 500
    entry["postings"] = json.dumps(lines, separators=(",", ":"))
    return entries


def tipped(entries: Entries) -> Entries:
    """The same by lines of their own."""
    entry = _settling(entries)
    lines = json.loads(entry["postings"])
    player = next(line[0] for line in lines if line[0].startswith("player:"))
    more = [[player, -500, "a gift"], ["tray:catfish-blackjack-1", 500, "a gift"]]
    entry["postings"] = json.dumps([*lines, *more], separators=(",", ":"))
    return entries


def raised(entries: Entries) -> Entries:
    """A payout with $1,000 more, in the event and in the postings."""
    entry = _settling(entries)
    events, lines = json.loads(entry["events"]), json.loads(entry["postings"])
    settled = next(event for event in events if event["type"] == "WagerSettled")
    settled["pays"] += 100_000
    taker = next(line for line in lines if line[0].startswith("tray:") or line[0].startswith("player:"))
    lines += [[f"tray:{taker[0].partition(':')[2]}" if taker[0].startswith("tray") else "tray:catfish-blackjack-1",
               -100_000, "WagerSettled"], ["player:Ann", 100_000, "WagerSettled"]]  # fmt: skip
    entry["events"], entry["postings"] = (json.dumps(part, separators=(",", ":")) for part in (events, lines))
    return entries


def dropped(entries: Entries) -> Entries:
    """The second round is gone."""
    starts = [at for at, entry in enumerate(entries) if '"RoundStarted"' in entry["events"]]
    return entries[: starts[1]] + entries[starts[2] :]


def dropped_and_renumbered(entries: Entries) -> Entries:
    """The second round is gone, and those after it have its number and the next ones."""
    left = dropped(entries)
    number = 0
    for entry in left:
        events = json.loads(entry["events"])
        for event in events:
            if event["type"] == "RoundStarted":
                number += 1
                event["number"] = number
        entry["events"] = json.dumps(events, separators=(",", ":"))
    return left


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (skimmed, "its postings for WagerSettled are not what happened"),
        (tipped, "moves money that nothing in it accounts for"),
        (raised, "its record has "),
        (dropped, "begins round 3 after round 1"),
        (dropped_and_renumbered, "of the shoe, where card "),
    ],
)
def test_a_forgery_in_which_all_else_fits_is_found(
    floor: PlayedFloor, members: dict[str, bytes], tmp_path: Path, edit: Callable[[Entries], Entries], words: str
) -> None:
    found = found_in(forged(members, floor.keys, CATFISH, edit), tmp_path)
    assert any(words in what for what in found), found


def _with_record(members: dict[str, bytes], edit: Callable[[str], str]) -> dict[str, bytes]:
    """A bundle in which the record of the first round is another."""
    name = round_file(CATFISH, 1, "record")
    return {**members, name: edit(members[name].decode()).encode()}


def _settled_again(members: dict[str, bytes], folder: Path) -> list[str]:
    path = folder / "settled.zip"
    with zipfile.ZipFile(path, "w") as box:
        for name, octets in members.items():
            box.writestr(name, octets)
    with closing(Bundle(str(path))) as bundle:
        return SettledCheck(bundle).all()


def _first_settled(members: dict[str, bytes]) -> dict[str, Any]:
    entries = [json.loads(line) for line in members[verify_bundle.stream_file(CATFISH)].splitlines()]
    return next(event for event in json.loads(_settling(entries)["events"]) if event["type"] == "WagerSettled")


def test_a_payout_that_is_raised_in_the_record_too_is_not_what_was_due(
    floor: PlayedFloor, members: dict[str, bytes], tmp_path: Path
) -> None:
    """Events, postings and record agree then; what the cards and the sheet make due does not."""
    settled = _first_settled(members)
    due = cents_text(settled["pays"])

    def paid_more(text: str) -> str:
        before = f'{settled["wager"]} = "{due}"'
        line = next(line for line in text.splitlines() if line.startswith("paid = ") and before in line)
        more = cents_text(settled["pays"] + 100_000)
        return text.replace(line, line.replace(before, f'{settled["wager"]} = "{more}"'), 1)

    made = forged(_with_record(members, paid_more), floor.keys, CATFISH, raised)
    assert found_in(made, tmp_path) == [], "the script knows no rules"
    found = _settled_again(made, tmp_path)
    assert len(found) == 1
    assert f"round 1: settled again, {due} is due for {settled['wager']} of box {settled['spot']};" in found[0]
    assert _settled_again(members, tmp_path) == []


def test_a_record_of_another_sheet_does_not_make_a_payout_due(
    floor: PlayedFloor, members: dict[str, bytes], tmp_path: Path
) -> None:
    """The house writes records by a kinder sheet, under its right hash or under that of the sheet it was played on."""
    other = load("catfish-blackjack", sets=("soft_17=stand",))
    own = load("catfish-blackjack")

    def kinder(text: str, sheet_text: str) -> str:
        text = text.replace(own.hash, other.hash).replace(own.text_hash, sheet_text)
        return text.replace("\n\n", '\nset = ["soft_17=stand"]\n\n', 1)

    openly = forged(_with_record(members, lambda text: kinder(text, other.text_hash)), floor.keys, CATFISH, untouched)
    words = "round 1: its record is of another sheet than the table was opened on"
    assert [what for what in found_in(openly, tmp_path) if words in what]
    hidden = forged(_with_record(members, lambda text: kinder(text, own.text_hash)), floor.keys, CATFISH, untouched)
    assert found_in(hidden, tmp_path) == []
    assert [what for what in _settled_again(hidden, tmp_path) if "its record cannot be settled" in what]


def _code(members: dict[str, bytes], number: int) -> str:
    line = members["checkpoints.jsonl"].splitlines()[number - 1]
    return code_of(number, verify_bundle.sha256(line).hexdigest())


def test_a_log_that_was_cut_is_found_by_a_code_that_has_left_the_house(
    floor: PlayedFloor, members: dict[str, bytes], tmp_path: Path
) -> None:
    last = len(members["checkpoints.jsonl"].splitlines())
    code = _code(members, last)
    assert found_in(members, tmp_path, code, _code(members, 1).upper()) == []
    starts = [at for at, line in enumerate(members[verify_bundle.stream_file(CATFISH)].splitlines())
              if b"RoundStarted" in line]  # fmt: skip
    cut = forged(
        {name: octets for name, octets in members.items() if not name.startswith("rounds/catfish-blackjack-1/4")},
        floor.keys, CATFISH, lambda entries: entries[: starts[3]],
    )  # fmt: skip
    assert found_in(cut, tmp_path) == [], "nothing in the bundle tells it"
    assert any("was another when its code was shown" in what for what in found_in(cut, tmp_path, code))
    without = dict(cut)
    without["checkpoints.jsonl"] = b"".join(line + b"\n" for line in cut["checkpoints.jsonl"].splitlines()[: last - 1])
    assert f"checkpoint {last}: is not in the bundle" in found_in(without, tmp_path, code)


def test_a_code_that_is_none_and_a_member_that_is_there_twice(members: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "twice.zip"
    with zipfile.ZipFile(path, "w") as box:
        for name, octets in members.items():
            box.writestr(name, octets)
        with pytest.warns(UserWarning, match="Duplicate name"):
            box.writestr("balances.json", members["balances.json"])
    bundle = Bundle(str(path))
    assert "balances.json: is there more than once" in faults(bundle)
    bundle.close()
    assert main([str(path), "--seen", "1-xyz"]) == 2
