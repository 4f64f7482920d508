"""Kernels for the player's side: chances to win, best play by backward induction, and split hands under a fixed play.

Every value is the expected result *and* that the dealer's check, where there is one, finds no blackjack. So taken, the
hole card is a card like any other that nobody has seen, and draws are plain draws from all cards left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.cache import inlined, kernel

__all__ = [
    "CHOICES", "DOUBLE", "DOUBLE_LESS", "EARLY", "FREE_TOTAL", "HIT", "LATE", "NATURAL", "NEVER", "NO_LATE",
    "PAID_TOTAL", "STAND", "SURRENDER", "TAKES_ALL", "TAKES_ORIGINAL", "best_play", "mark_split_hands",
    "play_split_hands", "stand_chances",
]  # fmt: skip

I8 = NDArray[np.int8]
I16 = NDArray[np.int16]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
F64 = NDArray[np.float64]

STAND, HIT, DOUBLE, DOUBLE_LESS, SURRENDER, NATURAL = range(6)
CHOICES = 6
NOT_ALLOWED = -np.inf

# the terms of a kind of hand as one row of numbers
WIN, LOSE, MAY_HIT, LOSS, MAY_SURRENDER, FREE_WIN, FREE_LOSE, MAY_FREE = range(8)
FULL_WIN, FULL_LOSE, MAY_FULL, LESS_WIN, LESS_LOSE, MAY_LESS = range(8, 14)
NATURAL_PAYS, NATURAL_TIES, NATURAL_DOUBLES, NATURAL_COUNTS, ANY_CARDS = range(14, 19)
NATURAL_TIES_ACE = 19
TERMS = 20

# what may be done with a total, in a table of totals with soft ones from 32 on
FREE_TOTAL, PAID_TOTAL = 1, 2
SOFT = 32

# when a hand may be surrendered
NEVER, LATE, EARLY = range(3)

# a blackjack that comes out after hands have acted, by up card: there is none, it takes original bets, it takes all
NO_LATE, TAKES_ORIGINAL, TAKES_ALL = range(3)


@inlined
def against(
    ends: F64, total: int, size: int, push_22: bool, dealer_wins_ties: bool, opened: bool, charlie: int
) -> tuple[float, float]:
    """The chances that a hand wins and loses against the dealer's ends."""
    win, lose = ends[8], 0.0
    if opened:
        lose += ends[9]
    if size >= charlie:
        for o in range(8):
            win += ends[o]
        return win, lose
    if not push_22:
        win += ends[7]
    for o in range(7):
        if o + 15 < total:
            win += ends[o]
        elif o + 15 > total or dealer_wins_ties:
            lose += ends[o]
    return win, lose


@kernel(
    "void(int8[::1], int8[::1], float64[:, :, ::1], boolean, boolean, int8[::1], int64, float64[:, ::1], "
    "float64[:, ::1])"
)
def stand_chances(
    total: I8, size: I8, ends: F64, push_22: bool, dealer_wins_ties: bool, late: I8, charlie: int, win: F64, lose: F64
) -> None:
    """The chances of every hand that stands, against every up card."""
    for hand in range(len(total)):
        for up in range(10):
            w, x = against(
                ends[hand, up], total[hand], size[hand], push_22, dealer_wins_ties, late[up] == TAKES_ALL, charlie
            )
            win[hand, up], lose[hand, up] = w, x


@inlined
def sure(left: F64, cards: float, up: int, late: I8) -> float:
    """The chance that the dealer has no blackjack, where hands are not to lose more than their bet to one."""
    if (up == 0 or up == 9) and late[up] != TAKES_ALL:
        return float(1.0 - left[9 - up] / cards)
    return 1.0


@inlined
def sure_after(left: F64, cards: float, up: int, late: I8, card: int) -> float:
    """The same once one more card is gone."""
    if (up == 0 or up == 9) and late[up] != TAKES_ALL:
        return float(1.0 - (left[9 - up] - (card == 9 - up)) / (cards - 1.0))
    return 1.0


@inlined
def natural_worth(left: F64, cards: float, up: int, late: I8, terms: F64) -> float:
    """What a blackjack is worth: it may yet meet the dealer's."""
    lost = left[9 - up] / cards if late[up] == TAKES_ALL else 0.0
    ties = terms[NATURAL_TIES_ACE] if up == 0 else terms[NATURAL_TIES]
    return float(terms[NATURAL_PAYS] * (sure(left, cards, up, late) - lost) + ties * lost)


