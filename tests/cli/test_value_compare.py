"""`pitboss value` and `pitboss compare`: what they print, as words and as JSON, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("home")


def test_value_lists_the_choices_best_first(run: Run) -> None:
    status, out, err = run("value", "catfish-blackjack", "8", "8", "against", "T")
    assert (status, err) == (0, "")
    rows = [line.split() for line in out.splitlines() if line.strip()]
    names = [row[0] for row in rows if row[0] in ("split", "hit", "stand", "double")]
    assert names == ["split", "hit", "stand", "double", "double"]
    assert "best" in next(row for row in rows if row[0] == "split")
    assert run("value", "catfish-blackjack", "8 8 against T")[1] == out


def test_value_takes_what_a_person_plainly_means(run: Run) -> None:
    status, out, err = run("value", "catfish", "16 vs T")
    assert (status, err) == (0, "")
    assert "hard 16 as T 6 or 9 7 against T" in out
    assert "its two cards as often as they are dealt" in out.replace("\n", " ")
    told = json.loads(run("value", "Catfish Blackjack", "A A vs 6 after a split", "--json")[1])
    assert [each["choice"] for each in told["choices"]] == ["stand"]


def test_value_as_json(run: Run) -> None:
    status, out, _ = run("value", "catfish-blackjack", "8 8 vs T", "--stake", "10", "--json")
    told = json.loads(out)
    assert status == 0
    assert (told["sheet"], told["situation"], told["stake"]) == ("catfish-blackjack", "8 8 against T", "10.00")
    best = told["choices"][0]
    assert (best["choice"], best["amount"], best["cost"]) == ("split", "-4.75", 0.0)
    assert best["exact"] is None
    assert best["value"] == pytest.approx(-0.474893750825, abs=1e-12)


def test_value_shows_insurance_and_even_money(run: Run) -> None:
    out = run("value", "games-of-chance-blackjack", "A K against A")[1]
    assert "Before the dealer's check" in out
    assert "even money" in out
    assert "Insurance costs 0.0777 per unit" in out
    seen = run("value", "games-of-chance-blackjack", "A K against A", "--seen", "23456789" * 8)[1]
    assert "Insurance pays" in seen


def test_value_of_a_river_is_exact(run: Run) -> None:
    told = json.loads(run("value", "ultimate-texas-holdem", "Kh4h on Ks 4d 2c 9s 9h", "--json")[1])
    assert [(each["choice"], each["exact"]) for each in told["choices"]] == [("1x", "63/55"), ("fold", "-2/1")]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["catfish-blackjack"], "SITUATION"),
        (["catfish-blackjack", "8 8"], "a hand against an up card"),
        (["catfish-blackjack", "8 8 against Z"], 'a card from "Z"'),
        (["catfish-blackjack", "8 8 against T", "--stake", "1"], "$5 to $10,000"),
        (["catfish-blackjack", "8 8 against T", "--shoe", "88T"], "too small"),
        (["ultimate-texas-holdem", "K4"], "need their suits"),
        (["ultimate-texas-holdem", "Kh4h on Ks", "--json"], "0, 3 or 5 on the board"),
        (["ultimate-texas-holdem", "Kh4h on Ks 4d 2c", "--seen", "Ks"], "twice"),
    ],
)
def test_value_refuses_in_one_line(run: Run, arguments: list[str], says: str) -> None:
    status, out, err = run("value", *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert says in err


def test_compare_shows_every_change_alone_and_all_together(run: Run) -> None:
    status, out, err = run("compare", "catfish-blackjack", "--set", "soft_17=stand", "--set", "decks=8")
    assert (status, err) == (0, "")
    for part in ("dealer.soft_17", "cards.decks", "+0.4029 %", "+0.6446 %", "beyond the sum", "departs from BJ-CARD-1"):
        assert part in out
    assert max(map(len, out.splitlines())) <= 100


def test_compare_as_json(run: Run) -> None:
    sets = ("--set", "soft_17=stand", "--set", "other_rounding=1.00", "--set", "toke.maximum=500.00")
    told = json.loads(run("compare", "catfish-blackjack", *sets, "--json")[1])
    assert [change["change"] for change in told["changes"]] == ["dealer.soft_17"]
    assert told["changes"][0]["from"] == "hit"
    assert told["changes"][0]["house_edge"]["main"] == pytest.approx(0.00402870, abs=5e-9)
    assert told["without_effect"] == ["toke.maximum"]
    assert [each["change"] for each in told["not_solved"]] == ["payouts.other_rounding", "all together"]
    assert told["wagers"]["main"]["b"] is None


def test_compare_with_a_house_sheet(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "our.toml"
    path.write_text('extends = "catfish-blackjack"\n[blackjack]\npays = "6:5"\n', encoding="utf-8")
    told = json.loads(run("compare", "catfish-blackjack", str(path), "--stake", "main=10", "--json")[1])
    assert told["b"]["stakes"]["main"] == "10.00"
    assert told["wagers"]["main"]["difference"] == pytest.approx(0.0130017, abs=5e-8)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["catfish-blackjack"], "nothing to compare with"),
        (["catfish-blackjack", "ultimate-texas-holdem"], "two sheets of one game"),
        (["catfish-blackjack", "nowhere.toml"], "No such file"),
        (["catfish-blackjack", "games-of-chance-blackjack", "--stake", "5"], "$1 to $4"),
        (["catfish-blackjack", "--set", "soft_17"], "key=value"),
    ],
)
def test_compare_refuses_in_one_line(run: Run, arguments: list[str], says: str) -> None:
    status, out, err = run("compare", *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert says in err
