"""`pitboss sheet`: a new sheet, its defects with their lines, differences in sentences, and the schema."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import PATIENCE_SECONDS

from pitboss.registry import GAMES
from pitboss.rules import SHIPPED, filed_sheet, load
from pitboss.rules.line_numbers import lines_of
from pitboss.rules.schema import schema_name, sheet_schema
from pitboss.service.floor.house import check_approvable

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.toml"))
Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("home")


# --- new --------------------------------------------------------------------------------------------------


def test_a_new_sheet_is_commented_checked_and_linked_to_its_schema(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    status, out, err = run(
        "sheet", "new", str(file), "--house", "River Room", "--title", "River 21", "--set", "soft_17=stand",
        "--set", "double.totals=9,10,11",
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert "next: pitboss sheet check" in out
    text = file.read_text()
    assert text.startswith(f"#:schema {schema_name('blackjack')}\n")
    assert "# The dealer stands on soft 17." in text
    assert '# pays = "3:2"' in text
    sheet = load(file)
    assert (sheet.name, sheet.house, sheet.title) == ("mine", "River Room", "River 21")
    assert (sheet.rules.dealer.soft_17, sheet.rules.double.totals) == ("stand", (9, 10, 11))
    assert json.loads((tmp_path / schema_name("blackjack")).read_text()) == sheet_schema("blackjack")
    assert run("sheet", "check", str(file))[0] == 0


def test_a_new_sheet_of_a_house_can_be_opened_as_it_is(run: Run, tmp_path: Path) -> None:
    """Whatever is set, a sheet with a house on it states all that tables open on."""
    file = tmp_path / "mine.toml"
    sets = ("--set", "soft_17=stand", "--set", "bonus.five_card_21=2:1")
    _, out, _ = run("sheet", "new", str(file), "--house", "River Room", *sets)
    assert f"then: pitboss serve --sheet {file}" in out
    sheet = filed_sheet(file)
    assert (sheet.house, sheet.title, sheet.edition) == ("River Room", "River Room Blackjack", "First")
    check_approvable(sheet)


def test_what_a_house_has_yet_to_state_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    said = "no table opens on it before it states house and title and edition: it departs from its document"
    assert said in run("sheet", "new", str(file), "--set", "soft_17=stand")[1]
    status, out, _ = run("sheet", "check", str(file))
    assert (status, f"{file}: {said}" in out) == (0, True)
    assert json.loads(run("sheet", "check", str(file), "--json")[1])["notes"] == [said]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("double=9,10,11", '"double" is a section with several values: expected one of them, such as double.'),
        ("double.totals=9-11", "cannot be '9-11' (expected a list of a whole number from 4 to 21)"),
    ],
)
def test_what_is_set_hits_what_a_person_means_or_says_why_not(run: Run, given: str, said: str) -> None:
    status, _, err = run("rules", "catfish-blackjack", "--set", given)
    assert (status, said in err) == (2, True), err


def test_a_shipped_sheet_is_not_opened_as_a_house_s_own(run: Run) -> None:
    status, _, err = run("serve", "--sheet", "catfish-blackjack")
    assert (status, "comes with the program and has a table already" in err) == (2, True)


def test_a_file_that_is_there_is_not_written_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run("sheet", "new", str(file))[0] == 0
    status, _, err = run("sheet", "new", str(file))
    assert (status, "is there already" in err) == (2, True)
    assert run("sheet", "new", str(file), "--force")[0] == 0
    assert run("sheet", "new", str(tmp_path / "mine.txt"))[0] == 2


def test_nothing_is_written_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    status, _, err = run("sheet", "new", str(file), "--set", "soft_17=perhaps")
    assert (status, "hit or stand" in err) == (2, True)
    assert list(tmp_path.glob("*.toml")) == []


@pytest.mark.slow
def test_at_a_terminal_it_asks(tmp_path: Path) -> None:
    """Enter keeps a value, what cannot be read is asked for again."""
    program, (own, theirs) = Path(sys.executable).with_name("pitboss"), pty.openpty()
    file = tmp_path / "mine.toml"
    answers = ["River Room", "10.00", "", "[]", "8", "", "perhaps", "stand", "", "", "", "", "", ""]
    with subprocess.Popen(
        [str(program), "sheet", "new", str(file)], stdin=theirs, stdout=subprocess.PIPE, text=True
    ) as process:
        os.write(own, ("\n".join(answers) + "\n").encode())
        out, _ = process.communicate(timeout=PATIENCE_SECONDS)
    os.close(own), os.close(theirs)
    assert "cannot be 'perhaps'" in out
    sheet = load(file)
    assert (sheet.house, sheet.title, sheet.edition) == ("River Room", "River Room Blackjack", "First")
    rules = sheet.rules
    assert (rules.table.minimum, rules.cards.decks, rules.dealer.soft_17) == (1000, 8, "stand")
    assert rules.table.side_bets == ()


# --- check ------------------------------------------------------------------------------------------------

WRONG = """\
extends = "catfish-blackjack"
title = "Wrong"

