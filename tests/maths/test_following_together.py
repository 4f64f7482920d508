"""Bets that follow another guest's, and bets on cards still to come: planted ones are found, honest ones are not."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pitboss.maths.following import Visit
from pitboss.maths.following.blackjack.dealing import Dealt, dealt_visits
from pitboss.maths.following.blackjack.guests import COUNTERS, GUESTS, visit_of
from pitboss.maths.following.together import arrivals_ratio, moves_together, tracks_the_shuffle
from pitboss.rules import load

ALARM = np.log(1000)
PRESSER = "presses after 60 % of wins"
FIRST_DECK = 6.3
"""The standard deviation of the Hi-Lo points of a deck."""


@cache
def dealt(visits: int, rounds: int) -> list[Dealt]:
    return list(dealt_visits(load("catfish-blackjack"), visits=range(visits), rounds=rounds, seed=8))


def guest(name: str, one: Dealt, seed: int) -> Visit:
    return {**GUESTS, **COUNTERS}[name](one, np.random.default_rng(seed))


def up(visit: Visit) -> np.ndarray:
    return (visit.bets > visit.usual).astype(np.uint8)


@pytest.mark.parametrize("late", [0, 1])
def test_a_partner_who_raises_with_the_other_is_found(late: int) -> None:
    for number, one in enumerate(dealt(12, 220)):
        chance = np.random.default_rng(number)
        signal = up(guest(PRESSER, one, number))
        seen = np.concatenate([np.zeros(late, dtype=np.uint8), signal])[: len(one)]
        partner = visit_of(one, np.where((seen > 0) & (chance.random(len(one)) < 0.8), 4, 1))
        assert moves_together(partner, signal).max() > ALARM


@pytest.mark.parametrize("name", ["poor, any bets", "presses after 28 % of wins, 17 % of others", "moody", "Hi-Lo 1-8"])
@pytest.mark.parametrize("other", [PRESSER, "KO 1-8"])
def test_two_who_have_nothing_to_do_with_each_other_are_not(name: str, other: str) -> None:
    for number, one in enumerate(dealt(12, 220)):
        path = moves_together(guest(name, one, number), up(guest(other, one, 100 + number)))
        assert path.max() < ALARM


def test_a_tracked_shuffle_is_found_and_nobody_else_is() -> None:
    found = {"tracker": 0, "poor, any bets": 0, "Hi-Lo 1-8": 0, "moody": 0}
    for number, one in enumerate(dealt(8, 900)):
        ahead = one.ahead / FIRST_DECK
        for name in found:
            visit = visit_of(one, np.where((one.depths < 0.2) & (one.ahead >= 3), 6, 1)) if name == "tracker" else None
            path = tracks_the_shuffle(visit or guest(name, one, number), ahead)
            found[name] += bool(path.max() > ALARM)
    assert found.pop("tracker") >= 5
    assert not any(found.values()), found


def test_who_is_called_in_at_high_counts_is_found_by_the_leads_they_find() -> None:
    chance = np.random.default_rng(4)
    leads = np.concatenate([one.hi_lo[one.depths > 0] for one in dealt(12, 220)])
    assert (leads >= 1).mean() < 0.35
    assert arrivals_ratio(np.full(9, 2.0)) > 1000
    ratios = [arrivals_ratio(chance.choice(leads, 20)) for _ in range(2000)]
    assert np.mean(ratios) < 1
    assert np.mean(np.array(ratios) >= 20) < 0.05
