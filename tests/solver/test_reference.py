"""The solver's figures are those of the same game worked out plainly in fractions."""

from __future__ import annotations

from random import Random

import pytest
from tests.solver.reference import Reference
from tests.solver.test_small_shoes import CLOSE, cases, solvable

from pitboss.maths.blackjack import solve
from pitboss.maths.blackjack.record import KINDS, UNSPLIT
from pitboss.maths.blackjack.solver import choice_names, no_blackjack, pair_left
from pitboss.rules import load


@pytest.mark.parametrize("case", cases(60, 16))
def test_every_kind_of_hand_and_every_split(case: int) -> None:
    sheet, shoe = solvable(Random(case + 3000), case, splits=True, ranks=3, cards=(10, 18))
    solution = solve(sheet, shoe=shoe)
    record, values = solution.record, solution.shoe.values
    plain = Reference(record, values)
    for (a, b), up in solution.deals:
        hand = tuple((v == a) + (v == b) for v in range(1, 11))
        row = solution.table.row[hand]
        sure = no_blackjack(record, values, hand, up - 1)
        if sure == 0.0:
            continue
        for kind, play in solution.kinds.items():
            names = choice_names(record.kinds[kind])
            found = {names[i]: x / sure for i, x in enumerate(play.values[row, up - 1].tolist()) if x > float("-inf")}
            exact = {name: float(worth / record.stake) for name, worth in plain.lone(kind, hand, up).items()}
            assert found == pytest.approx(exact, abs=CLOSE), (KINDS[kind], hand, up)
        split = solution.split_sums.get((a - 1, up - 1, pair_left(values, a - 1, up - 1))) if a == b else None
        if split is not None and not (record.match_rank and a == 10):
            worth = float(plain.split(a, up) / record.stake)
            assert plain.tied(a, up) or split / sure == pytest.approx(worth, abs=CLOSE), (hand, up)


def test_a_hand_of_many_cards() -> None:
    """Beyond the first two cards, every hand of a whole small shoe."""
    solution = solve(load("games-of-chance-blackjack"), shoe="As Ad 2s 3d 4h 6c 6d Ts 9c", splits=False)
    plain = Reference(solution.record, solution.shoe.values)
    compared = 0
    for hand, row in solution.table.row.items():
        for up in range(1, 11):
            gone = [n - (v == up) for v, n in enumerate(solution.shoe.values, 1)]
            if any(n < m for n, m in zip(gone, hand, strict=True)) or sum(gone) == sum(hand):
                continue
            sure = no_blackjack(solution.record, solution.shoe.values, hand, up - 1)
            if sure > 0.0:
                best = max(plain.lone(UNSPLIT, hand, up).values())
                found = solution.kinds[UNSPLIT].best[row, up - 1] / sure
                assert found == pytest.approx(float(best / solution.record.stake), abs=CLOSE)
                compared += 1
    assert compared > 50
