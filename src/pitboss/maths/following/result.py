"""Whether a visit follows the count: the channels in one ratio, which keeps one false-alarm rate for all of it.

Each channel's ratio is an e-process, and so is what is left of a stake of which a part was put on it. A product of
these is the mean over all sets of channels of the product of their ratios; given the past, what is chosen in one
channel is taken to say nothing of the others for a guest who takes no notice of the count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.following.channels import COUNTS, Channel, bets_by, channels_of
from pitboss.maths.following.ratio import log_ratio
from pitboss.maths.following.visits import Visit

__all__ = ["ALARM", "Following", "best_count", "following"]

F64 = NDArray[np.float64]
ALARM: Final = 1000
"""The ratio from which on a visit is shown to surveillance: at most one in so many visits gets there by chance."""


@dataclass(frozen=True)
class Following:
    """How far a visit follows the count, round by round."""

    path: F64
    """The ratio after each round, as its logarithm to base 10."""
    channels: dict[str, F64]
    """The same for each channel by itself."""

    @property
    def ratio(self) -> float:
        """The ratio at the end."""
        return float(10.0 ** self.path[-1]) if len(self.path) else 1.0

    def crossed(self, alarm: float = ALARM) -> int | None:
        """The place of the first round at which the ratio reached the alarm."""
        over = np.flatnonzero(self.path >= np.log10(alarm))
        return int(over[0]) if len(over) else None

    @cached_property
    def factors(self) -> F64:
        """What each round multiplied the ratio by."""
        steps: F64 = 10.0 ** np.diff(self.path, prepend=0.0)
        return steps


def following(visit: Visit) -> Following:
    """Return the ratio of a visit after each of its rounds."""
    rounds = len(visit)
    total = np.zeros(rounds)
    found: dict[str, F64] = {}
    for channel in channels_of(visit):
        ratios = _by_round(channel, rounds)
        found[channel.name] = ratios / np.log(10)
        total += np.logaddexp(np.log1p(-channel.weight), np.log(channel.weight) + ratios)
    return Following(total / np.log(10), found)


def best_count(visit: Visit) -> str:
    """Return the count that the bets follow best, or are least far from following."""
    ratios = {name: log_ratio(channel.choices, channel.followers) for name, channel in bets_by(visit).items()}
    fits = {name: float(ratio[-1]) if len(ratio) else 0.0 for name, ratio in ratios.items()}
    return max(COUNTS, key=lambda name: (fits[name], name == "hi-lo"))


def _by_round(channel: Channel, rounds: int) -> F64:
    """The natural logarithm of a channel's ratio after each round of the visit."""
    ratios = log_ratio(channel.choices, channel.followers)
    last = np.searchsorted(channel.rounds, np.arange(rounds), side="right")
    return np.concatenate([[0.0], ratios])[last]
