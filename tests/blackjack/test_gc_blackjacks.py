"""Games of Chance Blackjack: blackjacks, even money, insurance, the check, and blackjacks that are doubled."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import act, check_conserved, dealt, happened, options, order, play, refused, settled

from pitboss.games import events as e
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import load

SHEET = "games-of-chance-blackjack"
PEEK_OFF = ["peek_on_ten=false"]


def deal(cards: str, *answers: Any, **more: Any) -> BlackjackRound:
    """One spot with $4 on it."""
    return play(SHEET, cards, bets=more.pop("bets", {1: 400}), answers=answers, **more)


def clause(round_: BlackjackRound, wager: str = "main") -> str:
    return str(next(s.clause for s in happened(round_, e.WagerSettled) if s.wager == wager))


# --- what a blackjack is paid -----------------------------------------------------------------------------


@pytest.mark.clause("GC-OBJ-3", "GC-PAY-1", "GC-S3")
@pytest.mark.parametrize(("bet", "pays"), [(400, 600), (300, 450), (200, 300), (100, 150)])
@pytest.mark.parametrize("dealer", ["7c Td", "Kc 9d"])
def test_a_blackjack_pays_three_to_two_exactly(bet: int, pays: int, dealer: str) -> None:
    up, hole = dealer.split()
    round_ = deal(f"Ah {up} Kh {hole}", "go on", bets={1: bet})
    assert settled(round_) == [(1, 0, "main", bet, "win", pays)]
    assert clause(round_) == "GC-OBJ-3"


@pytest.mark.clause("GC-S3")
def test_a_house_may_round_blackjacks_down_to_the_dollar() -> None:
    rounded = ["blackjack_rounding=1.00"]
    assert load(SHEET, sets=rounded).departures == ()
    assert deal("Ah 7c Kh Td", "go on", bets={1: 100}, sets=rounded).net() == {1: 100}
    assert deal("Th 9c 6h Td", "surrender", bets={1: 300}, sets=rounded).net() == {1: -150}


@pytest.mark.clause("GC-RULE-14", "GC-OBJ-3")
def test_against_a_ten_and_a_dealer_blackjack_it_is_paid_even_money() -> None:
    round_ = deal("Ah Kc Kh Ad")
    assert settled(round_) == [(1, 0, "main", 400, "win", 400)]
    assert clause(round_) == "GC-RULE-14"
    assert not happened(round_, e.PushMarked)
    assert deal("Ah Kc Kh 9d", "go on").net() == {1: 600}


@pytest.mark.clause("GC-RULE-14")
def test_a_house_may_push_blackjack_against_blackjack() -> None:
    round_ = deal("Ah Kc Kh Ad", sets=["blackjack_tie=push"])
    assert settled(round_) == [(1, 0, "main", 400, "push", 0)]
    ace = deal("Ah Ac Kh Kd", "1: decline", sets=["blackjack_tie=push"])
    assert settled(ace) == [(1, 0, "main", 400, "push", 0)]


@pytest.mark.clause("GC-RULE-16")
def test_even_money_before_the_check() -> None:
    for hole, dealer_blackjack in (("Kd", True), ("9d", False)):
        round_ = deal(f"Ah Ac Kh {hole}", "1: even money")
        assert settled(round_) == [(1, 0, "main", 400, "win", 400)]
        assert clause(round_) == "GC-RULE-16"
        names = order(round_, e.EvenMoneyTaken, e.WagerSettled, e.CardsDiscarded, e.Peeked)
        assert names[:4] == ["EvenMoneyTaken", "WagerSettled", "CardsDiscarded", "Peeked"]
        assert happened(round_, e.Peeked)[0].blackjack is dealer_blackjack
        check_conserved(round_)


@pytest.mark.clause("GC-RULE-16")
def test_even_money_is_for_a_blackjack_against_an_ace_only() -> None:
    round_ = play(SHEET, "Th Ah Ac 9h Kh 9d", bets={1: 400, 2: 400})
    refused(round_, "1: even money", clause="GC-RULE-16")
    act(round_, "1: decline", "2: decline")
    refused(round_, "2: even money", clause="GC-DEAL-12", says="insurance is not open")
    refused(deal("Ah Kc Kh 9d"), "1: even money", clause="GC-DEAL-12")


@pytest.mark.clause("GC-RULE-17")
@pytest.mark.parametrize("declines", ["1: decline", "1: insure 2.00"])
def test_even_money_declined_and_no_dealer_blackjack_pays_three_to_two(declines: str) -> None:
    round_ = deal("Ah Ac Kh 9d", declines, "go on")
    assert settled(round_, "main") == [(1, 0, "main", 400, "win", 600)]
    assert clause(round_) == "GC-RULE-17"


@pytest.mark.clause("GC-RULE-18", "GC-RULE-14")
@pytest.mark.parametrize(("declines", "net"), [("1: decline", 0), ("1: insure 2.00", 400)])
def test_even_money_declined_and_a_dealer_blackjack_is_a_push_without_loss(declines: str, net: int) -> None:
    round_ = deal("Ah Ac Kh Kd", declines)
    assert settled(round_, "main") == [(1, 0, "main", 400, "push", 0)]
    assert clause(round_) == "GC-RULE-18"
    assert round_.net() == {1: net}
    check_conserved(round_)


# --- when it is paid --------------------------------------------------------------------------------------


@pytest.mark.clause("GC-RULE-15")
@pytest.mark.parametrize("up", ["7c", "Kc"])
def test_blackjacks_are_paid_before_any_other_play(up: str) -> None:
    round_ = play(SHEET, f"Th Ah {up} 9h Kh 9d", bets={1: 400, 2: 400}, answers=["go on"])
    assert settled(round_) == [(2, 0, "main", 400, "win", 600)]
    assert round_.question is not None
    assert (round_.question.kind, round_.question.spot) == ("play", 1)
    assert order(round_)[-2:] == ["WagerSettled", "CardsDiscarded"]


@pytest.mark.clause("GC-RULE-15")
def test_an_insured_blackjack_waits_for_the_check() -> None:
    round_ = deal("Ah Ac Kh 9d", "1: insure 2.00", "go on")
    assert order(round_, e.InsuranceBet, e.Peeked, e.WagerSettled) == [
        "InsuranceBet", "Peeked", "WagerSettled", "WagerSettled",
    ]  # fmt: skip
    assert [(s[2], s[5]) for s in settled(round_)] == [("insurance", -200), ("main", 600)]


@pytest.mark.clause("GC-RULE-15")
def test_a_house_may_pay_blackjacks_at_the_end_of_the_round() -> None:
    at_end = ["blackjack_payment=end_of_round"]
    round_ = play(SHEET, "Th Ah 7c 9h Kh Td", bets={1: 400, 2: 400}, answers=["go on", "stand"], sets=at_end)
    assert order(round_, e.HandStood, e.HoleTurned, e.WagerSettled) == [
        "HandStood", "HoleTurned", "WagerSettled", "WagerSettled",
    ]  # fmt: skip
    assert settled(round_) == [(2, 0, "main", 400, "win", 600), (1, 0, "main", 400, "win", 400)]
    doubled = deal("Ah 7c Kh Td 9s", "double", sets=at_end)
    assert settled(doubled) == [(1, 0, "main", 800, "win", 800)]


@pytest.mark.clause("GC-RULE-15")
def test_the_dealer_asks_about_a_double_before_he_pays() -> None:
    round_ = deal("Ah 7c Kh Td")
    assert round_.question is not None
    assert round_.question.kind == "natural"
    assert options(round_) == {"GoOn", "DoubleDown"}
    assert not happened(round_, e.WagerSettled)
    refused(round_, "hit")
    refused(round_, "surrender")


# --- blackjacks that are doubled --------------------------------------------------------------------------


@pytest.mark.clause("GC-DBL-3")
@pytest.mark.parametrize(("card", "net"), [("9s", 800), ("6s", 0), ("As", -800), ("Ks", 800)])
def test_a_doubled_blackjack_is_eleven_and_one_card(card: str, net: int) -> None:
    round_ = deal(f"Ah 7c Kh Td {card}", "double")
    assert settled(round_) == [(1, 0, "main", 800, {800: "win", 0: "push", -800: "lose"}[net], net)]
    assert dealt(round_, "double") == [(1, card)]
    check_conserved(round_)


@pytest.mark.clause("GC-DBL-3")
def test_a_blackjack_is_doubled_for_half_and_after_the_check_only() -> None:
    assert deal("Ah 7c Kh Td 9s", "double 2.00").net() == {1: 600}
    ace = deal("Ah Ac Kh 9d 9s")
    refused(ace, "double")
    act(ace, "1: decline", "double")
    assert ace.net() == {1: 0}  # eleven and nine against ace and nine
    assert deal("Ah Kc Kh 9d", sets=["double.blackjack=false"]).net() == {1: 600}  # nobody is asked


@pytest.mark.clause("GC-DBL-3")
def test_an_ace_counts_eleven_again_in_other_soft_doubles() -> None:
    assert deal("Ah 7c 2h Td 7s", "double").net() == {1: 800}  # ace, two and seven make 20


@pytest.mark.clause("GC-S12")
def test_a_doubled_blackjack_gets_its_card_before_the_first_spot_acts() -> None:
    cards, bets = "Th 8h Ah 7c 6h 6c Kh Td 9s", {1: 400, 2: 400, 3: 400}
    round_ = play(SHEET, cards, bets=bets, answers=["double"])
    assert dealt(round_, "double") == [(3, "9s")]
    assert round_.question is not None
    assert (round_.question.kind, round_.question.spot) == ("play", 1)


@pytest.mark.clause("GC-S12")
def test_a_house_may_let_it_wait_for_its_turn() -> None:
    cards, bets = "Th 8h Ah 7c 6h 6c Kh Td 9s", {1: 400, 2: 400, 3: 400}
    round_ = play(SHEET, cards, bets=bets, sets=["natural_double=in_turn"])
    turns = []
    for words in ("stand", "stand", "double"):
        assert round_.question is not None
        turns.append((round_.question.kind, round_.question.spot))
        act(round_, words)
    assert turns == [("play", 1), ("play", 2), ("natural", 3)]
    assert settled(round_)[0] == (3, 0, "main", 800, "win", 800)
    paid = play(SHEET, cards, bets=bets, answers=["stand", "stand", "go on"], sets=["natural_double=in_turn"])
    assert settled(paid)[0] == (3, 0, "main", 400, "win", 600)


# --- insurance and the check ------------------------------------------------------------------------------


@pytest.mark.clause("GC-INS-1")
def test_insurance_is_half_the_ante_at_most_in_half_dollars() -> None:
    round_ = play(SHEET, "Th 8h Ac 9h 6h 9d", bets={1: 300, 2: 100})
    refused(round_, "1: insure 2.00", clause="GC-INS-1")
    refused(round_, "1: insure 0.25", clause="GC-INS-1", says="steps of")
    refused(round_, "2: insure 1.00", clause="GC-INS-1")
    act(round_, "1: insure 1.50", "2: insure 0.50")
    assert settled(round_) == [(2, 0, "insurance", 50, "lose", -50), (1, 0, "insurance", 150, "lose", -150)]


@pytest.mark.clause("GC-INS-1")
def test_a_house_may_choose_another_share_and_step() -> None:
    act(deal("Th Ac 6h 9d", sets=["insurance_share=1"]), "1: insure 4.00")
    refused(deal("Th Ac 6h 9d", bets={1: 300}, sets=["insurance_step=1.00"]), "1: insure 1.50", clause="GC-INS-1")


@pytest.mark.clause("GC-INS-1")
@pytest.mark.parametrize("up", ["2c", "9c", "Tc", "Kc"])
def test_insurance_is_for_an_ace_only(up: str) -> None:
    refused(deal(f"Th {up} 6h 9d"), "1: insure 2.00", clause="GC-DEAL-12")


@pytest.mark.clause("GC-PAY-3")
def test_insurance_pays_two_to_one() -> None:
    round_ = deal("Th Ac 6h Kd", "1: insure 2.00")
    assert settled(round_) == [(1, 0, "main", 400, "lose", -400), (1, 0, "insurance", 200, "win", 400)]
    assert round_.net() == {1: 0}


@pytest.mark.clause("GC-PAY-3", "GC-S13")
def test_insurance_is_paid_on_a_blackjack_that_the_check_missed() -> None:
    round_ = deal("Th Ac 6h Kd", "go", "1: insure 2.00", "close", "peek no", "stand", "go", manual=True)
    assert round_.net() == {1: -400 + 400}
    check_conserved(round_)


@pytest.mark.clause("GC-RULE-14", "GC-RULE-18", "GC-S13")
@pytest.mark.parametrize(
    ("cards", "answers", "net"),
    [
        ("Ah Kc Kh Ad", [], 400),
        ("Ah Ac Kh Kd", ["1: decline", "close"], 0),
        ("Ah Ac Kh Kd", ["1: insure 2.00", "close"], 400),
        ("Ah Ac Kh Kd", ["1: even money", "close"], 400),
    ],
)
def test_a_blackjack_meets_one_that_the_check_missed_all_the_same(cards: str, answers: list[str], net: int) -> None:
    taken = [] if "1: even money" in answers else ["go on"]
    round_ = deal(cards, "go", *answers, "peek no", *taken, "go", manual=True)
    assert round_.net() == {1: net}
    check_conserved(round_)


@pytest.mark.clause("GC-DEAL-13")
def test_the_dealer_checks_after_the_offers() -> None:
    round_ = deal("Th Ac 6h 9d", "1: decline")
    assert order(round_, e.InsuranceDeclined, e.Peeked) == ["InsuranceDeclined", "Peeked"]
    assert happened(deal("Th Kc 6h 9d"), e.Peeked) == [e.Peeked(blackjack=False, clause="GC-DEAL-13")]
    assert not happened(deal("Th 9c 6h 9d"), e.Peeked)


@pytest.mark.clause("GC-DEAL-13")
def test_a_dealer_blackjack_under_a_ten_ends_the_round_before_anybody_acts() -> None:
    round_ = deal("8h Kc 8c Ad")
    assert settled(round_) == [(1, 0, "main", 400, "lose", -400)]


@pytest.mark.clause("GC-DEAL-13", "GC-S8")
def test_without_a_check_under_a_ten_doubles_and_splits_lose_to_a_late_blackjack() -> None:
    round_ = deal("8h Kc 8c Ad 3s Ts 9d", "split", "double", "stand", sets=PEEK_OFF)
    assert not happened(round_, e.Peeked)
    assert settled(round_) == [(1, 0, "main", 800, "lose", -800), (1, 1, "main", 400, "lose", -400)]
    assert dealt(round_, "dealer") == []


@pytest.mark.clause("GC-S8")
@pytest.mark.parametrize(("hole", "result", "pays"), [("Ad", "win", 400), ("9d", "win", 600)])
def test_without_a_check_a_players_blackjack_is_settled_at_the_end(hole: str, result: str, pays: int) -> None:
    round_ = play(SHEET, f"Th Ah Kc 9h Kh {hole}", bets={1: 400, 2: 400}, answers=["stand"], sets=PEEK_OFF)
    assert order(round_, e.HandStood, e.HoleTurned, e.WagerSettled)[:3] == ["HandStood", "HoleTurned", "WagerSettled"]
    assert settled(round_)[0] == (2, 0, "main", 400, result, pays)


@pytest.mark.clause("GC-S8")
def test_without_a_check_the_ace_is_still_checked() -> None:
    round_ = deal("Ah Ac Kh Kd", "1: decline", sets=PEEK_OFF)
    assert happened(round_, e.Peeked)
    assert settled(round_) == [(1, 0, "main", 400, "push", 0)]
    checked = play(SHEET, "Th Ah Kc 9h Kh Ad", bets={1: 400, 2: 400})
    assert (checked.over, happened(checked, e.HandStood)) == (True, [])  # by default the ten is checked as well
