"""Limits, equal Ante and Blind, Trips, the progressive on its sensor, tokes."""

from __future__ import annotations

import pytest
from tests.holdem.table import (
    ACES,
    LOW,
    UTH,
    act,
    bet,
    check_conserved,
    happened,
    money,
    open_round,
    order,
    play,
    refused,
    results,
    seated,
    where,
)

from pitboss.games import events as e
from pitboss.games.actions import PlaceBet, PlaceToke, PlayBet, StartDeal, TakeBackBet
from pitboss.games.holdem.round import HoldemRound
from pitboss.progressive import Link
from pitboss.rules import load


def place(wager: str, cents: int, seat: int = 1, player: str = "") -> PlaceBet:
    return PlaceBet(spot=seat, cents=cents, wager=wager, player=player or f"P{seat}")


def toke(wager: str, cents: int, position: str = "adjacent") -> PlaceToke:
    return PlaceToke(spot=1, cents=cents, wager=wager, position=position)


# --- limits -----------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-DEAL-1a", "UTH-QUAL-7b")
def test_an_ante_of_4_dollars_is_refused() -> None:
    refused(open_round(), place("ante", 400), clause="UTH-DEAL-1a", says=r"\$4 is below the minimum \$5")
    refused(open_round(), place("ante", 0), clause="UTH-DEAL-1a")
    refused(open_round(), place("ante", -500), clause="UTH-DEAL-1a")
    act(open_round(), place("ante", 500))


@pytest.mark.clause("UTH-DEAL-1b", "UTH-QUAL-7c")
def test_an_ante_of_51_dollars_is_refused() -> None:
    refused(open_round(), place("ante", 5100), clause="UTH-DEAL-1b", says=r"\$51 is above the maximum \$50")
    act(open_round(), place("ante", 5000))


@pytest.mark.clause("UTH-DEAL-1b")
def test_the_play_bet_follows_the_ante_past_the_maximum_unless_it_is_capped() -> None:
    r = play({1: ACES}, ante=5000)
    assert results(r, 1)["play"] == ("win", 200_00)
    capped = play({1: ACES}, ante=5000, plans={1: ""}, sets=["play_bet_capped=true"])
    for multiple in (3, 4):
        refused(capped, PlayBet(multiple), clause="UTH-DEAL-1b", says=r"pass the maximum \$50")
    assert [type(offer.action).__name__ for offer in capped.offers()] == ["Check"]
    act(capped, "check")
    refused(capped, "2x", clause="UTH-DEAL-1b")
    assert results(act(capped, "check", "1x"), 1)["play"] == ("win", 50_00)


@pytest.mark.clause("UTH-DEAL-2a", "UTH-DEAL-2b")
def test_trips_goes_from_1_to_50_dollars() -> None:
    r = bet(open_round(), 1)
    refused(r, place("trips", 50), clause="UTH-DEAL-2a", says=r"below the minimum \$1")
    refused(r, place("trips", 5100), clause="UTH-DEAL-2b", says=r"above the maximum \$50")
    act(r, place("trips", 100), place("trips", 5000))
    assert r.seats[1].wagers["trips"] == 5000


@pytest.mark.clause("UTH-DEAL-3a", "UTH-DEAL-3b")
@pytest.mark.parametrize(("cents", "clause"), [(400, "UTH-DEAL-1a"), (5500, "UTH-DEAL-1b")])
def test_ante_and_blind_each_keep_the_limits(cents: int, clause: str) -> None:
    for wager in ("ante", "blind"):
        refused(open_round(), place(wager, cents), clause=clause)
    for allowed in (500, 5000):
        assert bet(open_round(), 1, allowed).seats[1].wagers == {"ante": allowed, "blind": allowed}


@pytest.mark.clause("UTH-DEAL-4a", "UTH-QUAL-7a")
@pytest.mark.parametrize("first", ["ante", "blind"])
def test_the_second_of_ante_and_blind_must_equal_the_first(first: str) -> None:
    second = {"ante": "blind", "blind": "ante"}[first]
    r = act(open_round(), place(first, 1000))
    refused(r, place(second, 500), clause="UTH-DEAL-4a", says="Ante and Blind must be equal")
    refused(r, StartDeal(), clause="UTH-DEAL-4a", says="Ante and Blind must be equal")
    assert r.offers() == []
    act(r, place(second, 1000))
    assert [type(offer.action) for offer in r.offers()] == [StartDeal]


