"""A seat at a game of poker against the dealer, and the values of the sheet."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from pitboss.bets.base import Limits
from pitboss.cards import Card
from pitboss.games.round import Cites
from pitboss.rules import Sheet
from pitboss.rules.poker import PokerRules
from pitboss.rules.progressive import Progressive

__all__ = ["PokerTerms", "Seat"]


class Seat:
    """One player: wagers, tokes, cards, and what they have decided."""

    __slots__ = ("box", "cards", "folded", "looked", "out", "play", "player", "settled", "tokes", "tucked", "wagers")

    def __init__(self, box: int, player: str) -> None:
        self.box, self.player = box, player
        self.wagers: dict[str, int] = {}
        self.tokes: dict[str, int] = {}
        self.cards: tuple[Card, ...] = ()
        self.play = 0
        self.folded = self.tucked = self.looked = self.out = False
        self.settled: tuple[str, ...] = ()

    @property
    def ante(self) -> int:
        return self.wagers["ante"]

    @property
    def undecided(self) -> bool:
        """Neither raised nor folded yet."""
        return not (self.play or self.folded or self.out)

    def key(self) -> tuple[Any, ...]:
        return (
            self.box, self.player, tuple(self.wagers.items()), tuple(self.tokes.items()), self.cards, self.play,
            self.folded, self.tucked, self.looked, self.out, self.settled,
        )  # fmt: skip

    def copy(self) -> Seat:
        twin = Seat.__new__(Seat)
        for name in Seat.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.wagers, twin.tokes = self.wagers.copy(), self.tokes.copy()
        return twin


class PokerTerms:
    """The values that every one of these games has, looked up once per sheet."""

    EQUAL: ClassVar[str]
    """The wager that equals the Ante."""
    SIDE: ClassVar[str]
    """The optional bet on the player's own hand, for which a folded hand may be tucked."""
    TUCKED_BY: ClassVar[str]
    """The value of the sheet that says when it may."""

    def __init__(self, sheet: Sheet) -> None:
        rules = cast(PokerRules, sheet.rules)
        self.poker = rules
        self.toke = rules.toke
        offered = rules.table.side_bets
        self.side: Limits | None = getattr(rules.bets, self.SIDE) if self.SIDE in offered else None
        self.progressive: Progressive | None = rules.bets.progressive if "progressive" in offered else None
        self.smallest_chip = min(rules.chips.denominations)
        self.cites = Cites(sheet)
