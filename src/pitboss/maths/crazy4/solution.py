"""What Crazy 4 Poker is worth under a way to play: every end of a round with how often it comes, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.crazy4.record import Crazy4Record
from pitboss.maths.crazy4.showdowns import OUTCOMES
from pitboss.maths.poker.solution import PokerSolution

__all__ = ["Crazy4Solution", "Ending"]


@dataclass(frozen=True, slots=True)
class Ending:
    """One way a round ends: the decision, the player's hand, what the dealer has, and the cents of each wager."""

    decision: str
    """A bet such as ``3x``, or ``fold``."""
    hand: str
    """The line of the Super Bonus, or "less"."""
    result: str
    """"win", "tie", "lose", "not open" or "fold"."""
    count: int
    ante: int
    super_bonus: int
    play: int
    staked: int
    """Ante, Super Bonus and Play together."""

    @property
    def equal(self) -> int:
        return self.super_bonus

    @property
    def net(self) -> int:
        return self.ante + self.super_bonus + self.play


@dataclass(frozen=True, eq=False)
class Crazy4Solution(PokerSolution):
    """A game of Crazy 4 Poker under a way to play, exactly: all figures are per unit of the Ante."""

    EQUAL: ClassVar[str] = "Super Bonus"

    record: Crazy4Record
    play: NDArray[np.uint8]
    """The multiple of the Ante for every hand by its number, 0 for a fold."""
    endings: tuple[Ending, ...]
    outcomes: int = OUTCOMES
