"""Crazy 4 Poker on the floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pitboss.games.crazy4.playing import DECIDE
from pitboss.service.games.crazy4.coaching import Crazy4Coach
from pitboss.service.games.crazy4.rating import RATING
from pitboss.service.games.poker import PokerFloorGame
from pitboss.service.games.poker.words import CARDS_DUE, STEPS
from pitboss.service.games.words import Words, worded

__all__ = ["GAME"]


class _Crazy4(PokerFloorGame):
    coach = Crazy4Coach()
    rating = RATING
    decisions = frozenset({DECIDE})
    steps: Mapping[str, Callable[..., Words]] = {
        **STEPS,
        "show_dealer": lambda live: (worded("step.show_dealer"), "dealer.opens"),
    }
    cards_due = CARDS_DUE
    handle = (
        "Handle and hold of Ante, Super Bonus and Play go by the Ante alone: what Super Bonus and Play win or lose is "
        "in the win, so that a hold of 3 % is three dollars, on all three, for every hundred of Ante."
    )


GAME: Final = _Crazy4()
