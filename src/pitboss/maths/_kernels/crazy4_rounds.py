"""A settled table of Crazy 4 Poker inside kernels, and rounds by the shard, by the same rules as the dealt round.

Amounts are cents, worked out beforehand for each seat and line (``pitboss.maths.simulation.crazy4`` does so from the
sheet); meters with several winners and envy are done for the whole table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels.crazy4_hands import eval_five, hand_index
from pitboss.maths._kernels.link import MAJOR, MINOR, RESERVE, Link
from pitboss.maths._kernels.poker import KEYS, ONE, START, eval5
from pitboss.maths._kernels.poker_rounds import (
    ANTE,
    AWARD,
    COLUMNS,
    EQUAL,
    EQUAL_PAYS,
    EQUAL_TOKE_PAYS,
    PLAY,
    PROGRESSIVE,
    SIDE,
    TOKE_EQUAL,
    TOKE_PLAY,
    even,
    is_hit,
    note,
    note_hit,
    pay_envy,
    pay_meter,
    settle_fixed_lines,
    settle_side,
)
from pitboss.maths.cache import inlined, kernel
from pitboss.maths.simulation.streams import below

__all__ = ["COUNTED", "GROUPS", "LINES", "PAID", "Terms", "play_rounds", "settle_rounds"]

U8 = NDArray[np.uint8]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]

PAID: Final = (
    "ante", "super_bonus", "play", "queens_up", "progressive", "progressive_award", "envy",
    "toke:ante", "toke:super_bonus", "toke:play", "toke:queens_up",
)  # fmt: skip
"""The columns of what a seat is paid, named as the round names its wagers."""
GROUPS: Final = ("main", "queens_up", "progressive", "toke:main", "toke:queens_up")
COUNTED: Final = ("bet once the Ante", "bet more", "folded", "Play bets")
"""What is counted beside the results; the last is an amount in cents."""
LINES: Final = 11
"""Lines of pay tables: categories of four cards, then queens or better and four aces; or categories of five."""
QUEENS_LINE: Final = 9
ACES_LINE: Final = 10


class Terms(NamedTuple):
    """The rules that are not amounts of a seat; whether something is so is 0 or 1."""

    opens: int
    """The least strength that opens."""
    queens: int
    four_aces: int
    win_pays: int
    win_per: int
    toke_pays: int
    toke_per: int
    """The odds at which tokes beside Ante and Play win."""
    award_returns: int
    splits: int
    envy_to_folded: int
    envy_from_any: int
    major_hand: int
    minor_hand: int
    major_envy: int
    minor_envy: int


@inlined
def rank_hands(deck: U8, places: I64, seats: int, strengths: I64, fives: I64) -> None:
    """The strength of every seat's hand and, last, the dealer's; the category of its five cards for the progressive."""
    five = np.empty(5, np.int64)
    for seat in range(seats + 1):
        key, held = START, np.uint64(0)
        for at in range(5):
            five[at] = deck[places[5 * seat + at]]
            card = np.uint64(five[at])
            key += KEYS[card]
            held |= ONE << card
        strengths[seat] = eval_five(five[0], five[1], five[2], five[3], five[4])
        fives[seat] = np.int64(eval5(key, held) >> 12)


@inlined
def settle_main(
    seat: int, strength: int, dealer: int, plays: I64, stakes: I64, pays: I64, terms: Terms, paid: I64
) -> None:
    """Ante, Super Bonus and Play with the tokes beside them."""
    ante, folded, opened = stakes[seat, ANTE], plays[seat] == 0, dealer >= terms.opens
    beaten = opened and strength < dealer
    won = not folded and opened and strength > dealer
    even(seat, ANTE, ante, won, folded or beaten, terms, stakes, paid)
    even(seat, PLAY, plays[seat] * ante, not folded and (won or not opened), beaten and not folded, terms, stakes, paid)
    if folded:
        paid[seat, PLAY] = paid[seat, TOKE_PLAY] = 0
    paid[seat, EQUAL] = paid[seat, TOKE_EQUAL] = 0
    line = ACES_LINE if strength == terms.four_aces else strength >> 12
    if not folded and pays[EQUAL_PAYS, seat, line] >= 0:
        paid[seat, EQUAL] = pays[EQUAL_PAYS, seat, line]
        paid[seat, TOKE_EQUAL] = pays[EQUAL_TOKE_PAYS, seat, line]
    elif folded or beaten:
        paid[seat, EQUAL], paid[seat, TOKE_EQUAL] = -ante, -stakes[seat, TOKE_EQUAL]


@inlined
def side_line(strength: int, terms: Terms) -> int:
    """The line of Queens Up: a pair counts from queens on."""
    if strength >> 12 == 2:
        return QUEENS_LINE if strength >= terms.queens else 2
    return strength >> 12


@inlined
def settle_table(
    seats: int, strengths: I64, fives: I64, plays: I64, tucked: I64, stakes: I64, pays: I64, terms: Terms, link: Link,
    meters: I64, paid: I64,
) -> None:  # fmt: skip
    """Fill ``paid[seat, wager]``; ``plays`` is each seat's Play bet as a multiple of its Ante, 0 for a fold."""
    bettors, hits = 0, 0
    for seat in range(seats):
        settle_main(seat, strengths[seat], strengths[seats], plays, stakes, pays, terms, paid)
        settle_side(seat, side_line(strengths[seat], terms), plays, tucked, stakes, pays, paid)
        settle_fixed_lines(seat, fives[seat], plays, stakes, pays, terms, paid)
        bettors += stakes[seat, PROGRESSIVE] > 0
        hits += plays[seat] > 0 and (fives[seat] == terms.major_hand or fives[seat] == terms.minor_hand)
    if link.live:
        meters[MAJOR] += bettors * link.major_step
        meters[MINOR] += bettors * link.minor_step
        meters[RESERVE] += bettors * link.reserve_step
    if hits:
        pay_meter(seats, fives, plays, stakes, terms, link, MAJOR, meters, paid)
        pay_meter(seats, fives, plays, stakes, terms, link, MINOR, meters, paid)
        pay_envy(seats, fives, plays, stakes, terms, paid)


