"""Where the play of a total depends on how many cards make it: before a Charlie, or a bonus for 21 of many cards."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.bonuses import FIVE, SEVEN
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import NO_CHARLIE, UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.solver import Solution

__all__ = ["ByCards", "counts_cards", "plays_by_cards"]

MOST_CARDS = 6
"""Hands of more cards come about so seldom that a card for the pocket does not tell them."""


class ByCards(NamedTuple):
    """A total of N cards that is played otherwise than the total is as a whole."""

    cards: int
    soft: int
    total: int
    up: int
    move: Move


def counts_cards(record: BlackjackRecord) -> bool:
    """Whether the number of cards of a hand changes what it is worth."""
    return record.charlie < NO_CHARLIE or any(record.bonuses[FIVE : SEVEN + 1])


def plays_by_cards(solution: Solution, book: Playbook) -> Iterator[ByCards]:
    """The totals of three cards or more that are better drawn to, or stood on, than the book says of the total.

    Hands of a total and of as many cards count as often as the shoe holds them.
    """
    record, table = solution.record, solution.table
    if not counts_cards(record):
        return
    values = solution.kinds[UNSPLIT].values
    gains: dict[tuple[int, int, int], np.ndarray[tuple[int], np.dtype[np.float64]]] = {}
    for hand in range(table.hands):
        size = int(table.size[hand])
        if 3 <= size <= MOST_CARDS and size < record.charlie:
            counts = table.counts[hand].tolist()
            ways = 1
            for held, n in zip(counts, solution.shoe.values, strict=True):
                ways *= comb(n, held)
            hit, stand = values[hand, :, k.HIT], values[hand, :, k.STAND]
            open_ = (hit > k.NOT_ALLOWED) & (stand > k.NOT_ALLOWED)
            key = size, int(table.soft[hand]), int(table.total[hand])
            gains[key] = gains.get(key, np.zeros(10)) + np.where(open_, ways * (hit - stand), 0.0)
    for (size, soft, total), gain in sorted(gains.items()):
        for up in range(10):
            said, best = Move(book.later[UNSPLIT, up, soft, total]), Move.HIT if gain[up] > 0.0 else Move.STAND
            if said in (Move.HIT, Move.STAND) and said is not best and gain[up] != 0.0:
                yield ByCards(size, soft, total, up, best)
