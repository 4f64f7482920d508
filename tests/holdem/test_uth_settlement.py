"""Who wins what: the dealer's hand, Ante, Play, Blind and Trips, the notice, the aggregate limit, tokes."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from tests.holdem.table import (
    ACES,
    BOARD,
    HIGH,
    LOW,
    PAIR,
    act,
    check_conserved,
    clauses,
    deck,
    go,
    happened,
    open_round,
    order,
    play,
    results,
    texts,
    where,
)

from pitboss.games import events as e
from pitboss.games.actions import PlaceBet, PlayBet, StartDeal
from pitboss.games.holdem.round import HoldemRound

PAIRED = "7c 7d 2c Jh Kd"
LINES = {
    "royal_flush": ("Ts Js Qs 2c 3d", "Ks As", "2d 9h"),
    "straight_flush": ("5s 6s 7s 2c Kd", "8s 9s", "Kh 4c"),
    "four_of_a_kind": (PAIRED, "7h 7s", PAIR),
    "full_house": (PAIRED, "7h 2d", PAIR),
    "flush": ("2c 7c 9c Jh Kd", "Ac 3c", PAIR),
    "straight": (BOARD, "Tc 8s", PAIR),
    "three_of_a_kind": (PAIRED, "7h 3c", PAIR),
    "two_pair": (BOARD, "Kc Jc", PAIR),
    "pair": (BOARD, ACES, PAIR),
}
"""Board, a player's winning hand of that line, and a dealer that qualifies and loses."""


def line(name: str, **more: Any) -> HoldemRound:
    board, hand, dealer = LINES[name]
    return play({1: hand}, board, dealer, **more)


# --- the dealer's hand ------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-DEAL-15a", "UTH-DEAL-15b")
@pytest.mark.parametrize(
    ("board", "dealer", "hand", "forward"),
    [
        (BOARD, PAIR, "pair of kings", "7d 9h Js Kd"),
        (BOARD, "Tc 8s", "straight, jack high", "7d 9h Js"),
        (BOARD, "As Qd", "ace high", "9h Js Kd"),
        ("Ts Js Qs Ks As", "2d 2c", "royal flush", "Ts Js Qs Ks As"),
        ("2c 2d 2h Ks Kd", "Kh 3s", "full house, kings over twos", "2c 2d Ks Kd"),
    ],
)
def test_the_dealer_shows_his_best_five(board: str, dealer: str, hand: str, forward: str) -> None:
    r = play({1: "5h 6h"}, board, dealer)
    shown = happened(r, e.DealerShown)[0]
    assert (texts([shown]), shown.hand, [card.text for card in shown.forward]) == ([dealer], hand, forward.split())
    assert where(r, e.TurnRiverTurned) < where(r, e.DealerShown) < where(r, e.HandExposed)


@pytest.mark.clause("UTH-DEAL-16")
@pytest.mark.parametrize(
    ("board", "dealer", "qualifies"),
    [
        (BOARD, HIGH, False),
        (BOARD, "As Qs", False),
        (BOARD, "2d 3s", True),
        (PAIRED, "3s 4s", True),  # the pair lies on the board
        (BOARD, "Tc 8s", True),
    ],
)
def test_the_dealer_qualifies_with_a_pair_or_better(board: str, dealer: str, qualifies: bool) -> None:
    r = play({1: "5h 6h"}, board, dealer)
    shown = happened(r, e.DealerShown)[0]
    assert (shown.qualifies, shown.clause) == (qualifies, "UTH-DEAL-16")
    assert (results(r, 1)["ante"][0] == "push") is not qualifies
    always = play({1: "5h 6h"}, board, dealer, sets=["dealer.qualifies=any"])
    assert happened(always, e.DealerShown)[0].qualifies
    assert results(always, 1)["ante"][0] in ("win", "lose")


# --- Ante, Play and Blind ---------------------------------------------------------------------------------


