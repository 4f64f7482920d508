"""A progressive link inside kernels: from hit to hit, since between hits a meter grows by the same step."""

from __future__ import annotations

from math import floor, log, log1p
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_rounds import (
    AWARD,
    HOUSE_SEED,
    MAJOR,
    MINOR,
    PROGRESSIVE,
    RESERVE,
    Link,
    Terms,
    pay_meter,
    restart,
)
from pitboss.maths.cache import inlined, kernel
from pitboss.maths.simulation.streams import next_u64

__all__ = ["HIT", "award_hits", "play_years"]

U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

HIT: Final = ("history", "round", "meter", "winners", "value", "paid", "from_reserve", "from_house")
"""The columns of what is noted of a hit, amounts in cents."""
TO_UNIT: Final = 1.0 / (1 << 53)


@kernel()
def play_years(
    state: U64, histories: int, rounds: int, wagers: int, chance: float, shares: F64, outcomes: I64, splits: int,
    link: Link, opening: I64, hits: I64, closing: I64,
) -> int:  # fmt: skip
    """Play histories of so many rounds with so many wagers each; the number of hits, of which as many as fit are noted.

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


@kernel()
def award_hits(
    hits: I64, rounds: int, stakes: I64, terms: Terms, link: Link, meters: I64, results: I64
) -> None:  # fmt: skip
    """Award the hits that a shard of so many rounds noted; ``results[hit, seat]`` is what each wager came to."""
    seats = stakes.shape[0]
    plays, paid = np.ones(seats, dtype=np.int64), np.zeros((seats, AWARD + 1), dtype=np.int64)
    wagers, at = 0, 0
    for seat in range(seats):
        wagers += stakes[seat, PROGRESSIVE] > 0
    for hit in range(hits.shape[0]):
        grow((hits[hit, 0] - at) * wagers, link, meters)
        at = hits[hit, 0]
        paid[:, AWARD] = 0
        for meter in (MAJOR, MINOR):
            pay_meter(seats, hits[hit, 1 : 1 + seats], plays, stakes, terms, link, meter, meters, paid)
        for seat in range(seats):
            results[hit, seat] = hits[hit, 1 + seats + seat] + paid[seat, AWARD]
    grow((rounds - at) * wagers, link, meters)


@inlined
def grow(wagers: int, link: Link, meters: I64) -> None:
    """So many wagers without a hit."""
    meters[MAJOR] += wagers * link.major_step
    meters[MINOR] += wagers * link.minor_step
    meters[RESERVE] += wagers * link.reserve_step
