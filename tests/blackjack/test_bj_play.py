"""Catfish Bend Blackjack: splitting and doubling."""

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
)

from pitboss.games.actions import DoubleDown, Hit, Split, Stand
from pitboss.games.blackjack.views import seen_by
from pitboss.games.events import (
    Called,
    CardDealt,
    DoubleCardTurned,
    HandBroke,
    HandDoubled,
    HandSplit,
    WagerSettled,
)


@pytest.mark.clause("BJ-INTRO-13")
def test_four_further_bets_and_no_surrender() -> None:
    round_ = play(BJ, shoe("8h 8d", dealer="6h Tc"), bets={1: 1000})
    assert options(round_) == {"Stand", "Hit", "DoubleDown", "Split"}
    refused(round_, "surrender", clause="BJ-INTRO-13", says="not offered on this sheet")
    against_ace = play(BJ, shoe("Ah Kd", dealer="As Tc"), bets={1: 1000})
    assert options(against_ace) == {"Insure", "TakeEvenMoney", "DeclineInsurance"}


# splitting


@pytest.mark.clause("BJ-SPLIT-1a")
@pytest.mark.parametrize("pair", ["8h 8d", "Th Kd", "Jc Qs", "2h 2d"])
def test_two_cards_of_equal_value_may_be_split(pair: str) -> None:
    round_ = play(BJ, shoe(pair, dealer="6h Tc", then="9s"), bets={1: 1000}, answers=["split"])
    (split,) = happened(round_, HandSplit)
    assert (split.hand, split.new_hand, split.cents, split.free, split.clause) == (0, 1, 1000, False, "BJ-SPLIT-1a")
    assert [hand.stake for hand in round_.spots[1].hands] == [1000, 1000]


@pytest.mark.clause("BJ-SPLIT-1a")
def test_no_split_of_unequal_cards_and_by_rank_none_of_mixed_tens() -> None:
    refused(play(BJ, shoe("8h 9d", dealer="6h Tc"), bets={1: 1000}), "split", clause="BJ-SPLIT-1a", says="not a pair")
    by_rank = play(BJ, shoe("Th Kd", dealer="6h Tc"), bets={1: 1000}, sets=["split.match=rank"])
    refused(by_rank, "split", clause="BJ-SPLIT-1a", says="equal rank")
    hit_first = play(BJ, shoe("2h 2d", dealer="6h Tc", then="2c"), bets={1: 1000}, answers=["hit"])
    refused(hit_first, "split", clause="BJ-SPLIT-1a", says="only two cards")


@pytest.mark.clause("BJ-SPLIT-1b")
def test_the_split_bet_equals_the_first() -> None:
    round_ = play(BJ, shoe("8h 8d", dealer="6h Tc", then="9s"), bets={1: 1000})
    for cents in (900, 1100):
        refused(round_, Split(cents=cents), clause="BJ-SPLIT-1b", says=r"must equal \$10")
    assert act(round_, Split(cents=1000)).spots[1].hands[1].stake == 1000


@pytest.mark.clause("BJ-SPLIT-2a", "BJ-SPLIT-2c")
def test_the_first_hand_gets_its_card_and_is_finished_first() -> None:
    round_ = play(BJ, shoe("8h 8d", dealer="6h Tc", then="3s 2s Ts"), bets={1: 1000}, answers=["split"])
    assert order(round_)[-2:] == ["HandSplit", "CardDealt"]
    assert [[c.text for c in hand.cards] for hand in round_.spots[1].hands] == [["8h", "3s"], ["8d"]]
    assert round_.question == ("play", "player", 1, 0)
    for touch in (Hit(spot=1, hand=1), Stand(spot=1, hand=1), DoubleDown(spot=1, hand=1), Split(spot=1, hand=1)):
        refused(round_, touch, clause="BJ-SPLIT-2c", says="hand 2 must wait")
    act(round_, "hit", "stand")
    assert [[c.text for c in hand.cards] for hand in round_.spots[1].hands] == [["8h", "3s", "2s"], ["8d", "Ts"]]
    assert round_.question == ("play", "player", 1, 1)


