"""The best play of Crazy 4 Poker, and what any way to play is worth, over all five cards against all five.

A hand's decision depends on its own five cards alone, so that each is decided by what it meets: see ``faced``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import NotationError
from pitboss.hands.four_cards import FourCards
from pitboss.maths.crazy4.faced import AVOIDING, HANDS, FacedHands, faced
from pitboss.maths.crazy4.record import Crazy4Record, compile_crazy4
from pitboss.maths.crazy4.solution import Crazy4Solution, Ending
from pitboss.maths.poker.record import Raise
from pitboss.rules import Sheet

__all__ = ["LESS", "best_multiples", "bonus_lines", "evaluate_play", "solve", "threshold_play"]

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


def bonus_lines(record: Crazy4Record, strength: I64) -> Iterator[tuple[str, NDArray[np.bool_], int | None]]:
    """Yield the lines of the Super Bonus, those who have it, and what it pays; last those who have none."""
    left = np.ones(strength.shape, np.bool_)
    for line, cents in record.bonus_lines:
        kind = FourCards.FOUR_OF_A_KIND if line == "four_aces" else FourCards[line.upper()]
        mine = left & (strength == _FOUR_ACES if line == "four_aces" else strength >> 12 == kind)
        left &= ~mine
        yield line, mine, cents
    yield LESS, left, None


def values(record: Crazy4Record, hands: FacedHands, bet: Raise) -> I64:
    """Return what a Play bet brings to every hand, in cents over all dealer's hands."""
    brought = (
        hands.unopened * bet.win + hands.won * (bet.win + record.ante_win) - hands.lost * (bet.lose + record.stake)
    )
    for _, mine, cents in bonus_lines(record, hands.strength):
        bonus = -hands.lost * record.stake if cents is None else np.full(len(mine), AVOIDING * cents)
        brought = np.where(mine, brought + bonus, brought)
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
    for line, mine, cents in bonus_lines(record, hands.strength):
        kept = cents or 0
        for bet in record.bets:
            among = mine & (chosen == bet.multiple)
            staked = 2 * stake + bet.lose
            told = {"decision": f"{bet.multiple}x", "hand": line, "staked": staked}
            beaten = -stake if cents is None else cents
            for result, met, ante, bonus, play in (
                ("not open", hands.unopened, 0, kept, bet.win),
                ("win", hands.won, record.ante_win, kept, bet.win),
                ("tie", hands.tied, 0, kept, 0),
                ("lose", hands.lost, -stake, beaten, -bet.lose),
            ):
                count = int(met[among].sum())
                yield Ending(**told, result=result, count=count, ante=ante, super_bonus=bonus, play=play)  # type: ignore[arg-type]