@pytest.mark.clause("UTH-DEAL-4a")
def test_a_pair_can_be_changed_one_after_the_other_but_not_dealt_unequal() -> None:
    r = bet(open_round(deck_of_one()), 1)
    act(r, place("blind", 2000))
    assert [(c.wager, c.before, c.cents) for c in happened(r, e.BetChanged)] == [("blind", 1000, 2000)]
    refused(r, StartDeal(), clause="UTH-DEAL-4a", says="seat 1: Ante and Blind must be equal")
    assert r.offers() == []
    act(r, place("ante", 1500))
    refused(r, StartDeal(), clause="UTH-DEAL-4a")
    act(r, place("ante", 2000), StartDeal(), "4x")
    assert r.net() == {1: 2000 + 8000}
    check_conserved(r)


def deck_of_one() -> str:
    return "2c 7d 9h Js Kd As Ah Kh 3s"


@pytest.mark.clause("UTH-DEAL-4a")
def test_one_unequal_seat_holds_up_the_deal_for_all() -> None:
    r = bet(open_round(), 2)
    act(r, place("ante", 500, seat=4))
    refused(r, StartDeal(), clause="UTH-DEAL-4a", says="seat 4")
    refused(open_round(), StartDeal(), clause="", says="nobody has bet")


@pytest.mark.clause("UTH-DEAL-4b", "UTH-TRIPS-1", "UTH-PROG-0a", "UTH-PROG-1b")
@pytest.mark.parametrize("more", [{}, {"trips": 100}, {"progressive": 500}, {"trips": 5000, "progressive": 500}])
def test_trips_and_progressive_are_optional(more: dict[str, int]) -> None:
    r = play({1: ACES}, bets={1: more})
    assert r.over
    assert set(r.seats[1].wagers) == {"ante", "blind", "play", *more}
    assert r.net()[1] == 50_00 - sum(more.values())
    check_conserved(r)


@pytest.mark.clause("UTH-DEAL-4b")
def test_side_bets_that_a_sheet_does_not_offer_are_refused() -> None:
    r = bet(open_round(sets=["side_bets="]), 1)
    refused(r, place("trips", 500), clause="", says="not offered")
    refused(r, place("progressive", 500), clause="", says="not offered")
    refused(r, place("insurance", 500), says="no wager called insurance")
    refused(r, place("play", 500), says="no wager called play")


@pytest.mark.clause("UTH-S1")
def test_there_are_six_seats() -> None:
    for seat in range(1, 7):
        act(open_round(), place("ante", 500, seat=seat))
    for seat in (0, 7, -1):
        refused(open_round(), place("ante", 500, seat=seat), clause="UTH-S1", says="there are 6 seats")
    act(open_round(sets=["seats=7"]), place("ante", 500, seat=7))


@pytest.mark.clause("UTH-S2")
def test_a_player_has_one_hand_unless_the_sheet_gives_more() -> None:
    r = act(open_round(), place("ante", 500, seat=1, player="Ann"))
    refused(r, place("ante", 500, seat=2, player="Ann"), clause="UTH-S2", says="1 hand is the most for one player")
    refused(r, place("blind", 500, seat=1, player="Bob"), says="seat 1 is Ann's")
    two = act(open_round(sets=["hands_per_player=2"]), place("ante", 500, 1, "Ann"), place("ante", 500, 2, "Ann"))
    refused(two, place("ante", 500, 3, "Ann"), clause="UTH-S2", says="2 hands are the most for one player")


@pytest.mark.clause("UTH-S5")
def test_bets_go_in_whole_dollars_or_another_step() -> None:
    refused(open_round(), place("ante", 550), clause="UTH-S5", says=r"steps of \$1")
    refused(bet(open_round(), 1), place("trips", 150), clause="UTH-S5")
    act(open_round(sets=["table.bet_step=0.50"]), place("ante", 550))
    refused(open_round(sets=["table.bet_step=5.00"]), place("ante", 600), clause="UTH-S5")


def test_whatever_is_staked_lies_in_chips() -> None:
    r = open_round(sets=["chips.denominations=5.00,25.00", "table.bet_step=0.50"])
    refused(r, place("ante", 550), says=r"smallest chip is \$5")
    bet(r, 1, 500)
    refused(r, toke("ante", 150), says=r"smallest chip is \$5")


def test_bets_can_be_taken_back_before_the_deal_with_all_that_hangs_on_them() -> None:
    r = bet(open_round(), 1, trips=500, progressive=500)
    act(r, toke("trips", 100), TakeBackBet(spot=1, wager="trips"))
    assert [(b.wager, b.cents) for b in happened(r, e.BetTakenBack)] == [("toke:trips", 100), ("trips", 500)]
    refused(r, TakeBackBet(spot=1, wager="trips"), says="no such bet")
    act(r, toke("ante", 100), TakeBackBet(spot=1, wager="ante"))
    assert r.seats == {}
    assert money(r) == dict.fromkeys(money(r), 0)
    assert happened(r, e.SensorLit)[-1].state == "off"
    bet(r, 1)
    refused(act(r, StartDeal()), TakeBackBet(spot=1, wager="ante"), clause="", says="locked")


