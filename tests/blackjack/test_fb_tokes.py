"""Free Bet Blackjack: bets for the dealers share in free splits and free doubles."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import check_conserved, happened, money, open_round, play, refused

from pitboss.games import events as e
from pitboss.games.actions import PlaceBet, PlaceToke
from pitboss.games.blackjack import BlackjackRound

SHEET = "free-bet-blackjack"


def deal(cards: str, *answers: Any, **more: Any) -> BlackjackRound:
    """One spot with $10 and a toke of $5."""
    return play(SHEET, cards, bets={1: 1000}, tokes={1: 500}, answers=answers, **more)


def dealers_lammers(round_: BlackjackRound) -> tuple[list[int], list[int]]:
    """The hands on which lammers for the dealers were placed and collected."""
    return (
        [lammer.hand for lammer in happened(round_, e.LammerPlaced) if lammer.owner == "dealers"],
        [lammer.hand for lammer in happened(round_, e.LammerCollected) if lammer.owner == "dealers"],
    )


def toke_pays(round_: BlackjackRound) -> list[tuple[int, str, int]]:
    found = [s for s in happened(round_, e.WagerSettled) if s.owner == "dealers"]
    return [(s.hand, s.wager, s.pays) for s in found]


@pytest.mark.clause("FB-TOKE-1")
def test_a_toke_gets_a_lammer_of_its_own_on_a_free_double() -> None:
    round_ = deal("6h 7c 4c Td 9s", "double")
    assert dealers_lammers(round_) == ([0], [0])
    assert [(lammer.owner, lammer.clause) for lammer in happened(round_, e.LammerPlaced)] == [
        ("player", "FB-FDBL-0b"),
        ("dealers", "FB-TOKE-1"),
    ]


@pytest.mark.clause("FB-TOKE-1")
def test_a_toke_is_carried_to_free_hands_and_their_free_doubles() -> None:
    round_ = deal("8h 7c 8c Td Ts 3s 9s", "split", "stand", "double")
    assert dealers_lammers(round_) == ([1, 1], [1, 1])
    assert toke_pays(round_) == [(0, "toke:main", 500), (1, "toke:free", 500), (1, "toke:free", 500)]
    assert round_.net() == {1: 3000}
    check_conserved(round_)


@pytest.mark.clause("FB-TOKE-1")
@pytest.mark.parametrize(("first", "free"), [(0, [100]), (500, [500, 600])])
def test_a_toke_added_to_a_free_hand_shares_in_its_free_double(first: int, free: list[int]) -> None:
    """A free hand carries the first toke by lammer; a toke laid on it anew is doubled free beside that."""
    tokes, answers = {1: first} if first else {}, ["split toke 1.00", "stand", "double"]
    round_ = play(SHEET, "8h 7c 8c Td Ts 3s 9s", bets={1: 1000}, tokes=tokes, answers=answers)
    on_free_hand = [(wager, cents) for hand, wager, cents in toke_pays(round_) if hand == 1]
    assert on_free_hand == [("toke:main", 100), *(("toke:free", cents) for cents in free)]
    check_conserved(round_)


@pytest.mark.clause("FB-TOKE-1")
def test_a_house_may_leave_the_toke_on_the_first_bet_alone() -> None:
    split = deal("8h 7c 8c Td Ts 3s 9s", "split", "stand", "double", sets=["toke_free_bets=false"])
    double = deal("6h 7c 4c Td 9s", "double", sets=["toke_free_bets=false"])
    for round_ in (split, double):
        assert dealers_lammers(round_) == ([], [])
        assert toke_pays(round_) == [(0, "toke:main", 500)]


@pytest.mark.clause("FB-TOKE-1")
def test_a_paid_split_carries_no_toke() -> None:
    round_ = deal("Kh 7c Kc Td 9s 8s", "split", "stand", "stand")
    assert dealers_lammers(round_) == ([], [])
    assert toke_pays(round_) == [(0, "toke:main", 500)]


@pytest.mark.clause("FB-TOKE-2")
@pytest.mark.parametrize(
    ("card", "pays", "gain"),
    [
        ("9s", [(0, "toke:main", 500), (0, "toke:free", 500)], 1500),
        ("2s", [(0, "toke:main", -500)], 0),
        ("7s", [(0, "toke:main", 0)], 0),
    ],
)
def test_the_dealers_free_double_won_lost_and_tied(card: str, pays: list[tuple[int, str, int]], gain: int) -> None:
    round_ = deal(f"6h 7c 4c Td {card}", "double")
    assert toke_pays(round_) == pays
    assert money(round_)["dealers"] == gain  # what the player laid for them comes to them with what it won
    assert dealers_lammers(round_) == ([0], [0])
    check_conserved(round_)


@pytest.mark.clause("FB-TOKE-2")
@pytest.mark.parametrize(("cards", "pays"), [("7s Tc", [-500, 500]), ("Ts 7d", [500]), ("Ts 9d", [500])])
def test_the_dealers_split_hands_stand_alone(cards: str, pays: list[int]) -> None:
    round_ = deal(f"8h 7c 8c Td {cards}", "split", "stand", "stand")
    assert [amount for _, _, amount in toke_pays(round_)] == pays
    check_conserved(round_)


@pytest.mark.clause("FB-TOKE-2")
def test_a_toke_on_a_lammer_is_doubled_with_money_like_the_bet() -> None:
    """The first hand ties 19; the free hand of ace and seven is doubled with money, bet and toke."""
    cards = "7h 9c 7c Td Ts 2s As 3c"
    refused(deal(cards, "split", "hit", "stand"), "double toke 5.50", clause="BJ-S5")
    round_ = deal(cards, "split", "hit", "stand", "double toke 5.00")
    assert toke_pays(round_) == [(0, "toke:main", 0), (1, "toke:main", 500), (1, "toke:free", 500)]
    check_conserved(round_)


@pytest.mark.clause("FB-TOKE-2")
def test_where_winnings_are_rounded_the_dealers_free_bet_is_too() -> None:
    round_ = play(
        SHEET, "6h 7c 4c Td 9s", bets={1: 1000}, tokes={1: 150}, answers=["double"], sets=["other_rounding=1.00"]
    )
    assert toke_pays(round_) == [(0, "toke:main", 100), (0, "toke:free", 100)]


@pytest.mark.clause("FB-TOKE-2")
def test_the_dealers_bet_pushes_on_a_22_and_its_lammer_goes() -> None:
    round_ = deal("6h 6c 4h Td 9h 6s", "double")
    assert toke_pays(round_) == [(0, "toke:main", 0)]
    assert dealers_lammers(round_) == ([0], [0])
    assert money(round_)["dealers"] == 0


@pytest.mark.clause("FB-TOKE-2")
def test_the_toke_on_a_tucked_hand_is_collected_with_it() -> None:
    round_ = deal("8h 7c 8c Td 5s Ks Tc", "split", "hit", "stand")
    assert toke_pays(round_) == [(0, "toke:main", -500), (1, "toke:free", 500)]


@pytest.mark.clause("FB-TOKE-1")
def test_a_toke_lies_on_the_main_bet_only() -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=1000)).act(PlaceBet(spot=1, cents=500, wager="push22"))
    refused(round_, PlaceToke(spot=1, cents=500, wager="push22"), clause="", says="no toke may be bet")
    assert round_.act(PlaceToke(spot=1, cents=500)).spots[1].tokes == {"main": 500}


def test_a_bet_is_not_raised_past_the_cap_on_bet_and_toke() -> None:
    """Toke and bet together stay within a tenth over the maximum, whichever is laid first (BJ-TOKE-2)."""
    round_ = open_round(SHEET, sets=["table_maximum=100.00"]).act(PlaceBet(spot=1, cents=500))
    round_.act(PlaceToke(spot=1, cents=10_000))
    refused(round_, PlaceBet(spot=1, cents=10_000), clause="BJ-TOKE-2")
    round_.act(PlaceBet(spot=1, cents=1000))
