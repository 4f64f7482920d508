"""Crazy 4 Poker in hand records."""

from __future__ import annotations

from typing import ClassVar, Final

from pitboss.games.crazy4.round import Crazy4Round
from pitboss.records.poker import RecordedPoker

__all__ = ["GAME"]


class _Crazy4(RecordedPoker):
    """Only the hands: there is no board."""

    equal: ClassVar[str] = "super_bonus"
    wagers: ClassVar[tuple[str, ...]] = ("ante", "super_bonus", "queens_up", "progressive")

    def place_asked(self, round_: Crazy4Round) -> int:
        assert round_.pending is not None
        _, box, *rest = round_.pending
        position = rest[-1]
        assert isinstance(position, int)
        return self.packet_place(round_, box, position, first=0)


GAME: Final = _Crazy4()
