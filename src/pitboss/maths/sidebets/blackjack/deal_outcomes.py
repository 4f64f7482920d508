"""Every way the facts of a side bet can fall, each with the number of orders of the shoe that bring it about.

A bet names the facts that decide it; the walk here is over those of the deal: the player's first two cards, the
dealer's up card, the hole card, and whether the dealer has a blackjack. What each way means is asked of the very
patterns that settle the bet at the table, once for all shoes; a shoe then only weighs the answers. All sums are whole
numbers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.bets import Bet
from pitboss.bets import patterns as p
from pitboss.cards import DECK
from pitboss.hands.totals import POINTS
from pitboss.maths.sidebets.blackjack.tables import Table, axis, line_table
from pitboss.maths.sidebets.money import Chances

__all__ = ["Stakes", "deal_chances", "hole_chances", "lines_of_deals", "walkable"]

I64 = NDArray[np.int64]

ACES = np.array([card >= 48 for card in DECK], dtype=np.int64)
TENS = np.array([POINTS[card] == 10 for card in DECK], dtype=np.int64)
SAME = np.eye(len(DECK), dtype=np.int64)
WALKED = {"first", "up", "dealer_blackjack"}


class Stakes(NamedTuple):
    """What lies on the side bet and on the main bet, in cents."""

    side: int
    main: int


def walkable(bet: Bet) -> bool:
    """Whether the deal alone decides a bet."""
    return set(bet.needs) - {"stakes"} <= WALKED


def deal_chances(bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], *, seen_under: int) -> Chances:
    """The chance of every set of lines, in a shoe with these numbers of cards of each kind.

    ``seen_under`` is under how many kinds of up card, aces and tens, a blackjack has been seen when the bet is settled.
    """
    return _of_deals(bet, rules, stakes if "stakes" in bet.needs else Stakes(0, 0), counts, seen_under)


@lru_cache(maxsize=64)
def _of_deals(bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], seen_under: int) -> Chances:
    """Found once for all the stakes at which a bet is looked at."""
    weights = _weights(bet, np.array(counts, dtype=np.int64), seen_under=seen_under)
    return _weighed(lines_of_deals(bet, rules, stakes), weights)


def _weighed(table: Table, weights: I64) -> Chances:
    orders = int(weights.sum())
    return {lines: Fraction(int(weights[table.ways == i].sum()), orders) for i, lines in enumerate(table.lines)}


@lru_cache(maxsize=64)
def lines_of_deals(bet: Bet, rules: Any, stakes: Stakes) -> Table:
    """Ask the bet about every first card, second card, up card and answer to "dealer blackjack?".

    A fact that it does not need is left at one value.
    """
    needs, compiled = bet.needs, bet.compiled(rules)
    shape = (*((52, 52) if "first" in needs else (1, 1)), 52 if "up" in needs else 1, 1 + ("dealer_blackjack" in needs))
    natural = np.arange(shape[3]).reshape(1, 1, 1, -1) == 1
    facts = {p.DEALER_BLACKJACK: natural, p.BET: stakes.side, p.MAIN: stakes.main}
    first = [axis(0, 4), axis(1, 4)] if "first" in needs else []
    return line_table(compiled, [*first, *([axis(2, 4)] if "up" in needs else [])], facts, shape)


def _weights(bet: Bet, n: I64, *, seen_under: int) -> I64:
    """In how many orders of first two cards, up card and hole card, as far as they are needed, each way comes about."""
    known = [axis(place, 3) for place, fact in ((0, "first"), (1, "first"), (2, "up")) if fact in bet.needs]
    dealt: I64 = np.ones((1, 1, 1), dtype=np.int64)
    for at, card in enumerate(known):
        dealt = dealt * (n[card] - sum((SAME[card, before] for before in known[:at]), np.int64(0)))
    if "dealer_blackjack" not in bet.needs:
        return dealt[..., None]
    aces, tens, held = (_left(n, kind, known) for kind in (ACES, TENS, ACES | 1))
    if "up" in bet.needs:
        naturals, rest = ACES[known[-1]] * tens * (seen_under > 0) + TENS[known[-1]] * aces * (seen_under > 1), held
    else:
        naturals, rest = aces * tens * seen_under, held * (held - 1)
    split: I64 = dealt[..., None] * np.stack(np.broadcast_arrays(rest - naturals, naturals), axis=-1)
    return split


def _left(n: I64, kind: I64, known: list[I64]) -> I64:
    """Return how many cards of a kind are left once some are known."""
    left: I64 = (n @ kind) - sum((kind[card] for card in known), np.zeros((1, 1, 1), dtype=np.int64))
    return left


def hole_chances(bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], *, natural: int = 0) -> Chances:
    """The same for a bet on the dealer's up card and hole card, given whether the player has a blackjack."""
    n = np.array(counts, dtype=np.int64)
    known = stakes if "stakes" in bet.needs else Stakes(0, 0)
    weights: I64 = n[:, None] * (n[None, :] - SAME)
    return _weighed(_lines_of_holes(bet, rules, known, natural), weights)


@lru_cache(maxsize=64)
def _lines_of_holes(bet: Bet, rules: Any, stakes: Stakes, natural: int) -> Table:
    facts = {p.PLAYER_BLACKJACK: natural, p.BET: stakes.side, p.MAIN: stakes.main}
    return line_table(bet.compiled(rules), [axis(0, 2), axis(1, 2)], facts, (52, 52))
