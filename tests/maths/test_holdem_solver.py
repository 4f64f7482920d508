"""Exact hold'em: the whole game in whole numbers, and the same decisions as counting out a situation gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.maths._kernels.holdem_index import FLOPS, pair_of
from pitboss.maths._kernels.holdem_values import PAIR_MOVES
from pitboss.maths.holdem import (
    HoldemSolution,
    RankedBoards,
    evaluate_play,
    progressive_under_play,
    rank_all,
    solve,
    solver,
)
from pitboss.maths.holdem.boards import all_flops
from pitboss.maths.holdem.live import value
from pitboss.maths.holdem.play import bits
from pitboss.maths.holdem.simple import SIMPLE, simple_cost, simple_play
from pitboss.rules import load

UTH = "ultimate-texas-holdem"
OUTCOMES = 27_813_810_024_000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def boards() -> RankedBoards:
    return rank_all()


@pytest.fixture(scope="module")
def best(boards: RankedBoards) -> HoldemSolution:
    return solve(load(UTH), boards=boards)


def test_a_notebook_shows_edge_bets_and_decisions(best: HoldemSolution) -> None:
    html = best._repr_html_()
    assert "House edge +2.1850 %" in html
    assert html.count("<table>") == 2
    for bet, won in best.wagers.items():
        assert f"{bet.capitalize()}</td>" in html
        assert f"{-float(won) * 100:+.4f} %</td>" in html
    assert all(decision in html for decision in best.frequencies)


def test_the_exact_expectation(best: HoldemSolution) -> None:
    """The integers that `benchmarks/holdem_yardstick.c` finds by a way of its own."""
    assert best.outcomes == OUTCOMES
    assert best.expectation * 2 * OUTCOMES == -1_215_447_575_352
    assert best.expectation == Fraction(-50_643_648_973, 2_317_817_502_000)


def test_published_figures(best: HoldemSolution) -> None:
    assert round(100 * float(best.house_edge), 3) == 2.185
    assert round(100 * float(best.element_of_risk), 3) == 0.526
    assert round(best.standard_deviation, 2) == 4.94
    assert {best.choice(name) for name in ("22", "K4o", "Q7o", "Q5s", "J9o", "J7s", "T9s")} == {"check"}
    assert {best.choice(name) for name in ("33", "K5o", "Q8o", "Q6s", "JTo", "J8s", "K2s", "A2o")} == {"4x"}
    assert np.unique(best.play.preflop, return_counts=True)[1].tolist() == [826, 500]
    assert not {"3x"} & {best.choice(name) for name in best.hands}


def test_every_outcome_is_counted_once(best: HoldemSolution) -> None:
    assert sum(best.distribution.values()) == sum(best.frequencies.values()) == OUTCOMES
    assert best.frequencies["preflop 4x"] == 500 * OUTCOMES // 1_326
    assert set(best.frequencies) == {"preflop 4x", "flop 2x", "river 1x", "fold"}
    mean = sum(units * count for units, count in best.distribution.items()) / OUTCOMES
    squares = sum(units**2 * count for units, count in best.distribution.items()) / OUTCOMES
    assert (mean, squares - mean**2) == (best.expectation, best.variance)
    assert sum(best.wagers.values()) == best.expectation
    assert max(best.distribution) == 505
    figures = best.figures()
    assert figures.exact == best.house_edge
    assert sum((line.probability for line in figures.lines), Fraction()) == 1


def test_hands_reach_the_counts_of_seven_cards(best: HoldemSolution) -> None:
    """Whatever is decided, the categories come as often as among all hands of seven cards."""
    found: dict[str, int] = {}
    for end in best.endings:
        found[end.hand] = found.get(end.hand, 0) + end.count
    sevens = {
        "royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184,
        "flush": 4_047_644, "straight": 6_180_020, "three_of_a_kind": 6_461_620, "two_pair": 31_433_400,
        "pair": 58_627_800, "high_card": 23_294_460,
    }  # fmt: skip
    assert found == {name: count * OUTCOMES // comb(52, 7) for name, count in sevens.items()}


def agrees_with_counting(solution: HoldemSolution, sets: Sequence[str], seed: int, situations: int) -> None:
    """Decisions of the tables are those that counting out the situation finds, on flops and on boards."""
    chance, sheet = Random(seed), load(UTH, sets=sets)
    for _ in range(situations):
        *board, a, b = chance.sample(DECK, 7)
        flop = value(sheet, (a, b), board[:3])
        assert solution.play.raises((a, b), board[:3]) == (flop.best not in ("check", "fold"))
        river = value(sheet, (a, b), board)
        assert solution.play.raises((a, b), board) == (river.best != "fold")


def test_decisions_are_those_of_plain_counting(best: HoldemSolution) -> None:
    agrees_with_counting(best, (), 1, 200)


VARIANTS = {
    "refund": (
        "dealer.refund_folded_ante=true",
        "blind.pays.flush=5:2",
        "play.flop_multiple=3",
        "play.fold_early=true",
    ),
    "capped": ("play.play_bet_capped=true", "table.maximum=15.00", "dealer.qualifies=any", "play.win=6:5"),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_other_sheets(name: str, boards: RankedBoards) -> None:
    sets = VARIANTS[name]
    solution = solve(load(UTH, sets=sets), boards=boards)
    agrees_with_counting(solution, sets, 2, 60)
    assert sum(solution.distribution.values()) == OUTCOMES
    if name == "refund":
        assert all(-2 < values["fold"] < values["check"] for values in solution.hands.values())
        assert solution.frequencies["flop 3x"] > 0
    else:
        assert set(solution.hands["AA"]) == {"check", "3x"}
        assert {end.qualified for end in solution.endings} == {True}


def test_a_pay_table_changes_what_it_pays(best: HoldemSolution, boards: RankedBoards) -> None:
    """The same play with a royal flush at 1,000, and a flush at $10 and no longer $10.50: it comes to their counts."""
    sets = ["blind.pays.royal_flush=1000:1", "aggregate.pays_from=2000:1", "blind.rounding=1.00"]
    other = evaluate_play(load(UTH, sets=sets), best.play, stake_cents=700, boards=boards)
    wins = [end for end in best.endings if end.result == "win"]
    royals = sum(end.count for end in wins if end.hand == "royal_flush")
    flushes = sum(end.count for end in wins if end.hand == "flush")
    gained = 500 * royals - Fraction(50, 700) * flushes
    assert other.expectation - best.expectation == gained / OUTCOMES
    assert (other.frequencies, other.kept) == (best.frequencies, best.kept)


def test_another_decision_costs_what_counting_says(best: HoldemSolution, boards: RankedBoards) -> None:
    """Some hundred decisions on flops turned round at once: the exact difference, each situation counted out."""
    chance, sheet = Random(4), load(UTH)
    flops, sizes = all_flops().cards.tolist(), all_flops().sizes.tolist()
    turned, cost = best.play.flop.copy(), Fraction()
    for row in chance.sample(range(FLOPS), 150):
        low, high = sorted(chance.sample([card for card in DECK if card not in flops[row]], 2))
        pair = pair_of(int(low), int(high))
        if best.play.preflop[pair]:
            continue
        alike = {int(PAIR_MOVES[code, pair]) for code, kept in all_flops().keep.items() if kept[row]}
        for like in alike:
            turned[row, like >> 6] ^= np.uint64(1 << (like & 63))
        found = value(sheet, (low, high), [DECK[card] for card in flops[row]])
        worse = abs(found.choices["2x"] - found.choices["check"])
        cost += sizes[row] * len(alike) * worse / (comb(52, 3) * comb(49, 2))
    other = evaluate_play(sheet, replace(best.play, flop=turned), boards=boards)
    assert best.expectation - other.expectation == cost > 0


def test_hands_counted_one_by_one_come_to_the_same(
    best: HoldemSolution, boards: RankedBoards, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that count alike are counted together; one by one they end as often in each way."""
    monkeypatch.setattr(solver, "plays_by_sorts", lambda *_: False)
    found = evaluate_play(load(UTH), best.play, boards=boards)
    assert (found.endings, found.kept) == (best.endings, best.kept)


