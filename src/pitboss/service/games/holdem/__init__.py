"""Hold'em on the floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.cards import cards_text
from pitboss.games.holdem import HoldemRound
from pitboss.service.games.holdem.coaching import HoldemCoach
from pitboss.service.games.holdem.rating import RATING
from pitboss.service.games.holdem.words import CARDS_DUE, DECISIONS, STEPS
from pitboss.service.games.poker import PokerFloorGame
from pitboss.service.games.words import worded
from pitboss.service.tables.live_table import Live

__all__ = ["GAME"]


class _Holdem(PokerFloorGame):
    coach = HoldemCoach()
    rating = RATING
    decisions, steps, cards_due = DECISIONS, STEPS, CARDS_DUE
    handle = (
        "Handle and hold of Ante, Blind and Play go by the Ante alone: what Blind and Play win or lose is in the win, "
        "so that a hold of 2 % is two dollars, on all three, for every hundred of Ante."
    )

    def facts(self, live: Live) -> Iterator[str]:
        round_ = live.round
        assert isinstance(round_, HoldemRound)
        if round_.turned:
            yield worded("fact.board", cards=cards_text(round_.board[: round_.turned]))
        yield from super().facts(live)


GAME: Final = _Holdem()
