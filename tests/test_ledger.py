"""Accounts and postings: what must be held, what was moved, and what the link's events cost whom."""

from __future__ import annotations

import pytest

from pitboss.errors import IllegalAction
from pitboss.games.events import BetPlaced, Called, WagerSettled
from pitboss.ledger import (
    CAGE,
    HOUSE,
    RESERVE,
    RETRACTED,
    TAKEN_BACK,
    Posting,
    balances,
    is_player,
    layout,
    link_postings,
    meter,
    moved,
    needed,
    player,
    round_postings,
    tokes,
    transfer,
    tray,
)
from pitboss.progressive.events import (
    AwardReturned,
    Contributed,
    ContributionVoided,
    JackpotAwarded,
    LinkWentUp,
    MeterLowered,
    MeterRaised,
    MeterReset,
    MeterRestored,
)

ANN, BOX = player("Ann"), layout("t1")
MAJOR = meter("major")


def test_only_accounts_of_players_are_players() -> None:
    assert is_player(ANN)
    assert not any(map(is_player, (CAGE, HOUSE, RESERVE, tray("player"), BOX, tokes("t1"))))


def test_a_transfer_moves_more_than_nothing() -> None:
    assert transfer(CAGE, ANN, 1, "buy-in") == (Posting(CAGE, -1, "buy-in"), Posting(ANN, 1, "buy-in"))
    for cents in (0, -1):
        with pytest.raises(IllegalAction, match="more than nothing"):
            transfer(CAGE, ANN, cents, "buy-in")


def test_what_was_moved_is_summed_by_account_and_even_accounts_are_left_out() -> None:
    lines = [*transfer(ANN, BOX, 500, "bet"), *transfer(BOX, ANN, 500, "push"), *transfer(CAGE, ANN, 300, "buy-in")]
    assert moved(lines) == {CAGE: -300, ANN: 300}
    assert list(moved(lines)) == [CAGE, ANN]
    with pytest.raises(AssertionError, match="makes or loses money"):
        moved([Posting(ANN, 1, "found")])


def test_balances_go_on_from_those_before() -> None:
    assert balances({ANN: 200, HOUSE: 7}, transfer(ANN, BOX, 150, "bet")) == {ANN: 50, HOUSE: 7, BOX: 150}


def test_what_a_player_must_hold_is_the_deepest_point_of_the_entry() -> None:
    lines = [
        *transfer(ANN, BOX, 500, "bet"), *transfer(BOX, ANN, 200, "part"), *transfer(ANN, BOX, 100, "raise"),
        *transfer(ANN, BOX, 250, "raise"),
    ]  # fmt: skip
    assert needed(lines) == {ANN: 650, BOX: 0}


@pytest.mark.parametrize("why", [TAKEN_BACK, RETRACTED])
def test_what_is_taken_back_may_come_out_of_what_is_given_back(why: str) -> None:
    first, then = transfer(ANN, tray("t1"), 800, why), transfer(BOX, ANN, 500, "void")
    assert needed([*first, *then]) == {BOX: 500, ANN: 300, tray("t1"): 0}
    assert needed([*transfer(ANN, tray("t1"), 800, "lost"), *then])[ANN] == 800


def test_a_round_moves_money_between_its_players_and_its_own_table() -> None:
    toke = WagerSettled(spot=2, hand=0, wager="toke:main", stake=100, result="win", pays=100, owner="dealers")
    kept = WagerSettled(spot=2, hand=0, wager="toke:main", stake=100, result="stays", pays=0, owner="dealers")
    events = [
        BetPlaced(spot=2, wager="main", cents=500, player="Ann", position="box"), Called(text="no more bets"),
        toke, kept, LinkWentUp(),
    ]  # fmt: skip
    assert round_postings("t1", {2: "Ann"}, events) == (
        Posting(ANN, -500, "BetPlaced"), Posting(BOX, 500, "BetPlaced"),
        Posting(BOX, -100, "WagerSettled"), Posting(tokes("t1"), 200, "WagerSettled"),
        Posting(tray("t1"), -100, "WagerSettled"),
        Posting(BOX, -100, "WagerSettled"), Posting(BOX, 100, "WagerSettled"),
    )  # fmt: skip


