"""`pitboss settle`: text, JSON, exit status, many files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.commands import Run, run

from pitboss.cli.settle import as_json
from pitboss.records import read, settle

ROOT = Path(__file__).resolve().parent
RECORDS = ROOT / "records"

__all__ = ["run"]

Pitboss = Callable[..., CompletedProcess[str]]

RIGHT = """
sheet = "catfish-blackjack"
cards = "Th 6c 9h Td Tc"
[[spot]]
box = 1
player = "seat 1"
main = "10.00"
trilux = "5.00"
tokes = { main = "1.00" }
answers = ["stand"]
paid = { main = "10.00", trilux = "-5.00" }
"""


@pytest.fixture
def pitboss(run: Run) -> Pitboss:
    """The command in this process, by what a process of its own would leave."""

    def settled(*arguments: str | Path) -> CompletedProcess[str]:
        return CompletedProcess(arguments, *run("settle", *map(str, arguments)))

    return settled


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "round.toml"
    path.write_text(RIGHT, encoding="utf-8")
    return path


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_every_wager_with_result_amount_and_clause(pitboss: Pitboss, record: Path) -> None:
    ran = pitboss(record)
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert ["dealer", "6c", "Td", "Tc"] in rows
    assert ["main", "10.00", "win", "10.00", "BJ-INTRO-12"] in rows
    assert ["trilux", "5.00", "lose", "-5.00", "BJ-TRI-3"] in rows
    assert ["toke:main", "1.00", "win", "1.00", "BJ-S5"] in rows
    assert ["net", "5.00"] in rows
    assert "spot 1, seat 1" in ran.stdout
    assert "paid as due" in ran.stdout


def test_json_has_the_fields_that_programs_rely_on(pitboss: Pitboss, record: Path) -> None:
    data = json.loads(pitboss(record, "--json").stdout)
    assert data["sheet"] == "catfish-blackjack"
    assert data["net"] == {"1": "5.00"}
    main = next(one for one in data["wagers"] if one["wager"] == "main")
    assert "board" not in data
    expected = {"spot": 1, "stake": "10.00", "result": "win", "pays": "10.00", "clause": "BJ-INTRO-12", "hand": 1}
    assert expected.items() <= main.items()
    assert (data["right"], data["differences"]) == (True, [])


def test_a_difference_is_shown_with_status_1(pitboss: Pitboss, record: Path) -> None:
    changed(record, 'main = "10.00", trilux', 'main = "15.00", trilux')
    ran = pitboss(record)
    assert ran.returncode == 1
    assert "DIFFERS: spot 1 main was paid 15.00, due 10.00" in ran.stdout
    ran = pitboss(record, "--json")
    assert ran.returncode == 1
    assert json.loads(ran.stdout)["differences"] == [
        {"spot": 1, "wager": "main", "hand": None, "paid": "15.00", "due": "10.00"}
    ]


def test_an_unseen_card_that_decides_is_status_1(pitboss: Pitboss, record: Path) -> None:
    changed(record, "Td Tc", "?? Tc")
    ran = pitboss(record)
    assert ran.returncode == 1
    assert "card 4 was not seen, and these wagers cannot be decided without it" in ran.stdout
    assert "push 0.00 if it is 3\n" in ran.stdout
    data = json.loads(pitboss(record, "--json").stdout)
    main = next(one for one in data["wagers"] if one["wager"] == "main")
    assert (main["result"], main["pays"]) == ("undecided", None)
    assert {one["result"] for one in main["possible"]} == {"win", "lose", "push"}
    assert data["net"] == {}


def test_an_unseen_card_that_decides_nothing_is_status_0(pitboss: Pitboss) -> None:
    ran = pitboss(RECORDS / "BJ-DEAL-9b-hole-unseen.toml")
    assert ran.returncode == 0
    assert "the result is the same for every face that fits" in ran.stdout


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Td Tc", "Td Tc 2c", "1 left over"),
        ('"stand"', '"stand", "stand"', "left over"),
        ('"stand"', '"jump"', 'there is no action "jump"'),
        ("[[spot]]", "[[spot", "is not TOML"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_status_2(
    pitboss: Pitboss, record: Path, old: str, new: str, said: str
) -> None:
    ran = pitboss(changed(record, old, new))
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert ran.stderr.startswith("pitboss: ")
    assert said in ran.stderr


@pytest.mark.parametrize(
    ("old", "new", "count", "said"),
    [("main =", "mian =", 4, "perhaps main"), ("cards", "kards", 2, "cards: is missing")],
)
def test_several_defects_are_a_line_each(
    pitboss: Pitboss, record: Path, old: str, new: str, count: int, said: str
) -> None:
    ran = pitboss(changed(record, old, new))
    assert (ran.returncode, ran.stdout) == (2, "")
    first, *defects = ran.stderr.splitlines()
    assert first == f'pitboss: hand record "{record}" has {count} defects:'
    assert len(defects) == count
    assert all(line.startswith("  ") for line in defects)
    assert said in ran.stderr


def test_of_many_defects_the_first_are_told_and_the_rest_counted(pitboss: Pitboss, record: Path) -> None:
    wrong = ", ".join(['"jump"'] * 200)
    ran = pitboss(changed(record, '"stand"', wrong))
    lines = ran.stderr.splitlines()
    assert lines[0].endswith("has 200 defects:")
    assert len(lines) == 22
    assert lines[-1] == "  and 180 more"
    error = json.loads(pitboss(record, record, "--json").stdout)[0]["error"]
    assert error.endswith("; and 180 more")
    assert "\n" not in error


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cards", "set = " + "{a=" * 3000 + "1" + "}" * 3000 + "\ncards"),
        ("cards", "set." + ".".join("a" * 3000) + " = 1\ncards"),
        ("cards", "about = " + "[" * 3000 + "]" * 3000 + "\ncards"),
    ],
    ids=["tables", "names", "lists"],
)
def test_a_record_without_end_is_one_clear_line(pitboss: Pitboss, record: Path, old: str, new: str) -> None:
    ran = pitboss(changed(record, old, new))
    assert (ran.returncode, ran.stdout, len(ran.stderr.splitlines())) == (2, "", 1)
    assert "is nested too deeply" in ran.stderr


def test_a_number_without_end_is_one_clear_line(pitboss: Pitboss, record: Path) -> None:
    ran = pitboss(changed(record, "box = 1", f"box = {'9' * 5000}"))
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert "holds a number or a date that is out of range" in ran.stderr


def test_no_file_at_all(pitboss: Pitboss, tmp_path: Path) -> None:
    assert pitboss().returncode == 2
    ran = pitboss(tmp_path / "none.toml", "--json")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "No such file" in ran.stderr


def test_many_files_at_once(pitboss: Pitboss, record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("cards = 3", encoding="utf-8")
    ran = pitboss("--json", record, other, record)
    assert ran.returncode == 2
    first, broken, third = json.loads(ran.stdout)
    assert first == third
    assert broken["file"] == str(other)
    assert "sheet: is missing" in broken["error"]


def test_the_golden_library_settles_itself(pitboss: Pitboss) -> None:
    ran = pitboss(*sorted(RECORDS.glob("*.toml")))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("paid as due") == len(list(RECORDS.glob("*.toml")))
    assert ran.stdout.endswith("all right\n")


@pytest.fixture
def held(tmp_path: Path) -> Path:
    path = tmp_path / "holdem.toml"
    path.write_text(
        'sheet = "ultimate-texas-holdem"\ncards = "5s 6s 7s Kd 2c ?? ?? 8s 9s Kh 3c"\nmeters = { minor = "1530.40" }\n'
        '[[spot]]\nbox = 1\nante = "10.00"\nanswers = ["check", "check", "fold"]\n'
        '[[spot]]\nbox = 2\nante = "10.00"\nprogressive = "5.00"\ntokes = { ante = "1.00" }\nanswers = ["bet 4x"]\n',
        encoding="utf-8",
    )
    return path


def test_holdem_in_text_and_json(pitboss: Pitboss, held: Path) -> None:
    ran = pitboss(held, "--events")
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert ["dealer", "Kh", "3c"] in rows
    assert ["board", "5s", "6s", "7s", "Kd", "2c"] in rows
    assert ["blind", "10.00", "win", "500.00", "UTH-BLIND-6", "Straight", "flush"] in rows
    assert ["progressive_award", "0.00", "win", "1530.40", "UTH-PTAB-2a", "Minor"] in rows
    assert ["net", "2075.40"] in rows  # 40 + 10 + 500 + 1530.40 - 5
    assert "DealerShown         cards Kh 3c, hand pair of kings, forward 5s 6s 7s Kd" in ran.stdout
    assert "cards 6, 7 were not seen; the result is the same for every face that fits" in ran.stdout
    data = json.loads(pitboss(held, "--json").stdout)
    assert (data["board"], data["dealer"]) == (["5s", "6s", "7s", "Kd", "2c"], ["Kh", "3c"])
    assert data["net"] == {"1": "-20.00", "2": "2075.40"}
    toke = next(one for one in data["wagers"] if one["wager"] == "toke:ante")
    assert (toke["pays"], toke["owner"]) == ("1.00", "dealers")


def test_an_unseen_holdem_card_that_decides(pitboss: Pitboss, held: Path) -> None:
    ran = pitboss(changed(held, "Kh 3c", "Kh ??"))
    assert (ran.returncode, ran.stderr) == (0, "")  # a straight flush beats every hand the dealer can have
    ran = pitboss(changed(held, "8s 9s", "Ts ??"))
    assert ran.returncode == 1
    assert "cards 9, 11 were not seen, and these wagers cannot be decided without them" in ran.stdout


def test_an_unseen_card_that_may_have_hit_a_meter_is_not_settled_without_it(pitboss: Pitboss, held: Path) -> None:
    """The dealer's straight flush beats every hand but the royal, which would win the Major as well."""
    royal = changed(held, "5s 6s 7s Kd 2c ?? ?? 8s 9s Kh 3c", "Ts Js Qs 2c 3d ?? ?? As ?? 9s 8s")
    ran = pitboss(royal)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "meters: are needed, as a hand with Ks hits one" in ran.stderr
    ran = pitboss(changed(royal, 'minor = "1530.40"', 'major = "20700.00"'))
    assert ran.returncode == 1
    assert all(amount in ran.stdout for amount in ("-40.00", "5000.00", "20700.00"))


