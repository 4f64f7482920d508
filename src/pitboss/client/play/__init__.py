"""How a bot plays its hands: as the solvers say, using only what the server sends."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Final

from pitboss.client.play.play import BotGame, Play
from pitboss.registry import Rooms
from pitboss.rules import Sheet

__all__ = ["BOT_GAMES", "BotGame", "Play", "play_of"]

BOT_GAMES: Final = Rooms[BotGame]("pitboss.client.play")

_solving = Lock()


def play_of(sheet: Sheet) -> Play:
    """The play for a sheet at its minimum, which all bots of this process share; worked out at first use."""
    with _solving:
        return _play_of(sheet)


@lru_cache(maxsize=32)
def _play_of(sheet: Sheet) -> Play:
    return BOT_GAMES[sheet.game](sheet)
