"""What each ruling in an open case is worth to each seat, from the cards that lie open.

Every game weighs its own rulings. A ruling without chance in it has no error; no value gives a hidden hand away.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Final

import msgspec

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.games.round import Offer, Round
from pitboss.service.games import FLOOR_GAMES

__all__ = ["RulingWorth", "SeatWorth", "mean", "worth"]

TRIALS: Final = 1000
WEIGHED: Final = ("ruling", "choice", "offer_card")
"""The questions of a case that have several answers."""


class SeatWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The mean result of a seat's round in cents, with its standard error; None where its cards are not known."""

    spot: int
    cents: float | None
    error: float = 0.0
    exact: bool = False


class RulingWorth(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling, or one choice of a player, and what it is worth."""

    choice: str
    text: str
    clause: str
    seats: tuple[SeatWorth, ...]


def worth(
    round_: Round, *, rack: Sequence[Card] = (), trials: int = TRIALS, seed: str = "worth"
) -> tuple[RulingWorth, ...]:
    """What each answer to the open question of a case is worth to each seat; refused where no case is open.

    ``rack`` are the discards that a round without cards would be dealt from.
    """
    if round_.question is None or round_.question.kind not in WEIGHED:
        raise IllegalAction("ruling.none")
    offers = round_.offers()
    results = FLOOR_GAMES[round_.sheet.game].weigh(round_, rack, offers, trials, seed)
    return tuple(_ruling(offer, seats) for offer, seats in zip(offers, results, strict=True))


def _ruling(offer: Offer, seats: Sequence[SeatWorth]) -> RulingWorth:
    choice = getattr(offer.action, "choice", type(offer.action).__name__)
    return RulingWorth(choice=choice, text=offer.text, clause=offer.clause, seats=tuple(seats))


def mean(box: int, results: Sequence[float]) -> SeatWorth:
    """Return the mean of what a seat got in trials, with its standard error."""
    count, average = len(results), sum(results) / len(results)
    if len(set(results)) == 1:
        return SeatWorth(spot=box, cents=average, exact=True)
    variance = sum((cents - average) ** 2 for cents in results) / (count - 1)
    return SeatWorth(spot=box, cents=average, error=sqrt(variance / count))
