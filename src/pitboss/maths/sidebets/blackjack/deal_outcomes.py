"""Every way the facts of a side bet can fall, each with the number of orders of the shoe that bring it about.

A bet names the facts that decide it; the walk here is over those of the deal: the player's first two cards, with the
dealer's up card or with whether the dealer has a blackjack. What each way means is asked of the very function that
settles the bet at the table, once for all shoes; a shoe then only weighs the answers. All sums are whole numbers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import Bet, Seen
from pitboss.cards import DECK
from pitboss.hands.totals import POINTS
from pitboss.maths.sidebets.money import Chances, Lines

__all__ = ["Stakes", "deal_chances", "lines_of_deals", "walkable"]

I64 = NDArray[np.int64]

ACES = np.array([card >= 48 for card in DECK], dtype=np.int64)
TENS = np.array([POINTS[card] == 10 for card in DECK], dtype=np.int64)
SAME = np.eye(len(DECK), dtype=np.int64)
WALKED = ({"first"}, {"first", "up"}, {"first", "dealer_blackjack"})


class Stakes(NamedTuple):
    """What lies on the side bet and on the main bet, in cents."""

    side: int
    main: int


class Table(NamedTuple):
    """The number of its lines for every first card, second card, up card and answer to "dealer blackjack?"."""

    ways: NDArray[np.int16]
    lines: tuple[Lines, ...]


def walkable(bet: Bet) -> bool:
    """Whether the deal alone decides a bet."""
    return set(bet.needs) - {"stakes"} in WALKED


def deal_chances(bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], *, hidden_ten: bool) -> Chances:
    """The chance of every set of lines, in a shoe with these numbers of cards of each kind.

    ``hidden_ten`` is for a bet that is settled before the dealer turns the hole card under a ten: a blackjack there
    is not seen yet.
    """
    known = stakes if "stakes" in bet.needs else Stakes(0, 0)
    table = lines_of_deals(bet, rules, known)
    weights = _weights(bet, np.array(counts, dtype=np.int64), hidden_ten=hidden_ten)
    orders = int(weights.sum())
    return {lines: Fraction(int(weights[table.ways == i].sum()), orders) for i, lines in enumerate(table.lines)}


@lru_cache(maxsize=64)
def lines_of_deals(bet: Bet, rules: Any, stakes: Stakes) -> Table:
    """Ask the bet about every deal; a fact that it does not need is left at one value."""
    ups = DECK if "up" in bet.needs else DECK[:1]
    naturals = (False, True) if "dealer_blackjack" in bet.needs else (False,)
    numbers: dict[Lines, int] = {(): 0}
    ways = [
        numbers.setdefault(bet.lines(Seen((a, b), up, None, (), natural, *stakes), rules), len(numbers))
        for a in DECK
        for b in DECK
        for up in ups
        for natural in naturals
    ]
    shape = (len(DECK), len(DECK), len(ups), len(naturals))
    return Table(np.array(ways, dtype=np.int16).reshape(shape), tuple(numbers))


def _weights(bet: Bet, n: I64, *, hidden_ten: bool) -> I64:
    """In how many orders of two first cards, and of up card or up and hole card where needed, each way comes about."""
    first = n[:, None] * (n[None, :] - SAME)
    if "up" in bet.needs:
        ups = n[None, None, :] - SAME[:, None, :] - SAME[None, :, :]
        triples: I64 = (first[:, :, None] * ups)[..., None]
        return triples
    pairs: I64 = first[:, :, None, None]
    if "dealer_blackjack" not in bet.needs:
        return pairs
    cards = int(n.sum())
    aces, tens = (_left_of(kind, n)[:, :, None] for kind in (ACES, TENS))
    naturals = aces * tens * (1 if hidden_ten else 2)
    dealt: I64 = pairs * np.stack([(cards - 2) * (cards - 3) - naturals, naturals], axis=-1)
    return dealt


def _left_of(kind: I64, n: I64) -> I64:
    """How many cards of a kind are left once two cards are gone."""
    left: I64 = int((kind * n).sum()) - kind[:, None] - kind[None, :]
    return left
