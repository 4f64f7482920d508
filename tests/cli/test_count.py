"""`pitboss count`: figures and index plays of a count, as a page, as JSON and for a spreadsheet."""

from __future__ import annotations

import json

import pytest
from tests.commands import Run

from pitboss.maths.counting.blackjack import study
from pitboss.maths.simulation.blackjack.counting import Deviation

GAME = ("count", "catfish-blackjack", "--cut", "150")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few shoes: what is shown is looked at here, not how exact it is."""
    monkeypatch.setattr(
        study.study_count, "__kwdefaults__", {**study.study_count.__kwdefaults__, "shoes": 36, "met": 800}
    )


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
