"""The progressive at the table: hole cards and flop, fixed lines, meters, envy, and the end of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.holdem.table import (
    ACES,
    BOARD,
    LOW,
    UTH,
    act,
    check_conserved,
    clauses,
    deck,
    go,
    happened,
    open_round,
    order,
    play,
    refused,
    results,
    texts,
    where,
)

from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction
from pitboss.games import events as e
from pitboss.games.actions import CardIs, Check, JackpotPaid, PlaceBet, Proceed, StartDeal
from pitboss.games.holdem.round import HoldemRound
from pitboss.progressive import Link, Payment
from pitboss.rules import load

IN = {"progressive": 500}
METERS = {"major": 25_000_00, "minor": 3_000_00}
SUITED = "5s 6s 7s Kd 2c"  # straight flushes with 8s 9s and with 3s 4s on the flop
ROYAL = "Ts Js Qs 2c 3d"
DEALER = "Kh 3c"
HIT, OTHER_HIT = "8s 9s", "3s 4s"


def table(
    hands: Mapping[int, str], board: str = SUITED, *, out: tuple[int, ...] = (), meters: Any = METERS, **more: Any
) -> HoldemRound:
    """A round in which every seat but those ``out`` bets the progressive."""
    others = more.pop("bets", {})
    bets = {seat: {**others.get(seat, {}), **({} if seat in out else IN)} for seat in hands}
    return play(hands, board, more.pop("dealer", DEALER), bets=bets, meters=meters, **more)


def awards(r: HoldemRound) -> list[tuple[int, str, int]]:
    """Seat, wager and amount of each award of the progressive, in order."""
    found = [s for s in happened(r, e.WagerSettled) if s.wager in ("progressive_award", "envy") and s.result == "win"]
    return [(s.spot, s.wager, s.pays) for s in found]


# --- fixed lines ------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-PWIN-2", "UTH-PROG-0b")
@pytest.mark.parametrize(
    ("hand", "board", "pays", "clause"),
    [
        pytest.param("7h 7s", "7c 7d 2c Jh Kd", 1_500_00, "UTH-PTAB-3", marks=pytest.mark.clause("UTH-PTAB-3")),
        pytest.param("7h 2d", "7c 7d 2c Jh Kd", 250_00, "UTH-PTAB-4", marks=pytest.mark.clause("UTH-PTAB-4")),
        pytest.param("Ac 3c", "2c 7c 9c Jh Kd", 200_00, "UTH-PTAB-5", marks=pytest.mark.clause("UTH-PTAB-5")),
        pytest.param("8c Th", "7d 9h Js 2c Kd", 150_00, "UTH-PTAB-6", marks=pytest.mark.clause("UTH-PTAB-6")),
        pytest.param("7h 4c", "7c 7d 2c Jh Kd", 45_00, "UTH-PTAB-7", marks=pytest.mark.clause("UTH-PTAB-7")),
    ],
)
def test_fixed_lines_are_paid_from_the_tray_and_the_wager_is_not_given_back(
    hand: str, board: str, pays: int, clause: str
) -> None:
    link = Link.of(load(UTH))
    link.contribute("r1", table="1", game=UTH, wagers=1)
    meters = (link.major, link.minor)
    r = table({1: hand}, board, meters=None)
    assert awards(r) == [(1, "progressive_award", pays)]
    assert clauses(r, 1)["progressive_award"] == clause
    assert results(r, 1)["progressive"] == ("taken", -500)
    assert not happened(r, e.JackpotHit), "nothing is asked of the link"
    assert (link.major, link.minor) == meters
    check_conserved(r)


@pytest.mark.clause("UTH-PTAB-3")
def test_a_house_may_give_the_wager_back_with_the_award() -> None:
    sets = ["progressive_returns_wager=true"]
    assert awards(table({1: "7h 7s"}, "7c 7d 2c Jh Kd", sets=sets)) == [(1, "progressive_award", 1_505_00)]
    assert awards(table({1: HIT}, sets=sets)) == [(1, "progressive_award", 3_005_00)]


@pytest.mark.clause("UTH-PROG-0b")
@pytest.mark.parametrize(("hand", "board"), [("7h Kc", "7c 2d 9h Js Ac"), ("7h 2c", "7c 2d 9h Js Ac"), (ACES, BOARD)])
def test_a_pair_or_two_pair_loses_the_wager(hand: str, board: str) -> None:
    r = table({1: hand}, board)
    assert results(r, 1)["progressive_award"] == ("lose", 0)
    assert clauses(r, 1)["progressive_award"] == "UTH-PROG-0b"
    assert sum(s.pays for s in happened(r, e.WagerSettled) if s.wager.startswith("progressive")) == -500


@pytest.mark.clause("UTH-PWIN-6a")
def test_turn_and_river_are_nothing_to_the_progressive() -> None:
    r = table({1: "7h 7s"}, "2c 9h Js 7c 7d")
    assert happened(r, e.HandExposed)[0].hand == "four of a kind, sevens"
    assert awards(r) == [], "a pair with the flop"
    flop = table({1: "7h 4c"}, "7c 7d 2c 7s Kd")
    assert awards(flop) == [(1, "progressive_award", 45_00)], "three with the flop, four in the end"
    board = table({1: "4c 8d"}, "2c 9h Js 9s 9d")
    assert awards(board) == [], "three on the board, two of them late"


@pytest.mark.clause("UTH-PWIN-6b")
def test_a_folded_hand_gets_nothing_though_trips_pays() -> None:
    r = table({1: "7h 4c"}, "7c 7d 2c Jh Kd", plans={1: "check check fold"}, bets={1: {"trips": 500}})
    assert results(r, 1)["trips"] == ("win", 1500)
    assert results(r, 1)["progressive_award"] == ("lose", 0)
    assert clauses(r, 1)["progressive_award"] == "UTH-PWIN-6b"
    mucked = table({1: "7h 4c"}, "7c 7d 2c Jh Kd", plans={1: "check check muck"})
    assert clauses(mucked, 1)["progressive_award"] == "UTH-PWIN-6b"


def test_a_hand_that_loses_to_the_dealer_still_wins_its_line() -> None:
    r = table({1: "7h 4c"}, "7c 7d 2c Jh Kd", dealer="Kh Ks")
    assert r.net()[1] == -60_00 - 5_00 + 45_00


# --- meters -----------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-PTAB-1a", "UTH-PWIN-1")
def test_a_royal_with_the_flop_wins_the_major_at_hand() -> None:
    r = table({1: "Ks As"}, ROYAL, dealer="2d 9h")
    hit = happened(r, e.JackpotHit)[0]
    assert (hit.spot, hit.meter, hit.clause) == (1, "major", "UTH-PTAB-1a")
    assert awards(r) == [(1, "progressive_award", 25_000_00)]
    assert clauses(r, 1)["progressive_award"] == "UTH-PTAB-1a"
    check_conserved(r)


@pytest.mark.clause("UTH-PTAB-2a", "UTH-PWIN-1")
def test_a_straight_flush_with_the_flop_wins_the_minor_and_the_link_resets_it() -> None:
    link = Link.of(load(UTH))
    link.contribute("r1", table="1", game=UTH, wagers=1)
    r = table({1: HIT}, meters=None)
    hit = happened(r, e.JackpotHit)[0]
    link.hit("h1", meter=hit.meter, table="1", game=UTH, seat=hit.spot, dealt=1)
    (award,) = link.award("minor")
    act(r, JackpotPaid(1, "minor", award.cents), role="shift_manager")
    assert awards(r) == [(1, "progressive_award", 1_500_40)]
    assert link.minor == 1_500_00
    late = table({1: HIT}, "5s 6s Kd 7s 2c")
    assert not happened(late, e.JackpotHit), "not with the turn"


@pytest.mark.clause("UTH-PROG-3b", "UTH-PWIN-4c", "UTH-S10")
@pytest.mark.parametrize(("meters", "staffed"), [(None, False), (None, True), (METERS, True)])
def test_the_seat_waits_until_the_shift_manager_has_paid(meters: Any, staffed: bool) -> None:
    r = table({1: ACES, 2: HIT}, meters=meters, manual=staffed)
    assert r.question is not None
    assert (r.question.kind, r.question.role, r.question.spot) == ("jackpot", "shift_manager", 2)
    assert results(r, 2).get("progressive_award") is None
    assert not happened(r, e.RoundEnded)
    paid = JackpotPaid(2, "minor", 3_000_00)
    for role in ("dealer", "supervisor", "player", "security"):
        refused(r, paid, role=role, clause="UTH-PWIN-4c", says="only the shift manager")
    refused(r, JackpotPaid(1, "minor", 3_000_00), clause="UTH-PROG-3b", says="the minor of seat 2")
    refused(r, JackpotPaid(2, "major", 3_000_00), clause="UTH-PROG-3b")
    refused(r, JackpotPaid(2, "minor", 0), clause="UTH-PTAB-2a")
    refused(r, JackpotPaid(2, "minor", -1), clause="UTH-PTAB-2a")
    refused(r, Check(spot=1))
    refused(r, Proceed(), says="nothing for the dealer")
    if meters is not None:
        refused(r, JackpotPaid(2, "minor", 3_000_01), clause="UTH-PTAB-2a", says=r"gives \$3,000")
        assert [offer.action for offer in r.offers()] == [paid]
    act(r, paid, role="shift_manager")
    assert r.over
    assert awards(r) == [(2, "progressive_award", 3_000_00), (1, "envy", 1_500_00)]
    check_conserved(r)


def test_no_jackpot_can_be_reported_where_none_waits() -> None:
    r = table({1: ACES}, plans={1: ""})
    refused(r, JackpotPaid(1, "minor", 1_500_00), clause="UTH-PROG-3b", says="no jackpot is waiting")


@pytest.mark.clause("UTH-S10")
def test_without_a_supervisor_neither_payment_nor_end_of_the_game() -> None:
    payment = Payment(load(UTH), seat=2, hand="straight flush", award_cents=1_500_00, meter="minor")
    pressed = payment.press_hand("dealer")
    for step in (
        lambda: pressed.pay("shift_manager", chips_cents=1_500_00),
        lambda: pressed.do_paperwork("shift_manager"),
        lambda: pressed.end_game("dealer"),
    ):
        with pytest.raises(IllegalAction, match="first: "):
            step()


@pytest.mark.clause("UTH-PMULT-1a", "UTH-PMULT-1b")
@pytest.mark.parametrize("meters", [METERS, None])
def test_two_winners_at_the_table_are_paid_from_the_first_dealt_and_share_evenly(meters: Any) -> None:
    r = table({1: ACES, 2: HIT, 4: OTHER_HIT}, meters=meters)
    assert [hit.spot for hit in happened(r, e.JackpotHit)] == [4, 2], "as the hands are opened"
    if meters is None:
        refused(r, JackpotPaid(4, "minor", 1_500_00), clause="UTH-PROG-3b", says="seat 2")
        act(r, JackpotPaid(2, "minor", 1_500_00), JackpotPaid(4, "minor", 1_500_00))
    assert awards(r)[:2] == [(2, "progressive_award", 1_500_00), (4, "progressive_award", 1_500_00)]
    check_conserved(r)


@pytest.mark.clause("UTH-PMULT-1b")
def test_odd_cents_go_to_the_first_paid_and_a_house_may_give_the_first_the_whole_meter() -> None:
    odd = table({2: HIT, 4: OTHER_HIT}, meters={"minor": 3_000_01})
    assert awards(odd)[:2] == [(2, "progressive_award", 1_500_01), (4, "progressive_award", 1_500_00)]
    whole = table({2: HIT, 4: OTHER_HIT}, sets=["jackpot_tie=first_takes_meter"])
    assert awards(whole)[:2] == [(2, "progressive_award", 3_000_00), (4, "progressive_award", 1_500_00)]


def test_a_meter_that_is_not_at_hand_is_asked_for() -> None:
    r = table({1: HIT}, meters={"major": 1})
    assert r.question is not None
    assert r.question.kind == "jackpot"


@pytest.mark.clause("UTH-PAY-4")
def test_progressive_and_envy_stand_outside_the_limit() -> None:
    r = table({1: "Ks As", 2: ACES.replace("As", "Ad")}, ROYAL, dealer="2d 9h", ante=5000, tokes={1: {"blind": 500}})
    got = results(r, 1)
    assert got["blind"][1] + got["toke:blind"][1] == 25_000_00
    assert awards(r) == [(1, "progressive_award", 25_000_00), (2, "envy", 5_000_00)]


def test_a_supervisor_is_told_of_awards_and_envy_as_of_any_payout() -> None:
    r = table({1: ACES, 2: HIT})
    told = [(n.spot, n.wager, n.cents) for n in happened(r, e.SupervisorNotified)]
    assert told == [(2, "blind", 500_00), (2, "progressive", 3_000_00), (1, "envy", 1_500_00)]
    small = table({1: "7h 4c"}, "7c 7d 2c Jh Kd")
    assert not happened(small, e.SupervisorNotified)
    total = table({1: ACES, 2: HIT}, sets=["supervisor_notice=per_player_total"])
    told = [(n.spot, n.wager, n.cents) for n in happened(total, e.SupervisorNotified)]
    assert told == [(2, "all", 550_00), (2, "all", 3_550_00), (1, "all", 1_550_00)]


# --- envy -------------------------------------------------------------------------------------------------


@pytest.mark.clause("UTH-ENVY-1a", "UTH-ENVY-1b", "UTH-ENVY-1c", "UTH-PTAB-2b")
def test_a_straight_flush_brings_every_other_bettor_1500_dollars() -> None:
    r = table({1: ACES, 2: HIT, 3: LOW, 5: "Qd Jd"}, out=(5,))
    assert awards(r) == [(2, "progressive_award", 3_000_00), (3, "envy", 1_500_00), (1, "envy", 1_500_00)]
    envy = [s for s in happened(r, e.WagerSettled) if s.wager == "envy"]
    assert {(s.clause, s.line, s.stake) for s in envy} == {("UTH-PTAB-2b", "seat 2", 0)}
    check_conserved(r)


@pytest.mark.clause("UTH-PTAB-1b")
def test_a_royal_brings_every_other_bettor_5000_dollars() -> None:
    r = table({1: "Ad Ac", 2: "Ks As", 3: "4c 5d"}, ROYAL, dealer="2d 9h")
    assert awards(r)[1:] == [(3, "envy", 5_000_00), (1, "envy", 5_000_00)]
    assert clauses(r, 1)["envy"] == "UTH-PTAB-1b"


@pytest.mark.clause("UTH-ENVY-1b")
def test_who_folded_still_wins_envy_unless_the_sheet_says_no() -> None:
    plans = {1: "check check fold"}
    assert (1, "envy", 1_500_00) in awards(table({1: ACES, 2: HIT}, plans=plans))
    none = table({1: ACES, 2: HIT}, plans=plans, sets=["envy_to_folded=false"])
    assert awards(none) == [(2, "progressive_award", 3_000_00)]


@pytest.mark.clause("UTH-ENVY-1b", "UTH-PWIN-6b")
def test_a_folded_hand_brings_no_envy() -> None:
    r = table({1: ACES, 2: HIT}, plans={2: "check check fold"}, bets={2: {"trips": 500}})
    assert results(r, 2)["trips"] == ("win", 200_00)
    assert awards(r) == []
    assert not happened(r, e.HandLeftForEnvy, e.JackpotHit)


@pytest.mark.clause("UTH-ENVY-1d")
def test_no_envy_from_the_dealer_nor_from_oneself() -> None:
    dealers = table({1: ACES, 2: "4c 5d"}, ROYAL, dealer="Ks 9s")
    assert happened(dealers, e.DealerShown)[0].hand == "straight flush, king high"
    assert awards(dealers) == []
    royal = table({1: "Ad Ac", 2: "4c 5d"}, ROYAL, dealer="Ks As")
    assert happened(royal, e.DealerShown)[0].hand == "royal flush"
    assert awards(royal) == []
    alone = table({2: HIT})
    assert awards(alone) == [(2, "progressive_award", 3_000_00)]


@pytest.mark.clause("UTH-ENVY-1d")
def test_who_plays_two_hands_has_no_envy_from_his_other_one() -> None:
    r = open_round(deck({1: ACES, 2: HIT, 3: LOW}, SUITED, DEALER), sets=["hands_per_player=2"], meters=METERS)
    for seat, player in ((1, "Ann"), (2, "Ann"), (3, "Bo")):
        for wager, cents in {"ante": 1000, "blind": 1000, **IN}.items():
            r.act(PlaceBet(spot=seat, cents=cents, wager=wager, player=player))
    go(r.act(StartDeal()))
    assert awards(r) == [(2, "progressive_award", 3_000_00), (3, "envy", 1_500_00)]


@pytest.mark.clause("UTH-ENVY-3b")
def test_several_envy_hands_give_several_pays_and_each_hitter_the_others() -> None:
    r = table({1: ACES, 2: HIT, 4: OTHER_HIT})
    assert awards(r)[2:] == [
        (4, "envy", 1_500_00), (2, "envy", 1_500_00), (1, "envy", 1_500_00), (1, "envy", 1_500_00),
    ]  # fmt: skip
    lines = [(s.spot, s.line) for s in happened(r, e.WagerSettled) if s.wager == "envy"]
    assert lines == [(4, "seat 2"), (2, "seat 4"), (1, "seat 4"), (1, "seat 2")]


@pytest.mark.clause("UTH-S11")
def test_only_a_bettors_hand_brings_envy_unless_the_sheet_takes_any() -> None:
    r = table({1: ACES, 2: HIT}, out=(2,))
    assert awards(r) == []
    assert not happened(r, e.HandLeftForEnvy)
    anybody = table({1: ACES, 2: HIT}, out=(2,), sets=["envy_from=any_player"])
    assert awards(anybody) == [(1, "envy", 1_500_00)]
    assert [x.spot for x in happened(anybody, e.HandLeftForEnvy)] == [2]
    assert not happened(anybody, e.JackpotHit)


@pytest.mark.clause("UTH-ENVY-2a", "UTH-ENVY-2b", "UTH-ENVY-3a")
def test_the_envy_hand_stays_face_up_the_others_go_and_envy_is_paid_at_the_end() -> None:
    r = table({1: ACES, 2: HIT, 3: LOW})
    left = where(r, e.HandLeftForEnvy, spot=2)
    assert r.events[left].clause == "UTH-ENVY-2a"
    assert where(r, e.CardsDiscarded, spot=3) < left < where(r, e.HandExposed, spot=1)
    last_block = where(r, e.CardsDiscarded, spot=1)
    first_envy = where(r, e.WagerSettled, wager="envy")
    assert last_block < where(r, e.WagerSettled, wager="progressive_award", result="win") < first_envy
    assert first_envy < where(r, e.CardsDiscarded, spot=2)
    assert texts([x for x in happened(r, e.CardsDiscarded) if x.spot == 2]) == [HIT]


@pytest.mark.clause("UTH-PMULT-3")
def test_game_over_puts_the_sensors_out_at_the_very_end() -> None:
    r = table({1: ACES, 2: LOW, 4: HIT}, out=(2,))
    end = where(r, e.KeyPressed, key="GAME OVER")
    assert r.events[end].clause == "UTH-PMULT-3"
    assert [(x.spot, x.state) for x in r.events[end + 1 : end + 3]] == [(1, "off"), (4, "off")]
    assert order(r)[end + 3 :] == ["RoundEnded"]
    assert r.over
    assert end > max(place for place, x in enumerate(r.events) if isinstance(x, e.WagerSettled))


def test_with_declared_cards_a_bettors_hand_is_judged_when_it_is_opened() -> None:
    r = table({1: ACES, 2: HIT}, declared=True)
    act(r, *(CardIs(card) for card in parse_cards(f"{SUITED} {DEALER} {HIT} {ACES}")))
    assert awards(r) == [(2, "progressive_award", 3_000_00), (1, "envy", 1_500_00)]


def test_a_share_below_the_whole_meter_leaves_the_rest_on_it() -> None:
    sets = ["progressive.minor.share=50%"]
    assert awards(table({1: HIT}, sets=sets)) == [(1, "progressive_award", 1_500_00)]
    for value, left in ((4_000_00, 2_000_00), (2_000_00, 1_500_00)):
        link = Link.of(load(UTH, sets=sets))
        link.contribute("r1", table="1", game=UTH, wagers=(value - 1_500_00) // 40)
        link.hit("h1", meter="minor", table="1", game=UTH, seat=1, dealt=1)
        assert [award.cents for award in link.award("minor")] == [value // 2]
        assert (link.minor, link.difference()) == (left, 0)