# --- the progressive --------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-PROG-1a")
def test_ante_and_blind_come_before_the_progressive() -> None:
    refused(open_round(), place("progressive", 500), clause="UTH-PROG-1a", says="Ante and Blind come first")
    r = act(open_round(), place("ante", 500))
    refused(r, place("progressive", 500), clause="UTH-PROG-1a")
    refused(r, place("trips", 500), clause="UTH-PROG-1a")
    act(r, place("blind", 500), place("progressive", 500))


@pytest.mark.clause("UTH-PTAB-9")
def test_the_progressive_wager_is_exactly_5_dollars() -> None:
    r = bet(open_round(), 1)
    for cents in (400, 600, 1000, 0):
        refused(r, place("progressive", cents), clause="UTH-PTAB-9", says=r"exactly \$5")
    act(r, place("progressive", 500))
    other = bet(open_round(sets=["progressive.wager=10.00"]), 1)
    refused(other, place("progressive", 500), clause="UTH-PTAB-9", says=r"exactly \$10")
    act(other, place("progressive", 1000))


@pytest.mark.clause("UTH-PROG-1c", "UTH-PROG-1d")
def test_the_wager_lies_on_the_sensor_which_lights_up_at_once() -> None:
    r = bet(open_round(), 1, progressive=500)
    placed, lit = r.events[-2:]
    assert (placed.wager, placed.position, placed.clause) == ("progressive", "sensor", "UTH-PROG-1c")
    assert (lit.spot, lit.state, lit.clause) == (1, "detected", "UTH-PROG-1d")


@pytest.mark.clause("UTH-PROG-2a", "UTH-PROG-2b", "UTH-PROG-2c")
def test_coin_in_locks_the_sensors_and_takes_the_wagers_before_any_card() -> None:
    r = seated({1: ACES, 2: LOW, 4: "Qd 8d"}, bets={1: {"progressive": 500}, 4: {"progressive": 500}})
    r.act(StartDeal())
    key = where(r, e.KeyPressed, key="COIN IN")
    assert r.events[key].clause == "UTH-PROG-2a"
    assert key < where(r, e.BoardCardDealt)
    lit = [(s.spot, s.state, s.clause) for s in r.events[key + 1 : key + 3]]
    assert lit == [(1, "locked", "UTH-PROG-2b"), (4, "locked", "UTH-PROG-2b")]
    locked = r.events[key + 3]
    assert (locked.spots, locked.cents, locked.clause) == ((1, 4), 500, "UTH-PROG-2c")
    taken = [(s.spot, s.wager, s.result, s.pays) for s in happened(r, e.WagerSettled)]
    assert taken == [(1, "progressive", "taken", -500), (4, "progressive", "taken", -500)]
    refused(r, place("progressive", 500, seat=2), says="locked")
    link = Link.of(load(UTH))
    link.contribute("r1", table="1", game=UTH, wagers=len(locked.spots))
    assert (link.major - 2_000_000, link.minor - 150_000) == (140, 80)


def test_no_key_is_pressed_where_nobody_bets_the_progressive() -> None:
    r = play({1: ACES})
    assert [k.key for k in happened(r, e.KeyPressed)] == ["END OF DEAL"]
    assert not happened(r, e.ProgressiveLocked, e.SensorLit)


@pytest.mark.clause("UTH-PMULT-4")
def test_a_link_that_is_down_refuses_the_progressive_and_nothing_else() -> None:
    r = bet(open_round(deck_of_one(), link_up=False), 1, trips=500)
    refused(r, place("progressive", 500), clause="UTH-PMULT-4", says="out of order")
    act(r, StartDeal(), "4x")
    assert r.net() == play({1: ACES}, bets={1: {"trips": 500}}).net()


# --- tokes ------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-TOKE-1")
@pytest.mark.parametrize("position", ["adjacent", "center"])
def test_a_toke_lies_beside_the_bet_or_in_the_center(position: str) -> None:
    r = act(bet(open_round(), 1, trips=500), *(toke(wager, 100, position) for wager in ("ante", "blind", "trips")))
    assert [(t.wager, t.cents, t.position, t.clause) for t in happened(r, e.TokePlaced)] == [
        (wager, 100, position, "UTH-TOKE-1") for wager in ("ante", "blind", "trips")
    ]
    refused(r, toke("ante", 100), clause="UTH-TOKE-1", says="once")