@kernel(
    "void(int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], float64[:, ::1], float64[:, ::1], "
    "float64[::1], int8[::1], int8[::1], int8[::1], int64, int64, int64, boolean, float64[:, :, ::1], float64[:, ::1], "
    "int8[:, ::1])"
)
def best_play(
    shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, win: F64, lose: F64,
    terms: F64, totals: I8, late: I8, surrender_against: I8, charlie: int, first: int, last: int, fixed: bool,
    values: F64, best: F64, choice: I8,
) -> None:  # fmt: skip
    """What each choice of each hand is worth, the highest points first, as every card drawn leads to more of them.

    For hands from one row up to another; the play is the best one, or where it is fixed what `choice` holds.
    """
    left = np.empty(10)
    for hand in range(last - 1, first - 1, -1):
        for up in range(10):
            cards = -1.0
            for c in range(10):
                left[c] = shoe[c] - counts[hand, c]
                cards += left[c]
            left[up] -= 1.0
            row = values[hand, up]
            row[:] = NOT_ALLOWED
            best[hand, up] = 0.0
            if not fixed:
                choice[hand, up] = STAND
            if left[up] < 0.0 or cards < 1.0:
                continue
            no_blackjack = sure(left, cards, up, late)
            hit, doubled_win, doubled_lose = 0.0, 0.0, 0.0
            if cards > 1.5 and size[hand] < charlie:
                for c in range(10):
                    if left[c] > 0.0:
                        p = left[c] / cards
                        after = child[hand, c]
                        if after >= 0:
                            hit += p * best[after, up]
                            doubled_win += p * win[after, up]
                            doubled_lose += p * lose[after, up]
                        else:
                            broke = p * sure_after(left, cards, up, late, c)
                            hit -= terms[LOSE] * broke
                            doubled_lose += broke
            natural = size[hand] == 2 and soft[hand] and total[hand] == 21 and terms[NATURAL_COUNTS] > 0.0
            double = (size[hand] == 2 or terms[ANY_CARDS] > 0.0) and size[hand] < charlie
            may = totals[total[hand] + SOFT * soft[hand]]
            if natural:
                row[NATURAL] = natural_worth(left, cards, up, late, terms)
                double = terms[NATURAL_DOUBLES] > 0.0 and late[up] == NO_LATE
                may |= PAID_TOTAL
            else:
                row[STAND] = terms[WIN] * win[hand, up] - terms[LOSE] * lose[hand, up]
                if terms[MAY_HIT] > 0.0 and size[hand] < charlie:
                    row[HIT] = hit
                if size[hand] == 2 and terms[MAY_SURRENDER] > 0.0 and surrender_against[up] == LATE:
                    row[SURRENDER] = -terms[LOSS] * no_blackjack
            if size[hand] == 2 and surrender_against[up] == EARLY:
                row[SURRENDER] = 1.0 - no_blackjack - terms[LOSS]  # beside the bet that a blackjack would take
            if double:
                free = size[hand] == 2 and may & FREE_TOTAL and terms[MAY_FREE] > 0.0
                if free:
                    row[DOUBLE] = terms[FREE_WIN] * doubled_win - terms[FREE_LOSE] * doubled_lose
                elif may & PAID_TOTAL:
                    if terms[MAY_FULL] > 0.0:
                        row[DOUBLE] = terms[FULL_WIN] * doubled_win - terms[FULL_LOSE] * doubled_lose
                    if terms[MAY_LESS] > 0.0:
                        row[DOUBLE_LESS] = terms[LESS_WIN] * doubled_win - terms[LESS_LOSE] * doubled_lose
            best[hand, up] = NOT_ALLOWED
            if fixed:
                best[hand, up] = row[choice[hand, up]]
                continue
            for option in range(CHOICES):
                if row[option] > best[hand, up]:
                    best[hand, up], choice[hand, up] = row[option], option


@kernel(
    "void(int64, int64, int64[::1], int32[::1], int32[::1], int32[:, ::1], int32[:, ::1], int8[::1], int32[:, ::1], "
    "int8[:, ::1], int8[:, ::1], int16[::1])"
)
def mark_split_hands(
    value: int, more: int, shoe: I64, start: I32, members: I32, place: I32, removed: I32, size: I8, child: I32,
    choice: I8, reached: I8, needed: I16,
) -> None:  # fmt: skip
    """Mark the split hands that come about, and where the dealer's ends are wanted for them: sets of cards and ups."""
    for up in range(10):
        for i in range(start[value], start[value + 1]):
            hand = members[i]
            if size[hand] == 2:
                reached[i, up] = 1
            if not reached[i, up]:
                continue
            does = choice[hand, up]
            if does == STAND:
                for j in range(more + 1):
                    needed[removed[i, j]] |= 1 << up
            elif does in (HIT, DOUBLE, DOUBLE_LESS):
                for c in range(10):
                    after = child[hand, c]
                    if after >= 0 and shoe[c] > 0:
                        k = place[value, after]
                        if does == HIT:
                            reached[k, up] = 1
                        else:
                            for j in range(more + 1):
                                needed[removed[k, j]] |= 1 << up


