"""A recalled round tells what the player had before it and after each step, whatever has happened since."""

from __future__ import annotations

import pytest
from msgspec.json import decode
from tests.service.test_floor import Pit
from tests.service.test_standing import place, seated

from pitboss.ledger import player
from pitboss.service.audit import past_balances
from pitboss.service.audit.recall import recall
from pitboss.service.floor import commands as c


def have(pit: Pit, name: str = "Ann") -> int:
    return pit.store.balances([player(name)])[player(name)]


def played_twice() -> tuple[Pit, int, int]:
    """Ann has played a round; then she went to the cage and played on."""
    pit = seated()
    before = have(pit)
    round_of(pit, 1000)
    after = have(pit)
    pit.now += 1
    pit.person("Ann", c.BuyIn(cents=7700))
    round_of(pit, 500)
    return pit, before, after


def round_of(pit: Pit, cents: int) -> None:
    pit.bets_open()
    place(pit, cents)
    pit.over()


def test_what_a_player_had_then_is_worked_out_from_what_they_have_now() -> None:
    pit, before, after = played_twice()
    found = decode(recall(pit.floor, "t", 1, person="Ann", with_balances=True).steps_json())
    assert (found["balance_before"], found["steps"][-1]["balance"]) == (before, after)
    bet = next(step for step in found["steps"] if step["events"] and step["events"][0]["type"] == "BetPlaced")
    assert bet["balance"] == before - 1000
    pit.bets_open()
    place(pit, 700)  # a bet on the layout is not a player's chips
    assert decode(recall(pit.floor, "t", 1, person="Ann", with_balances=True).steps_json()) == found


def test_anybodys_eyes_see_no_balance_and_what_is_long_ago_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    pit, *_ = played_twice()
    found = decode(recall(pit.floor, "t", 1, with_balances=True).steps_json())
    assert {found["balance_before"], *(step["balance"] for step in found["steps"])} == {None}
    monkeypatch.setattr(past_balances, "MOST_SINCE", 3)
    assert recall(pit.floor, "t", 1, person="Ann", with_balances=True).balances == ()
