"""Catfish Bend Blackjack: the deal, blackjacks, and the order in which hands act."""

from __future__ import annotations

import pytest
from tests.blackjack.table import (
    BJ,
    act,
    calls,
    check_conserved,
    dealt,
    happened,
    options,
    order,
    play,
    refused,
    settled,
    shoe,
)  # fmt: skip

from pitboss.cards import UNKNOWN, parse_cards
from pitboss.games.actions import CardIs, Deal, Hit, PeekSays, Proceed, Stand
from pitboss.games.blackjack.views import seen_by
from pitboss.games.events import (
    BlackjackOverlooked,
    Called,
    CardDealt,
    CardsDiscarded,
    HandBroke,
    HandHit,
    HandStood,
    Peeked,
    PushMarked,
    WagerSettled,
)
from pitboss.hands.totals import total

THREE = shoe("Th 9d", "8h 7c", "5d 6s", dealer="9h Tc", then="3d")


@pytest.mark.clause("BJ-DEAL-6a", "BJ-DEAL-6b", "BJ-TRI-5", "BJ-KB-4")
def test_two_passes_from_the_dealers_left() -> None:
    round_ = play(BJ, THREE, bets={7: 1000, 2: 1000, 4: 1000})
    assert [spot for spot, _ in dealt(round_)] == [2, 4, 7, 0, 2, 4, 7, 0]
    other = play(BJ, THREE, bets={7: 1000, 2: 1000, 4: 1000}, sets=["deal.start=dealer_right"])
    assert [spot for spot, _ in dealt(other)] == [7, 4, 2, 0, 7, 4, 2, 0]
    assert (round_.question.spot, other.question.spot) == (2, 7)


@pytest.mark.clause("BJ-DEAL-7", "BJ-DEAL-9a", "BJ-DEAL-9b")
def test_players_cards_and_the_dealers_first_lie_open_his_second_is_hidden() -> None:
    round_ = play(BJ, THREE, bets={1: 1000, 2: 1000, 3: 1000})
    assert [card.seen for card in happened(round_, CardDealt)] == ["all"] * 7 + ["nobody"]
    assert dealt(round_)[3] == (0, "9h")
    for watcher in (None, "P1", "P3"):
        cards = [event.card for event in seen_by(round_.events, watcher) if isinstance(event, CardDealt)]
        assert UNKNOWN not in cards[:7]
        assert cards[7] is UNKNOWN


@pytest.mark.clause("BJ-DEAL-8")
@pytest.mark.parametrize("role", ["player", "spectator"])
def test_only_the_dealer_handles_the_cards(role: str) -> None:
    manual = play(BJ, shoe("Th Td", dealer="Ah 9c"), bets={1: 1000}, manual=True)
    for handling in (Proceed(), Deal(1)):
        refused(manual, handling, role=role, clause="BJ-DEAL-8", says="only the dealer")
    act(manual, "go", "1: decline", "close")
    refused(manual, PeekSays(blackjack=False), role=role, clause="BJ-DEAL-8", says="only the dealer")
    declared = play(BJ, None, bets={1: 1000})
    refused(declared, CardIs(parse_cards("Th")[0]), role=role, clause="BJ-DEAL-8", says="only the dealer")


# signals and turns


def test_every_card_names_the_clause_it_was_dealt_by() -> None:
    cards = shoe("8h 8d", "5h 6c", dealer="6h Ac", then="3s 2s Ts 9d 9s 2c")
    answers = ["split", "hit", "stand", "stand", "double"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=answers)
    assert [(card.spot, card.why, card.clause) for card in happened(round_, CardDealt)[2:]] == [
        (0, "deal", "BJ-DEAL-9a"),
        (1, "deal", "BJ-DEAL-6a"),
        (2, "deal", "BJ-DEAL-6a"),
        (0, "hole", "BJ-DEAL-9b"),
        (1, "split", "BJ-SPLIT-6"),
        (1, "hit", "BJ-DEAL-10a"),
        (1, "split", "BJ-SPLIT-6"),
        (2, "double", "BJ-DBL-1c"),
        (0, "dealer", "BJ-DEAL-20"),
        (0, "dealer", "BJ-DEAL-18"),
    ]