@pytest.mark.clause("UTH-QUAL-1", "UTH-QUAL-5", "UTH-BLIND-2")
@pytest.mark.parametrize("name", ["pair", "two_pair", "three_of_a_kind"])
def test_a_winning_hand_below_a_straight_pays_ante_and_play_and_pushes_the_blind(name: str) -> None:
    r = line(name)
    assert results(r, 1) == {"play": ("win", 4000), "ante": ("win", 1000), "blind": ("push", 0)}
    assert clauses(r, 1) == {"play": "UTH-QUAL-1", "ante": "UTH-QUAL-1", "blind": "UTH-QUAL-5"}
    assert r.net() == {1: 5000}
    check_conserved(r)


@pytest.mark.clause("UTH-QUAL-2")
def test_a_lower_hand_loses_all_three() -> None:
    r = play({1: LOW})
    assert results(r, 1) == {"play": ("lose", -4000), "ante": ("lose", -1000), "blind": ("lose", -1000)}
    assert set(clauses(r, 1).values()) == {"UTH-QUAL-2"}
    assert r.net() == {1: -6000}


@pytest.mark.clause("UTH-QUAL-3", "UTH-BLIND-4")
@pytest.mark.parametrize(
    ("board", "hand", "dealer"),
    [(BOARD, "Kc 3c", PAIR), ("5h 6d 7c 8s 9s", "2c 2d", "3c 3d"), ("Ts Js Qs Ks As", "2c 2d", "3c 3d")],
)
def test_equal_hands_push_all_three_even_a_royal_on_the_board(board: str, hand: str, dealer: str) -> None:
    r = play({1: hand}, board, dealer)
    assert results(r, 1) == {"play": ("push", 0), "ante": ("push", 0), "blind": ("push", 0)}
    assert set(clauses(r, 1).values()) == {"UTH-QUAL-3"}
    assert r.net() == {1: 0}
    check_conserved(r)


@pytest.mark.clause("UTH-QUAL-4", "UTH-BLIND-1")
@pytest.mark.parametrize(
    ("name", "pays", "clause"),
    [
        pytest.param("royal_flush", 5_000_00, "UTH-BLIND-5", marks=pytest.mark.clause("UTH-BLIND-5")),
        pytest.param("straight_flush", 500_00, "UTH-BLIND-6", marks=pytest.mark.clause("UTH-BLIND-6")),
        pytest.param("four_of_a_kind", 100_00, "UTH-BLIND-7", marks=pytest.mark.clause("UTH-BLIND-7")),
        pytest.param("full_house", 30_00, "UTH-BLIND-8", marks=pytest.mark.clause("UTH-BLIND-8")),
        pytest.param("flush", 15_00, "UTH-BLIND-9", marks=pytest.mark.clause("UTH-BLIND-9")),
        pytest.param("straight", 10_00, "UTH-BLIND-10", marks=pytest.mark.clause("UTH-BLIND-10")),
    ],
)
def test_the_blind_pays_by_its_table_from_a_straight_up(name: str, pays: int, clause: str) -> None:
    r = line(name)
    assert results(r, 1)["blind"] == ("win", pays)
    assert clauses(r, 1)["blind"] == clause
    assert happened(r, e.WagerSettled)[2].line == name
    assert r.net() == {1: 50_00 + pays}
    check_conserved(r)


@pytest.mark.clause("UTH-BLIND-5")
def test_a_royal_with_50_dollars_on_the_blind_pays_25000_dollars() -> None:
    assert results(line("royal_flush", ante=5000), 1)["blind"] == ("win", 25_000_00)


@pytest.mark.clause("UTH-BLIND-9", "UTH-S5")
def test_a_flush_pays_3_to_2_exactly_or_rounded_down_as_the_sheet_says() -> None:
    assert results(line("flush", ante=500), 1)["blind"] == ("win", 7_50)
    assert results(line("flush", ante=500, sets=["blind_rounding=1.00"]), 1)["blind"] == ("win", 7_00)
    assert results(line("flush", ante=500, sets=["blind_rounding=0.50"]), 1)["blind"] == ("win", 7_50)
    half = {1: {"blind": 50}}
    assert results(line("flush", tokes=half), 1)["toke:blind"] == ("win", 75)
    assert results(line("flush", tokes=half, sets=["blind_rounding=0.50"]), 1)["toke:blind"] == ("win", 50)


