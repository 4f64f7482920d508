"""What a player puts on the layout in a round: the initial bet with all doubles and splits."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.kernel_terms import terms_row
from pitboss.maths.blackjack.moves import ACE, TEN
from pitboss.maths.blackjack.record import UNSPLIT
from pitboss.maths.blackjack.redoubles import Raises
from pitboss.maths.blackjack.solver import Kind, Work, dealt, no_blackjack
from pitboss.maths.blackjack.split_law import Course
from pitboss.maths.blackjack.tables import OUTCOMES

__all__ = ["average_bet"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

SURE_WIN = 8
"""The dealer's outcome against which every hand wins: more than 22."""


def average_bet(course: Course) -> float:
    """What is bet in a round on average, in units of the initial bet; free bets are not the player's."""
    return _Bets(course).average()


class _Bets(Work):
    """The game with every hand worth what lies on it: then its value is what is bet."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.ends = np.empty((len(course.work.table.counts), 10, OUTCOMES))
        super().__init__(course.work.record, course.work.shoe)
        self.play(UNSPLIT)
        if any(course.splits(v, up) for v in range(10) for up in range(10)):
            self.split_all()

    def find_ends(self, rows: I64, ups: tuple[int, ...]) -> None:
        """A dealer who always breaks, unless the check finds a blackjack."""
        gone = self.table.counts[rows]
        left = (self.counts - gone).astype(np.float64)
        cards = np.maximum(left.sum(axis=1) - 1.0, 1.0)
        self.ends[rows] = 0.0
        self.ends[rows, :, SURE_WIN] = 1.0
        for up in (ACE, TEN):
            if not self.record.opened(up):
                self.ends[rows, up, SURE_WIN] -= left[:, TEN - up] / cards

    def play(self, kind: int) -> Kind:
        found = self.kinds.get(kind)
        if found is None:
            hands = self.table.hands
            best = np.empty((hands, 10))
            terms = self.bets(kind)
            found = Kind(
                terms, self.win, np.full(hands, terms[k.WIN]), np.empty((hands, 10, k.CHOICES)), best,
                self.course.choices(kind), self.raises(kind),
            )  # fmt: skip
            against = self.surrender_against(kind, before_check=k.EARLY)
            self.work_out(kind, found, against, fixed=True)
            self.kinds[kind] = found
        return found

    def bets(self, kind: int) -> F64:
        """The terms of a kind of hand with what lies on it in place of what it wins and loses."""
        row, stake = terms_row(self.record, kind), self.record.stake
        terms = self.record.kinds[kind]
        for double, at in zip(terms.doubles, (k.FULL_WIN, k.LESS_WIN), strict=False):
            row[at], row[at + 1] = double.lose / stake, -double.lose / stake
        own = terms.lose / stake
        row[[k.WIN, k.FREE_WIN, k.NATURAL_PAYS, k.NATURAL_TIES, k.NATURAL_TIES_ACE]] = own
        row[[k.LOSE, k.FREE_LOSE, k.LOSS]] = -own
        return row

    def raises(self, kind: int) -> Raises:
        """The doubles of a kind, with what lies on them in place of what they win and lose."""
        amounts, most, worth, again = self.course.raises(kind)
        lies = amounts[:, :, 1]
        return Raises(np.ascontiguousarray(np.stack([lies, -lies], axis=-1)), most, np.empty_like(worth), again)

    def most_hands(self, value: int, up: int) -> int:
        return self.course.most_hands(value, up)

    def average(self) -> float:
        return sum(chance * self.of_deal(a, b, up) for a, b, up, chance in dealt(self.shoe.values))

    def of_deal(self, a: int, b: int, up: int) -> float:
        if self.course.before_check(a, b, up) is not None:
            return 1.0
        hand = tuple((v == a) + (v == b) for v in range(10))
        bet = float(self.kinds[UNSPLIT].best[self.table.row[hand], up])
        if a == b and self.course.splits(a, up):
            bet += sum(share * (self.split_sums[a, up, same] - bet) for share, same in self.pair_shares(a, up))
        return bet + 1.0 - no_blackjack(self.record, self.shoe.values, hand, up)
