"""Games of Chance Blackjack: splitting, doubling on any number of cards, and surrender."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import act, check_conserved, dealt, happened, options, order, play, refused, settled

from pitboss.games import events as e
from pitboss.games.actions import DoubleDown
from pitboss.games.blackjack import BlackjackRound

SHEET = "games-of-chance-blackjack"


def deal(cards: str, *answers: Any, **more: Any) -> BlackjackRound:
    """One spot with $4 on it."""
    return play(SHEET, cards, bets=more.pop("bets", {1: 400}), answers=answers, **more)


# --- splitting --------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-SPLIT-1", "GC-SPLIT-2")
def test_a_pair_is_split_for_a_bet_equal_to_the_ante() -> None:
    assert happened(deal("Th 7c Kc Td 9s", "split"), e.HandSplit)
    round_ = deal("8h 7c 8c Td Ts 9s")
    for wrong in ("split 2.00", "split 8.00", "split 1.00"):
        refused(round_, wrong, clause="GC-SPLIT-2", says="must equal")
    act(round_, "split 4.00", "stand", "stand")
    assert [(s.cents, s.new_hand, s.free) for s in happened(round_, e.HandSplit)] == [(400, 1, False)]
    assert settled(round_) == [(1, 0, "main", 400, "win", 400), (1, 1, "main", 400, "push", 0)]
    check_conserved(round_)


@pytest.mark.clause("GC-SPLIT-1")
def test_only_the_opening_two_cards_are_split() -> None:
    round_ = deal("8h 7c 2c Td 8s", "hit")
    refused(round_, "split", clause="GC-SPLIT-1", says="only two cards")
    refused(deal("8h 7c 9c Td"), "split", clause="GC-SPLIT-1", says="not a pair")


@pytest.mark.clause("GC-S7")
def test_equal_value_is_enough_unless_the_house_asks_for_rank() -> None:
    assert happened(deal("Th 7c Kc Td 9s", "split"), e.HandSplit)
    refused(deal("9h 7c Tc Td 9s"), "split", says="not a pair of equal value")
    by_rank = ["split_match=rank"]
    refused(deal("Th 7c Kc Td 9s", sets=by_rank), "split", says="not a pair of equal rank")
    assert happened(deal("Kh 7c Kc Td 9s", "split", sets=by_rank), e.HandSplit)


@pytest.mark.clause("GC-SPLIT-4")
def test_three_splits_make_four_hands_and_a_fourth_is_refused() -> None:
    round_ = deal("8h 7c 8c Td 8d 8s 8h 2c 2d 2h 2s", "split", "split", "split")
    assert [s.cents for s in happened(round_, e.HandSplit)] == [400] * 3
    refused(round_, "split", clause="GC-SPLIT-4", says="4 hands are the most")
    assert "Split" not in options(round_)


@pytest.mark.clause("GC-SPLIT-5")
def test_aces_are_split_again_to_four_hands() -> None:
    round_ = deal("Ah 7c Ac Td Ad As Ah 9c", "split", "split", "split")
    assert len(round_.spots[1].hands) == 4
    refused(round_, "split", clause="GC-SPLIT-4")


@pytest.mark.clause("GC-SPLIT-6", "GC-DBL-2")
def test_split_aces_are_hit_doubled_and_surrendered() -> None:
    round_ = deal("Ah 9c Ac Td 5s 3s Kd 9d", "split")
    assert {"Hit", "DoubleDown", "Surrender", "Stand"} <= options(round_)
    act(round_, "hit", "stand", "double")
    assert settled(round_) == [(1, 0, "main", 400, "push", 0), (1, 1, "main", 800, "win", 800)]
    gave_up = deal("Ah 9c Ac Td 5s 3s", "split", "surrender", "surrender")
    assert settled(gave_up) == [(1, 0, "main", 400, "surrender", -200), (1, 1, "main", 400, "surrender", -200)]
    check_conserved(gave_up)


@pytest.mark.clause("GC-SPLIT-3")
def test_an_ace_and_a_ten_after_a_split_are_21() -> None:
    round_ = deal("Ah 7c Ac Td Ks 9s", "split", "stand", "stand")
    assert not any(hand.natural for hand in round_.spots[1].hands)
    assert settled(round_)[0] == (1, 0, "main", 400, "win", 400)
    blackjack = deal("Ah 7c Ac Td Ks 9s", "split", "go on", "stand", sets=["split_blackjack=true"])
    assert settled(blackjack)[0] == (1, 0, "main", 400, "win", 600)


@pytest.mark.clause("GC-SPLIT-3")
def test_a_split_ace_and_ten_may_be_doubled_with_the_ace_as_one() -> None:
    round_ = deal("Ah 7c Ac Td Ks 5d 9s", "split", "double", "stand")
    assert settled(round_)[0] == (1, 0, "main", 800, "lose", -800)  # 11 and five


# --- doubling ---------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-DBL-1", "GC-DBL-2")
@pytest.mark.parametrize(
    ("cards", "drawn", "card", "net"),
    [
        ("3h 4c", "2s", "Kd", 800),  # nine on three cards
        ("7h 7d", "7s", "2d", -800),  # a hard 21, which breaks
        ("Ah 5d", "5s", "9d", 800),  # a soft 21: the ace counts one, 20
        ("Th 6d", "", "5d", 800),
        ("Ah 6d", "", "3d", 800),
    ],
)
def test_any_number_of_cards_up_to_21_is_doubled(cards: str, drawn: str, card: str, net: int) -> None:
    first, second = cards.split()
    hits = ["hit"] * bool(drawn)
    round_ = deal(f"{first} 7c {second} Td {drawn} {card}", *hits, "double")
    assert round_.net() == {1: net}
    assert dealt(round_, "double") == [(1, card)]
    check_conserved(round_)


@pytest.mark.clause("GC-DBL-1")
def test_a_house_may_double_two_cards_only() -> None:
    round_ = deal("3h 7c 4c Td 2s", "hit", sets=["double.cards=two"])
    refused(round_, "double", clause="", says="only two cards")


@pytest.mark.clause("GC-DBL-2")
def test_split_hands_are_doubled_also_after_a_hit() -> None:
    round_ = deal("8h 7c 8c Td 2s Td 3d Kd", "split", "double", "double")
    assert settled(round_) == [(1, 0, "main", 800, "win", 800), (1, 1, "main", 800, "win", 800)]
    after_hit = deal("8h 7c 8c Td 2s 3d 6d Kd", "split", "hit", "double", "stand")
    assert settled(after_hit)[0] == (1, 0, "main", 800, "win", 800)


@pytest.mark.clause("GC-DBL-4")
@pytest.mark.parametrize(
    ("bet", "good", "bad"),
    [(400, [400, 200], [100, 300, 800, 150]), (300, [300], [150, 100, 200]), (200, [200], [100]), (100, [100], [50])],
)
def test_a_double_is_for_the_whole_bet_or_half_of_four_dollars(bet: int, good: list[int], bad: list[int]) -> None:
    cards = "6h 7c 4c Td 9s"
    for cents in good:
        round_ = deal(cards, DoubleDown(cents=cents), bets={1: bet})
        assert settled(round_) == [(1, 0, "main", bet + cents, "win", bet + cents)]
    for cents in bad:
        refused(deal(cards, bets={1: bet}), DoubleDown(cents=cents))
    offered = [o.action.cents for o in deal(cards, bets={1: bet}).offers() if isinstance(o.action, DoubleDown)]
    assert offered == ([0, 200] if bet == 400 else [0])


@pytest.mark.clause("GC-DBL-4")
def test_a_half_double_of_less_than_four_dollars_cites_its_clause() -> None:
    refused(deal("6h 7c 4c Td 9s", bets={1: 300}), "double 1.50", clause="GC-DBL-4", says="half doubles only on ")
    refused(deal("6h 7c 4c Td 9s", bets={1: 300}), "double 1.00", clause="GC-DBL-4", says=r"must be \$3 \[")
    refused(deal("6h 7c 4c Td 9s"), "double 3.00", clause="GC-DBL-4", says=r"must be \$4 or \$2 \[")


@pytest.mark.clause("GC-DBL-5", "GC-DBL-6")
def test_a_double_gets_one_card_and_no_hit() -> None:
    round_ = play(SHEET, "6h 9h 7c 4c 9c Td 2s", bets={1: 400, 2: 400}, answers=["double"])
    assert dealt(round_, "double") == [(1, "2s")]
    assert round_.question is not None
    assert round_.question.spot == 2
    refused(round_, "1: hit", clause="GC-RULE-9")
    again = deal("6h 7c 4c Td 2s", "double", sets=["redouble=true"])
    refused(again, "hit", clause="GC-DBL-6", says="was doubled")


@pytest.mark.clause("GC-S6")
def test_a_hand_is_doubled_once_unless_the_house_allows_more() -> None:
    round_ = play(SHEET, "6h 9h 7c 4c 9c Td 2s", bets={1: 400, 2: 400}, answers=["double"])
    refused(round_, "1: double")
    hand = round_.spots[1].hands[0]
    assert hand.done
    again = deal("6h 7c 4c Td 2s 8d", "double", "double", "stand", sets=["redouble=true"])
    assert settled(again) == [(1, 0, "main", 1600, "win", 1600)]
    stood = deal("6h 7c 4c Td 9s", "double", "stand", sets=["redouble=true"])
    assert settled(stood) == [(1, 0, "main", 800, "win", 800)]


# --- surrender --------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-SURR-3", "GC-S3")
@pytest.mark.parametrize(("bet", "lost"), [(400, 200), (300, 150), (200, 100), (100, 50)])
def test_a_surrendered_hand_loses_half_its_bet(bet: int, lost: int) -> None:
    round_ = deal("Th 9c 6h Td", "surrender", bets={1: bet})
    assert settled(round_) == [(1, 0, "main", bet, "surrender", -lost)]
    assert order(round_)[-7:] == [
        "HandSurrendered", "WagerSettled", "CardsDiscarded", "HoleTurned", "Called", "CardsDiscarded", "RoundEnded",
    ]  # fmt: skip
    check_conserved(round_)


@pytest.mark.clause("GC-SURR-3")
def test_a_house_may_take_another_share() -> None:
    assert deal("Th 9c 6h Td", "surrender", sets=["surrender_loss=1/4"]).net() == {1: -100}


@pytest.mark.clause("GC-SURR-1")
def test_surrender_opens_after_the_check() -> None:
    ace = deal("Th Ac 6h 9d")
    refused(ace, "surrender", clause="GC-SURR-1", says="after the dealer's check")
    act(ace, "1: decline", "surrender")
    assert ace.net() == {1: -200}
    staffed = deal("Th Kc 6h 9d", "go", manual=True)
    assert staffed.question is not None
    assert staffed.question.kind == "peek"
    refused(staffed, "surrender", clause="GC-SURR-1")
    act(staffed, "peek no", "surrender")
    assert staffed.spots[1].hands[0].surrendered
    found = deal("Th Kc 6h Ad")
    assert (found.over, found.net()) == (True, {1: -400})
    for low in "23456789":
        assert "Surrender" in options(deal(f"Th {low}c 6h Td"))


@pytest.mark.clause("GC-SURR-1", "GC-DEAL-13")
def test_against_a_ten_that_is_not_checked_there_is_no_surrender() -> None:
    round_ = deal("Th Kc 6h 9d", sets=["peek_on_ten=false"])
    refused(round_, "surrender", clause="GC-SURR-1")
    assert "Surrender" not in options(round_)


@pytest.mark.clause("GC-SURR-2")
def test_no_surrender_after_a_third_card_or_a_double() -> None:
    refused(deal("2h 9c 6h Td 5s", "hit"), "surrender", clause="GC-SURR-2", says="third card")
    doubled = deal("6h 9c 4h Td 5s", "double", sets=["redouble=true"])
    refused(doubled, "surrender", clause="GC-SURR-2")


@pytest.mark.clause("GC-SURR-2", "GC-SPLIT-6")
def test_split_hands_of_two_cards_are_surrendered_one_by_one() -> None:
    round_ = deal("8h 9c 8c Td 7s 6s 5d", "split", "surrender")
    act(round_, "hit")
    refused(round_, "surrender", clause="GC-SURR-2")
    act(round_, "stand")
    assert settled(round_) == [(1, 0, "main", 400, "surrender", -200), (1, 1, "main", 400, "push", 0)]
    check_conserved(round_)


@pytest.mark.clause("GC-SURR-2", "GC-SPLIT-6")
def test_a_house_may_refuse_surrender_after_a_split() -> None:
    round_ = deal("8h 9c 8c Td 7s", "split", sets=["surrender_after_split=false"])
    refused(round_, "surrender", clause="GC-SPLIT-6", says="split hands may not be surrendered")
