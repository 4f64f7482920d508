"""What hands on boards are worth at best: the last decision, and its share in the decision on the flop.

``terms`` are the amounts of a game, by the places named here. Sums run over the dealer's 990 hands, and boards count
as often as their class is large. The flop's decision is a sum as well: raising there less going on to the river, over
all boards that have the flop among their cards.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_boards import (
    CATEGORY,
    DEALERS,
    HIGH_CARD,
    LIVE,
    PLAIN,
    RANK_PAIRS,
    TIED,
    TIED_MASK,
    live_cards,
    rank_pair,
)
from pitboss.maths._kernels.holdem_index import (
    EXCHANGES,
    PAIRS,
    SUITS_KEPT,
    exchanged,
    flop_class,
    pair_at,
    pair_of,
    signed,
)
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "CLASSES", "CLASS_OF", "PAIR_MOVES", "SUBFLOPS", "SUMS", "TERMS", "Term", "hand_values", "subflop",
    "unqualified", "weigh_plain", "weigh_suited",
]  # fmt: skip

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]


class Term:
    """Where the terms of a game stand: what the Blind pays by category comes first, from 1 (high card)."""

    ANTE_WIN: Final = 11
    STAKE: Final = 12
    NEEDS_PAIR: Final = 13
    REFUND: Final = 14
    """What a folded hand gets back where the dealer does not qualify."""
    RIVER: Final = 15
    """Whether there is a Play bet on the river, what it wins and what it loses; then the same for the flop."""
    FLOP: Final = 18


TERMS: Final = 21
CLASSES: Final = 169
"""Hole cards up to an exchange of suits: by higher and lower rank, suited above the diagonal."""

ANTE_WIN, STAKE, NEEDS_PAIR, REFUND = Term.ANTE_WIN, Term.STAKE, Term.NEEDS_PAIR, Term.REFUND
RIVER, FLOP = Term.RIVER, Term.FLOP

NEVER: Final = -(1 << 60)
"""What a bet that is not offered is worth."""
SUMS: Final = 5
"""What is summed up for each pair of hole cards."""
SUBFLOPS: Final = np.array(
    [(*flop, *sorted({0, 1, 2, 3, 4} - set(flop))) for flop in combinations(range(5), 3)], dtype=np.int64
)
"""The ten flops of a board, each with its turn and river, as places among its cards."""


def pair_moves() -> NDArray[np.uint16]:
    """Where each pair of cards goes under each exchange of suits, by its code; codes that are none have rows of 0."""
    moves = np.zeros((EXCHANGES, PAIRS), dtype=np.uint16)
    high, low = np.tril_indices(52, -1)
    for code in range(EXCHANGES):
        suits = np.array([code >> 2 * suit & 3 for suit in range(4)])
        if len(set(suits.tolist())) == 4:
            a, b = high & ~3 | suits[high & 3], low & ~3 | suits[low & 3]
            top, bottom = np.maximum(a, b), np.minimum(a, b)
            moves[code] = top * (top - 1) // 2 + bottom
    return moves


def hole_classes() -> NDArray[np.int64]:
    """The class of each pair of hole cards."""
    high, low = np.tril_indices(52, -1)
    suited = high & 3 == low & 3
    return np.where(suited, (low >> 2) * 13 + (high >> 2), (high >> 2) * 13 + (low >> 2)).astype(np.int64)


PAIR_MOVES: Final = pair_moves()
CLASS_OF: Final = hole_classes()


@inlined
def subflop(boards: U8, row: int, at: int) -> tuple[int, int, int]:
    """The cards of one of a board's ten flops, in order."""
    return (
        signed(boards[row, SUBFLOPS[at, 0]]),
        signed(boards[row, SUBFLOPS[at, 1]]),
        signed(boards[row, SUBFLOPS[at, 2]]),
    )


@inlined
def unqualified(weak: U16, row: int, low: int, high: int, every: int, mark: np.uint32) -> int:
    """The dealer's hands against a hand that are less than a pair: all but those with one of its cards."""
    others = signed(weak[row, every]) - signed(weak[row, low]) - signed(weak[row, high])
    return others + 1 if mark >> CATEGORY == HIGH_CARD else others


