"""What happened at the table around its rounds: past tense, each with the clause it carries out."""

from __future__ import annotations

from msgspec import Struct

__all__ = [
    "BoxFreed", "PlayerSat", "PlayerWaits", "ReleaseAsked", "RoundAbandoned", "RoundStarted", "SpotsSet", "TableEvent",
    "TableOpened", "ThreeDropped", "ThreeGranted", "WaitEnded",
]  # fmt: skip


class TableEvent(Struct, frozen=True, tag=True, kw_only=True):
    """One thing that happened; ``clause`` is the statement of the document behind it."""

    clause: str = ""


class TableOpened(TableEvent, frozen=True, tag=True):
    sheet: str
    sheet_hash: str
    boxes: int


class PlayerSat(TableEvent, frozen=True, tag=True):
    """A player took a box; ``from_next_shoe`` where newcomers have to wait for it."""

    player: str
    box: int
    from_next_shoe: bool = False


class BoxFreed(TableEvent, frozen=True, tag=True):
    player: str
    box: int


class PlayerWaits(TableEvent, frozen=True, tag=True):
    player: str


class WaitEnded(TableEvent, frozen=True, tag=True):
    player: str


class ReleaseAsked(TableEvent, frozen=True, tag=True):
    """The house asks a player for a box that a newcomer waits for; it is free before the next round."""

    player: str
    box: int
    for_player: str
    by: str


class SpotsSet(TableEvent, frozen=True, tag=True):
    """The house has set how many spots a player may have."""

    player: str
    spots: int
    by: str


class ThreeDropped(TableEvent, frozen=True, tag=True):
    """A player has gone below three spots, and may not return to three in this shoe."""

    player: str


class ThreeGranted(TableEvent, frozen=True, tag=True):
    player: str
    by: str


class RoundStarted(TableEvent, frozen=True, tag=True):
    """Bets are open; the round's first card is the one in this slot of the shoe, or of the deck named."""

    number: int
    slot: int
    deck: str = ""
    last_of_shoe: bool = False


class RoundAbandoned(TableEvent, frozen=True, tag=True):
    """Nobody had bet, and no card was dealt."""

    number: int