@kernel(
    "void(int64, int64, int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], int32[::1], "
    "int32[::1], int32[:, ::1], int32[:, ::1], float64[:, :, ::1], int8[:, ::1], int8[:, ::1], float64[::1], "
    "int8[::1], boolean, boolean, int8[::1], int64, float64[:, ::1], float64[:, ::1])"
)
def play_split_hands(
    value: int, more: int, shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, start: I32,
    members: I32, place: I32, removed: I32, ends: F64, choice: I8, reached: I8, terms: F64,
    totals: I8, push_22: bool, dealer_wins_ties: bool, late: I8, charlie: int, other: F64, pair: F64,
) -> None:  # fmt: skip
    """What a split hand is worth when 0, 1, ... further cards of the pair's value have gone to other hands.

    `other[up, n]` is for a second card of another value, weighted with its chance; `pair[up, n]` for one of the same
    value, which is then played as it stands, not yet weighted.
    """
    left = np.empty(10)
    worth = np.zeros(len(members))
    for up in range(10):
        for j in range(more + 1):
            for i in range(start[value + 1] - 1, start[value] - 1, -1):
                worth[i] = 0.0
                if not reached[i, up]:
                    continue
                hand, row = members[i], removed[i, j]
                cards = -1.0
                short = False
                for c in range(10):
                    left[c] = shoe[c] - counts[row, c]
                    if c == up:
                        left[c] -= 1.0
                    short = short or left[c] < 0.0
                    cards += shoe[c] - counts[row, c]
                if short or cards < 1.0:
                    continue
                does = choice[hand, up]
                if does == STAND:
                    w, x = against(
                        ends[row, up], total[hand], size[hand], push_22, dealer_wins_ties, late[up] == TAKES_ALL,
                        charlie,
                    )  # fmt: skip
                    worth[i] = terms[WIN] * w - terms[LOSE] * x
                elif does == SURRENDER:
                    worth[i] = -terms[LOSS] * sure(left, cards, up, late)
                elif does == NATURAL:
                    worth[i] = natural_worth(left, cards, up, late, terms)
                elif does == HIT:
                    for c in range(10):
                        if left[c] > 0.0:
                            p = left[c] / cards
                            after = child[hand, c]
                            if after >= 0:
                                worth[i] += p * worth[place[value, after]]
                            else:
                                worth[i] -= p * terms[LOSE] * sure_after(left, cards, up, late, c)
                else:
                    win, lose = 0.0, 0.0
                    for c in range(10):
                        if left[c] > 0.0:
                            p = left[c] / cards
                            after = child[hand, c]
                            if after >= 0:
                                at = removed[place[value, after], j]
                                w, x = against(
                                    ends[at, up], total[after], size[after], push_22, dealer_wins_ties,
                                    late[up] == TAKES_ALL, charlie,
                                )  # fmt: skip
                                win += p * w
                                lose += p * x
                            else:
                                lose += p * sure_after(left, cards, up, late, c)
                    if does == DOUBLE_LESS:
                        worth[i] = terms[LESS_WIN] * win - terms[LESS_LOSE] * lose
                    elif (
                        size[hand] == 2
                        and totals[total[hand]] & FREE_TOTAL
                        and not soft[hand]
                        and terms[MAY_FREE] > 0.0
                    ):
                        worth[i] = terms[FREE_WIN] * win - terms[FREE_LOSE] * lose
                    else:
                        worth[i] = terms[FULL_WIN] * win - terms[FULL_LOSE] * lose
            cards = -1.0
            for c in range(10):
                left[c] = shoe[c] - (c == up) - (c == value) * (2 + j)
                cards += left[c] + (c == up)
            other[up, j], pair[up, j] = 0.0, 0.0
            for i in range(start[value], start[value + 1]):
                hand = members[i]
                if size[hand] != 2:
                    continue
                if counts[hand, value] == 2:
                    pair[up, j] = worth[i]
                    continue
                for c in range(10):
                    if c != value and counts[hand, c] and left[c] > 0.0:
                        other[up, j] += left[c] / cards * worth[i]