@pytest.mark.clause("UTH-BLIND-3")
def test_the_blind_loses_to_a_better_dealer_whatever_the_hand_is() -> None:
    r = play({1: "Ac 3c"}, "2c 7c 9c 7d Kd", "7h 7s")
    assert happened(r, e.HandExposed)[0].hand == "flush, ace high"
    assert results(r, 1)["blind"] == ("lose", -1000)
    assert clauses(r, 1)["blind"] == "UTH-QUAL-2"
    full = play({1: "7h Kc"}, "2c 7c 9c 7d Kd", "Ks Kh")
    assert full.net() == {1: -6000}


@pytest.mark.clause("UTH-SUM-1")
def test_another_seats_hand_changes_nothing() -> None:
    results_of_seat_1 = {
        tuple(results(play({1: "Kc Qc", 2: other}), 1).items()) for other in (ACES, LOW, "Tc 8s", "9c 9d")
    }
    assert results_of_seat_1 == {(("play", ("win", 4000)), ("ante", ("win", 1000)), ("blind", ("push", 0)))}
    both = play({1: "Kc Qc", 2: ACES})
    assert both.net() == {1: 5000, 2: 5000}, "the lower of two winning hands wins as well"


@pytest.mark.clause("UTH-QUAL-0", "UTH-NOQ-2")
@pytest.mark.parametrize("dealer", [PAIR, HIGH])
def test_hands_are_opened_named_and_settled_from_the_right(dealer: str) -> None:
    r = play({1: ACES, 3: LOW, 6: "Tc 8s"}, dealer=dealer)
    exposed = happened(r, e.HandExposed)
    assert [(x.spot, x.hand) for x in exposed] == [
        (6, "straight, jack high"), (3, "king high"), (1, "pair of aces"),
    ]  # fmt: skip
    assert {x.clause for x in exposed} == {"UTH-NOQ-2"}
    assert texts(exposed) == ["Tc 8s", LOW, ACES]
    plays = [s.spot for s in happened(r, e.WagerSettled) if s.wager == "play"]
    assert plays == [6, 3, 1]
    left = play({1: ACES, 3: LOW, 6: "Tc 8s"}, dealer=dealer, sets=["pay_order=left_to_right"])
    assert [x.spot for x in happened(left, e.HandExposed)] == [1, 3, 6]
    assert left.net() == r.net()


@pytest.mark.clause("UTH-NOQ-3", "UTH-PROG-3a", "UTH-ENVY-2b")
def test_each_seat_is_one_block_and_its_cards_go_to_the_rack_at_once() -> None:
    more = {"trips": 500, "progressive": 500}
    r = play({1: ACES, 2: "Tc 8s"}, bets={1: more, 2: more}, tokes={2: {"blind": 100}})
    start = where(r, e.HandExposed)
    blocks = [(type(x).__name__, x.spot, getattr(x, "wager", "")) for x in r.events[start : start + 15]]
    assert blocks[:14] == [
        ("HandExposed", 2, ""),
        *[("WagerSettled", 2, w) for w in ("play", "ante", "blind", "toke:blind", "trips", "progressive_award")],
        ("CardsDiscarded", 2, ""),
        ("HandExposed", 1, ""),
        *[("WagerSettled", 1, w) for w in ("play", "ante", "blind", "trips", "progressive_award")],
    ]
    assert blocks[14] == ("CardsDiscarded", 1, "")
    assert {x.clause for x in happened(r, e.CardsDiscarded)} == {"UTH-NOQ-3"}
    assert texts(happened(r, e.CardsDiscarded)) == ["Tc 8s", ACES, f"{PAIR} {BOARD}"]


