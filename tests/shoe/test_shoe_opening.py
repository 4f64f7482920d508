"""Opening and closing a shoe table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.errors import IllegalAction
from pitboss.shoe import NEW_DECK_ORDER, Ceremony, Deck, ShuffleRules, fresh_decks

Rules = Callable[..., ShuffleRules]
Table = Callable[..., Any]


def decks(count: int) -> tuple[Deck, ...]:
    return tuple(Deck(str(number), "blue") for number in range(1, count + 1))


@pytest.mark.clause("BJ-CARD-1")
def test_six_decks_of_pre_verified_cards_and_no_other(rules_of: Rules) -> None:
    rules = rules_of("catfish-blackjack")
    state, events = Ceremony.open(rules, [Deck("pack", "blue", fresh_decks(6))])
    assert (len(state.cards), state.phase) == (312, "shuffle_due")
    assert (events[0].name, events[0]["cards"], events[0].clause) == ("decks_brought", 312, "BJ-CARD-1")
    for cards in (fresh_decks(6)[1:], fresh_decks(8), fresh_decks(6)[1:] + parse_cards("2c")):
        with pytest.raises(IllegalAction) as refusal:
            Ceremony.open(rules, [Deck("pack", "blue", cards)])
        assert refusal.value.clause == "BJ-CARD-1"


@pytest.mark.clause("GC-EQUIP-2", "V5-DECK-1", "V5-SHUF-1")
@pytest.mark.parametrize(
    ("sheet", "sets", "good", "bad", "clause"),
    [
        ("games-of-chance-blackjack", (), 6, (5, 7, 8), "GC-EQUIP-2"),
        ("blackjack-v5", (), 6, (5, 8), "V5-DECK-1"),
        ("blackjack-v5", ("decks=8",), 8, (6, 7), "V5-DECK-1"),
    ],
)
def test_the_sheets_number_of_decks(
    rules_of: Rules, sheet: str, sets: tuple[str, ...], good: int, bad: tuple[int, ...], clause: str
) -> None:
    rules = rules_of(sheet, *sets)
    state, _ = Ceremony.open(rules, decks(good))
    assert len(state.cards) == good * 52
    for count in bad:
        with pytest.raises(IllegalAction, match=f"{count} decks where {good} belong") as refusal:
            Ceremony.open(rules, decks(count))
        assert refusal.value.clause == clause


@pytest.mark.clause("GC-METH-1", "GC-METH-2", "GC-METH-3", "V5-SHUF-2", "V5-SHUF-3")
@pytest.mark.parametrize(
    ("sheet", "count", "spread", "verify"),
    [
        ("games-of-chance-blackjack", 6, "GC-METH-1", "GC-METH-2"),
        ("blackjack-v5", 8, "V5-SHUF-2", "V5-SHUF-3"),
    ],
)
def test_each_deck_is_spread_and_verified(table: Table, sheet: str, count: int, spread: str, verify: str) -> None:
    driver = table(sheet, f"decks={count}")
    assert driver.refused("start_round").clause == verify
    assert driver.refused("shuffle", driver.source).reason == "no shuffle is due"
    events = driver.do("spread_decks")
    assert [(event.name, event.clause) for event in events[:-1]] == [("deck_spread", spread)] * count
    assert [event["deck"] for event in events[:-1]] == [str(number) for number in range(1, count + 1)]
    assert (events[-1].name, events[-1].clause) == ("decks_verified", verify)
    assert driver.state.can_shuffle()


@pytest.mark.clause("GC-METH-2", "V5-SHUF-3")
@pytest.mark.parametrize(
    ("sheet", "clause"), [("games-of-chance-blackjack", "GC-METH-2"), ("blackjack-v5", "V5-SHUF-3")]
)
def test_a_deck_of_51_cards_does_not_open_a_table(rules_of: Rules, sheet: str, clause: str) -> None:
    short = Deck("4", "blue", NEW_DECK_ORDER[:20] + NEW_DECK_ORDER[21:])
    stack = (*decks(3), short, *decks(2))
    state, _ = Ceremony.open(rules_of(sheet), stack)
    with pytest.raises(IllegalAction, match=r"deck 4: 51 cards where 52 belong: 8d missing") as refusal:
        state.spread_decks()
    assert refusal.value.clause == clause
    assert not state.can_shuffle()
    # 312 cards in all do not help when one deck holds a card of another.
    surplus = Deck("5", "blue", (*NEW_DECK_ORDER, NEW_DECK_ORDER[20]))
    state, _ = Ceremony.open(rules_of(sheet), (*decks(3), short, surplus, *decks(1)))
    assert not state.can_spread_decks()


@pytest.mark.clause("BJ-CARD-3a", "BJ-CARD-3b", "BJ-CARD-3c", "BJ-CARD-3d")
def test_a_supervisor_closes_and_the_cards_are_looked_over(table: Table) -> None:
    driver = table().to_shoe()
    driver.do("burn")
    driver.play(40)
    assert driver.refused("close", "dealer").clause == "BJ-CARD-3a"
    driver.do("start_round")
    assert "round is finished" in driver.refused("close", "supervisor").reason
    driver.do("end_round", driver.state.shoe)
    events = driver.do("close", "supervisor")
    assert [(event.name, event.clause) for event in events] == [
        ("table_closed", "BJ-CARD-3a"),
        ("all_cards_to_discards", "BJ-CARD-3b"),
        ("cards_fanned_checked", "BJ-CARD-3c"),
        ("cards_in_discard_rack", "BJ-CARD-3d"),
    ]
    assert (events[0]["by"], events[1]["count"], events[2]["result"]) == ("supervisor", 312, "no imperfections")
    assert (driver.state.phase, len(driver.state.cards), driver.state.shoe) == ("closed", 312, None)
    assert (driver.state.question.options, driver.state.burn_due) == ((), False)
    assert not driver.state.can_close("supervisor")
    assert not driver.state.can_start_round()
    assert not driver.state.can_tap_in("Bo")


@pytest.mark.clause("BJ-CARD-3c")
def test_what_the_fan_finds_is_reported(table: Table) -> None:
    driver = table().to_shoe()
    shoe = driver.state.shoe
    first = shoe.order[0]
    other = next(card for card in shoe.order if card != first)
    driver.state = replace(driver.state, shoe=replace(shoe, order=(other, *shoe.order[1:])))
    result = driver.do("close", "shift_manager", imperfect=parse_cards("Qh"))[2]["result"]
    assert set(result.split(", ")) == {f"{first.text} missing", f"{other.text} too many", "Qh imperfect"}
