"""Games of Chance Blackjack: Match the Dealer, Super 7's, Over and Under, Perfect Pair."""

from __future__ import annotations

from typing import Any

import pytest
from tests.blackjack.table import act, check_conserved, dealt, happened, open_round, order, play, settled

from pitboss.games import events as e
from pitboss.games.actions import PlaceBet
from pitboss.games.blackjack import BlackjackRound

SHEET = "games-of-chance-blackjack"


def deal(cards: str, wagers: dict[str, int], *answers: Any, **more: Any) -> BlackjackRound:
    """One spot with $4 on the main bet and these side bets."""
    return play(SHEET, cards, bets={1: {"main": 400, **wagers}}, answers=answers, **more)


def bet(round_: BlackjackRound, wager: str) -> e.WagerSettled:
    (found,) = [s for s in happened(round_, e.WagerSettled) if s.wager == wager]
    assert isinstance(found, e.WagerSettled)
    return found


# --- Match the Dealer -------------------------------------------------------------------------------------


@pytest.mark.clause("GC-MATCH-1", "GC-PAY-10", "GC-PAY-11", "GC-PAY-12", "GC-PAY-13", "GC-PAY-14")
@pytest.mark.parametrize(
    ("first", "up", "second", "line", "pays", "clause"),
    [
        ("9h", "9c", "4d", "one_unsuited", 1200, "GC-PAY-10"),
        ("4d", "9c", "9h", "one_unsuited", 1200, "GC-PAY-10"),
        ("9c", "9c", "4d", "one_suited", 3200, "GC-PAY-11"),
        ("4d", "9c", "9c", "one_suited", 3200, "GC-PAY-11"),
        ("9h", "9c", "9d", "two_unsuited", 4000, "GC-PAY-12"),
        ("9h", "9c", "9c", "one_of_each", 6000, "GC-PAY-13"),
        ("9c", "9c", "9c", "two_suited", 8000, "GC-PAY-14"),
        ("4c", "9c", "5c", "", -400, "GC-MATCH-1"),
        ("8c", "9c", "8d", "", -400, "GC-MATCH-1"),  # nor is the hole card matched
        ("Kc", "Tc", "Qc", "", -400, "GC-MATCH-1"),  # by rank, not by value
    ],
)
def test_match_the_dealer(first: str, up: str, second: str, line: str, pays: int, clause: str) -> None:
    found = bet(deal(f"{first} {up} {second} 8h", {"match": 400}), "match")
    assert (found.line, found.stake, found.pays, found.clause) == (line, 400, pays, clause)


@pytest.mark.clause("GC-PAY-15")
@pytest.mark.parametrize(
    ("match", "main", "sets", "pays"),
    [
        (400, 400, [], 50_000),
        (400, 100, [], 50_000),
        (300, 400, [], 6_000),
        (100, 400, [], 2_000),
        (400, 100, ["three_aces_wager=ante"], 8_000),
        (300, 400, ["three_aces_wager=ante"], 37_500),
        (400, 400, ["three_aces_wager=ante"], 50_000),
    ],
)
def test_three_suited_aces_need_the_four_dollar_wager(match: int, main: int, sets: list[str], pays: int) -> None:
    round_ = play(SHEET, "Ac Ac Ac 9h", bets={1: {"main": main, "match": match}}, sets=sets)
    assert bet(round_, "match").pays == pays


@pytest.mark.clause("GC-PAY-15")
def test_other_suited_threes_and_mixed_aces_get_no_bonus() -> None:
    assert bet(deal("Ac Ac Ah 9h", {"match": 400}), "match").line == "one_of_each"
    assert bet(deal("Kc Kc Kc 9h", {"match": 400}), "match").line == "two_suited"


# --- Super 7's --------------------------------------------------------------------------------------------


