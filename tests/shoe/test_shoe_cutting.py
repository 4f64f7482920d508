"""The cut, the cut card and the loaded shoe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.shoe import DEALER

Table = Callable[..., Any]
SHEETS = ["catfish-blackjack", "games-of-chance-blackjack", "blackjack-v5"]


def offered(events: Any) -> list[int]:
    return [event["seat"] for event in events if event.name == "cut_offered"]


@pytest.mark.clause("BJ-SDS-2", "BJ-SDS-3b", "GC-METH-9", "V5-SHUF-10")
@pytest.mark.parametrize(("sheet", "clause"), list(zip(SHEETS, ("BJ-SDS-3b", "GC-METH-9", "V5-SHUF-10"), strict=True)))
def test_when_a_game_begins_the_first_player_is_asked(table: Table, sheet: str, clause: str) -> None:
    driver = table(sheet)
    assert not driver.state.can_offer_cut()
    driver.to_brick()
    assert driver.state.question.options == ("offer_cut",)
    (event,) = driver.do("offer_cut", [5, 2, 6])
    assert (event.name, event["seat"], event.clause) == ("cut_offered", 2, clause)
    assert driver.state.question.asked == "seat 2"
    assert driver.rules.clause("offer_cut") in ("BJ-SDS-2", "GC-METH-9", "V5-SHUF-10")


@pytest.mark.clause("BJ-SDS-3a", "BJ-S6")
@pytest.mark.parametrize(
    ("receiver", "seats", "first", "clause"),
    [
        (4, [1, 4, 6], 4, "BJ-SDS-3a"),
        (None, [1, 4, 6], 1, "BJ-SDS-3b"),  # it came out on the dealer's hand
        (4, [2, 6], 2, "BJ-SDS-3b"),  # that player has left
    ],
)
def test_who_was_dealt_the_cut_card_cuts(
    table: Table, receiver: int | None, seats: list[int], first: int, clause: str
) -> None:
    driver = table().to_shoe()
    driver.play(270, cut_card_seat=receiver)
    driver.to_brick()
    (event,) = driver.do("offer_cut", seats)
    assert (event["seat"], event.clause) == (first, clause)


@pytest.mark.clause("BJ-SDS-3b")
def test_when_a_game_resumes_the_first_player_cuts_whoever_had_the_cut_card(table: Table) -> None:
    driver = table("catfish-blackjack", "cut_card=one_more_round").to_shoe()
    driver.play(270, cut_card_seat=4)
    driver.do("spread_cards")
    driver.to_brick()
    assert offered(driver.do("offer_cut", [1, 4])) == [1]


@pytest.mark.clause("BJ-SDS-3c")
def test_a_refused_cut_goes_round_clockwise(table: Table) -> None:
    driver = table().to_shoe()
    driver.play(270, cut_card_seat=4)
    driver.to_brick()
    asked = offered(driver.do("offer_cut", [6, 2, 1, 4]))
    while driver.state.offered != DEALER:
        refused, *rest = driver.do("refuse_cut")
        assert (refused.name, refused["seat"], refused.clause) == ("cut_refused", asked[-1], "BJ-SDS-3c")
        asked += offered(rest)
    assert asked == [4, 6, 1, 2]


@pytest.mark.clause("BJ-SDS-3d", "GC-S9")
@pytest.mark.parametrize(
    ("sheet", "clause"), [("catfish-blackjack", "BJ-SDS-3d"), ("games-of-chance-blackjack", "GC-S9")]
)
def test_when_all_refuse_the_dealer_cuts(table: Table, sheet: str, clause: str) -> None:
    driver = table(sheet).to_brick()
    driver.do("offer_cut", [1, 2])
    assert "offered to seat 1" in driver.refused("cut", 100, by=DEALER).reason
    driver.do("refuse_cut")
    events = driver.do("refuse_cut")
    assert (events[1].name, events[1].clause) == ("cut_passed_to_dealer", clause)
    calls = [event for event in events if event.name == "announced"]
    if sheet == "catfish-blackjack":
        assert [(call["words"], call["to"]) for call in calls] == [("Dealer Cuts", "floor")]
    else:
        assert calls == []
    assert driver.refused("refuse_cut").clause == clause
    assert not driver.state.can_cut(driver.rules.cut_minimum_cards - 1, by=DEALER)  # the dealer's cut has a depth too
    (cut,) = driver.do("cut", 100, by=DEALER)
    assert cut["cutter"] == "dealer"


def test_an_empty_table_is_cut_by_the_dealer(table: Table) -> None:
    driver = table().to_brick()
    driver.do("offer_cut", [])
    assert driver.state.offered == DEALER


@pytest.mark.clause("GC-S9")
def test_the_option_of_no_cut(table: Table) -> None:
    driver = table("games-of-chance-blackjack", "cut_fallback=no_cut").to_brick()
    before = driver.state.cards
    driver.do("offer_cut", [1])
    driver.do("refuse_cut")
    assert (driver.state.phase, driver.state.cut_at, driver.state.cards) == ("cut", 0, before)


@pytest.mark.clause("BJ-SDS-3e1")
def test_one_cut_only(table: Table) -> None:
    driver = table().to_brick()
    assert driver.refused("cut", 100, by=1).clause == "BJ-SDS-2"
    driver.do("offer_cut", [1, 2])
    driver.do("cut", 100, by=1)
    for _ in range(2):
        for seat in (1, 2, DEALER):
            assert driver.refused("cut", 150, by=seat).clause == "BJ-SDS-3e1"
        if driver.state.can_place_cut_card():
            driver.do("place_cut_card")


@pytest.mark.clause("BJ-SDS-3e2", "GC-METH-10", "V5-SHUF-11")
@pytest.mark.parametrize(
    ("sheet", "sets", "least", "most", "clause"),
    [
        ("catfish-blackjack", (), 39, 273, "BJ-SDS-3e2"),
        ("games-of-chance-blackjack", (), 52, 260, "GC-METH-10"),
        ("games-of-chance-blackjack", ("cut_minimum_cards=40",), 40, 272, "GC-METH-10"),
        ("blackjack-v5", (), 52, 260, "V5-SHUF-11"),
        ("blackjack-v5", ("decks=8",), 52, 364, "V5-SHUF-11"),
    ],
)
def test_a_cut_leaves_enough_at_both_ends(
    table: Table, sheet: str, sets: tuple[str, ...], least: int, most: int, clause: str
) -> None:
    driver = table(sheet, *sets).to_brick()
    driver.do("offer_cut", [1])
    for at in (-1, 0, least - 1, most + 1, driver.rules.cards, 10_000):
        assert driver.refused("cut", at, by=1).clause == clause
    assert driver.state.can_cut(least, by=1)
    assert driver.state.can_cut(most, by=1)


@pytest.mark.clause("BJ-SDS-4a", "GC-METH-11", "V5-SHUF-12")
@pytest.mark.parametrize(("sheet", "clause"), list(zip(SHEETS, ("BJ-SDS-4a", "GC-METH-11", "V5-SHUF-12"), strict=True)))
def test_what_lay_before_the_cut_goes_behind(table: Table, sheet: str, clause: str) -> None:
    driver = table(sheet).to_brick()
    brick = driver.state.cards
    driver.do("offer_cut", [1])
    (cut,) = driver.do("cut", 123, by=1)
    assert (cut["at"], cut["cutter"], cut.clause) == (123, "seat 1", clause)
    assert driver.state.cards == brick[123:] + brick[:123]


@pytest.mark.clause("BJ-SDS-4b", "BJ-SDS-4d", "GC-METH-12", "V5-SHUF-12")
@pytest.mark.parametrize(
    ("sheet", "sets", "place", "clause"),
    [
        ("catfish-blackjack", (), 260, "BJ-SDS-4b"),
        ("games-of-chance-blackjack", (), 260, "GC-METH-12"),
        ("games-of-chance-blackjack", ("cut_card_depth=78",), 234, "GC-METH-12"),
        ("blackjack-v5", ("decks=8",), 364, "V5-SHUF-12"),
        ("blackjack-v5", ("cut_card_depth=78",), 234, "V5-SHUF-12"),
    ],
)
def test_the_cut_card_is_set_one_deck_from_the_back(
    table: Table, sheet: str, sets: tuple[str, ...], place: int, clause: str
) -> None:
    driver = table(sheet, *sets).to_brick()
    driver.do("offer_cut", [1])
    assert not driver.state.can_place_cut_card()
    driver.do("cut", 100, by=1)
    assert not driver.state.can_load()
    stack = driver.state.cards
    (placed,) = driver.do("place_cut_card")
    assert (placed["position"], placed.clause) == (place, clause)
    (loaded,) = driver.do("load")
    assert (loaded.name, loaded.clause) == ("shoe_loaded", driver.rules.clause("load"))
    assert (driver.state.phase, driver.state.shoe.order, driver.state.shoe.cut_card) == (
        "between_rounds",
        stack,
        place,
    )


@pytest.mark.clause("BJ-SDS-4c")
def test_only_a_supervisor_orders_another_place(table: Table) -> None:
    driver = table().to_brick()
    driver.do("offer_cut", [1])
    driver.do("cut", 100, by=1)
    for role in (None, "dealer", "player"):
        assert driver.refused("place_cut_card", 104, ordered_by=role).clause == "BJ-SDS-4c"
    assert driver.refused("place_cut_card", 313, ordered_by="supervisor").clause == "BJ-SDS-4c"
    (placed,) = driver.do("place_cut_card", 104, ordered_by="supervisor")
    assert (placed["position"], placed["by"], placed.clause) == (208, "supervisor", "BJ-SDS-4c")