@pytest.mark.clause("BJ-DEAL-10a", "BJ-DEAL-10b")
def test_a_card_needs_a_hand_signal() -> None:
    round_ = play(BJ, THREE, bets={1: 1000, 2: 1000, 3: 1000}, answers=["stand", "stand"])
    refused(round_, Hit(signal="voice"), clause="BJ-DEAL-10b", says="hand signal is required")
    refused(round_, "hit by voice", clause="BJ-DEAL-10b")
    act(round_, "hit said hit")
    (hit,) = happened(round_, HandHit)
    assert (hit.spot, hit.signal, hit.said, hit.clause) == (3, "hand", "hit", "BJ-DEAL-10a")
    assert dealt(round_)[-1] == (3, "3d")


@pytest.mark.clause("BJ-DEAL-11a", "BJ-DEAL-11b")
def test_play_passes_on_after_a_hand_signal_or_a_break() -> None:
    cards = shoe("Th 9d", "8h 7c", "5d 6s", dealer="9h Tc", then="9s")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000})
    refused(round_, Stand(signal="voice"), clause="BJ-DEAL-11b", says="hand signal is required")
    assert round_.question.spot == 1
    act(round_, "stand")
    (stood,) = happened(round_, HandStood)
    assert (stood.signal, stood.clause) == ("hand", "BJ-DEAL-11a")
    assert round_.question.spot == 2
    act(round_, "hit")
    assert happened(round_, HandBroke)[0].total == 24
    assert round_.question.spot == 3


@pytest.mark.clause("BJ-INTRO-8")
def test_players_act_one_after_another() -> None:
    round_ = play(BJ, THREE, bets={1: 1000, 2: 1000, 3: 1000})
    for answer in ("2: hit", "3: stand", "3: double"):
        refused(round_, answer, clause="BJ-INTRO-8", says="not the turn of spot")
    act(round_, "1: stand")
    refused(round_, "1: hit", clause="BJ-INTRO-8")


@pytest.mark.clause("BJ-INTRO-9")
@pytest.mark.parametrize("hand", ["2h 2d", "Ah 2d", "Th Td", "5h 6d"])
def test_a_player_may_stand_on_any_total(hand: str) -> None:
    round_ = play(BJ, shoe(hand, dealer="9h Tc"), bets={1: 1000})
    assert "Stand" in options(round_)
    assert act(round_, "stand").over


@pytest.mark.clause("BJ-INTRO-9")
def test_a_player_may_stand_after_every_card() -> None:
    round_ = play(BJ, shoe("2h 2d", dealer="9h Tc", then="3d 4s"), bets={1: 1000}, answers=["hit", "hit"])
    assert "Stand" in options(round_)
    assert act(round_, "stand").net() == {1: -1000}


@pytest.mark.clause("BJ-DEAL-13a", "BJ-DEAL-13b")
def test_a_broken_hand_is_taken_at_once_chips_first() -> None:
    cards = shoe("Th 6d", "8h 7c", dealer="9h Tc", then="Kd")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["hit"])
    tail = round_.events[-4:]
    assert [type(event).__name__ for event in tail] == ["CardDealt", "HandBroke", "WagerSettled", "CardsDiscarded"]
    assert (tail[2].result, tail[2].pays, tail[2].clause) == ("lose", -1000, "BJ-DEAL-13b")
    assert (tail[3].spot, [c.text for c in tail[3].cards], tail[3].clause) == (1, ["Th", "6d", "Kd"], "BJ-DEAL-13a")
    assert round_.question.spot == 2


@pytest.mark.clause("BJ-INTRO-10")
def test_unbroken_hands_wait_for_the_dealer() -> None:
    cards = shoe("Th 6d", "8h 7c", dealer="6h Tc", then="Kc")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, manual=True, answers=["go", "stand", "stand"])
    assert round_.agenda[-1] == ("turn_hole",)
    assert settled(round_) == []
    act(round_, "go 2")
    assert settled(round_) == []
    assert act(round_, "go").net() == {1: 1000, 2: 1000}


@pytest.mark.clause("BJ-DEAL-14", "BJ-INTRO-10", "BJ-PAY-1a")
def test_settlement_at_the_end_then_the_cards_go() -> None:
    cards = shoe("Th 6d", "8h 7c", "Jh Qc", dealer="6h Tc", then="Kc 3s")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, answers=["stand", "hit", "stand"])
    assert settled(round_) == [
        (2, 0, "main", 1000, "lose", -1000),
        (3, 0, "main", 1000, "win", 1000),
        (1, 0, "main", 1000, "lose", -1000),
    ]
    last = order(round_).index("WagerSettled", order(round_).index("HoleTurned")) + 1
    assert order(round_)[last:] == ["WagerSettled", *["CardsDiscarded"] * 3, "RoundEnded"]
    assert [d.spot for d in happened(round_, CardsDiscarded)] == [2, 3, 1, 0]
    check_conserved(round_)


