"""A side bet of blackjack by any count: how the count goes with it, its edge at each count, and what betting brings.

The shoes are those of :mod:`pitboss.maths.sidebets.blackjack.countability`, and so is how results are taken from them.
From which count on is bet is chosen by the effects of removal; what that brings is measured by results.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.games.blackjack.state import SideBet
from pitboss.maths.counting import Count
from pitboss.maths.counting.risk import AtCount
from pitboss.maths.figures import WagerFigures
from pitboss.maths.sidebets.blackjack.countability import Shoes
from pitboss.maths.sidebets.countability import BetByCount, Counting, correlation
from pitboss.rules.blackjack.sections import Dealer

__all__ = ["bet_by_count", "correlated", "counts_of"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]


def correlated(effects: Mapping[Card, Any], count: Count) -> float:
    """Return how the tags that are bet by go with what each card's removal does to the player's return."""
    gains = np.array([-float(effects.get(card, 0)) for card in DECK])
    return correlation(np.array(count.betting.tags, dtype=np.float64), gains)


def bet_by_count(
    side: SideBet, dealer: Dealer, figures: WagerFigures, effects: Mapping[Card, Any], counting: Counting, count: Count
) -> BetByCount:
    """Return what a count is good for at a bet whose figures and effects of removal are known."""
    gains = np.array([-float(effects.get(card, 0)) for card in DECK])
    shoes = Shoes(side, dealer, counting)
    likeness = correlated(effects, count)
    counts = counts_of(shoes, count.betting, counting.decks)
    ahead = shoes.ahead(-figures.house_edge, gains - gains.mean())
    below = likeness < 0
    trigger = _trigger(-counts if below else counts, ahead)
    if trigger is not None and below:
        trigger = -trigger
    bets = np.zeros(counts.shape, dtype=bool)
    if trigger is not None:
        bets = counts <= trigger if below else counts >= trigger
    who = shoes.counter(str(count), likeness, None if trigger is None else float(trigger), bets)
    rows = tuple(_row(shoes, counts, int(at)) for at in np.unique(counts))
    return BetByCount(
        side.wager, figures.title, figures.house_edge, likeness, rows, trigger, below, who.bets, who.edge,
        who.per_hundred, who.error, counting.shoes,
    )  # fmt: skip


def counts_of(shoes: Shoes, count: Count, decks: int) -> I64:
    """The count before each round as people have it: divided and rounded as it says."""
    running = count.initial(decks) + shoes.gone(np.array(count.tags))
    divisors = np.array([count.divisor(int(shoes.cards - start)) for start in shoes.starts])
    exact = 52 * running / (count.unit * divisors)
    rounded = np.floor(exact + 0.5) if count.rounding == "nearest" else np.floor(exact)
    whole: I64 = (np.trunc(exact) if count.rounding == "toward zero" else rounded).astype(np.int64)
    return whole


def _trigger(counts: I64, ahead: F64) -> int | None:
    """The count from which on betting brings most; None where no count is ahead."""
    sums = {int(at): float(ahead[counts >= at].sum()) for at in np.unique(counts)}
    best = max(sums, key=lambda at: sums[at])
    return best if sums[best] > 0 else None


def _row(shoes: Shoes, counts: I64, at: int) -> AtCount:
    """The rounds at a count; rounds of one shoe are not independent, so the error is taken from shoe to shoe."""
    here = counts == at
    number = int(here.sum())
    mean = float(shoes.worth[here].mean())
    by_shoe = np.where(here, shoes.worth - mean, 0.0).sum(axis=1)
    error = sqrt(float((by_shoe**2).sum())) / number
    return AtCount(at, float(here.mean()), mean, error, float(shoes.squares[here].mean()))
