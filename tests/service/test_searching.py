"""Rounds are found by what happened in them."""

from __future__ import annotations

import pytest
from tests.service.audit_floor import PEOPLE, PlayedFloor

from pitboss.service.audit.round_search import FoundRound, RoundQuery, search
from pitboss.store import MemoryStore


@pytest.fixture(scope="module")
def played() -> PlayedFloor:
    floor = PlayedFloor(MemoryStore())
    floor.play(3)
    return floor


def find(floor: PlayedFloor, **sought: object) -> list[FoundRound]:
    return search(floor.floor.store, RoundQuery(**sought))  # type: ignore[arg-type]


def test_the_latest_come_first_and_all_are_there(played: PlayedFloor) -> None:
    found = find(played)
    assert len(found) == 3 * len(played.tables)
    of_one = find(played, table=played.tables[0])
    assert [one.number for one in of_one] == [3, 2, 1]
    assert [one.number for one in find(played, table=played.tables[0], before=3)] == [2, 1]


def test_by_player_wager_and_amount(played: PlayedFloor) -> None:
    assert all(PEOPLE[0] in one.players for one in find(played, player=PEOPLE[0]))
    assert not find(played, player="Nobody")
    assert {one.table for one in find(played, wager="ante")} == {"crazy-4-poker-1", "ultimate-texas-holdem-1"}
    assert {one.table for one in find(played, wager="blind")} == {"ultimate-texas-holdem-1"}
    largest = max(one.largest for one in find(played))
    assert all(one.largest == largest for one in find(played, at_least=largest))
    assert not find(played, at_least=largest + 1)


def test_by_time_and_irregularity(played: PlayedFloor) -> None:
    found = find(played)
    middle = found[len(found) // 2].at
    assert all(one.at >= middle for one in find(played, since=middle))
    assert all(one.at < middle for one in find(played, until=middle))
    assert len(find(played, since=middle)) + len(find(played, until=middle)) == len(found)
    assert not find(played, irregularity="exposed_card")
