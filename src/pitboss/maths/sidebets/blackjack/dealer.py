"""Bets on the dealer's whole hand: every set of cards it can end as, suit by suit.

Such a bet keeps the dealer drawing even when no hand is left, and whatever the players draw first, the
dealer's cards are as any others of those not seen. So that hand is dealt from the whole shoe, in any of the orders
that the rules of drawing let it grow in.

Of the cards the bet sees values and suits; hands of the same values that show the same set of suits are asked for once.
How many orders show exactly a set of suits comes by inclusion and exclusion from those that show no other suit.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple

from pitboss.bets import Bet, Seen
from pitboss.cards import DECK, Card
from pitboss.hands.totals import POINTS, is_ace_ten
from pitboss.maths.blackjack.tables import dealer_table
from pitboss.maths.sidebets.blackjack.deal_outcomes import Stakes
from pitboss.maths.sidebets.money import Chances, Lines
from pitboss.rules.blackjack.sections import Dealer

__all__ = ["dealer_chances", "dealer_ends"]

SUITS = range(4)
SUIT_SETS = range(1, 16)
"""Sets of suits as numbers of four bits."""
FACE = tuple(next(card >> 2 for card in DECK if POINTS[card] == value) for value in range(1, 11))
"""A rank for each value."""


class End(NamedTuple):
    """The values of a final hand, each with its number, and in how many orders they can be drawn."""

    values: tuple[tuple[int, int], ...]
    size: int
    orders: int


class Paid(NamedTuple):
    """A final hand that pays: how the numbers of orders within sets of suits add up to those that pay these lines."""

    end: End
    lines: Lines
    terms: tuple[tuple[int, int], ...]


def dealer_chances(bet: Bet, rules: Any, stakes: Stakes, counts: tuple[int, ...], *, dealer: Dealer) -> Chances:
    """The chance of every set of lines over all that the dealer can draw from a shoe."""
    known = stakes if "stakes" in bet.needs else Stakes(0, 0)
    paid = paid_ends(bet, rules, known, dealer.draws_to, dealer.soft_17 == "hit")
    held = _held(counts)
    sums: Counter[tuple[Lines, int]] = Counter()
    for end, lines, terms in paid:
        for suits, sign in terms:
            ways = sign * end.orders
            for value, copies in end.values:
                ways *= perm(held[suits][value - 1], copies)
                if not ways:
                    break
            sums[lines, end.size] += ways
    return _shares(sums, sum(counts))


def _held(counts: tuple[int, ...]) -> list[list[int]]:
    """How many cards of each value a shoe holds within each set of suits."""
    held = [[0] * 10 for _ in range(16)]
    for card, n in enumerate(counts):
        for suits in SUIT_SETS:
            held[suits][POINTS[card] - 1] += n * (suits >> (card & 3) & 1)
    return held


def _shares(sums: Counter[tuple[Lines, int]], cards: int) -> Chances:
    chances: Chances = {}
    for (lines, size), orders in (+sums).items():  # a shoe may hold fewer cards than some hands have
        chances[lines] = chances.get(lines, Fraction(0)) + Fraction(orders, perm(cards, size))
    chances[()] = 1 - sum(chances.values(), Fraction(0))
    return chances


@lru_cache(maxsize=16)
def paid_ends(bet: Bet, rules: Any, stakes: Stakes, draws_to: int, hit_soft_17: bool) -> tuple[Paid, ...]:
    """Ask the bet about every final hand and every set of suits it can show."""
    found = []
    for end in dealer_ends(draws_to, hit_soft_17):
        terms: dict[Lines, Counter[int]] = {}
        for suits in SUIT_SETS:
            if suits.bit_count() <= end.size:
                hand = _hand_of(end, suits)
                seen = Seen((hand[0], hand[1]), hand[0], None, hand, is_ace_ten(hand), *stakes)
                lines = bet.lines(seen, rules)
                if lines:
                    _exactly(suits, terms.setdefault(lines, Counter()))
        found += [Paid(end, lines, tuple((s, n) for s, n in of.items() if n)) for lines, of in terms.items()]
    return tuple(found)


def _hand_of(end: End, suits: int) -> tuple[Card, ...]:
    """A hand of these values that shows exactly these suits."""
    shown = [suit for suit in SUITS if suits >> suit & 1]
    values = [value for value, copies in end.values for _ in range(copies)]
    return tuple(Card(4 * FACE[value - 1] + shown[i % len(shown)]) for i, value in enumerate(values))


def _exactly(suits: int, terms: Counter[int]) -> None:
    """Add what counts the hands that show exactly these suits: those within them, less those within fewer."""
    for fewer in SUIT_SETS:
        if fewer & ~suits == 0:
            terms[fewer] += (-1) ** (suits.bit_count() - fewer.bit_count())


@lru_cache(maxsize=16)
def dealer_ends(draws_to: int, hit_soft_17: bool) -> tuple[End, ...]:
    """Every set of values that a dealer can end with, and the orders of each, whichever card lies up."""
    table = dealer_table(draws_to, hit_soft_17)
    ends, path = [], [0] * 32
    for node, (value, depth) in enumerate(zip(table.card.tolist(), table.depth.tolist(), strict=True)):
        path[depth] = value + 1
        orders = int(table.orders[table.start[node] : table.start[node + 1]].sum())
        if orders:
            values = tuple(sorted(Counter(path[: depth + 1]).items()))
            ends.append(End(values, depth + 1, orders))
    return tuple(ends)