@pytest.mark.clause("BJ-SPLIT-2b", "BJ-SPLIT-5a")
def test_a_split_hand_may_stand_draw_double_or_split_again() -> None:
    pair_again = play(BJ, shoe("8h 8d", dealer="6h Tc", then="8s"), bets={1: 1000}, answers=["split"])
    assert options(pair_again) == {"Stand", "Hit", "DoubleDown", "Split"}
    round_ = play(BJ, shoe("8h 8d", dealer="6h Tc", then="3s 2s 4c 5s 6s"), bets={1: 1000}, answers=["split"])
    assert options(round_) == {"Stand", "Hit", "DoubleDown"}
    act(round_, "hit", "hit")
    assert [c.text for c in round_.spots[1].hands[0].cards] == ["8h", "3s", "2s", "4c"]
    assert options(round_) == {"Stand", "Hit"}
    act(round_, "stand", "hit")
    assert [c.text for c in round_.spots[1].hands[1].cards] == ["8d", "5s", "6s"]


@pytest.mark.clause("BJ-SPLIT-4a", "BJ-SPLIT-4c")
def test_at_most_four_hands_each_with_its_own_cards_and_stake() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="8s 8c 8h Ts 9s Js Kd")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["split", "split", "split"])
    assert [c.text for c in round_.spots[1].hands[0].cards] == ["8h", "8h"]
    refused(round_, "split", clause="BJ-SPLIT-4a", says="4 hands are the most")
    assert "Split" not in options(round_)
    act(round_, "stand")
    assert [[c.text for c in hand.cards] for hand in round_.spots[1].hands] == [
        ["8h", "8h"], ["8c", "Ts"], ["8s"], ["8d"],
    ]  # fmt: skip
    assert [hand.stake for hand in round_.spots[1].hands] == [1000] * 4


@pytest.mark.clause("BJ-SPLIT-4a", "BJ-SPLIT-4c")
def test_four_hands_settle_each_for_itself() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="8s 8c 2h Ts 9s Js Kd 5d")
    answers = ["split", "split", "split", "double", "stand", "stand", "stand"]
    round_ = play(BJ, cards, bets={1: 1000}, answers=answers)
    splits = [(s.hand, s.new_hand) for s in happened(round_, HandSplit)]
    assert splits == [(0, 1), (0, 1), (0, 1)]
    by_hand: dict[int, list[str]] = {0: ["8h"], 1: ["8c"], 2: ["8s"], 3: ["8d"]}
    for card in happened(round_, CardDealt):
        if card.why in ("split", "double") and card.card.text not in ("8s", "8c"):
            by_hand[card.hand].append(card.card.text)
    assert by_hand == {0: ["8h", "2h", "Ts"], 1: ["8c", "9s"], 2: ["8s", "Js"], 3: ["8d", "Kd"]}
    assert settled(round_) == [
        (1, 0, "main", 2000, "lose", -2000),
        (1, 1, "main", 1000, "lose", -1000),
        (1, 2, "main", 1000, "lose", -1000),
        (1, 3, "main", 1000, "lose", -1000),
    ]
    check_conserved(round_)


@pytest.mark.clause("BJ-SPLIT-5b")
def test_split_aces_get_one_card_each() -> None:
    round_ = play(BJ, shoe("Ah Ad", dealer="6h Tc", then="5s 9s 3d"), bets={1: 1000}, answers=["split"])
    assert round_.over
    assert dealt(round_, "split") == [(1, "5s"), (1, "9s")]
    assert settled(round_) == [(1, 0, "main", 1000, "lose", -1000), (1, 1, "main", 1000, "win", 1000)]


@pytest.mark.clause("BJ-SPLIT-5b")
def test_a_second_ace_on_a_split_ace_is_split_again_only_by_option() -> None:
    cards = shoe("Ah Ad", dealer="6h Tc", then="As 9s 3d 4d 5d")
    assert play(BJ, cards, bets={1: 1000}, answers=["split"]).over
    again = play(BJ, cards, bets={1: 1000}, sets=["split.resplit_aces=true"], answers=["split"])
    assert options(again) == {"Stand", "Split"}
    refused(again, "hit", clause="BJ-SPLIT-5b", says="split aces get one card")
    refused(again, "double", clause="BJ-SPLIT-7", says="no double on split aces")
    act(again, "split")
    assert [(s.hand, s.new_hand) for s in happened(again, HandSplit)] == [(0, 1), (0, 1)]
    assert dealt(again, "split") == [(1, "As"), (1, "9s"), (1, "3d"), (1, "4d")]
    check_conserved(again)