[dealer]
soft_17 = "perhaps"

[double]
totals = [
    9,
    40,
]

[split.hands]
sevns = 2

[deal]
blackjack_takes = "original_bets"
"""


def test_defects_are_listed_with_their_lines(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(WRONG)
    status, out, _ = run("sheet", "check", str(file))
    assert status == 1
    places = {line.split(":")[1]: line for line in out.splitlines()}
    assert "dealer.soft_17: cannot be 'perhaps'" in places["5"]
    assert "double.totals" in places["8"]
    assert "split.hands.sevns: is not known (expected perhaps split.hands.sevens)" in places["14"]
    assert "checks for every blackjack" in places["17"]
    told = json.loads(run("sheet", "check", str(file), "--json")[1])
    assert {defect["line"] for defect in told["defects"]} == {5, 8, 14, 17}


@pytest.mark.parametrize(("text", "line"), [("a = \n", "1"), ('extends = "catfish-blackjack"\n[dealer\n', "2")])
def test_what_is_not_toml_has_its_line_too(run: Run, tmp_path: Path, text: str, line: str) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    status, out, _ = run("sheet", "check", str(file))
    assert status == 1
    assert out.startswith(f"{file}:{line}: file: is not TOML")


def test_a_file_that_is_not_there_cannot_be_checked(run: Run, tmp_path: Path) -> None:
    assert run("sheet", "check", str(tmp_path / "none.toml"))[0] == 2


def test_departures_are_told_with_their_lines(run: Run) -> None:
    status, out, _ = run("sheet", "check", str(ROOT / "examples" / "european-no-hole-card.toml"))
    assert status == 0
    assert "no defects" in out
    assert any("dealer.soft_17 = stand departs from BJ-DEAL-20" in line for line in out.splitlines())


@pytest.mark.parametrize("name", SHIPPED)
def test_the_lines_of_every_value_are_found(name: str) -> None:
    """Each line so found does hold the key, whatever lists and texts stand around it."""
    text = (ROOT / "src/pitboss/sheets" / f"{name}.toml").read_text()
    rows, found = text.splitlines(), lines_of(text)

    def leaves(table: dict[str, Any], path: str) -> list[str]:
        inside = {f"{path}.{key}".lstrip("."): value for key, value in table.items()}
        tables = {here: value for here, value in inside.items() if isinstance(value, dict) and "is" not in value}
        return [here for here in inside if here not in tables] + [
            leaf for here, value in tables.items() for leaf in leaves(value, here)
        ]

    for path in leaves({k: v for k, v in tomllib.loads(text).items() if k not in ("procedure",)}, ""):
        if path == "irregularity.kinds":  # a table with `is` and `by` of its own
            continue
        assert rows[found[path] - 1].lstrip().startswith(path.rsplit(".", 1)[-1]), path


# --- diff -------------------------------------------------------------------------------------------------


def test_differences_are_sentences(run: Run) -> None:
    status, out, _ = run(
        "sheet", "diff", "catfish-blackjack", str(ROOT / "examples" / "european-no-hole-card.toml"), "--no-figures"
    )
    assert status == 0
    assert "first   The dealer draws on soft 17.\n  second  The dealer stands on soft 17." in out
    assert "Doubling is on a total of nine, ten or 11 only." in out
    assert run("sheet", "diff", "catfish-blackjack", "catfish-blackjack")[1] == (
        "catfish-blackjack and catfish-blackjack play alike.\n"
    )


@pytest.mark.slow
def test_what_a_difference_costs_is_said(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "catfish-blackjack"\ndealer.soft_17 = "stand"\ntable.side_bets = []\n')
    status, out, _ = run("sheet", "diff", "catfish-blackjack", str(file))
    assert status == 0
    assert "alone it lowers the house's edge on main by 0.2125 %." in out
    assert "All together, main: 0.6154 % becomes 0.4029 % (-0.2125 %)." in out
    told = json.loads(run("sheet", "diff", "catfish-blackjack", str(file), "--json")[1])
    moved = next(each["moves"]["main"] for each in told["differences"] if each["path"] == "dealer.soft_17")
    assert moved == pytest.approx(-0.002125, abs=1e-6)


# --- schema -----------------------------------------------------------------------------------------------


def fits(schema: Any, value: Any) -> bool:
    """A JSON schema held against a value, as far as ours use it."""
    if "anyOf" in schema:
        return any(fits(one, value) for one in schema["anyOf"])
    if "enum" in schema:
        return value in schema["enum"]
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool}
    named = schema.get("type", list(kinds))
    types = [kinds[name] for name in ([named] if isinstance(named, str) else named)]
    if not isinstance(value, tuple(types)) or (isinstance(value, bool) and bool not in types):
        return False
    if isinstance(value, dict):
        known = schema.get("properties", {})
        if not set(schema.get("required", ())) <= set(value):
            return False
        if schema.get("additionalProperties", True) is False and not set(value) <= set(known):
            return False
        return all(fits(known[key], inner) for key, inner in value.items() if key in known)
    if isinstance(value, list):
        return all(fits(schema.get("items", {}), item) for item in value)
    if isinstance(value, int) and not isinstance(value, bool):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


@pytest.mark.parametrize("path", [*EXAMPLES, *(ROOT / "src/pitboss/sheets" / f"{name}.toml" for name in SHIPPED)])
def test_every_sheet_fits_its_schema(path: Path) -> None:
    sheet = load(path.stem if path.stem in SHIPPED else path)
    assert fits(sheet_schema(sheet.game), tomllib.loads(path.read_text()))


@pytest.mark.parametrize(
    "text", ['dealer.soft_17 = "perhaps"', "cards.decks = 9", "nothing = 1", "deal.nothing = 1", "double.totals = 9"]
)
def test_what_does_not_fit_is_refused_by_the_schema(text: str) -> None:
    assert not fits(sheet_schema("blackjack"), tomllib.loads(text))


def test_the_schema_beside_the_examples_is_the_one_that_is_printed(run: Run, tmp_path: Path) -> None:
    for game in GAMES:
        assert json.loads(run("sheet", "schema", game)[1]) == sheet_schema(game)
    assert json.loads((ROOT / "examples" / schema_name("blackjack")).read_text()) == sheet_schema("blackjack")
    assert run("sheet", "schema", "chess")[0] == 2
    assert run("sheet", "schema", "holdem", "-o", str(tmp_path / "h.json"))[0] == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_link_the_schema_and_load(path: Path) -> None:
    assert path.read_text().splitlines()[0] == f"#:schema {schema_name('blackjack')}"
    assert load(path).rules
