"""What the rounds of poker against the dealer share inside kernels: columns of wagers, side bet, progressive, counts.

A game's own ``Terms`` are handed on; of these, what is read here are the meters' hands and envy, how winners share, and
the odds of Ante and Play with those of tokes beside them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.link import HOUSE_SEED, MAJOR, Link, restart
from pitboss.maths.cache import inlined

__all__ = [
    "ANTE", "AWARD", "COLUMNS", "ENVY", "EQUAL", "EQUAL_PAYS", "EQUAL_TOKE_PAYS", "PLAY", "PROGRESSIVE",
    "PROGRESSIVE_PAYS", "SIDE", "SIDE_PAYS", "SIDE_TOKE_PAYS", "SQUARE_HIGH", "TOKE_ANTE", "TOKE_EQUAL", "TOKE_PLAY",
    "TOKE_SIDE", "even", "is_hit", "note", "note_hit", "pay_envy", "pay_meter", "settle_fixed_lines", "settle_side",
]  # fmt: skip

I64 = NDArray[np.int64]

COLUMNS: Final = 11
ANTE, EQUAL, PLAY, SIDE, PROGRESSIVE, AWARD, ENVY, TOKE_ANTE, TOKE_EQUAL, TOKE_PLAY, TOKE_SIDE = range(COLUMNS)
"""Columns of what a seat is paid; those of its stakes are the same, the Ante and its equal being alike."""

EQUAL_PAYS, EQUAL_TOKE_PAYS, SIDE_PAYS, SIDE_TOKE_PAYS, PROGRESSIVE_PAYS = range(5)
"""Tables of awards by seat and line; less than 0 where there is no such line."""

GROUPS: Final = 5
OF_MAIN, OF_SIDE, OF_LINK, OF_TOKES, OF_SIDE_TOKES = range(GROUPS)
"""Groups of wagers whose results are counted together."""
SQUARE_HIGH: Final = 1 << 62
"""Squares are added up in two numbers: how often this, and what is left."""
SPREAD: Final = np.uint64(0x9E37_79B9_7F4A_7C15)


@inlined
def even(seat: int, wager: int, stake: int, won: bool, lost: bool, terms: Any, stakes: I64, paid: I64) -> None:
    """A wager that wins at the odds of Ante and Play, and its toke."""
    toke = stakes[seat, wager + TOKE_ANTE]
    if won:
        paid[seat, wager] = stake * terms.win_pays // terms.win_per
        paid[seat, wager + TOKE_ANTE] = toke * terms.toke_pays // terms.toke_per
    elif lost:
        paid[seat, wager], paid[seat, wager + TOKE_ANTE] = -stake, -toke
    else:
        paid[seat, wager] = paid[seat, wager + TOKE_ANTE] = 0


@inlined
def settle_side(seat: int, hand: int, plays: I64, tucked: I64, stakes: I64, pays: I64, paid: I64) -> None:
    """The optional bet by the player's hand alone, but for a hand that was folded and not tucked."""
    in_play = plays[seat] > 0 or tucked[seat] > 0
    if in_play and pays[SIDE_PAYS, seat, hand] >= 0:
        paid[seat, SIDE] = pays[SIDE_PAYS, seat, hand]
        paid[seat, TOKE_SIDE] = pays[SIDE_TOKE_PAYS, seat, hand]
    else:
        paid[seat, SIDE], paid[seat, TOKE_SIDE] = -stakes[seat, SIDE], -stakes[seat, TOKE_SIDE]


@inlined
def settle_fixed_lines(seat: int, hand: int, plays: I64, stakes: I64, pays: I64, terms: Any, paid: I64) -> None:
    """The progressive wager is taken; a hand that was not folded may win a fixed line."""
    paid[seat, PROGRESSIVE] = -stakes[seat, PROGRESSIVE]
    paid[seat, AWARD] = paid[seat, ENVY] = 0
    wins = stakes[seat, PROGRESSIVE] > 0 and plays[seat] > 0
    if wins and hand != terms.major_hand and hand != terms.minor_hand and pays[PROGRESSIVE_PAYS, seat, hand] >= 0:
        paid[seat, AWARD] = pays[PROGRESSIVE_PAYS, seat, hand]


