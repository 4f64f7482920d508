"""Classes of flops and boards: as many as there are, the same whatever the suits are called."""

from __future__ import annotations

from itertools import permutations
from random import Random

import numpy as np
import pytest

from pitboss.maths._kernels.holdem_index import (
    BOARDS,
    FLOPS,
    board_class,
    exchanged,
    find_boards,
    find_flops,
    flop_class,
    pair_of,
)
from pitboss.maths._kernels.holdem_values import CLASS_OF, PAIR_MOVES
from pitboss.maths.holdem.boards import all_flops, flop_lines
from pitboss.maths.holdem.play import class_names


@pytest.mark.parametrize(
    ("find", "classes", "cards", "dealt"), [(find_flops, FLOPS, 3, 22_100), (find_boards, BOARDS, 5, 2_598_960)]
)
def test_every_class_is_there_and_all_deals_fall_into_one(find, classes, cards, dealt) -> None:  # type: ignore[no-untyped-def]
    found, sizes = np.full((classes, cards), 255, dtype=np.uint8), np.zeros(classes, dtype=np.int64)
    find(found, sizes)
    assert sizes.sum() == dealt
    assert set(sizes.tolist()) == {4, 12, 24}
    assert found.max() < 52
    assert (np.diff(found.astype(int), axis=1) > 0).all()
    named = flop_class if cards == 3 else board_class
    for row in Random(1).sample(range(classes), 300):
        assert named(*found[row].tolist()) == (row, 0b11_10_01_00)


@pytest.mark.parametrize(("named", "cards"), [(flop_class, 3), (board_class, 5)])
def test_a_class_does_not_depend_on_the_names_of_suits(named, cards) -> None:  # type: ignore[no-untyped-def]
    chance = Random(2)
    for _ in range(200):
        dealt = chance.sample(range(52), cards)
        row, exchange = named(*dealt)
        home = sorted(exchanged(card, exchange) for card in dealt)
        for suits in permutations(range(4)):
            other = [card & ~3 | suits[card & 3] for card in dealt]
            chance.shuffle(other)
            same, back = named(*other)
            assert same == row
            assert sorted(exchanged(card, back) for card in other) == home


def test_pairs_move_as_their_cards_do() -> None:
    chance = Random(3)
    for suits in permutations(range(4)):
        code = sum(suit << 2 * place for place, suit in enumerate(suits))
        for _ in range(30):
            a, b = chance.sample(range(52), 2)
            assert PAIR_MOVES[code, pair_of(a, b)] == pair_of(exchanged(a, code), exchanged(b, code))


def test_169_kinds_of_hole_cards() -> None:
    names = class_names()
    assert len(set(names)) == 169
    sizes = dict(zip(names, np.bincount(CLASS_OF).tolist(), strict=True))
    assert (sizes["AA"], sizes["AKs"], sizes["AKo"], sum(sizes.values())) == (6, 4, 12, 1_326)


def test_lines_on_hole_cards_and_flop_are_those_of_five_cards() -> None:
    lines, sizes = flop_lines(), all_flops().sizes
    rows = np.repeat(np.arange(FLOPS), np.diff(lines.starts))
    found = np.bincount(lines.kinds, weights=sizes[rows]).astype(int).tolist()
    # each five-card hand is ten choices of two hole cards
    assert found[4:] == [10 * n for n in (54_912, 10_200, 5_108, 3_744, 624, 36, 4)]
