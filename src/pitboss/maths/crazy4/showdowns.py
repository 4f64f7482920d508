"""Every hand of five cards against all that avoid its cards, in the order of strength; the same for every pay table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.four_cards import ACES
from pitboss.maths._kernels.crazy4_hands import AVOIDING, HANDS, STRENGTHS, face_all, rank_all

__all__ = ["AVOIDING", "HANDS", "OUTCOMES", "FacedHands", "faced"]

I64 = NDArray[np.int64]

OUTCOMES = HANDS * AVOIDING
"""The player's five cards and the dealer's: all that can be dealt to one hand."""


@dataclass(frozen=True, eq=False)
class FacedHands:
    """All hands in the order of their strength, and how many dealer's hands each of them meets."""

    number: NDArray[np.int32]
    """The number of the hand in each place, as kernels count hands."""
    strength: I64
    unopened: I64
    """Dealer's hands that do not open."""
    won: I64
    """Those that open and are lower."""
    tied: I64
    lost: I64

    @property
    def aces(self) -> NDArray[np.bool_]:
        """Whether a hand is a pair of aces or better."""
        return self.strength >= ACES


@lru_cache(maxsize=2)
def faced(opens: int) -> FacedHands:
    """Return every hand against every other, the dealer opening from a strength on."""
    strengths, cards = np.empty(HANDS, np.uint16), np.empty((HANDS, 5), np.uint8)
    number, starts = np.empty(HANDS, np.int32), np.zeros(STRENGTHS + 2, np.int64)
    rank_all(strengths, cards, number, starts)
    below, tied, weak = (np.zeros(HANDS, np.int32) for _ in range(3))
    face_all(cards, starts, opens, below, tied, weak)
    strength, unopened = strengths[number].astype(np.int64), weak.astype(np.int64)
    opened = strength >= opens
    won = np.where(opened, below - unopened, 0)
    ties = np.where(opened, tied, 0).astype(np.int64)
    return FacedHands(number, strength, unopened, won, ties, AVOIDING - unopened - won - ties)
