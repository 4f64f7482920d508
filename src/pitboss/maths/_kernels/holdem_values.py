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
    BITS,
    CATEGORY,
    DEALERS,
    HIGH_CARD,
    LIVE,
    SUITED_SORTS,
    TIED,
    TIED_MASK,
    live_cards,
    live_suits,
    sort_cards,
    sort_of,
    sort_pair,
    sorts_on,
)
from pitboss.maths._kernels.holdem_index import EXCHANGES, PAIRS, exchanged, flop_class, pair_at, pair_of, signed
from pitboss.maths.cache import inlined, kernel

__all__ = [
    "CLASSES", "CLASS_OF", "PAIR_MOVES", "SUBFLOPS", "SUMS", "TERMS", "Term", "hand_values", "hole_class",
    "mark_hands", "subflop", "unqualified", "weigh_boards",
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
"""What is summed up for each class of hole cards."""
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


@inlined
def hole_class(suits: I64, low: int, high: int) -> tuple[int, int, int, int]:
    """How many hands of two sorts there are of two suits and of one, and the classes of hole cards of both."""
    one, two = low % 13, high % 13
    pairs, suited = max(one, two) * 13 + min(one, two), min(one, two) * 13 + max(one, two)
    n = BITS[suits[low]]
    if low == high:
        return n * (n - 1) >> 1, 0, pairs, suited
    of_suit = BITS[suits[low] & suits[high]]
    return n * BITS[suits[high]] - of_suit, of_suit, pairs, suited


@inlined
def mark_hands(rivers: U64, row: int, live: I64, sorts: int, partners: U64) -> None:
    """Set a bit for each hand whose two cards are partners, as the live cards of each sort have them."""
    for place in range(LIVE):
        card = live[place]
        lower = partners[sort_of(card, sorts)] & (np.uint64(1) << np.uint64(card)) - np.uint64(1)
        word, shift = pair_at(0, card) >> 6, np.uint64(pair_at(0, card) & 63)
        rivers[row, word] |= lower << shift
        if shift:
            over = lower >> np.uint64(64) - shift
            if over:
                rivers[row, word + 1] |= over


@kernel(
    "void(uint8[:, ::1], int64[::1], int64, int64, int64, int64[::1], uint32[:, ::1], uint16[:, ::1], "
    "uint64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, :, ::1])"
)
def weigh_boards(
    boards: U8,
    sizes: I64,
    start: int,
    first: int,
    last: int,
    terms: I64,
    ranked: U32,
    weak: U16,
    rivers: U64,
    holes: I64,
    flops: I64,
    by_sorts: I64,
) -> None:
    """Weigh some boards, on which the rows of ``ranked`` and ``weak`` begin with the class ``start``.

    ``rivers`` gets a bit for each hand that bets on the river; ``holes`` by class of hole cards the sums of hands
    beaten, hands lost to, Ante and Blind, the best on the river, and dealers that do not qualify. ``by_sorts`` gets
    what raising on each flop is worth more than going on, by the suit of a flush there and by pair of sorts, for
    hands with a card of turn or river too; those are taken off again in ``flops``, by pair of hole cards.
    """
    sorts, pairs = sorts_on(start), ranked.shape[1]
    live, suits = np.empty(LIVE, dtype=np.int64), np.empty(sorts, dtype=np.int64)
    cards, partners = np.empty(sorts, dtype=np.uint64), np.empty(sorts, dtype=np.uint64)
    gains = np.empty(pairs, dtype=np.int64)
    for row in range(first, last):
        live_cards(boards, row, live)
        live_suits(boards, row, suits)
        size, hand = sizes[row], 0
        for high in range(sorts):
            cards[high], partners[high] = sort_cards(suits, high), np.uint64(0)
            for low in range(high + 1):
                mark = ranked[row - start, hand]
                gains[hand] = 0
                if mark:
                    few = unqualified(weak, row - start, low, high, sorts, mark)
                    kept, river, flop, fold, lost = hand_values(terms, mark, few)
                    best = max(river, fold)
                    if river > fold:
                        partners[high] |= cards[low]
                        partners[low] |= cards[high]
                    gains[hand] = size * (flop - best)
                    others, of_suit, kind, suited_kind = hole_class(suits, low, high)
                    for times, of in ((size * others, kind), (size * of_suit, suited_kind)):
                        if times:
                            holes[of, 0] += times * signed(mark & TIED_MASK)
                            holes[of, 1] += times * lost
                            holes[of, 2] += times * kept
                            holes[of, 3] += times * best
                            holes[of, 4] += times * few
                hand += 1
        mark_hands(rivers, row, live, sorts, partners)
        for at in range(10):
            a, b, c = subflop(boards, row, at)
            flop, exchange = flop_class(a, b, c)
            suit = exchange & 3 if sorts == SUITED_SORTS else 0  # where the first one goes
            for hand in range(pairs):
                by_sorts[flop, suit, hand] += gains[hand]
            turn, river = signed(boards[row, SUBFLOPS[at, 3]]), signed(boards[row, SUBFLOPS[at, 4]])
            turn_sort, river_sort = sort_of(turn, sorts), sort_of(river, sorts)
            turn_now, river_now = exchanged(turn, exchange), exchanged(river, exchange)
            both = sort_pair(min(turn_sort, river_sort), max(turn_sort, river_sort))
            flops[flop, pair_of(turn_now, river_now)] -= gains[both]
            for gone, now in ((turn_sort, turn_now), (river_sort, river_now)):
                if suits[gone] == 0:
                    continue  # nothing was added for it
                for place in range(LIVE):
                    other = sort_of(live[place], sorts)
                    pair = pair_of(now, exchanged(live[place], exchange))
                    flops[flop, pair] -= gains[sort_pair(min(gone, other), max(gone, other))]
