"""All boards with all hands on them ranked, and all flops: what every game of hold'em has in common."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.hands.poker import Category
from pitboss.maths._kernels.holdem_boards import PLAIN, PLAIN_SORTS, SUITED_SORTS, rank_boards
from pitboss.maths._kernels.holdem_index import BOARDS, EXCHANGES, FLOPS, PAIRS, find_boards, find_flops
from pitboss.maths._kernels.holdem_lines import CARDS
from pitboss.maths._kernels.holdem_values import PAIR_MOVES
from pitboss.maths.ahead import cores
from pitboss.maths.evaluator import evaluate_batch
from pitboss.maths.holdem.record import HoldemRecord

__all__ = [
    "Flops",
    "Lines",
    "RankedBoards",
    "Weighed",
    "all_flops",
    "flop_kinds",
    "flop_lines",
    "free_pairs",
    "in_threads",
    "rank_all",
]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
R = TypeVar("R")

RANGES = ((0, PLAIN, SUITED_SORTS), (PLAIN, BOARDS, PLAIN_SORTS))
"""The classes of boards with three cards of a suit, and the others; and how many sorts of cards there are on them."""


class Ranked(NamedTuple):
    """What the hands on some boards, by pairs of sorts, beat and tie, and how many hands are below a pair."""

    marks: U32
    weak: U16


class Weighed(NamedTuple):
    """What a first pass over the boards gives for one game without prizes, in its smallest units."""

    rivers: U64
    """A bit for each pair of hole cards that bets, by class of boards."""
    holes: I64
    """By class of hole cards: dealers beaten, dealers lost to, Ante and Blind, the best on the river, and dealers that
    do not qualify."""
    flops: I64
    """By class of flops and pair of hole cards: what raising there gains."""


@dataclass(frozen=True)
class RankedBoards:
    """A tenth of a gigabyte that several solutions may share: what each hand on each board beats and ties."""

    cards: U8
    sizes: I64
    ranked: dict[int, Ranked]
    """By the first of a range of boards."""
    weighed: dict[HoldemRecord, Weighed] = field(default_factory=dict, repr=False)
    """The game that was weighed last."""


class Flops(NamedTuple):
    """The classes of flops: their cards, how many flops each stands for, and the exchanges of suits they allow."""

    cards: U8
    sizes: I64
    keep: dict[int, NDArray[np.bool_]]


class Lines(NamedTuple):
    """The hole cards that make three of a kind or better with each flop."""

    starts: I64
    pairs: U16
    kinds: U8


def in_threads(work: Callable[[int, int, int], R], *, workers: int | None = None) -> list[R]:
    """Share out the boards among threads: each is called with the first board of a range, and its own first and last.

    A first call without boards makes sure that nothing is compiled twice.
    """
    for start, _, _ in RANGES:
        work(start, start, start)
    shares = workers or cores()
    tasks = [
        (start, start + (end - start) * share // shares, start + (end - start) * (share + 1) // shares)
        for start, end, _ in RANGES
        for share in range(shares)
    ]
    with ThreadPoolExecutor(shares) as threads:
        return list(threads.map(lambda task: work(*task), tasks))


def rank_all(*, workers: int | None = None) -> RankedBoards:
    """Rank every hand on every board."""
    cards, sizes = np.zeros((BOARDS, 5), dtype=np.uint8), np.zeros(BOARDS, dtype=np.int64)
    find_boards(cards, sizes)
    ranked = {}
    for start, end, sorts in RANGES:
        marks = np.empty((end - start, sorts * (sorts + 1) // 2), dtype=np.uint32)
        ranked[start] = Ranked(marks, np.zeros((end - start, sorts + 1), dtype=np.uint16))

    in_threads(lambda start, first, last: rank_boards(cards, start, first, last, *ranked[start]), workers=workers)
    return RankedBoards(cards, sizes, ranked)


@lru_cache(maxsize=1)
def all_flops() -> Flops:
    cards, sizes = np.zeros((FLOPS, 3), dtype=np.uint8), np.zeros(FLOPS, dtype=np.int64)
    find_flops(cards, sizes)
    keep = {}
    for code in range(EXCHANGES):
        if PAIR_MOVES[code].any():
            suits = np.array([code >> 2 * suit & 3 for suit in range(4)], dtype=np.uint8)
            moved = np.sort(cards & 0xFC | suits[cards & 3], axis=1)
            keep[code] = (moved == cards).all(axis=1)
    return Flops(cards, sizes, keep)


@lru_cache(maxsize=1)
def flop_kinds() -> U8:
    """The category of each pair of hole cards with each class of flops, 0 where they share a card."""
    flops = all_flops().cards
    hands = np.empty((FLOPS, PAIRS, 5), dtype=np.uint8)
    hands[:, :, :3], hands[:, :, 3:] = flops[:, None, :], CARDS[None, :, :]
    live = free_pairs(flops)
    kinds = np.zeros((FLOPS, PAIRS), dtype=np.uint8)
    kinds[live] = evaluate_batch(hands[live]) >> 12
    return kinds


@lru_cache(maxsize=1)
def flop_lines() -> Lines:
    kinds = flop_kinds()
    rows, pairs = np.nonzero(kinds >= Category.THREE_OF_A_KIND)
    starts = np.searchsorted(rows, np.arange(FLOPS + 1)).astype(np.int64)
    return Lines(starts, pairs.astype(np.uint16), kinds[rows, pairs])


def free_pairs(flops: U8) -> NDArray[np.bool_]:
    """Which pairs of hole cards share no card with each flop."""
    held = np.zeros((len(flops), 52), dtype=np.bool_)
    np.put_along_axis(held, flops.astype(np.int64), values=True, axis=1)
    return np.asarray(~(held[:, CARDS[:, 0]] | held[:, CARDS[:, 1]]))
