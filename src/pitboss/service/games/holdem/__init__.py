"""Hold'em on the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

from pitboss.cards import cards_text
from pitboss.games import actions as a
from pitboss.games.holdem import HoldemRound
from pitboss.games.poker.irregular import GROUNDS
from pitboss.service.games.holdem.coaching import HoldemCoach
from pitboss.service.games.holdem.weighing import weigh
from pitboss.service.games.holdem.words import CARDS_DUE, DECISIONS, STEPS
from pitboss.service.games.words import Words, worded
from pitboss.service.tables.live_table import Live

__all__ = ["GAME"]


class _Holdem:
    coach = HoldemCoach()
    asked: Mapping[str, Callable[[Live], Words]] = {}
    decisions, steps, cards_due = DECISIONS, STEPS, CARDS_DUE
    weigh = staticmethod(weigh)
    declared_of: Mapping[str, Literal["spot", "hand"]] = {"information_shared": "spot"}
    closed_by_dealer: frozenset[str] = frozenset()
    grounds: Mapping[str, tuple[str, ...]] = {"information_shared": GROUNDS}
    handle = (
        "Handle and hold of Ante, Blind and Play go by the Ante alone: what Blind and Play win or lose is in the win, "
        "so that a hold of 2 % is two dollars, on all three, for every hundred of Ante."
    )

    def facts(self, live: Live) -> Iterator[str]:
        round_ = live.round
        assert isinstance(round_, HoldemRound)
        if round_.turned:
            yield worded("fact.board", cards=cards_text(round_.board[: round_.turned]))
        undecided = [at for at, seat in round_.seats.items() if seat.undecided]
        yield worded("fact.still_to_decide", seats=undecided) if undecided else worded("fact.all_decided")

    def slips(self, live: Live) -> Iterator[tuple[a.Action, str, str]]:
        return iter(())

    def offered_instead(self, live: Live) -> None:
        return None

    def by_the_program(self, live: Live, action: a.Action) -> a.Action:
        return action


GAME: Final = _Holdem()
