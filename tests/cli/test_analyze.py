"""`pitboss analyze`: the page, its JSON, what it keeps, and what it refuses before it begins."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.maths import analysis, results
from pitboss.maths.analysis import analysis as module
from pitboss.maths.games import GAME_MATHS
from pitboss.reports.as_csv import ANALYSIS_COLUMNS
from pitboss.rules import load

Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("home")

SMALL = ("--set", "decks=1", "--set", "cut_minimum_cards=10", "--set", "cut_card_depth=10", "--set", "max_hands=2")
"""One deck and one split, which is worked out in a moment."""


@pytest.fixture
def told(run: Run) -> dict[str, Any]:
    status, out, err = run("analyze", "catfish-blackjack", *SMALL, "--json")
    assert (status, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


# --- JSON -------------------------------------------------------------------------------------------------


def test_json_keeps_its_contract(told: dict[str, Any]) -> None:
    assert told["sheet"] == "catfish-blackjack"
    stakes = {"main": "5.00", "trilux": "1.00", "kings_bounty": "1.00", "insurance": "2.50"}
    assert told["basis"]["stakes"] == stakes
    assert "best play" in told["basis"]["play"]
    assert set(told["wagers"]) == set(stakes)
    assert told["wagers"]["insurance"]["exact"] == "1/17"  # sixteen tens in the 51 cards beside the ace
    for wager in told["wagers"].values():
        assert {"house_edge", "standard_deviation", "exact", "lines"} <= set(wager)
        assert all({"line", "pays", "probability", "exact"} <= set(line) for line in wager["lines"])
        assert sum(line["probability"] for line in wager["lines"]) == pytest.approx(1, abs=1e-9)
        mean = sum(line["pays"] * line["probability"] for line in wager["lines"])
        square = sum(line["pays"] ** 2 * line["probability"] for line in wager["lines"])
        assert -mean == pytest.approx(wager["house_edge"], abs=1e-9)
        assert (square - mean**2) ** 0.5 == pytest.approx(wager["standard_deviation"], abs=1e-9)
    assert all(isinstance(finding, str) for finding in told["findings"])


def test_csv_has_a_row_for_every_line_of_every_wager(run: Run, told: dict[str, Any], tmp_path: Path) -> None:
    status, out, err = run("analyze", "catfish-blackjack", *SMALL, "--csv", "-")
    assert (status, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert tuple(rows[0]) == ANALYSIS_COLUMNS
    lines = [(row["wager"], row["line"]) for row in rows]
    assert lines == [(name, line["line"]) for name, wager in told["wagers"].items() for line in wager["lines"]]
    for row in rows:
        wager = told["wagers"][row["wager"]]
        (line,) = (line for line in wager["lines"] if line["line"] == row["line"])
        assert (float(row["house_edge"]), row["exact_edge"]) == (wager["house_edge"], wager["exact"] or "")
        assert (float(row["pays"]), float(row["probability"])) == (line["pays"], line["probability"])
        assert row["stake"] == told["basis"]["stakes"][row["wager"]]
    page = run("analyze", "catfish-blackjack", *SMALL, "--csv", str(tmp_path / "figures.csv"))[1]
    assert (tmp_path / "figures.csv").read_text(encoding="utf-8") == out
    assert "Wagers" in page


def test_a_page_is_printed_in_one_form(run: Run) -> None:
    status, out, err = run("analyze", "catfish-blackjack", "--json", "--csv", "-")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "would both be printed" in err


def test_exact_figures_are_fractions_and_floats_are_never_called_exact(told: dict[str, Any]) -> None:
    assert told["wagers"]["main"]["exact"] is None
    for name in ("trilux", "kings_bounty", "insurance"):
        wager = told["wagers"][name]
        assert re.fullmatch(r"-?\d+/\d+", wager["exact"])
        assert float(Fraction(wager["exact"])) == wager["house_edge"]
        assert sum(Fraction(line["exact"]) for line in wager["lines"]) == 1
    assert told["wagers"]["trilux"]["lines"][0] | {"title": ""} == {
        "line": "straight_flush",
        "title": "",
        "pays": 30.0,
        "probability": 48 / 22100,
        "exact": "12/5525",
    }


def test_the_main_game_is_told_in_detail(told: dict[str, Any]) -> None:
    game = told["main_game"]
    mean = sum(each["probability"] * each["result"] for each in game["distribution"])
    assert mean == pytest.approx(-told["wagers"]["main"]["house_edge"], abs=1e-9)
    assert game["element_of_risk"] * game["average_bet"] == pytest.approx(-mean, abs=1e-9)
    assert 1.1 < game["average_bet"] < 1.2
    assert sum(game["outcomes"][name] for name in ("rounds won", "rounds even", "rounds lost")) == pytest.approx(1)
    assert sum(each["probability"] for each in game["distribution"]) == pytest.approx(1, abs=1e-9)
    costs = {each["name"]: each["cost"] for each in game["strategies"]}
    assert costs["best"] == 0 < costs["two-card"] < costs["total"] < 0.001
    hard, soft, pairs = game["chart"]
    plays = {row["row"]: dict(zip(hard["columns"], row["plays"], strict=True)) for row in hard["rows"]}
    assert plays["11"]["6"][0] == "D"
    assert plays["16"]["6"] == "S"
    assert {row["row"]: row["plays"][8] for row in pairs["rows"]}["8 8"] == "P"
    assert len(soft["rows"]) == 8


def test_findings_of_the_small_game(told: dict[str, Any]) -> None:
    found = told["findings"]
    assert "Best play never doubles for less than the bet." in found
    assert any("Two kings of spades" in finding and "never" in finding for finding in found)
    assert any(finding.startswith("The example of BJ-KBLIM-3a cannot happen") for finding in found)
    assert any("cards.decks = 1 departs from BJ-CARD-1" in finding for finding in found)


@pytest.mark.slow
def test_stakes_are_those_asked_for(run: Run) -> None:
    status, out, _ = run("analyze", "catfish-blackjack", *SMALL, "--stake", "25", "--stake", "trilux=5", "--json")
    assert status == 0
    stakes = {"main": "25.00", "trilux": "5.00", "kings_bounty": "1.00", "insurance": "12.50"}
    assert json.loads(out)["basis"]["stakes"] == stakes


# --- the page ---------------------------------------------------------------------------------------------


def test_the_page_names_wagers_lines_findings_and_fits(run: Run, told: dict[str, Any]) -> None:
    status, out, err = run("analyze", "catfish-blackjack", *SMALL)
    assert (status, err) == (0, "")
    for part in ("Blackjack", "TriLux", "King's Bounty", "Straight flush", "30 to 1", "Hard totals", "totals only"):
        assert part in out
    assert f"{told['wagers']['main']['house_edge'] * 100:+.4f} %" in out
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_house_sheet_by_path(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    sets = "[cards]\ndecks = 1\n[shuffle]\ncut_minimum_cards = 10\ncut_card_depth = 10\n[split]\nmax_hands = 2\n"
    path.write_text(f'extends = "catfish-blackjack"\ntitle = "Our game"\n{sets}', encoding="utf-8")
    status, out, _ = run("analyze", str(path), "--json")
    assert status == 0
    found = json.loads(out)
    assert (found["sheet"], found["title"]) == ("our", "Our game")
    assert found["wagers"] == json.loads(run("analyze", "catfish-blackjack", *SMALL, "--json")[1])["wagers"]


# --- what is kept -----------------------------------------------------------------------------------------


def test_a_second_time_nothing_is_worked_out(run: Run, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("worked out again")

    monkeypatch.setattr(type(GAME_MATHS["blackjack"]), "analyze", refused)
    assert json.loads(run("analyze", "catfish-blackjack", *SMALL, "--json")[1]) == told
    with pytest.raises(AssertionError, match="worked out again"):
        analysis.analyze(load("catfish-blackjack", sets=SMALL[1::2]), cache=False)
    with pytest.raises(AssertionError, match="worked out again"):
        analysis.analyze(load("catfish-blackjack", sets=SMALL[1::2]), stakes={"main": 600})


def test_an_analysis_comes_back_as_it_was(kept: Path, told: dict[str, Any]) -> None:
    sheet = load("catfish-blackjack", sets=SMALL[1::2])
    found = analysis.analyze(sheet)
    assert results.unpack(results.pack(found), shapes=module.SHAPES) == found


# --- refused before any work ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], "there is no sheet"),
        (["catfish-blackjack", "--stake", "main=1"], "$5 to $10,000"),
        (["catfish-blackjack", "--stake", "craps=1"], 'no wager "craps"'),
        (["catfish-blackjack", "--stake", "=5"], "wager=amount"),
        (["catfish-blackjack", "--stake", "main=much"], "cannot read an amount"),
        (["catfish-blackjack", "--set", "other_rounding=1.00"], "cannot be solved"),
        (["catfish-blackjack", "--shoe", "AsKsQsJsTs"], "can run out"),
        (["catfish-blackjack", "--shoe", "As"], "too small"),
        (["catfish-blackjack", "--shoe", "XX"], "cannot read a card"),
        (["ultimate-texas-holdem", "--shoe", "AsKs"], "whole deck"),
        (["ultimate-texas-holdem", "--meter", "mega=5"], "no meter called mega"),
        (["catfish-blackjack", "--meter", "major=50000"], "no progressive"),
        (["ultimate-texas-holdem", "--set", "bets.trips.pays.flush=9:1"], "out of order"),
        (["ultimate-texas-holdem", "--set", "cards.decks=2"], "cannot be solved"),
        (["catfish-blackjack", "--set", "bets.trilux.pays.straight=2:1"], "--any-order"),
    ],
)
def test_bad_input_is_one_line_before_any_work(
    run: Run, arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begun(*_: object, **__: object) -> None:
        raise AssertionError("long work has begun")

    monkeypatch.setattr("pitboss.maths.blackjack.solver.Work", begun)
    monkeypatch.setattr("pitboss.maths.holdem.rank_all", begun)
    status, out, err = run("analyze", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.slow
def test_a_table_out_of_order_is_taken_if_it_is_meant(run: Run) -> None:
    sets = (*SMALL, "--set", "bets.trilux.pays.straight=2:1")
    status, out, _ = run("analyze", "catfish-blackjack", *sets, "--any-order", "--json")
    assert status == 0
    assert any("TriLux" in finding and "less than" in finding for finding in json.loads(out)["findings"])


# --- hold'em ----------------------------------------------------------------------------------------------


def hands(row: int, column: int) -> int:
    """How many hole cards a place in the chart stands for: pairs, suited right of them, offsuit left."""
    return 6 if row == column else 4 if row < column else 12


@pytest.mark.slow
def test_holdem_in_one_page_and_in_json(run: Run) -> None:
    status, out, err = run("analyze", "ultimate-texas-holdem", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    main = told["wagers"]["main"]
    assert (Fraction(main["exact"]) * 27_813_810_024_000).denominator == 1
    assert main["house_edge"] == pytest.approx(0.02185, abs=5e-6)
    assert main["standard_deviation"] == pytest.approx(4.94, abs=5e-3)
    assert told["main_game"]["element_of_risk"] == pytest.approx(0.00526, abs=5e-6)
    assert told["wagers"]["trips"]["house_edge"] == pytest.approx(0.035, abs=5e-5)
    assert sum(Fraction(each["exact"]) for each in told["main_game"]["distribution"]) == 1
    assert "Best play never bets 3x before the flop." in told["findings"]
    assert any("UTH-AGG-4a cannot happen" in finding for finding in told["findings"])
    simple = told["main_game"]["strategies"][1]
    assert 0 < simple["cost"] < 0.005
    assert simple["rules"]
    rows = told["main_game"]["chart"][0]["rows"]
    assert sum(hands(i, j) for i, row in enumerate(rows) for j, cell in enumerate(row["plays"]) if cell == "4x") == 500
    bets = told["main_game"]["bets"]
    assert list(bets) == ["Ante", "Blind", "Play"]
    assert sum(Fraction(bet["exact"]) for bet in bets.values()) == Fraction(main["exact"])
    status, page, _ = run("analyze", "ultimate-texas-holdem")
    assert status == 0
    assert "Before the flop" in page
    assert "8 to 1, 9 for 1" in page  # the odds, and how UTH-PTAB-7 posts them
    assert max(map(len, page.splitlines())) <= 100
