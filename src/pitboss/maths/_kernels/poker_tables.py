"""The tables behind ``pitboss.maths._kernels.poker``, made in a few hundredths of a second when that is imported.

They are made from the ranks alone and by other means than ``pitboss.hands.poker`` works, so that the one can be held
against the other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.poker import Category
from pitboss.maths.cache import inlined, kernel

__all__ = ["ROW_BITS", "Table", "card_keys", "flush_strengths", "hand_tables"]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I64 = NDArray[np.int64]

RANK_KEYS: Final = (
    *(0x22EEE979, 0xD51ED84B, 0x18A35FFB, 0x6A2E7940, 0xEA33EF90, 0x79D6E18E, 0xB81AD9E3),
    *(0x92998E19, 0xFF324019, 0xA699B892, 0x69BC01BA, 0x9DCADF22, 0x0ED0EF00),
)
"""Thirteen numbers drawn at random; most draws would do, and `hand_tables` finds out whether these do."""

ROW_BITS: Final = 14
SLOT_BITS: Final = {5: 13, 6: 15, 7: 16}
"""How many places the hands of a size have, as a power of two."""


class Table(NamedTuple):
    """Where the strengths of all hands of one size lie, and the row by row move that takes a sum there."""

    places: U16
    moves: U8


def card_keys() -> NDArray[np.uint64]:
    """What each card adds to a key; what is no card counts from bit 24 up."""
    cards = [RANK_KEYS[card >> 2] << 32 | 1 << 4 * (card & 3) for card in range(52)]
    return np.array(cards + [1 << 24] * 204, dtype=np.uint64)


# --- sets of ranks: numbers of 13 bits --------------------------------------------------------------------


class Ranks(NamedTuple):
    """What each of the 8,192 sets of ranks holds."""

    size: I64
    top: I64
    straight: I64
    """The highest rank of its best straight, 0 for none."""
    number: dict[int, I64]
    """The number of its N highest ranks among the sets of that size."""


def sets_of_ranks() -> Ranks:
    sets = np.arange(8192)
    size, top, straight = np.zeros_like(sets), np.zeros_like(sets), np.zeros_like(sets)
    for rank in range(13):
        there = sets >> rank & 1 > 0
        size += there
        top[there] = rank
    for high in range(3, 13):
        run = sum(1 << (high - down) % 13 for down in range(5))
        straight[sets & run == run] = high
    return Ranks(size, top, straight, {wanted: numbers(sets, wanted) for wanted in (2, 3, 5)})


def numbers(sets: I64, wanted: int) -> I64:
    """The number of the N highest ranks of each set, counted off from the ace downwards."""
    choose = np.zeros((13, wanted + 1), dtype=np.int64)
    choose[:, 0] = 1
    for rank in range(1, 13):
        choose[rank, 1:] = choose[rank - 1, 1:] + choose[rank - 1, :-1]
    number, left = np.zeros_like(sets), np.full_like(sets, wanted)
    for rank in reversed(range(13)):
        taken = (sets >> rank & 1 > 0) & (left > 0)
        number[taken] += choose[rank, left[taken]]
        left[taken] -= 1
    return number


def flush_strengths() -> U16:
    """The strength of each set of five or more ranks in one suit."""
    ranks = sets_of_ranks()
    straight = np.where(ranks.straight == 12, Category.ROYAL_FLUSH << 12, Category.STRAIGHT_FLUSH << 12)
    plain = Category.FLUSH << 12 | ranks.number[5]
    strengths = np.where(ranks.straight > 0, straight | ranks.straight, plain)
    return np.where(ranks.size >= 5, strengths, 0).astype(np.uint16)


# --- hands without a flush: how many of each rank ---------------------------------------------------------


class Hands(NamedTuple):
    """Choices of ranks with up to four of each."""

    sums: I64
    """The ranks' keys added up, less what goes beyond 32 bits."""
    cards: I64
    least: list[I64]
    """The sets of ranks of which there is at least one, two, three, four."""

    def only(self, chosen: I64) -> Hands:
        return Hands(self.sums[chosen], self.cards[chosen], [ranks[chosen] for ranks in self.least])


