"""A counter's game beside what others have published of it: how often each count comes, its edge, deviation and N0."""

from __future__ import annotations

import pytest

from pitboss.maths.blackjack.record import compile_record
from pitboss.maths.counting import read_count
from pitboss.maths.counting.blackjack.decisions import Scene
from pitboss.maths.counting.blackjack.fitted import fit
from pitboss.maths.counting.blackjack.indices import index_plays
from pitboss.maths.counting.blackjack.met import meet
from pitboss.maths.counting.blackjack.solved import Asked, solve_shoes
from pitboss.maths.counting.risk import AtCount, Bettor, outcome
from pitboss.maths.counting.studies import Plays
from pitboss.maths.counting.worth import at_counts, counter_setup, mean_edge
from pitboss.maths.simulation.blackjack import best_book
from pitboss.maths.simulation.run import simulate
from pitboss.rules import load

RULES = ["dealer.soft_17=stand", "surrender.offered=true", "split.resplit_aces=true", "blackjack.rounding=none"]
SHEET = load("catfish-blackjack", sets=RULES)
HI_LO = read_count("hi-lo; round nearest")
CUT, ROUNDS = 78, 6_000_000

FAB_FOUR = {"14 T": 3, "15 T": 0, "15 9": 2, "15 A": 1}
"""Surrender by Hi-Lo, several decks, soft 17 stands: Don Schlesinger, Blackjack Attack, chapter 5."""
PUBLISHED = {
    -6: (0.01883, -0.03588), -5: (0.01560, -0.02654), -4: (0.02798, -0.02290), -3: (0.04978, -0.01733),
    -2: (0.08898, -0.01241), -1: (0.16624, -0.00699), 0: (0.27350, -0.00232), 1: (0.16019, 0.00337),
    2: (0.08721, 0.00913), 3: (0.04903, 0.01616), 4: (0.02808, 0.02090), 5: (0.01564, 0.02939), 6: (0.01893, 0.04533),
}  # fmt: skip
"""By true count, to the nearest: its share of rounds and the player's edge. A. Picquot, github.com/apicquot/blackjack,
``results/6deck_s17_das_ls_rsa/betting_hi_lo.json``: six decks, 78 behind the cut, three seats, soft 17 stands, late
surrender, doubling after splits, four hands, aces resplit; 100 million rounds, plays learned at each count. The counts
at both ends hold all beyond them."""
FLAT = -0.00146
SPREADS = {
    (1, 3, 3): (0.6604, 2.2572),
    (1, 2, 3): (0.4729, 1.6846),
    (0, 3, 3): (1.2098, 2.0623),
    (0, 2, 3): (1.0224, 1.4127),
}
"""Of bets below +1, at +2 and from +3 on: what is won in 100 rounds, and the deviation of one, by the same page."""


@pytest.fixture(scope="module")
def plays() -> Plays:
    record = compile_record(SHEET, stake_cents=1000)
    book = best_book(SHEET, record)
    fitted = fit(solve_shoes(Asked(record, book, CUT, shoes=44, seed=1)))
    return index_plays(Scene(record, book, fitted, meet(HI_LO, decks=6, cut=CUT, number=6000, seed=1)))


@pytest.fixture(scope="module")
def rows(plays: Plays) -> tuple[AtCount, ...]:
    setup = counter_setup(SHEET, HI_LO, plays=plays.texts(), cut=CUT, seats=3)
    return at_counts(simulate(setup.game, ROUNDS, 1).tally.by_count, setup.all_stakes["main"])


@pytest.mark.parametrize("name", FAB_FOUR)
def test_indices_of_surrender_are_the_published_ones(name: str, plays: Plays) -> None:
    """Published ones are rounded in several ways, so each lies within a count of ours before rounding."""
    hand, up = name.split()
    (found,) = (
        one
        for one in plays.plays
        if (one.hand, one.up) == (hand, up) and {one.play, one.instead} == {"surrender", "hit"}
    )
    assert abs(found.threshold - FAB_FOUR[name]) < 1 + 2 * found.error


@pytest.mark.parametrize("count", PUBLISHED)
def test_each_count_comes_as_often_and_is_worth_as_much_as_was_published(count: int, rows: tuple[AtCount, ...]) -> None:
    told = [row for row in rows if min(max(row.count, -6), 6) == count]
    share = sum(row.share for row in told)
    edge = sum(row.share * row.mean for row in told) / share
    error = sum((row.share * row.error) ** 2 for row in told) ** 0.5 / share
    published_share, published_edge = PUBLISHED[count]
    assert share == pytest.approx(published_share, abs=0.003)
    assert edge == pytest.approx(published_edge, abs=4 * error + 0.0005), "theirs are off by up to 0.05 %"


def test_a_flat_bet_loses_what_was_published(rows: tuple[AtCount, ...]) -> None:
    error = sum((row.share * row.error) ** 2 for row in rows) ** 0.5
    assert mean_edge(rows) == pytest.approx(FLAT, abs=4 * error + 0.0003)


@pytest.mark.parametrize("bets", SPREADS)
def test_spreads_win_and_swing_as_was_published(bets: tuple[int, int, int], rows: tuple[AtCount, ...]) -> None:
    """N0 is the square of the deviation by the mean, so it is held, too."""
    least, second, most = bets
    bettor = Bettor(1_000_000, 0.135, 1, 3, 1, play_all=least > 0)
    at = {0: least, 1: most if second == most else 1, 2: second, 3: most}
    found = outcome(rows, bettor, lambda row: at[min(max(row.count, 0), 3)])
    win, deviation = SPREADS[bets]
    assert found.win == pytest.approx(win, abs=4 * found.win_error)
    assert found.deviation / 10 == pytest.approx(deviation, rel=0.01)
    assert found.played == pytest.approx(1.0 if least else 0.3591, abs=0.01)
