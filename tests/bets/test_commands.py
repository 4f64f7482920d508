"""`pitboss bets` and `pitboss design` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import app_with
from pitboss.rules import load

RUNNER = CliRunner()


def run(*words: str) -> tuple[int, str]:
    result = RUNNER.invoke(app_with(), words)
    return result.exit_code, result.output


def test_the_catalogue_is_listed_with_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.bets.catalogue.names", lambda: ("21+3", "royal_match"))
    status, out = run("bets")
    assert status == 0
    row = next(line for line in out.splitlines() if line.startswith("21+3"))
    assert row.split()[1:9:2] == ["13.30", "7.26", "3.24", "2.74"]
    assert "9 to 1" in row
    hits, deviations = next(
        (words[1:5], words[5:9]) for line in out.splitlines()[4:] if (words := line.split())[:1] == ["21+3"]
    )
    assert (hits[2], deviations[2]) == ("10.33", "2.956")
    assert len({*hits}) == len({*deviations}) == 4, "one for each number of decks"


def test_figures_of_the_catalogue_are_kept_from_one_start_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("bets", "royal_match", "--json")

    def anew(*_: object, **__: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr("pitboss.maths.sidebets.bet_figures", anew)
    assert run("bets", "royal_match", "--json") == first


def test_one_bet_is_shown_with_every_pay_table() -> None:
    status, out = run("bets", "21+3", "--json")
    assert status == 0
    found = json.loads(out)
    assert {entry["pay_table"] for entry in found} >= {"usual", "30-20-10-5", "100-40-30-10-5"}
    six = found[0]["decks"]["6"]
    assert six["exact"] == "4059/125333"
    assert set(found[0]["decks"]) == {"1", "2", "6", "8"}
    assert six["top_award"] == "9"
    assert "4.6210%" in run("bets", "21+3")[1]


def test_a_design_is_saved_as_a_sheet_that_loads(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    status, out = run(
        "design", "21+3", "--pays", "suited_trips=100:1", "--pays", "straight_flush=40:1", "--pays",
        "three_of_a_kind=30:1", "--pays", "straight=10:1", "--pays", "flush=5:1", "--edge", "5..6", "--hits", "12",
        "--top", "500", "--save", str(path),
    )  # fmt: skip
    assert status == 0
    assert "a step costs" in out
    sheet = load(path)
    assert sheet.rules.table.side_bets == ("21+3",)
    assert sheet.values["bets.21+3.pays.suited_trips"].ratio <= 500


def test_wishes_that_cannot_be_met_are_told_with_status_one() -> None:
    status, out = run("design", "21+3", "--edge", "4..6", "--hits", "9")
    assert status == 1
    assert "the hits" in out
    assert "one in 10.33" in out


@pytest.mark.parametrize(
    "words", [("bets", "zebra"), ("bets", "--count"), ("design", "21+3", "--edge", "six"), ("design", "zebra")]
)
def test_what_cannot_be_read_is_refused(words: tuple[str, ...]) -> None:
    assert RUNNER.invoke(app_with(), words).exception is not None


def test_how_countable_a_bet_is_stands_in_one_table() -> None:
    status, out = run("bets", "royal_match", "--count", "--decks", "2", "--cut", "26")
    assert status == 0
    assert "effect of removal" in out
    assert "One running count" in out
    assert "The effects of all cards added up" in out
    assert "Royal Match" in out.splitlines()[-2]
