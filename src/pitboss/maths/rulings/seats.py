"""What a ruling is worth to one seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import msgspec

__all__ = ["SeatWorth", "mean"]


class SeatWorth(msgspec.Struct, frozen=True, kw_only=True):
    """The mean result of a seat's round in cents, with its standard error; None where its cards are not known."""

    spot: int
    cents: float | None
    error: float = 0.0
    exact: bool = False


def mean(box: int, results: Sequence[float]) -> SeatWorth:
    """Return the mean of what a seat got in trials, with its standard error."""
    count, average = len(results), sum(results) / len(results)
    if len(set(results)) == 1:
        return SeatWorth(spot=box, cents=average, exact=True)
    variance = sum((cents - average) ** 2 for cents in results) / (count - 1)
    return SeatWorth(spot=box, cents=average, error=sqrt(variance / count))
