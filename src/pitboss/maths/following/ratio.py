"""Does a choice follow a signal? The likelihood ratio of a mixture of followers to the best of all who do not.

The guests who do not follow are whole classes, not one model: in a class, the chance of taking the choice may be
anything, and may be another one in each group of what the guest's own past has been (the last result, the last
bet, the shoe's depth); it does not depend on the signal. The ratio divides by the highest likelihood that any guest
of any class gives to what was seen, so it is at most the ratio to the guest's own model, whichever that is. That one
is a martingale which starts at 1, and by Ville's inequality it ever reaches ``1 / alpha`` with a chance of at most
``alpha`` (universal inference: L. Wasserman, A. Ramdas and S. Balakrishnan, 2020).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

__all__ = ["Choices", "Followers", "Habit", "log_ratio"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """The choices of one kind that a guest had, in the order of time."""

    taken: U8
    moods: U8
    """Which of a follower's own habits each is in, where they do not follow: 1 after a win, for example."""
    strata: I64
    """A row for each choice, a column for each class of guests: the group that the choice belongs to."""
    signals: U8
    """A row for each choice, a column for each signal: 1 where it says to take it."""

    def __post_init__(self) -> None:
        assert len(self.taken) == len(self.moods) == len(self.strata) == len(self.signals)

    def __len__(self) -> int:
        return len(self.taken)


Habit = tuple[float, ...]
"""The chance of taking the choice without a signal, by mood."""


@dataclass(frozen=True)
class Followers:
    """A mixture of those who follow: which signal, in which part of the choices, and what they do in the others."""

    signals: tuple[tuple[str, float], ...]
    """The name of each signal and its weight."""
    shares: tuple[float, ...]
    """The part of the choices in which the signal is followed."""
    habits: tuple[Habit, ...]

    @cached_property
    def rates(self) -> F64:
        """The chance of taking by shape, signal and mood."""
        rows = [
            [[share * said + (1 - share) * rate for rate in habit] for said in (0, 1)]
            for share, habit in product(self.shares, self.habits)
        ]
        return np.array(rows)

    @cached_property
    def weights(self) -> F64:
        """What each signal and shape begins with; they add up to 1."""
        of_signals = np.array([weight for _, weight in self.signals])
        shapes = len(self.shares) * len(self.habits)
        weights: F64 = np.repeat((of_signals / of_signals.sum())[:, None] / shapes, shapes, axis=1)
        return weights


def log_ratio(choices: Choices, followers: Followers) -> F64:
    """Return the natural logarithm of the ratio after each choice."""
    from pitboss.maths._kernels.following import log_ratios

    if not len(choices):
        return np.zeros(0)
    groups = int(choices.strata.max()) + 1
    return log_ratios(
        choices.taken, choices.moods, choices.strata, choices.signals, followers.rates, followers.weights, groups
    )
