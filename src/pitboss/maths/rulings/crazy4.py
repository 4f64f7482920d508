"""What a ruling at Crazy 4 Poker is worth."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.cards import Card
from pitboss.games.crazy4 import Crazy4Round
from pitboss.games.poker.state import Seat
from pitboss.hands.four_cards import evaluate
from pitboss.maths.rulings.poker import PokerRulings

__all__ = ["GAME"]


class _Crazy4Rulings(PokerRulings[Crazy4Round]):
    """Five cards of each seat and of the dealer; one bet for more than once the Ante is one of those that may be."""

    hands: ClassVar[int] = 60

    def best_answer(self, round_: Crazy4Round, seat: Seat, cards: list[Card]) -> tuple[float, int]:
        from pitboss.maths.crazy4.live import value

        hand = tuple(cards[:5])
        return float(max(value(round_.sheet, hand, stake_cents=seat.ante).values())), evaluate(hand)


GAME: Final = _Crazy4Rulings()
