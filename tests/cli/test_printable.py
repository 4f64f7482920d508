"""Text of files and of people never reaches a terminal, a log or a page raw, wherever it comes in."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from tests.cli.test_manners import COMMANDS
from tests.service.staffed_floor import StaffedPit

from pitboss.cli.common import as_table
from pitboss.cli.deal import deal
from pitboss.client.connection import Refused
from pitboss.errors import Defect, IllegalAction, NotationError, PitbossError, SheetError
from pitboss.games import actions as a
from pitboss.printable import printable, printable_json
from pitboss.records import RecordError
from pitboss.records.reading import TOP_KEYS
from pitboss.rules import parse_sheet
from pitboss.service.audit import verify_bundle
from pitboss.service.floor import commands as c
from pitboss.service.people.accounts import check_name
from pitboss.shoe import verify as openings
from pitboss.web.logs import AsJson, AsText

Run = Callable[..., tuple[int, str, str]]

NASTY = {
    "escape sequence": "\x1b[2K\x1b[1A\x1b[8m",
    "line break": "\npaid as due",
    "carriage return": "\rall right",
    "backspace": "\b\b\b\b",
    "bell": "\x07",
    "delete": "\x7f",
    "C1": "\x9b2J\x85",
    "line separator": "\u2028spot 9",
    "paragraph separator": "\u2029",
    "override": "\u202egnorw",
    "isolate": "\u2066x\u2069",
    "tag": "\U000e0041",
    "surrogate": "\udc9b",
}
"""What a terminal, a viewer of logs or a browser would act upon."""

nasty = pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
ALL = "".join(text for name, text in NASTY.items() if name != "surrogate")
"""All of it that a file of text can hold."""


def is_plain(shown: str) -> bool:
    return shown.replace("\n", "").isprintable()


def test_what_can_be_printed_stays_as_it_is() -> None:
    for text in ("", "Ann O'Brien", "Žofie 9♠", 'a "quoted" \\ text'):
        assert printable(text) == text
        assert printable_json(json.dumps(text, ensure_ascii=False)) == json.dumps(text, ensure_ascii=False)


@nasty
def test_json_says_the_same_escaped(text: str) -> None:
    told = {f"key{text}": [f"value{text}"]}
    written = printable_json(json.dumps(told, indent=2, ensure_ascii=False))
    assert is_plain(written)
    assert json.loads(written) == told


# --- errors, which are printed, logged and sent ---------------------------------------------------------------


@nasty
def test_every_error_is_a_plain_line(text: str) -> None:
    errors: list[PitbossError] = [
        PitbossError(f"nobody is called {text}"),
        IllegalAction("place.taken", "BJ-1", place="box", box=1, player=text),
        NotationError(f"cannot read {text}", text=text, expected=text),
        SheetError(f"house{text}", [Defect(f"place{text}", text, text)] * 2),
        RecordError(f"round{text}", [Defect(f"place{text}", text, text)] * 30),
        Refused(f"the server says {text}", text),
    ]
    for error in errors:
        assert str(error).isprintable()
        assert printable(text) in str(error)
    for error in errors[3:5]:
        assert all(line.isprintable() for line in error.lines)  # type: ignore[attr-defined]
    assert errors[1].reason.isprintable()  # type: ignore[attr-defined]


# --- hand records ---------------------------------------------------------------------------------------------

TEXTS = {
    "note": 'note = {}\nsheet = "catfish-blackjack"',
    "about": 'about = {{ tape = {} }}\nsheet = "catfish-blackjack"',
    "about's key": 'about = {{ {} = "x" }}\nsheet = "catfish-blackjack"',
    "sheet": "sheet = {}",
    "set": 'set = [{}]\nsheet = "catfish-blackjack"',
    "set's key": 'set = {{ {} = 1 }}\nsheet = "catfish-blackjack"',
    "engine": 'engine = {}\nsheet = "catfish-blackjack"',
    "sheet_hash": 'sheet_hash = {}\nsheet = "catfish-blackjack"',
    "sheet_text": 'sheet_text = {}\nsheet = "catfish-blackjack"',
    "texts": 'sheet = "catfish-blackjack"\ntexts = [{{ name = {0}, text = {0}, shipped = false }}]',
    "events_hash": 'events_hash = {}\nsheet = "catfish-blackjack"',
    "unknown key": '{} = 1\nsheet = "catfish-blackjack"',
    "spot limits": 'spot_limits = {{ {} = 2 }}\nsheet = "catfish-blackjack"',
    "cards": 'cards = {}\nsheet = "catfish-blackjack"',
    "link": 'link = {}\nsheet = "catfish-blackjack"',
}
IN_A_SPOT = {
    "player": "player = {}",
    "unknown key": "{} = 1",
    "amount": "trilux = {}",
    "answer": "answers = [{}]",
    "toke": 'tokes = {{ {} = "1.00" }}',
    "paid": "paid = {{ main = {} }}",
}
IN_A_LINE = {
    "note of a declaration": "{{ do = {} }}",
    "role": '{{ do = "1: stand", by = {} }}',
    "player": '{{ do = "1: bet 10.00 main", player = {} }}',
    "unknown key": '{{ do = "1: stand", {} = 1 }}',
}


def records_with(text: str) -> Iterator[tuple[str, str]]:
    """A record for each place that a text can stand in, by its name."""
    value = '"' + "".join(f"\\U{ord(character):08x}" for character in f"x{text}") + '"'
    cards, spot = 'cards = "Th 6c 9h Td Tc"\n', '\n[[spot]]\nbox = 1\nmain = "10.00"\n'
    plain = 'sheet = "catfish-blackjack"\n'
    for place, head in TEXTS.items():
        yield place, (cards if place != "cards" else "") + head.format(value) + spot + 'answers = ["stand"]\n'
    for place, line in IN_A_SPOT.items():
        answers = "" if place == "answer" else '\nanswers = ["stand"]\n'
        yield f"spot's {place}", plain + cards + spot + line.format(value) + answers
    for place, line in IN_A_LINE.items():
        yield f"line's {place}", plain + cards + f"actions = [{line.format(value)}]" + spot
    noted = "".join(f"\\U{ord(character):08x}" for character in f"hole_exposed: x{text}")
    yield "note of a staff line", plain + cards + spot + f'answers = ["stand"]\n[[staff]]\ndo = "declare {noted}"\n'


@pytest.mark.parametrize("form", [["--events"], ["--json", "--events"]], ids=["text", "json"])
def test_no_text_of_a_record_reaches_the_terminal_raw(run: Run, tmp_path: Path, form: list[str]) -> None:
    """Every text of every record is shown escaped or refused, and makes no line that would not be there without it."""
    shown = []
    for text in (ALL, "y"):
        paths = [tmp_path / f"{number}.toml" for number in range(len(list(records_with(text))))]
        for path, (_, record) in zip(paths, records_with(text), strict=True):
            path.write_text(record, encoding="utf-8")
        status, out, err = run("settle", *map(str, paths), *form)
        assert status == 2
        assert is_plain(out)
        assert is_plain(err)
        shown.append((out.count("\n"), err.count("\n")))
    assert shown[0] == shown[1]


def test_every_text_of_a_record_is_tried() -> None:
    """A key that comes later is tried too, unless it holds no text."""
    no_text = {
        "format", "declared", "automatic", "shoe_ends", "cut_card", "by_hand", "meters", "spot", "actions", "staff",
    }  # fmt: skip
    tried = {place.partition("'")[0].replace(" ", "_") for place in TEXTS} - {"unknown_key"}
    assert set(TOP_KEYS) - no_text == tried


def test_a_note_cannot_hide_the_verdict(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "round.toml"
    escaped = "".join(f"\\U{ord(character):08x}" for character in ALL)
    path.write_text(
        f'sheet = "catfish-blackjack"\ncards = "Th 6c 9h Td Tc"\nnote = "fine{escaped}"\n[[spot]]\nbox = 1\n'
        f'player = "Ann{escaped}"\nmain = 10\nanswers = ["stand"]\npaid = {{ main = "99.00" }}\n',
        encoding="utf-8",
    )
    status, out, _ = run("settle", str(path))
    lines = out.splitlines()
    assert status == 1
    assert lines[-1] == "DIFFERS: spot 1 main was paid 99.00, due 10.00"
    assert f"fine{printable(ALL)}" in lines
    assert f"spot 1, Ann{printable(ALL)}  Th 9h" in lines


def test_the_name_of_a_file_is_shown_escaped(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / f"odd{ALL}{NASTY['surrogate']}"
    folder.mkdir()
    record, sheet = folder / "round.toml", folder / "house.toml"
    record.write_text(
        'sheet = "house.toml"\ncards = "Th 6c 9h Td Tc"\n[[spot]]\nbox = 1\nmain = 10\n', encoding="utf-8"
    )
    sheet.write_text('extends = "catfish-blackjack"\n', encoding="utf-8")
    for words in (
        ["settle", str(record)],
        ["settle", "--json", str(record), str(record)],
        ["rules", str(folder / "none.toml")],
        ["rules", str(sheet), "-o", str(folder / "placard.txt")],
        ["shuffle", str(sheet), "--shuffles", "10"],
        ["audit", "openings", str(folder / "none.json")],
        ["doctor", "--home", str(folder)],
        ["money", "--home", str(folder)],
        ["deal", str(sheet), "--save", str(record)],
    ):
        _, out, err = run(*words)
        assert is_plain(out), words
        assert is_plain(err), words


def test_a_sheet_whose_own_name_cannot_be_printed_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "our\x1b[31m.toml"
    path.write_text('extends = "catfish-blackjack"\n', encoding="utf-8")
    status, out, err = run("rules", str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "name: cannot be read" in err
    assert is_plain(err)


@pytest.mark.parametrize("key", ["title", "edition", "house", "name", "approved_by"])
def test_no_sheet_says_of_itself_what_cannot_be_printed(key: str) -> None:
    for character in ALL:
        value = "" if character.isprintable() else f"\\U{ord(character):08x}"
        if value:
            with pytest.raises(SheetError, match=f"{key}: cannot be read"):
                parse_sheet(f'extends = "catfish-blackjack"\n{key} = "{value}"\n')


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_is_typed_is_echoed_escaped(
    run: Run, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    odd = ALL.replace("\x00", "") + NASTY["surrogate"]
    status, out, err = run(*words, f"odd{odd}", f"--no-such-option{odd}")
    assert (status, out) == (2, "")
    assert is_plain(err)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [["rules"], ["clauses"], ["deal"], ["value", "catfish-blackjack"], ["settle"],
     ["rules", "catfish-blackjack", "--set"], ["deal", "catfish-blackjack", "--bank"],
     ["deal", "catfish-blackjack", "--seats"], ["audit", "openings"],
     ["bots", "http://127.0.0.1:9", "--tables"], ["analyze", "catfish-blackjack", "--stake"]],
    ids=" ".join,
)  # fmt: skip
def test_an_argument_that_cannot_be_read_is_echoed_escaped(run: Run, words: list[str]) -> None:
    status, out, err = run(*words, f"odd{ALL}")
    assert (status, out) == (2, "")
    assert is_plain(err)
    assert err.count("\n") == 1


# --- a game in the terminal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["catfish-blackjack", "ultimate-texas-holdem"])
def test_a_script_of_answers_is_shown_escaped(monkeypatch: pytest.MonkeyPatch, sheet: str) -> None:
    shown = io.StringIO()
    odd = ALL.replace("\n", "").replace("\r", "")
    typed = "".join(
        f"{line}\n" for line in (f"x{odd}", "", f"5 {odd}", f"1: {odd} 5", "10", "", f"hit {odd}", odd, "quit")
    )
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(sys, "stdout", shown)
    deal(sheet, seed="7")
    assert is_plain(shown.getvalue())


# --- tables of text -------------------------------------------------------------------------------------------


@nasty
def test_a_cell_of_a_table_is_one_line(text: str) -> None:
    shown = as_table(["name", "sum"], [[f"Ann{text}", "1.00"], ["Bo", "2.00"]], right=[1])
    assert shown.count("\n") == 2
    assert is_plain(shown)


# --- logs -----------------------------------------------------------------------------------------------------


def logged(formatter: logging.Formatter, text: str) -> str:
    """A record of the log with text of a person in its message, beside it and in the error."""
    try:
        raise ValueError(f"no {text}")
    except ValueError:
        record = logging.LogRecord("pit", logging.INFO, "x.py", 1, "table %s", (f"t{text}",), sys.exc_info())
    record.who = f"Ann{text}"
    return formatter.format(record)


@nasty
def test_a_line_of_the_log_is_a_line(text: str) -> None:
    as_text, as_json = logged(AsText("%(levelname)s %(message)s"), text), logged(AsJson(), text)
    tame = logged(AsText("%(levelname)s %(message)s"), "y")
    assert is_plain(as_text)
    assert as_text.splitlines()[0] == f"INFO table t{printable(text)}"
    assert as_text.count("\n") - text.count("\n") == tame.count("\n")
    assert as_json.isprintable()
    assert json.loads(as_json)["message"] == f"table t{text}"


# --- what people send to a server -----------------------------------------------------------------------------


@nasty
def test_nobody_signs_up_with_a_name_that_cannot_be_printed(text: str) -> None:
    with pytest.raises(PitbossError, match="a name has"):
        check_name(f"Ann{text}")


def kinds_with_text() -> list[tuple[type[Any], str]]:
    """Every command and every action with a field of free text."""
    found = []
    for kind in (*_below(c.Command), *get_args(c.AnyAction)):
        for name, hint in get_type_hints(kind).items():
            if hint is str and name in kind.__struct_fields__:
                found.append((kind, name))
    return found


def _below(kind: type[Any]) -> list[type[Any]]:
    return [one for below in kind.__subclasses__() for one in (below, *_below(below))]


def test_there_are_texts_to_try() -> None:
    found = {(kind.__name__, name) for kind, name in kinds_with_text()}
    assert {("OpenTable", "title"), ("CallFloor", "note"), ("Reverse", "reason"), ("Rule", "note")} <= found


def test_no_text_of_a_command_gets_into_the_log_raw() -> None:
    for (kind, name), text in product(kinds_with_text(), NASTY.values()):
        if text == NASTY["surrogate"]:
            continue  # no JSON holds one
        written = c.encode({"type": kind.__name__, name: f"x{text}", "other": ["é"]}).decode()
        with pytest.raises(
            IllegalAction, match=f"the {name.replace('_', ' ')} is one line of printable text"
        ) as refused:
            c.check_printable(written)
        assert str(refused.value).isprintable()
        c.check_printable(c.encode({"type": kind.__name__, name: 'O\'Brien "the \\ cat"'}).decode())


def test_a_floor_refuses_such_a_text_and_nothing_has_changed() -> None:
    pit = StaffedPit()
    before = pit.floor.table("t").version
    for command in (
        c.CallFloor(note=f"come{ALL}"),
        c.Act(action=a.Declare("hole_exposed", note=f"seen{ALL}")),
        c.Act(action=a.Rule("misdeal", note=f"because{ALL}")),
    ):
        with pytest.raises(IllegalAction, match="the note is one line of printable text"):
            pit.dealer(command)
    assert pit.floor.table("t").version == before


# --- the scripts that a stranger runs -------------------------------------------------------------------------


def test_the_scripts_for_strangers_show_a_file_escaped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "openings.json"
    told = {"format": f"pitboss-openings-1{ALL}", "root": ALL, "cards": ALL, "cut": ALL, "openings": [{"card": ALL}]}
    path.write_text(json.dumps(told), encoding="utf-8")
    assert openings.main([str(path)]) == 2
    assert openings.main([f"--odd{ALL}"]) == 2
    assert verify_bundle.main([str(tmp_path / f"none{ALL}")]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 3
    assert is_plain(shown.out + shown.err)
