"""Options of blackjack that best play never uses, or always: every hand that comes about is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.analysis.findings import percent
from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.moves import ACE, TEN, split_kinds
from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT, HandTerms
from pitboss.maths.blackjack.solver import dealt

if TYPE_CHECKING:
    from pitboss.maths.blackjack import Solution

__all__ = ["unused_options"]

Marks = NDArray[np.bool_]

SPLITS, ACES, LAMMERS = (SPLIT, LAMMER), (SPLIT_ACE, ACE_LAMMER), (LAMMER, ACE_LAMMER)
DOUBLES = (k.DOUBLE, k.DOUBLE_LESS)
NAMES = ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "ten-value cards")


def unused_options(solution: Solution) -> Iterator[str]:
    """What the sheet offers and best play never takes, one sentence each."""
    use = _Use(solution)
    yield from _before_check(solution)
    yield from _surrender(use)
    yield from _doubles(use)
    if any(terms.hit for terms in use.terms(ACES)) and not use.takes(ACES, (k.HIT,)):
        yield "Best play never hits a split ace."
    pairs = [value for value in range(10) if solution.record.most_hands[value] > 1]
    never = [NAMES[value] for value in pairs if not _split_against(solution, value).any()]
    if never:
        yield f"Best play never splits {' or '.join(never)}."


class _Use:
    """The hands that come about under best play, and what is done with them."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.record, self.table = solution, solution.record, solution.table
        self.reached = {kind: _reached(solution, kind) for kind in solution.kinds}

    def terms(self, kinds: tuple[int, ...]) -> list[HandTerms]:
        """What may be done with the kinds of hand that come about at all."""
        return [self.record.kinds[kind] for kind in kinds if kind in self.reached and self.reached[kind].any()]

    def takes(self, kinds: tuple[int, ...], does: tuple[int, ...], rows: Marks | None = None) -> bool:
        """Whether one of these choices is ever made, with any hand or with some."""
        return any(self._where(kind, does)[slice(None) if rows is None else rows].any() for kind in kinds)

    def _where(self, kind: int, does: tuple[int, ...]) -> Marks:
        if kind not in self.reached:
            return np.zeros((self.table.hands, 10), dtype=bool)
        return np.isin(self.solution.kinds[kind].choice, does) & self.reached[kind]

    def pays_on_lammer(self) -> bool:
        """Whether a hand on a lammer is ever doubled where that is not free."""
        t, hands = self.table, self.table.hands
        free = np.isin(t.total[:hands], self.record.free_totals) & (t.soft[:hands] == 0) & (t.size[:hands] == 2)
        return any(
            self.takes((kind,), DOUBLES, ~free if self.record.kinds[kind].free_double is not None else None)
            for kind in LAMMERS
        )


def _before_check(solution: Solution) -> Iterator[str]:
    if solution.record.insurance_stake and solution.insurance == 0.0:
        yield "Best play never takes insurance in the first round of a shoe."
    yield from _even_money(solution)


def _even_money(solution: Solution) -> Iterator[str]:
    """A blackjack against an ace is one hand, so even money is right always or never."""
    choices = solution.deals.get(((ACE + 1, TEN + 1), ACE + 1), {})
    if "even money" not in choices:
        return
    gain = choices["even money"] - choices["go on"]
    if gain < 0.0:
        yield "Best play never takes even money."
        return
    chance = sum(each for a, b, up, each in dealt(solution.shoe.values) if (a, b, up) == (ACE, TEN, ACE))
    yield (
        f"Best play always takes even money: it is worth {percent(gain)} of the bet more than playing the blackjack "
        f"on, and lowers the edge by {percent(gain * chance)}."
    )


def _taken_early(solution: Solution, name: str) -> bool:
    return any(choices.get(name, -np.inf) >= max(choices.values()) for choices in solution.deals.values())


def _surrender(use: _Use) -> Iterator[str]:
    own = any(terms.surrender is not None for terms in use.terms((UNSPLIT,)))
    if own and not use.takes((UNSPLIT,), (k.SURRENDER,)) and not _taken_early(use.solution, "surrender"):
        yield "Best play never surrenders."
    for kinds, name in ((SPLITS, "split hand"), (ACES, "split ace")):
        if any(terms.surrender is not None for terms in use.terms(kinds)) and not use.takes(kinds, (k.SURRENDER,)):
            yield f"Best play never surrenders a {name}."


def _doubles(use: _Use) -> Iterator[str]:
    record, kinds = use.record, tuple(use.reached)
    sizes = use.table.size[: use.table.hands]
    if any(len(terms.doubles) > 1 for terms in use.terms(kinds)) and not use.takes(kinds, (k.DOUBLE_LESS,)):
        yield "Best play never doubles for less than the bet."
    if record.double_any and record.kinds[UNSPLIT].doubles and not use.takes(kinds, DOUBLES, sizes > 2):
        yield "Best play never doubles on three or more cards."
    natural = use.table.row.get((1, *(0,) * 8, 1))
    doubled = natural is not None and use.takes((UNSPLIT,), DOUBLES, np.arange(len(sizes)) == natural)
    if record.kinds[UNSPLIT].natural_doubles and not doubled:
        yield "Best play never doubles a blackjack."
    for split, name in ((SPLITS, "a split hand"), (ACES, "a split ace")):
        if any(terms.doubles for terms in use.terms(split)) and not use.takes(split, DOUBLES):
            yield f"Best play never doubles {name}."
    if any(terms.doubles for terms in use.terms(LAMMERS)) and not use.pays_on_lammer():
        yield "Best play never doubles a hand on a lammer with real money."


def _split_against(solution: Solution, value: int) -> Marks:
    """Against which up cards best play splits a pair."""
    table, found = solution.table, np.zeros(10, dtype=bool)
    row = table.row.get(tuple(2 * (v == value) for v in range(10)))
    if row is not None:
        for (pair, up, _), worth in solution.split_sums.items():
            found[up] |= pair == value and worth > solution.kinds[UNSPLIT].best[row, up]
    return found


def _reached(solution: Solution, kind: int) -> Marks:
    """The hands of a kind, by up card, that come about under best play."""
    table = solution.table
    counts, sizes = table.counts[: table.hands], table.size[: table.hands]
    marks: Marks = np.zeros((table.hands, 10), dtype=bool)
    if kind == UNSPLIT:
        marks[sizes == 2] = True
        for value in range(10):
            row = table.row.get(tuple(2 * (v == value) for v in range(10)))
            if row is not None and not (value == TEN and solution.record.match_rank):
                marks[row] = ~_split_against(solution, value)
    else:
        for value in range(10):
            if kind in split_kinds(solution.record, value):
                starts = (sizes == 2) & (counts[:, value] > 0)
                marks[starts] |= _split_against(solution, value)
    choice = solution.kinds[kind].choice
    for row in range(table.hands):  # a hand stands before those it becomes
        hits = marks[row] & (choice[row] == k.HIT)
        if hits.any():
            for after in table.child[row]:
                if after >= 0:
                    marks[after] |= hits
    return marks
