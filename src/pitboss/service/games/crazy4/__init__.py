"""Crazy 4 Poker on the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

from pitboss.games import actions as a
from pitboss.games.crazy4 import Crazy4Round
from pitboss.games.crazy4.playing import DECIDE
from pitboss.games.poker.irregular import GROUNDS
from pitboss.service.games import poker_words
from pitboss.service.games.crazy4.coaching import Crazy4Coach
from pitboss.service.games.crazy4.weighing import weigh
from pitboss.service.games.words import Words, worded
from pitboss.service.tables.live_table import Live

__all__ = ["GAME"]


class _Crazy4:
    coach = Crazy4Coach()
    asked: Mapping[str, Callable[[Live], Words]] = {}
    decisions = frozenset({DECIDE})
    steps: Mapping[str, Callable[..., Words]] = {
        **poker_words.STEPS,
        "show_dealer": lambda live: (worded("step.show_dealer"), "dealer.opens"),
    }
    cards_due = poker_words.CARDS_DUE
    weigh = staticmethod(weigh)
    declared_of: Mapping[str, Literal["spot", "hand"]] = {"information_shared": "spot"}
    closed_by_dealer: frozenset[str] = frozenset()
    grounds: Mapping[str, tuple[str, ...]] = {"information_shared": GROUNDS}
    handle = (
        "Handle and hold of Ante, Super Bonus and Play go by the Ante alone: what Super Bonus and Play win or lose is "
        "in the win, so that a hold of 3 % is three dollars, on all three, for every hundred of Ante."
    )

    def offered_instead(self, live: Live) -> None:
        return None

    def facts(self, live: Live) -> Iterator[str]:
        round_ = live.round
        assert isinstance(round_, Crazy4Round)
        undecided = [at for at, seat in round_.seats.items() if seat.undecided]
        yield worded("fact.still_to_decide", seats=undecided) if undecided else worded("fact.all_decided")

    def slips(self, live: Live) -> Iterator[tuple[a.Action, str, str]]:
        return iter(())

    def by_the_program(self, live: Live, action: a.Action) -> a.Action:
        return action


GAME: Final = _Crazy4()
