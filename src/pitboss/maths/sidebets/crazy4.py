"""The side bet of Crazy 4 Poker whose figures need only the cards: Queens Up."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np

from pitboss.games.crazy4.settling import queens_up_line
from pitboss.maths.sidebets.cards import CardShoe
from pitboss.maths.sidebets.own_hand import OwnHandBet
from pitboss.rules.crazy4 import Crazy4Rules

__all__ = ["GAME"]


class _Crazy4(OwnHandBet):
    wager: ClassVar[str] = "queens_up"
    hand_cards: ClassVar[int] = 5
    table_cards: ClassVar[int] = 10

    def line_counts(self, deck: CardShoe) -> Counter[str]:
        return _line_counts(deck.counts)

    def folded(self, rules: Crazy4Rules) -> str:
        kept = rules.play.fold_keeps_queens_up
        return "stays in for Queens Up" if kept else "loses it; none that pays is folded at best"


@lru_cache(maxsize=64)
def _line_counts(counts: tuple[int, ...]) -> Counter[str]:
    """How many of all hands of five cards are of each line, by the function that names it at the table."""
    from pitboss.maths._kernels.crazy4_hands import STRENGTHS, count_strengths

    strengths = np.zeros(STRENGTHS, np.int64)
    count_strengths(np.flatnonzero(np.array(counts)).astype(np.int64), strengths)
    found: Counter[str] = Counter()
    for strength in np.flatnonzero(strengths).tolist():
        found[queens_up_line(strength)] += int(strengths[strength])
    return found


GAME: Final = _Crazy4()
