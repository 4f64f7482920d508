"""Crazy 4 Poker in the terminal."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.cli.play.crazy4.felt import Crazy4Felt
from pitboss.cli.play.poker import PokerTerminal
from pitboss.games.crazy4.state import Terms, terms_of
from pitboss.rules import Sheet

__all__ = ["GAME", "Crazy4"]


class Crazy4(PokerTerminal):
    """Ante and Super Bonus by one amount, Queens Up, the progressive with its meters; then bet or fold."""

    equal_title: ClassVar[str] = "Super Bonus"

    def terms_of(self, sheet: Sheet) -> Terms:
        return terms_of(sheet)

    def felt(self) -> Crazy4Felt:
        return Crazy4Felt(self.paint, self.sheet)


GAME: Final = Crazy4
