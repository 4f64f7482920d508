"""Push 22: the dealer breaks with exactly 22 (FB-P22-2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.bets.base import Bet, Limits, Line, Seen
from pitboss.hands.totals import total
from pitboss.money import Odds

__all__ = ["BET", "Push22"]


@dataclass(frozen=True, slots=True)
class Pays:
    same_suit: Annotated[Odds, Line("Dealer 22 all of one suit")]
    same_colour: Annotated[Odds, Line("Dealer 22 all of one colour")]
    other: Annotated[Odds, Line("Any other dealer 22")]


@dataclass(frozen=True, slots=True)
class Push22(Limits):
    pays: Pays


def lines(seen: Seen, rules: Push22) -> tuple[str, ...]:
    """The highest line of the dealer's whole hand (FB-P22PAY-1 to 3)."""
    if total(seen.dealer).points != 22:
        return ()
    if len({card.suit for card in seen.dealer}) == 1:
        return ("same_suit",)
    return ("same_colour",) if len({card.colour for card in seen.dealer}) == 1 else ("other",)


BET = Bet("push22", "Push 22", "push22", Push22, ("dealer",), lines)
