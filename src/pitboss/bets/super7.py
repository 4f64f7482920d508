"""Super 7's: sevens on the player's first, second and third card (GC-SUP7-1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import Bet, Limits, Line, Seen
from pitboss.cards import Card
from pitboss.money import Odds
from pitboss.options import Option

__all__ = ["BET", "SuperSevens"]


@dataclass(frozen=True, slots=True)
class Pays:
    three_suited: Annotated[Odds, Line("First three cards sevens of one suit")]
    three_unsuited: Annotated[Odds, Line("First three cards sevens of mixed suits")]
    two_suited: Annotated[Odds, Line("First two cards sevens of one suit")]
    two_unsuited: Annotated[Odds, Line("First two cards sevens of mixed suits")]
    first_seven: Annotated[Odds, Line("First card a seven")]


@dataclass(frozen=True, slots=True)
class SuperSevens(Limits):
    third_card: Annotated[
        Literal["own_hit", "always_dealt"],
        Option(
            "settlement figures",
            {
                "own_hit": "The third card is the next card the player draws to the hand; none drawn, two cards count.",
                "always_dealt": "Two sevens are always given a third card for this bet.",
            },
        ),
    ]
    stack: Annotated[
        bool,
        Option("settlement figures", {True: "Every line reached is paid.", False: "Only the highest line is paid."}),
    ]
    pays: Pays


def lines(seen: Seen, rules: SuperSevens) -> tuple[str, ...]:
    """The highest line, or every line reached where lines add up (GC-PAY-4 to 8)."""
    first, second = seen.first
    reached: list[str] = []
    if _seven(first):
        reached.append("first_seven")
        if _seven(second):
            reached.append("two_suited" if first is second else "two_unsuited")
            if seen.third is not None and _seven(seen.third):
                reached.append("three_suited" if first is second is seen.third else "three_unsuited")
    return tuple(reached) if rules.stack else tuple(reached[-1:])


def _seven(card: Card) -> bool:
    return card.rank == "7"


BET = Bet("super7", "Super 7's", "super7", SuperSevens, ("first", "third"), lines)