def test_a_play_may_tell_hands_apart_that_count_alike(best: HoldemSolution, boards: RankedBoards) -> None:
    """Folding two cards of one suit on the river, on boards without three of a suit too, is counted as it is played."""
    suited = np.array([high.suit == low.suit for high in DECK for low in DECK[:high]])
    folding = replace(best.play, river=best.play.river & ~bits(suited[None, :]))
    found = evaluate_play(load(UTH), folding, boards=boards)
    went_on = [solution.frequencies["river 1x"] for solution in (best, found)]
    assert 0 < went_on[1] < went_on[0]
    assert went_on[0] + best.frequencies["fold"] == went_on[1] + found.frequencies["fold"]
    assert found.expectation < best.expectation


def test_the_simple_way_to_play(best: HoldemSolution, boards: RankedBoards) -> None:
    found = simple_cost(load(UTH), best=best, boards=boards)
    assert round(100 * float(found.simple.house_edge), 2) == 2.43, "as published for these rules"
    assert found.simple.expectation == Fraction(-452_323_427, 18_592_119_000)
    assert found.cost == found.best.expectation - found.simple.expectation > 0
    assert found.simple.frequencies["preflop 4x"] == best.frequencies["preflop 4x"]
    assert len(SIMPLE.lines()) == 4


