"""How a round is played from the deal on: as a solution says, or as a playbook does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack.evaluate import Played
from pitboss.maths.blackjack.moves import ACE, TEN
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.redoubles import Raises
from pitboss.maths.blackjack.shoe import Shoe
from pitboss.maths.blackjack.solver import Solution, Work, pair_left

__all__ = ["BestCourse", "BookCourse"]

I8 = NDArray[np.int8]


class BestCourse:
    """The play of a solution."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.work = Work(solution.record, solution.shoe)

    def choices(self, kind: int) -> I8:
        """What is done with every hand of a kind, by up card."""
        return self.solution.kinds[kind].choice

    def raises(self, kind: int) -> Raises:
        """What is done with doubled hands of a kind."""
        return self.solution.kinds[kind].raises

    def splits(self, value: int, up: int) -> bool:
        """Whether a pair is split; pairs of ten-value cards by rank where any of them is."""
        row = self.solution.table.row.get(tuple(2 * (v == value) for v in range(10)))
        if row is None or pair_left(self.work.shoe.values, value, up) < 0:
            return False
        single = self.solution.kinds[UNSPLIT].best[row, up]
        shares = self.work.pair_shares(value, up)
        return any(self.solution.split_sums.get((value, up, same), -np.inf) > single for _, same in shares)

    def most_hands(self, value: int, up: int) -> int:
        """How many hands a pair becomes at most."""
        return self.solution.record.most_hands[value]

    def before_check(self, a: int, b: int, up: int) -> int | None:
        """The result where first cards are given up or paid before the dealer's check."""
        choices = self.solution.deals[(a + 1, b + 1), up + 1]
        best = max(choices, key=lambda name: choices[name])
        if best == "go on":
            return None
        return -self.solution.record.early_loss if best == "surrender" else self.solution.record.even_money


class BookCourse:
    """The play of a playbook."""

    def __init__(self, record: BlackjackRecord, shoe: Shoe, book: Playbook) -> None:
        self.record, self.book = record, book
        self.played = Played(record, shoe, book)
        self.work: Work = self.played

    def choices(self, kind: int) -> I8:
        """What is done with every hand of a kind, by up card."""
        return self.played.play(kind).choice

    def raises(self, kind: int) -> Raises:
        """What is done with doubled hands of a kind."""
        return self.played.play(kind).raises

    def splits(self, value: int, up: int) -> bool:
        """Whether a pair is split."""
        return bool(self.book.first[UNSPLIT, up, value, value] == Move.SPLIT)

    def most_hands(self, value: int, up: int) -> int:
        """How many hands a pair becomes at most."""
        return self.played.most_hands(value, up)

    def before_check(self, a: int, b: int, up: int) -> int | None:
        """The result where first cards are given up or paid before the dealer's check."""
        record = self.record
        if (a, b) == (ACE, TEN) and up == ACE and record.even_money is not None and self.book.even_money:
            return record.even_money
        return (
            -record.early_loss
            if record.surrenders_early(up) and self.book.first[UNSPLIT, up, a, b] == Move.SURRENDER
            else None
        )