@inlined
def pay_meter(
    seats: int, hands: I64, plays: I64, stakes: I64, terms: Any, link: Link, meter: int, meters: I64, paid: I64
) -> None:
    """A meter's winners share it as the sheet says, and it starts again (UTH-PMULT-1b, UTH-PTAB-11)."""
    hand = terms.major_hand if meter == MAJOR else terms.minor_hand
    winners = 0
    for seat in range(seats):
        winners += hands[seat] == hand and plays[seat] > 0 and stakes[seat, PROGRESSIVE] > 0
    if not winners:
        return
    value = meters[meter]
    won = value * link.major_pays // link.major_per if meter == MAJOR else value * link.minor_pays // link.minor_per
    seed = link.major_seed if meter == MAJOR else link.minor_seed
    place = 0
    for seat in range(seats):
        if hands[seat] == hand and plays[seat] > 0 and stakes[seat, PROGRESSIVE] > 0:
            first_takes = won if place == 0 else seed
            award = won // winners + (place < won % winners) if terms.splits else first_takes
            paid[seat, AWARD] = award + terms.award_returns
            place += 1
    if link.live:
        if not terms.splits:
            meters[HOUSE_SEED] += seed * (winners - 1)
        restart(meter, value - won, seed, link, meters)


@inlined
def pay_envy(seats: int, hands: I64, plays: I64, stakes: I64, terms: Any, paid: I64) -> None:
    """Every bettor wins from each hand that hit a meter, but for their own (UTH-ENVY-1a to UTH-ENVY-1d)."""
    for hit in range(seats):
        if plays[hit] == 0 or not (stakes[hit, PROGRESSIVE] > 0 or terms.envy_from_any):
            continue
        envy = 0
        if hands[hit] == terms.major_hand:
            envy = terms.major_envy
        elif hands[hit] == terms.minor_hand:
            envy = terms.minor_envy
        for seat in range(seats):
            if seat != hit and stakes[seat, PROGRESSIVE] > 0 and (plays[seat] > 0 or terms.envy_to_folded):
                paid[seat, ENVY] += envy


@inlined
def wins_meter(seat: int, kinds: I64, plays: I64, stakes: I64, terms: Any) -> bool:
    hit = kinds[seat] == terms.major_hand or kinds[seat] == terms.minor_hand
    return bool(hit and plays[seat] > 0 and stakes[seat, PROGRESSIVE] > 0)


@inlined
def is_hit(seats: int, kinds: I64, plays: I64, stakes: I64, terms: Any) -> bool:
    """Whether anybody wins a meter."""
    found = False
    for seat in range(seats):
        found = found or wins_meter(seat, kinds, plays, stakes, terms)
    return found


@inlined
def note_hit(
    played: int, seats: int, kinds: I64, plays: I64, stakes: I64, paid: I64, terms: Any, hits: I64, noted: int
) -> int:
    """Leave a round to be awarded later: who wins a meter, and what else every wager was paid; 1 without room."""
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
def note(seats: int, paid: I64, stakes: I64, with_link: bool, values: I64, times: I64, squares: I64) -> int:
    """Count every seat's result of each group of wagers, and the squares of the round's."""
    lost = 0
    main = side = linked = main_tokes = side_tokes = 0
    for seat in range(seats):
        result = paid[seat, ANTE] + paid[seat, EQUAL] + paid[seat, PLAY]
        main += result
        lost += count(result, OF_MAIN, values, times)
        if stakes[seat, SIDE]:
            side += paid[seat, SIDE]
            lost += count(paid[seat, SIDE], OF_SIDE, values, times)
        if with_link and stakes[seat, PROGRESSIVE]:
            result = paid[seat, PROGRESSIVE] + paid[seat, AWARD] + paid[seat, ENVY]
            linked += result
            lost += count(result, OF_LINK, values, times)
        if stakes[seat, TOKE_ANTE] + stakes[seat, TOKE_EQUAL] + stakes[seat, TOKE_PLAY]:
            result = paid[seat, TOKE_ANTE] + paid[seat, TOKE_EQUAL] + paid[seat, TOKE_PLAY]
            main_tokes += result
            lost += count(result, OF_TOKES, values, times)
        if stakes[seat, TOKE_SIDE]:
            side_tokes += paid[seat, TOKE_SIDE]
            lost += count(paid[seat, TOKE_SIDE], OF_SIDE_TOKES, values, times)
    add_square(main, OF_MAIN, squares)
    add_square(side, OF_SIDE, squares)
    add_square(linked, OF_LINK, squares)
    add_square(main_tokes, OF_TOKES, squares)
    add_square(side_tokes, OF_SIDE_TOKES, squares)
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
