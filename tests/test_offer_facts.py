"""What a program reads of an offer instead of its words: kinds, amounts, limits and odds, from the sheet's values."""

from __future__ import annotations

import pytest
from tests.blackjack.table import play, shoe
from tests.holdem.table import play as play_holdem

from pitboss.games.round import Round
from pitboss.rules import load

BJ, GC, FB = "catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack"


def facts(round_: Round) -> dict[str, dict[str, object]]:
    return {offer.kind: {k: v for k, v in offer.facts.items() if k != "kind"} for offer in round_.offers()}


@pytest.mark.parametrize(("loss", "back"), [("1/2", 200), ("1/4", 300)])
def test_a_surrender_says_what_comes_back_by_the_sheet(loss: str, back: int) -> None:
    cards = shoe("Th 6h", dealer="9d 8c")
    found = facts(play(GC, cards, bets={1: 400}, sets=[f"surrender.loss={loss}"]))
    assert found["surrender"] == {"cents": back}


@pytest.mark.parametrize(("share", "most"), [("1/2", 500), ("1/4", 250)])
def test_insurance_says_its_bounds_and_odds_by_the_sheet(share: str, most: int) -> None:
    cards = shoe("Th 6h", dealer="Ad 8c")
    found = facts(play(BJ, cards, bets={1: 1000}, sets=[f"insurance.share={share}"]))
    step = load(BJ).values["insurance.step"]
    assert found["insure"] == {
        "cents": most,
        "pays": "2 to 1",
        "amounts": {"least": step, "most": most, "step": step},
    }
    assert found["decline_insurance"] == {}


def test_a_double_for_less_says_from_what_to_what() -> None:
    found = facts(play(BJ, shoe("5h 6h", dealer="9d 8c"), bets={1: 1000}))
    assert found["double_down"] == {"cents": 1000}
    assert found["double_for_less"] == {"cents": 100, "amounts": {"least": 100, "most": 1000, "step": 100}}


def test_a_double_for_less_stays_within_the_maximum() -> None:
    sets = ["double.double_at_maximum=false", "table.maximum=15"]
    found = facts(play(BJ, shoe("5h 6h", dealer="9d 8c"), bets={1: 1000}, sets=sets))
    assert found["double_for_less"]["amounts"] == {"least": 100, "most": 500, "step": 100}


def test_a_free_answer_stakes_nothing_and_one_with_own_money_says_how_much() -> None:
    found = facts(play(FB, shoe("5h 5c", dealer="9d 8c"), bets={1: 1000}, sets=["free.decline_free=true"]))
    assert found["double_down"] == {"free": True}
    assert found["double_paid"] == {"cents": 1000}


def test_a_blackjack_says_what_it_is_paid() -> None:
    found = facts(play(GC, shoe("Ah Kh", dealer="9d 8c"), bets={1: 400}, sets=["double.natural_double=in_turn"]))
    assert found["take_blackjack"]["pays"] == load(GC).values["blackjack.pays"].words


def test_a_play_bet_says_its_money_and_a_fold_whether_the_cards_are_tucked() -> None:
    bare = facts(play_holdem({1: "As Ah"}, plans={1: "check check"}))
    assert bare["play_bet"] == {"cents": 1000}
    assert "fold" in bare
    assert "fold_and_tuck" in facts(play_holdem({1: "As Ah"}, plans={1: "check check"}, bets={1: {"trips": 500}}))
