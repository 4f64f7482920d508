"""What one card that is gone does to the edges."""

from __future__ import annotations

import pytest

from pitboss.cards import DECK, Card
from pitboss.maths.analysis import effects_of_removal
from pitboss.maths.blackjack import solve
from pitboss.rules import load


@pytest.mark.slow
def test_every_wager_of_a_shoe_has_its_effects() -> None:
    sheet = load("catfish-blackjack")
    effects = effects_of_removal(sheet)
    assert list(effects) == ["main", "trilux", "kings_bounty"]
    for wager in ("trilux", "kings_bounty"):
        # a card that nobody has seen may be any: over all cards, what is known of the next ones stays the same
        assert sum(effects[wager].values()) == 0
    king, queen = Card.parse("Ks"), Card.parse("Qs")
    assert effects["kings_bounty"][king] > effects["kings_bounty"][queen] > 0
    left = list(DECK * 6)
    left.remove(Card.parse("5h"))
    gone = solve(sheet, shoe=left).house_edge - solve(sheet).house_edge
    assert effects["main"][Card.parse("5c")] == pytest.approx(gone, abs=1e-15)
    assert gone < 0 < effects["main"][Card.parse("Ah")]


def test_hold_em_has_them_for_trips() -> None:
    assert list(effects_of_removal(load("ultimate-texas-holdem"))) == ["trips"]
