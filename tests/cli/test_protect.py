"""`pitboss protect`: bets that counters can beat, where that stops, and what a house can do."""

from __future__ import annotations

import json

import pytest
from tests.commands import Run

from pitboss.maths.counting.blackjack import protect as house
from pitboss.maths.counting.blackjack import study
from pitboss.maths.counting.protection import Depth, Exposure, Protection, Remedy
from pitboss.rules import load

PROTECT = ("protect", "catfish-blackjack", "-n", "300k", "--cut", "40", "--spread", "20")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few shoes, cuts and changes: what is told is looked at here, not how exact it is."""
    few = {**(study.study_count.__kwdefaults__ or {}), "met": 800}
    monkeypatch.setattr(study, "SHOES", 36)
    monkeypatch.setattr(study.study_count, "__kwdefaults__", few)
    monkeypatch.setattr(house, "PARTS", (0.67,))
    monkeypatch.setattr(house, "SPREADS", (2,))
    monkeypatch.setattr(house, "SHOES", 300)
    monkeypatch.setattr(house, "CHANGES", {name: house.CHANGES[name] for name in ("blackjack.pays", "dealer.soft_17")})


def test_every_bet_of_a_sheet_is_looked_at(run: Run) -> None:
    """A six-deck game dealt to forty cards is beaten by bets of 1 to 20; one that is cut at two thirds is not."""
    code, out, err = run(*PROTECT, "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    bets = {one["wager"]: one for one in found["bets"]}
    assert set(bets) == {"main", *load("catfish-blackjack").rules.table.side_bets}
    main = bets["main"]
    assert main["beaten"]
    assert [one["cut"] for one in main["depths"]] == [40, 209]
    assert main["stops_at"] == 209
    assert main["depths"][0]["per_hour"] > main["depths"][1]["per_hour"]
    changes = {one["change"]: one for one in found["changes"]}
    assert "dealer.soft_17=hit" not in changes, "it is so already"
    dear = changes["blackjack.pays=6:5"]
    assert dear["honest_cost"] == pytest.approx(0.0136, abs=0.008), "6:5 costs 1.36 %"
    assert dear["per_hour"] < main["per_hour"]
    assert changes["209 cards behind the cut"]["honest_cost"] == 0
    assert found["least"] in ("209 cards behind the cut", "no bet above 2 times the minimum")


def test_a_house_reads_it_on_a_page_and_in_a_spreadsheet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    depths = (Depth(40, 2500.0, 100.0), Depth(209, -300.0, 90.0))
    bets = (Exposure("main", "Main bet", "Hi-Lo", 10_000, 2500.0, 100.0, depths, 209, exact=True),
            Exposure("trilux", "TriLux", "a simple count", 2500, 10.0, 20.0, depths[:1], None, exact=True))  # fmt: skip
    changes = (Remedy("209 cards behind the cut", -300.0, 90.0, 0.0), Remedy("cards.decks=8", 900.0, 90.0, 0.0002))
    monkeypatch.setattr(house, "protect", lambda *args, **kwargs: Protection(bets, changes, 70, 20, 40))
    code, out, err = run(*PROTECT)
    assert (code, err) == (0, "")
    for words in ("$25.00", "Main bet", "costs the honest", "+0.020 %", "Least cost: 209 cards behind the cut."):
        assert words in out
    _, out, _ = run(*PROTECT, "--csv", "-")
    assert out.splitlines()[0].startswith("wager,title,counter,stake,cut,per_hour")
    assert len(out.splitlines()) == 4


def test_fresh_decks_are_safe(run: Run) -> None:
    code, out, err = run("protect", "ultimate-texas-holdem")
    assert (code, err) == (0, "")
    assert "nothing to count" in out


def test_a_bet_that_the_play_decides_is_told_by_effects_of_removal() -> None:
    """Super 7's looks at the third card: what its counter gains is told by what each card's removal does to it."""
    sheet = load("games-of-chance-blackjack")
    found = house._side_bet(sheet, "super7", 104, 70)
    assert not found.exact
    assert found.per_hour >= 0
    assert found.depths[0].cut == 104


def test_where_it_stops() -> None:
    depths = (Depth(26, 900.0, 50.0), Depth(52, 400.0, 50.0), Depth(78, 60.0, 50.0), Depth(104, -300.0, 50.0))
    assert house._stops(depths) == 78
    assert house._stops(depths[:2]) is None
    assert house._stops(depths[3:]) == 104
