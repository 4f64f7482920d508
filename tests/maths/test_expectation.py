"""What is to be expected of wagers: exact edges, boxes that go together, and how unusual a night was."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from pitboss.maths.expectation import (
    AtMeters,
    Expectation,
    Judgement,
    Linked,
    Sharing,
    Stakes,
    edge_at,
    expectations,
    judge,
    known_expectations,
    summed,
    unusual,
)
from pitboss.maths.simulation.setup import Setup
from pitboss.rules import load

EVEN = Expectation("main", "Main bet", 0.01, 1.0, 0.0, 0.0, 500, "by hand")
NIGHTS, ROUNDS, SEATS = 300, 400, 5


@pytest.fixture(scope="module")
def figures() -> dict[str, Expectation]:
    return expectations(load("blackjack-v5"))


def flat(wagers: int, stake: int = 500) -> Stakes:
    """One box, the same stake in every round."""
    return Stakes(wagers, wagers * stake, wagers * stake**2, wagers * stake**2)


def test_edges_and_deviations_are_those_of_the_analysis(figures: dict[str, Expectation]) -> None:
    from pitboss.maths.analysis import analyze

    analysis = analyze(load("blackjack-v5"))
    assert figures.keys() == analysis.wagers.keys()
    for wager, found in figures.items():
        assert found.house_edge == analysis.wagers[wager].house_edge
        assert found.standard_deviation == analysis.wagers[wager].standard_deviation
        assert found.basis == analysis.wagers[wager].basis
    assert known_expectations(load("blackjack-v5")) == figures


def test_boxes_share_the_dealers_cards(figures: dict[str, Expectation]) -> None:
    """Of blackjack about half of the variance of a box is shared; insurance is won by all boxes or by none."""
    main, insurance = figures["main"], figures["insurance"]
    assert 0.4 < main.shared < 0.6
    assert insurance.shared == insurance.standard_deviation**2
    assert main.skewness is not None


def test_nights_of_a_full_table_lie_as_far_from_the_expectation_as_is_said(figures: dict[str, Expectation]) -> None:
    """The z-scores of many simulated nights of five boxes have a deviation of one; boxes taken apart would give 1.6."""
    game = Setup(load("blackjack-v5"), seats=SEATS).game
    scores, apart = [], []
    for night in range(NIGHTS):
        tally = game.run("nights", night, ROUNDS)
        main = tally.wagers["main"]
        stake = main.staked // main.bets
        stakes = Stakes(main.bets, main.staked, main.bets * stake**2, tally.rounds * (SEATS * stake) ** 2)
        found = judge(figures["main"], stakes, win=-main.won)
        assert found.enough
        assert found.z is not None
        scores.append(found.z)
        apart.append((found.win - found.expected) / sqrt(stakes.squares * figures["main"].standard_deviation ** 2))
    assert abs(np.mean(scores)) < 0.2
    assert 0.9 < np.std(scores) < 1.1
    assert 0.7 < np.mean(np.abs(scores)) < 0.9
    assert np.std(apart) > 1.4


@pytest.mark.parametrize(
    ("win", "words"),
    [
        (100_000, "A night this good for the house or better comes once in 6.3 nights."),
        (-50_000, "A night this bad for the house or worse comes once in 44 nights."),
        (-500_000, "A night this bad for the house or worse comes less than once in a million nights."),
    ],
)
def test_how_unusual_a_night_was_in_words(win: int, words: str) -> None:
    assert unusual(judge(EVEN, flat(10_000), win=win), "night") == words


def test_too_few_wagers_say_nothing_and_how_many_it_takes() -> None:
    """A skew wager takes more of them than an even one, and one of unknown shape is never judged."""
    few = judge(EVEN, flat(20), win=0)
    assert (few.enough, few.needed) == (False, 31)
    assert unusual(few, "night") == "Too few wagers to say how unusual that is; it takes about 31."
    skew = Expectation("trips", "Trips", 0.05, 2.0, -6.0, 0.0, 500, "by hand")
    assert judge(skew, flat(300), win=0).needed == 401
    assert judge(skew, flat(401), win=0).enough
    shapeless = Expectation("x", "X", 0.05, 2.0, None, 0.0, 500, "by hand")
    assert unusual(judge(shapeless, flat(10**6), win=0), "night") == "Too few wagers to say how unusual that is."


def test_one_large_stake_counts_as_few_wagers() -> None:
    stakes = Stakes(1001, 1000 * 500 + 5_000_000, 1000 * 500**2 + 5_000_000**2, 1000 * 500**2 + 5_000_000**2)
    assert not judge(EVEN, stakes, win=0).enough


def test_wagers_together_add_up_their_expectations_and_variances() -> None:
    parts = [Judgement(100, 50.0, 9.0, True, 30), Judgement(-20, 10.0, 16.0, True, 30)]
    whole = summed(parts)
    assert (whole.win, whole.expected, whole.deviation, whole.enough) == (80, 60.0, 5.0, True)


def test_a_progressive_follows_its_meters() -> None:
    linked = Linked(500, 1e-4, 0.0, 100_000, 0, (Sharing(0.5, 2e-7, 0.0), Sharing(0.55, 2e-7, 0.0)))
    figures = Expectation("progressive", "Progressive", 0.48, 4.0, None, 0.0, 500, "by hand", linked)
    edge, deviation = edge_at(figures, [AtMeters(1, 10, 1_000_000, 0)])
    assert edge == pytest.approx(1 - 0.5 - 2e-7 * 100_000)
    assert deviation == pytest.approx(4.0)
    richer, wider = edge_at(figures, [AtMeters(2, 10, 5_000_000, 0)])
    assert richer == pytest.approx(1 - 0.55 - 2e-7 * 500_000)
    assert wider > deviation