@pytest.mark.clause("UTH-TOKE-1")
def test_a_toke_elsewhere_or_beside_no_bet_is_refused() -> None:
    r = bet(open_round(), 1)
    refused(r, toke("ante", 100, "rail"), clause="UTH-TOKE-1", says="adjacent or in the center")
    refused(r, toke("trips", 100), clause="UTH-TOKE-1")
    refused(r, PlaceToke(spot=2, cents=100, wager="ante"), clause="UTH-TOKE-1")
    refused(act(r, StartDeal()), toke("ante", 100), says="locked")


@pytest.mark.clause("UTH-TOKE-2")
def test_a_toke_and_its_bet_may_pass_the_maximum_by_a_tenth() -> None:
    act(bet(open_round(), 1, 500), toke("ante", 5000))
    refused(bet(open_round(), 1, 600), toke("ante", 5000), clause="UTH-TOKE-2", says=r"\$55 at most")
    refused(bet(open_round(), 1, trips=600), toke("trips", 5000), clause="UTH-TOKE-2")


@pytest.mark.clause("UTH-TOKE-2")
def test_a_bet_with_a_toke_beside_it_cannot_grow_past_the_cap() -> None:
    r = act(bet(open_round(), 1, 500, trips=500), toke("ante", 5000), toke("trips", 5000))
    refused(r, place("ante", 600), clause="UTH-TOKE-2", says="toke cap")
    refused(r, place("trips", 5000), clause="UTH-TOKE-2", says="toke cap")
    act(r, place("trips", 100))


@pytest.mark.clause("UTH-TOKE-2")
def test_read_as_a_share_of_the_maximum_the_cap_leaves_room_beside_small_trips_only() -> None:
    r = bet(open_round(sets=["toke_cap=share_of_maximum"]), 1, 500, trips=100)
    for wager in ("ante", "blind"):
        refused(r, toke(wager, 50), clause="UTH-TOKE-2", says=r"\$5 at most")
    act(r, toke("trips", 50))


@pytest.mark.clause("UTH-TOKE-2", "UTH-TOKE-3")
def test_beside_the_play_bet_only_the_tokes_own_range_counts() -> None:
    r = play({1: ACES}, ante=5000, plans={1: ""})
    refused(r, PlayBet(4, toke_cents=5050), clause="UTH-TOKE-3")
    refused(r, PlayBet(4, toke_cents=25), clause="UTH-TOKE-3")
    refused(r, PlayBet(4, toke_cents=-50), clause="UTH-TOKE-3")
    act(r, PlayBet(4, toke_cents=5000))
    assert results(r, 1)["toke:play"] == ("win", 50_00)
    check_conserved(r)
    strict = play({1: ACES}, plans={1: ""}, sets=["toke_cap=share_of_maximum"])
    refused(strict, PlayBet(4, toke_cents=50), clause="UTH-TOKE-2")


@pytest.mark.clause("UTH-TOKE-3")
def test_tokes_go_from_half_a_dollar_to_50_dollars() -> None:
    r = bet(open_round(), 1, 500)
    for cents in (25, 0, -50, 5100):
        refused(r, toke("ante", cents), clause="UTH-TOKE-3", says=r"from \$.50 to \$50")
    act(r, toke("ante", 50), toke("blind", 5000))


@pytest.mark.clause("UTH-S13")
def test_tokes_go_in_steps_of_half_a_dollar() -> None:
    refused(bet(open_round(), 1), toke("ante", 75), clause="UTH-S13", says=r"steps of \$.50")


@pytest.mark.clause("UTH-TOKE-4")
def test_no_toke_lies_on_the_progressive() -> None:
    r = bet(open_round(), 1, progressive=500)
    refused(r, toke("progressive", 100), clause="UTH-TOKE-4", says="no tokes on the progressive")


def test_a_sheet_names_the_wagers_that_take_tokes() -> None:
    r = bet(open_round(sets=["toke.wagers=ante"]), 1, trips=500)
    refused(r, toke("trips", 100), clause="", says="no toke may be bet")
    refused(act(r, StartDeal()), PlayBet(4, toke_cents=100), clause="", says="no toke may be bet")
    none = bet(open_round(sets=["toke.offered=false"]), 1)
    refused(none, toke("ante", 100))


def test_roles_other_than_players_place_no_bets_and_only_the_dealer_deals() -> None:
    r = bet(open_round(), 1)
    refused(r, place("trips", 500), role="dealer", says="only the player")
    refused(r, toke("ante", 100), role="supervisor", says="only the player")
    refused(r, TakeBackBet(spot=1, wager="ante"), role="dealer", says="only the player")
    refused(r, StartDeal(), role="player", says="only the dealer")
    assert isinstance(act(r, StartDeal(), role="dealer"), HoldemRound)
    assert order(r, e.BetsLocked) == ["BetsLocked"]