@pytest.mark.clause("GC-SUP7-1", "GC-PAY-4", "GC-PAY-5", "GC-PAY-6", "GC-PAY-7", "GC-PAY-8")
@pytest.mark.parametrize(
    ("cards", "answers", "line", "pays", "clause"),
    [
        ("7h 8c 9d Td", ["stand"], "first_seven", 1200, "GC-PAY-4"),
        ("7h 8c 9d Td 7h", ["hit"], "first_seven", 1200, "GC-PAY-4"),  # the run of sevens is broken
        ("7h 8c 7d Td", ["stand"], "two_unsuited", 10_000, "GC-PAY-5"),
        ("7h 8c 7h Td", ["stand"], "two_suited", 20_000, "GC-PAY-6"),
        ("7h 8c 7h Td 4c", ["hit"], "two_suited", 20_000, "GC-PAY-6"),
        ("7h 8c 7h Td 7c", ["hit"], "three_unsuited", 40_000, "GC-PAY-7"),
        ("7h 8c 7h Td 7h", ["hit"], "three_suited", 100_000, "GC-PAY-8"),
        ("7h 8c 7h Td 7h", ["double"], "three_suited", 100_000, "GC-PAY-8"),
        ("9h 8c 7h Td 7h", ["stand"], "", -400, "GC-SUP7-1"),  # a seven as second card only
        ("9h 8c 7h Td 7h", ["hit"], "", -400, "GC-SUP7-1"),
    ],
)
def test_super_sevens(cards: str, answers: list[str], line: str, pays: int, clause: str) -> None:
    found = bet(deal(cards, {"super7": 400}, *answers), "super7")
    assert (found.line, found.pays, found.clause) == (line, pays, clause)


@pytest.mark.clause("GC-SUP7-1")
def test_after_a_split_the_third_card_is_the_first_hands_next() -> None:
    round_ = deal("7h 8c 7h Td 7h 7c 2d", {"super7": 400}, "split")
    assert bet(round_, "super7").line == "three_suited"
    assert order(round_)[-3:] == ["HandSplit", "CardDealt", "WagerSettled"]
    second_only = deal("7h 8c 7h Td 2d 7h 9c", {"super7": 400}, "split", "stand", "stand")
    assert bet(second_only, "super7").line == "two_suited"


@pytest.mark.clause("GC-SUP7-1")
@pytest.mark.parametrize(
    ("cards", "answers"), [("7h Kc 7h Ad", []), ("7h Ac 7h Kd", ["1: decline"]), ("7h 8c 7h Td 9h", ["surrender"])]
)
def test_where_no_third_card_is_drawn_two_cards_count(cards: str, answers: list[str]) -> None:
    round_ = deal(cards, {"super7": 400}, *answers)
    assert bet(round_, "super7").line == "two_suited"
    check_conserved(round_)


@pytest.mark.clause("GC-SUP7-1")
@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("7h 8c 7h Td 7h", ["stand"]),
        ("7h 8c 7h Td 7h", ["surrender"]),
        ("7h Kc 7h Ad 7h", []),
        ("7h Ac 7h Kd 7h", ["1: decline"]),
    ],
)
def test_a_house_may_always_deal_the_third_card(cards: str, answers: list[str]) -> None:
    round_ = deal(cards, {"super7": 400}, *answers, sets=["super7_third_card=always_dealt"])
    assert bet(round_, "super7").line == "three_suited"
    assert dealt(round_, "side_bet") == [(1, "7h")]
    assert round_.spots[1].hands[0].points in (0, 14)  # the card is no part of the hand
    check_conserved(round_)


@pytest.mark.clause("GC-SUP7-1")
@pytest.mark.parametrize("cards", ["7h 8c 9d Td", "9h 8c 7h Td"])
def test_a_third_card_is_dealt_for_two_sevens_only(cards: str) -> None:
    round_ = deal(cards, {"super7": 400}, "stand", sets=["super7_third_card=always_dealt"])
    assert dealt(round_, "side_bet") == []
    unbet = deal("7h 8c 7h Td 7h", {}, "stand", sets=["super7_third_card=always_dealt"])
    assert dealt(unbet, "side_bet") == []


@pytest.mark.clause("GC-SUP7-1")
def test_a_house_may_pay_every_line_reached() -> None:
    round_ = deal("7h 8c 7h Td 7h", {"super7": 100}, "hit", sets=["super7_stack=true"])
    assert bet(round_, "super7").pays == 100 * (3 + 50 + 250)


# --- Over and Under ---------------------------------------------------------------------------------------


@pytest.mark.clause("GC-OU-1", "GC-OU-2", "GC-OU-3", "GC-PAY-9")
@pytest.mark.parametrize(
    ("first", "second", "over", "under", "lost_by"),
    [
        ("6h", "8c", 400, -200, "GC-OU-1"),
        ("6h", "6c", -400, 200, "GC-OU-1"),
        ("6h", "7c", -400, -200, "GC-OU-2"),
        ("Ah", "2c", -400, -200, "GC-OU-2"),
        ("Ah", "Ac", 400, -200, "GC-OU-1"),
        ("Kh", "3c", -400, -200, "GC-OU-2"),
        ("2h", "2c", -400, 200, "GC-OU-1"),
    ],
)
def test_over_and_under(first: str, second: str, over: int, under: int, lost_by: str) -> None:
    round_ = deal(f"{first} 9c {second} Td", {"over": 400, "under": 200})
    found = bet(round_, "over"), bet(round_, "under")
    assert [one.pays for one in found] == [over, under]
    assert {one.clause for one in found if one.result == "lose"} == {lost_by}


