"""Every example is run: the disputes, the scripts, the bot at a real server, and the agent."""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from tests.waiting import PATIENCE_SECONDS

from pitboss.records import read, settle

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RECORDS = sorted((EXAMPLES / "records").glob("*.toml"))
PAID_WRONGLY = {
    "blackjack-rounded-down", "dealer-does-not-qualify", "fold-with-trips", "over-with-an-ace", "overlooked-double",
    "soft-seventeen",
}  # fmt: skip


def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_there_are_a_dozen_disputes_and_each_says_what_it_is_about() -> None:
    assert len(RECORDS) >= 12
    for path in RECORDS:
        assert path.read_text(encoding="utf-8").startswith("# "), path.name


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_dispute_is_settled(path: Path) -> None:
    settled = settle(read(path))
    assert bool(settled.differences) == (path.stem in PAID_WRONGLY)


@pytest.mark.slow
def test_the_mathematicians_script_tells_the_published_edge() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "what_a_rule_costs.py")],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert "the house wins 0.615389% of the first bet" in done.stdout
    assert "TriLux: 13.3896%" in done.stdout


@pytest.mark.slow
def test_the_bot_plays_its_rounds_and_gets_up(floor: str) -> None:
    def table() -> dict[str, int]:
        tables = httpx.get(f"{floor}/api/tables", timeout=PATIENCE_SECONDS).json()
        return next(one for one in tables if one["table"] == "catfish-blackjack-1")

    before = table()
    won = asyncio.run(module("careful_bot").play(floor, 2))
    assert won % 50 == 0  # a blackjack pays half dollars
    assert abs(won) <= 2 * 750
    assert table()["round"] >= before["round"] + 2
    assert table()["taken"] == before["taken"]


@pytest.mark.slow
def test_the_agent_learns() -> None:
    first, last = module("learning_agent").learn(3000)
    assert first < last < 0.1


@pytest.mark.slow
def test_thousands_of_tables_learn_together() -> None:
    by_chance, learned = module("learning_tables").learn(600_000)
    assert by_chance < -0.4
    assert learned > by_chance + 0.3
    assert learned < 0.02
