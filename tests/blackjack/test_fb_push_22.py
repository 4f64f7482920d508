"""Free Bet Blackjack: the dealer's 22, the Push 22 bet, blackjacks, and the bets on offer."""

from __future__ import annotations

import pytest
from tests.blackjack.table import act, check_conserved, dealt, happened, open_round, order, play, refused, settled

from pitboss.games import events as e
from pitboss.games.actions import PlaceBet
from pitboss.rules import load

SHEET = "free-bet-blackjack"
DRAWS_22 = "6c Td 6s"  # the up card, the hole card and the draw of a dealer who breaks with 22


@pytest.mark.clause("FB-OVER-4")
def test_push_22_is_bet_before_the_deal_within_its_limits() -> None:
    round_ = open_round(SHEET, "Th 7c 9h Td")
    refused(round_, PlaceBet(spot=1, cents=500, wager="push22"), says="a blackjack bet is required first")
    round_.act(PlaceBet(spot=1, cents=1000))
    for cents in (50, 2600, 150):
        refused(round_, PlaceBet(spot=1, cents=cents, wager="push22"), clause="FB-OVER-4")
    for cents in (100, 2500):
        round_.act(PlaceBet(spot=1, cents=cents, wager="push22"))
    act(round_, "start")
    refused(round_, PlaceBet(spot=1, cents=2500, wager="push22"), clause="BJ-DEAL-2a")
    assert act(round_, "stand").net() == {1: 1000 - 2500}


@pytest.mark.clause("FB-OVER-4")
def test_the_main_bet_has_the_limits_of_the_house() -> None:
    round_ = open_round(SHEET, "Th 7c 9h Td")
    refused(round_, PlaceBet(spot=1, cents=400), clause="FB-OVER-4")
    refused(round_, PlaceBet(spot=1, cents=1_000_100), clause="FB-OVER-4")
    round_.act(PlaceBet(spot=1, cents=1_000_000))
    high = open_round(SHEET, "Th 7c 9h Td", sets=["table_minimum=25.00", "table_maximum=500.00", "push22_max=100.00"])
    refused(high, PlaceBet(spot=1, cents=2000), clause="FB-OVER-4")
    refused(high, PlaceBet(spot=1, cents=50_100), clause="FB-OVER-4")
    high.act(PlaceBet(spot=1, cents=50_000)).act(PlaceBet(spot=1, cents=10_000, wager="push22"))
    for posted in ("table_minimum=30.00", "table_maximum=20000.00"):
        assert [departure.clauses[0] for departure in load(SHEET, sets=[posted]).departures] == ["FB-OVER-4"]
    low = open_round(SHEET, sets=["push22_min=5.00"]).act(PlaceBet(spot=1, cents=500))
    refused(low, PlaceBet(spot=1, cents=400, wager="push22"), clause="FB-OVER-4")


@pytest.mark.clause("FB-S7")
def test_trilux_and_kings_bounty_are_not_offered_unless_the_house_does() -> None:
    bets = "table.side_bets=push22,trilux,kings_bounty"
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=1000))
    for wager in ("trilux", "kings_bounty"):
        refused(round_, PlaceBet(spot=1, cents=100, wager=wager), clause="FB-S7", says="not offered on this sheet")
        open_round(SHEET, sets=[bets]).act(PlaceBet(spot=1, cents=1000)).act(PlaceBet(spot=1, cents=100, wager=wager))
    round_.act(PlaceBet(spot=1, cents=100, wager="push22"))
    assert order(round_)[-1] == "BetPlaced"


# --- the dealer's 22 --------------------------------------------------------------------------------------


@pytest.mark.clause("FB-BASE-7", "FB-P22-1")
@pytest.mark.parametrize(("cards", "hits"), [("Th 9h", []), ("Th Jh", []), ("Th 5h 6d", ["hit"])])
def test_a_dealers_22_is_a_push_for_every_hand_still_in(cards: str, hits: list[str]) -> None:
    first, second, *drawn = cards.split()
    round_ = play(SHEET, f"{first} 6c {second} Td {' '.join(drawn)} 6s", bets={1: 1000}, answers=[*hits, "stand"])
    assert settled(round_) == [(1, 0, "main", 1000, "push", 0)]
    assert [s.clause for s in happened(round_, e.WagerSettled)] == ["FB-BASE-7"]
    assert happened(round_, e.PushMarked)


@pytest.mark.clause("FB-BASE-7")
def test_a_dealer_who_breaks_with_more_than_22_loses() -> None:
    assert play(SHEET, "Th 6c 9h Td 7s", bets={1: 1000}, answers=["stand"]).net() == {1: 1000}


@pytest.mark.clause("FB-P22-1")
def test_hands_broken_before_the_22_stay_lost() -> None:
    bets = {1: 1000, 2: 1000}
    round_ = play(SHEET, "Th Th 6c 6h 9h Td Ks 6s", bets=bets, answers=["hit", "stand"])
    assert round_.dealer.total == 22
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (2, 0, "main", 1000, "push", 0)]


@pytest.mark.clause("FB-P22-1", "FB-FSPL-6")
def test_a_22_pushes_lammers_off_and_a_tucked_hand_stays_lost() -> None:
    """The first of two split hands is tucked, the second has a paid double on its lammer."""
    round_ = play(SHEET, "7h 6c 7c Td 8s Ks As 2d 6s", bets={1: 1000}, answers=["split", "hit", "double"])
    assert round_.dealer.total == 22
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (1, 1, "main", 1000, "push", 0)]
    assert [(c.hand, c.clause) for c in happened(round_, e.LammerCollected)] == [(1, "FB-FSPL-3")]
    check_conserved(round_)


