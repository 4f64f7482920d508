"""Results on disk: they come back alike, and whatever is wrong with them counts as not there."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.maths import cache, results
from pitboss.maths.figures import LineFigure, WagerFigures

KEY = {"sheet": "abc", "stakes": {"main": 500}}
LINE = LineFigure("win", "Win", Fraction(3, 2), Fraction(1, 7))
FIGURES = WagerFigures("main", "Main bet", -0.25, 1.5, Fraction(-1, 4), (LINE,), "a test")
SHAPES = (LineFigure, WagerFigures)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for results; compiled kernels stay where they are."""
    cache.folder()
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    return tmp_path / "results"


def only(home: Path) -> Path:
    (file,) = home.iterdir()
    return file


def test_a_result_comes_back_as_it_was(home: Path) -> None:
    kept: Any = {"figures": FIGURES, Fraction(1, 3): (1, None, 2.5, "x", True), "nested": {"a": {}}}
    assert results.recall("test", KEY, shapes=SHAPES) is None
    results.keep("test", KEY, kept)
    assert results.recall("test", KEY, shapes=SHAPES) == kept
    assert len(list(home.iterdir())) == 1


def test_another_sheet_stake_or_kind_is_another_result(home: Path) -> None:
    results.keep("test", KEY, 1)
    assert results.recall("test", {**KEY, "sheet": "abd"}, shapes=()) is None
    assert results.recall("test", {**KEY, "stakes": {"main": 600}}, shapes=()) is None
    assert results.recall("other", KEY, shapes=()) is None


def test_an_edit_of_the_program_makes_old_results_unknown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results.keep("test", KEY, 1)
    monkeypatch.setattr(results, "version", lambda: "after an edit")
    assert results.recall("test", KEY, shapes=()) is None


def test_the_version_follows_rules_bets_and_games_too(tmp_path: Path) -> None:
    parts = (*cache.SOURCES, *results.RULES)
    for part in parts:
        path = tmp_path / part
        path = path if part.endswith(".py") else path / "module.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("ONE = 1\n")
    before = cache.source_hash(tmp_path, parts)
    for part in parts:
        path = tmp_path / part
        path = path if part.endswith(".py") else path / "module.py"
        path.write_text("ONE = 2\n")
        after = cache.source_hash(tmp_path, parts)
        assert after != before, part
        before = after


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[:-5],
        lambda text: text.replace("1.5", "1.6"),
        lambda text: text.replace("WagerFigures", "Path"),
        lambda text: "{}",
        lambda text: "\x00" * len(text),
    ],
)
def test_a_damaged_result_counts_as_not_there(home: Path, damage: Any) -> None:
    results.keep("test", KEY, FIGURES)
    file = only(home)
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert results.recall("test", KEY, shapes=SHAPES) is None
    results.keep("test", KEY, FIGURES)
    assert results.recall("test", KEY, shapes=SHAPES) == FIGURES


def test_only_the_shapes_asked_for_are_built(home: Path) -> None:
    @dataclass
    class Stranger:
        one: int

    results.keep("test", KEY, Stranger(1))
    assert results.recall("test", KEY, shapes=SHAPES) is None
    assert results.recall("test", KEY, shapes=(Stranger,)) == Stranger(1)


def test_a_write_that_fails_leaves_the_old_result_and_nothing_else(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results.keep("test", KEY, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        results.keep("test", KEY, "new")
    assert results.recall("test", KEY, shapes=()) == "old"
    assert len(list(home.iterdir())) == 1


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "file"
    place.write_text("no folder")
    monkeypatch.setenv("PITBOSS_CACHE", str(place))
    results.keep("test", KEY, 1)
    assert results.recall("test", KEY, shapes=()) is None


def test_what_was_not_asked_for_the_longest_goes_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        results.keep("test", {"number": number}, "x" * 1000)
    for age, file in enumerate(sorted(home.iterdir(), key=lambda file: file.stat().st_mtime_ns)):
        os.utime(file, (1000 + age, 1000 + age))
    assert results.recall("test", {"number": 0}, shapes=()) is not None  # asked for just now
    monkeypatch.setattr(results, "MOST_BYTES", 3500)
    results.keep("test", {"number": 4}, "x" * 1000)
    left = [number for number in range(5) if results.recall("test", {"number": number}, shapes=()) is not None]
    assert left == [0, 3, 4]


def test_a_kept_result_needs_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; import pitboss.maths.analysis, pitboss.cli.analyze; print({'numpy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "set()\n"
