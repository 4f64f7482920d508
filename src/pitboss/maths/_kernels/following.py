"""The running ratio of two mixtures over choices that were taken or not, one choice after the other."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.cache import inlined, kernel

__all__ = ["log_ratios", "medians"]

U8 = NDArray[np.uint8]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

SMALLEST = 1e-200
"""Below this sum of weights they are scaled up again, since numbers end somewhere."""


@inlined
def best_fit(taken: int, times: int) -> float:
    """The logarithm of the highest chance that any one rate gives to a choice taken so often in so many times."""
    left = times - taken
    found = 0.0
    if taken:
        found += taken * log(taken / times)
    if left:
        found += left * log(left / times)
    return found


@kernel()
def log_ratios(taken: U8, moods: U8, strata: I64, signals: U8, rates: F64, weights: F64, groups: int) -> F64:
    """Return the natural logarithm of the ratio after each choice.

    ``strata`` has a row for each choice and a column for each class of guests, ``signals`` a column for each signal,
    ``rates`` is the chance of taking by shape, signal and mood, ``weights`` what each signal and shape begins with.
    """
    choices, classes = strata.shape
    kinds, shapes = weights.shape
    found = np.zeros(choices)
    held = weights.copy()
    times = np.zeros((classes, groups), dtype=np.int64)
    counts = np.zeros((classes, groups), dtype=np.int64)
    fits = np.zeros(classes)
    scale = 0.0
    for at in range(choices):
        total = 0.0
        for kind in range(kinds):
            for shape in range(shapes):
                rate = rates[shape, signals[at, kind], moods[at]]
                held[kind, shape] *= rate if taken[at] else 1.0 - rate
                total += held[kind, shape]
        for one in range(classes):
            group = strata[at, one]
            fits[one] -= best_fit(counts[one, group], times[one, group])
            times[one, group] += 1
            counts[one, group] += taken[at]
            fits[one] += best_fit(counts[one, group], times[one, group])
        found[at] = log(total) + scale - fits.max()
        if total < SMALLEST:
            held /= total
            scale += log(total)
    return found


@kernel()
def medians(values: I64, most: int) -> I64:
    """Return the median of the values before each place, the lower one of two, of so many at most; 0s do not count."""
    found = np.zeros(len(values), dtype=np.int64)
    past = np.zeros(len(values), dtype=np.int64)
    order = np.zeros(most + 1, dtype=np.int64)
    count = kept = 0
    for at in range(len(values)):
        if kept:
            found[at] = order[(kept - 1) // 2]
        if values[at] == 0:
            continue
        if kept == most:
            kept -= 1
            place = np.searchsorted(order[:most], past[count - most])
            order[place:kept] = order[place + 1 : kept + 1]
        place = np.searchsorted(order[:kept], values[at])
        order[place + 1 : kept + 1] = order[place:kept].copy()
        order[place] = values[at]
        past[count] = values[at]
        count += 1
        kept += 1
    return found
