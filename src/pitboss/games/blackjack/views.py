"""What somebody may see of a round: events with the faces taken out that are not theirs to know yet."""

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
    HandSplit,
    HoleExposed,
    HoleTurned,
)
from pitboss.games.hand_numbers import renumbered

__all__ = ["Viewer", "seen_by"]

_SHOWN_BURNS = frozenset(
    {"exposed_card", "dealer_overdraw", "faceup_card", "sit_out", "wrong_count", "dealer_wrong_count"}
)
"""Burned cards whose faces the table had seen."""


def seen_by(events: Iterable[Event], player: str | None = None) -> Iterator[Event]:
    """The events as a player sees them, or as anybody at the table does."""
    return map(Viewer(player).see, events)


class Viewer:
    """What a player, or anybody at the table, sees of a round from its first event on.

    The hole card and a double card dealt face down stay unknown until they are turned, a hand dealt face down is its
    owner's alone, and cards that were never turned are not shown when they are cleared.
    """

    def __init__(self, player: str | None = None) -> None:
        self.player = player
        self._owners: dict[int, str] = {}
        self._hole_down = False
        self._hidden: set[tuple[int, int]] = set()

    def copy(self) -> Viewer:
        """Return a copy that has seen the same events."""
        twin = Viewer(self.player)
        twin._owners = self._owners.copy()
        twin._hole_down = self._hole_down
        twin._hidden = self._hidden.copy()
        return twin

    def see(self, event: Event) -> Event:
        """The next event, without the faces that are not this viewer's to know yet."""
        match event:
            case BetPlaced():
                self._owners[event.spot] = event.player
            case HoleTurned() | HoleExposed():
                self._hole_down = False
            case HandSplit():
                self._hidden = set(renumbered(dict.fromkeys(self._hidden), spot=event.spot, new_hand=event.new_hand))
            case DoubleCardTurned():
                self._hidden.discard((event.spot, event.hand))
            case CardDealt():
                return self._dealt(event)
            case CardBurned() if event.why not in _SHOWN_BURNS:
                return replace(event, card=UNKNOWN)
            case CardsDiscarded():
                return self._cleared(event)
        return event

    def _dealt(self, event: CardDealt) -> CardDealt:
        own = event.seen == "owner" and self.player is not None and self._owners.get(event.spot) == self.player
        if own or event.seen == "all":
            return event
        if event.spot and event.seen == "nobody":
            self._hidden.add((event.spot, event.hand))
        elif event.why == "hole":
            self._hole_down = True
        return replace(event, card=UNKNOWN)

    def _cleared(self, event: CardsDiscarded) -> CardsDiscarded:
        if (event.spot == 0 and self._hole_down) or (event.spot, event.hand) in self._hidden:
            return replace(event, cards=(*event.cards[:-1], UNKNOWN))
        return event
