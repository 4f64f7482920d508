"""Hold'em against the dealer."""

from __future__ import annotations

from typing import Final

from pitboss.games.holdem.round import HoldemRound
from pitboss.games.poker.engine import PokerEngine
from pitboss.games.round import Round

__all__ = ["GAME", "HoldemRound"]


class _Holdem(PokerEngine):
    round: type[Round] = HoldemRound
    main_wagers = ("ante", "blind")


GAME: Final = _Holdem()