@pytest.mark.clause("UTH-PTAB-8a", "UTH-PTAB-8b", "UTH-PTAB-11")
def test_meters_below_their_seeds_are_refused_with_their_clauses(pitboss: Pitboss, held: Path) -> None:
    ran = pitboss(changed(held, 'minor = "1530.40"', 'major = "19999.99", minor = "1499.99"'))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "meters.major: the major is never below its seed of $20,000 [UTH-PTAB-8a]" in ran.stderr
    assert "meters.minor: the minor is never below its seed of $1,500 [UTH-PTAB-8b]" in ran.stderr
    assert "has 2 defects" in ran.stderr
    changed(held, 'major = "19999.99", minor = "1499.99"', 'minor = "1500.00"')
    assert awarded(pitboss, held) == ["1500.00"]
    changed(held, 'minor = "1500.00"', 'minor = "999999.99"')
    assert awarded(pitboss, held) == ["999999.99"]


def awarded(pitboss: Pitboss, record: Path) -> list[str]:
    wagers = json.loads(pitboss(record, "--json").stdout)["wagers"]
    return [one["pays"] for one in wagers if one["wager"] == "progressive_award"]


@pytest.mark.clause("BJ-KBLIM-3b")
def test_the_documents_example_to_the_cent(pitboss: Pitboss) -> None:
    data = json.loads(pitboss(RECORDS / "BJ-KBLIM-3b-aggregate.toml", "--json").stdout)
    bounty = {one["spot"]: one["pays"] for one in data["wagers"] if one["wager"] == "kings_bounty"}
    assert bounty == {1: "11363.64", 2: "9090.91", 3: "4545.45"}