# --- a dealer who does not qualify ------------------------------------------------------------------------


@pytest.mark.clause("UTH-NOQ-1a", "UTH-NOQ-1b")
def test_antes_go_back_from_the_right_before_any_hand_is_opened() -> None:
    r = play({1: ACES, 2: "8d 4d", 3: LOW, 6: "Tc 8s"}, dealer=HIGH, plans={2: "check check fold"})
    shown = where(r, e.DealerShown)
    antes = [(s.spot, s.result, s.pays, s.clause) for s in r.events[shown:] if getattr(s, "wager", "") == "ante"]
    assert antes == [(6, "push", 0, "UTH-NOQ-1a"), (3, "push", 0, "UTH-NOQ-1a"), (1, "push", 0, "UTH-NOQ-1a")]
    last = max(place for place, x in enumerate(r.events) if isinstance(x, e.WagerSettled) and x.wager == "ante")
    assert last < where(r, e.HandExposed)
    assert r.net() == {1: 4000, 2: -2000, 3: -5000, 6: 5000}, "an Ante that was folded stays lost"
    check_conserved(r)


@pytest.mark.clause("UTH-DEAL-16a", "UTH-NOQ-2")
def test_a_dealer_who_does_not_qualify_is_no_automatic_win() -> None:
    r = play({1: LOW}, dealer=HIGH)
    assert results(r, 1) == {"ante": ("push", 0), "play": ("lose", -4000), "blind": ("lose", -1000)}
    assert r.net() == {1: -5000}
    better = play({1: "Tc 8s"}, dealer=HIGH)
    assert results(better, 1) == {"ante": ("push", 0), "play": ("win", 4000), "blind": ("win", 1000)}
    equal = play({1: "Qc 3c"}, dealer=HIGH)
    assert results(equal, 1) == {"ante": ("push", 0), "play": ("push", 0), "blind": ("push", 0)}
    high = play({1: "Ac 3d"}, dealer=HIGH)
    assert results(high, 1) == {"ante": ("push", 0), "play": ("win", 4000), "blind": ("push", 0)}


# --- Trips ------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-QUAL-6")
@pytest.mark.parametrize(
    ("name", "pays", "clause"),
    [
        pytest.param("royal_flush", 500_00, "UTH-TRIPS-4", marks=pytest.mark.clause("UTH-TRIPS-4")),
        pytest.param("straight_flush", 400_00, "UTH-TRIPS-5", marks=pytest.mark.clause("UTH-TRIPS-5")),
        pytest.param("four_of_a_kind", 300_00, "UTH-TRIPS-6", marks=pytest.mark.clause("UTH-TRIPS-6")),
        pytest.param("full_house", 80_00, "UTH-TRIPS-7", marks=pytest.mark.clause("UTH-TRIPS-7")),
        pytest.param("flush", 70_00, "UTH-TRIPS-8", marks=pytest.mark.clause("UTH-TRIPS-8")),
        pytest.param("straight", 40_00, "UTH-TRIPS-9", marks=pytest.mark.clause("UTH-TRIPS-9")),
        pytest.param("three_of_a_kind", 30_00, "UTH-TRIPS-10", marks=pytest.mark.clause("UTH-TRIPS-10")),
        ("two_pair", -10_00, "UTH-QUAL-6"),
        ("pair", -10_00, "UTH-QUAL-6"),
    ],
)
def test_trips_pays_by_its_table(name: str, pays: int, clause: str) -> None:
    r = line(name, bets={1: {"trips": 1000}})
    assert results(r, 1)["trips"] == ("win" if pays > 0 else "lose", pays)
    assert clauses(r, 1)["trips"] == clause
    check_conserved(r)


@pytest.mark.clause("UTH-QUAL-6")
def test_five_dollars_on_trips_win_fifteen_with_three_of_a_kind() -> None:
    assert results(line("three_of_a_kind", bets={1: {"trips": 500}}), 1)["trips"] == ("win", 1500)


