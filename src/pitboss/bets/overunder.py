"""Over and Under: the player's first two cards total more or less than the point (GC-OU-1 to 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pitboss.bets.base import AFTER_DEAL, Bet, Limits, Line, Seen
from pitboss.hands.totals import POINTS
from pitboss.money import Odds
from pitboss.options import Option

__all__ = ["OVER", "UNDER", "OverUnder"]


@dataclass(frozen=True, slots=True)
class Pays:
    over: Annotated[Odds, Line("Over")]
    under: Annotated[Odds, Line("Under")]


@dataclass(frozen=True, slots=True)
class OverUnder(Limits):
    settlement: Annotated[Literal["after_deal", "end_of_round"], AFTER_DEAL]
    point: Annotated[
        int, Option("settlement figures", "A total of exactly {} loses both Over and Under.", low=4, high=20)
    ]
    ace: Annotated[
        Literal["11", "1"],
        Option(
            "settlement figures",
            {"11": "An ace always counts eleven in this bet.", "1": "An ace always counts one in this bet."},
        ),
    ]
    pays: Pays


def _count(seen: Seen, rules: OverUnder) -> int:
    ace = int(rules.ace)
    return sum(ace if card.rank == "A" else POINTS[card] for card in seen.first)


def over_lines(seen: Seen, rules: OverUnder) -> tuple[str, ...]:
    return ("over",) if _count(seen, rules) > rules.point else ()


def under_lines(seen: Seen, rules: OverUnder) -> tuple[str, ...]:
    return ("under",) if _count(seen, rules) < rules.point else ()


def lost(seen: Seen, rules: OverUnder) -> str:
    """Exactly the point loses both bets; any other total loses the one it is on the wrong side of (GC-OU-2)."""
    return "lost_on_point" if _count(seen, rules) == rules.point else "lost"


OVER = Bet("over", "Over", "overunder", OverUnder, ("first",), over_lines, lost)
UNDER = Bet("under", "Under", "overunder", OverUnder, ("first",), under_lines, lost)
