"""Crazy 4 Poker against the dealer."""

from __future__ import annotations

from typing import Final

from pitboss.games.crazy4.round import Crazy4Round
from pitboss.games.poker.engine import PokerEngine
from pitboss.games.round import Round

__all__ = ["GAME", "Crazy4Round"]


class _Crazy4(PokerEngine):
    round: type[Round] = Crazy4Round
    main_wagers = ("ante", "super_bonus")


GAME: Final = _Crazy4()
