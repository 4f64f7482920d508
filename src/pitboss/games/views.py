"""What somebody may see of a round: events with the faces taken out that are not his to know yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pitboss.cards import UNKNOWN
from pitboss.games.events import (
    BetPlaced,
    CardBurned,
    CardDealt,
    CardsDiscarded,
    DoubleCardTurned,
    Event,
    HoleExposed,
    HoleTurned,
)

__all__ = ["seen_by"]

_SHOWN_BURNS = frozenset(
    {"exposed_card", "dealer_overdraw", "faceup_card", "sit_out", "wrong_count", "dealer_wrong_count"}
)
"""Burned cards whose faces the table had seen."""


def seen_by(events: Iterable[Event], player: str | None = None) -> Iterator[Event]:
    """The events as a player sees them, or as anybody at the table does.

    The hole card and a double card dealt face down stay unknown until they are turned, a hand dealt face down is its
    owner's alone, and cards that were never turned are not shown when they are cleared.
    """
    owners: dict[int, str] = {}
    hole_open = False
    hidden: set[tuple[int, int]] = set()
    for event in events:
        if isinstance(event, BetPlaced):
            owners[event.spot] = event.player
        elif isinstance(event, (HoleTurned, HoleExposed)):
            hole_open = True
        elif isinstance(event, DoubleCardTurned):
            hidden.discard((event.spot, event.hand))
        elif isinstance(event, CardDealt) and not _may_see(event, owners, player):
            if event.spot and event.seen == "nobody":
                hidden.add((event.spot, event.hand))
            yield replace(event, card=UNKNOWN)
            continue
        elif isinstance(event, CardBurned) and event.why not in _SHOWN_BURNS:
            yield replace(event, card=UNKNOWN)
            continue
        elif isinstance(event, CardsDiscarded):
            yield _cleared(event, hole_open=hole_open, hidden=hidden)
            continue
        yield event


def _may_see(event: CardDealt, owners: dict[int, str], player: str | None) -> bool:
    if event.seen == "owner":
        return player is not None and owners.get(event.spot) == player
    return event.seen == "all"


def _cleared(event: CardsDiscarded, *, hole_open: bool, hidden: set[tuple[int, int]]) -> CardsDiscarded:
    if event.spot == 0 and not hole_open:
        return replace(event, cards=(*event.cards[:-1], UNKNOWN))
    if (event.spot, event.hand) in hidden:
        return replace(event, cards=(*event.cards[:-1], UNKNOWN))
    return event
