"""What every side bet has: limits, a moment of settlement, pay lines, and a function from cards to lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from pitboss.cards import Card
from pitboss.options import Cents, Option

__all__ = ["AFTER_DEAL", "Bet", "Fact", "Limits", "Line", "Seen"]

Fact = Literal["first", "up", "third", "dealer", "dealer_blackjack", "stakes"]


class Seen(NamedTuple):
    """The facts of one spot that a side bet may look at."""

    first: tuple[Card, Card]
    up: Card
    third: Card | None = None
    dealer: tuple[Card, ...] = ()
    dealer_blackjack: bool = False
    stake_cents: int = 0
    main_cents: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked on a side bet."""

    min: Annotated[Cents, Option("settlement figures", "Smallest bet {}.")]
    max: Annotated[Cents, Option("settlement", "Largest bet {}.")]
    step: Annotated[Cents, Option("settlement", "Bets in steps of {}.")]


def plainly_lost(seen: Seen, rules: Any) -> str:
    """A bet that makes no line is lost, whatever the cards."""
    return "lost"


def Line(words: str) -> Option:
    """A pay line and its name on the placard."""
    return Option("settlement figures", words)


AFTER_DEAL = Option(
    "order",
    {
        "after_deal": "Settled right after the first two cards, before insurance and any decision.",
        "end_of_round": "Settled with the main bet when the round is over.",
    },
)


@dataclass(frozen=True, slots=True)
class Bet:
    """A side bet: the wager on the layout, its section in the sheet, and how cards become lines.

    ``needs`` names the facts that decide it, so that the mathematics can walk over exactly those; ``lost`` names the
    point of the sheet by which a bet without a line is lost.
    """

    wager: str
    title: str
    section: str
    rules: type
    needs: tuple[Fact, ...]
    lines: Callable[[Seen, Any], tuple[str, ...]]
    lost: Callable[[Seen, Any], str] = plainly_lost
