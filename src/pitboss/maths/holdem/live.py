"""What each choice is worth for one hand, quick enough to be asked at the table.

A flop or a board is counted out against all that can still come, by another way than the solver's; before the flop the
solution is read.

>>> from pitboss.cards import parse_cards
>>> from pitboss.rules import load
>>> sheet = load("ultimate-texas-holdem")
>>> found = value(sheet, parse_cards("Kh 4h"), parse_cards("Ks 4d 2c 9s 9h"))
>>> found.best, {choice: str(worth) for choice, worth in found.choices.items()}
('1x', {'fold': '-2', '1x': '63/55'})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card, cards_text
from pitboss.errors import NotationError
from pitboss.hands.poker import Category
from pitboss.maths._kernels.holdem_live import RESULTS, face_board, face_flop
from pitboss.maths.holdem.play import hole_class
from pitboss.maths.holdem.record import HoldemRecord, compile_holdem
from pitboss.maths.holdem.solution import HoldemSolution
from pitboss.maths.holdem.solver import solve
from pitboss.maths.poker.record import Raise
from pitboss.rules import Sheet

__all__ = ["LiveValue", "value"]

Numbers = NDArray[np.uint64]

STREETS = {0: "preflop", 3: "flop", 5: "river"}


@dataclass(frozen=True, slots=True)
class LiveValue:
    """The choices of a hand on a street and what each is worth in units of the Ante, played best from there on."""

    street: str
    choices: Mapping[str, Fraction]
    """``check`` and ``fold`` where they are offered, then bets such as ``2x`` from the smallest."""

    @property
    def best(self) -> str:
        """The best choice; of equal ones the first."""
        return max(self.choices, key=self.choices.__getitem__)


def value(
    sheet: Sheet,
    hole: Sequence[Card],
    board: Sequence[Card] = (),
    *,
    dead: Iterable[Card] = (),
    stake_cents: int | None = None,
    solution: HoldemSolution | None = None,
) -> LiveValue:
    """What each choice is worth with these hole cards, before the flop, on a flop or on a full board.

    ``dead`` are cards of other seats that are known; they count on a flop and a board. ``solution`` is the sheet's,
    for hands before the flop, where somebody has it already; otherwise the game is solved once and kept.
    """
    gone = tuple(dead)
    _check_cards(hole, board, gone)
    record = compile_holdem(sheet, stake_cents=stake_cents)
    if not board:
        found = _solution(sheet, record.stake) if solution is None else solution
        if found.record != record:
            raise NotationError("the solution is of another game", expected="that of this sheet at this stake")
        return LiveValue("preflop", found.hands[hole_class(hole)])
    known = {*hole, *board, *gone}
    left = np.array([card for card in DECK if card not in known], dtype=np.uint64)
    seen = np.array(hole, dtype=np.uint64), np.array(board, dtype=np.uint64)
    if len(board) == 3:
        return LiveValue("flop", _flop(record, *seen, left))
    return LiveValue("river", _river(record, *seen, left))


@lru_cache(maxsize=4)
def _solution(sheet: Sheet, stake: int) -> HoldemSolution:
    return solve(sheet, stake_cents=stake)


def _check_cards(hole: Sequence[Card], board: Sequence[Card], dead: Sequence[Card]) -> None:
    cards = (*hole, *board, *dead)
    if len(hole) != 2 or len(board) not in STREETS:
        what = f"{len(hole)} hole cards and {len(board)} community cards are no hand to decide on"
        raise NotationError(what, expected="two hole cards, and none, three or five on the board")
    if len(set(cards)) != len(cards) or not all(card.known for card in cards):
        raise NotationError("a card is there twice or not known", text=cards_text(cards), expected="cards of one deck")
    if dead and not board:
        raise NotationError("known cards of other seats count from the flop on", expected="a flop or a full board")
    if len(DECK) - len(cards) < 2 + 5 - len(board):
        raise NotationError(f"{len(dead)} dead cards leave none for board and dealer", expected="fewer dead cards")


def _prices(record: HoldemRecord, bet: Raise | None) -> NDArray[np.int64]:
    """By category and result, what a bet brings in all, or a fold where there is none; a tied bet brings 0."""
    prices = np.zeros((len(Category) + 1, RESULTS), dtype=np.int64)
    for kind in Category:
        for result, (won, qualified) in enumerate(((True, True), (False, True), (True, False), (False, False))):
            if bet is None:
                prices[kind, result] = sum(record.folded(qualified=qualified))
            else:
                prices[kind, result] = sum(record.amounts(bet, kind, won=won, qualified=qualified))
        if bet is None:
            prices[kind, -1] = sum(record.folded(qualified=kind > Category.HIGH_CARD))
    return prices


def _river(record: HoldemRecord, hole: Numbers, board: Numbers, left: Numbers) -> dict[str, Fraction]:
    results = np.zeros(RESULTS, dtype=np.int64)
    kind = face_board(hole, board, left, results)
    cents = {"fold": _prices(record, None)[kind] @ results}
    if record.river is not None:
        cents[f"{record.river.multiple}x"] = _prices(record, record.river)[kind] @ results
    return {choice: Fraction(int(sum_), comb(len(left), 2) * record.stake) for choice, sum_ in cents.items()}


def _flop(record: HoldemRecord, hole: Numbers, flop: Numbers, left: Numbers) -> dict[str, Fraction]:
    totals = np.zeros(3, dtype=np.int64)
    prices = np.stack([_prices(record, bet) for bet in (record.flop, record.river, None)])
    boards = face_flop(hole, flop, left, prices, totals)
    now, later, folded = (Fraction(int(sum_), boards * comb(len(left) - 2, 2) * record.stake) for sum_ in totals)
    choices = {"check": later}
    if record.fold_early:
        choices["fold"] = folded
    if record.flop is not None:
        choices[f"{record.flop.multiple}x"] = now
    return choices
