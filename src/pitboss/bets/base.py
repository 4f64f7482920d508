"""What every side bet has: limits, pay lines, and the facts of a spot that it may look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pitboss.cards import Card
from pitboss.options import Cents, Option

__all__ = ["Limits", "Line", "SpotFacts"]


class SpotFacts(NamedTuple):
    """The facts of one spot that a side bet may look at."""

    first: tuple[Card, Card]
    up: Card
    third: Card | None = None
    dealer: tuple[Card, ...] = ()
    dealer_blackjack: bool = False
    stake_cents: int = 0
    main_cents: int = 0
    hand: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """What may be staked on a side bet."""

    min: Annotated[Cents, Option("settlement figures", "Smallest bet {}.")]
    max: Annotated[Cents, Option("settlement", "Largest bet {}.")]
    step: Annotated[Cents, Option("settlement", "Bets in steps of {}.")]


def Line(words: str) -> Option:
    """A pay line and its name on the placard."""
    return Option("settlement figures", words)
