"""A settled hold'em table inside kernels: what every seat's wagers are paid, by the same rules as the dealt round.

Amounts are cents, worked out beforehand for each seat and each category of hand wherever they can be
(``pitboss.maths.simulation.holdem`` does so from the sheet); what depends on the whole table is done here: the share of
the aggregate limit, meters with several winners, envy.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.link import MAJOR, MINOR, RESERVE, Link
from pitboss.maths._kernels.poker import KEYS, ONE, START, eval5, eval7
from pitboss.maths._kernels.poker_rounds import (
    ANTE,
    EQUAL,
    EQUAL_PAYS,
    EQUAL_TOKE_PAYS,
    PLAY,
    PROGRESSIVE,
    TOKE_EQUAL,
    TOKE_PLAY,
    even,
    pay_envy,
    pay_meter,
    settle_fixed_lines,
    settle_side,
)
from pitboss.maths.cache import inlined, kernel

__all__ = ["CATEGORIES", "PAID", "Link", "Terms", "rank_hands", "settle_rounds", "settle_table"]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
I8 = NDArray[np.int8]
I64 = NDArray[np.int64]

CATEGORIES: Final = 11
"""Categories of hands, counted from 1."""
PAIR: Final = 2

PAID: Final = (
    "ante", "blind", "play", "trips", "progressive", "progressive_award", "envy",
    "toke:ante", "toke:blind", "toke:play", "toke:trips",
)  # fmt: skip
"""The columns of what a seat is paid, named as the round names its wagers."""


class Terms(NamedTuple):
    """The rules that are not amounts of a seat; whether something is so is 0 or 1."""

    qualifies_any: int
    refund_folded: int
    win_pays: int
    win_per: int
    toke_pays: int
    toke_per: int
    """The odds at which tokes beside Ante and Play win."""
    limit: int
    """The aggregate limit, less than 0 for none."""
    limit_exact: int
    limit_tokes: int
    limit_from_last: int
    """Whether odd cents go to the last seat first."""
    award_returns: int
    """What a progressive award is raised by: the wager, where it is given back."""
    splits: int
    envy_to_folded: int
    envy_from_any: int
    major_hand: int
    minor_hand: int
    major_envy: int
    minor_envy: int


@inlined
def rank_hands(deck: U8, places: I64, seats: int, strengths: U16, flops: I64) -> None:
    """The strength of every seat's seven cards and, last, the dealer's; the category of hole cards and flop."""
    board_key, board_held = START, np.uint64(0)
    flop_key, flop_held = START, np.uint64(0)
    for at in range(5):
        card = np.uint64(deck[places[at]])
        board_key += KEYS[card]
        board_held |= ONE << card
        if at == 2:
            flop_key, flop_held = board_key, board_held
    for seat in range(seats + 1):
        one, two = np.uint64(deck[places[5 + 2 * seat]]), np.uint64(deck[places[6 + 2 * seat]])
        key, held = KEYS[one] + KEYS[two], ONE << one | ONE << two
        strengths[seat] = eval7(board_key + key, board_held | held)
        flops[seat] = np.int64(eval5(flop_key + key, flop_held | held) >> 12)


@inlined
def settle_table(
    seats: int, strengths: U16, flops: I64, plays: I64, tucked: I64, stakes: I64, pays: I64, limited: I64, terms: Terms,
    link: Link, meters: I64, shares: I64, paid: I64,
) -> None:  # fmt: skip
    """Fill ``paid[seat, wager]``; ``plays`` is each seat's Play bet as a multiple of its Ante, 0 for a fold."""
    dealer = strengths[seats]
    qualifies = terms.qualifies_any > 0 or dealer >> 12 >= PAIR
    bettors, hits = 0, 0
    for seat in range(seats):
        settle_main(seat, strengths[seat], dealer, qualifies, plays, stakes, pays, terms, paid)
        settle_side(seat, strengths[seat] >> 12, plays, tucked, stakes, pays, paid)
        settle_fixed_lines(seat, flops[seat], plays, stakes, pays, terms, paid)
        bettors += stakes[seat, PROGRESSIVE] > 0
        hits += plays[seat] > 0 and (flops[seat] == terms.major_hand or flops[seat] == terms.minor_hand)
    if terms.limit >= 0:
        share_limit(seats, strengths, dealer, plays, pays, stakes, limited, terms, shares, paid)
    if link.live:
        meters[MAJOR] += bettors * link.major_step
        meters[MINOR] += bettors * link.minor_step
        meters[RESERVE] += bettors * link.reserve_step
    if hits:
        pay_meter(seats, flops, plays, stakes, terms, link, MAJOR, meters, paid)
        pay_meter(seats, flops, plays, stakes, terms, link, MINOR, meters, paid)
        pay_envy(seats, flops, plays, stakes, terms, paid)


