"""Hold'em by the shard: shuffle, deal, play by tables of bits, settle and count, round after round."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.holdem_index import board_class, exchanged, flop_class, pair_of
from pitboss.maths._kernels.holdem_rounds import (
    ANTE,
    AWARD,
    BLIND,
    ENVY,
    PLAY,
    PROGRESSIVE,
    TOKE_ANTE,
    TOKE_BLIND,
    TOKE_PLAY,
    TOKE_TRIPS,
    TRIPS,
    Link,
    Terms,
    rank_hands,
    settle_table,
)
from pitboss.maths.cache import inlined, kernel
from pitboss.maths.simulation.streams import below

__all__ = ["COUNTED", "GROUPS", "SQUARE_HIGH", "play_rounds"]

U8 = NDArray[np.uint8]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

GROUPS: Final = ("main", "trips", "progressive", "toke:main", "toke:trips")
MAIN, SIDE, LINKED, TOKE_MAIN, TOKE_SIDE = range(5)
COUNTED: Final = ("raised before the flop", "raised on the flop", "bet at the river", "folded", "Play bets")
"""What is counted beside the results; the last is an amount in cents."""
SQUARE_HIGH: Final = 1 << 62
"""Squares are added up in two numbers: how often this, and what is left."""
SPREAD: Final = np.uint64(0x9E37_79B9_7F4A_7C15)


@kernel()
def play_rounds(
    state: U64, rounds: int, places: I64, preflop: U8, flops: U64, rivers: U64, on_flop: int, on_river: int, tucks: int,
    stakes: I64, pays: I64, limited: I64, terms: Terms, link: Link, meters: I64,
    values: I64, times: I64, squares: I64, lines: I64, counted: I64, hits: I64,
) -> tuple[int, int]:  # fmt: skip
    """Play so many rounds; how many results or hits found no room, and how many rounds hit a meter that moves.

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
    paid = np.zeros((seats, 11), dtype=np.int64)
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
            lines[0, strengths[seat] >> 12] += paid[seat, BLIND] > 0
            lines[1, strengths[seat] >> 12] += paid[seat, TRIPS] > 0
            lines[2, kinds[seat]] += paid[seat, AWARD] > 0
    return lost, noted


@inlined
def wins_meter(seat: int, kinds: I64, plays: I64, stakes: I64, terms: Terms) -> bool:
    hit = kinds[seat] == terms.major_hand or kinds[seat] == terms.minor_hand
    return bool(hit and plays[seat] > 0 and stakes[seat, PROGRESSIVE] > 0)


@inlined
def is_hit(seats: int, kinds: I64, plays: I64, stakes: I64, terms: Terms) -> bool:
    """Whether anybody wins a meter."""
    found = False
    for seat in range(seats):
        found = found or wins_meter(seat, kinds, plays, stakes, terms)
    return found


@inlined
def note_hit(
    played: int, seats: int, kinds: I64, plays: I64, stakes: I64, paid: I64, terms: Terms, hits: I64, noted: int
) -> int:
    """Leave a round to be awarded later: who wins a meter, and what else every wager came to; 1 if there is no room."""
    if noted >= hits.shape[0]:
        return 1
    hits[noted, 0] = played
    for seat in range(seats):
        wins = wins_meter(seat, kinds, plays, stakes, terms)
        hits[noted, 1 + seat] = kinds[seat] if wins else 0
        own = paid[seat, PROGRESSIVE] + paid[seat, ENVY]
        hits[noted, 1 + seats + seat] = own if wins else own + paid[seat, AWARD]
    return 0


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


@inlined
def note(seats: int, paid: I64, stakes: I64, with_link: bool, values: I64, times: I64, squares: I64) -> int:
    """Count every seat's result of each group of wagers, and the squares of the round's."""
    lost = 0
    main = side = linked = main_tokes = side_tokes = 0
    for seat in range(seats):
        result = paid[seat, ANTE] + paid[seat, BLIND] + paid[seat, PLAY]
        main += result
        lost += count(result, MAIN, values, times)
        if stakes[seat, TRIPS]:
            side += paid[seat, TRIPS]
            lost += count(paid[seat, TRIPS], SIDE, values, times)
        if with_link and stakes[seat, PROGRESSIVE]:
            result = paid[seat, PROGRESSIVE] + paid[seat, AWARD] + paid[seat, ENVY]
            linked += result
            lost += count(result, LINKED, values, times)
        if stakes[seat, TOKE_ANTE] + stakes[seat, TOKE_BLIND] + stakes[seat, TOKE_PLAY]:
            result = paid[seat, TOKE_ANTE] + paid[seat, TOKE_BLIND] + paid[seat, TOKE_PLAY]
            main_tokes += result
            lost += count(result, TOKE_MAIN, values, times)
        if stakes[seat, TOKE_TRIPS]:
            side_tokes += paid[seat, TOKE_TRIPS]
            lost += count(paid[seat, TOKE_TRIPS], TOKE_SIDE, values, times)
    add_square(main, MAIN, squares)
    add_square(side, SIDE, squares)
    add_square(linked, LINKED, squares)
    add_square(main_tokes, TOKE_MAIN, squares)
    add_square(side_tokes, TOKE_SIDE, squares)
    return lost


@inlined
def count(result: int, group: int, values: I64, times: I64) -> int:
    """Count a result in its group's table, at the first place from its own on that has it or is free; 1 if none is."""
    size = values.shape[1]
    place = np.int64(np.uint64(result) * SPREAD >> np.uint64(40)) & (size - 1)
    for _ in range(size):
        if times[group, place] == 0 or values[group, place] == result:
            values[group, place] = result
            times[group, place] += 1
            return 0
        place = (place + 1) & (size - 1)
    return 1


@inlined
def add_square(result: int, group: int, squares: I64) -> None:
    squares[group, 0] += result * result
    if squares[group, 0] >= SQUARE_HIGH:
        squares[group, 0] -= SQUARE_HIGH
        squares[group, 1] += 1
