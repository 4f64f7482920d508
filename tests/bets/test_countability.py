"""How countable a bet is: exact effects, whole tags, and what published counts bring in our shoes."""

from __future__ import annotations

import numpy as np
import pytest

from pitboss.errors import NotationError, Refusal
from pitboss.maths.sidebets.bets import countability
from pitboss.maths.sidebets.countability import best_tags
from pitboss.rules import load
from pitboss.rules.offering import offering, pay_tables

BUSTER = (-2, -3, -2, 0, 0, 0, 1, 1, 1, 1)
BUST_IT = (3, 2, 2, 1, 0, -2, 0, -1, -1, -1)


def test_the_published_count_for_buster_brings_what_was_published() -> None:
    """E. Jacobson: six decks, 52 behind the cut, from +4 on: 13.29 % of hands, 5.28 % ahead, 0.702 in a hundred."""
    sheet = offering("buster", pay_tables("buster")["200-100-30-6-3-1"])
    found = countability(sheet, "buster", decks=6, cut=52, tags=BUSTER, trigger=4, shoes=3000)
    count = found.counters[0]
    assert count.correlation > 0.97
    assert count.bets == pytest.approx(0.1329, abs=0.02)
    assert count.edge == pytest.approx(0.0528, abs=0.02)
    assert count.per_hundred == pytest.approx(0.702, abs=0.2)
    assert "is worth a counter's time" in found.finding


def test_the_best_simple_count_for_bust_it_is_like_the_published_one() -> None:
    found = countability(offering("bust_it"), "bust_it", decks=6, cut=52, shoes=500)
    assert np.corrcoef(found.tags, BUST_IT)[0, 1] > 0.95
    assert found.counters[0].correlation > 0.97


def test_suits_hide_21_3_from_a_count_of_values() -> None:
    found = countability(offering("21+3"), "21+3", decks=6, cut=52, shoes=500)
    assert found.counters[0].correlation < 0.9
    assert found.counters[0].per_hundred < 0.05
    assert "cannot be counted" in found.finding


def test_tags_are_small_whole_numbers_that_follow_the_effects() -> None:
    effects = np.array([-0.5, 0.4, 0.45, 0.5, 0.6, 0.45, 0.28, 0.0, -0.18, -0.5])
    tags = best_tags(effects)
    assert all(abs(tag) <= 3 for tag in tags)
    assert np.corrcoef(tags, effects)[0, 1] > 0.97


def test_bets_that_the_play_decides_and_cuts_that_cannot_be_are_refused() -> None:
    with pytest.raises(NotationError, match="played"):
        countability(load("games-of-chance-blackjack"), "super7")
    with pytest.raises(NotationError, match="behind the cut"):
        countability(offering("21+3"), "21+3", cut=5)


@pytest.mark.parametrize(("sheet", "wager"), [("ultimate-texas-holdem", "trips"), ("crazy-4-poker", "queens_up")])
def test_a_game_of_whole_decks_leaves_nothing_to_count(sheet: str, wager: str) -> None:
    with pytest.raises(Refusal, match="every round is dealt from a whole deck") as caught:
        countability(load(sheet), wager, decks=1)
    assert (caught.value.code, caught.value.params) == ("figures.nothing_to_count", {"wager": wager})
