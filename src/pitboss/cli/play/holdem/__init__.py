"""Hold'em in the terminal."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.cli.play.holdem.felt import HoldemFelt
from pitboss.cli.play.poker import PokerTerminal
from pitboss.games.holdem.state import Terms, terms_of
from pitboss.rules import Sheet

__all__ = ["GAME", "Holdem"]


class Holdem(PokerTerminal):
    """Ante and Blind by one amount, Trips, the progressive with its meters; then check, bet or fold."""

    equal_title: ClassVar[str] = "Blind"

    def terms_of(self, sheet: Sheet) -> Terms:
        return terms_of(sheet)

    def felt(self) -> HoldemFelt:
        return HoldemFelt(self.paint, self.sheet)


GAME: Final = Holdem
