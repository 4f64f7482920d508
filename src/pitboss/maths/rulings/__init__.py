"""What each ruling in an open case is worth to each seat, from the cards that lie open.

Every game weighs its own rulings. A ruling without chance in it has no error; no value gives a hidden hand away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec

from pitboss.cards import Card
from pitboss.errors import IllegalAction
from pitboss.games.round import Offer, Round
from pitboss.maths.rulings.seats import SeatWorth, mean
from pitboss.registry import Rooms

__all__ = ["RULINGS", "RulingWorth", "Rulings", "SeatWorth", "mean", "worth"]

TRIALS: Final = 1000
WEIGHED: Final = ("ruling", "choice", "offer_card")
"""The questions of a case that have several answers."""


class RulingWorth(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling, or one choice of a player, and what it is worth."""

    choice: str
    text: str
    clause: str
    seats: tuple[SeatWorth, ...]


class Rulings(Protocol):
    """One game's way to weigh rulings."""

    def weigh(
        self, round_: Any, rack: Sequence[Card], offers: Sequence[Offer], trials: int, seed: str
    ) -> list[list[SeatWorth]]:
        """Return what each ruling is worth to each seat."""


RULINGS: Final = Rooms[Rulings]("pitboss.maths.rulings")


def worth(
    round_: Round, *, rack: Sequence[Card] = (), trials: int = TRIALS, seed: str = "worth"
) -> tuple[RulingWorth, ...]:
    """What each answer to the open question of a case is worth to each seat; refused where no case is open.

    ``rack`` are the discards that a round without cards would be dealt from.
    """
    if round_.question is None or round_.question.kind not in WEIGHED:
        raise IllegalAction("ruling.none")
    offers = round_.offers()
    results = RULINGS[round_.sheet.game].weigh(round_, rack, offers, trials, seed)
    return tuple(_ruling(offer, seats) for offer, seats in zip(offers, results, strict=True))


def _ruling(offer: Offer, seats: Sequence[SeatWorth]) -> RulingWorth:
    choice = getattr(offer.action, "choice", type(offer.action).__name__)
    return RulingWorth(choice=choice, text=offer.text, clause=offer.clause, seats=tuple(seats))
