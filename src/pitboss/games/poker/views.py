"""What somebody may see of a poker round: faces stay unknown until they are turned, or the viewer may look at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from pitboss.cards import UNKNOWN, Card
from pitboss.games.events import (
    BetPlaced,
    BoardCardDealt,
    CardBurned,
    CardsDiscarded,
    DealerShown,
    Event,
    FlopTurned,
    HandExposed,
    HoleCardsSeen,
    PacketDealt,
    TurnRiverTurned,
)

__all__ = ["Viewer", "seen_by"]


def seen_by(events: Iterable[Event], player: str | None = None) -> Iterator[Event]:
    """The events as a player sees them, or as anybody at the table does."""
    return map(Viewer(player).see, events)


class Viewer:
    """What a player, or anybody at the table, sees of a round from its first event on.

    Community cards and packets lie face down; players know only their own cards, once they have looked;
    a folded hand, the stub and cards of a void round are cleared unseen.
    """

    def __init__(self, player: str | None = None) -> None:
        self.player = player
        self._owners: dict[int, str] = {}
        self._open: list[Card] = []

    def copy(self) -> Viewer:
        """Return a copy that has seen the same events."""
        twin = Viewer(self.player)
        twin._owners = self._owners.copy()
        twin._open = self._open.copy()
        return twin

    def see(self, event: Event) -> Event:
        """The next event, without the faces that are not this viewer's to know yet."""
        match event:
            case BetPlaced():
                self._owners[event.spot] = event.player
            case FlopTurned() | TurnRiverTurned() | DealerShown() | HandExposed():
                self._open += event.cards
            case BoardCardDealt() | CardBurned():
                return replace(event, card=UNKNOWN)
            case PacketDealt() | HoleCardsSeen() if not self._is_own(event):
                return replace(event, cards=(UNKNOWN,) * len(event.cards))
            case CardsDiscarded():
                return replace(event, cards=tuple(card if card in self._open else UNKNOWN for card in event.cards))
        return event

    def _is_own(self, event: PacketDealt | HoleCardsSeen) -> bool:
        mine = self.player is not None and self._owners.get(event.spot) == self.player
        return isinstance(event, HoleCardsSeen) and mine
