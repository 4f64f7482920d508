"""What can be asked of a hold'em round beside the common actions."""

from __future__ import annotations

from pitboss.games.actions import PlayerAction

__all__ = ["Check", "Fold", "PlayBet"]


class Check(PlayerAction, frozen=True, tag=True):
    spot: int = 0


class PlayBet(PlayerAction, frozen=True, tag=True):
    """A Play bet of so many times the Ante; ``cents`` says it in money instead."""

    multiple: int = 0
    spot: int = 0
    cents: int = 0
    toke_cents: int = 0


class Fold(PlayerAction, frozen=True, tag=True):
    """Give up Ante and Blind; ``tuck`` keeps the hand for Trips (left out: as the sheet says)."""

    spot: int = 0
    tuck: bool | None = None
