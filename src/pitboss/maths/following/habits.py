"""What a guest's own past says of the next bet: the usual bet, the last results, where the shoe stands.

These make the classes of guests who take no notice of the count. Whatever is looked at here is known before the bet.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["REMEMBERED", "depth_third", "last_results", "shifted", "spell", "streaks", "usual_bets"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

REMEMBERED: Final = 50
"""How many bets back the usual one is looked for."""
SPELL: Final = 100
"""How many rounds a guest's mood may last, before another chance of raising is granted them."""
LOST, EVEN, WON = 0, 1, 2
STREAKS: Final = 5
"""Won, won again, lost, lost again, and neither."""


def usual_bets(bets: I64) -> I64:
    """The usual bet before each round: the median of the bets so far, the lower one of two; 0 before the first.

    >>> usual_bets(np.array([500, 500, 4000, 0, 500])).tolist()
    [0, 500, 500, 500, 500]
    """
    from pitboss.maths._kernels.following import medians

    return medians(bets, REMEMBERED)


def shifted(values: NDArray[np.generic], first: int = 0) -> I64:
    """Each value one place later: what was before."""
    found = np.full(len(values), first, dtype=np.int64)
    found[1:] = values[:-1]
    return found


def last_results(nets: I64) -> I64:
    """How the round before each ended; a visit begins even."""
    return shifted(np.sign(nets) + EVEN, EVEN)


def streaks(nets: I64) -> I64:
    """The last two rounds before each as one of :data:`STREAKS`.

    >>> streaks(np.array([5, 5, 5, -5, -5, 0, 0])).tolist()
    [4, 0, 1, 1, 2, 3, 4]
    """
    last = last_results(nets)
    again = last == shifted(last, EVEN)
    found = np.where(last == WON, 0, 2) + again
    return np.where(last == EVEN, STREAKS - 1, found)


def depth_third(depths: F64) -> I64:
    """Whether the shoe is young, halfway, or nearly over."""
    return np.minimum((depths * 4).astype(np.int64), 2)


def spell(rounds: int) -> I64:
    """Which spell of the visit a round lies in."""
    return np.arange(rounds, dtype=np.int64) // SPELL
