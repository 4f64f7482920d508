"""Hold'em where one card, one cent or one seat more or less makes the difference."""

from __future__ import annotations

import pytest
from tests.holdem.table import ACES, act, play, refused, seated

from pitboss.cards import parse_cards
from pitboss.games.actions import StartDeal
from pitboss.games.holdem.actions import PlayBet


def test_rounds_on_other_cards_or_further_on_are_other_rounds() -> None:
    one = seated({1: ACES})
    assert one == seated({1: ACES}) == one.copy()
    assert hash(one) == hash(seated({1: ACES}))
    other = seated({1: ACES}, dealer="Kh 3h")
    assert one != other
    assert one != seated({1: ACES}, declared=True)
    assert seated({1: ACES}, declared=True) == seated({1: ACES}, declared=True)
    before = one.copy()
    one.act(StartDeal())
    assert one != before
    assert one.order == parse_cards("2c 7d 9h Js Kd As Ah Kh 3s")


@pytest.mark.parametrize("cents", [1500, 999, 500])
def test_a_play_bet_in_money_is_a_whole_multiple_of_the_ante(cents: int) -> None:
    r = play({1: ACES}, plans={1: "check check"})
    refused(r, PlayBet(cents=cents))
    act(r, PlayBet(cents=1000))
    assert r.over
