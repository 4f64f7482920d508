"""`pitboss cash`: the cash of a gaming day as text, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from tests.commands import Run
from tests.service.test_floor import Pit

from pitboss.service.floor import commands as c
from pitboss.store import open_store

DAY = "2023-11-14"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = f"sqlite:///{tmp_path_factory.mktemp('floor') / 'floor.db'}"
    store = open_store(address)
    pit = Pit(store)
    pit.hello("Ann", "Ben", chips=0)
    pit.person("Ann", c.BuyIn(cents=1_000_100), "1")
    pit.person("Ann", c.CashOut(cents=299_900), "2")
    pit.person("Ben", c.BuyIn(cents=300_000), "3")
    store.close()
    return address


def test_sums_are_marked_and_what_is_left_is_told(run: Run, database: str) -> None:
    status, out, err = run("cash", "--database", database, "--day", DAY)
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert ["Ann", "10001.00", "reported", "0.00", "2999.00", "0.99"] in rows
    assert ["Ben", "3000.00", "noted", "7000.00", "0.00", "2999.99"] in rows


def test_json_and_csv_have_every_entry(run: Run, database: str, tmp_path: Path) -> None:
    place = tmp_path / "cash.csv"
    status, out, _ = run("cash", "--database", database, "--day", DAY, "--json", "--csv", str(place))
    found = json.loads(out)
    assert (status, found["day"], found["thresholds"]) == (
        0,
        DAY,
        {"since": 0, "noted": 300_000, "reported": 1_000_000},
    )
    moved = [(one["person"], move["direction"], move["cents"]) for one in found["people"] for move in one["movements"]]
    assert moved == [("Ann", "in", 1_000_100), ("Ann", "out", 299_900), ("Ben", "in", 300_000)]
    rows = list(csv.DictReader(io.StringIO(place.read_text())))
    assert [(row["person"], row["direction"], row["amount"]) for row in rows] == [
        ("Ann", "in", "10001.00"), ("Ann", "out", "2999.00"), ("Ben", "in", "3000.00"),
    ]  # fmt: skip


def test_a_day_without_cash_and_thresholds_that_cannot_be(run: Run, database: str) -> None:
    assert "no cash" in run("cash", "--database", database, "--day", "2023-11-15")[1]
    status, _, err = run("cash", "--database", database, "--noted", "20000")
    assert status == 2
    assert "before it is reported" in err
