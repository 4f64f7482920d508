"""How a round's result spreads: the chance of every net result, its standard deviation, and what rounds end in.

A round is followed as it is played, by the best play or by a playbook: what is settled before the dealer's check, the
hand that is the only one, and split hands all together (:mod:`~pitboss.maths.blackjack.split_law`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.bonuses import BLACKJACK, NO_SHAPE, Prize, shapes_of
from pitboss.maths.blackjack.courses_of_play import BestCourse, BookCourse
from pitboss.maths.blackjack.moves import ACE, TEN
from pitboss.maths.blackjack.playbook import Playbook
from pitboss.maths.blackjack.record import MOST_AGAIN, UNSPLIT, BlackjackRecord, HandTerms, compile_record
from pitboss.maths.blackjack.shoe import ShoeLike, full_shoe, read_shoe
from pitboss.maths.blackjack.solver import Solution, dealt, no_blackjack
from pitboss.maths.blackjack.split_law import Course, SplitLaw
from pitboss.maths.cache import kernel, part
from pitboss.rules import Sheet

__all__ = ["ENDINGS", "Spread", "spread", "spread_of", "spread_on"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]

NOTHING = 1e-15
"""Less than any result's chance: what rounding leaves of results that cannot be."""

# what can become of a hand that is the only one
(WON, LOST, DOUBLE_WON, DOUBLE_LOST, LESS_WON, LESS_LOST, GIVEN_UP, NATURAL_PAID, NATURAL_TIED, FREE_WON, FREE_LOST,
 PUSHED, BROKEN, DOUBLE_PUSHED) = range(14)  # fmt: skip
