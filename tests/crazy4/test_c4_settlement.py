"""Ante, Play, Super Bonus and Queens Up of Crazy 4 Poker, line by line, and what a fold costs."""

from __future__ import annotations

import pytest
from tests.crazy4.table import (
    KINGS,
    NINES,
    NOT_OPEN,
    check_conserved,
    clauses,
    declare_cards,
    go,
    happened,
    order,
    play,
    refused,
    results,
    seated,
)

from pitboss.games import events as e
from pitboss.games.actions import Fold, PlayBet, StartDeal

ACES = "Ac Ad 8s 5h 3c"
LOW_PAIR = "2c 2d Ks Jh 8c"
LINES = {
    "four_aces": "Ac Ad As Ah 2c",
    "four_of_a_kind": "8c 8d 8s 8h 2c",
    "straight_flush": "5s 6s 7s 8s Kd",
    "three_of_a_kind": "8c 8d 8s Kh 2c",
    "flush": "2s 5s 9s Ks 8d",
    "straight": "5s 6d 7c 8h Kd",
    "two_pair": "8c 8d Ks Kh 2c",
    "queens_or_better": "Qc Qd 8s 5h 3c",
}
"""A hand of every line, which the dealer's cards below leave alone."""
DEALER = "Tc Td Js 4h 3h"


@pytest.mark.clause("C4-SET-3", "C4-PLAY-5", "C4-SB-8")
def test_a_higher_hand_wins_ante_and_play_and_a_bonus_without_a_line_pushes() -> None:
    r = play({1: ACES}, NINES, {1: "3x"})
    assert results(r, 1) == {"play": ("win", 3000), "ante": ("win", 1000), "super_bonus": ("push", 0)}
    assert clauses(r, 1) == {"play": "C4-SET-3", "ante": "C4-SET-3", "super_bonus": "C4-SB-8"}
    check_conserved(r)


@pytest.mark.clause("C4-SET-4", "C4-SB-9")
def test_a_lower_hand_loses_all_three() -> None:
    r = play({1: LOW_PAIR}, NINES)
    assert results(r, 1) == {"play": ("lose", -1000), "ante": ("lose", -1000), "super_bonus": ("lose", -1000)}
    assert clauses(r, 1) == {"play": "C4-SET-4", "ante": "C4-SET-4", "super_bonus": "C4-SB-9"}


@pytest.mark.clause("C4-SET-5", "C4-SB-8", "C4-RANK-3", "C4-GAME-2")
def test_equal_hands_push_and_the_fifth_card_decides_nothing() -> None:
    r = play({1: "9s 9h 7d 4c 3c"}, "9c 9d 7c 4h 2d")
    assert results(r, 1) == {"play": ("push", 0), "ante": ("push", 0), "super_bonus": ("push", 0)}
    assert clauses(r, 1)["ante"] == "C4-SET-5"


@pytest.mark.clause("C4-RANK-3")
def test_the_second_kicker_that_plays_decides() -> None:
    assert results(play({1: "9s 9h Kd Jc 3c"}, "9c 9d Kc Qh 2d"), 1)["ante"] == ("lose", -1000)


@pytest.mark.clause("C4-SET-1", "C4-SET-2", "C4-SB-8")
@pytest.mark.parametrize("hand", [ACES, "Jc Th 8d 6c 4d"])
def test_a_dealer_who_does_not_open_pays_play_and_pushes_the_rest_whatever_the_hand(hand: str) -> None:
    r = play({1: hand}, NOT_OPEN)
    (shown,) = happened(r, e.DealerShown)
    assert (shown.hand, shown.qualifies, shown.clause) == ("queen high", False, "C4-SET-1")
    assert results(r, 1) == {"play": ("win", 1000), "ante": ("push", 0), "super_bonus": ("push", 0)}
    assert clauses(r, 1) == {"play": "C4-SET-2", "ante": "C4-SET-2", "super_bonus": "C4-SB-8"}


