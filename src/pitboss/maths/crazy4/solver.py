"""The best play of Crazy 4 Poker, and what any way to play is worth, over all five cards against all five.

A hand's decision depends on its own five cards alone, so that each is decided by what it meets: see ``faced``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.hands.four_cards import FourCards
from pitboss.maths._kernels.crazy4_hands import STRENGTHS
from pitboss.maths.crazy4.record import Crazy4Record, compile_crazy4
from pitboss.maths.crazy4.showdowns import AVOIDING, HANDS, FacedHands, faced
from pitboss.maths.crazy4.solution import Crazy4Solution, Ending
from pitboss.maths.poker.record import Raise
from pitboss.rules import Sheet

__all__ = ["LESS", "best_multiples", "evaluate_play", "solve", "threshold_play"]

I64 = NDArray[np.int64]
LESS: Final = "less"
"""A hand without a line of the Super Bonus."""
_FOUR_ACES: Final = FourCards.FOUR_OF_A_KIND << 12 | 12


def solve(sheet: Sheet, *, stake_cents: int | None = None) -> Crazy4Solution:
    """Return the best play of a sheet and all that follows from it."""
    record = compile_crazy4(sheet, stake_cents=stake_cents)
    hands = faced(record.opens)
    return _under(record, hands, best_multiples(record, hands))


def evaluate_play(sheet: Sheet, play: NDArray[np.uint8], *, stake_cents: int | None = None) -> Crazy4Solution:
    """Return what a way to play is worth: the multiple of the Ante for every hand by its number, 0 for a fold.

    Raises NotationError where it makes a bet that is not offered.
    """
    record = compile_crazy4(sheet, stake_cents=stake_cents)
    hands = faced(record.opens)
    chosen = play[hands.number]
    offered = {0, *(bet.multiple for bet in record.bets)}
    if (
        play.shape != (HANDS,)
        or not {*np.unique(chosen).tolist()} <= offered
        or (chosen[~hands.aces] > record.any_hand).any()
    ):
        raise NotationError("the way to play makes a bet that is not offered", expected="bets of this sheet")
    return _under(record, hands, chosen)


def threshold_play(record: Crazy4Record, lowest: int) -> NDArray[np.uint8]:
    """Return the play that bets from a strength on, the most that a hand may."""
    hands = faced(record.opens)
    most = max((bet.multiple for bet in record.bets), default=0)
    some = max((bet.multiple for bet in record.bets if bet.multiple <= record.any_hand), default=0)
    chosen = np.where(hands.strength >= lowest, np.where(hands.aces, most, some), 0).astype(np.uint8)
    play = np.zeros(HANDS, np.uint8)
    play[hands.number] = chosen
    return play


def _bonus_lines(record: Crazy4Record) -> tuple[tuple[str, int | None], ...]:
    """The lines of the Super Bonus and what each pays; last what has none."""
    return (*record.bonus_lines, (LESS, None))


def _line_numbers(record: Crazy4Record, strength: I64) -> NDArray[np.uint8]:
    """The place of every hand's line among those of the Super Bonus, looked up by its strength."""
    every = np.arange(STRENGTHS)
    line_of = np.full(STRENGTHS, len(record.bonus_lines), np.uint8)
    for at, (line, _) in reversed(
        [*enumerate(record.bonus_lines)]
    ):  # four aces are four of a kind, too, and come first
        kind = FourCards.FOUR_OF_A_KIND if line == "four_aces" else FourCards[line.upper()]
        line_of[every == _FOUR_ACES if line == "four_aces" else every >> 12 == kind] = at
    return line_of[strength]


@lru_cache(maxsize=1)
def _bonuses(record: Crazy4Record, hands: FacedHands) -> I64:
    """What the Super Bonus brings to every hand that is played, in cents over all dealer's hands."""
    paid = np.array([AVOIDING * (cents or 0) for _, cents in _bonus_lines(record)])
    line = _line_numbers(record, hands.strength)
    return np.where(line == len(record.bonus_lines), -hands.lost * record.stake, paid[line])


def values(record: Crazy4Record, hands: FacedHands, bet: Raise) -> I64:
    """Return what a Play bet brings to every hand, in cents over all dealer's hands."""
    brought: I64 = _bonuses(record, hands) + hands.unopened * bet.win
    brought += hands.won * (bet.win + record.ante_win)
    brought -= hands.lost * (bet.lose + record.stake)
    return brought


def best_multiples(record: Crazy4Record, hands: FacedHands) -> NDArray[np.uint8]:
    """Return the best bet of every hand; of equal choices the smaller one."""
    best = np.full(HANDS, -2 * record.stake * AVOIDING, np.int64)
    chosen = np.zeros(HANDS, np.uint8)
    for bet in record.bets:
        worth = values(record, hands, bet)
        better = (worth > best) & (hands.aces | (bet.multiple <= record.any_hand))
        best, chosen = np.where(better, worth, best), np.where(better, bet.multiple, chosen).astype(np.uint8)
    return chosen


def _under(record: Crazy4Record, hands: FacedHands, chosen: NDArray[np.uint8]) -> Crazy4Solution:
    play = np.zeros(HANDS, np.uint8)
    play[hands.number] = chosen
    ends = tuple(end for end in _endings(record, hands, chosen) if end.count)
    assert sum(end.count for end in ends) == HANDS * AVOIDING, "every deal ends somehow"
    return Crazy4Solution(record, play, ends)


def _endings(record: Crazy4Record, hands: FacedHands, chosen: NDArray[np.uint8]) -> Iterator[Ending]:
    stake = record.stake
    folded = int((chosen == 0).sum()) * AVOIDING
    yield Ending("fold", LESS, "fold", folded, -stake, -stake, 0, 2 * stake)
    met = _met(record, hands, chosen)
    for at, (line, cents) in enumerate(_bonus_lines(record)):
        kept, beaten = cents or 0, -stake if cents is None else cents
        for bet in record.bets:
            told = {"decision": f"{bet.multiple}x", "hand": line, "staked": 2 * stake + bet.lose}
            unopened, won, tied, lost = met[at, bet.multiple]
            for result, count, ante, bonus, play in (
                ("not open", unopened, 0, kept, bet.win),
                ("win", won, record.ante_win, kept, bet.win),
                ("tie", tied, 0, kept, 0),
                ("lose", lost, -stake, beaten, -bet.lose),
            ):
                yield Ending(**told, result=result, count=count, ante=ante, super_bonus=bonus, play=play)  # type: ignore[arg-type]


def _met(record: Crazy4Record, hands: FacedHands, chosen: NDArray[np.uint8]) -> dict[tuple[int, int], tuple[int, ...]]:
    """How many dealer's hands of each kind all hands of a line with a bet meet: not open, lower, as high, higher.

    Counts are added up as floating-point numbers, which hold all whole numbers up to 2^53; all deals are 4 * 10^12.
    """
    lines, most = len(record.bonus_lines) + 1, int(chosen.max(initial=0))
    cell = _line_numbers(record, hands.strength).astype(np.intp) * (most + 1) + chosen
    kinds = (hands.unopened, hands.won, hands.tied, hands.lost)
    sums = [np.bincount(cell, weights=met, minlength=lines * (most + 1)) for met in kinds]
    found = {divmod(at, most + 1): tuple(int(each[at]) for each in sums) for at in range(lines * (most + 1))}
    return defaultdict(lambda: (0, 0, 0, 0), found)
