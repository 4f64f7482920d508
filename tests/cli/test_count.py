"""`pitboss count`: figures and index plays of a count, as a page, as JSON and for a spreadsheet."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.commands import Run

from pitboss.maths.counting.blackjack import study
from pitboss.maths.simulation.blackjack.counting import Deviation

GAME = ("count", "catfish-blackjack", "--cut", "150")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few shoes: what is shown is looked at here, not how exact it is."""
    few = {**(study.study_count.__kwdefaults__ or {}), "met": 800}
    monkeypatch.setattr(study, "SHOES", 36)
    monkeypatch.setattr(study.study_count, "__kwdefaults__", few)


def test_a_count_is_shown(run: Run) -> None:
    code, out, err = run(*GAME)
    assert (code, err) == (0, "")
    for words in (
        "Hi-Lo",
        "Betting correlation 0.96",
        "playing efficiency",
        "insurance correlation 0.760",
        "16 T 0 stand",
    ):
        assert words in out


def test_a_count_as_json_and_csv(run: Run) -> None:
    code, out, _ = run(*GAME, "--count", "2-6=1 T-A=-1; round nearest", "--json", "--top", "5")
    found = json.loads(out)
    assert code == 0
    assert found["count"] == "2-6=1 T-A=-1; round nearest"
    assert len(found["plays"]) == 5
    assert all(Deviation.parse(text) for text in found["texts"])
    assert found["effects"]["5"] > 0 > found["effects"]["A"]
    code, out, _ = run(*GAME, "--csv", "-", "--top", "3")
    assert out.splitlines()[0].startswith("hand,up,play,count,below,instead,threshold,error")
    assert len(out.splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("count", "catfish-blackjack", "--count", "no-such"), "there is no count"),
        (("count", "catfish-blackjack", "--cut", "312"), "behind the cut"),
        (("count", "ultimate-texas-holdem"), "fresh deck"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_a_line(run: Run, words: tuple[str, ...], says: str) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


# played by the count

PLAYED = (*GAME, "-n", "200k", "--top", "3", "--max", "200")


def test_bets_by_the_count_are_shown_and_varied(run: Run, tmp_path: Path) -> None:
    code, out, err = run(*PLAYED, "--vary", "spread=4 12", "--vary", "cut=52", "--plot", str(tmp_path / "count.svg"))
    assert (code, err) == (0, "")
    for words in (
        "By count",
        "Best bets",
        "Risk of ruin",
        "N0",
        "c-SCORE",
        "certainty equivalent",
        "spread 1 to 12",
        "cut 52",
    ):
        assert words in out
    assert (tmp_path / "count.svg").read_bytes().startswith(b"<?xml")


def test_bets_by_the_count_as_json(run: Run) -> None:
    _, out, _ = run(
        *PLAYED, "--back-count", "--hands", "2", "--bank", "50000", "--json", "--vary", "dealer.soft_17=stand"
    )
    found = json.loads(out)
    assert sum(row["share"] for row in found["by_count"]) == pytest.approx(1)
    assert {row["bet"] for row in found["by_count"] if row["mean"] < 0 and row["count"] < -2} == {0.0}
    assert 0.4 < found["bettor"]["covariance"] < 0.6
    assert [one["change"] for one in found["varied"]] == ["dealer.soft_17 stand"]
    assert found["best"]["risk_of_ruin"] <= 0.05


def test_a_run_by_the_count_is_saved_and_goes_on(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    _, whole, _ = run(*PLAYED, "--json", "--save", file)
    code, again, err = run(*PLAYED, "--json", "--resume", file)
    assert (code, err) == (0, "")
    assert json.loads(again)["by_count"] == json.loads(whole)["by_count"]
    code, _, err = run(*PLAYED[:-2], "--count", "ko", "--resume", file)
    assert (code, err.count("\n")) == (2, 1)
    assert "another one" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [(("--vary", "cut"), "varied"), (("--risk", "2"), "risk of ruin"), (("--min", "500"), "cannot bet like that")],
)
def test_what_cannot_be_bet_is_refused(run: Run, words: tuple[str, ...], says: str) -> None:
    code, out, err = run(*PLAYED, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
