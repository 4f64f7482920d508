"""Where each layer finds the room of a game: its module or folder of the game's name.

A layer says in a Protocol what it asks of a game, and the room holds an object under the name ``GAME`` that answers.
No other module names a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any, Final, Generic, TypeVar, cast

__all__ = ["GAMES", "Rooms"]

GAMES: Final = ("blackjack", "holdem", "crazy4")
"""The games that a sheet can be of."""

Room = TypeVar("Room", covariant=True)


class Rooms(Generic[Room]):
    """The rooms of one layer by the names of the games; each is loaded when it is first asked for.

    >>> from pitboss.rules.game import GAME_RULES
    >>> [GAME_RULES[game].main_bets for game in GAME_RULES]
    ['Main bets', 'Ante and Blind, equal,', 'Ante and Super Bonus, equal,']
    """

    def __init__(self, layer: str) -> None:
        self._layer = layer

    def __getitem__(self, game: str) -> Room:
        return cast(Room, _room(self._layer, game))

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)


@cache
def _room(layer: str, game: str) -> Any:
    assert game in GAMES, game
    return import_module(f"{layer}.{game}").GAME
