"""What bets by the count bring: formulas, best bets within limits, and the same by simulation of those very bets."""

from __future__ import annotations

from itertools import product
from math import exp, isinf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotationError
from pitboss.maths.counting import COUNTS
from pitboss.maths.counting.blackjack.protect import CHANGES
from pitboss.maths.counting.blackjack.variations import RULES, changed, variations
from pitboss.maths.counting.risk import AtCount, Bettor, best_bets, outcome, ruin, score, smoothed
from pitboss.maths.counting.worth import at_counts, counter_setup, covariance, mean_edge
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.maths.simulation.blackjack.counting import Counting, Deviation
from pitboss.maths.simulation.run import simulate
from pitboss.rules import load
from pitboss.rules.write import set_text

SHEET = load("catfish-blackjack", sets=["dealer.soft_17=stand", "blackjack.rounding=none"])
PLAYS = (
    "16 T 0 stand",
    "15 T 4 stand",
    "12 3 2 stand",
    "12 2 3 stand",
    "insurance A 3 insure",
    "TT 5 5 split",
    "TT 6 4 split",
)
ROWS = (AtCount(-1, 0.6, -0.01, 0.001, 1.3), AtCount(1, 0.3, 0.005, 0.001, 1.3), AtCount(3, 0.1, 0.02, 0.002, 1.35))
LIMITS = {"minimum": 500, "maximum": 50_000, "step": 500}


def test_risk_of_ruin_is_that_of_even_bets() -> None:
    """Bets of one at 50.5 %: the risk of a bank of 100 is (q/p)^100 exactly."""
    mean, variance = 0.01, 1 - 0.01**2
    assert ruin(100, mean, variance) == pytest.approx((0.495 / 0.505) ** 100, rel=1e-3)
    assert ruin(100, -0.01, 1.0) == 1.0


def test_kelly_bets_have_the_known_figures() -> None:
    """With Kelly's bets risk is e^-2, and SCORE is what $10,000 win in 100 rounds (Schlesinger, Blackjack Attack)."""
    row = (AtCount(3, 1.0, 0.02, 0.0, 1.3),)
    bettor = Bettor(1_000_000, exp(-2), 1, 10**9, 1)
    found = outcome(row, bettor, lambda one: round(1_000_000 * 0.02 / (1.3 - 0.02**2)))
    assert found.risk_of_ruin == pytest.approx(exp(-2), rel=1e-3)
    assert found.win / 100 == pytest.approx(found.score, rel=1e-3)
    assert found.score * found.n0 == pytest.approx(1e6)
    assert found.desirability**2 == pytest.approx(found.score)
    assert found.certainty == pytest.approx(found.win / 2, rel=1e-3), "Kelly's bets are worth half of what they win"


@given(st.floats(0.001, 0.5), st.integers(1, 20), st.booleans())
def test_best_bets_keep_to_risk_limits_and_chips(risk: float, bank: int, play_all: bool) -> None:
    bettor = Bettor(bank * 100_000, risk, 500, 10_000, 500, play_all=play_all)
    found = best_bets(ROWS, bettor)
    bets = [cents for _, cents in found.bets]
    assert all(cents in range(500, 10_001, 500) or (cents == 0 and not play_all) for cents in bets)
    assert bets == sorted(bets)
    smallest = outcome(ROWS, bettor, lambda row: 500 if play_all or row.mean > 0.01 else 0)
    assert found.risk_of_ruin <= max(risk, smallest.risk_of_ruin) + 1e-9
    assert (found.played < 0.9) == (not play_all)


@pytest.mark.parametrize("play_all", [True, False])
@pytest.mark.parametrize("hands", [1, 2])
@pytest.mark.parametrize("bank", [300_000, 800_000, 3_000_000, 40_000_000])
def test_no_other_bets_in_chips_win_more_at_the_same_risk(play_all: bool, hands: int, bank: int) -> None:
    """Every bet at every count is tried. The best found may miss by what chips between two appetites are worth."""
    bettor = Bettor(bank, 0.05, 1000, 10_000, 1000, play_all=play_all, hands=hands, covariance=0.5)
    chips = [*([] if play_all else [0]), *range(1000, 10_001, 1000)]
    tried = [
        outcome(ROWS, bettor, lambda row, bets=bets: bets[[-1, 1, 3].index(row.count)])  # type: ignore[misc]
        for bets in product(chips, repeat=len(ROWS))
    ]
    within = [one.win for one in tried if one.risk_of_ruin <= bettor.risk]
    found = best_bets(ROWS, bettor)
    if within:
        assert found.risk_of_ruin <= bettor.risk
        assert 0.97 * max(within) <= found.win <= max(within) + 1e-9
    else:
        assert found.risk_of_ruin == pytest.approx(min(one.risk_of_ruin for one in tried), rel=0.02)


def test_limits_that_are_no_whole_chips_are_bet_in_whole_chips() -> None:
    bettor = Bettor(5_000_000, 0.05, 700, 10_200, 500)
    assert {cents % 500 for _, cents in best_bets(ROWS, bettor).bets} == {0}
    assert (bettor.smallest, bettor.largest) == (1000, 10_000)


