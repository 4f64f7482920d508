"""What a count is good for: how closely its tags follow what each card's removal does to a bet."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import DECK, Card
from pitboss.maths.counting.counts import Count

__all__ = ["correlation", "insurance_effects"]

TENS = "TJQK"


def insurance_effects() -> dict[Card, float]:
    """What the removal of each card does to insurance at 2:1, up to a factor: nine of thirteen cards lose."""
    return {card: -9.0 if card.rank in TENS else 4.0 for card in DECK}


def correlation(count: Count, effects: Mapping[Card, float]) -> float:
    """Return the correlation of a count's tags with effects of removal on the player's return, over a deck.

    >>> from pitboss.maths.counting import read_count
    >>> round(correlation(read_count("ten-count"), insurance_effects()), 6)
    1.0
    """
    tags: NDArray[np.float64] = np.array([count.tag(card) for card in DECK], dtype=float)
    gains = np.array([effects.get(card, 0.0) for card in DECK], dtype=float)
    if not tags.std() or not gains.std():
        return 0.0
    return float(np.corrcoef(tags, gains)[0, 1])
