"""The meters of a table inside kernels: hits that were noted are awarded by its rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.link import MAJOR, MINOR, Link, grow
from pitboss.maths._kernels.poker_rounds import AWARD, PROGRESSIVE, pay_meter
from pitboss.maths.cache import kernel

__all__ = ["award_hits"]

I64 = NDArray[np.int64]


@kernel()
def award_hits(
    hits: I64, rounds: int, stakes: I64, terms: Any, link: Link, meters: I64, results: I64
) -> None:  # fmt: skip
    """Award the hits that a shard of N rounds noted; ``results[hit, seat]`` is the result of each wager."""
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
