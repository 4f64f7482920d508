"""What somebody may see of a hold'em round: faces stay unknown until they are turned or his own to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pitboss.cards import UNKNOWN, Card
from pitboss.games.events import BetPlaced, CardBurned, CardsDiscarded, Event
from pitboss.games.holdem.events import (
    BoardCardDealt,
    DealerShown,
    FlopTurned,
    HandExposed,
    HoleCardsSeen,
    PacketDealt,
    TurnRiverTurned,
)

__all__ = ["seen_by"]


def seen_by(events: Iterable[Event], player: str | None = None) -> Iterator[Event]:
    """The events as a player sees them, or as anybody at the table does.

    Community cards and packets lie face down; a player knows his own two cards once he has looked, never another's;
    a folded hand, the stub and cards of a void round are cleared unseen.
    """
    owners: dict[int, str] = {}
    open_cards: list[Card] = []
    for event in events:
        if isinstance(event, BetPlaced):
            owners[event.spot] = event.player
        elif isinstance(event, (FlopTurned, TurnRiverTurned, DealerShown, HandExposed)):
            open_cards += event.cards
        elif isinstance(event, BoardCardDealt | CardBurned):
            yield replace(event, card=UNKNOWN)
            continue
        elif isinstance(event, (PacketDealt, HoleCardsSeen)) and not _his_own(event, owners, player):
            yield replace(event, cards=(UNKNOWN,) * len(event.cards))
            continue
        elif isinstance(event, CardsDiscarded):
            yield replace(event, cards=tuple(card if card in open_cards else UNKNOWN for card in event.cards))
            continue
        yield event


def _his_own(event: PacketDealt | HoleCardsSeen, owners: dict[int, str], player: str | None) -> bool:
    return isinstance(event, HoleCardsSeen) and player is not None and owners.get(event.spot) == player
