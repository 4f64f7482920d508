"""When a shuffle is due, who must know of it, and that nothing is dealt before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.shoe import DeclaredSource

Table = Callable[..., Any]


@pytest.mark.clause("BJ-SHUF-2a", "BJ-CARD-2", "BJ-SHUF-1")
def test_new_cards_are_shuffled_before_they_are_dealt(table: Table) -> None:
    driver = table()
    assert driver.refused("start_round").clause == "BJ-SHUF-2a"
    assert driver.refused("burn").clause == "BJ-SHUF-2a"
    driver.to_brick()
    shuffle = next(event for event in driver.events if event.name == "standard_shuffle")
    assert (shuffle.clause, shuffle["reason"], shuffle["method"]) == ("BJ-CARD-2", "new_decks", "manual")
    assert shuffle["procedure"] == "two_stacks"
    assert driver.refused("start_round").clause == "BJ-SHUF-2a"  # not before cut and loaded either
    steps = driver.names()[driver.names().index("standard_shuffle") + 1 :]
    assert steps[0] == "split"
    assert set(steps[1:]) == {"riffle"}
    driver.do("offer_cut", [1])
    driver.do("cut", 100, by=1)
    driver.do("place_cut_card")
    driver.do("load")
    assert driver.state.can_start_round()


@pytest.mark.clause("BJ-SHUF-2b", "BJ-SHUF-1")
def test_spread_cards_are_shuffled_before_play_resumes(table: Table) -> None:
    driver = table().to_shoe()
    driver.play(30, cut_card_seat=None)
    driver.do("spread_cards")
    assert driver.refused("start_round").clause == "BJ-SHUF-2b"
    driver.to_brick()
    shuffle = [event for event in driver.events if event.name == "standard_shuffle"][-1]
    assert (shuffle["reason"], shuffle.clause) == ("spread", "BJ-SHUF-1")
    assert not driver.state.can_spread_cards()


@pytest.mark.clause("BJ-SHUF-2c", "GC-METH-13", "V5-SHUF-12")
@pytest.mark.parametrize(
    ("sheet", "clause"),
    [
        ("catfish-blackjack", "BJ-SHUF-2c"),
        ("games-of-chance-blackjack", "GC-METH-13"),
        ("blackjack-v5", "V5-SHUF-12"),
    ],
)
def test_the_round_in_which_the_cut_card_comes_out_is_the_last(table: Table, sheet: str, clause: str) -> None:
    driver = table(sheet).to_shoe()
    if driver.state.can_burn():
        driver.do("burn")
    assert driver.play(258) == ()  # 259 cards are out, the cut card is not
    events = driver.play(10, cut_card_seat=3)
    assert [(event.name, event.clause) for event in events] == [("cut_card_out", clause)]
    assert (events[0]["seat"], events[0]["drawn"]) == (3, 269)
    assert driver.refused("start_round").clause == clause
    driver.to_shoe()
    assert driver.state.can_start_round()


@pytest.mark.clause("BJ-SHUF-2c", "GC-METH-13")
@pytest.mark.parametrize("sheet", ["catfish-blackjack", "games-of-chance-blackjack"])
def test_the_option_of_one_more_round(table: Table, sheet: str) -> None:
    driver = table(sheet, "cut_card=one_more_round").to_shoe()
    driver.play(265)
    assert [event.name for event in driver.play(20)] == ["last_hand"]
    assert not driver.state.can_start_round()


@pytest.mark.clause("BJ-SHUF-3", "BJ-SHUF-4")
def test_the_call_and_the_acknowledgement(table: Table) -> None:
    driver = table()
    assert driver.state.question.options == ("call_shuffle",)
    assert driver.refused("shuffle", driver.source).clause == "BJ-SHUF-3"
    (called,) = driver.do("call_shuffle")
    assert (called.name, called["words"], called.clause) == ("announced", "Shuffle", "BJ-SHUF-3")
    assert driver.state.question.asked == "supervisor"
    assert driver.refused("shuffle", driver.source).clause == "BJ-SHUF-4"
    assert driver.refused("acknowledge", "dealer").clause == "BJ-SHUF-4"
    (acknowledged,) = driver.do("acknowledge", "supervisor")
    assert (acknowledged.name, acknowledged.clause) == ("supervisor_ack", "BJ-SHUF-4")
    assert driver.state.question.options == ("shuffle",)


def test_where_no_call_or_acknowledgement_is_asked_for_none_is_waited_for(table: Table) -> None:
    driver = table("games-of-chance-blackjack")
    driver.do("spread_decks")
    assert driver.state.can_shuffle()
    driver = table("games-of-chance-blackjack", "supervisor_acknowledges=true")
    driver.do("spread_decks")
    assert (driver.state.can_shuffle(), driver.state.phase) == (False, "called")
    driver = table("catfish-blackjack", "supervisor_acknowledges=false")
    driver.do("call_shuffle")
    assert driver.state.can_shuffle()


@pytest.mark.clause("BJ-SHUF-5")
def test_a_player_gets_a_shuffle_only_with_the_shift_managers_leave(table: Table) -> None:
    driver = table().to_shoe()
    driver.play(30)
    for role in (None, "player", "dealer", "floor", "supervisor"):
        assert driver.refused("request_shuffle", 4, leave_of=role).clause == "BJ-SHUF-5"
    (given,) = driver.do("request_shuffle", 4, leave_of="shift_manager")
    assert (given.name, given["seat"], given["by"]) == ("shuffle_authorised", 4, "shift_manager")
    assert driver.state.reason == "player_request"
    assert "finish the shuffle" in driver.refused("start_round").reason
    assert not driver.state.can_request_shuffle(4, leave_of="shift_manager")


def test_another_house_lets_a_supervisor_give_leave(table: Table) -> None:
    driver = table("catfish-blackjack", "player_request=supervisor").to_shoe()
    assert not driver.state.can_request_shuffle(4, leave_of="dealer")
    assert driver.state.can_request_shuffle(4, leave_of="supervisor")


def test_a_shuffle_starts_from_the_gathered_cards_and_keeps_them(table: Table) -> None:
    driver = table().to_shoe()
    driver.do("burn")
    driver.play(200)
    driver.do("spread_cards")
    stack = driver.state.stack
    driver.to_brick()
    assert sorted(driver.state.cards) == sorted(stack)
    assert driver.state.shoe is None


def test_a_wash_for_new_cards_only(rules_of: Callable[..., Any]) -> None:
    rules = replace(rules_of("games-of-chance-blackjack"), wash="new_cards")
    assert rules.for_shuffle(new_cards=True).wash == "every_shuffle"
    assert rules.for_shuffle(new_cards=False).wash == "never"
    assert rules_of("games-of-chance-blackjack").for_shuffle(new_cards=False).wash == "every_shuffle"


def test_a_declared_table_shuffles_its_own_cards(table: Table) -> None:
    driver = table()
    driver.source = DeclaredSource()
    driver.to_shoe()
    assert not any(card.known for card in driver.state.shoe.order)
    assert driver.do("close", "supervisor")[2]["result"] == "no imperfections"


def test_a_commitment_is_shown_once_and_before_the_cut(table: Table) -> None:
    driver = table()
    assert not driver.state.can_show_commitment("aa")
    driver.to_brick()
    (shown,) = driver.do("show_commitment", "aa")
    assert (shown["root"], shown["cards"]) == ("aa", 312)
    assert "another commitment" in driver.refused("show_commitment", "bb").reason
    driver.do("offer_cut", [1])
    driver.do("cut", 100, by=1)
    assert "before the cut" in driver.refused("show_commitment", "aa").reason
    assert driver.state.root == "aa"