@pytest.mark.clause("C4-SET-1")
def test_a_king_high_opens() -> None:
    (shown,) = happened(play({1: ACES}, "Kh Jd 9s 7h 2c"), e.DealerShown)
    assert (shown.hand, shown.qualifies) == ("king high", True)
    always = play({1: ACES}, NOT_OPEN, sets=["dealer.opens=any"])
    assert results(always, 1)["ante"] == ("win", 1000)


BONUS = {
    "four_aces": 200,
    "four_of_a_kind": 30,
    "straight_flush": 15,
    "three_of_a_kind": 2,
    "flush": 1.5,
    "straight": 1,
}


@pytest.mark.clause("C4-SB-2", "C4-SB-3", "C4-SB-4", "C4-SB-5", "C4-SB-6", "C4-SB-7")
@pytest.mark.parametrize(("line", "number"), list(zip(BONUS, range(2, 8), strict=True)))
def test_the_super_bonus_pays_by_its_table(line: str, number: int) -> None:
    r = play({1: LINES[line]}, DEALER, ante=500)
    assert results(r, 1)["super_bonus"] == ("win", int(500 * BONUS[line]))
    assert clauses(r, 1)["super_bonus"] == f"C4-SB-{number}"


@pytest.mark.clause("C4-SB-1", "C4-RANK-1")
@pytest.mark.parametrize(
    ("hand", "dealer", "pays"),
    [
        (LINES["straight"], "2h 5h 9h Kh 3c", 1000),  # beaten by a flush
        (LINES["flush"], "4c 4d 4h Ac 3d", 1500),  # beaten by three of a kind
        (LINES["three_of_a_kind"], "5d 6d 7d 8h 4d", 2000),  # beaten by a straight flush
        (LINES["straight_flush"], "2c 2d 2h 2s 9c", 15_000),  # beaten by four of a kind
    ],
)
def test_the_super_bonus_pays_though_the_hand_is_beaten(hand: str, dealer: str, pays: int) -> None:
    r = play({1: hand}, dealer)
    assert results(r, 1) == {"play": ("lose", -1000), "ante": ("lose", -1000), "super_bonus": ("win", pays)}


QUEENS_UP = {
    "four_of_a_kind": 50, "straight_flush": 40, "three_of_a_kind": 8, "flush": 4, "straight": 3, "two_pair": 2,
    "queens_or_better": 1,
}  # fmt: skip


@pytest.mark.clause("C4-QU-4", "C4-QU-5", "C4-QU-6", "C4-QU-7", "C4-QU-8", "C4-QU-9", "C4-QU-10")
@pytest.mark.parametrize(("line", "number"), list(zip(QUEENS_UP, range(4, 11), strict=True)))
def test_queens_up_pays_by_its_table(line: str, number: int) -> None:
    r = play({1: LINES[line]}, DEALER, bets={1: {"queens_up": 500}})
    assert results(r, 1)["queens_up"] == ("win", 500 * QUEENS_UP[line])
    assert clauses(r, 1)["queens_up"] == f"C4-QU-{number}"
    other = play({1: LINES[line]}, DEALER, bets={1: {"queens_up": 500}}, sets=[f"bets.queens_up.pays.{line}=60:1"])
    assert results(other, 1)["queens_up"] == ("win", 30_000)


@pytest.mark.clause("C4-QU-2")
def test_queens_up_looks_at_the_players_hand_alone() -> None:
    beaten = play({1: LINES["queens_or_better"]}, KINGS, bets={1: {"queens_up": 500}})
    assert results(beaten, 1)["ante"] == ("lose", -1000)
    assert results(beaten, 1)["queens_up"] == ("win", 500)
    jacks = play({1: "Jc Jd 8s 5h 3c"}, NINES, bets={1: {"queens_up": 500}})
    assert results(jacks, 1)["queens_up"] == ("lose", -500)
    assert clauses(jacks, 1)["queens_up"] == "C4-QU-2"