def test_events_show_the_whole_log(pitboss: Pitboss, record: Path) -> None:
    ran = pitboss(record, "--events")
    assert ["BJ-DEAL-21a", "HoleTurned", "card", "Td"] in [line.split() for line in ran.stdout.splitlines()]
    assert "RoundEnded" in ran.stdout
    data = json.loads(pitboss(record, "--events", "--json").stdout)
    assert data["events"][0]["type"] == "BetPlaced"
    assert {"type": "HoleTurned", "clause": "BJ-DEAL-21a", "card": "Td"} in data["events"]


def test_events_with_an_unseen_card_say_what_is_assumed(pitboss: Pitboss) -> None:
    ran = pitboss(RECORDS / "BJ-DEAL-9b-hole-unseen.toml", "--events")
    assert "with 2c for the card that nobody saw" in ran.stdout


def test_no_event_runs_into_its_own_name(pitboss: Pitboss) -> None:
    ran = pitboss(RECORDS / "BJ-IRR-5b-dead-hand.toml", "--events")
    assert "IrregularityDeclared  kind missed hit" in ran.stdout


def test_hands_are_counted_from_one_in_events_too(pitboss: Pitboss) -> None:
    ran = pitboss(RECORDS / "BJ-SPLIT-4a-two-hands.toml", "--events")
    split = next(line for line in ran.stdout.splitlines() if "HandSplit" in line)
    assert "hand 1, new_hand 2" in split
    assert "hand 0" not in ran.stdout


