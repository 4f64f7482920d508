"""Free Bet Blackjack: free doubles and splits, their lammers, and the tucked hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import (
    act,
    calls,
    check_conserved,
    dealt,
    happened,
    money,
    options,
    order,
    play,
    refused,
    settled,
)

from pitboss.games import events as e
from pitboss.games.actions import DoubleDown, Split
from pitboss.games.blackjack import BlackjackRound
from pitboss.rules import load

SHEET = "free-bet-blackjack"
LAMMERS = (e.LammerPlaced, e.LammerCollected)


def deal(cards: str, *answers: Any, **more: Any) -> BlackjackRound:
    """One spot with $10 on Free Bet Blackjack."""
    return play(SHEET, cards, bets=more.pop("bets", {1: 1000}), answers=answers, **more)


def placed(round_: BlackjackRound) -> list[tuple[int, str, str]]:
    return [(lammer.hand, lammer.why, lammer.owner) for lammer in happened(round_, e.LammerPlaced)]


def collected(round_: BlackjackRound) -> list[tuple[int, str]]:
    return [(lammer.hand, lammer.clause) for lammer in happened(round_, e.LammerCollected)]


def on_layout(round_: BlackjackRound) -> int:
    return money(round_)["layout"]


# --- the game ---------------------------------------------------------------------------------------------


@pytest.mark.clause("FB-OVER-1")
def test_it_is_the_houses_blackjack_with_free_bets_and_a_push_on_22() -> None:
    sheet = load(SHEET)
    assert sheet.extends == ("catfish-blackjack",)
    hard_ten = "6h 6c 4c Td 9s 6d"  # 19 against a dealer who breaks with 22
    free, paid = deal(hard_ten, "double"), play("catfish-blackjack", hard_ten, bets={1: 1000}, answers=["double"])
    assert [doubled.cents for doubled in happened(free, e.HandDoubled)] == [0]
    assert [doubled.cents for doubled in happened(paid, e.HandDoubled)] == [1000]
    assert (free.net(), paid.net()) == ({1: 0}, {1: 2000})
    assert deal("8h 7c 8c Td 3s", "split").net() == {1: 0}
    assert on_layout(deal("8h 7c 8c Td 3s", "split")) == 1000
    assert not load("catfish-blackjack").rules.dealer.push_22  # type: ignore[union-attr]


@pytest.mark.clause("FB-OVER-2")
def test_a_lammer_is_no_money_until_its_hand_wins() -> None:
    round_ = deal("6h 7c 4c Td 9s")
    before = money(round_)
    act(round_, "double")
    assert before["layout"] == 1000
    won = happened(round_, e.WagerSettled)
    assert [(s.wager, s.stake, s.pays) for s in won] == [("main", 1000, 1000), ("free_double", 0, 1000)]
    assert round_.net() == {1: 2000}
    check_conserved(round_)
    assert deal("6h 7c 4c Td 2s", "double").net() == {1: -1000}


@pytest.mark.clause("FB-OVER-3")
def test_what_it_does_not_say_is_the_houses_blackjack() -> None:
    sheet, below = load(SHEET), load("catfish-blackjack")
    changed = {path for path in sheet.values if sheet.values[path] != below.values.get(path)}
    own = {path for path in changed if sheet.clauses(path) and sheet.clauses(path)[0].startswith("FB-")}
    assert changed - own == {"free.offered", "bets.push22.offered"}
    round_ = deal("Th Ac 6c 9d 5s")
    assert calls(round_) == ["Insurance open"]
    act(round_, "1: decline")
    refused(round_, "hit by voice", clause="BJ-DEAL-10b")
    refused(round_, "surrender", clause="BJ-INTRO-13")
    assert act(round_, "hit", "stand").net() == {1: 1000}


# --- free doubles -----------------------------------------------------------------------------------------


@pytest.mark.clause("FB-BASE-1", "FB-FDBL-0a")
@pytest.mark.parametrize("cards", ["5h 4c", "6h 4c", "6h 5c", "7h 2c", "9h 2c"])
def test_a_hard_nine_to_eleven_in_two_cards_is_doubled_free(cards: str) -> None:
    first, second = cards.split()
    round_ = deal(f"{first} 7c {second} Td 2s", "double")
    (doubled,) = happened(round_, e.HandDoubled)
    assert (doubled.free, doubled.cents, doubled.clause) == (True, 0, "FB-FDBL-0a")
    assert placed(round_) == [(0, "double", "player")]
    assert [s.stake for s in happened(round_, e.WagerSettled)] == [1000]


@pytest.mark.clause("FB-BASE-1", "FB-FDBL-0a")
@pytest.mark.parametrize(("first", "second"), [("5h", "3c"), ("Ah", "8c"), ("7h", "5c"), ("Ah", "9c")])
def test_no_other_total_and_no_soft_one_is_doubled_free(first: str, second: str) -> None:
    round_ = deal(f"{first} 7c {second} Td 2s", "double")
    (doubled,) = happened(round_, e.HandDoubled)
    assert (doubled.free, doubled.cents) == (False, 1000)
    assert placed(round_) == []


@pytest.mark.clause("FB-BASE-1", "FB-BASE-6")
def test_three_cards_are_doubled_neither_free_nor_paid() -> None:
    round_ = deal("2h 7c 3c Td 4s", "hit")
    refused(round_, "double", clause="FB-BASE-6", says="only two cards")
    refused(round_, "double 10.00 paid", clause="FB-BASE-6")
    assert "DoubleDown" not in options(round_)


@pytest.mark.clause("FB-BASE-6")
@pytest.mark.parametrize(
    ("cards", "won"), [("Ah 7c 7d Td 3s", 2000), ("8h 7c 4c Td 9s", 2000), ("8h 7c 4c Td Ts", -2000)]
)
def test_other_two_card_hands_are_doubled_with_money(cards: str, won: int) -> None:
    round_ = deal(cards, "double")
    assert [(d.cents, d.free) for d in happened(round_, e.HandDoubled)] == [(1000, False)]
    assert settled(round_) == [(1, 0, "main", 2000, "win" if won > 0 else "lose", won)]


@pytest.mark.clause("FB-FDBL-0b")
def test_the_lammer_lies_right_of_the_bet_and_one_card_is_dealt() -> None:
    round_ = deal("6h 7c 4c Td 2s", "double")
    (lammer,) = happened(round_, e.LammerPlaced)
    assert (lammer.position, lammer.clause) == ("right_of_bet", "FB-FDBL-0b")
    names = order(round_, e.HandDoubled, e.LammerPlaced, e.CardDealt, e.HoleTurned)
    assert names[-4:] == ["HandDoubled", "LammerPlaced", "CardDealt", "HoleTurned"]
    assert dealt(round_, "double") == [(1, "2s")]
    with_toke = deal("6h 7c 4c Td 2s", "double", tokes={1: 500})
    assert placed(with_toke) == [(0, "double", "player"), (0, "double", "dealers")]


@pytest.mark.clause("FB-FDBL-1", "FB-FDBL-2", "FB-FDBL-3")
@pytest.mark.parametrize(
    ("card", "result", "net", "clause"),
    [("9s", "win", 2000, "FB-FDBL-1"), ("2s", "lose", -1000, "FB-FDBL-2"), ("7s", "push", 0, "FB-FDBL-3")],
)
def test_a_free_double_won_lost_and_tied(card: str, result: str, net: int, clause: str) -> None:
    round_ = deal(f"6h 7c 4c Td {card}", "double")
    assert settled(round_, "main") == [(1, 0, "main", 1000, result, 1000 if net > 0 else min(net, 0))]
    assert settled(round_, "free_double") == ([(1, 0, "free_double", 0, "win", 1000)] if net > 0 else [])
    assert collected(round_) == [(0, clause)]
    assert round_.net() == {1: net}
    check_conserved(round_)


# --- free splits ------------------------------------------------------------------------------------------


@pytest.mark.clause("FB-BASE-2", "FB-FSPL-0a")
@pytest.mark.parametrize("rank", "23456789A")
def test_every_pair_but_tens_is_split_free(rank: str) -> None:
    round_ = deal(f"{rank}h 7c {rank}c Td 2s 3s 4s 4d 4h 4c")
    balance = money(round_)
    act(round_, "split", *(["split"] if rank == "5" else []))
    (made,) = happened(round_, e.HandSplit)
    assert (made.free, made.cents, made.clause) == (True, 0, "FB-FSPL-0a")
    assert placed(round_) == [(1, "split", "player")]
    assert money(round_)["players"] == balance["players"] == -1000


@pytest.mark.clause("FB-BASE-2", "FB-BASE-5", "FB-FSPL-0a")
@pytest.mark.parametrize("rank", "TJQK")
def test_ten_value_pairs_are_split_for_money_only(rank: str) -> None:
    round_ = deal(f"{rank}h 7c {rank}c Td 2s")
    refused(round_, "split 5.00", clause="BJ-SPLIT-1b")
    act(round_, "split")
    assert [(s.free, s.cents) for s in happened(round_, e.HandSplit)] == [(False, 1000)]
    assert (placed(round_), on_layout(round_)) == ([], 2000)


@pytest.mark.clause("FB-BASE-5")
def test_king_and_ten_split_for_an_equal_bet_win_and_lose_apart() -> None:
    round_ = deal("Kh 7c Tc Td 9s 5d", "split 10.00", "stand", "stand")
    assert settled(round_) == [(1, 0, "main", 1000, "win", 1000), (1, 1, "main", 1000, "lose", -1000)]


@pytest.mark.clause("FB-S1")
def test_ten_and_king_are_split_for_money_and_by_rank_not_at_all() -> None:
    round_ = deal("Th 7c Kc Td 9s 5d")
    offered = [offer.text for offer in round_.offers() if isinstance(offer.action, Split)]
    assert offered == ["split: $10 more"]
    act(round_, "split 10.00")
    assert [(s.free, s.cents, s.clause) for s in happened(round_, e.HandSplit)] == [(False, 1000, "FB-S1")]
    refused(deal("Th 7c Kc Td", sets=["split_match=rank"]), "split", clause="FB-S1")


@pytest.mark.clause("FB-FSPL-0b")
def test_the_new_hand_stands_on_a_lammer_and_is_dealt_as_usual() -> None:
    round_ = deal("8h 7c 8c Td 3s 2d", "split")
    (lammer,) = happened(round_, e.LammerPlaced)
    assert (lammer.hand, lammer.position, lammer.clause) == (1, "right_of_bet", "FB-FSPL-0b")
    assert order(round_)[-3:] == ["HandSplit", "LammerPlaced", "CardDealt"]
    assert placed(deal("8h 7c 8c Td 3s", "split", tokes={1: 500})) == [(1, "split", "player"), (1, "split", "dealers")]
    assert round_.question is not None
    assert round_.question.hand == 0
    act(round_, "stand")
    assert [(c.hand, c.card.text) for c in happened(round_, e.CardDealt) if c.why == "split"] == [(0, "3s"), (1, "2d")]


@pytest.mark.clause("FB-FSPL-1", "FB-FSPL-2", "FB-FSPL-3")
@pytest.mark.parametrize(
    ("cards", "result", "net", "clause"),
    [
        ("Ts Tc", "win", 2000, "FB-FSPL-1"),
        ("7s 7d", "lose", -1000, "FB-FSPL-2"),
        ("9s 9d", "push", 0, "FB-FSPL-3"),
    ],
)
def test_a_free_split_won_lost_and_tied(cards: str, result: str, net: int, clause: str) -> None:
    round_ = deal(f"8h 7c 8c Td {cards}", "split", "stand", "stand")
    own = [(s.stake, s.result) for s in happened(round_, e.WagerSettled) if s.wager == "main"]
    assert own == [(1000, result)]
    assert collected(round_) == [(1, clause)]
    assert round_.net() == {1: net}
    check_conserved(round_)


@pytest.mark.clause("FB-FSPL-5a")
def test_each_split_hand_stands_alone() -> None:
    round_ = deal("8h 7c 8c Td 7s Tc", "split", "stand", "stand")
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (1, 1, "free_split", 0, "win", 1000)]
    assert round_.net() == {1: 0}


@pytest.mark.clause("FB-FSPL-5b")
def test_free_hands_may_win_where_the_first_has_lost() -> None:
    round_ = deal("8h 7c 8c Td 7s 8d Ts Tc", "split", "stand", "split", "stand", "stand")
    assert settled(round_, "main") == [(1, 0, "main", 1000, "lose", -1000)]
    assert [(s[1], s[5]) for s in settled(round_, "free_split")] == [(1, 1000), (2, 1000)]
    assert round_.net() == {1: 1000}
    check_conserved(round_)


@pytest.mark.clause("FB-BASE-4", "FB-FSPL-4")
def test_pairs_are_split_free_again_up_to_four_hands() -> None:
    round_ = deal("8h 7c 8c Td 8d 8s 8h 2c 2d 2h 2s", "split", "split", "split")
    assert placed(round_) == [(1, "split", "player")] * 3
    assert len(round_.spots[1].hands) == 4
    refused(round_, "split", clause="FB-BASE-4", says="4 hands are the most")
    assert on_layout(round_) == 1000


@pytest.mark.clause("FB-BASE-4")
def test_aces_are_split_again_and_get_one_card_each() -> None:
    round_ = deal("Ah 7c Ac Td Ad As 9c 5h 6h 7h", "split")
    assert options(round_) == {"Split", "Stand"}
    refused(round_, "hit", clause="BJ-SPLIT-5b")
    refused(round_, "double", clause="BJ-SPLIT-7")
    act(round_, "split", "split")
    assert round_.over
    assert [(c.hand, c.card.text) for c in happened(round_, e.CardDealt) if c.why == "split"] == [
        (0, "Ad"), (0, "As"), (0, "9c"), (1, "5h"), (2, "6h"), (3, "7h"),
    ]  # fmt: skip
    assert settled(round_) == [
        (1, 0, "main", 1000, "win", 1000),
        (1, 3, "free_split", 0, "win", 1000),
    ]
    assert collected(round_) == [(1, "FB-FSPL-2"), (2, "FB-FSPL-3"), (3, "FB-FSPL-1")]


@pytest.mark.clause("FB-BASE-4")
def test_a_house_may_refuse_to_split_aces_again() -> None:
    round_ = deal("Ah 7c Ac Td Ad 9s", "split", sets=["resplit_aces=false"])
    assert round_.over
    assert len(round_.spots[1].hands) == 2


@pytest.mark.clause("FB-BASE-3", "FB-FDBL-4")
def test_a_split_hand_with_two_cards_is_doubled_free() -> None:
    round_ = deal("8h 7c 8c Td 3s Ts 9d 2c", "split", "double", "double")
    doubles = [(d.hand, d.free, d.cents) for d in happened(round_, e.HandDoubled)]
    assert doubles == [(0, True, 0), (1, False, 1000)]  # eight and three free, eight and nine not
    assert settled(round_) == [
        (1, 0, "main", 1000, "win", 1000),
        (1, 0, "free_double", 0, "win", 1000),
        (1, 1, "main", 1000, "win", 1000),
        (1, 1, "free_split", 0, "win", 1000),
    ]


@pytest.mark.clause("FB-FDBL-4")
def test_a_soft_split_hand_is_doubled_with_money() -> None:
    """Eight and ace are nine with the ace as one, and soft: no free double."""
    round_ = deal("8h 7c 8c Td As 2s", "split", "double")
    assert [(d.hand, d.free, d.cents) for d in happened(round_, e.HandDoubled)] == [(0, False, 1000)]


@pytest.mark.clause("FB-BASE-3", "FB-FDBL-4")
def test_three_cards_of_a_split_hand_are_not_doubled() -> None:
    round_ = deal("4h 7c 4c Td 2s 5d", "split", "hit")
    refused(round_, "double", clause="FB-BASE-6", says="only two cards")


@pytest.mark.clause("FB-BASE-3")
def test_a_hand_split_for_money_is_doubled_free_too() -> None:
    round_ = deal("9h 7c 9c Td 2s 5d Kc", "split paid", "double", sets=["decline_free=true"])
    assert [(d.hand, d.free) for d in happened(round_, e.HandDoubled)] == [(0, True)]
    assert placed(round_) == [(0, "double", "player")]


# --- the tucked hand --------------------------------------------------------------------------------------


@pytest.mark.clause("FB-FSPL-6")
def test_a_broken_first_hand_is_tucked_until_the_end() -> None:
    round_ = deal("8h 7c 8c Td 5s Ks Tc", "split", "hit")
    assert happened(round_, e.HandTucked) == [e.HandTucked(spot=1, hand=0, clause="FB-FSPL-6")]
    assert not happened(round_, e.CardsDiscarded)
    assert round_.spots[1].hands[0].tucked
    assert on_layout(round_) == 1000
    act(round_, "stand")
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (1, 1, "free_split", 0, "win", 1000)]
    names = order(round_, e.HandTucked, e.HoleTurned, e.WagerSettled, e.CardsDiscarded)
    assert names == ["HandTucked", "HoleTurned", "WagerSettled", "WagerSettled", *["CardsDiscarded"] * 3]
    check_conserved(round_)


@pytest.mark.clause("FB-FSPL-6")
def test_a_tucked_bet_is_collected_when_the_other_hands_break_as_well() -> None:
    round_ = deal("8h 7c 8c Td 5s Ks 6d Qd", "split", "hit", "hit")
    names = order(round_, e.HandBroke, e.HandTucked, e.WagerSettled, e.LammerCollected, e.CardsDiscarded, e.HoleTurned)
    assert names == [
        "HandBroke", "HandTucked", "HandBroke", "LammerCollected", "CardsDiscarded", "WagerSettled", "CardsDiscarded",
        "HoleTurned", "CardsDiscarded",
    ]  # fmt: skip
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000)]
    check_conserved(round_)


@pytest.mark.clause("FB-FSPL-6")
def test_the_tucked_bet_waits_for_the_last_of_several_hands() -> None:
    round_ = deal("8h 7c 8c Td 5s Ks 8d 6s Kd 6c Qd", "split", "hit", "split", "hit")
    assert on_layout(round_) == 1000
    act(round_, "hit")
    assert on_layout(round_) == 0
    assert round_.net() == {1: -1000}


@pytest.mark.clause("FB-FSPL-6")
def test_a_tucked_bet_stays_lost_when_its_player_plays_no_further() -> None:
    """The dealer forgot himself; the player whose first hand has broken does not go on with the second (BJ-IRR-10A)."""
    deals = ["go 1", "overlook 0", "go 1", "overlook 0", "split", "go", "hit", "go", "stand", "call"]
    round_ = deal("8h 8d 5s Ks Ts 7c 9d", *deals, manual=True)
    act(round_, "rule deal_dealer", role="supervisor")
    act(round_, "go", "choose not_play", "go")
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000)]
    check_conserved(round_)


@pytest.mark.clause("FB-FSPL-6")
def test_a_tucked_bet_stands_lost_where_a_misdeal_leaves_what_was_settled() -> None:
    cards, answers = "8h Th 7c 8c 6c Td 5s Ks Kh", ["split", "hit", "stand", "hit"]
    bets, sets = {1: 1000, 2: 1000}, ["misdeal_settled=stand"]
    assert deal(cards, *answers, bets=bets, sets=sets).net() == {1: -1000, 2: 0}
    assert deal(cards, *answers, bets=bets).net() == {1: 0, 2: 0}


@pytest.mark.clause("FB-FSPL-6")
def test_a_broken_hand_without_lammers_beside_it_is_taken_at_once() -> None:
    round_ = deal("Kh 7c Kc Td 5s Ks 9d", "split", "hit")
    assert order(round_)[-4:] == ["HandBroke", "WagerSettled", "CardsDiscarded", "CardDealt"]
    assert not happened(round_, e.HandTucked)


# --- what the document does not say -----------------------------------------------------------------------


@pytest.mark.clause("FB-S2")
@pytest.mark.parametrize("first", ["double", "split"])
@pytest.mark.parametrize("meant", ["double", "split"])
def test_a_free_bet_on_fives_is_asked_about(first: str, meant: str) -> None:
    round_ = deal("5h 7c 5c Td 9s 8d 2c 2d", first)
    assert (calls(round_), len(dealt(round_))) == (["Splitting or doubling-down?"], 4)
    assert round_.question is not None
    assert round_.question.kind == "fives"
    assert options(round_) == {"Split", "DoubleDown"}
    refused(round_, "hit")
    act(round_, meant)
    assert (len(happened(round_, e.HandDoubled)), len(happened(round_, e.HandSplit))) == (
        (1, 0) if meant == "double" else (0, 1)
    )
    assert placed(round_) == [(0, "double", "player") if meant == "double" else (1, "split", "player")]
    assert on_layout(round_) in (0, 1000)


@pytest.mark.clause("FB-S2")
def test_with_four_hands_fives_can_only_be_doubled_and_nothing_is_asked() -> None:
    round_ = deal("5h 7c 5c Td 5s 5d 5h 9c 2d 2h 2s", *["split"] * 6)
    asked = len(calls(round_))
    act(round_, "double")
    assert len(calls(round_)) == asked == 3
    assert [(d.hand, d.free) for d in happened(round_, e.HandDoubled)] == [(0, True)]


@pytest.mark.clause("FB-S3")
@pytest.mark.parametrize(("card", "net"), [("3c", 2000), ("9c", -1000), ("Ac", 0)])
def test_a_paid_double_on_a_lammer_hand(card: str, net: int) -> None:
    """The first hand ties; the free hand of ace and seven is doubled for $10."""
    round_ = deal(f"7h 9c 7c Td Ts 2s As {card}", "split", "hit", "stand")
    refused(round_, "double 11.00", clause="BJ-DBL-1b")
    act(round_, "double")
    assert settled(round_, "main")[0][4] == "push"
    assert [(d.hand, d.cents, d.free) for d in happened(round_, e.HandDoubled)] == [(1, 1000, False)]
    assert round_.net() == {1: net}
    assert len(happened(round_, e.LammerCollected)) == 1
    check_conserved(round_)


@pytest.mark.clause("FB-S3")
def test_a_broken_paid_double_on_a_lammer_hand_loses_the_money_only() -> None:
    round_ = deal("7h 9c 7c Td Ts 2s 5s Kc", "split", "hit", "stand", "double")
    assert settled(round_)[0] == (1, 1, "main", 1000, "lose", -1000)
    assert round_.net() == {1: -1000}


@pytest.mark.clause("FB-S3")
def test_a_house_may_refuse_money_on_a_lammer_hand() -> None:
    round_ = deal("7h 9c 7c Td Ts 2s As 3c", "split", "hit", "stand", sets=["paid_double_on_lammer=false"])
    refused(round_, "double", clause="FB-S3")
    assert "DoubleDown" not in options(round_)


@pytest.mark.clause("FB-S4")
def test_where_a_bet_can_be_free_paying_is_not_offered() -> None:
    round_ = deal("6h 7c 4c Td 9s")
    doubles = [offer.action for offer in round_.offers() if isinstance(offer.action, DoubleDown)]
    assert doubles == [DoubleDown()]
    for paid in ("double paid", "double 10.00", "double 5.00"):
        refused(round_, paid, clause="FB-S4")
    pair = deal("8h 7c 8c Td 9s")
    refused(pair, "split paid", clause="FB-S4")
    refused(pair, "split 10.00", clause="FB-S4")


@pytest.mark.clause("FB-S4")
def test_a_house_may_let_the_player_pay() -> None:
    sets = ["decline_free=true"]
    round_ = deal("6h 7c 4c Td 9s", sets=sets)
    doubles = [offer.action for offer in round_.offers() if isinstance(offer.action, DoubleDown)]
    assert doubles == [DoubleDown(), DoubleDown(paid=True)]
    act(round_, "double paid")
    assert settled(round_) == [(1, 0, "main", 2000, "win", 2000)]
    assert deal("6h 7c 4c Td 9s", "double 5.00", sets=sets).net() == {1: 1500}
    pair = deal("8h 7c 8c Td 9s Ts", "split 10.00", sets=sets)
    assert [(s.free, s.cents) for s in happened(pair, e.HandSplit)] == [(False, 1000)]


@pytest.mark.clause("FB-S5")
def test_insurance_is_half_the_original_bet_at_most() -> None:
    round_ = deal("6h Ac 4c 9d 9s Td")
    refused(round_, "1: insure 5.50", clause="FB-S5")
    act(round_, "1: insure 5.00", "double")
    assert settled(round_)[0] == (1, 0, "insurance", 500, "lose", -500)


@pytest.mark.clause("FB-S6")
@pytest.mark.parametrize(("card", "net"), [("Tc", 2000), ("2c", 0), ("8c", 0)])
def test_two_lammers_on_one_hand(card: str, net: int) -> None:
    """The first hand ties 19; the free hand of 11 is doubled free: won, lost, tied."""
    round_ = deal(f"8h 9c 8c Td As 3s {card}", "split", "stand", "double")
    assert placed(round_) == [(1, "split", "player"), (1, "double", "player")]
    assert [hand for hand, _ in collected(round_)] == [1, 1]
    assert round_.net() == {1: net}
    won = [(s.wager, s.pays) for s in happened(round_, e.WagerSettled) if s.hand == 1]
    assert won == ([("free_split", 1000), ("free_double", 1000)] if net else [])
    check_conserved(round_)


@pytest.mark.clause("FB-S6")
def test_a_house_may_refuse_the_second_lammer() -> None:
    round_ = deal("8h 9c 8c Td As 3s Tc", "split", "stand", "double", sets=["lammer_stack=false"])
    assert [(d.cents, d.free) for d in happened(round_, e.HandDoubled)] == [(1000, False)]
    assert placed(round_) == [(1, "split", "player")]
    assert round_.net() == {1: 2000}


@pytest.mark.clause("FB-S3", "FB-OVER-3")
@pytest.mark.parametrize("card", ["8s", "Ks"])
def test_a_blackjack_found_late_takes_no_double_on_a_lammer(card: str) -> None:
    """The first hand ties 21; the money on the free hand of twelve is a double's, and those go back (BJ-IRR-4c)."""
    answers = ["go", "peek no", "split", "go", "double", "go", "double toke 1.00", "go", "call", "go"]
    round_ = deal(f"8h Kc 8d Ad 3s Th 4s {card}", *answers, manual=True, tokes={1: 100})
    assert round_.net() == {1: 0}
    assert money(round_)["house"] == 0  # the toke on it comes back as well
    check_conserved(round_)


