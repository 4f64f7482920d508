"""`pitboss books`: tables for auditors as CSV and as Parquet, with their hashes, the same bytes each time."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as parquet
import pytest
from tests.commands import Run
from tests.service.audit_floor import PlayedFloor

from pitboss.reports.as_csv import ANALYSIS_COLUMNS
from pitboss.reports.money import _MONEY
from pitboss.reports.money import COLUMNS as MONEY_COLUMNS
from pitboss.reports.parquet import AMOUNTS, COUNTS, SHARES
from pitboss.service.audit.log_table import LOG_COLUMNS
from pitboss.store import open_store

DAY = "2026-09-21"
TEXTS = {
    "level", "table", "sheet", "wager", "state", "wager_title", "exact_edge", "line", "line_title", "exact_probability",
    "stream", "actor", "role", "client", "command", "events", "postings", "engine", "previous", "hash",
}  # fmt: skip


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = f"sqlite:///{tmp_path_factory.mktemp('floor') / 'floor.db'}"
    store = open_store(address)
    PlayedFloor(store, sheets=("blackjack-v5",)).play(4)
    store.close()
    return address


def written(run: Run, database: str, folder: Path, form: str) -> dict[str, bytes]:
    status, out, err = run("books", str(folder), "--database", database, "--day", DAY, "--format", form)
    assert (status, err) == (0, "")
    assert "SHA256SUMS" in out
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_the_same_log_makes_the_same_files_with_their_hashes(
    run: Run, database: str, tmp_path: Path, form: str
) -> None:
    first = written(run, database, tmp_path / "first", form)
    assert first == written(run, database, tmp_path / "second", form)
    sums = dict(reversed(line.split()) for line in first.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: sha256(octets).hexdigest() for name, octets in first.items()}
    assert set(first) == {f"{name}-{DAY}.{form}" for name in ("money", "events", "cash", "log")}


def test_parquet_has_the_cells_of_the_csv_with_their_kinds(run: Run, database: str, tmp_path: Path) -> None:
    tables = written(run, database, tmp_path / "csv", "csv")
    typed = written(run, database, tmp_path / "parquet", "parquet")
    for name in ("money", "events", "cash", "log"):
        rows = list(csv.DictReader(io.StringIO(tables[f"{name}-{DAY}.csv"].decode())))
        found = parquet.read_table(io.BytesIO(typed[f"{name}-{DAY}.parquet"])).to_pylist()
        assert len(found) == len(rows)
        for typed_row, row in zip(found, rows, strict=True):
            for column, cell in row.items():
                kind = Decimal if column in AMOUNTS else int if column in COUNTS else float if column in SHARES else str
                assert typed_row[column] == (kind(cell) if cell else None)


def test_the_log_of_a_day_is_whole_and_its_postings_are_the_balances(run: Run, database: str, tmp_path: Path) -> None:
    """Read plainly: every entry follows the one before, and what was moved is what the accounts have."""
    rows = list(csv.DictReader(io.StringIO(written(run, database, tmp_path / "x", "csv")[f"log-{DAY}.csv"].decode())))
    hashes: dict[str, str] = {}
    balances: dict[str, int] = {}
    for row in rows:
        assert row["previous"] == hashes.get(row["stream"], row["previous"])
        hashes[row["stream"]] = row["hash"]
        for account, cents, _ in json.loads(row["postings"]):
            balances[account] = balances.get(account, 0) + cents
    store = open_store(database)
    assert {name: cents for name, cents in balances.items() if cents} == {
        name: cents for name, cents in store.balances().items() if cents
    }
    store.close()


def test_every_column_has_its_kind() -> None:
    """A new column of figures is no text by mistake."""
    for column in (*MONEY_COLUMNS, *ANALYSIS_COLUMNS, *LOG_COLUMNS):
        assert sum(column in kind for kind in (AMOUNTS, COUNTS, SHARES, TEXTS)) == 1, column
    assert _MONEY <= AMOUNTS


def test_other_commands_write_parquet_by_the_name_of_the_file(run: Run, database: str, tmp_path: Path) -> None:
    place = tmp_path / "cash.parquet"
    assert run("cash", "--database", database, "--day", DAY, "--csv", str(place))[0] == 0
    assert parquet.read_table(place).column_names[:3] == ["day", "person", "guest"]


def test_a_folder_that_is_there_is_left_alone(run: Run, database: str, tmp_path: Path) -> None:
    status, _, err = run("books", str(tmp_path), "--database", database)
    assert status == 2
    assert "there already" in err
    assert list(tmp_path.iterdir()) == []