def test_what_a_contribution_gave_to_the_meters_comes_back_when_it_is_void() -> None:
    parts = {"id": "a/1", "wagers": 1, "major": 70, "minor": 40, "reserve": 10, "house": 380}
    there = link_postings([Contributed(table="a", game="uth", **parts)], {})  # type: ignore[arg-type]
    assert moved(there) == {HOUSE: -120, MAJOR: 70, meter("minor"): 40, RESERVE: 10}
    back = link_postings([ContributionVoided(**parts)], {})  # type: ignore[arg-type]
    assert moved([*there, *back]) == {}
    nothing = {**parts, "major": 0, "minor": 0}
    assert moved(link_postings([ContributionVoided(**nothing)], {})) == {HOUSE: 10, RESERVE: -10}  # type: ignore[arg-type]


def reset(before: int, after: int, *, from_reserve: int, from_house: int) -> MeterReset:
    return MeterReset(meter="major", before=before, after=after, from_reserve=from_reserve, from_house=from_house)


def awarded(id: str, cents: int) -> JackpotAwarded:
    return JackpotAwarded(id=id, meter="major", cents=cents)


def test_an_award_goes_to_the_tray_and_the_meter_starts_again_from_reserve_and_house() -> None:
    events = [awarded("h", 2500), reset(2500, 2000, from_reserve=300, from_house=1700)]
    assert moved(link_postings(events, {"h": "t1"})) == {tray("t1"): 2500, MAJOR: -500, RESERVE: -300, HOUSE: -1700}


def test_winners_who_got_a_seed_each_were_paid_by_the_house() -> None:
    events = [awarded("h", 2500), awarded("i", 2000), reset(2500, 2000, from_reserve=300, from_house=1700)]
    sums = moved(link_postings(events, {"h": "t1", "i": "t2"}))
    assert sums == {tray("t1"): 2500, tray("t2"): 2000, MAJOR: -500, RESERVE: -300, HOUSE: -3700}


def test_a_part_that_was_left_on_the_meter_is_not_put_up_again() -> None:
    events = [awarded("h", 1500), reset(2500, 2000, from_reserve=0, from_house=1000)]
    assert moved(link_postings(events, {"h": "t1"})) == {tray("t1"): 1500, MAJOR: -500, HOUSE: -1000}


def test_a_void_award_comes_back_to_its_meter_and_what_was_put_up_to_reserve_and_house() -> None:
    returned = AwardReturned(id="h", meter="major", cents=2500, reason="wrong_count")
    restored = MeterRestored(meter="major", before=4500, after=2500, to_reserve=300, to_house=1700)
    reset_ = reset(2500, 2000, from_reserve=300, from_house=1700)
    there = link_postings([awarded("h", 2500), reset_], {"h": "t1"})
    back = link_postings([returned, restored], {"h": "t1"})
    assert moved(back) == {tray("t1"): -2500, MAJOR: 500, RESERVE: 300, HOUSE: 1700}
    assert moved([*there, *back]) == {}


def test_a_meter_is_raised_and_lowered_by_the_house() -> None:
    raised = MeterRaised(meter="major", before=2000, after=2600, proposal="p")
    lowered = MeterLowered(meter="major", before=2600, after=2100, proposal="q", reason="typed wrong")
    assert moved(link_postings([raised], {})) == {HOUSE: -600, MAJOR: 600}
    assert moved(link_postings([raised, lowered], {})) == {HOUSE: -100, MAJOR: 100}


def test_a_meter_may_start_again_without_an_award_in_the_same_entry() -> None:
    assert moved(link_postings([reset(2500, 2000, from_reserve=0, from_house=0)], {})) == {HOUSE: 500, MAJOR: -500}


def test_a_single_cent_that_is_taken_back_comes_last() -> None:
    lines = [*transfer(ANN, tray("t1"), 1, TAKEN_BACK), *transfer(BOX, ANN, 1, "void")]
    assert needed(lines)[ANN] == 0
