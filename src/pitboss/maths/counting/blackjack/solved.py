"""Shoes as they are met while a shoe is dealt, each solved exactly: what every choice of every hand is worth in them.

A hand's worth is taken together with how often it comes, so that differences are what a choice brings in a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.moves import ACE, TEN, choices_of
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.shoe import Shoe, full_shoe
from pitboss.maths.blackjack.solver import Solution, check_shoe, dealt, no_blackjack, pair_left, solve_record
from pitboss.maths.blackjack.strategies import pass_on
from pitboss.maths.blackjack.tables import shape
from pitboss.maths.simulation.run import checked_workers

__all__ = ["FIRST_HANDS", "OPTIONS", "Asked", "Solved", "first_row", "solve_shoes"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

OPTIONS: Final = ("stand", "hit", "double", "surrender", "split")
"""What may be done with a hand, in the order of the arrays."""
STAND, HIT, DOUBLE, SURRENDER, SPLIT = range(5)
FIRST_HANDS: Final = tuple((a, b) for a in range(10) for b in range(a, 10))
"""First two cards, by value from the ace on."""
TOTALS: Final = 22
FEWEST_CARDS: Final = 26
"""No shoe with fewer cards left is looked at."""
GOLDEN: Final = 0.6180339887498949
"""Multiples of it, less their whole part, lie evenly between 0 and 1."""


def first_row(a: int, b: int) -> int:
    """Where first two cards stand among :data:`FIRST_HANDS`."""
    low, high = min(a, b), max(a, b)
    return low * 10 - low * (low - 1) // 2 + high - low


@dataclass(frozen=True)
class Asked:
    """The shoes that are solved: so many, for a game and its book, down to some cards behind the cut."""

    record: BlackjackRecord
    book: Playbook
    cut: int
    shoes: int
    seed: int

    @property
    def cards(self) -> int:
        return 52 * self.record.decks


@dataclass(frozen=True)
class Solved:
    """What was found in each shoe once the dealer has checked, in bets; choices that are not allowed are NaN."""

    shoes: I64
    """Cards of each value, by shoe."""
    first: F64
    """What each choice of first two cards is worth, by shoe, hand, up card and choice."""
    later: F64
    """The same of hands of three cards and more that are not split, by shoe, softness, total, up card and choice."""
    held: F64
    """The cards of such hands on average, by softness, total, up card and value."""
    share: F64
    """How often such a hand comes up in a round, by softness, total and up card."""
    expectations: F64
    """What a round is worth with best play for the shoe, insurance left out."""


def solve_shoes(asked: Asked) -> Solved:
    """Return the worth of all choices in shoes of all depths and all mixtures."""
    shoes = _chosen(asked)
    with ThreadPoolExecutor(checked_workers(0)) as pool:
        rows = list(pool.map(lambda values: _solved(asked, values), shoes.tolist()))
    first, later, held, share, expectations = (np.array(column) for column in zip(*rows, strict=True))
    mass = share.sum(axis=0)
    mean_held = held.sum(axis=0) / np.maximum(mass, 1e-300)[..., None]
    return Solved(shoes, first, later, mean_held, mass / len(shoes), expectations)


# which shoes


def _chosen(asked: Asked) -> I64:
    """Shoes of all depths between a new one and the cut, spread wider than chance would have them.

    What is fitted to them must hold for rare mixtures, too: of each batch that chance gives, the shoe is taken whose
    high and small cards are nearest to a place drawn from a wide square.
    """
    random = np.random.default_rng(asked.seed)
    whole = np.array(full_shoe(asked.record.decks).values)
    least = min(max(asked.cut, FEWEST_CARDS), asked.cards - 1)
    found = [whole]
    for number in range(1, asked.shoes):
        left = int(least + (asked.cards - least) * (number * GOLDEN % 1.0))
        batch = random.multivariate_hypergeometric(whole, left, size=24)
        sides = batch[:, [ACE, TEN]].sum(axis=1), batch[:, 1:6].sum(axis=1)
        aims = random.uniform(-2.2, 2.2, size=2)
        far = sum(
            ((side - side.mean()) / (side.std() + 1e-9) - aim) ** 2 for side, aim in zip(sides, aims, strict=True)
        )
        found.append(batch[int(np.argmin(far))])
    return np.array(found)


# one shoe


def _solved(asked: Asked, values: list[int]) -> tuple[F64, F64, F64, F64, float]:
    solution = _solve(asked, values)
    later, held, share = _later(asked, solution)
    return _first(solution), later, held, share, solution.expectation


def _solve(asked: Asked, values: list[int]) -> Solution:
    """The best play of a shoe; where it may run out on split hands, without splitting."""
    tens = tuple(values[TEN] // 4 + (rank < values[TEN] % 4) for rank in range(4))
    shoe = Shoe(tuple(values), tens)
    try:
        check_shoe(asked.record, shoe, splits=True)
        splits = True
    except NotationError:
        splits = False
    whole = shape(full_shoe(asked.record.decks).values)
    return solve_record(asked.record, shoe, splits=splits, held=whole)


def _hands(solution: Solution) -> Iterator[tuple[int, int, int, int]]:
    """Each first two cards: their place among all, their row in the tables, and both; blackjacks are not played."""
    for place, (a, b) in enumerate(FIRST_HANDS):
        if (a, b) != (ACE, TEN):
            yield place, solution.table.row[_held(a, b)], a, b


def _held(a: int, b: int) -> tuple[int, ...]:
    return tuple((v == a) + (v == b) for v in range(10))


def _first(solution: Solution) -> F64:
    """What each choice of first two cards is worth."""
    found = np.full((len(FIRST_HANDS), 10, len(OPTIONS)), np.nan)
    for place, row, a, b in _hands(solution):
        found[place, :, :SPLIT] = _plain(solution, row)
        for up in range(10):
            sure = no_blackjack(solution.record, solution.shoe.values, _held(a, b), up)
            if solution.record.surrenders_early(up):
                record = solution.record
                found[place, up, SURRENDER] = 1.0 - sure - record.early_loss / record.stake
            if a == b:
                found[place, up, SPLIT] = _split(solution, a, up, float(found[place, up, STAND]))
            found[place, up] /= max(sure, 1e-9)
    return found


def _plain(solution: Solution, row: int) -> F64:
    """Stand, hit, the better double, and late surrender, by up card."""
    values = solution.kinds[UNSPLIT].values[row]
    double = np.maximum(values[:, k.DOUBLE], values[:, k.DOUBLE_LESS])
    found = np.stack([values[:, k.STAND], values[:, k.HIT], double, values[:, k.SURRENDER]], axis=1)
    found[found <= k.NOT_ALLOWED] = np.nan
    return found


def _split(solution: Solution, value: int, up: int, single: float) -> float:
    """What splitting a pair is worth; tens that are no pair of one rank are taken to stand."""
    record, shoe = solution.record, solution.shoe
    if not (record.match_rank and value == TEN):
        return solution.split_sums.get((value, up, pair_left(shoe.values, value, up)), np.nan)
    assert shoe.tens is not None
    found = [(n * (n - 1), solution.split_sums.get((value, up, n - 2))) for n in shoe.tens]
    pairs = shoe.values[TEN] * (shoe.values[TEN] - 1)
    worth = [ways * (split - single) for ways, split in found if split is not None]
    return single + sum(worth) / pairs if worth and pairs else np.nan


def _later(asked: Asked, solution: Solution) -> tuple[F64, F64, F64]:
    """Hands of three cards and more: what each choice is worth, the cards held, and how often they come."""
    t = solution.table
    weight = _reached(asked, solution)
    values = solution.kinds[UNSPLIT].values
    worth = np.stack(
        [values[..., k.STAND], values[..., k.HIT], values[..., [k.DOUBLE, k.DOUBLE_LESS]].max(axis=-1)], -1
    )
    found, held, share = np.full((2, TOTALS, 10, 3), np.nan), np.zeros((2, TOTALS, 10, 10)), np.zeros((2, TOTALS, 10))
    for soft, total in product(range(2), range(4, TOTALS)):
        rows = np.flatnonzero((t.total[: t.hands] == total) & (t.soft[: t.hands] == soft) & (t.size[: t.hands] > 2))
        mass = weight[rows]
        if mass.any():
            with np.errstate(invalid="ignore"):
                sums = np.where(mass[:, :, None] > 0, mass[:, :, None] * worth[rows], 0.0).sum(axis=0)
                mean = sums / mass.sum(axis=0)[:, None]
            found[soft, total] = np.where(np.isfinite(mean), mean, np.nan)
            held[soft, total] = np.einsum("ru,rv->uv", mass, t.counts[rows])
            share[soft, total] = mass.sum(axis=0)
    return found, held, share


def _reached(asked: Asked, solution: Solution) -> F64:
    """How often each hand comes about by the book, pairs that are split left out, by row and up card."""
    t, values = solution.table, solution.shoe.values
    weight = np.zeros((t.hands, 10))
    rows = {(a, b): row for _, row, a, b in _hands(solution)}
    for a, b, up, chance in dealt(values):
        if (a, b) in rows and asked.book.first[UNSPLIT, up, a, b] != Move.SPLIT:
            weight[rows[a, b], up] = chance
    choice = choices_of(asked.book, asked.record, t, UNSPLIT)
    pass_on(np.array(values, dtype=np.int64), t.counts[: t.hands], t.child, choice, weight)
    return weight
