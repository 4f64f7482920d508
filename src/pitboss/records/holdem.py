"""Hold'em in hand records."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.games.holdem.round import HoldemRound
from pitboss.records.poker import RecordedPoker

__all__ = ["GAME", "Holdem"]


class Holdem(RecordedPoker):
    """Board first, then the hands."""

    equal: ClassVar[str] = "blind"
    wagers: ClassVar[tuple[str, ...]] = ("ante", "blind", "trips", "progressive")

    def place_asked(self, round_: HoldemRound) -> int:
        assert round_.pending is not None
        step, box, *rest = round_.pending
        position = rest[-1]
        assert isinstance(position, int)
        deal = round_.t.deal
        burns = deal.burn_board
        if step == "board_turned":
            return position + burns * (1 if position < deal.flop_cards else 2)
        return self.packet_place(round_, box, position, first=deal.board_cards + 2 * burns)


GAME: Final = Holdem()