BONUS_AT = 14
"""From here on hands that won a bonus, by their shape."""
AGAIN_AT = BONUS_AT + BLACKJACK
"""From here on hands that were doubled again: won and lost by how they began and how often."""
ENDINGS = {
    "blackjack": "blackjack paid",
    "bonus": "hand won with a bonus",
    "blackjack_tie": "blackjack against the dealer's",
    "even_money": "even money taken",
    "dealer_blackjack": "lost to a blackjack",
    "surrender": "surrendered",
    "win": "hand won",
    "push": "hand pushed",
    "loss": "hand lost",
    "bust": "hand broken",
    "double_win": "double won",
    "double_push": "double pushed",
    "double_loss": "double lost",
    "less_win": "double for less won",
    "less_loss": "double for less lost",
    "free_win": "free double won",
    "free_loss": "free double lost",
    "again_win": "doubled again and won",
    "again_loss": "doubled again and lost",
    "split": "pair split",
}
"""How a round can end: short name and words."""
ENDING_OF = (
    "win", "loss", "double_win", "double_loss", "less_win", "less_loss", "surrender", "blackjack", "blackjack_tie",
    "free_win", "free_loss", "push", "bust", "double_push", *("bonus",) * BLACKJACK,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spread:
    """How the result of one round of the main bet spreads, insurance left out."""

    mean: float
    """In units of the bet."""
    standard_deviation: float
    distribution: dict[int, float]
    """The chance of each net result in cents."""
    endings: Mapping[tuple[str, int], float]
    """The chance of each way to end and its net result in cents: see :data:`ENDINGS`."""

    def frequency(self, ending: str) -> float:
        """How often a round ends so."""
        return sum(chance for (name, _), chance in self.endings.items() if name == ending)


def spread(solution: Solution) -> Spread:
    """The spread of a round played as the solution says."""
    return spread_on(BestCourse(solution))


def spread_of(
    game: Sheet | BlackjackRecord, book: Playbook, *, shoe: ShoeLike | None = None, stake_cents: int | None = None
) -> Spread:
    """The spread of a round played by the book."""
    record = game if isinstance(game, BlackjackRecord) else compile_record(game, stake_cents=stake_cents)
    return spread_on(BookCourse(record, full_shoe(record.decks) if shoe is None else read_shoe(shoe), book))


def spread_on(course: Course) -> Spread:
    """The spread of a round that takes this course."""
    return _Spread(course).result()


@part
def draw_raised(
    left: F64, cards: float, up: int, late: I8, child: I32, raised: F64, began: int, times: int, ends: F64
) -> None:
    """Add what becomes of a hand with the card of its double: won and lost by how often it was doubled, and pushed."""
    for c in range(10):
        if left[c] > 0.0:
            p = left[c] / cards
            if child[c] < 0:
                ends[2 * times + 1] += p * k.sure_after(left, cards, up, late, c)
            else:
                for r in range(len(ends)):
                    ends[r] += p * raised[child[c], up, began, times, r]


@kernel(
    "void(int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], float64[:, ::1], float64[:, ::1], "
    "float64[::1], int8[::1], int8[::1], int8[::1], int8[:, ::1], float64[:, :, ::1], int64[::1], "
    "int8[:, :, :, ::1], float64[:, :, :, :, ::1], float64[::1], float64[::1])",
    makes_arrays=False,
)
def lone_results(
    shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, win: F64, lose: F64,
    terms: F64, totals: I8, late: I8, shapes: I8, choice: I8, results: F64, most: I64, again: I8, raised: F64,
    left: F64, drawn: F64,
) -> None:  # fmt: skip
    """The chance of everything that can become of a hand played as chosen, and that the dealer has no blackjack.

    The last two are room: for the cards left, and for what becomes of a doubled hand.
    """
    for hand in range(len(total) - 1, -1, -1):
        for up in range(10):
            row = results[hand, up]
            for r in range(len(row)):
                row[r] = 0.0
            cards = -1.0
            for c in range(10):
                left[c] = shoe[c] - counts[hand, c]
                cards += left[c]
            left[up] -= 1.0
            if left[up] < 0.0 or cards < 1.0:
                continue
            no_blackjack = k.sure(left, cards, up, late)
            for began in range(len(most)):
                for times in range(most[began], -1, -1):
                    ends = raised[hand, up, began, times]
                    for r in range(len(ends)):
                        ends[r] = 0.0
                    if again[hand, up, began, times]:
                        draw_raised(left, cards, up, late, child[hand], raised, began, times + 1, ends)
                    else:
                        ends[2 * times], ends[2 * times + 1] = win[hand, up], lose[hand, up]
                        ends[len(ends) - 1] = no_blackjack - win[hand, up] - lose[hand, up]
            does = choice[hand, up]
            if does == k.STAND:
                row[BONUS_AT + shapes[hand] if shapes[hand] >= 0 else WON] = win[hand, up]
                row[LOST] = lose[hand, up]
                row[PUSHED] = no_blackjack - win[hand, up] - lose[hand, up]
            elif does == k.SURRENDER:
                row[GIVEN_UP] = no_blackjack
            elif does == k.NATURAL:
                lost = left[9 - up] / cards if late[up] == k.TAKES_ALL else 0.0
                row[NATURAL_PAID], row[NATURAL_TIED] = no_blackjack - lost, lost
            else:
                won_at, lost_at = LESS_WON, LESS_LOST
                if does == k.DOUBLE:
                    won_at, lost_at = DOUBLE_WON, DOUBLE_LOST
                    if (
                        size[hand] == 2
                        and not soft[hand]
                        and totals[total[hand]] & k.FREE_TOTAL
                        and terms[k.MAY_FREE] > 0.0
                    ):
                        won_at, lost_at = FREE_WON, FREE_LOST
                if does != k.HIT and len(most):
                    began = k.LESS if won_at == LESS_WON else k.FREE if won_at == FREE_WON else k.FULL
                    for r in range(len(drawn)):
                        drawn[r] = 0.0
                    draw_raised(left, cards, up, late, child[hand], raised, began, 0, drawn)
                    row[won_at], row[lost_at], row[DOUBLE_PUSHED] = drawn[0], drawn[1], drawn[len(drawn) - 1]
                    at = AGAIN_AT + began * (len(drawn) - 3)
                    for r in range(len(drawn) - 3):
                        row[at + r] = drawn[r + 2]
                    continue
                for c in range(10):
                    if left[c] <= 0.0:
                        continue
                    p = left[c] / cards
                    after = child[hand, c]
                    broke = k.sure_after(left, cards, up, late, c)
                    if does == k.HIT:
                        if after < 0:
                            row[BROKEN] += p * broke
                        else:
                            for r in range(len(row)):
                                row[r] += p * results[after, up, r]
                    elif after < 0:
                        row[lost_at] += p * broke
                    else:
                        row[won_at] += p * win[after, up]
                        row[lost_at] += p * lose[after, up]
                        row[DOUBLE_PUSHED] += p * (broke - win[after, up] - lose[after, up])


class _Spread:
    """One round followed through."""

    def __init__(self, course: Course) -> None:
        self.course, self.work = course, course.work
        self.record, self.shoe = self.work.record, self.work.shoe
        if self.record.match_rank and any(course.splits(TEN, up) for up in range(10)):
            raise NotationError("the spread is not worked out where ten-value cards are split by rank")
        self.law = SplitLaw(course)
        self.amounts = result_amounts(self.record.kinds[UNSPLIT], self.record)

    def result(self) -> Spread:
        endings: dict[tuple[str, int], float] = {}
        for name, cents, chance in self.parts():
            endings[name, cents] = endings.get((name, cents), 0.0) + chance
        endings = {end: chance for end, chance in sorted(endings.items()) if abs(chance) > NOTHING}
        distribution: dict[int, float] = {}
        for (_, cents), chance in endings.items():
            distribution[cents] = distribution.get(cents, 0.0) + chance
        mean = sum(cents * chance for cents, chance in distribution.items())
        square = sum(cents * cents * chance for cents, chance in distribution.items())
        stake = self.record.stake
        deviation = sqrt(max(square - mean * mean, 0.0)) / stake
        return Spread(mean / stake, deviation, dict(sorted(distribution.items())), endings)

    def parts(self) -> Iterator[tuple[str, int, float]]:
        """Everything that can become of a round: its name, its net result in cents, and its chance."""
        for a, b, up, chance in dealt(self.shoe.values):
            settled = self.course.before_check(a, b, up)
            if settled is not None:
                name = "even_money" if (a, b) == (ACE, TEN) and settled > 0 else "surrender"
                yield name, settled, chance
                continue
            for name, cents, share in self.played(a, b, up):
                yield name, cents, chance * share

    def played(self, a: int, b: int, up: int) -> Iterator[tuple[str, int, float]]:
        """What becomes of first two cards that are played on."""
        record = self.record
        hand = tuple((v == a) + (v == b) for v in range(10))
        found = 1.0 - no_blackjack(record, self.shoe.values, hand, up)
        if found > 0.0 and (a, b) == (ACE, TEN):
            yield "blackjack_tie", record.tie_against_ace if up == ACE else record.tie_against_ten, found
        elif found > 0.0:
            yield "dealer_blackjack", -record.stake, found
        if a == b and self.course.splits(a, up):
            for cents, chance in self.law.chances(a, up).items():
                yield "split", cents, chance
            return
        for which, chance in enumerate(self.lone[self.work.table.row[hand], up].tolist()):
            for prize in self.prizes(which):
                yield ending_of(which), prize.win, chance * float(prize.share)
            if not self.prizes(which):
                amount = record.tie_against_ace if which == NATURAL_TIED and up == ACE else self.amounts[which]
                yield ending_of(which), amount, chance

    def prizes(self, which: int) -> tuple[Prize, ...]:
        """What a result pays by the suits of the hand, where a bonus depends on them."""
        if which == NATURAL_PAID:
            return self.record.bonuses[BLACKJACK]
        return self.record.bonuses[which - BONUS_AT] if BONUS_AT <= which < AGAIN_AT else ()

    def shapes(self) -> I8:
        """The shape of every hand that a bonus is for."""
        paid = [bool(prizes) for prizes in (*self.record.bonuses, ())]
        shapes = shapes_of(self.work.table)
        return np.where(np.array(paid)[shapes], shapes, NO_SHAPE).astype(np.int8)

    @cached_property
    def lone(self) -> F64:
        """What becomes of every hand that is the only one, by hand and up card."""
        t, work = self.work.table, self.work
        _, most, _, again = self.course.raises(UNSPLIT)
        found = np.empty((t.hands, 10, len(self.amounts)))
        times = again.shape[3]
        raised = np.empty((t.hands, 10, len(most), times, 2 * times + 1))
        lone_results(
            work.counts, t.counts, t.total, t.soft, t.size, t.child, work.win, work.lose, work.play(UNSPLIT).terms,
            work.totals, work.late, self.shapes(), self.course.choices(UNSPLIT), found, most, again, raised,
            np.empty(10), np.empty(raised.shape[-1]),
        )  # fmt: skip
        return found


def result_amounts(terms: HandTerms, record: BlackjackRecord) -> tuple[int, ...]:
    """What each result of a hand that is the only one is worth, in cents."""
    full, less = [*((d.win, -d.lose) for d in terms.doubles), (0, 0), (0, 0)][:2]
    free = (terms.free_double.win, -terms.free_double.lose) if terms.free_double is not None else (0, 0)
    given_up = -(terms.surrender or 0)
    return (
        terms.win, -terms.lose, *full, *less, given_up, terms.natural_pays, record.tie_against_ten, *free, 0,
        -terms.lose, 0, *(0,) * BLACKJACK, *(again_amounts(terms) if record.redoubles else ()),
    )  # fmt: skip


def again_amounts(terms: HandTerms) -> Iterator[int]:
    """What hands that were doubled again win and lose, by how they began and how often."""
    for double in terms.raises():
        lies = (*(double.again if double is not None else ()), *((0, 0),) * MOST_AGAIN)
        for win, lose in lies[:MOST_AGAIN]:
            yield from (win, -lose)


def ending_of(which: int) -> str:
    """The name of what became of a hand that is the only one."""
    return ENDING_OF[which] if which < AGAIN_AT else ("again_win", "again_loss")[which % 2]
