"""Perfect Pair: the player's first two cards are a pair by rank (GC-PP-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import AFTER_DEAL, Bet, Limits, Line, Seen
from pitboss.money import Odds

__all__ = ["BET", "PerfectPair"]


@dataclass(frozen=True, slots=True)
class Pays:
    perfect: Annotated[Odds, Line("Pair of one suit")]
    coloured: Annotated[Odds, Line("Pair of one colour")]
    red_and_black: Annotated[Odds, Line("Red and black pair")]


@dataclass(frozen=True, slots=True)
class PerfectPair(Limits):
    settlement: Annotated[Literal["after_deal", "end_of_round"], AFTER_DEAL]
    pays: Pays


def lines(seen: Seen, rules: PerfectPair) -> tuple[str, ...]:
    """The one line a pair makes (GC-PAY-16 to 18)."""
    first, second = seen.first
    if first.rank != second.rank:
        return ()
    if first is second:
        return ("perfect",)
    return ("coloured",) if first.colour == second.colour else ("red_and_black",)


BET = Bet("perfect_pair", "Perfect Pair", "perfect_pair", PerfectPair, ("first",), lines)