@pytest.mark.clause("BJ-SPLIT-6")
def test_every_split_card_gets_one_more_card() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="3s Ts 9d")
    round_ = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go", "split"])
    refused(round_, "stand", says="nobody's turn")
    act(round_, "go")
    assert len(round_.spots[1].hands[0].cards) == 2
    act(round_, "stand")
    assert [len(hand.cards) for hand in round_.spots[1].hands] == [2, 1]
    refused(round_, "stand", says="nobody's turn")
    act(round_, "go", "stand")
    assert [len(hand.cards) for hand in round_.spots[1].hands] == [2, 2]


@pytest.mark.clause("BJ-SPLIT-7", "BJ-DBL-4")
def test_any_split_hand_may_be_doubled() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="3s Ts 2s 9s 5d")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["split", "double", "double"])
    assert settled(round_) == [(1, 0, "main", 2000, "push", 0), (1, 1, "main", 2000, "lose", -2000)]
    four = shoe("8h 8d", dealer="6h Tc", then="8s 8c 3h Ts 3d Js 3c Qs 3s Ks 5d")
    each = play(BJ, four, bets={1: 1000}, answers=["split"] * 3 + ["double"] * 4)
    assert settled(each) == [(1, hand, "main", 2000, "push", 0) for hand in range(4)]


@pytest.mark.clause("BJ-SPLIT-7", "BJ-DBL-4")
@pytest.mark.parametrize(("resplit", "clause"), [("false", "BJ-INTRO-8"), ("true", "BJ-SPLIT-7")])
def test_split_aces_are_not_doubled(resplit: str, clause: str) -> None:
    cards = shoe("Ah Ad", "Th 9d", dealer="6h Tc", then="As 9s")
    sets = [f"split.resplit_aces={resplit}"]
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, sets=sets, answers=["split"])
    refused(round_, "1: double", clause=clause)


@pytest.mark.clause("BJ-SPLIT-8")
@pytest.mark.parametrize(("pair", "card"), [("Ah Ad", "Ks"), ("Kh Td", "As")])
def test_an_ace_and_a_ten_after_a_split_are_21_only(pair: str, card: str) -> None:
    cards = shoe(pair, dealer="6h Tc", then=f"{card} 9s 4d")
    answers = ["split"] if pair[0] == "A" else ["split", "stand", "stand"]
    round_ = play(BJ, cards, bets={1: 1000}, answers=answers)
    assert not round_.spots[1].hands[0].natural
    assert settled(round_)[0] == (1, 0, "main", 1000, "win", 1000)
    tied = play(BJ, shoe(pair, dealer="6h Tc", then=f"{card} 9s 5d"), bets={1: 1000}, answers=answers)
    assert settled(tied)[0] == (1, 0, "main", 1000, "push", 0)


@pytest.mark.clause("BJ-S4")
def test_a_bet_at_the_maximum_may_be_matched_to_split() -> None:
    cards = shoe("8h 8d", dealer="6h Tc", then="Ts Js 9d")
    round_ = play(BJ, cards, bets={1: 1000000}, answers=["split", "stand", "stand"])
    assert round_.net() == {1: 2000000}
    sets = ["split.split_at_maximum=false"]
    refused(play(BJ, cards, bets={1: 1000000}, sets=sets), "split", clause="BJ-S4", says="pass the maximum")
    act(play(BJ, cards, bets={1: 500000}, sets=sets), "split")


# fives


@pytest.mark.clause("BJ-SPLIT-9", "BJ-DBL-5")
@pytest.mark.parametrize("raise_", ["double", "split", "double 5"])
@pytest.mark.parametrize("meant", ["double", "split"])
def test_a_raised_bet_on_fives_makes_the_dealer_ask(raise_: str, meant: str) -> None:
    cards = shoe("5h 5d", dealer="6h Tc", then="9s Js 9d")
    round_ = play(BJ, cards, bets={1: 1000}, answers=[raise_])
    assert calls(round_) == ["Splitting or doubling-down?"]
    assert round_.question == ("fives", "player", 1, 0)
    assert order(round_)[-1] == "Called"
    assert options(round_) == {"DoubleDown", "Split"}
    for other in ("hit", "stand"):
        refused(round_, other)
    act(round_, meant)
    done = happened(round_, HandDoubled if meant == "double" else HandSplit)
    assert len(done) == 1
    assert calls(round_).count("Splitting or doubling-down?") == 1


