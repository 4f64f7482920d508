"""Hold'em at a table."""

from __future__ import annotations

from typing import Final

from pitboss.table.poker import PokerTableGame

__all__ = ["GAME"]

GAME: Final = PokerTableGame()
