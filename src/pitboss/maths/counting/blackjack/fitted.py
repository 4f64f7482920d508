"""Values of choices as functions of the mixture of a shoe, fitted to shoes that were solved exactly.

Each value is a plane over the mixture (effects of removal, in other words) with a term for the size of the shoe; what
the solved shoes differ from it is kept, so that every figure made of such values has an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.counting.blackjack.met import FEATURES, features
from pitboss.maths.counting.blackjack.solved import Solved

__all__ = ["Fit", "fit"]

F64 = NDArray[np.float64]

FEWEST: Final = 3
"""Shoes for each coefficient, at least."""


@dataclass(frozen=True)
class Fit:
    """Coefficients by what was fitted, what is left over by shoe, and how sure the coefficients are."""

    solved: Solved
    first: F64
    """By hand, up card, choice and feature."""
    later: F64
    """By softness, total, up card, choice and feature."""
    expectation: F64
    first_left: F64
    """By shoe, hand, up card and choice."""
    later_left: F64
    spread: F64
    """The covariance of coefficients for a unit of what is left over."""

    def error(self, at: F64, left_over: F64) -> float:
        """The standard error of a fitted value at some features, by what its fit has left over."""
        freedom = max(len(left_over) - FEATURES, 1)
        spread, squares = float(at @ self.spread @ at), float(left_over @ left_over)
        return float(np.sqrt(max(spread, 0.0) * squares / freedom))


def fit(solved: Solved) -> Fit:
    """Fit all values at once; a choice that most of the shoes do not have is left untold."""
    x = features(solved.shoes)
    left = solved.shoes.sum(axis=1)
    weights = np.sqrt(left / left.mean())[:, None]
    inverse = np.linalg.pinv(x * weights)

    def of(values: F64) -> tuple[F64, F64]:
        flat = values.reshape(len(x), -1)
        found = inverse @ (flat * weights)
        _fit_some(x, weights, flat, found)
        left_over = np.nan_to_num(flat - x @ found).reshape(values.shape)
        return np.moveaxis(found.reshape(FEATURES, *values.shape[1:]), 0, -1), left_over

    first, first_left = of(solved.first)
    later, later_left = of(solved.later)
    expectation, _ = of(solved.expectations[:, None])
    return Fit(solved, first, later, expectation[0], first_left, later_left, inverse @ inverse.T)


def _fit_some(x: F64, weights: F64, values: F64, found: F64) -> None:
    """Fit what some shoes do not have, such as a pair of which one card is left, by the others."""
    missing = np.isnan(values)
    number = missing.sum(axis=0)
    for column in np.flatnonzero((number > 0) & (len(x) - number >= FEWEST * FEATURES)):
        rows = ~missing[:, column]
        found[:, column] = np.linalg.pinv(x[rows] * weights[rows]) @ (values[rows, column] * weights[rows, 0])
