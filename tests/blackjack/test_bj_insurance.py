"""Catfish Bend Blackjack: insurance and even money."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    BJ,
    act,
    calls,
    check_conserved,
    happened,
    options,
    order,
    play,
    refused,
    settled,
    shoe,
)

from pitboss.games.events import (
    Called,
    CardsDiscarded,
    EvenMoneyTaken,
    InsuranceBet,
    InsuranceDeclined,
    Peeked,
    WagerSettled,
)

BLACKJACK = shoe("Th 9d", dealer="Ah Kc")
NONE = shoe("Th 9d", dealer="Ah 8c")


@pytest.mark.clause("BJ-INS-1")
@pytest.mark.parametrize("up", ["2h", "9h", "Th", "Kh", "Ah"])
def test_insurance_is_offered_against_an_ace_only(up: str) -> None:
    round_ = play(BJ, shoe("Th 9d", dealer=f"{up} 8c"), bets={1: 1000})
    assert round_.question.kind == ("insurance" if up == "Ah" else "play")
    if up != "Ah":
        refused(round_, "1: insure 5", clause="BJ-INS-1", says="insurance is not open")


@pytest.mark.clause("BJ-INS-3A", "BJ-INS-3C", "BJ-INS-5")
def test_insurance_opens_and_closes_with_a_call_and_a_wave_before_the_peek() -> None:
    round_ = play(BJ, NONE, bets={1: 1000})
    refused(round_, "hit")
    act(round_, "1: decline")
    said = [(c.text, c.gesture, c.clause) for c in happened(round_, Called)]
    assert said == [("Insurance open", "wave", "BJ-INS-3A"), ("Insurance closed", "wave_back", "BJ-INS-3C")]
    assert order(round_, Called, InsuranceDeclined, Peeked) == ["Called", "InsuranceDeclined", "Called", "Peeked"]
    refused(round_, "1: insure 5", says="insurance is not open")


@pytest.mark.clause("BJ-INS-3B")
def test_insurance_closes_when_every_hand_has_answered() -> None:
    cards = shoe("Th 9d", "Ac Kd", "5d 6d", dealer="Ah 8c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, manual=True, answers=["go"])
    for answer, left in (("3: insure 2", "1, 2"), ("2: even money", "1")):
        act(round_, answer)
        refused(round_, "close", clause="BJ-INS-3B", says=f"not yet answered: spot {left}")
        refused(round_, "close", role="player")
    act(round_, "1: decline", "close")
    assert calls(round_)[-1] == "Insurance closed"
    assert round_.question.kind == "peek"


@pytest.mark.clause("BJ-INS-2a", "BJ-WAG-4")
def test_insurance_is_a_bet_of_its_own_on_the_insurance_line() -> None:
    round_ = play(BJ, NONE, bets={1: 1000}, answers=["1: insure 5"])
    (bet,) = happened(round_, InsuranceBet)
    assert (bet.cents, bet.position, bet.clause) == (500, "insurance_line", "BJ-WAG-4")
    act(round_, "stand")
    assert settled(round_) == [(1, 0, "insurance", 500, "lose", -500), (1, 0, "main", 1000, "push", 0)]
    check_conserved(round_)


@pytest.mark.clause("BJ-INS-2b", "BJ-PAY-6a")
@pytest.mark.parametrize(("hole", "pays"), [("Kc", 1000), ("Tc", 1000), ("9c", -500), ("Ac", -500)])
def test_insurance_wins_two_to_one_exactly_on_a_dealer_blackjack(hole: str, pays: int) -> None:
    round_ = play(BJ, shoe("Th 9d", dealer=f"Ah {hole}"), bets={1: 1000}, answers=["1: insure 5"])
    assert [row[-1] for row in settled(round_, "insurance")] == [pays]


@pytest.mark.clause("BJ-INS-2c")
def test_insurance_is_at_most_half_the_bet() -> None:
    refused(play(BJ, NONE, bets={1: 2000}), "1: insure 10.50", clause="BJ-INS-2c", says=r"more than \$10")
    for amount, cents in (("10", 1000), ("3", 300)):
        round_ = play(BJ, NONE, bets={1: 2000}, answers=[f"1: insure {amount}"])
        assert happened(round_, InsuranceBet)[0].cents == cents


@pytest.mark.clause("BJ-INS-4")
@pytest.mark.parametrize("hand", ["2h 3d", "Th Kd", "Ac Kd"])
def test_any_hand_may_be_insured(hand: str) -> None:
    round_ = play(BJ, shoe(hand, dealer="Ah Kc"), bets={1: 1000}, answers=["1: insure 5"])
    assert settled(round_, "insurance") == [(1, 0, "insurance", 500, "win", 1000)]
    assert settled(round_, "main") == [(1, 0, "main", 1000, *(("push", 0) if hand == "Ac Kd" else ("lose", -1000)))]


@pytest.mark.clause("BJ-INS-6A", "BJ-INS-6Ba")
def test_a_dealer_blackjack_takes_the_bet_then_pays_insurance_box_by_box() -> None:
    cards = shoe("Th 9d", "Ac Kd", "5d 6d", dealer="Ah Kc")
    answers = ["1: insure 5", "2: decline", "3: insure 4"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, answers=answers)
    assert settled(round_) == [
        (3, 0, "main", 1000, "lose", -1000),
        (3, 0, "insurance", 400, "win", 800),
        (2, 0, "main", 1000, "push", 0),
        (1, 0, "main", 1000, "lose", -1000),
        (1, 0, "insurance", 500, "win", 1000),
    ]
    lost = [event for event in happened(round_, WagerSettled) if event.result == "lose"]
    assert {event.clause for event in lost} == {"BJ-INS-6A"}
    check_conserved(round_)


@pytest.mark.clause("BJ-INS-6Bb", "BJ-PAY-7a")
def test_the_lost_bet_covers_the_insurance() -> None:
    round_ = play(BJ, BLACKJACK, bets={1: 2000}, answers=["1: insure 10"])
    assert round_.net() == {1: 0}
    check_conserved(round_)


@pytest.mark.clause("BJ-INS-7A", "BJ-INS-7B")
def test_without_a_dealer_blackjack_insurance_is_taken_and_the_bet_stays() -> None:
    round_ = play(BJ, NONE, bets={1: 1000}, answers=["1: insure 5"])
    assert order(round_)[-2:] == ["Peeked", "WagerSettled"]
    (lost,) = happened(round_, WagerSettled)
    assert (lost.wager, lost.pays, lost.clause) == ("insurance", -500, "BJ-INS-7B")
    assert round_.question.kind == "play"
    assert round_.spots[1].hands[0].stake == 1000


@pytest.mark.clause("BJ-INS-8a", "BJ-PAY-6b")
def test_even_money_is_for_a_blackjack_against_an_ace() -> None:
    round_ = play(BJ, shoe("Th 9d", "Ac Kd", dealer="Ah Kc"), bets={1: 1000, 2: 1000})
    refused(round_, "1: even money", clause="BJ-INS-8a", says="for a blackjack against an ace")
    act(round_, "2: even money")
    assert settled(round_) == [(2, 0, "main", 1000, "win", 1000)]
    refused(round_, "2: insure 5", says="no hand to insure")
    insured = play(BJ, shoe("Th 9d", "Ac Kd", dealer="Ah Kc"), bets={1: 1000, 2: 1000}, answers=["2: insure 5"])
    refused(insured, "2: even money", clause="BJ-DEAL-2b", says="already made")
    against_ten = play(BJ, shoe("Th 9d", "Ac Kd", dealer="Th 9c"), bets={1: 1000, 2: 1000})
    refused(against_ten, "2: even money")


@pytest.mark.clause("BJ-INS-8b")
def test_even_money_is_paid_and_cleared_before_the_peek() -> None:
    round_ = play(BJ, shoe("Ac Kd", dealer="Ah Kc"), bets={1: 1000}, answers=["1: even money"])
    assert order(round_, EvenMoneyTaken, WagerSettled, CardsDiscarded, Peeked) == [
        "EvenMoneyTaken", "WagerSettled", "CardsDiscarded", "Peeked", "CardsDiscarded",
    ]  # fmt: skip
    assert round_.net() == {1: 1000}
    assert happened(round_, WagerSettled)[0].clause == "BJ-INS-8b"
    check_conserved(round_)


@pytest.mark.clause("BJ-INTRO-7b")
def test_a_blackjack_that_declined_even_money_pushes() -> None:
    round_ = play(BJ, shoe("Ac Kd", dealer="Ah Kc"), bets={1: 1000}, answers=["1: decline"])
    assert options(round_) == set()
    assert settled(round_) == [(1, 0, "main", 1000, "push", 0)]


def test_the_smallest_insurance_is_one_step_down_to_a_single_cent() -> None:
    sets = ["insurance.step=0.01", "chips.denominations=0.01,0.50,1,5,25,100,500,1000,5000"]
    refused(play(BJ, NONE, bets={1: 1000}, sets=sets), "1: insure 0", says="steps of")
    round_ = play(BJ, NONE, bets={1: 1000}, answers=["1: insure 0.01"], sets=sets)
    assert [bet.cents for bet in happened(round_, InsuranceBet)] == [1]