@pytest.mark.clause("FB-P22-1")
def test_a_free_double_pushes_on_22_and_its_lammer_goes() -> None:
    round_ = play(SHEET, "6h 6c 4h Td 9h 6s", bets={1: 1000}, answers=["double"])
    assert settled(round_) == [(1, 0, "main", 1000, "push", 0)]
    assert [c.clause for c in happened(round_, e.LammerCollected)] == ["FB-FDBL-3"]


# --- blackjacks -------------------------------------------------------------------------------------------


@pytest.mark.clause("FB-BASE-8")
@pytest.mark.parametrize(("bet", "pays"), [(1000, 1500), (500, 750), (700, 1050)])
def test_a_blackjack_pays_three_to_two(bet: int, pays: int) -> None:
    round_ = play(SHEET, "Ah 7c Kh Td", bets={1: bet})
    assert settled(round_) == [(1, 0, "main", bet, "win", pays)]


@pytest.mark.clause("FB-P22-3a", "FB-P22-3b")
def test_blackjacks_are_paid_before_the_dealer_draws_and_a_22_does_not_touch_them() -> None:
    round_ = play(SHEET, f"Ah Th {DRAWS_22[:2]} Kh 9h {DRAWS_22[3:]}", bets={1: 1000, 2: 1000}, answers=["stand"])
    assert round_.dealer.total == 22
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1500), (2, 0, "main", 1000, "push", 0)]
    names = order(round_, e.WagerSettled, e.HandStood, e.HoleTurned)
    assert names == ["WagerSettled", "HandStood", "HoleTurned", "WagerSettled"]
    assert dealt(round_, "dealer") == [(0, "6s")]


@pytest.mark.clause("FB-BASE-9")
def test_the_dealer_draws_on_soft_17() -> None:
    round_ = play(SHEET, "Th 6c 9h Ad 4s", bets={1: 1000}, answers=["stand"])
    assert dealt(round_, "dealer") == [(0, "4s")]
    assert round_.dealer.total == 21
    stands = play(SHEET, "Th 6c 9h Ad 4s", bets={1: 1000}, answers=["stand"], sets=["soft_17=stand"])
    assert dealt(stands, "dealer") == []


# --- the side bet -----------------------------------------------------------------------------------------


@pytest.mark.clause("FB-P22-4")
@pytest.mark.parametrize(("bet", "draws"), [({"main": 1000, "push22": 500}, [(0, "6s")]), (1000, [])])
def test_with_no_hand_left_the_dealer_draws_for_push_22_and_only_then(
    bet: int | dict[str, int], draws: list[tuple[int, str]]
) -> None:
    broken = play(SHEET, "Th 6c 6h Td Ks 6s", bets={1: bet}, answers=["hit"])
    blackjack = play(SHEET, "Ah 6c Kh Td 6s", bets={1: bet})
    for round_ in (broken, blackjack):
        assert dealt(round_, "dealer") == draws
        assert round_.over
    assert [s[5] for s in settled(broken, "push22")] == [3500] * len(draws)


@pytest.mark.clause("FB-P22-4")
def test_a_tucked_hand_is_no_hand_left() -> None:
    bets = {1: {"main": 1000, "push22": 500}}
    round_ = play(SHEET, "8h 6c 8c Td 5s Ks 6d Qd 6s", bets=bets, answers=["split", "hit", "hit"])
    assert dealt(round_, "dealer") == [(0, "6s")]
    assert round_.net() == {1: -1000 + 3500}


@pytest.mark.clause("FB-P22-2", "FB-P22PAY-1", "FB-P22PAY-2", "FB-P22PAY-3")
@pytest.mark.parametrize(
    ("dealer", "line", "pays"),
    [
        ("6c Tc 6c", "same_suit", 25_000),
        ("6c Ts 6c", "same_colour", 10_000),
        ("6c Td 6c", "other", 3_500),
        ("2d 4d 2d 5d 9d", "same_suit", 25_000),
        ("2d 4h 2d 5h 9d", "same_colour", 10_000),
        ("2d 4d 2d 5d 9s", "other", 3_500),
        ("6c Tc 5c", "", -500),
        ("6c Tc 7c", "", -500),
        ("7c Tc", "", -500),
    ],
)
def test_push_22_pays_by_all_the_dealers_cards(dealer: str, line: str, pays: int) -> None:
    up, hole, *drawn = dealer.split()
    cards = f"Th {up} 9h {hole} {' '.join(drawn)}"
    round_ = play(SHEET, cards, bets={1: {"main": 1000, "push22": 500}}, answers=["stand"])
    (bet,) = [s for s in happened(round_, e.WagerSettled) if s.wager == "push22"]
    assert (bet.line, bet.pays, bet.stake) == (line, pays, 500)
    clauses = {"same_suit": "FB-P22PAY-1", "same_colour": "FB-P22PAY-2", "other": "FB-P22PAY-3", "": "FB-P22-2"}
    assert bet.clause == clauses[line]


@pytest.mark.clause("FB-P22-2")
def test_push_22_loses_to_a_dealer_blackjack() -> None:
    round_ = play(SHEET, "Th Kc 9h Ad", bets={1: {"main": 1000, "push22": 500}})
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (1, 0, "push22", 500, "lose", -500)]


@pytest.mark.clause("FB-P22PAY-3")
def test_a_house_may_pay_another_22_differently() -> None:
    bets = {1: {"main": 1000, "push22": 500}}
    round_ = play(SHEET, "Th 6c 9h Td 6s", bets=bets, answers=["stand"], sets=["push22_pays_other=8:1"])
    assert [s[5] for s in settled(round_, "push22")] == [4000]
