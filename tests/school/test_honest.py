"""Every question is settled again by the engine's ordinary way; the whole run is scripts/school_honest.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.harness.school import check

from pitboss.rules import SHIPPED, load
from pitboss.school import DRILLS, LEVELS, drills_of

SAMPLE = 2
"""Questions of each sheet, drill and level."""


@pytest.mark.parametrize(("sheet", "drill"), [(sheet, drill) for sheet in SHIPPED for drill in drills_of(load(sheet))])
def test_each_answer_is_what_the_engine_settles(sheet: str, drill: str) -> None:
    loaded = load(sheet)
    for level in LEVELS:
        for seed in range(SAMPLE):
            check(loaded, drill, level.number, f"honest {seed}")


@pytest.mark.parametrize("drill", DRILLS)
def test_a_houses_own_sheet_is_taught_as_any_other(drill: str, tmp_path: Path) -> None:
    path = tmp_path / "riverboat.toml"
    path.write_text(
        'extends = "catfish-blackjack"\nname = "riverboat"\ntitle = "Riverboat Blackjack"\nhouse = "The Riverboat"\n'
        '[blackjack]\npays = "6:5"\n[dealer]\nsoft_17 = "stand"\n',
        encoding="utf-8",
    )
    sheet = load(path)
    for level in (1, 3, 5):
        assert check(sheet, drill, level, "own").question.sheet == sheet.name