@pytest.mark.clause("C4-PLAY-2")
def test_a_fold_loses_ante_and_super_bonus_at_once() -> None:
    r = play({1: LINES["straight"], 2: ACES}, plans={1: "fold", 2: ""})
    assert results(r, 1) == {"ante": ("lose", -1000), "super_bonus": ("lose", -1000)}
    assert clauses(r, 1)["ante"] == "C4-PLAY-2"
    late = play(
        {1: ACES, 2: ACES.replace("A", "J")}, plans={1: "fold", 2: ""}, sets=["play.fold_collect=at_settlement"]
    )
    assert results(late, 1) == {}
    assert results(go(late, {2: "1x"}), 1)["ante"] == ("lose", -1000)


@pytest.mark.clause("C4-QU-3")
def test_a_folded_hand_stays_in_for_queens_up_where_the_house_says_so() -> None:
    hands, bets = {1: LINES["queens_or_better"]}, {1: {"queens_up": 500}}
    r = play(hands, NINES, {1: "fold"}, bets=bets)
    (folded,) = happened(r, e.HandFolded)
    assert (folded.tucked, folded.clause) == (True, "C4-QU-3")
    assert results(r, 1)["queens_up"] == ("win", 500)
    out = play(hands, NINES, {1: "fold"}, bets=bets, sets=["play.fold_keeps_queens_up=false"])
    assert results(out, 1)["queens_up"] == ("lose", -500)
    assert clauses(out, 1)["queens_up"] == "C4-QU-3"
    given_up = play(hands, NINES, {1: "muck"}, bets=bets)
    assert results(given_up, 1)["queens_up"] == ("lose", -500)


@pytest.mark.clause("C4-PLAY-3", "C4-PLAY-5")
def test_only_a_pair_of_aces_or_better_bets_more_than_once_the_ante() -> None:
    r = seated({1: ACES}).act(StartDeal())
    assert [offer.action for offer in r.offers()] == [
        PlayBet(3, spot=1), PlayBet(2, spot=1), PlayBet(1, spot=1), Fold(spot=1)
    ]  # fmt: skip
    refused(r, PlayBet(4), clause="C4-PLAY-5", says=r"\$10 or \$20 or \$30")
    kings = seated({1: "Kh Ks Qd Jc 9h"}).act(StartDeal())
    assert [offer.action for offer in kings.offers()] == [PlayBet(1, spot=1), Fold(spot=1)]
    refused(kings, PlayBet(2), clause="C4-PLAY-3", says=r"\$10 here")
    assert [bet.cents for bet in happened(kings.act(PlayBet(cents=1000)), e.PlayBetMade)] == [1000]


@pytest.mark.clause("C4-PLAY-4")
def test_a_decision_is_made_once() -> None:
    r = play({1: ACES, 2: LOW_PAIR}, plans={1: "1x", 2: ""})
    refused(r, PlayBet(2, spot=1), clause="C4-PLAY-4", says="cannot be added to or changed")
    folded = play({1: ACES, 2: LOW_PAIR}, plans={1: "fold", 2: ""})
    refused(folded, PlayBet(1, spot=1), clause="C4-PLAY-2", says="folded")


@pytest.mark.clause("C4-PLAY-6")
def test_the_play_bet_may_pass_the_maximum_unless_the_house_caps_it() -> None:
    r = play({1: ACES}, plans={1: "3x"}, ante=5000)
    assert results(r, 1)["play"] == ("win", 15_000)
    capped = seated({1: ACES}, ante=5000, sets=["play.play_bet_capped=true"]).act(StartDeal())
    assert [offer.cents for offer in capped.offers()] == [5000, 0]
    refused(capped, PlayBet(3), clause="C4-PLAY-6", says=r"maximum \$50")


