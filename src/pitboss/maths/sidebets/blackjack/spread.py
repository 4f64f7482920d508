"""How far the guest's edge on a side bet spreads while a shoe is dealt.

Of a bet on one to three cards the edge is exact for every shoe: what each deal pays, weighed by how often it comes from
the cards that are left. Of other bets the effects of removal tell it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import patterns as p
from pitboss.cards import DECK
from pitboss.games.blackjack.state import SideBet

__all__ = ["exact_edges", "paid_by_code"]

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

_SIZES: Final = {"up_card": 1, "first_two": 2, "dealer_first_two": 2, "first_two_and_up": 3}
_AT_ONCE: Final = 256
"""Shoes whose deals are weighed at once: their products take 6 MB."""


def exact_edges(side: SideBet, left: I64) -> F64 | None:
    """Return the guest's edge for each row of 52 numbers of cards left, None for a bet that more than they decide."""
    size = _SIZES.get(side.compiled.cards)
    if size is None or side.compiled.facts - {p.BET, p.MAIN}:
        return None
    paid, cards = _deals(side, size), left.astype(np.float64)
    weigh = (_of_one, _of_two, _of_three)[size - 1]
    sums = np.concatenate([weigh(paid, some) for some in np.split(cards, range(_AT_ONCE, len(cards), _AT_ONCE))])
    total = cards.sum(axis=1)
    edges: F64 = sums / np.prod([total - drawn for drawn in range(size)], axis=0)
    return edges


def _deals(side: SideBet, size: int) -> F64:
    """What the bet pays, in stakes, for every deal of so many cards in their order."""
    facts = {p.BET: side.rules.min, p.MAIN: 0}
    shape = (len(DECK),) * size
    codes = np.broadcast_to(np.asarray(side.compiled.code(p.DealFacts(list(np.indices(shape)), facts))), shape)
    return paid_by_code(side, codes)


def paid_by_code(side: SideBet, codes: I64) -> F64:
    """What the bet pays, in stakes, for each code of the lines that are reached."""
    found, places = np.unique(codes, return_inverse=True)
    lines = [side.compiled.decoded(int(code))[0] for code in found]
    pays = [float(sum(side.odds[line].ratio for line in some)) if some else -1.0 for some in lines]
    results: F64 = np.array(pays)[places].reshape(codes.shape)
    return results


def _of_one(paid: F64, cards: F64) -> F64:
    sums: F64 = cards @ paid
    return sums


def _of_two(paid: F64, cards: F64) -> F64:
    """All pairs of places, less a card beside itself."""
    sums: F64 = ((cards @ paid) * cards).sum(axis=1) - cards @ np.diagonal(paid)
    return sums


def _of_three(paid: F64, cards: F64) -> F64:
    """All triples of places, less those with one card twice; three times the same was taken off twice too often."""
    by_first = (cards @ paid.reshape(len(DECK), -1)).reshape(-1, len(DECK), len(DECK))
    triples = ((by_first @ cards[:, :, None])[:, :, 0] * cards).sum(axis=1)
    twice = (np.einsum("iik->ik", paid), np.einsum("iji->ij", paid), np.einsum("ijj->ij", paid))
    pairs = sum(((cards @ one) * cards).sum(axis=1) for one in twice)
    sums: F64 = triples - pairs + 2 * (cards @ np.einsum("iii->i", paid))
    return sums