@pytest.mark.clause("BJ-SPLIT-9", "BJ-DBL-5")
def test_fives_are_not_asked_about_where_only_one_is_possible() -> None:
    cards = shoe("5h 5d", dealer="6h Tc", then="5s 5c 5h Ts 2s")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["split"] * 6)
    assert [c.text for c in round_.spots[1].hands[0].cards] == ["5h", "5h"]
    refused(round_, "split", clause="BJ-SPLIT-4a")
    act(round_, "double")  # the fourth hand cannot be meant to be split
    assert len(happened(round_, HandDoubled)) == 1
    assert calls(round_) == ["Splitting or doubling-down?"] * 3
    other_pair = play(BJ, shoe("4h 4d", dealer="6h Tc", then="9s"), bets={1: 1000}, answers=["split"])
    assert calls(other_pair) == []


# doubling


@pytest.mark.clause("BJ-DBL-1a")
@pytest.mark.parametrize("hand", ["2h 3d", "5h 6d", "Ah 7d", "Th 9d", "Kh Qd", "Ah Ad"])
def test_any_two_cards_may_be_doubled(hand: str) -> None:
    round_ = play(BJ, shoe(hand, dealer="6h Tc", then="2s 9d"), bets={1: 1000}, answers=["double"])
    assert [(d.cents, d.free) for d in happened(round_, HandDoubled)] == [(1000, False)]
    check_conserved(round_)


@pytest.mark.clause("BJ-DBL-1a")
def test_no_double_after_a_hit() -> None:
    round_ = play(BJ, shoe("2h 3d", dealer="6h Tc", then="2s"), bets={1: 1000}, answers=["hit"])
    refused(round_, "double", clause="BJ-DBL-1a", says="only two cards")


@pytest.mark.clause("BJ-DBL-1a")
def test_a_blackjack_is_doubled_only_by_option() -> None:
    cards = shoe("Ah Kd", dealer="6h Tc", then="9s 5d")
    assert settled(play(BJ, cards, bets={1: 1000})) == [(1, 0, "main", 1000, "win", 1500)]
    asked = play(BJ, cards, bets={1: 1000}, sets=["double.blackjack=true"])
    assert asked.question.kind == "natural"
    act(asked, "double")
    assert settled(asked) == [(1, 0, "main", 2000, "lose", -2000)]
    taken = play(BJ, cards, bets={1: 1000}, sets=["double.blackjack=true"], answers=["go on"])
    assert settled(taken) == [(1, 0, "main", 1000, "win", 1500)]


@pytest.mark.clause("BJ-DBL-1b", "BJ-DBL-2")
@pytest.mark.parametrize(("cents", "called"), [(1000, []), (400, ["Doubling down for less"])])
def test_a_double_is_for_any_amount_up_to_the_bet(cents: int, called: list[str]) -> None:
    round_ = play(BJ, shoe("5h 6d", dealer="6h Tc", then="9s 9d"), bets={1: 1000})
    refused(round_, DoubleDown(cents=1050), clause="BJ-DBL-1b", says="more than the original bet")
    act(round_, DoubleDown(cents=cents))
    assert [(c.text, c.to, c.clause) for c in happened(round_, Called) if c.to != "table"] == [
        (text, "supervisor", "BJ-DBL-2") for text in called
    ]
    assert settled(round_) == [(1, 0, "main", 1000 + cents, "win", 1000 + cents)]


@pytest.mark.clause("BJ-S8")
def test_the_smallest_double_for_less() -> None:
    round_ = play(BJ, shoe("5h 6d", dealer="6h Tc", then="9s 9d"), bets={1: 1000})
    refused(round_, DoubleDown(cents=50), clause="BJ-S8", says=r"smallest double is \$1")
    assert act(round_, DoubleDown(cents=100)).net() == {1: 1100}
    higher = play(BJ, shoe("5h 6d", dealer="6h Tc"), bets={1: 1000}, sets=["double.less_minimum=5.00"])
    refused(higher, DoubleDown(cents=400), clause="BJ-S8", says=r"\$5")


