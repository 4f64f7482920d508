"""What no count explains: bets that follow another guest's, bets on cards still to come, seats taken at high counts.

The ratios are those of :mod:`~pitboss.maths.following.ratio`, with other signals and other classes of guests: here the
count is part of a guest's past, so that following the count is no evidence for following somebody. Two who count alike,
with the same spread, may be shown all the same.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.following import habits as h
from pitboss.maths.following.channels import PRESSING, SHARES
from pitboss.maths.following.ratio import Choices, Followers, log_ratio
from pitboss.maths.following.visits import Visit

__all__ = ["AHEAD", "arrivals_ratio", "bands", "moves_together", "tracks_the_shuffle"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

AHEAD: Final = 39
"""How many cards ahead a tracked part of the shoe is looked at."""
STEPS: Final = (0.5, 1.0, 1.5)
"""From how many standard deviations on the cards to come are rich."""
LEVEL: Final = 1.0
"""Below this lead nobody raises by the count."""
OTHER: Final = Followers((("the other's bet now", 0.5), ("the other's bet a round ago", 0.5)), SHARES, PRESSING)
TRACKERS: Final = Followers(tuple((f"rich from {step}", 1.0) for step in STEPS), SHARES, PRESSING)
HIGH_SEATS: Final = 0.35
"""The most that the chance of a lead of +1 is for whoever sits down without looking; of all rounds, 28 % have it."""
CALLED: Final = (0.6, 0.9)
"""How often somebody who is called in finds such a lead."""


def bands(leads: F64) -> I64:
    """The count in steps of one, from below 0 to +4 and more."""
    return np.clip(np.floor(leads), -1, 4).astype(np.int64) + 1


def moves_together(visit: Visit, other_up: U8) -> F64:
    """The natural logarithm of the ratio after each round: does the bet go up when the other's does, beyond the count?

    ``other_up`` is for each round of the visit whether the other guest's bet was above their usual one.
    """
    up = visit.bets > visit.usual
    at = np.flatnonzero((visit.bets > 0) & (visit.usual > 0))
    signals = np.stack([other_up, h.shifted(other_up)], axis=1).astype(np.uint8)
    choices = _choices(visit, up, at, signals, bands(visit.leads[:, 0]))
    return _by_round(log_ratio(choices, OTHER), at, len(visit))


def tracks_the_shuffle(visit: Visit, ahead: F64) -> F64:
    """The natural logarithm of the ratio after each round: do the first bets of the shoes foresee the cards to come?

    ``ahead`` is how rich the next cards were after each bet, in standard deviations; not a number where too few came.
    Given the guest's own past, no bet of an honest guest can depend on it, and no count has begun.
    """
    up = visit.bets > visit.usual
    new_shoe = (visit.shoes != h.shifted(visit.shoes, -1)) & np.isfinite(ahead)
    at = np.flatnonzero((visit.bets > 0) & (visit.usual > 0) & new_shoe)
    signals = (np.nan_to_num(ahead)[:, None] >= np.array(STEPS)).astype(np.uint8)
    won = (h.last_results(visit.nets) == h.WON).astype(np.int64)
    strata = np.stack([won, h.shifted(up)], axis=1)
    choices = Choices(up[at].astype(np.uint8), won[at].astype(np.uint8), strata[at], signals[at])
    return _by_round(log_ratio(choices, TRACKERS), at, len(visit))


def arrivals_ratio(leads: F64) -> float:
    """The ratio of somebody who is called in at high counts to anybody who just sits down, by the leads found there.

    >>> [round(arrivals_ratio(np.array(leads)), 2) for leads in ([3.0, 2.0, 4.0, 1.5], [0.0, -1.0, 2.0, 0.5])]
    [26.18, 0.2]
    """
    high = int((leads >= LEVEL).sum())
    low = len(leads) - high
    parts = [(rate / HIGH_SEATS) ** high * ((1 - rate) / (1 - HIGH_SEATS)) ** low for rate in CALLED]
    return float(np.mean(parts))


def _choices(visit: Visit, up: NDArray[np.bool_], at: I64, signals: U8, known: I64) -> Choices:
    """Two classes of guests: by what is known and the last result, by what is known and streaks; and the bet before."""
    won = (h.last_results(visit.nets) == h.WON).astype(np.int64)
    before = h.shifted(up)
    strata = np.stack([4 * known + 2 * won + before, 10 * known + 2 * h.streaks(visit.nets) + before], axis=1)
    return Choices(up[at].astype(np.uint8), won[at].astype(np.uint8), strata[at], signals[at])


def _by_round(ratios: F64, at: I64, rounds: int) -> F64:
    last = np.searchsorted(at, np.arange(rounds), side="right")
    return np.concatenate([[0.0], ratios])[last]
