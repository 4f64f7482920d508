"""`pitboss count`: figures and index plays of a count, as a page, as JSON and for a spreadsheet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.commands import Run
from tests.reports.pdf import words_of

from pitboss.cli.count_worth import Played
from pitboss.cli.simulate import INTERRUPTED
from pitboss.maths.counting.blackjack import study
from pitboss.maths.counting.risk import AtCount
from pitboss.maths.simulation.blackjack.counting import Deviation
from pitboss.maths.simulation.run import Result
from pitboss.reports import panels
from pitboss.reports.panels import Compared

GAME = ("count", "catfish-blackjack", "--cut", "150")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few shoes, and a terminal with room: what is shown is looked at here, not how exact it is."""
    few = {**(study.study_count.__kwdefaults__ or {}), "met": 800}
    monkeypatch.setattr(study, "SHOES", 36)
    monkeypatch.setenv("COLUMNS", "120")  # or headings break between their words
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


def test_side_bets_by_a_count_are_shown_told_and_written(run: Run) -> None:
    words = ("count", "catfish-blackjack", "--cut", "52", "--wager")
    code, out, err = run(*words, "kings_bounty")
    assert (code, err) == (0, "")
    for said in ("Hi-Lo", "+0.81", "from +", "By count"):
        assert said in out
    code, out, _ = run(*words, "all", "--json", "--count", "ko")
    found = json.loads(out)
    assert [one["wager"] for one in found["bets"]] == ["trilux", "kings_bounty"]
    assert sum(row["share"] for row in found["bets"][0]["rows"]) == pytest.approx(1)
    code, out, _ = run(*words, "trilux", "--csv", "-")
    assert out.splitlines()[0] == "wager,count,share,mean,error,deviation"
    code, out, err = run("count", "ultimate-texas-holdem", "--wager", "trips")
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "option",
    [
        ("--pdf", "bets.pdf"), ("-n", "1M"), ("--bank", "10000"), ("--vary", "cut=52"), ("--max", "100"),
        ("--back-count",), ("--top", "3"),
    ],
)  # fmt: skip
def test_side_bets_refuse_options_of_the_main_bet(run: Run, option: tuple[str, ...]) -> None:
    code, out, err = run("count", "catfish-blackjack", "--wager", "trilux", *option)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "does not go with --wager" in err


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
        "bets of 1 to 12",
        "52 cards behind the cut",
    ):
        assert words in out
    assert (tmp_path / "count.svg").read_bytes().startswith(b"<?xml")