@pytest.mark.clause("UTH-TRIPS-2a")
@pytest.mark.parametrize("dealer", ["Ac 3c", "Ad 3d"])
def test_trips_pays_whatever_the_dealer_has(dealer: str) -> None:
    r = play({1: "Ts 8s"}, "2c 7c 9c Jh Kc", dealer, bets={1: {"trips": 500}})
    assert results(r, 1)["trips"] == ("win", 2000)
    assert results(r, 1)["play"][0] == ("lose" if dealer == "Ac 3c" else "win")


@pytest.mark.clause("UTH-TRIPS-2b")
@pytest.mark.parametrize("plan", ["4x", "3x", "check 2x", "check check 1x", "check check fold"])
def test_when_the_player_raised_or_whether_he_folded_is_nothing_to_trips(plan: str) -> None:
    r = play({1: "Tc 8s"}, plans={1: plan}, bets={1: {"trips": 500}})
    assert results(r, 1)["trips"] == ("win", 2000)


# --- the notice -------------------------------------------------------------------------------------------


def notices(r: HoldemRound) -> list[tuple[int, str, int]]:
    return [(n.spot, n.wager, n.cents) for n in happened(r, e.SupervisorNotified)]


@pytest.mark.clause("UTH-PAY-1")
def test_a_supervisor_is_told_before_a_payout_of_100_dollars() -> None:
    r = play({1: ACES}, ante=2500)
    assert notices(r) == [(1, "play", 100_00)]
    told = where(r, e.SupervisorNotified)
    assert (r.events[told].clause, r.events[told + 1].wager) == ("UTH-PAY-1", "play")
    assert notices(play({1: ACES}, ante=2400)) == [], "nor is a win of $96 one"


@pytest.mark.clause("UTH-PAY-1")
def test_nobody_is_told_of_99_dollars_on_one_wager() -> None:
    r = line("three_of_a_kind", bets={1: {"trips": 3300}})
    assert results(r, 1)["trips"] == ("win", 99_00)
    assert notices(r) == []
    more = line("three_of_a_kind", bets={1: {"trips": 3400}})
    assert notices(more) == [(1, "trips", 102_00)]


@pytest.mark.clause("UTH-PAY-1")
def test_a_house_may_count_a_players_payouts_together() -> None:
    sets = ["supervisor_notice=per_player_total"]
    r = play({1: ACES, 2: LOW}, ante=2000, sets=sets)
    assert results(r, 1)["play"] == ("win", 80_00)
    assert notices(r) == [(1, "all", 100_00)]
    told = where(r, e.SupervisorNotified)
    assert isinstance(r.events[told - 1], e.HandExposed), "before the first of the payouts"
    assert r.events[told + 1].wager == "play"
    assert notices(play({1: ACES}, ante=1900, sets=sets)) == [], "$95 together"
    assert notices(play({1: ACES}, ante=2000)) == []
    sevens: dict[str, Any] = {
        "hands": {1: "7h 7s"},
        "board": "7c 2d 9h Js Kd",
        "bets": {1: {"progressive": 500}},
        "sets": sets,
    }
    assert notices(play(**sevens, ante=1000)) == [], "$50 and $45 of the progressive"
    assert notices(play(**sevens, ante=1100)) == [(1, "all", 100_00)]
    two = open_round(deck({1: ACES, 2: "Kc Qc", 3: LOW}), sets=[*sets, "hands_per_player=3"])
    for seat, wager in product((1, 2, 3), ("ante", "blind")):
        two.act(PlaceBet(spot=seat, cents=1000, wager=wager, player="Ann"))
    assert notices(go(two.act(StartDeal()))) == [(1, "all", 100_00)], "over all the hands of one player"


@pytest.mark.clause("UTH-PAY-1")
def test_a_tokes_payout_is_a_payout() -> None:
    r = play({1: "Tc 8s"}, ante=500, bets={1: {"trips": 500}}, tokes={1: {"trips": 2500}})
    assert notices(r) == [(1, "toke:trips", 100_00)]


