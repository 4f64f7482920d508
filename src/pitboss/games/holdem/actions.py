"""What can be asked of a hold'em round beside the common actions."""

from __future__ import annotations

from typing import Literal

from pitboss.games.actions import Action

__all__ = ["Check", "Fold", "JackpotPaid", "Look", "PlayBet"]


class Look(Action, frozen=True, tag=True):
    """A player looks at his own two cards."""

    spot: int


class Check(Action, frozen=True, tag=True):
    spot: int = 0


class PlayBet(Action, frozen=True, tag=True):
    """A Play bet of so many times the Ante; ``cents`` says it in money instead."""

    multiple: int = 0
    spot: int = 0
    cents: int = 0
    toke_cents: int = 0


class Fold(Action, frozen=True, tag=True):
    """Give up Ante and Blind; ``tuck`` keeps the hand for Trips (left out: as the sheet says)."""

    spot: int = 0
    tuck: bool | None = None


class JackpotPaid(Action, frozen=True, tag=True):
    """What the link awarded to a seat that hit a meter, once the payment is done."""

    spot: int
    meter: Literal["major", "minor"]
    cents: int