# blackjacks


@pytest.mark.clause("BJ-INTRO-6")
@pytest.mark.parametrize("hand", ["Ah Td", "Jc As", "Qc As", "Ac Kc"])
def test_an_ace_and_a_ten_are_a_blackjack(hand: str) -> None:
    round_ = play(BJ, shoe(hand, "9h 9d", dealer="6h Tc"), bets={1: 1000, 2: 1000})
    assert round_.spots[1].hands[0].natural
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1500)]


@pytest.mark.clause("BJ-INTRO-6", "BJ-INTRO-7a")
def test_three_cards_of_21_are_no_blackjack_and_lose_to_none() -> None:
    cards = shoe("7h 7d", "Ah Kd", dealer="6h Tc", then="7c 5c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["hit", "stand"])
    assert total(parse_cards("6h Tc 5c")).points == 21
    assert not round_.spots[1].hands[0].natural
    assert settled(round_) == [(2, 0, "main", 1000, "win", 1500), (1, 0, "main", 1000, "push", 0)]


@pytest.mark.clause("BJ-DEAL-15a")
@pytest.mark.parametrize("up", ["2h", "6h", "9h", "Th", "Jh", "Qh", "Kh", "Ah"])
def test_the_dealer_peeks_under_an_ace_or_a_ten(up: str) -> None:
    round_ = play(BJ, shoe("9h 9d", dealer=f"{up} 7c"), bets={1: 1000})
    if up == "Ah":
        assert not happened(round_, Peeked)
        act(round_, "1: decline")
    assert len(happened(round_, Peeked)) == (up[0] in "TJQKA")
    assert round_.question.kind == "play"


@pytest.mark.clause("BJ-DEAL-15b", "BJ-DEAL-15c", "BJ-DEAL-15d", "BJ-PAY-4B")
def test_blackjacks_are_paid_and_cleared_right_after_the_peek() -> None:
    cards = shoe("Ah Kd", "9h 9d", "As Jd", dealer="Th 9c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1500})
    after = round_.events[order(round_).index("Peeked") :]
    assert [type(event).__name__ for event in after] == [
        "Peeked", "WagerSettled", "CardsDiscarded", "WagerSettled", "CardsDiscarded",
    ]  # fmt: skip
    assert settled(round_) == [(3, 0, "main", 1500, "win", 2250), (1, 0, "main", 1000, "win", 1500)]
    assert [d.spot for d in happened(round_, CardsDiscarded)] == [3, 1]
    assert happened(round_, CardsDiscarded)[0].clause == "BJ-DEAL-15c"
    assert (round_.question.kind, round_.question.spot) == ("play", 2)
    check_conserved(act(round_, "stand"))


@pytest.mark.clause("BJ-DEAL-15b", "BJ-DEAL-15c")
def test_under_an_ace_a_blackjack_is_paid_and_cleared_after_the_peek_too() -> None:
    cards = shoe("Ac Kd", "9h 9d", dealer="Ah 9c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["1: decline", "2: decline"])
    assert order(round_)[-3:] == ["Peeked", "WagerSettled", "CardsDiscarded"]
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1500)]
    assert round_.question == ("play", "player", 2, 0)


@pytest.mark.clause("BJ-DEAL-15b", "BJ-PAY-4-2")
def test_against_a_ten_payment_may_wait_until_all_hands_have_acted() -> None:
    cards = shoe("Ah Kd", "9h 9d", dealer="Th 9c")
    sets = ["blackjack.vs_ten_payment=after_all_hands"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, sets=sets)
    assert settled(round_) == []
    act(round_, "stand")
    assert order(round_, HandStood, WagerSettled, CardsDiscarded)[:3] == ["HandStood", "WagerSettled", "CardsDiscarded"]
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1500), (2, 0, "main", 1000, "lose", -1000)]
    assert order(round_).index("HoleTurned") > order(round_).index("WagerSettled")
    low = play(BJ, shoe("Ah Kd", "9h 9d", dealer="6h 9c"), bets={1: 1000, 2: 1000}, sets=sets)
    assert settled(low) == [(1, 0, "main", 1000, "win", 1500)]