def test_more_bank_wins_more_and_sitting_out_is_better_than_playing_all() -> None:
    poor, rich = (best_bets(ROWS, Bettor(bank, 0.05, **LIMITS)) for bank in (500_000, 5_000_000))
    assert rich.win > poor.win
    away = best_bets(ROWS, Bettor(500_000, 0.05, **LIMITS, play_all=False))
    assert away.score > poor.score
    assert score(ROWS, spread=12).score > score(ROWS, spread=4).score
    losing = (AtCount(0, 1.0, -0.01, 0.0, 1.3),)
    assert isinf(best_bets(losing, Bettor(500_000, 0.05, **LIMITS)).n0)
    out = best_bets(losing, Bettor(500_000, 0.05, **LIMITS, play_all=False))
    assert (out.bets, out.risk_of_ruin, out.played) == (((0, 0),), 0.0, 0.0), "who may sit out does, and risks nothing"


def test_two_spots_bring_more_at_the_same_risk() -> None:
    """Their results go together by about a half of a bet's, so two spots of three quarters win half as much again."""
    one = best_bets(ROWS, Bettor(2_000_000, 0.05, **LIMITS, play_all=False))
    two = best_bets(ROWS, Bettor(2_000_000, 0.05, **LIMITS, play_all=False, hands=2, covariance=0.5))
    assert 1.2 < two.win / one.win < 1.7
    assert two.average_bet < one.average_bet


def test_rare_counts_do_not_lead_bets_astray() -> None:
    rows = [AtCount(n, 0.1, 0.005 * n, 0.001, 1.3) for n in range(-4, 5)] + [AtCount(9, 1e-6, -0.9, 0.5, 1.3)]
    assert smoothed(rows)[-1].mean == pytest.approx(0.045, abs=0.005)


@pytest.mark.parametrize(
    "wrong", [{"risk": 0.0}, {"risk": 1.0}, {"minimum": 0}, {"maximum": 100}, {"step": 0}, {"step": 60_000}]
)
def test_bettors_that_cannot_be(wrong: dict[str, float]) -> None:
    with pytest.raises(NotationError):
        Bettor(**({"bank": 100_000, "risk": 0.05, **LIMITS} | wrong))  # type: ignore[arg-type]


def test_what_a_game_depends_on_is_one_thing_at_a_time() -> None:
    found = {one.change: one for one in variations(load("catfish-blackjack"), 78)}
    assert "cut 78" not in found
    assert (found["cut 104"].sheet.hash, found["cut 104"].cut) == (load("catfish-blackjack").hash, 104)
    two = found["cards.decks 2"]
    assert (two.sheet.rules.cards.decks, two.cut) == (2, 26)
    assert found["dealer.soft_17 stand"].cut == 78
    hashes = [one.sheet.hash for one in found.values() if not one.change.startswith("cut")]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize(
    "name", ["blackjack-v5", "catfish-blackjack", "free-bet-blackjack", "games-of-chance-blackjack"]
)
def test_every_change_that_is_tried_is_the_sheet_with_that_value(name: str) -> None:
    sheet = load(name)
    for path, value in [*RULES, *CHANGES.items()]:
        other = changed(sheet, path, value)
        if other is not None:
            said = f"{path}={set_text(other.written(path))}"
            assert other.hash == load(name, sets=[said]).hash, said
    surrendered = changed(sheet, "surrender.offered", False)
    assert (surrendered is None) == (sheet.rules.surrender is None)
    assert surrendered is None or surrendered.rules.surrender is None


# at the table


@pytest.fixture(scope="module")
def rows() -> tuple[AtCount, ...]:
    setup = counter_setup(SHEET, COUNTS["hi-lo"], plays=PLAYS, cut=78)
    return at_counts(simulate(setup.game, 6_000_000, 1).tally.by_count, setup.all_stakes["main"])


def test_a_count_is_worth_half_a_percent(rows: tuple[AtCount, ...]) -> None:
    """Each count of Hi-Lo changes the edge by about 0.5 %, from near +1 on it is the player's (Wong)."""
    told = {row.count: row.mean for row in smoothed(rows)}
    assert (told[4] - told[-2]) / 6 == pytest.approx(0.0053, abs=0.0012)
    assert told[-1] < 0 < told[2]
    assert sum(row.share for row in rows) == pytest.approx(1)
    assert -0.008 < mean_edge(rows) < 0
    at = {row.count: row for row in rows}
    assert at[0].deviation == pytest.approx(1.15, abs=0.03), "1.15 bets: Griffin, The Theory of Blackjack"


def test_what_best_bets_win_is_what_the_counter_wins(rows: tuple[AtCount, ...]) -> None:
    """The very bets, played with other cards: wins and deviation are those that were told, within their errors."""
    best = best_bets(rows, Bettor(2_000_000, 0.135, 500, 10_000, 500))
    counting = Counting("hi-lo", best.bets, [Deviation.parse(text) for text in PLAYS])
    tally = BlackjackGame(SHEET, counting=counting, cut=78).run(2, 0, 3_000_000)
    played = sum(one.won for one in tally.by_count.values()) / tally.rounds * 100
    error = best.deviation / (tally.rounds / 100) ** 0.5
    assert abs(played - best.win) < 5 * (error**2 + best.win_error**2) ** 0.5
    squares = sum(one.squares for one in tally.by_count.values()) / tally.rounds
    assert (100 * squares) ** 0.5 == pytest.approx(best.deviation, rel=0.02)
    assert best.win > 0


def test_two_spots_go_together_by_a_half() -> None:
    """Schlesinger, Blackjack Attack: a covariance of about 0.5 of two hands in one round."""
    found = covariance(SHEET, cut=78, rounds=400_000, seed=1)
    assert found.covariance == pytest.approx(0.48, abs=0.05)