def hands_up_to(cards: int) -> Hands:
    """Every choice of ranks for up to N cards."""
    none = np.zeros(1, dtype=np.int64)
    hands = Hands(none, none, [none] * 4)
    for rank, key in enumerate(RANK_KEYS):
        fitting = [np.flatnonzero(hands.cards + copies <= cards) for copies in range(5)]
        copies = np.repeat(np.arange(5), [len(chosen) for chosen in fitting])
        hands = hands.only(np.concatenate(fitting))
        hands = Hands(
            hands.sums + copies * key & 0xFFFF_FFFF,
            hands.cards + copies,
            [ranks | (copies > more) << rank for more, ranks in enumerate(hands.least)],
        )
    return hands


def strengths_of(hands: Hands) -> U16:
    one, two, three, four = hands.least
    size, top, straight, number = sets_of_ranks()
    quad, triple, pair = top[four], top[three], top[two]
    pairless = one & ~(1 << pair)
    second = top[two & ~(1 << pair)]
    kinds = [
        (four > 0, Category.FOUR_OF_A_KIND, quad * 13 + top[one & ~(1 << quad)]),
        ((three > 0) & (size[two] > 1), Category.FULL_HOUSE, triple * 13 + top[two & ~(1 << triple)]),
        (straight[one] > 0, Category.STRAIGHT, straight[one]),
        (three > 0, Category.THREE_OF_A_KIND, triple * 78 + number[2][one & ~(1 << triple)]),
        (size[two] > 1, Category.TWO_PAIR, number[2][two] * 13 + top[pairless & ~(1 << second)]),
        (two > 0, Category.PAIR, pair * 286 + number[3][pairless]),
    ]
    strengths: I64 = np.select(
        [fits for fits, _, _ in kinds],
        [kind << 12 | place for _, kind, place in kinds],
        Category.HIGH_CARD << 12 | number[5][one],
    )
    return strengths.astype(np.uint16)


# --- every sum to a place of its own ----------------------------------------------------------------------


def hand_tables() -> tuple[Table, Table, Table]:
    """The tables for five, six and seven cards."""
    hands = hands_up_to(7)
    five, six, seven = (table_for(hands.only(np.flatnonzero(hands.cards == cards)), cards) for cards in (5, 6, 7))
    return five, six, seven


def table_for(hands: Hands, cards: int) -> Table:
    hands = hands.only(np.argsort(hands.sums))
    begins = np.searchsorted(hands.sums, np.arange((1 << ROW_BITS) + 1) << 32 - ROW_BITS)
    order = np.argsort(-np.diff(begins), kind="stable")  # the fullest first, while there is room
    table = Table(np.zeros(1 << SLOT_BITS[cards], dtype=np.uint16), np.zeros(1 << ROW_BITS, dtype=np.uint8))
    fitted = fit_rows(hands.sums, begins, order, strengths_of(hands), table.places, table.moves)
    assert fitted, "no move fits a row: take other RANK_KEYS"
    return table


@kernel("boolean(int64[::1], int64[::1], int64[::1], uint16[::1], uint16[::1], uint8[::1])")
def fit_rows(sums: I64, begins: I64, order: I64, strengths: U16, places: U16, moves: U8) -> bool:
    """Find for each row of sums the exclusive-or that takes each of them to a place that is still free."""
    for row in order:
        begin, end = begins[row], begins[row + 1]
        for move in range(256):
            if fit_row(sums[begin:end], strengths[begin:end], move, places):
                moves[row] = move
                break
        else:
            return False
    return True


@inlined
def fit_row(sums: I64, strengths: U16, move: int, places: U16) -> bool:
    """Place a row with this move, or leave the places as they were."""
    last = places.size - 1
    for at in range(sums.size):
        place = (sums[at] ^ move) & last
        if places[place]:
            for placed in range(at):
                places[(sums[placed] ^ move) & last] = 0
            return False
        places[place] = strengths[at]
    return True