@pytest.mark.clause("FB-S8")
def test_a_misdeal_returns_the_bet_and_takes_the_lammers() -> None:
    round_ = deal("6h 7c 4c 9d 2s", "double", tokes={1: 500})
    assert happened(round_, e.RoundVoided)
    assert [(s.wager, s.stake, s.result, s.pays) for s in happened(round_, e.WagerSettled)] == [
        ("main", 1000, "void", 0),
        ("toke:main", 500, "void", 0),
    ]
    assert [(c.owner, c.clause) for c in happened(round_, e.LammerCollected)] == [
        ("player", "FB-S8"),
        ("dealers", "FB-TOKE-1"),
    ]
    assert round_.net() == {1: 0}
    check_conserved(round_)


@pytest.mark.clause("FB-S8")
def test_a_misdeal_takes_back_what_a_lammer_had_won_or_lost() -> None:
    """The free hand of spot 1 has broken, and its first hand waits, when the shoe runs out on spot 2."""
    bets = {1: 1000, 2: 1000}
    round_ = deal("8h Th 7c 8c 6c Td Ks 5s Kh 5c", "split", "stand", "hit", "hit", "hit", bets=bets)
    assert happened(round_, e.RoundVoided)
    assert round_.net() == {1: 0, 2: 0}
    assert len(happened(round_, e.LammerPlaced)) == len(happened(round_, e.LammerCollected)) == 1
    check_conserved(round_)