@pytest.mark.clause("C4-PLAY-7")
def test_with_real_cards_a_bet_that_the_opened_hand_does_not_allow_counts_once() -> None:
    r = seated({1: ""}, declared=True, manual=True).act(StartDeal())
    go(r, {1: "3x"})
    declare_cards(r, f"{NINES} Kh Ks Qd Jc 9h")
    go(r)
    (changed,) = happened(r, e.BetChanged)
    assert (changed.wager, changed.before, changed.cents) == ("play", 3000, 1000)
    assert results(r, 1)["play"] == ("win", 1000)
    check_conserved(r)


@pytest.mark.clause("C4-SET-6", "C4-SET-7")
def test_with_real_cards_one_hand_is_opened_and_settled_before_the_next() -> None:
    r = go(seated({1: "", 4: ""}, declared=True, manual=True).act(StartDeal()))
    declare_cards(r, f"{NINES} Kh Ks Qd Jc 8h")
    go(r)
    assert {event.spot for event in happened(r, e.WagerSettled)} == {4}
    assert r.question is not None
    assert (r.question.kind, r.question.spot) == ("card", 1)


@pytest.mark.clause("C4-SET-6", "C4-SET-7", "C4-SET-8", "C4-GAME-1")
def test_seats_are_settled_from_the_right_each_against_the_dealer_and_their_cards_cleared() -> None:
    r = play({1: ACES, 4: LOW_PAIR}, bets={1: {"queens_up": 500}})
    seats = [event.spot for event in happened(r, e.HandExposed)]
    assert seats == [4, 1]
    assert {event.clause for event in happened(r, e.HandExposed)} == {"C4-SET-6"}
    names = order(r, e.HandExposed, e.WagerSettled, e.CardsDiscarded)
    assert names == [
        "HandExposed", *["WagerSettled"] * 3, "CardsDiscarded", "HandExposed", *["WagerSettled"] * 4,
        *["CardsDiscarded"] * 2,
    ]  # fmt: skip
    assert happened(r, e.CardsDiscarded)[0].clause == "C4-SET-8"
    alone = play({1: ACES}, bets={1: {"queens_up": 500}})
    assert results(alone, 1) == results(r, 1)
    other_way = play({1: ACES, 4: LOW_PAIR}, sets=["table.pay_order=left_to_right"])
    assert [event.spot for event in happened(other_way, e.HandExposed)] == [1, 4]


@pytest.mark.clause("C4-SET-9")
def test_a_supervisor_is_told_of_a_payout_of_100_dollars() -> None:
    r = play({1: ACES}, plans={1: "3x"}, ante=5000)
    assert [(told.wager, told.cents) for told in happened(r, e.SupervisorNotified)] == [("play", 15_000)]
    together = play({1: ACES}, plans={1: "2x"}, ante=4000, sets=["supervisor_notice=per_player_total"])
    assert [(told.wager, told.cents) for told in happened(together, e.SupervisorNotified)] == [("all", 12_000)]


@pytest.mark.clause("C4-TOKE-2")
def test_a_toke_goes_with_its_wager() -> None:
    tokes = {1: {"ante": 100, "super_bonus": 100, "queens_up": 100}}
    r = play({1: LINES["straight"]}, NINES, bets={1: {"queens_up": 500}}, tokes=tokes)
    won = {done.wager: done.pays for done in happened(r, e.WagerSettled) if done.owner == "dealers"}
    assert won == {"toke:ante": 100, "toke:super_bonus": 100, "toke:queens_up": 300}
    even = play({1: LINES["straight"]}, bets={1: {"queens_up": 500}}, tokes=tokes, sets=["toke.follows_wager=false"])
    assert results(even, 1)["toke:queens_up"] == ("win", 100)
    pushed = play({1: ACES}, NOT_OPEN, tokes={1: {"ante": 100}})
    assert results(pushed, 1)["toke:ante"] == ("push", 0)
    stays = play({1: ACES}, NOT_OPEN, tokes={1: {"ante": 100}}, sets=["toke.push=stays"])
    assert results(stays, 1)["toke:ante"] == ("stays", 0)
    check_conserved(r)
