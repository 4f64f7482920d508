"""What a ruling at hold'em is worth."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.cards import Card
from pitboss.games.holdem import HoldemRound
from pitboss.games.poker.state import Seat
from pitboss.hands.poker import evaluate
from pitboss.maths.rulings.poker import PokerRulings

__all__ = ["GAME"]


class _HoldemRulings(PokerRulings[HoldemRound]):
    """Two cards of each seat and of the dealer, with the board as far as it is turned."""

    hands: ClassVar[int] = 120

    def best_answer(self, round_: HoldemRound, seat: Seat, cards: list[Card]) -> tuple[float, int]:
        from pitboss.maths.holdem.live import value

        board = self.turned(round_)
        hole, rest = tuple(cards[:2]), cards[2 : 2 + 5 - len(board)]
        units = max(value(round_.sheet, hole, board, stake_cents=seat.ante).choices.values())
        return float(units), evaluate((*hole, *board, *rest))

    def turned(self, round_: HoldemRound) -> tuple[Card, ...]:
        return round_.board[: round_.turned]

    def redraw_common(self, twin: HoldemRound, cards: list[Card]) -> None:
        twin.board = (*self.turned(twin), *(cards.pop() for _ in twin.board[twin.turned :]))


GAME: Final = _HoldemRulings()
