"""`pitboss money`: the books of a floor in a file, as text, JSON, CSV and a page."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.commands import Run
from tests.service.audit_floor import PlayedFloor

from pitboss.service.accounting import Books, Period, report
from pitboss.service.accounting.table_totals import Terms
from pitboss.store import open_store

TABLE = "blackjack-v5-1"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = f"sqlite:///{tmp_path_factory.mktemp('floor') / 'floor.db'}"
    store = open_store(address)
    PlayedFloor(store, sheets=("blackjack-v5",)).play(4)
    store.close()
    return address


def test_the_last_day_as_text(run: Run, database: str) -> None:
    status, out, err = run("money", "--database", database)
    assert (status, err) == (0, "")
    assert "2026-09-21 UTC, 4 rounds at 1 table\n" in out
    assert TABLE in out
    assert "Main bet" in out
    assert "over or short $0.00" in out


def test_nothing_is_worked_out_for_a_table_where_nothing_was_staked(database: str) -> None:
    """The first report of a new floor would else solve every game that is open."""
    asked: list[str] = []

    def expected(terms: Terms) -> str:
        asked.append(terms.sheet)
        return "not asked for"

    store = open_store(database)
    books = Books(store, keeps=False)
    books.update()
    for day, solved in ((books.latest, [TABLE.removesuffix("-1")] * 2), ("2026-01-01", [])):
        asked.clear()
        found = report(books, Period.of("day", day), expected, made_at=0)
        assert [table["table"] for table in found["tables"]] == [TABLE]
        assert asked == solved
    store.close()


def test_json_has_the_expectation_beside_the_win(run: Run, database: str) -> None:
    status, out, _ = run("money", "--database", database, "--json", "--table", TABLE)
    found = json.loads(out)
    (table,) = found["tables"]
    assert status == 0
    assert table["result"]["ledger"] == table["win"]
    (main,) = [line for line in table["wagers"] if line["wager"] == "main"]
    assert main["handle"] == 8 * 200
    assert main["expected"]["state"] == "known"
    assert main["expected"]["win"] == round(main["handle"] * main["expected"]["edge"])


def test_csv_is_a_table_that_programs_read(run: Run, database: str) -> None:
    _, out, _ = run("money", "--database", database, "--csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    (floor,) = [row for row in rows if row["level"] == "floor"]
    assert floor["rounds"] == "4"
    assert sum(float(row["win"]) for row in rows if row["level"] == "table") == float(floor["win"])


@pytest.mark.parametrize(
    ("name", "begins"), [("page.html", "<!doctype html>"), ("rows.csv", "level,"), ("all.json", "{")]
)
def test_a_file_by_its_ending(run: Run, database: str, tmp_path: Path, name: str, begins: str) -> None:
    place = tmp_path / name
    status, out, _ = run("money", "--database", database, "-o", str(place), "--period", "month", "--day", "2026-09-01")
    assert (status, out) == (0, f"wrote {place}\n")
    assert place.read_text(encoding="utf-8").lstrip().startswith(begins)


def test_looking_leaves_the_file_as_it_was(run: Run, database: str) -> None:
    store = open_store(database)
    before = store.heads(), store.documents("books")
    run("money", "--database", database)
    assert (store.heads(), store.documents("books")) == before
    store.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--table", "nowhere"], 'there is no table "nowhere"'),
        (["--period", "week"], '"week" is no period'),
        (["--day", "today"], "cannot read a day"),
        (["-o", "report.pdf"], "cannot tell what"),
    ],
)
def test_what_cannot_be_done_is_one_line(run: Run, database: str, words: list[str], said: str) -> None:
    status, out, err = run("money", "--database", database, *words)
    assert (status, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_where_there_is_no_floor_nothing_is_made(run: Run, tmp_path: Path) -> None:
    status, _, err = run("money", "--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert status == 2
    assert "there is no floor" in err
    assert not (tmp_path / "none.db").exists()