@inlined
def hand_values(terms: I64, mark: np.uint32, weak: int) -> tuple[int, int, int, int, int]:
    """What Ante and Blind win, alone and with a Play bet on the river or the flop; a fold; and the hands lost to."""
    beaten, tied = signed(mark & TIED_MASK), signed(mark >> TIED & TIED_MASK)
    lost = DEALERS - beaten - tied
    kind = mark >> CATEGORY
    weak *= terms[NEEDS_PAIR]
    won_both, lost_both = beaten - weak, lost
    if kind == HIGH_CARD and terms[NEEDS_PAIR]:
        won_both, lost_both = 0, DEALERS - weak
    kept = beaten * terms[kind] + won_both * terms[ANTE_WIN] - (lost + lost_both) * terms[STAKE]
    fold = weak * terms[REFUND] - 2 * DEALERS * terms[STAKE]
    river = kept + beaten * terms[RIVER + 1] - lost * terms[RIVER + 2] if terms[RIVER] else NEVER
    flop = kept + beaten * terms[FLOP + 1] - lost * terms[FLOP + 2]
    return kept, river, flop, fold, lost


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], "
    "uint64[:, ::1], int64[:, ::1], int64[:, ::1])"
)
def weigh_suited(
    boards: U8,
    sizes: I64,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    rivers: U64,
    holes: I64,
    flops: I64,
) -> None:
    """Boards with three cards of a suit, hand by hand.

    ``rivers`` gets a bit for each hand that bets on the river; ``holes`` by pair of hole cards the sums of hands
    beaten, hands lost to, Ante and Blind, the best on the river, and dealers that do not qualify; ``flops`` what
    raising on each flop is worth more than going on.
    """
    live = np.empty(LIVE, dtype=np.int64)
    gains = np.zeros(PAIRS, dtype=np.int64)
    for row in range(first, last):
        live_cards(boards, row, live)
        size = sizes[row]
        gains[:] = 0
        hand = 0
        for high in range(1, LIVE):
            for low in range(high):
                mark = ranked[row, hand]
                hand += 1
                few = unqualified(weak, row, low, high, LIVE, mark)
                kept, river, flop, fold, lost = hand_values(terms, mark, few)
                pair = pair_at(live[low], live[high])
                best = max(river, fold)
                if river > fold:
                    rivers[row, pair >> 6] |= np.uint64(1) << np.uint64(pair & 63)
                gains[pair] = size * (flop - best)
                holes[pair, 0] += size * signed(mark & TIED_MASK)
                holes[pair, 1] += size * lost
                holes[pair, 2] += size * kept
                holes[pair, 3] += size * best
                holes[pair, 4] += size * few
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            if exchange == SUITS_KEPT:
                for pair in range(PAIRS):
                    flops[flop, pair] += gains[pair]
            else:
                for pair in range(PAIRS):
                    flops[flop, PAIR_MOVES[exchange, pair]] += gains[pair]


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], "
    "uint64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1])"
)
def weigh_plain(
    boards: U8,
    sizes: I64,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    rivers: U64,
    holes: I64,
    flops: I64,
    ranks: I64,
) -> None:
    """Boards without three cards of a suit, by pairs of ranks.

    ``ranks`` gets what raising on each flop gains by pair of ranks, for hands with a card of turn or river too; those
    are taken off again in ``flops``.
    """
    live = np.empty(LIVE, dtype=np.int64)
    gains, sums = np.empty(RANK_PAIRS, dtype=np.int64), np.empty((RANK_PAIRS, SUMS), dtype=np.int64)
    plays = np.empty(RANK_PAIRS, dtype=np.bool_)
    for row in range(first, last):
        live_cards(boards, PLAIN + row, live)
        size = sizes[PLAIN + row]
        hand = 0
        for high in range(13):
            for low in range(high + 1):
                mark = ranked[row, hand]
                few = unqualified(weak, row, low, high, 13, mark)
                kept, river, flop, fold, lost = hand_values(terms, mark, few)
                best = max(river, fold)
                plays[hand] = river > fold
                gains[hand] = size * (flop - best)
                sums[hand, 0], sums[hand, 1] = size * signed(mark & TIED_MASK), size * lost
                sums[hand, 2], sums[hand, 3] = size * kept, size * best
                sums[hand, 4] = size * few
                hand += 1
        for high in range(1, LIVE):
            for low in range(high):
                hand = rank_pair(live[low] >> 2, live[high] >> 2)
                pair = pair_at(live[low], live[high])
                if plays[hand]:
                    rivers[PLAIN + row, pair >> 6] |= np.uint64(1) << np.uint64(pair & 63)
                for column in range(SUMS):
                    holes[pair, column] += sums[hand, column]
        for at in range(10):
            a, b, c = subflop(boards, PLAIN + row, at)
            flop, exchange = flop_class(a, b, c)
            for hand in range(RANK_PAIRS):
                ranks[flop, hand] += gains[hand]
            turn, river = signed(boards[PLAIN + row, SUBFLOPS[at, 3]]), signed(boards[PLAIN + row, SUBFLOPS[at, 4]])
            turn_now, river_now = exchanged(turn, exchange), exchanged(river, exchange)
            flops[flop, pair_of(turn_now, river_now)] -= gains[rank_pair(turn >> 2, river >> 2)]
            for other in range(LIVE):
                card, now = live[other], exchanged(live[other], exchange)
                rank = card >> 2
                pairs = rank_pair(min(rank, turn >> 2), max(rank, turn >> 2))
                flops[flop, pair_of(turn_now, now)] -= gains[pairs]
                pairs = rank_pair(min(rank, river >> 2), max(rank, river >> 2))
                flops[flop, pair_of(river_now, now)] -= gains[pairs]