def test_the_amount_of_the_notice_is_the_sheets() -> None:
    assert notices(play({1: ACES}, sets=["notice.amount=40.00"])) == [(1, "play", 40_00)]
    assert notices(play({1: ACES}, sets=["notice.amount=40.01"])) == []


# --- the aggregate limit ----------------------------------------------------------------------------------


@pytest.mark.clause("UTH-PAY-2", "UTH-PAY-3", "UTH-PAY-5", "UTH-S12")
def test_a_royal_and_its_toke_share_25000_dollars_to_the_cent() -> None:
    board, hand, dealer = LINES["royal_flush"]
    r = play({1: hand, 2: "9s 8s"}, board, dealer, ante=5000, tokes={1: {"blind": 500}}, bets={1: {"trips": 5000}})
    got = results(r, 1)
    assert (got["blind"], got["toke:blind"]) == (("win", 22_727_27), ("win", 2_272_73))
    assert got["blind"][1] + got["toke:blind"][1] == 25_000_00
    assert (got["play"], got["ante"], got["trips"]) == (("win", 200_00), ("win", 50_00), ("win", 2_500_00))
    assert results(r, 2)["blind"] == ("win", 50 * 50_00), "a straight flush is paid in full"
    check_conserved(r)


@pytest.mark.clause("UTH-AGG-4a")
def test_a_house_may_leave_tokes_out_of_the_limit() -> None:
    r = line("royal_flush", ante=5000, tokes={1: {"blind": 500}}, sets=["tokes_in_aggregate=false"])
    got = results(r, 1)
    assert (got["blind"], got["toke:blind"]) == (("win", 25_000_00), ("win", 2_500_00))
    inside = results(line("royal_flush", ante=5000, tokes={1: {"blind": 500}}), 1)
    assert inside["blind"][1] + inside["toke:blind"][1] == 25_000_00


@pytest.mark.clause("UTH-PAY-2", "UTH-AGG-1")
def test_below_the_limit_everything_is_paid_in_full() -> None:
    got = results(line("royal_flush", ante=4500, tokes={1: {"blind": 500}}), 1)
    assert (got["blind"], got["toke:blind"]) == (("win", 22_500_00), ("win", 2_500_00))
    less = results(line("royal_flush", ante=1000, tokes={1: {"blind": 500}}), 1)
    assert (less["blind"], less["toke:blind"]) == (("win", 5_000_00), ("win", 2_500_00)), "and not raised to the limit"


def test_a_toke_paid_even_money_has_no_share_in_the_limit() -> None:
    got = results(line("royal_flush", ante=5000, tokes={1: {"blind": 500}}, sets=["toke_follows_wager=false"]), 1)
    assert (got["blind"], got["toke:blind"]) == (("win", 25_000_00), ("win", 5_00))


THREE = {1: "8s 9s", 2: "8h 9h", 3: "8d 9d"}


@pytest.mark.clause("UTH-S12")
def test_cents_left_over_go_in_the_order_of_the_deal_or_of_payment() -> None:
    sets = ["aggregate.pays_from=200:1", "blind.pays.straight=200:1"]
    r = play(THREE, "5h 6d 7c Kd Qs", "Kh 3s", ante=5000, sets=sets)
    assert results(r, wager="blind") == {3: ("win", 8_333_33), 2: ("win", 8_333_33), 1: ("win", 8_333_34)}
    paid = play(THREE, "5h 6d 7c Kd Qs", "Kh 3s", ante=5000, sets=[*sets, "aggregate_tie=pay_order"])
    assert results(paid, wager="blind") == {3: ("win", 8_333_34), 2: ("win", 8_333_33), 1: ("win", 8_333_33)}
    down = play(THREE, "5h 6d 7c Kd Qs", "Kh 3s", ante=5000, sets=[*sets, "aggregate.rounding=down"])
    assert {cents for _, cents in results(down, wager="blind").values()} == {8_333_33}