@kernel()
def settle_rounds(
    decks: U8, places: I64, plays: I64, tucked: I64, stakes: I64, pays: I64, terms: Terms, link: Link, meters: I64,
    paid: I64,
) -> None:  # fmt: skip
    """Settle round after round with the choices given: ``paid[round, seat, wager]``; the meters go on through all."""
    rounds, seats = plays.shape
    strengths, fives = np.empty(seats + 1, dtype=np.int64), np.empty(seats + 1, dtype=np.int64)
    for at in range(rounds):
        rank_hands(decks[at], places, seats, strengths, fives)
        settle_table(
            seats, strengths, fives, plays[at], tucked[at], stakes, pays, terms, link, meters, paid[at]
        )  # fmt: skip


@kernel()
def play_rounds(
    state: U64, rounds: int, places: I64, playbook: U8, tucks: int, stakes: I64, pays: I64, terms: Terms, link: Link,
    meters: I64, values: I64, times: I64, squares: I64, lines: I64, counted: I64, hits: I64,
) -> tuple[int, int]:  # fmt: skip
    """Shuffle, deal, play by the book, settle and count; returns results that found no room, and noted hits.

    ``playbook`` has the multiple of the Ante for every hand by its number, 0 for a fold. A round in which a moving
    meter is won is left in ``hits``, to be awarded when it is known where the meters stand.
    """
    a, b, c, d = state
    seats = stakes.shape[0]
    cards = places.max() + 1
    deck = np.arange(52).astype(np.uint8)
    strengths, fives = np.empty(seats + 1, dtype=np.int64), np.empty(seats + 1, dtype=np.int64)
    plays, tucked = np.empty(seats, dtype=np.int64), np.empty(seats, dtype=np.int64)
    paid, hand = np.zeros((seats, COLUMNS), dtype=np.int64), np.empty(5, dtype=np.int64)
    lost, noted = 0, 0
    for played in range(rounds):
        for at in range(cards):
            step, a, b, c, d = below(np.uint64(52 - at), a, b, c, d)
            other = at + np.int64(step)
            deck[at], deck[other] = deck[other], deck[at]
        for seat in range(seats):
            for at in range(5):
                hand[at] = deck[places[5 * seat + at]]
            plays[seat] = playbook[hand_index(hand)]
            tucked[seat] = tucks
            counted[2 if plays[seat] == 0 else 1 if plays[seat] > 1 else 0] += 1
            counted[3] += plays[seat] * stakes[seat, ANTE]
        rank_hands(deck, places, seats, strengths, fives)
        settle_table(seats, strengths, fives, plays, tucked, stakes, pays, terms, link, meters, paid)
        moved = link.live > 0 and is_hit(seats, fives, plays, stakes, terms)
        if moved:
            lost += note_hit(played + 1, seats, fives, plays, stakes, paid, terms, hits, noted)
            noted += 1
        lost += note(seats, paid, stakes, not moved, values, times, squares)
        for seat in range(seats):
            bonus = ACES_LINE if strengths[seat] == terms.four_aces else strengths[seat] >> 12
            lines[0, bonus] += paid[seat, EQUAL] > 0
            lines[1, side_line(strengths[seat], terms)] += paid[seat, SIDE] > 0
            lines[2, fives[seat]] += paid[seat, AWARD] > 0
    return lost, noted