@inlined
def settle_main(
    seat: int, strength: int, dealer: int, qualifies: bool, plays: I64, stakes: I64, pays: I64, terms: Terms, paid: I64
) -> None:
    """Ante, Blind and Play with the tokes beside them."""
    ante = stakes[seat, ANTE]
    play = plays[seat] * ante
    lost = plays[seat] == 0 or strength < dealer
    won = plays[seat] > 0 and strength > dealer
    ante_back = not qualifies and (plays[seat] > 0 or terms.refund_folded)
    even(seat, ANTE, ante, won and not ante_back, lost and not ante_back, terms, stakes, paid)
    even(seat, PLAY, play, won, lost, terms, stakes, paid)
    if plays[seat] == 0:
        paid[seat, TOKE_PLAY] = 0
    paid[seat, EQUAL] = paid[seat, TOKE_EQUAL] = 0
    if lost:
        paid[seat, EQUAL], paid[seat, TOKE_EQUAL] = -ante, -stakes[seat, TOKE_EQUAL]
    elif won and pays[EQUAL_PAYS, seat, strength >> 12] >= 0:
        paid[seat, EQUAL] = pays[EQUAL_PAYS, seat, strength >> 12]
        paid[seat, TOKE_EQUAL] = pays[EQUAL_TOKE_PAYS, seat, strength >> 12]


@inlined
def share_limit(
    seats: int, strengths: U16, dealer: int, plays: I64, pays: I64, stakes: I64, limited: I64, terms: Terms,
    shares: I64, paid: I64,
) -> None:  # fmt: skip
    """Blinds that win at the limit's odds share it pro rata once they ask for more (UTH-PAY-4, UTH-S12).

    ``shares`` is room for the share and the remainder of each Blind and toke, in the order of odd cents.
    """
    asked = 0
    for seat in range(seats):
        if plays[seat] > 0 and strengths[seat] > dealer and limited[strengths[seat] >> 12]:
            asked += paid[seat, EQUAL] + (paid[seat, TOKE_EQUAL] if terms.limit_tokes else 0)
    if asked <= terms.limit:
        return
    left = terms.limit
    for at in range(seats):
        seat = seats - 1 - at if terms.limit_from_last else at
        among = plays[seat] > 0 and strengths[seat] > dealer and limited[strengths[seat] >> 12]
        for toke in range(2):
            shares[2 * at + toke, 1] = -1
            award = paid[seat, TOKE_EQUAL] if toke else paid[seat, EQUAL]
            if among and (not toke or (terms.limit_tokes and stakes[seat, TOKE_EQUAL])):
                shares[2 * at + toke, 0] = award * terms.limit // asked
                shares[2 * at + toke, 1] = award * terms.limit % asked
                left -= shares[2 * at + toke, 0]
    if terms.limit_exact:
        give_odd_cents(2 * seats, left, shares)
    for at in range(seats):
        seat = seats - 1 - at if terms.limit_from_last else at
        if plays[seat] > 0 and strengths[seat] > dealer and limited[strengths[seat] >> 12]:
            paid[seat, EQUAL] = shares[2 * at, 0]
            if terms.limit_tokes and stakes[seat, TOKE_EQUAL]:
                paid[seat, TOKE_EQUAL] = shares[2 * at + 1, 0]


@inlined
def give_odd_cents(parts: int, cents: int, shares: I64) -> None:
    """One cent each to the largest remainders, to the first of equal ones; a seat that has had one is left out."""
    for _ in range(cents):
        best = 0
        for part in range(1, parts):
            if shares[part, 1] > shares[best, 1]:
                best = part
        shares[best, 0] += 1
        shares[best, 1] = -1


@kernel()
def settle_rounds(
    decks: U8, places: I64, plays: I64, tucked: I64, stakes: I64, pays: I64, limited: I64, terms: Terms, link: Link,
    meters: I64, paid: I64,
) -> None:  # fmt: skip
    """Settle round after round with the choices given: ``paid[round, seat, wager]``; the meters go on through all."""
    rounds, seats = plays.shape
    strengths, flops = np.empty(seats + 1, dtype=np.uint16), np.empty(seats + 1, dtype=np.int64)
    shares = np.empty((2 * seats, 2), dtype=np.int64)
    for at in range(rounds):
        rank_hands(decks[at], places, seats, strengths, flops)
        settle_table(
            seats, strengths, flops, plays[at], tucked[at], stakes, pays, limited, terms, link, meters, shares, paid[at]
        )  # fmt: skip