@pytest.mark.clause("BJ-DBL-1c")
def test_a_doubled_hand_gets_exactly_one_card() -> None:
    cards = shoe("2h 3d", "Th 9d", dealer="6h Tc", then="2s 9d")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["double"])
    assert dealt(round_, "double") == [(1, "2s")]
    assert round_.question.spot == 2
    refused(round_, "1: hit")
    act(round_, "stand")
    assert dealt(round_)[-2:] == [(1, "2s"), (0, "9d")]


@pytest.mark.clause("BJ-DBL-1c")
@pytest.mark.parametrize(("card", "result", "pays"), [("5s", "win", 2000), ("6s", "lose", -2000)])
def test_a_double_ends_at_21_and_breaks_at_22(card: str, result: str, pays: int) -> None:
    cards = shoe("Th 6d", "Th 9d", dealer="6h Tc", then=f"{card} 2d")
    round_ = play(BJ, cards, bets={1: 1000, 2: 1000}, answers=["double"])
    assert settled(round_) == ([(1, 0, "main", 2000, "lose", -2000)] if result == "lose" else [])
    act(round_, "stand")
    assert settled(round_, "main")[0 if result == "lose" else 1] == (1, 0, "main", 2000, result, pays)
    check_conserved(round_)


@pytest.mark.clause("BJ-DBL-3")
def test_a_bet_at_the_maximum_may_be_doubled_in_full() -> None:
    cards = shoe("5h 6d", dealer="6h Tc", then="9s 9d")
    round_ = play(BJ, cards, bets={1: 1000000}, answers=["double"])
    assert settled(round_) == [(1, 0, "main", 2000000, "win", 2000000)]
    capped = play(BJ, cards, bets={1: 1000000}, sets=["double.double_at_maximum=false"])
    refused(capped, "double", clause="", says="pass the maximum")


@pytest.mark.clause("BJ-DBL-6a")
def test_a_double_card_is_dealt_face_down_only_on_request() -> None:
    cards = shoe("5h 6d", dealer="6h Tc", then="9s 2d")
    open_card = play(BJ, cards, bets={1: 1000}, answers=["double"])
    assert [c.seen for c in happened(open_card, CardDealt) if c.why == "double"] == ["all"]
    assert not happened(open_card, DoubleCardTurned)
    hidden = play(BJ, cards, bets={1: 1000}, manual=True, answers=["go", "double face down", "go 1"])
    for watcher in (None, "P1"):
        (card,) = [c for c in seen_by(hidden.events, watcher) if isinstance(c, CardDealt) and c.why == "double"]
        assert not card.card.known
    act(hidden, "go")
    turned = happened(hidden, DoubleCardTurned)
    assert [(t.spot, t.hand, t.card.text, t.clause) for t in turned] == [(1, 0, "9s", "BJ-DBL-6a")]
    assert order(hidden, CardDealt, DoubleCardTurned, WagerSettled)[-3:] == [
        "CardDealt", "DoubleCardTurned", "WagerSettled",
    ]  # fmt: skip
    assert hidden.net() == {1: 2000}


@pytest.mark.clause("BJ-DBL-6a")
def test_a_hidden_card_that_breaks_the_hand_is_found_at_settlement() -> None:
    cards = shoe("Th 6d", dealer="6h Tc", then="9s Kd")
    round_ = play(BJ, cards, bets={1: 1000}, tokes={1: 200}, answers=["double face down"])
    assert order(round_, DoubleCardTurned, HandBroke, WagerSettled) == [
        "DoubleCardTurned", "HandBroke", "WagerSettled", "WagerSettled",
    ]  # fmt: skip
    assert settled(round_) == [(1, 0, "main", 2000, "lose", -2000), (1, 0, "toke:main", 200, "lose", -200)]
    check_conserved(round_)


@pytest.mark.clause("BJ-PAY-7b")
def test_a_won_double_is_one_payment() -> None:
    cards = shoe("5h 6d", dealer="6h Tc", then="9s 9d")
    round_ = play(BJ, cards, bets={1: 1000}, answers=["double"])
    assert settled(round_) == [(1, 0, "main", 2000, "win", 2000)]
    assert round_.spots[1].hands[0].settled
