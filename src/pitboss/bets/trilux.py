"""TriLux: the player's first two cards with the dealer's up card as a three-card hand (BJ-TRI-0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import AFTER_DEAL, Bet, Limits, Line, Seen
from pitboss.money import Odds
from pitboss.options import Option

__all__ = ["BET", "TriLux"]


@dataclass(frozen=True, slots=True)
class Pays:
    straight_flush: Annotated[Odds, Line("Straight flush")]
    three_of_a_kind: Annotated[Odds, Line("Three of a kind")]
    straight: Annotated[Odds, Line("Straight")]
    flush: Annotated[Odds, Line("Flush")]


@dataclass(frozen=True, slots=True)
class TriLux(Limits):
    settlement: Annotated[Literal["after_deal", "end_of_round"], AFTER_DEAL]
    mini_royal: Annotated[
        Literal["as_straight_flush", "no_pay"],
        Option(
            "settlement figures",
            {
                "as_straight_flush": "Ace, king and queen of one suit pay as a straight flush.",
                "no_pay": "Ace, king and queen of one suit are paid nothing.",
            },
        ),
    ]
    ace_low: Annotated[
        bool,
        Option(
            "settlement figures",
            {True: "An ace plays high or low in a straight.", False: "An ace plays only high in a straight."},
        ),
    ]
    pays: Pays


def lines(seen: Seen, rules: TriLux) -> tuple[str, ...]:
    """The one line the three cards make, best first (BJ-TRI-3, BJ-TRIPAY-1 to 5)."""
    cards = (*seen.first, seen.up)
    low, middle, high = sorted(card >> 2 for card in cards)
    flush = len({card & 3 for card in cards}) == 1
    wheel = rules.ace_low and (low, middle, high) == (0, 1, 12)
    straight = wheel or (middle == low + 1 and high == low + 2)
    if flush and low == 10 and straight and rules.mini_royal == "no_pay":
        return ()
    if straight and flush:
        return ("straight_flush",)
    if low == high:
        return ("three_of_a_kind",)
    if straight:
        return ("straight",)
    return ("flush",) if flush else ()


BET = Bet("trilux", "TriLux", "trilux", TriLux, ("first", "up"), lines)
