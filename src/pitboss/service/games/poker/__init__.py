"""Poker against the dealer on the floor: what the rooms of its games share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

from pitboss.games import actions as a
from pitboss.games.poker.irregular import GROUNDS
from pitboss.games.poker.round import PokerRound
from pitboss.service.games.words import Words, worded
from pitboss.service.tables.live_table import Live

__all__ = ["PokerFloorGame"]


class PokerFloorGame:
    """A live table of seats with one hand each against the dealer."""

    asked: Mapping[str, Callable[[Live], Words]] = {}
    declared_of: Mapping[str, Literal["spot", "hand"]] = {"information_shared": "spot"}
    closed_by_dealer: frozenset[str] = frozenset()
    grounds: Mapping[str, tuple[str, ...]] = {"information_shared": GROUNDS}

    def facts(self, live: Live) -> Iterator[str]:
        round_ = live.round
        assert isinstance(round_, PokerRound)
        undecided = [at for at, seat in round_.seats.items() if seat.undecided]
        yield worded("fact.still_to_decide", seats=undecided) if undecided else worded("fact.all_decided")

    def slips(self, live: Live) -> Iterator[tuple[a.Action, str, str]]:
        return iter(())

    def offered_instead(self, live: Live) -> None:
        return None

    def by_the_program(self, live: Live, action: a.Action) -> a.Action:
        return action
