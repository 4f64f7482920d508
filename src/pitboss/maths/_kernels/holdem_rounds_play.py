"""Hold'em by the shard: shuffle, deal, play by tables of bits, settle and count, round after round."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_index import board_class, exchanged, flop_class, pair_of
from pitboss.maths._kernels.holdem_rounds import Link, Terms, rank_hands, settle_table
from pitboss.maths._kernels.poker_rounds import ANTE, AWARD, COLUMNS, EQUAL, SIDE, SQUARE_HIGH, is_hit, note, note_hit
from pitboss.maths.cache import inlined, kernel
from pitboss.maths.simulation.streams import below

__all__ = ["COUNTED", "GROUPS", "SQUARE_HIGH", "play_rounds"]

U8 = NDArray[np.uint8]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

GROUPS: Final = ("main", "trips", "progressive", "toke:main", "toke:trips")
COUNTED: Final = ("raised before the flop", "raised on the flop", "bet at the river", "folded", "Play bets")
"""What is counted beside the results; the last is an amount in cents."""


@kernel()
def play_rounds(
    state: U64, rounds: int, places: I64, preflop: U8, flops: U64, rivers: U64, on_flop: int, on_river: int, tucks: int,
    stakes: I64, pays: I64, limited: I64, terms: Terms, link: Link, meters: I64,
    values: I64, times: I64, squares: I64, lines: I64, counted: I64, hits: I64,
) -> tuple[int, int]:  # fmt: skip
    """Play N rounds; returns how many results or hits found no room, and how many rounds hit a meter that moves.

    ``values`` and ``times`` are tables of results and how often they came, for each group of wagers; ``squares`` those
    of whole rounds; ``lines`` how often the Blind, Trips and the progressive won with each category. Rounds that hit a
    meter that moves are left to ``hits``: where it stands is not known here.
    """
    a, b, c, d = state
    seats = stakes.shape[0]
    cards = places.max() + 1
    deck = np.arange(52).astype(np.uint8)
    strengths, kinds = np.empty(seats + 1, dtype=np.uint16), np.empty(seats + 1, dtype=np.int64)
    plays, tucked = np.empty(seats, dtype=np.int64), np.empty(seats, dtype=np.int64)
    shares = np.empty((2 * seats, 2), dtype=np.int64)
    paid = np.zeros((seats, COLUMNS), dtype=np.int64)
    lost, noted = 0, 0
    for played in range(rounds):
        for at in range(cards):
            step, a, b, c, d = below(np.uint64(52 - at), a, b, c, d)
            other = at + np.int64(step)
            deck[at], deck[other] = deck[other], deck[at]
        decide(deck, places, seats, preflop, flops, rivers, on_flop, on_river, plays, counted)
        for seat in range(seats):
            tucked[seat] = tucks
            counted[4] += plays[seat] * stakes[seat, ANTE]
        rank_hands(deck, places, seats, strengths, kinds)
        settle_table(
            seats, strengths, kinds, plays, tucked, stakes, pays, limited, terms, link, meters, shares, paid
        )  # fmt: skip
        moved = link.live > 0 and is_hit(seats, kinds, plays, stakes, terms)
        if moved:
            lost += note_hit(played + 1, seats, kinds, plays, stakes, paid, terms, hits, noted)
            noted += 1
        lost += note(seats, paid, stakes, not moved, values, times, squares)
        for seat in range(seats):
            lines[0, strengths[seat] >> 12] += paid[seat, EQUAL] > 0
            lines[1, strengths[seat] >> 12] += paid[seat, SIDE] > 0
            lines[2, kinds[seat]] += paid[seat, AWARD] > 0
    return lost, noted


@inlined
def decide(
    deck: U8, places: I64, seats: int, preflop: U8, flops: U64, rivers: U64, on_flop: int, on_river: int, plays: I64,
    counted: I64,
) -> None:  # fmt: skip
    """Every seat's Play bet as a multiple of its Ante, 0 for a fold."""
    one, two, three = card_at(deck, places[0]), card_at(deck, places[1]), card_at(deck, places[2])
    four, five = card_at(deck, places[3]), card_at(deck, places[4])
    flop, flop_exchange = flop_class(one, two, three)
    board, board_exchange = board_class(one, two, three, four, five)
    for seat in range(seats):
        first, second = card_at(deck, places[5 + 2 * seat]), card_at(deck, places[6 + 2 * seat])
        plays[seat] = preflop[pair_of(first, second)]
        if plays[seat]:
            counted[0] += 1
            continue
        pair = pair_of(exchanged(first, flop_exchange), exchanged(second, flop_exchange))
        if on_flop and flops[flop, pair >> 6] >> np.uint64(pair & 63) & np.uint64(1):
            plays[seat] = on_flop
            counted[1] += 1
            continue
        pair = pair_of(exchanged(first, board_exchange), exchanged(second, board_exchange))
        if on_river and rivers[board, pair >> 6] >> np.uint64(pair & 63) & np.uint64(1):
            plays[seat] = on_river
            counted[2] += 1
        else:
            counted[3] += 1


@inlined
def card_at(deck: U8, place: int) -> int:
    """A card as a signed number: mixed with others, one without a sign would become a fraction."""
    return int(np.int64(deck[place]))
