"""A real server, killed again and again under load, on both stores; and the command that does it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.seeding import chance

ROOT = Path(__file__).resolve().parents[2]
KILLS = 10


def ran(*words: str) -> Any:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "chaos.py", *words, "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(("store", "fault"), [("sqlite", "disk full"), ("postgresql", "database stopped")])
def test_a_killed_server_loses_nothing_and_pays_nothing_twice(store: str, fault: str) -> None:
    report = ran("--kills", str(KILLS), "--store", store, "--bots", "8", "--seed", chance.seed)
    assert report["kills"] == KILLS
    assert report["kills with a command in flight"] >= KILLS / 2
    assert report[fault] == KILLS // 5
    assert report["acknowledged"] > 50
    assert report["rounds"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("store", "fault"), [("sqlite", "disk full"), ("postgresql", "database stopped")])
def test_the_tables_of_a_killed_server_move_to_the_other_with_all_that_was_done_there(store: str, fault: str) -> None:
    report = ran("--kills", "5", "--workers", "2", "--store", store, "--bots", "8", "--seed", chance.seed)
    assert report["kills"] + report.get("stops", 0) == 5
    assert report[fault] == 1
    assert report["acknowledged"] > 25
    assert report["rounds"] > 0


@pytest.mark.slow
def test_a_simulated_floor_is_the_same_again_by_its_seed() -> None:
    one, two = (ran("--simulate", "--seed", "7", "--rounds", "30") for _ in range(2))
    assert one["heads"] == two["heads"]
    assert one["rounds"] >= 30


def test_what_it_cannot_read_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "chaos.py", "--store", "paper"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "paper" in done.stderr