def test_hands_are_counted_from_one_in_the_json_of_events_as_in_that_of_wagers() -> None:
    data = as_json(settle(read(path := RECORDS / "BJ-SPLIT-4a-two-hands.toml")), path, events=True)
    split = next(event for event in data["events"] if event["type"] == "HandSplit")
    assert (split["hand"], split["new_hand"]) == (1, 2)
    settled = [(event["spot"], event["hand"], event["wager"]) for event in data["events"] if "stake" in event]
    assert settled == [(wager["spot"], wager["hand"], wager["wager"]) for wager in data["wagers"]]
    shown = as_json(settle(read(path := RECORDS / "UTH-QUAL-3-tie.toml")), path, events=True)
    hands = [event["hand"] for event in shown["events"] if event["type"] == "DealerShown"]
    assert hands
    assert all(isinstance(hand, str) for hand in hands)  # a hand by name is no number


@pytest.mark.clause("FB-FSPL-2", "FB-FSPL-3", "FB-FDBL-2")
def test_every_free_bet_has_a_line_whether_it_won_or_not(pitboss: Pitboss, tmp_path: Path) -> None:
    """Four eights: the first hand wins, the second pushes, the third loses, the last is doubled free and loses."""
    path = tmp_path / "free.toml"
    path.write_text(
        'sheet = "free-bet-blackjack"\ncards = "8h 9c 8d Td 8s 8c Ts 3c Ah 9d 3d 2h"\n'
        '[[spot]]\nbox = 1\nmain = "10.00"\n'
        'answers = ["split", "split", "split", "hit", "stand", "stand", "stand", "double"]\n',
        encoding="utf-8",
    )
    ran = pitboss(path)
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = [line.split()[:5] for line in ran.stdout.splitlines() if "(hand" in line]
    assert sorted(row[0] + row[2] for row in rows) == [
        "free_double4)",
        "free_split2)",
        "free_split3)",
        "free_split4)",
        "main1)",
    ]
    data = json.loads(pitboss(path, "--json").stdout)
    found = {(one["wager"], one["hand"]): (one["result"], one["pays"], one["clause"]) for one in data["wagers"]}
    assert len(found) == 5
    assert {hand for _, hand in found} == {1, 2, 3, 4}
    assert all(pays == "0.00" for (wager, _), (result, pays, _) in found.items() if wager != "main" and result != "win")
    assert all(clause for _, _, clause in found.values())


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_lines_are_told_in_the_words_of_the_pay_table(pitboss: Pitboss, form: list[str]) -> None:
    ran = pitboss(RECORDS / "FB-P22PAY-3-other.toml", *form)
    assert "Any other dealer 22" in ran.stdout
    ran = pitboss(RECORDS / "GC-SUP7-1-lines-add-up.toml", *form)
    assert "First card a seven and First two cards sevens of mixed suits" in ran.stdout


def test_an_undecided_wager_shows_its_stake_and_the_cards_that_are_known(pitboss: Pitboss, record: Path) -> None:
    changed(record, "Td Tc", "?? Tc")
    ran = pitboss(record)
    assert "spot 1, seat 1  Th 9h" in ran.stdout
    assert ["main", "10.00", "undecided"] in [line.split() for line in ran.stdout.splitlines()]
    main = next(one for one in json.loads(pitboss(record, "--json").stdout)["wagers"] if one["wager"] == "main")
    assert (main["stake"], main["cards"]) == ("10.00", ["Th", "9h"])
    changed(record, "Th 6c 9h ?? Tc", "?? 6c 9h Td Tc")
    assert "spot 1, seat 1  ?? 9h" in pitboss(record).stdout


def test_the_report_of_a_dispute_is_written_of_one_record(pitboss: Pitboss, record: Path, tmp_path: Path) -> None:
    report = tmp_path / "dispute.pdf"
    ran = pitboss(changed(record, 'main = "10.00", trilux', 'main = "15.00", trilux'), "--report", report)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert report.read_bytes().startswith(b"%PDF")
    report.unlink()
    for wrong, said in (((record, record, "--report", report), "one record"), ((record, "--report", "x.txt"), ".pdf")):
        refused = pitboss(*wrong)
        assert refused.returncode == 2
        assert said in refused.stderr
        assert not report.exists()