def test_only_hands_that_beat_the_dealer_share_the_limit() -> None:
    sets = ["aggregate.pays_from=200:1", "blind.pays.straight=200:1"]
    hands = {1: "8s 9s", 2: "4h 3h", 3: "8d 9d", 4: "8h 9h"}
    r = play(hands, "5h 6d 7c Kd Qs", "8c 4c", ante=5000, plans={4: "check check fold"}, sets=sets)
    assert results(r, wager="blind") == {
        4: ("lose", -50_00), 3: ("win", 10_000_00), 2: ("lose", -50_00), 1: ("win", 10_000_00),
    }  # fmt: skip


# --- tokes ------------------------------------------------------------------------------------------------

ON_ALL = {1: {"ante": 500, "blind": 500, "trips": 500}}


def with_tokes(name: str, **more: Any) -> HoldemRound:
    board, hand, dealer = LINES[name]
    r = play({1: hand}, board, dealer, plans={1: ""}, bets={1: {"trips": 500}}, tokes=ON_ALL, **more)
    return act(r, PlayBet(4, toke_cents=500))


@pytest.mark.clause("UTH-S6")
def test_a_toke_is_settled_like_the_wager_beside_it() -> None:
    r = with_tokes("straight")
    got = results(r, 1)
    assert (got["toke:play"], got["toke:ante"], got["toke:blind"]) == (("win", 500), ("win", 500), ("win", 500))
    assert got["toke:trips"] == ("win", 2000)
    assert {s.owner for s in happened(r, e.WagerSettled) if s.wager.startswith("toke:")} == {"dealers"}
    assert r.net() == {1: 4000 + 1000 + 1000 + 2000}, "the player's own"
    check_conserved(r)
    lower = with_tokes("pair")
    assert results(lower, 1)["toke:blind"] == ("push", 0)
    assert results(lower, 1)["toke:trips"] == ("lose", -500)
    lost = play({1: LOW}, tokes={1: {"ante": 500}})
    assert results(lost, 1)["toke:ante"] == ("lose", -500)


@pytest.mark.clause("UTH-S6")
def test_a_house_may_pay_every_winning_toke_even_money() -> None:
    r = with_tokes("flush", sets=["toke_follows_wager=false"])
    tokes = {wager: got for wager, got in results(r, 1).items() if wager.startswith("toke:")}
    assert tokes == dict.fromkeys(("toke:play", "toke:ante", "toke:blind", "toke:trips"), ("win", 500))
    assert results(with_tokes("flush"), 1)["toke:blind"] == ("win", 750)


@pytest.mark.clause("UTH-S6")
def test_no_toke_on_blind_or_play_is_asked_for() -> None:
    r = play({1: "Tc 8s"}, tokes={1: {"ante": 500}})
    assert set(results(r, 1)) == {"play", "ante", "toke:ante", "blind"}


@pytest.mark.clause("UTH-S13")
def test_a_pushed_toke_goes_back_to_the_player_or_stays_up() -> None:
    tie: dict[str, Any] = {"hands": {1: "Kc 3c"}, "tokes": {1: {"ante": 500}}}
    r = play(**tie)
    toke = next(s for s in happened(r, e.WagerSettled) if s.wager == "toke:ante")
    assert (toke.result, toke.stake, toke.pays, toke.clause) == ("push", 500, 0, "UTH-S13")
    stays = play(**tie, sets=["toke_push=stays"])
    assert results(stays, 1)["toke:ante"] == ("stays", 0)
    assert results(stays, 1)["ante"] == ("push", 0)
    check_conserved(r)
    check_conserved(stays)


def test_a_toke_on_a_returned_ante_is_a_push_too() -> None:
    r = play({1: ACES}, dealer=HIGH, tokes={1: {"ante": 500}})
    assert results(r, 1)["toke:ante"] == ("push", 0)
    assert order(r, e.SupervisorNotified) == []