def test_it_is_written_on_paper(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "count.pdf"
    code, _, err = run(*PLAYED, "--vary", "spread=4", "--pdf", str(file))
    assert (code, err) == (0, "")
    assert "betsof1to4" in words_of(file.read_bytes())
    code, _, err = run(*GAME, "--pdf", str(file))
    assert (code, err.count("\n")) == (2, 1)
    assert "--rounds" in err


def test_bets_by_the_count_as_json(run: Run) -> None:
    _, out, _ = run(
        *PLAYED, "--back-count", "--hands", "2", "--bank", "50000", "--json", "--vary", "dealer.soft_17=stand"
    )
    found = json.loads(out)
    assert sum(row["share"] for row in found["by_count"]) == pytest.approx(1)
    assert {row["bet"] for row in found["by_count"] if row["mean"] < 0 and row["count"] < -2} == {0.0}
    assert 0.4 < found["bettor"]["covariance"] < 0.6
    assert [one["change"] for one in found["varied"]] == ["dealer.soft_17 stand"]
    assert [one["words"] for one in found["varied"]] == ["The dealer stands on soft 17"]
    assert found["best"]["risk_of_ruin"] <= 0.05


@pytest.mark.parametrize("sits_out", [(), ("--back-count",)])
def test_what_is_varied_is_compared_by_the_same_bettor(
    run: Run, sits_out: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The game's own cut and spread beside itself: the same c-SCORE everywhere, and in the plot."""
    drawn: list[Mapping[str, float]] = []

    def compared(scores: Mapping[str, float], *more: str) -> Compared:
        drawn.append(scores)
        return Compared(scores, *more)

    monkeypatch.setattr(panels, "Compared", compared)
    plot = ("--plot", str(tmp_path / "count.svg"))
    found = json.loads(run(*PLAYED, *sits_out, "--vary", "cut=150", "--vary", "spread=8", *plot, "--json")[1])
    same = found["compared"]["score"]
    assert [one["score"] for one in found["varied"]] == pytest.approx([same, same])
    assert list(drawn[0].values()) == pytest.approx([same, same, same])


def test_a_run_by_the_count_is_saved_and_goes_on(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "run.json")
    _, whole, _ = run(*PLAYED, "--json", "--save", file)
    code, again, err = run(*PLAYED, "--json", "--resume", file)
    assert (code, err) == (0, "")
    assert json.loads(again)["by_count"] == json.loads(whole)["by_count"]
    code, _, err = run(*PLAYED[:-2], "--count", "ko", "--resume", file)
    assert (code, err.count("\n")) == (2, 1)
    assert "another one" in err


def test_what_is_varied_is_saved_beside_it_and_goes_on(run: Run, tmp_path: Path) -> None:
    """Each change has a file of its own, which is read again: one of another game is refused."""
    file, varied = tmp_path / "run.json", ("--vary", "cut=52 104", "--vary", "dealer.soft_17=stand")
    _, whole, _ = run(*PLAYED, *varied, "--json", "--save", str(file))
    assert sorted(one.name for one in tmp_path.iterdir()) == [
        "run.cut-104.json", "run.cut-52.json", "run.dealer.soft_17-stand.json", "run.json",
    ]  # fmt: skip
    (tmp_path / "run.cut-52.json").unlink()  # it was not begun when the run was stopped
    code, again, err = run(*PLAYED, *varied, "--json", "--resume", str(file))
    assert (code, err) == (0, "")
    assert json.loads(again)["varied"] == json.loads(whole)["varied"]
    (tmp_path / "run.cut-52.json").replace(tmp_path / "run.cut-104.json")
    code, _, err = run(*PLAYED, *varied, "--json", "--resume", str(file))
    assert (code, err.count("\n")) == (2, 1)
    assert "another one" in err


def test_after_a_run_that_was_stopped_no_change_is_begun(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Played.run

    def stopped(played: Played) -> tuple[int, Result, tuple[AtCount, ...]]:
        _, result, rows = plain(played)
        return INTERRUPTED, result, rows

    monkeypatch.setattr(Played, "run", stopped)
    code, out, _ = run(*PLAYED, "--vary", "cut=52 104", "--json")
    assert code == INTERRUPTED
    assert json.loads(out)["varied"] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--vary", "cut"), "varied"), (("--risk", "2"), "risk of ruin"), (("--min", "500"), "cannot bet like that"),
        (("--vary", "cut=abc"), "vary the cut"), (("--vary", "cut=312"), "behind the cut"),
        (("--vary", "spread=x"), "vary the spread"), (("--vary", "spread=4 0"), "vary the spread"),
        (("--vary", "dealer.soft_17=perhaps"), "soft_17"), (("-n", "0"), "cannot play 0 rounds"),
        (("-n", "many"), "number of rounds"), (("--seed", " "), "seed"), (("--bank", "much"), "much"),
        (("--pdf", "count.txt"), ".pdf"), (("--plot", "count.txt"), ".png"),
    ],
)  # fmt: skip
def test_what_cannot_be_bet_is_refused_before_anything_is_worked_out(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], says: str
) -> None:
    def studied(*_: object, **__: object) -> None:
        raise AssertionError("the count is studied")

    monkeypatch.setattr(study, "study_count", studied)
    code, out, err = run(*PLAYED, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
