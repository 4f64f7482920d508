"""A progressive link inside kernels: from hit to hit, since between hits a meter grows by the same step."""

from __future__ import annotations

from math import floor, log, log1p
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.cache import inlined, kernel
from pitboss.maths.simulation.streams import next_u64

__all__ = ["HIT", "HOUSE_SEED", "MAJOR", "MINOR", "RESERVE", "Link", "grow", "play_years", "restart"]

U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

MAJOR, MINOR, RESERVE, HOUSE_SEED = range(4)
"""What a link keeps: two meters, the reserve, and what the house has put up for starts."""

HIT: Final = ("history", "round", "meter", "winners", "value", "paid", "from_reserve", "from_house")
"""The columns of what is noted of a hit, amounts in cents."""
TO_UNIT: Final = 1.0 / (1 << 53)


class Link(NamedTuple):
    """How meters grow by each wager, are won and start again."""

    live: int
    """Whether they move at all, or stay as they stand."""
    major_step: int
    minor_step: int
    reserve_step: int
    major_pays: int
    major_per: int
    minor_pays: int
    minor_per: int
    """The share of a meter that is won."""
    major_seed: int
    minor_seed: int
    starts_at_reserve: int


@kernel()
def play_years(
    state: U64, histories: int, rounds: int, wagers: int, chance: float, shares: F64, outcomes: I64, splits: int,
    link: Link, opening: I64, hits: I64, closing: I64,
) -> int:  # fmt: skip
    """Play histories of N rounds with M wagers each; returns the number of hits, of which as many as fit are noted.

    ``chance`` is that of a round with a hit; ``shares`` are what the kinds of such rounds add up to, and ``outcomes``
    how many win the Major and the Minor in each. ``opening`` and ``closing`` are the link before and after.
    """
    a, b, c, d = state
    found = 0
    per_gap = 1.0 / log1p(-chance)
    meters = np.empty(4, dtype=np.int64)
    for history in range(histories):
        meters[:] = opening
        at = 0
        while True:
            word, a, b, c, d = next_u64(a, b, c, d)
            gap = 1.0 + floor(log(1.0 - np.float64(word >> np.uint64(11)) * TO_UNIT) * per_gap)
            played = int(min(gap, float(rounds - at)))
            grow(played * wagers, link, meters)
            at += played
            if gap > played:
                break
            word, a, b, c, d = next_u64(a, b, c, d)
            kind = 0
            while np.float64(word >> np.uint64(11)) * TO_UNIT >= shares[kind]:
                kind += 1
            for meter in (MAJOR, MINOR):
                if outcomes[kind, meter]:
                    award(history, at, meter, outcomes[kind, meter], splits, link, meters, hits, found)
                    found += 1
        closing[history] = meters
    return found


@inlined
def award(
    history: int, at: int, meter: int, winners: int, splits: int, link: Link, meters: I64, hits: I64, found: int
) -> None:
    """Pay a meter to its winners, start it again, and note it while there is room."""
    value, reserve, house = meters[meter], meters[RESERVE], meters[HOUSE_SEED]
    won = value * link.major_pays // link.major_per if meter == MAJOR else value * link.minor_pays // link.minor_per
    seed = link.major_seed if meter == MAJOR else link.minor_seed
    more = 0 if splits else seed * (winners - 1)
    meters[HOUSE_SEED] += more
    restart(meter, value - won, seed, link, meters)
    if found < hits.shape[0]:
        hits[found, 0] = history
        hits[found, 1] = at
        hits[found, 2] = meter
        hits[found, 3] = winners
        hits[found, 4] = value
        hits[found, 5] = won + more
        hits[found, 6] = reserve - meters[RESERVE]
        hits[found, 7] = meters[HOUSE_SEED] - house


@inlined
def restart(meter: int, left: int, seed: int, link: Link, meters: I64) -> None:
    """A meter that was won goes back to its start, the Major out of the reserve first."""
    start = max(left, seed)
    from_reserve = 0
    if meter == MAJOR:
        if link.starts_at_reserve:
            start = max(start, meters[RESERVE])
        from_reserve = min(meters[RESERVE], start - left)
    meters[RESERVE] -= from_reserve
    meters[HOUSE_SEED] += start - left - from_reserve
    meters[meter] = start


@inlined
def grow(wagers: int, link: Link, meters: I64) -> None:
    """N wagers without a hit."""
    meters[MAJOR] += wagers * link.major_step
    meters[MINOR] += wagers * link.minor_step
    meters[RESERVE] += wagers * link.reserve_step
