"""What houses' rules do to the edge, against published figures; and the three example houses."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.maths.blackjack import solve
from pitboss.rules import load

ROOT = Path(__file__).parents[2]
PUBLISHED = tomllib.loads((ROOT / "tests/figures/published/rule-effects.toml").read_text(encoding="utf-8"))
ROUNDED = 0.0101
"""How far two figures may be apart of which one is rounded to a hundredth, and the base that it was taken from too."""


@cache
def edge(*sets: str, name: str = "catfish-blackjack") -> float:
    """The house edge in percent of the bet."""
    return 100 * solve(load(name, sets=sets)).house_edge


@pytest.mark.parametrize("effect", PUBLISHED["effect"], ids=lambda effect: effect["rule"])
def test_a_rule_costs_what_is_published(effect: dict[str, Any]) -> None:
    base = PUBLISHED["base"]
    gains = edge(*base) - edge(*base, *effect["sets"])
    assert f"{edge(*base):.2f}" == "0.43"
    if "ours" in effect:
        assert effect["why"]
        assert f"{gains:.2f}" == effect["ours"]
    else:
        assert gains == pytest.approx(float(effect["says"]), abs=ROUNDED)


def test_original_bets_only_is_worth_what_a_check_is() -> None:
    """A blackjack that takes the original bet alone costs what one costs that is found before anybody acts."""
    base = PUBLISHED["base"]
    spared = edge(*base, "deal.hole_card=none", "deal.blackjack_takes=original_bets")
    assert spared == pytest.approx(edge(*base), abs=1e-12)


def example(name: str) -> str:
    return str(ROOT / "examples" / f"{name}.toml")


def test_the_strip_game_keeps_what_is_published() -> None:
    """Six decks, stands on soft 17, double after split, late surrender, aces split again: 0.26 % (Las Vegas Advisor,
    question of 3 March 2009, of such a game at Encore)."""
    assert f"{edge(name=example('strip-six-deck')):.2f}" == "0.26"


def test_the_single_deck_game_costs_what_short_odds_are_published_to() -> None:
    """Blackjack at 6:5 in place of 3:2 costs 1.39 % of the bet in a single-deck game without even money."""
    name = example("six-to-five-single-deck")
    assert edge(name=name) - edge("blackjack.pays=3:2", name=name) == pytest.approx(1.39, abs=ROUNDED)
    assert f"{edge(name=name):.2f}" == "1.55"


def test_the_european_game_is_the_sum_of_published_effects() -> None:
    """0.43 % with eight decks, less 0.02 for six, 0.11 for no hole card and 0.09 for doubling on 9 to 11 alone."""
    assert edge(name=example("european-no-hole-card")) == pytest.approx(0.43 - 0.02 + 0.11 + 0.09, abs=ROUNDED)
