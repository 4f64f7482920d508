"""`pitboss audit` as it is typed."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.service.audit_floor import PlayedFloor

from pitboss.cli import floor
from pitboss.cli.main import main
from pitboss.service.audit.recall import recall
from pitboss.service.floor.commands import BuyIn
from pitboss.service.floor.floor import Floor
from pitboss.service.operations.keys import Keys
from pitboss.store import StoreError, open_store

TABLE = "catfish-blackjack-1"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a floor, as a server leaves it."""
    folder = tmp_path_factory.mktemp("home")
    store = open_store(str(folder / "floor.sqlite3"))
    played = PlayedFloor(store, sheets=("catfish-blackjack",), keys=Keys.kept_in(folder / "keys"))
    played.play(3)
    (folder / "openings.json").write_text(recall(played.floor, TABLE, 2).openings())
    store.close()
    return folder


@dataclass
class Done:
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Runs `pitboss audit` with these words."""

    def run(*words: str | Path, program: tuple[str, ...] = ("audit",)) -> Done:
        monkeypatch.setattr(sys, "argv", ["pitboss", *program, *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


Run = Callable[..., Done]


def test_a_good_log_is_status_0(run: Run, home: Path) -> None:
    done = run("verify", "--home", home)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("all of it holds: ")
    assert "3 rounds" in done.out


def test_a_bad_row_is_named_and_status_1(run: Run, home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path / "home")
    with closing(sqlite3.connect(tmp_path / "home" / "floor.sqlite3")) as connection, connection:
        connection.execute("UPDATE balances SET cents = cents + 100 WHERE account = 'player:Ann'")
    done = run("verify", "--database", tmp_path / "home" / "floor.sqlite3", "--home", home)
    assert (done.status, done.err) == (1, "")
    assert done.out.splitlines()[0].startswith("balances player:Ann: is ")
    told = json.loads(run("verify", "--home", tmp_path / "home", "--json").out)
    assert (told["good"], told["findings"][0]["table"], told["findings"][0]["name"]) == (
        False,
        "balances",
        "player:Ann",
    )


def test_a_copy_that_may_not_be_written_is_verified_as_it_is(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(home, copy)
    for path in (copy / "floor.sqlite3", copy):
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setattr(floor, "_writable", lambda path: False)  # as it is for whoever is not root
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    done = run("verify", "--home", copy)
    assert (done.err, done.status) == ("", 0)
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == before
    with closing(open_store(str(copy / "floor.sqlite3"), read_only=True)) as store, pytest.raises(StoreError):
        store.put("person", "eve", {"role": "administrator"})
    assert {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()} == before
    copy.chmod(0o755)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("verify", "--home", "nowhere"), "there is no floor at"),
        (("export", "-o", "x.zip", "--home", "{home}", "--table", "nosuch"), "there is no table nosuch"),
        (("export", "-o", "x.zip", "--home", "{home}", "--from", "noon"), "cannot read a time"),
        (("bundle", "{home}/nosuch.zip"), "cannot check: "),
        (("bundle", "{home}"), "manifest.json cannot be read"),
        (("bundle", "x.zip", "--key", "12"), "cannot read the public key"),
        (("bundle", "x.zip", "--checkpoint", "12"), "cannot read a checkpoint's code"),
        (("export", "-o", "/nowhere/x.zip", "--home", "{home}"), 'cannot write "/nowhere/x.zip"'),
        (("openings", "nowhere.json"), "cannot check"),
    ],
    ids=lambda part: part[0] if isinstance(part, tuple) else "",
)
def test_trouble_is_one_line_and_status_2(run: Run, home: Path, words: tuple[str, ...], line: str) -> None:
    done = run(*(word.format(home=home) for word in words))
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert line in done.err


def buy_in(home: Path) -> None:
    """The log goes on by an entry."""
    with closing(open_store(str(home / "floor.sqlite3"))) as store:
        floor = Floor(store, Keys.kept_in(home / "keys"), clock=lambda: 1_790_100_000_000)
        floor.do(lambda: floor.plan_person("Ann", BuyIn(cents=100), actor="Ann", role="player"))


def test_the_code_at_the_end_of_a_shift_finds_a_log_that_was_cut(run: Run, home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path / "home")
    before = run("checkpoint", "--home", tmp_path / "home").out.strip()
    assert before == run("checkpoint", "--home", tmp_path / "home").out.strip(), "nothing has moved"
    shutil.copytree(tmp_path / "home", tmp_path / "older")
    buy_in(tmp_path / "home")
    after = json.loads(run("checkpoint", "--home", tmp_path / "home", "--json").out)
    assert (after["number"], after["code"] != before) == (int(before.partition("-")[0]) + 1, True)
    (tmp_path / "kept.txt").write_text(f"Monday {before}\nTuesday: {after['code']}.\n")
    assert run("verify", "--home", tmp_path / "home", "--checkpoint", tmp_path / "kept.txt").status == 0
    cut = run("verify", "--home", tmp_path / "older", "--checkpoint", tmp_path / "kept.txt")
    assert (cut.status, "was shown and is gone" in cut.out) == (1, True)
    assert run("verify", "--home", tmp_path / "older", "--seen", before).status == 0
    assert run("verify", "--home", tmp_path / "older", "--checkpoint", tmp_path / "none.txt").status == 2


@pytest.mark.parametrize("form", ["text", "csv", "html", "json"])
def test_the_code_on_the_money_report_of_a_shift_finds_a_log_that_was_cut(
    run: Run, home: Path, tmp_path: Path, form: str
) -> None:
    """The paper itself, as it was kept, is what the audit takes."""
    shutil.copytree(home, tmp_path / "home")
    shutil.copytree(home, tmp_path / "older")
    buy_in(tmp_path / "home")
    code = run("checkpoint", "--home", tmp_path / "home").out.strip()
    paper = tmp_path / f"shift.{form}"
    words: dict[str, tuple[str | Path, ...]] = {"text": (), "csv": ("--csv",), "json": ("--json",)}
    done = run("--home", tmp_path / "home", *words.get(form, ("-o", paper)), program=("money",))
    assert done.status == 0, done.err
    if form != "html":
        paper.write_text(done.out)
    assert code in paper.read_text()
    assert run("verify", "--home", tmp_path / "home", "--checkpoint", paper).status == 0
    cut = run("verify", "--home", tmp_path / "older", "--checkpoint", paper)
    assert (cut.status, "was shown and is gone" in cut.out) == (1, True)


def test_a_money_report_says_whether_the_last_checkpoint_covers_it(run: Run, home: Path, tmp_path: Path) -> None:
    def told() -> str:
        return run("--home", tmp_path / "home", program=("money",)).out

    shutil.copytree(home, tmp_path / "home")
    buy_in(tmp_path / "home")
    assert "the log has gone on since" in told()
    run("checkpoint", "--home", tmp_path / "home")
    assert "covers all of the log" in told()


def test_no_keys_are_made_by_looking(run: Run, home: Path, tmp_path: Path) -> None:
    shutil.copy(home / "floor.sqlite3", tmp_path)
    done = run("verify", "--home", tmp_path)
    assert done.status == 2
    assert "there are no keys in" in done.err
    assert not (tmp_path / "keys").exists()


def test_a_bundle_is_written_and_verifies(run: Run, home: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "evidence.zip"
    done = run("export", "-o", bundle, "--home", home)
    assert (done.status, done.err) == (0, "")
    assert "3 rounds" in done.out
    subprocess.run([sys.executable, "-c", f"import zipfile; zipfile.ZipFile({str(bundle)!r}).extract('verify.py')"],
                   cwd=tmp_path, check=True)  # fmt: skip
    checked = subprocess.run(
        [sys.executable, "-I", "verify.py", bundle], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_bundle_is_checked_and_every_round_settled_again(run: Run, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "evidence.zip"
    run("export", "-o", path, "--home", home)
    done = run("bundle", path)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("all of it holds, every round settled again: ")
    assert ", 3 rounds, " in done.out
    told = json.loads(run("bundle", path, "--json").out)
    assert (told["good"], told["rounds"], told["faults"]) == (True, 3, [])
    assert run("bundle", path, "--key", told["public_key"]).status == 0
    other = run("bundle", path, "--key", "0" * 64)
    assert (other.status, "findings: " in other.out) == (1, True)
    assert run("bundle", path, "--checkpoint", f"99-{'0' * 20}").status == 1
    assert not json.loads(run("bundle", path, "--checkpoint", f"99-{'0' * 20}", "--json").out)["good"]


def test_a_bundle_of_a_time_holds_the_rounds_that_ended_in_it(run: Run, home: Path, tmp_path: Path) -> None:
    store = open_store(str(home / "floor.sqlite3"))
    ends = [store.read(one.stream)[one.last - 1].at for one in store.rounds(stream=f"table:{TABLE}")]
    store.close()
    since, until = (datetime.fromtimestamp(at / 1000, UTC).isoformat() for at in (ends[1], ends[0]))
    done = run(
        "export", "-o", tmp_path / "x.zip", "--home", home, "--table", TABLE, "--from", since, "--to", until, "--json"
    )
    assert done.status == 0, done.err
    assert list(json.loads(done.out)["streams"][f"table:{TABLE}"]["rounds"]) == ["2"]
    checked = run("bundle", tmp_path / "x.zip")
    assert (checked.status, ", 1 rounds, " in checked.out) == (0, True)


def test_opened_cards_are_held_against_the_root(run: Run, home: Path) -> None:
    root = json.loads((home / "openings.json").read_text())["root"]
    good = run("openings", home / "openings.json", "--root", root)
    assert (good.status, good.err) == (0, "")
    bad = run("openings", home / "openings.json", "--root", root[::-1])
    assert (bad.status, bad.out) == (1, "")
    assert "the root is not the one that was shown" in bad.err


def test_opened_cards_as_json(run: Run, home: Path) -> None:
    record = json.loads((home / "openings.json").read_text())
    good = run("openings", home / "openings.json", "--root", record["root"], "--json")
    assert (good.status, good.err) == (0, "")
    assert json.loads(good.out) == {
        "good": True, "cards": len(record["openings"]), "root": record["root"], "cut": record["cut"],
        "given": {"root": True, "cut": False}, "faults": [],
    }  # fmt: skip
    bad = run("openings", home / "openings.json", "--cut", record["cut"] + 1, "--json")
    assert (bad.status, bad.err) == (1, "")
    assert json.loads(bad.out)["faults"] == [f"the cut is {record['cut']}, not {record['cut'] + 1}"]
    for words in (("nowhere.json",), (home / "openings.json", "--root", "xyz")):
        unread = run("openings", *words, "--json")
        assert (unread.status, unread.out, unread.err.count("\n")) == (2, "", 1)
        assert "cannot check" in unread.err


def test_help_shows_examples(run: Run) -> None:
    for words in ((), ("verify",), ("checkpoint",), ("export",), ("bundle",), ("openings",)):
        done = run(*words, "--help")
        assert done.status == 0
        assert re.search(r"Examples?:\s+`?pitboss audit", done.out), words


def test_the_report_of_an_incident_is_written_as_pdf(home: Path, run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "incident.pdf"
    done = run("incident", TABLE, "2", "-o", file, "--home", home)
    assert (done.status, done.out) == (0, f"wrote {file}\n")
    assert file.read_bytes().startswith(b"%PDF")
    absent = run("incident", TABLE, "99", "-o", file, "--home", home)
    assert absent.status == 2
    assert "99" in absent.err
    assert run("incident", TABLE, "2", "-o", tmp_path / "incident.txt", "--home", home).status == 2
