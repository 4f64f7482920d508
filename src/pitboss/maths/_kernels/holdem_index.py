"""Flops and boards up to an exchange of suits, and the places of decisions in the tables of a way to play.

Suits are alike, so a flop stands for all that become it when suits change names: 1,755 classes of flops, 134,459 of
boards. A class is named by the sets of ranks its suits hold, the largest first; ``exchange`` is the renaming that
takes a card there, two bits for each suit. Hole cards are renamed along, and their pair is one bit of the class's row.

>>> flop_class(0, 4, 8), flop_class(1, 5, 9), flop_class(3, 7, 10)
((0, 228), (0, 225), (288, 30))
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.cache import inlined, kernel

__all__ = [
    "BOARDS", "EXCHANGES", "FLOPS", "PAIRS", "SUITS_KEPT", "WORDS", "board_class", "decides", "exchanged",
    "find_boards", "find_flops", "flop_class", "flop_raises", "pair_at", "pair_of", "river_plays", "signed",
]  # fmt: skip

U8 = NDArray[np.uint8]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

FLOPS: Final = 1_755
BOARDS: Final = 134_459
PAIRS: Final = 1_326
WORDS: Final = 21
"""64-bit words in a row of 1,326 bits."""
EXCHANGES: Final = 256
"""Every exchange is below this."""
SUITS_KEPT: Final = 0b11_10_01_00
"""The exchange that changes nothing."""


def suit_keys() -> NDArray[np.int64]:
    """For each set of ranks, its size and its number among the sets of that size; larger sets have larger keys."""
    keys = np.zeros(8192, dtype=np.int64)
    for ranks in range(8192):
        members = [rank for rank in range(13) if ranks >> rank & 1]
        if len(members) <= 5:
            keys[ranks] = len(members) << 11 | sum(comb(rank, place + 1) for place, rank in enumerate(members))
    return keys


SUIT_KEYS: Final = suit_keys()
NUMBER: Final = 0x7FF


@inlined
def signed(number: np.unsignedinteger[Any]) -> int:
    """A number without a sign as one with: numba makes a float of what the two give together."""
    return int(np.int64(number))


@inlined
def pair_at(low: int, high: int) -> int:
    """The number of a pair of cards, the higher one second."""
    return (high * (high - 1) >> 1) + low


@inlined
def pair_of(a: int, b: int) -> int:
    """The number, below 1,326, of a pair of cards in any order."""
    return pair_at(a, b) if a < b else pair_at(b, a)


@inlined
def exchanged(card: int, exchange: int) -> int:
    """The card after an exchange of suits."""
    return (card & ~3) | (exchange >> 2 * (card & 3) & 3)


@inlined
def held(card: int) -> int:
    """A card among the ranks of its suit, 16 bits for each suit."""
    return 1 << ((card & 3) << 4 | card >> 2)


@inlined
def sorted_suits(cards: int) -> tuple[int, int, int, int]:
    """The keys of the four suits from the largest; of equal ones the first suit first, as the two lowest bits say."""
    a = SUIT_KEYS[cards & 0x1FFF] << 2 | 3
    b = SUIT_KEYS[cards >> 16 & 0x1FFF] << 2 | 2
    c = SUIT_KEYS[cards >> 32 & 0x1FFF] << 2 | 1
    d = SUIT_KEYS[cards >> 48 & 0x1FFF] << 2
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a, b, c, d


@inlined
def exchange_of(a: int, b: int, c: int, d: int) -> int:
    """The renaming that makes the suit with the largest key the first, and so on."""
    return 1 << 2 * (3 - (b & 3)) | 2 << 2 * (3 - (c & 3)) | 3 << 2 * (3 - (d & 3))


@inlined
def two_alike(high: int, low: int) -> int:
    """The number of a pair of numbers that may be equal, the higher first."""
    return (high * (high + 1) >> 1) + low


@inlined
def three_alike(high: int, middle: int, low: int) -> int:
    """The number of three numbers that may be equal, the highest first."""
    return high * (high + 1) * (high + 2) // 6 + two_alike(middle, low)


@inlined
def flop_class(a: int, b: int, c: int) -> tuple[int, int]:
    """The class of a flop and the exchange of suits that takes it there."""
    first, second, third, fourth = sorted_suits(held(a) | held(b) | held(c))
    exchange = exchange_of(first, second, third, fourth)
    one, two = first >> 2 & NUMBER, second >> 2 & NUMBER
    size = first >> 13
    if size == 3:
        return one, exchange
    if size == 2:
        return 286 + one * 13 + two, exchange
    return 1_300 + three_alike(one, two, third >> 2 & NUMBER), exchange


@inlined
def board_class(a: int, b: int, c: int, d: int, e: int) -> tuple[int, int]:
    """The class of a board and the exchange of suits that takes it there."""
    first, second, third, fourth = sorted_suits(held(a) | held(b) | held(c) | held(d) | held(e))
    exchange = exchange_of(first, second, third, fourth)
    one, two = first >> 2 & NUMBER, second >> 2 & NUMBER
    three, four = third >> 2 & NUMBER, fourth >> 2 & NUMBER
    sizes = (first >> 13) * 8 + (second >> 13)
    if sizes == 0o21:
        return 98_969 + one * 455 + three_alike(two, three, four), exchange
    if sizes == 0o22:
        return 58_916 + two_alike(one, two) * 13 + three, exchange
    if sizes == 0o31:
        return 32_890 + one * 91 + two_alike(two, three), exchange
    if sizes == 0o32:
        return 10_582 + one * 78 + two, exchange
    if sizes == 0o41:
        return 1_287 + one * 13 + two, exchange
    return one, exchange


@inlined
def flop_raises(flops: U64, low: int, high: int, a: int, b: int, c: int) -> bool:
    """Whether a way to play raises these hole cards on this flop."""
    row, exchange = flop_class(a, b, c)
    pair = pair_of(exchanged(low, exchange), exchanged(high, exchange))
    return bool(flops[row, pair >> 6] >> np.uint64(pair & 63) & np.uint64(1))


@inlined
def river_plays(rivers: U64, low: int, high: int, a: int, b: int, c: int, d: int, e: int) -> bool:
    """Whether a way to play bets these hole cards on this board rather than fold them."""
    row, exchange = board_class(a, b, c, d, e)
    pair = pair_of(exchanged(low, exchange), exchanged(high, exchange))
    return bool(rivers[row, pair >> 6] >> np.uint64(pair & 63) & np.uint64(1))


@kernel("boolean(uint64[:, ::1], int64[::1], int64[::1])")
def decides(table: U64, hole: I64, cards: I64) -> bool:
    """One decision of a way to play, on a flop or a board."""
    if cards.size == 3:
        return flop_raises(table, hole[0], hole[1], cards[0], cards[1], cards[2])
    return river_plays(table, hole[0], hole[1], cards[0], cards[1], cards[2], cards[3], cards[4])


@kernel("void(uint8[:, ::1], int64[::1])")
def find_flops(flops: U8, sizes: I64) -> None:
    """The cards of each class of flops, and how many flops it stands for."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                row, exchange = flop_class(a, b, c)
                sizes[row] += 1
                if exchange == SUITS_KEPT:
                    flops[row, 0], flops[row, 1], flops[row, 2] = c, b, a


@kernel("void(uint8[:, ::1], int64[::1])")
def find_boards(boards: U8, sizes: I64) -> None:
    """The cards of each class of boards, and how many boards it stands for."""
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        row, exchange = board_class(a, b, c, d, e)
                        sizes[row] += 1
                        if exchange == SUITS_KEPT:
                            boards[row, 0], boards[row, 1], boards[row, 2] = e, d, c
                            boards[row, 3], boards[row, 4] = b, a
