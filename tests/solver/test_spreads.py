"""How rounds go: results all together, what is bet, and the figures of a game's own wagers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from tests.solver.reference import NATURAL, Reference
from tests.solver.test_small_shoes import CLOSE, cases, solvable

from pitboss.errors import NotationError
from pitboss.maths.blackjack import Solution, chart_rows, choices, figures, solve, spread, value
from pitboss.maths.blackjack import split_law as law
from pitboss.maths.blackjack.amount_bet import _Bets
from pitboss.maths.blackjack.courses_of_play import BestCourse
from pitboss.maths.blackjack.solver import no_blackjack, pair_left
from pitboss.rules import load


@pytest.fixture(scope="module")
def one_split() -> Solution:
    return solve(load("catfish-blackjack", sets=["split.max_hands=2"]))


# six decks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "deviation"),
    [("catfish-blackjack", 1.1604425628997), ("blackjack-v5", 1.1455539204446)],
)
def test_the_law_of_a_round_with_resplits(name: str, deviation: float) -> None:
    """The deviation is that of the exact second moment, pair of hands by pair of hands."""
    solution = solve(load(name))
    found = spread(solution)
    assert sum(found.distribution.values()) == pytest.approx(1.0, abs=1e-12)
    assert found.mean == pytest.approx(solution.expectation, abs=1e-11)
    assert found.standard_deviation == pytest.approx(deviation, abs=1e-11)
    stake = solution.record.stake
    assert max(found.distribution) == -min(found.distribution) == 8 * stake


def test_more_points_change_nothing(one_split: Solution, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nines against a six, to four hands: what the series leaves out is too little to see."""
    course = BestCourse(solve(load("catfish-blackjack")))
    few = law.SplitLaw(course).chances(8, 5)
    monkeypatch.setattr(law, "FEW_CARDS", 1000)
    many = law.SplitLaw(course).chances(8, 5)
    assert few == pytest.approx(many, abs=1e-10)
    assert len(few) == 17


def test_ten_value_cards_split_by_rank_are_refused() -> None:
    sheet = load("catfish-blackjack", sets=["split.match=rank"])
    tens = "Ts Tc Td Th Js Jc Jd Jh " * 3 + "6c 6d 6h 6s 6c 6d 5h 5s 5c 5d 5h " * 2
    solution = solve(sheet, shoe=tens)
    with pytest.raises(NotationError, match="by rank"):
        spread(solution)


# what is bet


class Bets(Reference):
    """Every hand is worth what lies on it, as a loss."""

    def settle(self, hand: tuple[int, int, int], dealer: int) -> int:
        total, _, lose = hand
        assert total != NATURAL
        return -lose


@pytest.mark.parametrize("case", cases(24, 8))
def test_what_split_hands_bet(case: int) -> None:
    random = Random(case + 9000)
    while True:
        sheet, shoe = solvable(random, 4 + 2 * case, splits=True, ranks=3, cards=(10, 18))
        solution = solve(sheet, shoe=shoe)
        record, values = solution.record, solution.shoe.values
        if not (record.match_rank or record.split_natural or any(terms.surrender for terms in record.kinds[1:])):
            break
    bets, plain = _Bets(BestCourse(solution)), Bets(record, values)
    for (v, up, same), bet in bets.split_sums.items():
        hand = tuple(2 * (x == v) for x in range(10))
        sure = no_blackjack(record, values, hand, up)
        if ((v + 1, v + 1), up + 1) in solution.deals and same == pair_left(values, v, up) and sure > 0.0:
            lies = float(-plain.split(v + 1, up + 1) / record.stake)
            assert plain.tied(v + 1, up + 1) or bet / sure == pytest.approx(lies, abs=CLOSE)


# the figures


@pytest.mark.slow
def test_figures_of_a_game() -> None:
    found = figures(load("catfish-blackjack", sets=["split.max_hands=2"]))
    main = found.wagers["main"]
    assert sum(line.probability for line in main.lines) == pytest.approx(1.0, abs=1e-12)
    assert sum(float(line.pays) * line.probability for line in main.lines) == pytest.approx(-main.house_edge, abs=1e-11)
    assert f"{100 * main.house_edge:.6f}" == "0.668951"
    assert len({line.line for line in main.lines}) == len(main.lines)
    assert found.spread.frequency("dealer_blackjack") + found.spread.frequency("blackjack_tie") == pytest.approx(
        192 / 4043, abs=1e-13
    )
    doubled = sum(found.spread.frequency(name) for name in ("double_win", "double_push", "double_loss"))
    assert 1.0 + doubled + found.spread.frequency("split") < found.average_bet < 1.14
    assert found.element_of_risk == pytest.approx(main.house_edge / found.average_bet)
    assert found.wagers["insurance"].exact == Fraction(23, 311)
    assert found.wagers["even_money"].exact == Fraction(4, 103)


def test_even_money_is_the_difference_of_the_two_choices(one_split: Solution) -> None:
    deal = one_split.deals[(1, 10), 1]
    assert deal["go on"] - deal["even money"] == pytest.approx(4 / 103, abs=1e-15)


# every situation


def test_every_situation_and_its_choices() -> None:
    sheet = load("blackjack-v5")
    solution = solve(sheet, shoe="As Ad 2s 3d 4h 6c 6d Ts 9c", splits=False)
    situations = list(choices(solution))
    assert len({(s.kind, s.hand, s.up) for s in situations}) == len(situations) > 100
    for s in situations[::7]:
        cards, up = [f"{card}s" for card in s.hand.split()], f"{s.up}s"
        assert solution.values(" ".join(cards), up) == s.values
        assert solution.choice(" ".join(cards), up) == s.best


def test_the_rows_of_a_chart() -> None:
    sheet = load("catfish-blackjack")
    rows = {(row.table, row.name): row.cells for row in chart_rows(solve(sheet))}
    assert len(rows) == 16 + 9 + 10
    sixteen = rows["hard", "16"][8]
    assert sixteen is not None
    assert (sixteen.best, sixteen.second) == ("hit", "stand")
    two = [value(sheet, cards, "Th") for cards in ("Ts 6s", "9s 7s")]
    low, high = sorted(worth["hit"] - worth["stand"] for worth in two)
    assert low < sixteen.cost < high
    eights = rows["pairs", "8"][8]
    assert eights is not None
    assert eights.values == value(sheet, "8s 8h", "Td")