@pytest.mark.clause("BJ-PAY-4-1", "BJ-PAY-4-2")
@pytest.mark.parametrize("up", ["Th", "Jh", "Qh", "Kh"])
def test_a_blackjack_against_a_ten_is_announced_and_not_paid_before_the_peek(up: str) -> None:
    round_ = play(BJ, shoe("9h 9d", "Ah Kd", dealer=f"{up} 9c"), bets={1: 1000, 2: 1000})
    (call,) = happened(round_, Called)
    assert (call.text, call.spot, call.clause) == ("Blackjack", 2, "BJ-PAY-4-1")
    assert order(round_, Called, Peeked, WagerSettled) == ["Called", "Peeked", "WagerSettled"]


@pytest.mark.clause("BJ-PAY-4-1")
@pytest.mark.parametrize("up", ["9h", "2h"])
def test_a_blackjack_against_a_low_card_is_not_announced(up: str) -> None:
    assert calls(play(BJ, shoe("9h 9d", "Ah Kd", dealer=f"{up} 9c"), bets={1: 1000, 2: 1000})) == []


@pytest.mark.clause("BJ-PAY-4A", "BJ-INTRO-7b")
@pytest.mark.parametrize("up", ["Th", "Kh"])
def test_a_ten_up_and_a_dealer_blackjack_push_a_players_blackjack(up: str) -> None:
    round_ = play(BJ, shoe("Ah Kd", "9h 9d", dealer=f"{up} Ac"), bets={1: 1000, 2: 1000})
    assert settled(round_) == [(2, 0, "main", 1000, "lose", -1000), (1, 0, "main", 1000, "push", 0)]
    assert happened(round_, PushMarked)[0].spot == 1
    check_conserved(round_)


@pytest.mark.clause("BJ-PAY-3a", "BJ-PAY-3b", "BJ-PAY-5b")
@pytest.mark.parametrize("up", "23456789")
def test_against_two_to_nine_a_blackjack_is_paid_before_any_third_card(up: str) -> None:
    cards = shoe("5h 6d", "Ah Kd", dealer=f"{up}h Tc", then="Ts 4c 7h 8d")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["hit"])
    assert not happened(round_, Peeked)
    assert order(round_, WagerSettled, CardsDiscarded, HandHit)[:3] == ["WagerSettled", "CardsDiscarded", "HandHit"]
    assert settled(round_)[0] == (2, 0, "main", 1000, "win", 1500)


@pytest.mark.clause("BJ-PAY-1b")
@pytest.mark.parametrize(("unit", "bet", "toke"), [("0.50", 750, 200), ("1.00", 700, 200), ("none", 750, 225)])
def test_blackjacks_are_rounded_down(unit: str, bet: int, toke: int) -> None:
    cards = shoe("Ah Kd", dealer="6h Tc")
    round_ = play(BJ, cards, bets={1: 500}, tokes={1: 150}, sets=[f"blackjack.rounding={unit}"])
    assert settled(round_) == [(1, 0, "main", 500, "win", bet), (1, 0, "toke:main", 150, "win", toke)]


@pytest.mark.clause("BJ-DEAL-16a", "BJ-DEAL-16b")
def test_an_overlooked_blackjack_stays_and_is_paid_in_its_place() -> None:
    cards = shoe("Th 9d", "Ah Kd", "Ts 8d", dealer="6h Tc", then="5c")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000, 3: 1000}, manual=True, answers=["go 8"])
    assert round_.question.spot == 2
    refused(round_, "overlook 1", clause="BJ-DEAL-16a")
    refused(round_, "overlook 2", role="player")
    act(round_, "overlook 2")
    assert happened(round_, BlackjackOverlooked)[0].clause == "BJ-DEAL-16a"
    act(round_, "stand", "stand")
    assert (settled(round_), len(round_.spots[2].hands[0].cards)) == ([], 2)
    act(round_, "go")
    assert settled(round_) == [
        (3, 0, "main", 1000, "lose", -1000),
        (2, 0, "main", 1000, "win", 1500),
        (1, 0, "main", 1000, "lose", -1000),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-DEAL-16b")
@pytest.mark.parametrize(("third", "result", "pays"), [("5c", "push", 0), ("4c", "win", 1000), ("Kc", "win", 1000)])
def test_an_overlooked_blackjack_may_count_as_21(third: str, result: str, pays: int) -> None:
    cards = shoe("Ah Kd", dealer="6h Tc", then=third)
    sets = ["irregularity.missed_blackjack=counts_21"]
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, sets=sets, answers=["go 4", "overlook 1", "go"])
    assert settled(round_) == [(1, 0, "main", 1000, result, pays)]
    check_conserved(round_)
