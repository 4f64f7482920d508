"""The `pitboss` command: good and bad input of every subcommand, files, pipes and JSON."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.commands import Run, run

import pitboss
from pitboss.cli.common import begun_so, write_file
from pitboss.errors import NotationError
from pitboss.money import parse_cents
from pitboss.rules import SHIPPED, load, parse_sheet
from pitboss.rules.register import Clause, clauses_of
from pitboss.sheets.at_a_glance import glance

__all__ = ["run"]

PROGRAM = Path(sys.executable).with_name("pitboss")
RECORD = str(Path(__file__).resolve().parent / "records" / "BJ-PAY-5a-win.toml")


def program(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run the real program."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [str(PROGRAM), *arguments], **{"capture_output": True, "text": True, "timeout": 60, "check": False, **settings}
    )


# --- good input -------------------------------------------------------------------------------------------


def test_games_lists_the_five(run: Run) -> None:
    status, out, err = run("games")
    assert (status, err) == (0, "")
    assert all(name in out for name in SHIPPED)
    assert "$5-$10,000" in out


def test_a_glance_sees_what_the_rules_are_built_from() -> None:
    """The list reads a few values from the texts alone: they are those of the whole sheets."""
    for name in SHIPPED:
        sheet, seen = load(name), glance(name)
        assert (seen.title, seen.decks, seen.side_bets) == (
            sheet.title, sheet.rules.cards.decks, sheet.rules.table.side_bets
        )  # fmt: skip
        limits = (sheet.rules.table.minimum, sheet.rules.table.maximum)
        assert (parse_cents(seen.minimum), parse_cents(seen.maximum)) == limits


def test_games_as_json(run: Run) -> None:
    found = json.loads(run("games", "--json")[1])
    assert [each["sheet"] for each in found] == list(SHIPPED)
    assert found[0]["minimum"] == "5.00"
    assert found[0]["maximum"] == "10000.00"
    assert [each["hash"] for each in found] == [load(name).hash for name in SHIPPED]


@pytest.mark.parametrize("name", SHIPPED)
def test_rules_of_every_sheet_in_every_form(run: Run, name: str) -> None:
    title = load(name).title
    for form, sign in (
        ("text", title.upper()),
        ("markdown", "# "),
        ("html", "<!doctype html>"),
        ("toml", f'name = "{name}"'),
    ):
        status, out, err = run("rules", name, "--format", form)
        assert (status, err) == (0, "")
        assert sign in out
    assert parse_sheet(run("rules", name, "-f", "toml")[1]) == load(name)


def test_rules_as_json(run: Run) -> None:
    told = json.loads(run("rules", "catfish-blackjack", "--set", "soft_17=stand", "--json")[1])
    assert told["departures"] == ["dealer.soft_17 = stand departs from BJ-DEAL-20 (hit)"]
    (value,) = [each for each in told["values"] if each["path"] == "dealer.soft_17"]
    assert (value["value"], value["clauses"], value["departs"]) == ("stand", ["BJ-DEAL-20"], True)
    assert (value["touches"], value["within_document"]) == (["settlement", "figures"], "fixed")
    assert any(line["clauses"] for part in told["placard"] for line in part["lines"])


def test_options_say_what_each_value_may_be_and_touches(run: Run) -> None:
    status, out, _ = run("rules", "blackjack-v5", "--set", "decks=8", "--options")
    assert status == 0
    assert "cards.decks = 8\n    may be     a whole number from 1 to 8\n    comes from V5-DECK-1" in out
    assert "touches    settlement, figures" in out


@pytest.mark.parametrize("said", ["catfish", "Catfish Blackjack", "catfish_blackjack", "ca", "catfish-blackjack"])
def test_a_sheet_is_known_by_how_its_name_begins(run: Run, said: str) -> None:
    assert run("rules", said) == run("rules", "catfish-blackjack")
    assert run("clauses", said) == run("clauses", "catfish-blackjack")


def test_a_letter_that_two_shipped_sheets_begin_with_names_both(run: Run) -> None:
    status, out, said = run("rules", "c")
    assert (status, out) == (2, "")
    assert "catfish-blackjack or crazy-4-poker" in said


def test_a_beginning_that_several_sheets_have_is_refused_with_their_names() -> None:
    names = ("catfish-blackjack", "catfish-baccarat", "catfish")
    assert begun_so("catfish-bl", names) == "catfish-blackjack"
    assert begun_so("catfish", names) == "catfish"  # a name in full is that sheet
    with pytest.raises(NotationError) as refused:
        begun_so("catfish b", names)
    assert str(refused.value) == (
        'several sheets begin with "catfish b": expected catfish-blackjack or catfish-baccarat'
    )
    assert begun_so("", names) == ""


def test_a_house_sheet_by_path(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    path.write_text('extends = "blackjack-v5"\ntitle = "Our game"\n[cards]\ndecks = 4\n', encoding="utf-8")
    status, out, _ = run("rules", str(path))
    assert status == 0
    assert out.startswith("OUR GAME\n")
    assert "departs from V5-DECK-1" in out
    assert run("clauses", str(path), "--json")[0] == 0


def test_clauses_as_json_keep_their_contract(run: Run) -> None:
    found = json.loads(run("clauses", "--json")[1])
    assert len(found) == len(clauses_of())
    for each in found:
        assert {"id", "text", "kind", "status", "code", "tests"} <= set(each)
        assert each["status"] in ("open", "covered")
        assert isinstance(each["code"], list)
        assert isinstance(each["tests"], list)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["blackjack-v5"], lambda each: each.document == "V5"),
        (["V5"], lambda each: each.document == "V5"),
        (["BJ-DEAL-20"], lambda each: each.id == "BJ-DEAL-20"),
        (["--status", "open"], lambda each: each.status == "open"),
        (["--status", "covered"], lambda each: each.status == "covered"),
        (["--need", "server"], lambda each: each.need == "server"),
        (["--kind", "payout", "GC"], lambda each: each.kind == "payout" and each.document == "GC"),
        (["--kind", "silent"], lambda each: each.kind == "silent"),
    ],
)
def test_clauses_are_chosen(run: Run, arguments: list[str], expected: Callable[[Clause], bool]) -> None:
    found = json.loads(run("clauses", *arguments, "--json")[1])
    wanted = [each.id for each in clauses_of() if expected(each)]
    assert wanted or arguments == ["--status", "open"], "every clause may be covered"
    assert [each["id"] for each in found] == wanted


def test_a_clause_is_shown_with_decision_values_and_code(run: Run) -> None:
    out = run("clauses", "BJ-TRIPAY-1")[1]
    for part in (
        "BJ-TRIPAY-1  payout, needs engine",
        "decided:",
        "options:",
        "values:",
        "bets.trilux.mini_royal",
        "sheets/bets/trilux.toml:",
    ):
        assert part in out


def test_clauses_end_with_a_summary_that_adds_up(run: Run) -> None:
    last = run("clauses", "blackjack-v5")[1].splitlines()[-1].split()
    assert last[0] == "blackjack-v5"
    whole, *parts = map(int, last[1:])
    assert whole == sum(parts) == len(clauses_of("V5"))


def test_shuffle_measures_and_repeats_itself_by_seed(run: Run) -> None:
    one, same, other = (run("shuffle", "blackjack-v5", "--shuffles", "3", "--seed", seed)[1] for seed in "112")
    assert "perfect shuffle" in one
    assert one == same != other
    told = json.loads(run("shuffle", "blackjack-v5", "--shuffles", "2", "--json")[1])
    assert told["sheet"] == "blackjack-v5"


def test_shuffle_can_be_watched(run: Run) -> None:
    status, out, _ = run("shuffle", "catfish-blackjack", "--watch")
    assert status == 0
    assert "BJ-SDS-1" in out


def test_version_names_every_sheet(run: Run) -> None:
    status, out, _ = run("--version")
    assert status == 0
    assert out.startswith(f"pitboss {pitboss.__version__}\n")
    assert all(f"{name} version {load(name).version}, hash {load(name).hash[:12]}" in out for name in SHIPPED)


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["-h"], ["games", "--help"], ["rules", "-h"], ["clauses", "--help"], ["shuffle", "-h"]],
)
def test_help_shows_examples(run: Run, arguments: list[str]) -> None:
    status, out, err = run(*arguments)
    assert (status, err) == (0, "")
    assert re.search(r"Examples:|Start with", out)
    assert f"pitboss {arguments[0] if arguments and not arguments[0].startswith('-') else 'games'}" in out


# --- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["deel"], "deel"),
        (["games", "extra"], "extra"),
        (["games", "--colour"], "--colour"),
        (["rules"], "SHEET"),
        (["rules", "catfich"], "perhaps catfish-blackjack"),
        (["rules", "nowhere.toml"], "No such file"),
        (["rules", "catfish-blackjack", "-f", "pdf"], "pdf"),
        (["rules", "catfish-blackjack", "--set"], "--set"),
        (["rules", "catfish-blackjack", "--set", "soft_17"], "key=value"),
        (["rules", "catfish-blackjack", "--set", "soft_17=perhaps"], "hit or stand"),
        (["rules", "catfish-blackjack", "--set", "sft_17=hit"], "perhaps soft_17"),
        (["rules", "catfish-blackjack", "-o", "/no/such/folder/x.html"], "cannot write"),
        (["clauses", "BJ-NONE-1"], "there is no sheet and no clause"),
        (["clauses", "--status", "half"], "half"),
        (["clauses", "--need", "luck"], "luck"),
        (["clauses", "--kind", "joke"], "payout"),
        (["clauses", "nowhere.toml"], "No such file"),
        (["shuffle", "catfich"], "perhaps catfish-blackjack"),
        (["shuffle", "catfish-blackjack", "--shuffles", "0"], "--shuffles"),
        (["shuffle", "catfish-blackjack", "--shuffles", "many"], "--shuffles"),
        (["shuffle", "catfish-blackjack", "--clumpiness", "100"], "--clumpiness"),
        (["rules", "a\nb"], "a\\nb"),
        (["a\nb"], "pitboss"),
        (["rules", "catfish-blackjack", "--set", "x\r\ny=1"], "x\\r\\ny"),
        (["clauses", "--kind", "x\ny"], "x\\ny"),
    ],
)
def test_bad_input_is_one_line_on_stderr_and_exit_status_2(run: Run, arguments: list[str], says: str) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert says in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[table",
        'extends = "self.toml"',
        "x = 0x" + "f" * 6000,
        'extends = "catfish-blackjack"\n[table]\nminimum = 0x' + "f" * 6000,
        'extends = "catfish-blackjack"\n[table]\nside_bets = [{' + ".".join("a" * 3000) + " = 1}]",
        'extends = "catfish-blackjack"\nx = ' + "[" * 5000,
        'extends = "catfish-blackjack"\ntitle = "\\u0000"',
        'extends = "catfish-blackjack"\n"' + "k" * 5000 + '" = 1',
    ],
    ids=lambda text: text[:20],
)
def test_any_bad_sheet_is_one_line_for_each_defect(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "self.toml"
    path.write_text(text, encoding="utf-8")
    status, out, err = run("rules", str(path))
    assert (status, out) == (2, "")
    first, *defects = err.splitlines()
    count = re.search(r"has (\d+) defects:$", first)
    assert len(defects) == (int(count[1]) if count else 0)
    assert len(err) < 1000


# --- files ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", [["-f", "html"], ["-f", "markdown"], ["-f", "toml"], [], ["--json"], ["--options"]])
def test_output_goes_whole_to_a_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extra: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "96")
    path = tmp_path / "out.txt"
    status, out, _ = run("rules", "blackjack-v5", *extra, "-o", str(path))
    assert (status, out) == (0, f"wrote {path}\n")
    assert path.read_text(encoding="utf-8") == run("rules", "blackjack-v5", *extra)[1]
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old", encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(NotationError, match="No space left on device"):
        write_file(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_bad_input_writes_no_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    assert run("rules", "catfish-blackjack", "--set", "soft_17=perhaps", "-o", str(path))[0] == 2
    assert not path.exists()
    assert run("rules", "catfish-blackjack", "-o", str(tmp_path))[0] == 2
    assert list(tmp_path.iterdir()) == []


def test_a_written_file_has_the_usual_rights_and_keeps_those_it_had(tmp_path: Path) -> None:
    path, link = tmp_path / "new.txt", tmp_path / "link.txt"
    mask = os.umask(0o022)
    try:
        write_file(path, "one")
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    path.chmod(0o640)
    link.symlink_to(path)
    write_file(link, "two")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_pipe_or_device_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_file(pipe, "words")
        assert os.read(reader, 100) == b"words"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


# --- the real program -------------------------------------------------------------------------------------


def test_the_program_prints_no_colour_codes_to_a_pipe() -> None:
    for arguments in (["games"], ["--help"]):
        done = program(*arguments)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout + done.stderr


def test_the_program_ends_with_one_line_and_no_traceback() -> None:
    done = program("rules", b"\xff".decode("utf-8", "surrogateescape"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_the_module_is_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "games"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == program("games").stdout


@pytest.mark.parametrize(
    "words",
    [["clauses"], ["games"], ["games", "--json"], ["--help"], ["doctor", "--home", "none"], ["settle", RECORD]],
    ids=" ".join,
)
def test_a_closed_pipe_ends_quietly_with_the_status_of_one(words: list[str]) -> None:
    """No check has failed, whichever library prints: the status is what a shell says of a closed pipe."""
    with subprocess.Popen([str(PROGRAM), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 141


def test_what_was_read_before_the_pipe_closed_was_whole() -> None:
    with subprocess.Popen([str(PROGRAM), "clauses"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.read(10) == program("clauses").stdout.encode()[:10]
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 141


def test_a_closed_pipe_of_complaints_ends_quietly_too() -> None:
    with subprocess.Popen([str(PROGRAM), "rules", "none"], stderr=subprocess.PIPE) as child:
        assert child.stderr is not None
        child.stderr.close()
        assert child.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = program("clauses", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "pitboss: cannot write the output: No space left on device\n")
