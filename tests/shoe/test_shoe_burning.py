"""Burn cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Table = Callable[..., Any]


@pytest.mark.clause("BJ-SDS-5a", "V5-S2")
@pytest.mark.parametrize(("sheet", "clause"), [("catfish-blackjack", "BJ-SDS-5a"), ("blackjack-v5", "V5-S2")])
def test_one_card_is_burned_per_shoe(table: Table, sheet: str, clause: str) -> None:
    driver = table(sheet).to_shoe()
    assert "burn" in driver.state.question.options
    (burned,) = driver.do("burn")
    assert (burned.name, burned["cards"], burned["slot"], burned.clause) == ("burn", 1, 0, clause)
    assert (driver.state.shoe.burned, driver.state.shoe.drawn) == ((0,), 1)
    assert driver.refused("burn").clause == clause
    assert driver.play(20) == ()
    assert driver.refused("burn").clause == clause  # not again in this shoe
    driver.play(250)
    driver.to_shoe()
    assert driver.state.can_burn()


@pytest.mark.clause("V5-S2")
def test_the_option_of_a_burn_each_round(table: Table) -> None:
    driver = table("blackjack-v5", "burn=per_round").to_shoe()
    for _ in range(3):
        driver.do("burn")
        driver.play(10)
    assert driver.state.shoe.burned == (0, 11, 22)


@pytest.mark.clause("GC-DEAL-1")
@pytest.mark.parametrize(("sets", "later"), [((), (0,)), (("burn=per_round",), (0, 11))])
def test_a_card_is_burned_when_the_bets_are_down(table: Table, sets: tuple[str, ...], later: tuple[int, ...]) -> None:
    driver = table("games-of-chance-blackjack", *sets).to_shoe()
    assert driver.refused("burn").clause == "GC-DEAL-1"  # no bets yet
    assert driver.do("start_round") == ()
    assert (driver.state.shoe.drawn, driver.state.dealt_from.drawn) == (0, 1)
    (burned,) = driver.do("burn")
    assert (burned.name, burned["cards"], burned["slot"], burned.clause) == ("burn", 1, 0, "GC-DEAL-1")
    assert driver.refused("burn").clause == "GC-DEAL-1"
    shoe = driver.state.shoe
    for _ in range(10):
        _, shoe = shoe.draw()
    driver.do("end_round", shoe)
    driver.do("start_round")
    if driver.state.can_burn():
        driver.do("burn")
    assert driver.state.shoe.burned == later


@pytest.mark.parametrize(("left", "begins"), [(2, True), (1, False)])
def test_no_round_begins_whose_burn_would_bring_the_cut_card_out(table: Table, left: int, begins: bool) -> None:
    driver = table("games-of-chance-blackjack", "burn=per_round").to_shoe()
    driver.play(driver.state.shoe.cut_card - left - 1)  # and the first card, burned
    assert driver.state.can_start_round() is begins


def test_a_house_without_burns(table: Table) -> None:
    driver = table("catfish-blackjack", "burn=none").to_shoe()
    assert not driver.state.can_burn()
    assert driver.play(10) == ()


@pytest.mark.clause("BJ-SDS-5b")
def test_too_many_burned_is_noted_and_dealing_goes_on(table: Table) -> None:
    driver = table().to_shoe()
    events = driver.do("burn", 3)
    assert [(event.name, event.clause) for event in events] == [
        ("burn", "BJ-SDS-5a"),
        ("extra_burn", "BJ-SDS-5b"),
    ]
    assert events[1]["cards"] == 2
    assert driver.state.shoe.burned == (0, 1, 2)
    assert driver.play(10) == ()
    for count in (0, -1, 313):
        assert not table().to_shoe().state.can_burn(count)


@pytest.mark.clause("BJ-SDS-5c")
def test_a_forgotten_burn_is_noted_and_never_made_good(table: Table) -> None:
    driver = table().to_shoe()
    (omitted,) = driver.do("start_round")
    assert (omitted.name, omitted.clause) == ("burn_omitted", "BJ-SDS-5c")
    assert not driver.state.can_burn()
    driver.do("end_round", driver.state.shoe.draw()[1])
    assert driver.refused("burn").reason == "no burn is due"
    assert driver.play(10) == ()
    assert driver.state.shoe.burned == ()


@pytest.mark.clause("BJ-SDS-6")
def test_a_burn_card_stays_hidden_unless_asked_for_and_approved(table: Table) -> None:
    driver = table().to_shoe()
    assert not driver.state.can_show_burn(asked_by=2, approved_by="supervisor")
    driver.do("burn")
    card = driver.state.shoe.order[0].text
    assert not any(card in str(value) for event in driver.events[-1:] for _, value in event.data)
    for asked, role in ((None, "supervisor"), (2, None), (2, "dealer"), (2, "player"), (None, None)):
        assert driver.refused("show_burn", asked_by=asked, approved_by=role).clause == "BJ-SDS-6"
    (shown,) = driver.do("show_burn", asked_by=2, approved_by="supervisor")
    assert (shown.name, shown["card"], shown["seat"], shown.clause) == ("burn_shown", card, 2, "BJ-SDS-6")


@pytest.mark.clause("BJ-SDS-7", "BJ-S9")
def test_a_new_dealer_burns_the_next_card_between_rounds(table: Table) -> None:
    driver = table().to_shoe()
    driver.do("burn")
    driver.play(10)
    events = driver.do("tap_in", "Bo")
    assert [(event.name, event.clause) for event in events] == [
        ("dealer_change", "BJ-SDS-7"),
        ("burn", "BJ-SDS-7"),
    ]
    assert driver.state.shoe.burned == (0, 11)
    driver.do("start_round")
    assert driver.refused("tap_in", "Cy").clause == "BJ-S9"


@pytest.mark.clause("BJ-S9")
def test_the_option_of_a_change_within_a_round(table: Table) -> None:
    driver = table("catfish-blackjack", "dealer_change=any_time").to_shoe()
    driver.do("burn")
    driver.do("start_round")
    _, shoe = driver.state.shoe.draw()
    driver.do("tap_in", "Cy", shoe=shoe)
    assert (driver.state.shoe.burned, driver.state.shoe.drawn, driver.state.phase) == ((0, 2), 3, "in_round")


@pytest.mark.clause("GC-S4")
def test_no_burn_for_a_new_dealer_where_the_sheet_has_none(table: Table) -> None:
    driver = table("games-of-chance-blackjack").to_shoe()
    driver.play(10)
    assert [event.name for event in driver.do("tap_in", "Bo")] == ["dealer_change"]
    assert driver.state.shoe.burned == (0,)
    house = table("games-of-chance-blackjack", "burn_on_new_dealer=true").to_shoe()
    house.play(10)
    assert [event.name for event in house.do("tap_in", "Bo")] == ["dealer_change", "burn"]


def test_a_dealer_who_taps_in_at_the_shuffle_burns_nothing(table: Table) -> None:
    driver = table().to_brick()
    assert [event.name for event in driver.do("tap_in", "Bo")] == ["dealer_change"]


def test_a_burn_that_brings_the_cut_card_out_makes_the_shuffle_due(table: Table) -> None:
    driver = table("blackjack-v5", "burn=per_round", "cut_card=finish_round").to_shoe()
    driver.do("burn")
    shoe = driver.state.shoe
    driver.play(shoe.cut_card - shoe.drawn - 1)  # one card is left in front of the cut card, and a burn is due
    assert [event.name for event in driver.do("burn")] == ["burn", "cut_card_out"]
    assert not driver.state.can_start_round()
    driver.to_shoe()
    assert driver.state.can_burn()
    assert not driver.state.shoe.cut_card_out