def test_lines_of_the_progressive_that_are_not_folded(best: HoldemSolution) -> None:
    pays = {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30, "three_of_a_kind": 9}
    assert sum(Fraction(best.lines[line], OUTCOMES) * odds for line, odds in pays.items()) == Fraction(
        1_378_928, 2_598_960
    )
    kept = progressive_under_play(best)
    assert {line for line, chance in kept.items() if chance < Fraction(best.lines[line], OUTCOMES)} == {
        "three_of_a_kind"
    }, "only three of a kind on the board is ever folded"
    folded = best.lines["three_of_a_kind"] - best.kept["three_of_a_kind"]
    assert 0 < folded <= best.frequencies["fold"]


def test_best_play_for_game_and_prizes_together(best: HoldemSolution, boards: RankedBoards) -> None:
    """Small prizes bend a few decisions; large ones keep every line; the game itself only loses by it."""
    small = solve(load(UTH), prizes={"three_of_a_kind": Fraction(1, 5)}, boards=boards)
    assert best.kept["three_of_a_kind"] < small.kept["three_of_a_kind"] < best.lines["three_of_a_kind"]
    worth = Fraction(best.kept["three_of_a_kind"], 5 * OUTCOMES)
    assert best.expectation > small.expectation
    assert (
        best.expectation + worth
        < small.joint_expectation
        <= best.expectation + Fraction(best.lines["three_of_a_kind"], 5 * OUTCOMES)
    )


def test_what_cannot_be_asked_is_refused(best: HoldemSolution, boards: RankedBoards) -> None:
    with pytest.raises(NotationError, match="expected amounts for three_of_a_kind"):
        solve(load(UTH), prizes={"pair": 1}, boards=boards)
    with pytest.raises(NotationError, match="too large or too finely divided"):
        solve(load(UTH), prizes={"flush": Fraction(1, 10**9 + 7)}, boards=boards)
    with pytest.raises(NotationError, match="47 outs"):
        simple_play(best.record, replace(SIMPLE, most_outs=47), boards=boards)
    with pytest.raises(NotationError, match="not offered before the flop"):
        evaluate_play(load(UTH, sets=["play.preflop_multiples=[3]"]), best.play, boards=boards)
    for table in (best.play.flop, best.play.river):
        one_sided = table.copy()
        one_sided[-1, 5] ^= np.uint64(1)  # one of several like hands
        street = "flop" if table is best.play.flop else "river"
        with pytest.raises(NotationError, match="names of suits"):
            evaluate_play(load(UTH), replace(best.play, **{street: one_sided}), boards=boards)
    with pytest.raises(NotationError, match="another game"):
        value(load(UTH, sets=["play.win=2:1"]), DECK[:2], solution=best)
    assert value(load(UTH), DECK[:2], solution=best).choices == best.hands["22"]
