"""Poker hands, one at a time: their order, the five that play, their names."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK, RANKS, SUITS, UNKNOWN, Card, cards_text, parse_cards
from pitboss.errors import NotationError
from pitboss.hands.poker import (
    Category,
    best_five,
    category,
    describe,
    describe_strength,
    evaluate,
    playing_ranks,
)


def strength(cards: str) -> int:
    return evaluate(parse_cards(cards))


def kind(cards: str) -> Category:
    return category(strength(cards))


def falling(*hands: str) -> bool:
    """Whether each hand beats the next."""
    return all(higher > lower for higher, lower in pairwise(map(strength, hands)))


# --- the order of the hands -------------------------------------------------------------------------------


@pytest.mark.clause("UTH-RANK-1")
def test_categories_from_the_top_and_the_worst_of_each_beats_the_best_of_the_next() -> None:
    best_and_worst = [
        ("royal flush", "As Ks Qs Js Ts", "Ac Kc Qc Jc Tc"),
        ("straight flush", "Kh Qh Jh Th 9h", "5h 4h 3h 2h Ah"),
        ("four of a kind", "As Ah Ad Ac Kd", "2s 2h 2d 2c 3d"),
        ("full house", "As Ah Ad Kc Kd", "2s 2h 2d 3c 3d"),
        ("flush", "Ad Kd Qd Jd 9d", "7d 5d 4d 3d 2d"),
        ("straight", "As Kh Qd Jc Td", "5s 4h 3d 2c Ad"),
        ("three of a kind", "As Ah Ad Kc Qd", "2s 2h 2d 4c 3d"),
        ("two pair", "As Ah Kd Kc Qd", "3s 3h 2d 2c 4d"),
        ("pair", "As Ah Kd Qc Jd", "2s 2h 5d 4c 3d"),
        ("high card", "As Kh Qd Jc 9d", "7s 5h 4d 3c 2d"),
    ]
    assert [kind(best).text for _, best, _ in best_and_worst] == [name for name, _, _ in best_and_worst]
    assert [kind(worst).text for _, _, worst in best_and_worst] == [name for name, _, _ in best_and_worst]
    for (_, _, worst), (_, best, _) in pairwise(best_and_worst):
        assert falling(worst, best)
    assert [member.text for member in reversed(Category)] == [name for name, _, _ in best_and_worst]


@pytest.mark.clause("UTH-RANK-1")
def test_below_three_of_a_kind_the_higher_ranks_win_and_then_the_kickers() -> None:
    assert falling("As Ah 2d 2c 3d", "Ks Kh Qd Qc Jd", "Ks Kh Jd Jc Ad")
    assert falling("Ks Kh Qd Qc 3d", "Ks Kh Qd Qc 2d")
    assert falling("3s 3h 5d 4c 2d", "2s 2h Ad Kc Qd", "2s 2h Ad Kc Jd", "2s 2h Ad Qc Jd", "2s 2h Kd Qc Jd")
    assert falling("As 6h 4d 3c 2d", "Ks Qh Jd Tc 8d", "Ks Qh Jd Tc 7d", "Ks Qh Jd 9c 8d", "Ks Qh Td 9c 8d")
    assert strength("As Ah Kd Qc Jd") == strength("Ad Ac Ks Qh Jc")


@pytest.mark.clause("UTH-RANK-2")
def test_royal_flush_is_ace_to_ten_of_one_suit() -> None:
    assert kind("Th Jh Qh Kh Ah") is Category.ROYAL_FLUSH
    assert kind("Th Jh Qh Kh Ad") is Category.STRAIGHT
    assert {strength(" ".join(rank + suit for rank in "TJQKA")) for suit in SUITS} == {strength("Th Jh Qh Kh Ah")}
    assert kind("9h Th Jh Qh Kh Ah 2d") is Category.ROYAL_FLUSH


@pytest.mark.clause("UTH-RANK-3a")
def test_straight_flush_is_five_in_sequence_of_one_suit_above_any_four_of_a_kind() -> None:
    assert kind("5c 6c 7c 8c 9c") is Category.STRAIGHT_FLUSH
    assert kind("5c 6c 7c 8c 9d") is Category.STRAIGHT
    assert kind("5c 6c 7c 8c Tc 9d") is Category.FLUSH
    assert falling("5c 6c 7c 8c 9c", "As Ah Ad Ac Kd")
    assert strength("5c 6c 7c 8c 9c Ac Kc") == strength("5c 6c 7c 8c 9c")


@pytest.mark.clause("UTH-RANK-3b")
def test_straight_flushes_fall_from_king_high_below_the_royal() -> None:
    run = "A23456789TJQKA"
    flushes = [" ".join(rank + "d" for rank in run[low : low + 5]) for low in reversed(range(10))]
    assert falling(*flushes)
    assert [describe(parse_cards(cards)) for cards in (flushes[0], flushes[1], flushes[-1])] == [
        "royal flush",
        "straight flush, king high",
        "straight flush, five high",
    ]


@pytest.mark.clause("UTH-S7")
def test_suited_wheel_is_the_lowest_straight_flush() -> None:
    wheel = "As 2s 3s 4s 5s"
    assert kind(wheel) is Category.STRAIGHT_FLUSH
    assert falling("2s 3s 4s 5s 6s", wheel, "Ah Ad Ac As Kd")
    assert kind("As 2s 3s 4s 5d") is Category.STRAIGHT


@pytest.mark.clause("UTH-RANK-4")
def test_four_of_a_kind_by_rank_with_aces_highest() -> None:
    assert falling(*(f"{rank}s {rank}h {rank}d {rank}c {'2' if rank != '2' else '3'}s" for rank in reversed(RANKS)))
    assert falling("As Ah Ad Ac 2d", "Ks Kh Kd Kc Ad", "Ks Kh Kd Kc Qd")
    assert strength("Ks Kh Kd Kc Qd Qh Qs") == strength("Ks Kh Kd Kc Qd")


@pytest.mark.clause("UTH-RANK-5")
def test_full_house_by_its_three_then_its_pair() -> None:
    assert falling("As Ah Ad Ks Kh", "As Ah Ad Qs Qh", "Ks Kh Kd As Ah", "2s 2h 2d As Ah")
    assert kind("As Ah Ad Ks Qh") is Category.THREE_OF_A_KIND
    assert strength("As Ah Ad Ks Kh Kd 2c") == strength("As Ah Ad Ks Kh")
    assert strength("2s 2h 2d Ks Kh As Ad") == strength("2s 2h 2d As Ad")


@pytest.mark.clause("UTH-RANK-6")
def test_flush_by_its_highest_card_then_the_next_ones() -> None:
    assert falling(
        "Ad 6d 4d 3d 2d", "Kd Qd Jd Td 8d", "Kd Qd Jd Td 7d", "Kd Qd Jd 9d 8d", "Kd Qd Td 9d 8d", "Kd Jd Td 9d 8d"
    )
    assert strength("Ad Jd 9d 5d 2d") == strength("Ac Jc 9c 5c 2c")
    assert strength("Ad Jd 9d 6d 4d 3d 2d") == strength("Ad Jd 9d 6d 4d")
    assert kind("Ad Jd 9d 5d 2c") is Category.HIGH_CARD


@pytest.mark.clause("UTH-RANK-7a")
def test_straight_by_its_highest_card_in_any_suits() -> None:
    assert falling("9s 8h 7d 6c 5d", "8s 7h 6d 5c 4d")
    assert strength("9s 8h 7d 6c 5d") == strength("9c 8c 7c 6h 5h")
    assert strength("9s 8h 7d 6c 5d 4c 3s") == strength("9s 8h 7d 6c 5d")


@pytest.mark.clause("UTH-RANK-7b")
def test_straights_run_from_broadway_down_to_the_wheel_and_do_not_go_round() -> None:
    run = "A23456789TJQKA"
    suits = "shdcd"
    straights = [
        " ".join(rank + suit for rank, suit in zip(run[low : low + 5], suits, strict=True))
        for low in reversed(range(10))
    ]
    assert falling(*straights)
    assert {kind(cards) for cards in straights} == {Category.STRAIGHT}
    for high in ("Qs Kh Ad 2c 3d", "Ks Ah 2d 3c 4d", "Js Qh Kd Ac 2d"):
        assert kind(high) is Category.HIGH_CARD
    assert strength("As 2h 3d 4c 5d 6s") == strength("2h 3d 4c 5d 6s")


@pytest.mark.clause("UTH-RANK-8")
def test_three_of_a_kind_by_rank_with_aces_highest_then_the_kickers() -> None:
    assert falling("As Ah Ad 3c 2d", "Ks Kh Kd Ac Qd", "Ks Kh Kd Ac Jd", "Ks Kh Kd Qc Jd", "2s 2h 2d Ac Kd")


# --- which five, and their name ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "five", "name"),
    [
        ("2d As Ks 2c Qs Js Ts", "As Ks Qs Js Ts", "royal flush"),
        ("5c 9c 6c 8c 7c 9d 9h", "9c 8c 7c 6c 5c", "straight flush, nine high"),
        ("4s As 2s 5s 3s 6d 7d", "5s 4s 3s 2s As", "straight flush, five high"),
        ("2s 6d 6c 6h Qd Qc 6s", "6d 6c 6h 6s Qd", "four of a kind, sixes"),
        ("Ks Ad Kd Ac 2h Ah Kc", "Ad Ac Ah Ks Kd", "full house, aces over kings"),
        ("3s 4h 9s As Ts 2s Ah", "As Ts 9s 3s 2s", "flush, ace high"),
        ("9d 5s 7h 6h 8c 8d 2s", "9d 8c 7h 6h 5s", "straight, nine high"),
        ("Ac 5d 5h 2s 3d 4c Kd", "5d 4c 3d 2s Ac", "straight, five high"),
        ("7c 2s 7d Kh 7h 9s 3d", "7c 7d 7h Kh 9s", "three of a kind, sevens"),
        ("4s Kd 4h Kc 2s 2d Ah", "Kd Kc 4s 4h Ah", "two pair, kings and fours"),
        ("4s Kd 4h Kc 5s 5d 4c", "4s 4h 4c Kd Kc", "full house, fours over kings"),
        ("6s Kd 6h Kc Qs Qd 2c", "Kd Kc Qs Qd 6s", "two pair, kings and queens"),
        ("2s 3d 9h 9c Jd Qs Kh", "9h 9c Kh Qs Jd", "pair of nines"),
        ("As 3d 9h 7c Jd 2s", "As Jd 9h 7c 3d", "ace high"),
        ("7s 5d 4h 3c 2d", "7s 5d 4h 3c 2d", "seven high"),
    ],
)
def test_five_that_play_and_their_name(cards: str, five: str, name: str) -> None:
    hand = parse_cards(cards)
    assert cards_text(best_five(hand)) == five
    assert describe(hand) == describe_strength(evaluate(hand)) == name


def test_of_cards_that_serve_alike_the_first_given_plays() -> None:
    assert cards_text(best_five(parse_cards("Qc Qd Ks Kh As Ad 2c"))) == "As Ad Ks Kh Qc"
    assert cards_text(best_five(parse_cards("Qd Qc Ks Kh As Ad 2c"))) == "As Ad Ks Kh Qd"


def test_every_category_has_the_name_of_its_pay_line() -> None:
    assert [kind.line for kind in Category][3:] == [
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ]


# --- properties -------------------------------------------------------------------------------------------


def hands(least: int = 5, most: int = 7) -> st.SearchStrategy[list[Card]]:
    """Hands of any cards, and hands of few ranks and suits, in which all the rare categories turn up."""
    near = st.sampled_from([[c for c in DECK if c >> 2 in range(low, low + 6)] for low in range(8)])
    suited = st.sampled_from([[c for c in DECK if c & 3 == suit or c >> 2 == 12] for suit in range(4)])
    decks = st.one_of(st.just(list(DECK)), near, suited)
    return decks.flatmap(lambda deck: st.lists(st.sampled_from(deck), min_size=least, max_size=most, unique=True))


@given(hands(), st.randoms(use_true_random=False))
def test_order_of_the_cards_does_not_matter(hand: list[Card], chance: Random) -> None:
    shuffled = list(hand)
    chance.shuffle(shuffled)
    assert evaluate(shuffled) == evaluate(hand)


@given(hands(), st.permutations(range(4)))
def test_suits_may_be_exchanged(hand: list[Card], suits: list[int]) -> None:
    assert evaluate([DECK[(card >> 2) * 4 + suits[card & 3]] for card in hand]) == evaluate(hand)


@given(hands(most=6), st.sampled_from(DECK))
def test_another_card_never_weakens_a_hand(hand: list[Card], card: Card) -> None:
    if card not in hand:
        assert evaluate([*hand, card]) >= evaluate(hand)


@given(hands())
def test_five_that_play_are_of_the_hand_and_as_strong_as_it(hand: list[Card]) -> None:
    five = best_five(hand)
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert evaluate(five) == evaluate(hand)
    assert tuple(card >> 2 for card in five) == playing_ranks(evaluate(hand))
    assert describe(five) == describe(hand)


@given(hands())
def test_hand_is_the_best_of_all_its_fives(hand: list[Card]) -> None:
    assert evaluate(hand) == max(evaluate(five) for five in combinations(hand, 5))


# --- what is no hand --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", "cannot have 0 cards"),
        ("As Ks Qs Js", "cannot have 4 cards"),
        ("As Ks Qs Js Ts 9s 8s 7s", "cannot have 8 cards"),
        ("As Ks Qs Js ??", "nobody has seen"),
        ("As Ks As Qs Js", "the ace of spades is there twice"),
        ("2c 2c 2c 2c 2c 2d 2h", "the two of clubs is there twice"),
        ("?? ?? As Ks Qs Js", "nobody has seen"),
    ],
)
@pytest.mark.parametrize("asked", [evaluate, best_five, describe])
def test_what_is_no_hand_is_refused_in_one_line(
    asked: Callable[[tuple[Card, ...]], object], cards: str, reason: str
) -> None:
    with pytest.raises(NotationError, match=reason) as refused:
        asked(parse_cards(cards))
    assert "\n" not in str(refused.value)
    assert UNKNOWN.text not in cards or "known" in str(refused.value)


def test_engine_and_command_line_load_no_numpy() -> None:
    program = (
        "import sys, pitboss, pitboss.hands.poker, pitboss.games, pitboss.cli.main\n"
        "assert not {'numpy', 'numba'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
