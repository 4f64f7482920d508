"""What happens in a hold'em round beside the common events."""

from __future__ import annotations

from typing import Literal

from pitboss.cards import Card
from pitboss.games.events import Event, Visibility

__all__ = [
    "BoardCardDealt", "Checked", "DealerShown", "FlopTurned", "HandExposed", "HandFolded", "HandLeftForEnvy",
    "HoleCardsSeen", "JackpotHit", "KeyPressed", "PacketDealt", "PlayBetMade", "ProgressiveLocked", "SensorLit",
    "StubDiscarded", "SupervisorNotified", "TurnRiverTurned", "UnseenCardUsed",
]  # fmt: skip


class SensorLit(Event, frozen=True, tag=True):
    """A seat's sensor: a wager lies on it, or after COIN IN it is locked, or it is off again."""

    spot: int
    state: Literal["detected", "locked", "off"]


class KeyPressed(Event, frozen=True, tag=True):
    key: str
    spot: int = 0
    on: bool = True


class ProgressiveLocked(Event, frozen=True, tag=True):
    """COIN IN: these seats have a progressive wager, and it is taken off the table."""

    spots: tuple[int, ...]
    cents: int


class BoardCardDealt(Event, frozen=True, tag=True):
    """A community card, face down; positions count from the dealer's right or left as dealt."""

    position: int
    card: Card
    side: Literal["right", "left"]


class PacketDealt(Event, frozen=True, tag=True):
    """Cards face down before a player or, last, the dealer (spot 0)."""

    spot: int
    cards: tuple[Card, ...]
    seen: Visibility = "nobody"


class StubDiscarded(Event, frozen=True, tag=True):
    count: int


class HoleCardsSeen(Event, frozen=True, tag=True):
    """A player looks at his own cards: his to know from here on."""

    spot: int
    cards: tuple[Card, ...]


class Checked(Event, frozen=True, tag=True):
    spot: int
    street: str


class PlayBetMade(Event, frozen=True, tag=True):
    spot: int
    multiple: int
    cents: int
    street: str


class HandFolded(Event, frozen=True, tag=True):
    spot: int
    street: str
    tucked: bool


class FlopTurned(Event, frozen=True, tag=True):
    cards: tuple[Card, ...]


class TurnRiverTurned(Event, frozen=True, tag=True):
    cards: tuple[Card, ...]


class DealerShown(Event, frozen=True, tag=True):
    """The dealer's hand by name; ``forward`` are the community cards that complete it."""

    cards: tuple[Card, ...]
    hand: str
    forward: tuple[Card, ...]
    qualifies: bool


class HandExposed(Event, frozen=True, tag=True):
    spot: int
    cards: tuple[Card, ...]
    hand: str


class HandLeftForEnvy(Event, frozen=True, tag=True):
    """A hand that brings others an envy pay stays face up until the round is over."""

    spot: int


class SupervisorNotified(Event, frozen=True, tag=True):
    spot: int
    wager: str
    cents: int


class JackpotHit(Event, frozen=True, tag=True):
    spot: int
    meter: Literal["major", "minor"]


class UnseenCardUsed(Event, frozen=True, tag=True):
    """A card drawn in error whose face nobody saw keeps its place as the next card."""

    note: str = ""
