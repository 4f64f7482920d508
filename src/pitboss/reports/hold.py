"""What the house keeps over many rounds: the spread of a sum of independent rounds, and its bands.

Where the distribution of one round is known, the sum of N rounds is worked out from it (its Fourier transform to the
power of N, on a window wide enough that what lies outside moves no band); where only edge and deviation are known, the
normal curve stands in, and the row says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, erf, gcd, lcm, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["CURVE", "ROUNDS", "Band", "Hold", "hold_over"]

ROUNDS: Final = (100, 1_000, 10_000, 100_000, 1_000_000)
"""From an hour of one player to a year of a busy table."""
CURVE: Final = tuple(round(10 ** (2 + step / 12)) for step in range(49))
"""The same span in steps small enough to draw a curve through."""
SHARES: Final = (0.95, 0.99)
_NORMAL: Final = {0.95: 1.959963984540054, 0.99: 2.5758293035489004}
_WIDE: Final = 14
"""Deviations on each side of the mean that the window holds at least."""
_FINEST: Final = 10_000
"""A unit is cut into this number of steps at most: results finer than that are no lattice worth a transform."""


@dataclass(frozen=True, slots=True)
class Band:
    """Where the house's result lies with a given chance, in units: as often below the low end as above the high one."""

    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Hold:
    """The house's result after N rounds, in units of the stake."""

    rounds: int
    mean: float
    bands: tuple[Band, ...]
    behind: float
    """The chance that the house has lost money by then."""
    normal: bool
    """Whether the bands are those of a normal curve."""


def hold_over(
    house_edge: float,
    standard_deviation: float,
    distribution: Mapping[Fraction, Fraction | float] | None = None,
    *,
    rounds: Sequence[int] = ROUNDS,
) -> tuple[Hold, ...]:
    """Mean and bands of the house's result for each number of rounds."""
    lattice = _lattice(distribution) if distribution else None
    return tuple(
        _normal(house_edge, standard_deviation, n)
        if lattice is None or standard_deviation == 0
        else _summed(lattice, house_edge, standard_deviation, n)
        for n in rounds
    )


def _normal(edge: float, deviation: float, rounds: int) -> Hold:
    mean, spread = edge * rounds, deviation * sqrt(rounds)
    bands = tuple(Band(share, mean - _NORMAL[share] * spread, mean + _NORMAL[share] * spread) for share in SHARES)
    behind = (1 + erf(-mean / spread / sqrt(2))) / 2 if spread else float(mean < 0)
    return Hold(rounds, mean, bands, behind, normal=True)


@dataclass(frozen=True, slots=True)
class _Lattice:
    """The house's result of one round as whole steps of a unit."""

    steps: NDArray[np.int64]
    chances: NDArray[np.float64]
    per_unit: int


def _lattice(distribution: Mapping[Fraction, Fraction | float]) -> _Lattice | None:
    results = [-result for result in distribution]
    per_unit = lcm(*(result.denominator for result in results))
    if per_unit > _FINEST:
        return None
    steps = [int(result * per_unit) for result in results]
    common = gcd(per_unit, *steps)
    chances = np.array([float(chance) for chance in distribution.values()])
    return _Lattice(np.array(steps) // common, chances / chances.sum(), per_unit // common)


def _summed(lattice: _Lattice, edge: float, deviation: float, rounds: int) -> Hold:
    """The exact sum, folded onto a window around its mean."""
    mean = float(lattice.steps @ lattice.chances) * rounds
    reach = _WIDE * deviation * lattice.per_unit * sqrt(rounds) + 4 * int(np.abs(lattice.steps).max())
    size = 1 << ceil(2 * reach + 2).bit_length()
    one = np.bincount(lattice.steps % size, weights=lattice.chances, minlength=size)
    several = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    first = round(mean) - size // 2
    sums = np.arange(first, first + size)
    upto = np.cumsum(np.clip(several[sums % size], 0.0, None))
    upto /= upto[-1]
    bands = tuple(
        Band(share, *(_quantile(sums, upto, tail) / lattice.per_unit for tail in ((1 - share) / 2, (1 + share) / 2)))
        for share in SHARES
    )
    behind = float(upto[-1 - first]) if first < 0 <= first + size else float(first + size <= 0)
    return Hold(rounds, edge * rounds, bands, behind, normal=False)


def _quantile(sums: NDArray[np.int64], upto: NDArray[np.float64], share: float) -> int:
    return int(sums[min(int(np.searchsorted(upto, share - 1e-12)), len(sums) - 1)])
