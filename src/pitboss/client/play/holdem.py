"""Hold'em before the flop by the rules to remember, which raise what the best play raises, then counted out exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pitboss.cards import RANKS, Card, parse_cards
from pitboss.client.play.play import Action, Happened, careful
from pitboss.client.play.poker import chosen, seen_cards
from pitboss.rules import Sheet

__all__ = ["GAME", "HoldemPlay", "raises_before_flop"]


class HoldemPlay:
    """The best play; no table of the whole game is needed for it."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        for board in ("2c 3d 4h", "2c 3d 4h 9s 9c"):  # what is loaded now keeps nobody waiting at the table
            self._counted_out(parse_cards("As Ks"), parse_cards(board))

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        spot = offers[0]["action"]["spot"] or question["spot"]
        actions = [offer["action"] for offer in offers if offer["action"]["spot"] == spot]
        hole, board = seen_cards(events, spot)
        if not board:
            bets = [action for action in actions if action["type"] == "PlayBet"]
            most = max(bets, key=lambda action: int(action["multiple"]), default=None)
            return most if most is not None and raises_before_flop(hole) else careful(actions)
        return chosen(self._counted_out(hole, board), actions)

    def _counted_out(self, hole: Sequence[Card], board: Sequence[Card]) -> str:
        from pitboss.maths.holdem.live import value

        return value(self._sheet, hole, board).best


def raises_before_flop(hole: Sequence[Card]) -> bool:
    """Whether two cards raise the most before the flop.

    >>> [raises_before_flop(parse_cards(text)) for text in ("3c 3s", "Kh 2h", "Kh 2c", "Qs 8d")]
    [True, True, False, True]
    """
    from pitboss.maths.holdem.simple import SIMPLE

    low, high = sorted(hole)
    if low.rank == high.rank:
        return RANKS.index(low.rank) >= RANKS.index(SIMPLE.pairs_from)
    partner = (SIMPLE.suited_from if low.suit == high.suit else SIMPLE.offsuit_from).get(high.rank)
    return partner is not None and RANKS.index(low.rank) >= RANKS.index(partner)


GAME: Final = HoldemPlay