@pytest.mark.clause("GC-OU-1")
@pytest.mark.parametrize("wagers", [("over",), ("under",), ("over", "under")])
def test_over_under_or_both_are_bet_before_the_deal(wagers: tuple[str, ...]) -> None:
    round_ = open_round(SHEET, "6h 9c 8c Td").act(PlaceBet(spot=1, cents=400))
    for wager in wagers:
        round_.act(PlaceBet(spot=1, cents=100, wager=wager))
    act(round_, "start")
    assert [s[2] for s in settled(round_)] == list(wagers)


@pytest.mark.clause("GC-OU-3")
def test_a_house_may_count_the_ace_as_one() -> None:
    round_ = deal("Ah 9c Ac Td", {"over": 400, "under": 200}, sets=["overunder_ace=1"])
    assert (bet(round_, "over").pays, bet(round_, "under").pays) == (-400, 200)


# --- Perfect Pair -----------------------------------------------------------------------------------------


@pytest.mark.clause("GC-PP-1", "GC-PAY-16", "GC-PAY-17", "GC-PAY-18")
@pytest.mark.parametrize(
    ("first", "second", "line", "pays", "clause"),
    [
        ("8h", "8h", "perfect", 8000, "GC-PAY-16"),
        ("8h", "8d", "coloured", 4000, "GC-PAY-17"),
        ("8c", "8s", "coloured", 4000, "GC-PAY-17"),
        ("8h", "8s", "red_and_black", 2000, "GC-PAY-18"),
        ("8h", "9h", "", -400, "GC-PP-1"),
        ("Th", "Kh", "", -400, "GC-PP-1"),  # by rank
    ],
)
def test_perfect_pair(first: str, second: str, line: str, pays: int, clause: str) -> None:
    found = bet(deal(f"{first} 9c {second} Td", {"perfect_pair": 400}), "perfect_pair")
    assert (found.line, found.pays, found.clause) == (line, pays, clause)


# --- when they are settled --------------------------------------------------------------------------------


@pytest.mark.clause("GC-S2")
def test_side_bets_are_settled_after_the_deal_and_super_sevens_with_the_third_card() -> None:
    wagers = {"match": 100, "super7": 100, "over": 100, "under": 100, "perfect_pair": 100}
    bets = {1: {"main": 400, **wagers}, 2: {"main": 400, **wagers}}
    round_ = play(SHEET, "7h Th 9c 7d 2h Td 3c 4c", bets=bets)
    now = ["match", "over", "under", "perfect_pair"]
    assert [(s[0], s[2]) for s in settled(round_)] == [(box, wager) for box in (2, 1) for wager in now]
    act(round_, "hit")
    assert settled(round_)[-1][:3] == (1, 0, "super7")
    act(round_, "stand", "stand")
    assert [(s[0], s[2]) for s in settled(round_)[9:11]] == [(2, "super7"), (2, "main")]
    check_conserved(round_)


@pytest.mark.clause("GC-S2")
def test_a_house_may_settle_them_at_the_end_of_the_round() -> None:
    sets = [f"{wager}_settlement=end_of_round" for wager in ("match", "overunder", "perfect_pair")]
    wagers = {"match": 100, "over": 100, "under": 100, "perfect_pair": 100}
    round_ = deal("7h 9c 7d Td", wagers, sets=sets)
    assert settled(round_) == []
    act(round_, "stand")
    assert [s[2] for s in settled(round_)] == ["main", "match", "over", "under", "perfect_pair"]
    assert [s[5] for s in settled(round_)] == [-400, -100, 100, -100, 1000]


@pytest.mark.clause("GC-S2")
def test_side_bets_come_before_insurance_and_are_paid_on_a_dealer_blackjack() -> None:
    round_ = deal("Ah Ac 9d Kd", {"match": 100})
    assert settled(round_) == [(1, 0, "match", 100, "win", 300)]
    act(round_, "1: decline")
    assert round_.net() == {1: 300 - 400}
