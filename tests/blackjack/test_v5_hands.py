"""Blackjack Version 5: blackjacks, insurance, the check, doubling, splitting, surrender, Match the Dealer."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import (
    act,
    check_conserved,
    dealt,
    happened,
    open_round,
    options,
    order,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.games import events as e
from pitboss.games.actions import DoubleDown, PlaceBet
from pitboss.games.blackjack import BlackjackRound

SHEET = "blackjack-v5"


def deal(cards: str, *answers: Any, **more: Any) -> BlackjackRound:
    """One spot with $10 on it."""
    return play(SHEET, cards, bets=more.pop("bets", {1: 1000}), answers=answers, **more)


def clauses(round_: BlackjackRound, wager: str = "main") -> list[str]:
    return [s.clause for s in happened(round_, e.WagerSettled) if s.wager == wager]


# --- blackjacks -------------------------------------------------------------------------------------------


@pytest.mark.clause("V5-OBJ-3", "V5-DEAL-5")
@pytest.mark.parametrize(("bet", "pays"), [(1000, 1500), (800, 1200), (400, 600), (200, 300)])
def test_a_blackjack_pays_three_to_two(bet: int, pays: int) -> None:
    round_ = deal("Ah 7c Kh Td", "go on", bets={1: bet})
    assert settled(round_) == [(1, 0, "main", bet, "win", pays)]
    assert clauses(round_) == ["V5-OBJ-3"]


@pytest.mark.clause("V5-TEN-4")
@pytest.mark.parametrize("up", ["2c", "9c", "Tc", "Kc"])
def test_blackjacks_are_paid_before_any_decision_and_after_the_question_of_a_double(up: str) -> None:
    round_ = play(SHEET, f"Th Ah {up} 9h Kh 9d", bets={1: 1000, 2: 1000})
    assert round_.question is not None
    assert (round_.question.kind, round_.question.spot) == ("natural", 2)
    assert options(round_) == {"GoOn", "DoubleDown"}
    act(round_, "go on")
    assert settled(round_) == [(2, 0, "main", 1000, "win", 1500)]
    assert (round_.question.kind, round_.question.spot) == ("play", 1)
    names = order(round_, e.Peeked, e.WagerSettled)
    assert names == (["Peeked", "WagerSettled"] if up in ("Tc", "Kc") else ["WagerSettled"])


@pytest.mark.clause("V5-TEN-4")
def test_a_house_elsewhere_may_pay_blackjacks_at_the_end() -> None:
    round_ = deal("Ah 7c Kh Td", "go on", sets=["blackjack_payment=end_of_round"])
    assert order(round_, e.HoleTurned, e.WagerSettled) == ["HoleTurned", "WagerSettled"]
    assert round_.net() == {1: 1500}


@pytest.mark.clause("V5-TEN-1")
@pytest.mark.parametrize(("up", "checked"), [("Tc", True), ("Jc", True), ("Qc", True), ("Kc", True), ("9c", False)])
def test_the_dealer_looks_under_a_ten_or_a_face_card(up: str, checked: bool) -> None:
    round_ = deal(f"Th {up} 9h 9d")
    assert happened(round_, e.Peeked) == [e.Peeked(blackjack=False, clause="V5-TEN-1")] * checked


@pytest.mark.clause("V5-TEN-2", "V5-TEN-3", "V5-OBJ-3", "V5-DEAL-5")
def test_an_ace_in_the_hole_pushes_blackjacks_and_beats_all_others() -> None:
    round_ = play(SHEET, "Ah Th Kc Kh 9h Ad", bets={1: 1000, 2: 1000})
    assert settled(round_) == [(2, 0, "main", 1000, "lose", -1000), (1, 0, "main", 1000, "push", 0)]
    assert clauses(round_) == ["V5-TEN-3", "V5-TEN-2"]
    assert not happened(round_, e.HandHit, e.HandStood)


# --- an ace up --------------------------------------------------------------------------------------------


@pytest.mark.clause("V5-ACE-1", "V5-EVEN-1")
@pytest.mark.parametrize("hole", ["Kd", "9d"])
def test_even_money_is_taken_before_the_check(hole: str) -> None:
    round_ = deal(f"Ah Ac Kh {hole}", "1: even money")
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000)]
    assert order(round_, e.EvenMoneyTaken, e.WagerSettled, e.Peeked) == ["EvenMoneyTaken", "WagerSettled", "Peeked"]
    other = deal("Th Ac 9h 9d")
    refused(other, "1: even money", clause="V5-ACE-1")
    refused(deal("Ah Ac Kh 9d", "1: decline"), "1: even money", says="insurance is not open")  # the check is done


@pytest.mark.clause("V5-EVEN-2")
@pytest.mark.parametrize("declines", ["1: decline", "1: insure 5.00"])
def test_declined_without_a_dealer_blackjack_pays_three_to_two(declines: str) -> None:
    round_ = deal("Ah Ac Kh 9d", declines, "go on")
    assert settled(round_, "main") == [(1, 0, "main", 1000, "win", 1500)]
    assert clauses(round_) == ["V5-EVEN-2"]


@pytest.mark.clause("V5-EVEN-3", "V5-ACE-4")
def test_declined_with_a_dealer_blackjack_is_a_push() -> None:
    round_ = deal("Ah Ac Kh Kd", "1: decline")
    assert settled(round_) == [(1, 0, "main", 1000, "push", 0)]
    assert clauses(round_) == ["V5-EVEN-3"]
    check_conserved(round_)


@pytest.mark.clause("V5-ACE-2", "V5-INS-1")
def test_any_hand_may_insure() -> None:
    round_ = play(SHEET, "Ah Th Ac Kh 9h 9d", bets={1: 1000, 2: 1000}, answers=["1: insure 5.00"])
    refused(round_, "1: even money", says="wager already made")  # the one or the other
    act(round_, "2: insure 5.00")
    assert [(i.spot, i.cents) for i in happened(round_, e.InsuranceBet)] == [(1, 500), (2, 500)]


@pytest.mark.clause("V5-ACE-2")
def test_a_house_may_keep_insurance_from_blackjacks() -> None:
    bets, sets = {1: 1000, 2: 1000}, ["insure_blackjack=false"]
    round_ = play(SHEET, "Ah Th Ac Kh 9h 9d", bets=bets, sets=sets)
    refused(round_, "1: insure 5.00", clause="V5-ACE-2", says="may not be insured")
    assert {type(o.action).__name__ for o in round_.offers() if o.action.spot == 1} == {  # type: ignore[attr-defined]
        "TakeEvenMoney", "DeclineInsurance",
    }  # fmt: skip
    act(round_, "2: insure 5.00", "1: even money")
    assert round_.net()[1] == 1000


@pytest.mark.clause("V5-ACE-3")
def test_insurance_lies_in_its_own_area_and_is_half_the_bet_at_most() -> None:
    round_ = deal("Th Ac 9h 9d")
    refused(round_, "1: insure 6.00", clause="V5-ACE-3")
    act(round_, "1: insure 5.00")
    (laid,) = happened(round_, e.InsuranceBet)
    assert (laid.cents, laid.position, laid.clause) == (500, "insurance_line", "V5-ACE-3")


@pytest.mark.clause("V5-S7")
def test_insurance_and_half_doubles_of_two_dollars_are_one_dollar() -> None:
    two = {1: 200}
    refused(deal("Th Ac 9h 9d", bets=two), "1: insure 0.50", clause="V5-S7")
    assert happened(deal("Th Ac 9h 9d", "1: insure 1.00", bets=two), e.InsuranceBet)
    assert happened(deal("Th Ac 9h 9d", "1: insure 0.50", bets=two, sets=["insurance_step=0.50"]), e.InsuranceBet)
    half = deal("6h 7c 4h Td 9s", "double 1.00", bets=two)
    assert settled(half) == [(1, 0, "main", 300, "win", 300)]


@pytest.mark.clause("V5-ACE-4", "V5-ACE-5", "V5-INS-2")
def test_a_ten_in_the_hole_takes_the_bets_and_pays_insurance_apart() -> None:
    round_ = play(SHEET, "Th 9h Ac 9c 8h Kd", bets={1: 1000, 2: 1000}, answers=["1: insure 5.00", "2: decline"])
    assert settled(round_) == [
        (2, 0, "main", 1000, "lose", -1000),
        (1, 0, "main", 1000, "lose", -1000),
        (1, 0, "insurance", 500, "win", 1000),
    ]
    assert (clauses(round_), clauses(round_, "insurance")) == (["V5-ACE-4"] * 2, ["V5-ACE-5"])
    blackjack = deal("Ah Ac Kh Kd", "1: insure 5.00")
    assert blackjack.net() == {1: 1000}  # the push and the insurance stand apart


@pytest.mark.clause("V5-ACE-4", "V5-ACE-5", "V5-S14")
def test_a_ten_that_the_check_missed_takes_the_bet_and_pays_insurance_all_the_same() -> None:
    answers = ["go", "1: insure 5.00", "close", "peek no", "stand", "go"]
    round_ = deal("Th Ac 9h Kd", *answers, manual=True)
    assert settled(round_, "insurance") == [
        (1, 0, "insurance", 500, "lose", -500),  # taken in error, and taken back
        (1, 0, "insurance", 500, "win", 1000),
    ]
    assert [(r.wager, r.clause) for r in happened(round_, e.SettlementReversed)] == [("insurance", "V5-S14")]
    assert round_.net() == {1: -1000 + 1000}
    check_conserved(round_)


@pytest.mark.clause("V5-TEN-2", "V5-EVEN-3", "V5-S14")
@pytest.mark.parametrize(
    ("dealer", "answers", "even_money"),
    [
        ("Ac Kd", ["1: decline", "2: even money", "close", "peek no", "go on", "go"], 1000),
        ("Kc Ad", ["peek no", "go on", "go", "go on", "go"], 0),
    ],
)
def test_a_blackjack_paid_on_the_word_of_a_wrong_check_ties_after_all(
    dealer: str, answers: list[str], even_money: int
) -> None:
    cards, bets = shoe("Ah Kh", "Qh As", dealer=dealer), {1: 1000, 2: 1000}
    round_ = play(SHEET, cards, bets=bets, answers=["go", *answers], manual=True)
    assert settled(round_, "main")[-1] == (1, 0, "main", 1000, "push", 0)
    assert {r.clause for r in happened(round_, e.SettlementReversed)} == {"V5-S14"}
    assert round_.net() == {1: 0, 2: even_money}  # which was taken before the check
    check_conserved(round_)


@pytest.mark.clause("V5-S14")
def test_doubles_splits_and_surrenders_before_a_missed_blackjack_shows() -> None:
    """The double and both split hands lose all of it; half of what was surrendered is gone, and no more."""
    double = deal("5h Kc 6h Ad 9s", "go", "peek no", "double", "go", manual=True)
    assert double.net() == {1: -2000}
    split = deal("8h Kc 8c Ad Th Ts", "go", "peek no", "split", "go", "stand", "go", "stand", "go", manual=True)
    assert split.net() == {1: -2000}
    assert deal("9h Kc 7h Ad", "go", "peek no", "surrender", "go", manual=True).net() == {1: -500}
    check_conserved(split)


@pytest.mark.clause("V5-S15")
def test_a_shoe_that_runs_out_gives_every_bet_back() -> None:
    bets = {1: {"main": 1000, "match": 500}, 2: {"main": 1000}}
    round_ = play(SHEET, "9h 5h 9d 2c 5c Td", bets=bets, answers=["stand", "hit"])
    assert [v.clause for v in happened(round_, e.RoundVoided)] == ["V5-S15"]
    assert (round_.over, round_.net()) == (True, {1: 0, 2: 0})
    check_conserved(round_)


@pytest.mark.clause("V5-ACE-6")
def test_without_a_ten_insurance_is_collected_before_the_first_decision() -> None:
    round_ = deal("Th Ac 8h 9d", "1: insure 5.00")
    assert settled(round_) == [(1, 0, "insurance", 500, "lose", -500)]
    assert clauses(round_, "insurance") == ["V5-ACE-6"]
    assert round_.question is not None
    assert round_.question.kind == "play"


# --- doubling ---------------------------------------------------------------------------------------------


@pytest.mark.clause("V5-DBL-1")
@pytest.mark.parametrize(("bet", "good", "bad"), [(600, [600, 300], [400, 200, 1200]), (1000, [1000, 500], [200])])
def test_a_double_is_for_the_whole_bet_or_half(bet: int, good: list[int], bad: list[int]) -> None:
    cards = "6h 7c 4c Td 9s"
    for cents in good:
        round_ = deal(cards, DoubleDown(cents=cents), bets={1: bet})
        assert settled(round_) == [(1, 0, "main", bet + cents, "win", bet + cents)]
    for cents in bad:
        refused(deal(cards, bets={1: bet}), DoubleDown(cents=cents), clause="V5-DBL-1")


@pytest.mark.clause("V5-DBL-2")
def test_only_two_cards_are_doubled() -> None:
    refused(deal("3h 7c 4c Td 2s", "hit"), "double", clause="V5-DBL-2", says="only two cards")
    assert deal("Ah 7c 6c Td 3s", "double").net() == {1: 2000}


@pytest.mark.clause("V5-DBL-3")
@pytest.mark.parametrize(("card", "net"), [("9s", 2000), ("6s", 0), ("As", -2000)])
def test_a_blackjack_is_doubled_with_the_ace_as_one(card: str, net: int) -> None:
    round_ = deal(f"Ah 7c Kh Td {card}", "double")
    assert round_.net() == {1: net}
    assert deal("Ah 7c Kh Td 9s", "double 5.00").net() == {1: 1500}


@pytest.mark.clause("V5-DBL-3")
def test_an_ace_on_a_split_ten_is_doubled_as_one_too() -> None:
    round_ = deal("Th 7c Kc Td As 9s 9d", "split", "double", "stand")
    assert settled(round_) == [(1, 0, "main", 2000, "win", 2000), (1, 1, "main", 1000, "win", 1000)]
    assert deal("Th 7c Kc Td As 5s 9d", "split", "double", "stand").net() == {1: -1000}  # sixteen, and nineteen


@pytest.mark.clause("V5-DBL-4", "V5-DBL-5")
def test_a_double_gets_one_card_and_no_hit() -> None:
    round_ = play(SHEET, "6h 9h 7c 4c 9c Td 2s", bets={1: 1000, 2: 1000}, answers=["double"])
    assert dealt(round_, "double") == [(1, "2s")]
    assert round_.question is not None
    assert round_.question.spot == 2
    refused(round_, "1: hit")
    again = deal("6h 7c 4c Td 2s", "double", sets=["redouble=true"])
    refused(again, "hit", clause="V5-DBL-5", says="was doubled")


@pytest.mark.clause("V5-S12")
@pytest.mark.parametrize(("sets", "turns"), [([], [3, 1, 2]), (["natural_double=in_turn"], [1, 2, 3])])
def test_when_a_doubled_blackjack_gets_its_card(sets: list[str], turns: list[int]) -> None:
    bets = {1: 1000, 2: 1000, 3: 1000}
    round_ = play(SHEET, "Th 8h Ah 7c 6h 6c Kh Td 9s", bets=bets, sets=sets)
    asked = []
    while round_.question is not None:
        asked.append(round_.question.spot)
        act(round_, "double" if round_.question.kind == "natural" else "stand")
    assert asked == turns
    assert settled(round_)[0] == (3, 0, "main", 2000, "win", 2000)


# --- splitting --------------------------------------------------------------------------------------------


@pytest.mark.clause("V5-SPLIT-1")
def test_three_splits_for_the_full_bet_make_four_hands() -> None:
    round_ = deal("8h 7c 8c Td 8d 8s 8h 2c")
    refused(round_, "split 5.00", clause="V5-SPLIT-1", says="must equal")
    act(round_, "split", "split 10.00", "split")
    assert [s.cents for s in happened(round_, e.HandSplit)] == [1000] * 3
    refused(round_, "split", clause="V5-SPLIT-1", says="4 hands are the most")


@pytest.mark.clause("V5-SPLIT-2")
def test_equal_values_are_split() -> None:
    round_ = deal("Th 7c Kc Td 9s 5s", "split", "stand", "stand")
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000), (1, 1, "main", 1000, "lose", -1000)]
    refused(deal("9h 7c Kc Td"), "split", clause="V5-SPLIT-2")


@pytest.mark.clause("V5-SPLIT-2", "V5-SPLIT-3")
def test_aces_are_split_once_and_get_one_card_each() -> None:
    round_ = play(SHEET, "Ah 9h 7c Ac 9c Td As 5s", bets={1: 1000, 2: 1000}, answers=["split"])
    assert [(c.hand, c.card.text) for c in happened(round_, e.CardDealt) if c.why == "split"] == [(0, "As"), (1, "5s")]
    assert round_.question is not None
    assert round_.question.spot == 2  # two aces again, and no choice: not split, not hit
    assert all(hand.done for hand in round_.spots[1].hands)
    assert act(round_, "stand").net() == {1: -2000, 2: 1000}


@pytest.mark.clause("V5-SPLIT-2")
def test_a_house_may_refuse_to_split_aces() -> None:
    round_ = deal("Ah 7c Ac Td", sets=["split_aces=never"])
    refused(round_, "split", clause="V5-SPLIT-2", says="aces may not be split")
    assert "Split" not in options(round_)


@pytest.mark.clause("V5-SPLIT-3", "V5-S10", "V5-SPLIT-4")
def test_a_split_ace_is_neither_hit_nor_doubled_nor_surrendered() -> None:
    """Only where aces may be split again is there a question on them at all."""
    round_ = deal("Ah 7c Ac Td As", "split", sets=["resplit_aces=true"])
    assert options(round_) == {"Stand", "Split"}
    refused(round_, "hit", clause="V5-SPLIT-3", says="one card")
    refused(round_, "double", clause="V5-SPLIT-4", says="no double on split aces")
    refused(round_, "surrender", clause="V5-SPLIT-4", says="split aces may not be surrendered")


@pytest.mark.clause("V5-S10")
def test_a_split_ace_is_not_doubled_in_its_own_game() -> None:
    round_ = play(SHEET, "Ah 9h 7c Ac 9c Td 9s 5s", bets={1: 1000, 2: 1000}, answers=["split"])
    refused(round_, "1: double")
    assert not happened(round_, e.HandDoubled)


@pytest.mark.clause("V5-SPLIT-4", "V5-SURR-1")
def test_other_split_hands_are_hit_doubled_and_surrendered() -> None:
    round_ = deal("8h 7c 8c Td 3s Ts 5s", "split", "double", "surrender")
    assert settled(round_) == [(1, 1, "main", 1000, "surrender", -500), (1, 0, "main", 2000, "win", 2000)]
    hit = deal("8h 7c 8c Td 3s 9s 5s", "split", "hit")
    refused(hit, "surrender", clause="V5-SURR-1")
    check_conserved(round_)


@pytest.mark.clause("V5-S1")
def test_an_ace_and_a_ten_after_a_split_are_21() -> None:
    cards = "Th 7c Kc Td 9s As"
    round_ = deal(cards, "split", "stand", "stand")
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000), (1, 1, "main", 1000, "win", 1000)]
    blackjack = deal(cards, "split", "stand", "go on", sets=["split_blackjack=true"])
    assert settled(blackjack) == [(1, 1, "main", 1000, "win", 1500), (1, 0, "main", 1000, "win", 1000)]
    check_conserved(blackjack)


@pytest.mark.clause("V5-S1")
def test_a_blackjack_made_by_a_split_may_be_doubled_or_with_aces_not() -> None:
    sets = ["split_blackjack=true"]
    doubled = deal("Th 7c Kc Td 9s As 5d", "split", "stand", "double", sets=sets)
    assert settled(doubled) == [(1, 0, "main", 1000, "win", 1000), (1, 1, "main", 2000, "lose", -2000)]
    aces = deal("Ah 7c Ac Td Ks 9d", "split", sets=sets)
    assert settled(aces) == [(1, 0, "main", 1000, "win", 1500), (1, 1, "main", 1000, "win", 1000)]


# --- surrender --------------------------------------------------------------------------------------------


@pytest.mark.clause("V5-SURR-1")
@pytest.mark.parametrize(("bet", "lost"), [(1000, 500), (600, 300), (200, 100)])
def test_a_surrendered_hand_loses_half(bet: int, lost: int) -> None:
    round_ = deal("Th 9c 6h Td", "surrender", bets={1: bet})
    assert settled(round_) == [(1, 0, "main", bet, "surrender", -lost)]
    assert deal("Th 9c 6h Td", "surrender", sets=["surrender_loss=1/4"]).net() == {1: -250}


@pytest.mark.clause("V5-SURR-1", "V5-SPLIT-4")
def test_no_surrender_on_three_cards_or_a_doubled_hand_or_before_the_check() -> None:
    refused(deal("2h 9c 6h Td 5s", "hit"), "surrender", clause="V5-SURR-1")
    refused(deal("6h 9c 4h Td 5s", "double", sets=["redouble=true"]), "surrender", clause="V5-SURR-1")
    refused(deal("Th Ac 6h 9d"), "surrender", clause="V5-SURR-1", says="after the dealer's check")
    split = deal("8h 9c 8c Td 7s", "split", sets=["surrender_after_split=false"])
    refused(split, "surrender", clause="V5-SPLIT-4")


@pytest.mark.clause("V5-SURR-1")
@pytest.mark.parametrize(("up", "hole"), [("Ac", "Kd"), ("Kc", "Ad")])
def test_early_surrender_saves_half_from_a_dealer_blackjack(up: str, hole: str) -> None:
    bets, sets = {1: 1000, 2: 1000}, ["surrender_timing=early"]
    round_ = play(SHEET, f"Th 9h {up} 6h 8h {hole}", bets=bets, sets=sets)
    assert round_.question is not None
    assert (round_.question.kind, round_.question.spot) == ("early_surrender", 1)
    refused(round_, "2: surrender")
    act(round_, "surrender", "go on", *(["2: decline"] if up == "Ac" else []))
    assert settled(round_) == [(1, 0, "main", 1000, "surrender", -500), (2, 0, "main", 1000, "lose", -1000)]
    assert order(round_, e.HandSurrendered, e.Peeked) == ["HandSurrendered", "Peeked"]
    check_conserved(round_)


@pytest.mark.clause("V5-SURR-1")
def test_early_surrender_is_over_after_the_check_and_open_under_low_cards() -> None:
    sets = ["surrender_timing=early"]
    refused(deal("Th Kc 6h 9d", "go on", sets=sets), "surrender", clause="V5-SURR-1", says="early surrender is over")
    assert deal("Th 9c 6h Td", "surrender", sets=sets).net() == {1: -500}


# --- Match the Dealer -------------------------------------------------------------------------------------


def match(cards: str, cents: int = 1000, **more: Any) -> BlackjackRound:
    return deal(cards, bets={1: {"main": 1000, "match": cents}}, **more)


@pytest.mark.clause("V5-MTD-1")
def test_a_match_bet_needs_a_main_bet_before_the_game_starts() -> None:
    round_ = open_round(SHEET, "9h 9c 4d 8h")
    refused(round_, PlaceBet(spot=1, cents=300, wager="match"), clause="V5-MTD-1", says="required first")
    round_.act(PlaceBet(spot=1, cents=200))
    act(round_, "start")
    refused(round_, PlaceBet(spot=1, cents=300, wager="match"), clause="V5-MTD-1", says="bets are locked")
    refused(round_, PlaceBet(spot=2, cents=200), clause="V5-MTD-1", says="bets are locked")


@pytest.mark.clause("V5-MTD-2")
def test_the_match_bet_lies_in_its_own_circle() -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=200)).act(PlaceBet(spot=1, cents=300, wager="match"))
    assert [(p.wager, p.position) for p in happened(round_, e.BetPlaced)] == [("main", "circle"), ("match", "match")]
    assert happened(round_, e.BetPlaced)[1].clause == "V5-MTD-2"
    round_.act(PlaceBet(spot=1, cents=500, wager="match", position="circle"))
    assert len(happened(round_, e.NoBet)) == 1
    assert round_.spots[1].wagers == {"main": 200, "match": 300}


@pytest.mark.clause("V5-MTD-4")
def test_the_match_bet_is_one_to_ten_dollars() -> None:
    round_ = open_round(SHEET).act(PlaceBet(spot=1, cents=200))
    for cents in (50, 1100, 150):
        refused(round_, PlaceBet(spot=1, cents=cents, wager="match"), clause="V5-MTD-4")
    for cents in (100, 300, 1000):
        round_.act(PlaceBet(spot=1, cents=cents, wager="match"))
    halves = open_round(SHEET, sets=["match_step=0.50"]).act(PlaceBet(spot=1, cents=200))
    halves.act(PlaceBet(spot=1, cents=150, wager="match"))


@pytest.mark.clause("V5-MTDW-1", "V5-MTDW-2", "V5-MTDPAY-1", "V5-MTDPAY-2", "V5-MTDPAY-3", "V5-MTDPAY-4", "V5-MTDPAY-5")
@pytest.mark.parametrize(
    ("cards", "line", "pays", "clause"),
    [
        ("Ks Kh 4d 8h", "one_unsuited", 3000, "V5-MTDPAY-1"),
        ("4d Kh Kh 8h", "one_suited", 7000, "V5-MTDPAY-2"),
        ("Ks Kh Kc 8h", "two_unsuited", 10_000, "V5-MTDPAY-3"),
        ("Ks Kh Kh 8h", "one_of_each", 14_000, "V5-MTDPAY-4"),
        ("Kh Kh Kh 8h", "two_suited", 20_000, "V5-MTDPAY-5"),
        ("Ah Ah Ah 8h", "two_suited", 20_000, "V5-MTDPAY-5"),  # no bonus for aces here
        ("Th Kh Qh 8h", "", -1000, "V5-MTDW-2"),
    ],
)
def test_match_the_dealer(cards: str, line: str, pays: int, clause: str) -> None:
    round_ = match(cards)
    (found,) = happened(round_, e.WagerSettled)
    assert (found.wager, found.line, found.pays, found.clause) == ("match", line, pays, clause)


@pytest.mark.clause("V5-MTDW-3", "V5-MTDW-4", "V5-MTDW-5", "V5-MTDW-6")
def test_match_is_resolved_before_the_hand_is_played() -> None:
    bets = {1: {"main": 1000, "match": 300}, 2: {"main": 1000, "match": 300}}
    round_ = play(SHEET, "Ks 9h Kh 4d 9d 8h", bets=bets)
    assert settled(round_) == [(2, 0, "match", 300, "lose", -300), (1, 0, "match", 300, "win", 900)]
    assert round_.question is not None
    assert (round_.question.kind, round_.question.spot) == ("play", 1)
    act(round_, "stand", "stand")
    assert order(round_, e.WagerSettled, e.HandStood)[:4] == ["WagerSettled", "WagerSettled", "HandStood", "HandStood"]
    assert len(settled(round_, "match")) == 2  # the stake went back with its winnings and rides no further
    check_conserved(round_)


@pytest.mark.clause("V5-MTDW-3")
def test_a_house_elsewhere_may_settle_match_at_the_end() -> None:
    round_ = match("Ks Kh 4d 8h", sets=["match_settlement=end_of_round"])
    assert settled(round_) == []
    act(round_, "stand")
    assert [s[2] for s in settled(round_)] == ["main", "match"]


@pytest.mark.clause("V5-S6")
def test_match_comes_before_insurance_unless_the_house_turns_it_round() -> None:
    first = match("As Ah 4d 8h")
    assert first.question is not None
    assert (first.question.kind, [s[2] for s in settled(first)]) == ("insurance", ["match"])
    later = match("As Ah 4d 8h", sets=["match_before_insurance=false"])
    assert later.question is not None
    assert (later.question.kind, settled(later)) == ("insurance", [])
    act(later, "1: decline")
    assert [s[2] for s in settled(later)] == ["match"]
    assert order(later, e.InsuranceDeclined, e.WagerSettled, e.Peeked) == [
        "InsuranceDeclined",
        "WagerSettled",
        "Peeked",
    ]
