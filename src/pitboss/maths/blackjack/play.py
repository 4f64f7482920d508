"""Kernels for the player's side: chances to win, best play by backward induction, and split hands under a fixed play.

Every value is the expected result *and* that the dealer's check, where there is one, finds no blackjack. So taken, the
hole card is a card like any other that nobody has seen, and draws are plain draws from all cards left.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.cache import kernel, part

__all__ = [
    "AGAIN", "CHOICES", "DOUBLE", "DOUBLE_LESS", "EARLY", "FREE", "FREE_TOTAL", "FULL", "HIT", "LATE", "LESS",
    "NATURAL", "NEVER", "NO_LATE", "PAID_TOTAL", "PLAYED", "STAND", "STOOD", "SURRENDER", "TAKES_ALL", "TAKES_ORIGINAL",
    "best_play", "mark_split_hands", "play_split_hands", "stand_chances",
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

# how a split hand comes about: by hits, or by a double
AS_DEALT, DOUBLED = 1, 2

# doubled hands: how they began, what each is worth as it is played, if it stands, and if it is doubled again
FULL, LESS, FREE = range(3)
PLAYED, STOOD, AGAIN = range(3)

# what may be done with a total, in a table of totals with soft ones from 32 on
FREE_TOTAL, PAID_TOTAL = 1, 2
SOFT = 32

# when a hand may be surrendered
NEVER, LATE, EARLY = range(3)

# what equal totals are
TIES_PUSH, DEALER_WINS_TIES, WINS_AT_21 = range(3)

# a blackjack that comes out after hands have acted, by up card: there is none, it takes original bets, it takes all
NO_LATE, TAKES_ORIGINAL, TAKES_ALL = range(3)


@part
def against(
    ends: F64, total: int, size: int, push_22: bool, ties: int, opened: bool, charlie: int
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
        elif o + 15 > total or ties == DEALER_WINS_TIES:
            lose += ends[o]
        elif ties == WINS_AT_21 and total == 21:
            win += ends[o]
    return win, lose


@kernel(
    "void(int8[::1], int8[::1], int32[::1], float64[:, :, ::1], boolean, int64, int8[::1], int64, float64[:, ::1], "
    "float64[:, ::1])",
    makes_arrays=False,
)
def stand_chances(
    total: I8, size: I8, rows: I32, ends: F64, push_22: bool, ties: int, late: I8, charlie: int, win: F64, lose: F64
) -> None:
    """The chances of every hand that stands, against every up card; `rows` says where the dealer's ends lie."""
    for hand in range(len(total)):
        for up in range(10):
            w, x = against(ends[rows[hand], up], total[hand], size[hand], push_22, ties, late[up] == TAKES_ALL, charlie)
            win[hand, up], lose[hand, up] = w, x


@part
def sure(left: F64, cards: float, up: int, late: I8) -> float:
    """The chance that the dealer has no blackjack, where hands are not to lose more than their bet to one."""
    if (up == 0 or up == 9) and late[up] != TAKES_ALL:
        return float(1.0 - left[9 - up] / cards)
    return 1.0


@part
def sure_after(left: F64, cards: float, up: int, late: I8, card: int) -> float:
    """The same once one more card is gone."""
    if (up == 0 or up == 9) and late[up] != TAKES_ALL:
        return float(1.0 - (left[9 - up] - (card == 9 - up)) / (cards - 1.0))
    return 1.0


@part
def natural_worth(left: F64, cards: float, up: int, late: I8, terms: F64) -> float:
    """What a blackjack is worth: it may yet meet the dealer's."""
    lost = left[9 - up] / cards if late[up] == TAKES_ALL else 0.0
    ties = terms[NATURAL_TIES_ACE] if up == 0 else terms[NATURAL_TIES]
    return float(terms[NATURAL_PAYS] * (sure(left, cards, up, late) - lost) + ties * lost)


@part
def drawn_raised(
    left: F64, cards: float, up: int, late: I8, child: I32, raised: F64, began: int, times: int, lost: float
) -> float:
    """What a hand is worth with one more card that has been doubled N times with it; broken, it loses so much."""
    worth = 0.0
    for c in range(10):
        if left[c] > 0.0:
            if child[c] >= 0:
                worth += left[c] / cards * raised[child[c], up, began, times, PLAYED]
            else:
                worth -= left[c] / cards * lost * sure_after(left, cards, up, late, c)
    return worth


@part
def raise_again(
    left: F64, cards: float, hand: int, up: int, late: I8, child: I32, may: bool, win: float, lose: float,
    amounts: F64, most: I64, fixed: bool, raised: F64, again: I8,
) -> None:  # fmt: skip
    """What a hand is worth that has been doubled once, twice, ...: it stands, or is doubled again."""
    for began in range(len(most)):
        for times in range(most[began], -1, -1):
            row = raised[hand, up, began, times]
            row[STOOD] = amounts[began, times, 0] * win - amounts[began, times, 1] * lose
            row[AGAIN] = NOT_ALLOWED
            if may and times < most[began] and cards > 1.5:
                lost = amounts[began, times + 1, 1]
                row[AGAIN] = drawn_raised(left, cards, up, late, child, raised, began, times + 1, lost)
            if not fixed:
                again[hand, up, began, times] = row[AGAIN] > row[STOOD]
            row[PLAYED] = row[AGAIN] if again[hand, up, began, times] else row[STOOD]


@kernel(
    "void(int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], float64[:, ::1], float64[:, ::1], "
    "float64[::1], float64[::1], int8[::1], int8[::1], int8[::1], int64, int64, int64, boolean, float64[:, :, ::1], "
    "float64[:, ::1], "
    "int8[:, ::1], float64[:, :, ::1], int64[::1], float64[:, :, :, :, ::1], int8[:, :, :, ::1], float64[::1])",
    makes_arrays=False,
)
def best_play(
    shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, win: F64, lose: F64, wins: F64,
    terms: F64, totals: I8, late: I8, surrender_against: I8, charlie: int, first: int, last: int, fixed: bool,
    values: F64, best: F64, choice: I8, amounts: F64, most: I64, raised: F64, again: I8, left: F64,
) -> None:  # fmt: skip
    """What each choice of each hand is worth, the highest points first, as every card drawn leads to more of them.

    For hands from one row up to another; the play is the best one, or where it is fixed what `choice` holds. `wins` is
    what each hand wins that is not doubled: some are paid a bonus. `values` begins with the first of these rows, `left`
    is room for the cards left.
    """
    for hand in range(last - 1, first - 1, -1):
        for up in range(10):
            cards = -1.0
            for c in range(10):
                left[c] = shoe[c] - counts[hand, c]
                cards += left[c]
            left[up] -= 1.0
            row = values[hand - first, up]
            for option in range(CHOICES):
                row[option] = NOT_ALLOWED
            best[hand, up] = 0.0
            if not fixed:
                choice[hand, up] = STAND
            if left[up] < 0.0 or cards < 1.0:
                continue
            no_blackjack = sure(left, cards, up, late)
            hit, doubled_win, doubled_lose = 0.0, 0.0, 0.0
            doubles = size[hand] == 2 or terms[ANY_CARDS] > 0.0
            if cards > 1.5 and size[hand] < charlie:
                for c in range(10):
                    if left[c] > 0.0:
                        p = left[c] / cards
                        after = child[hand, c]
                        if after >= 0:
                            hit += p * best[after, up]
                            if doubles:
                                doubled_win += p * win[after, up]
                                doubled_lose += p * lose[after, up]
                        else:
                            broke = p * sure_after(left, cards, up, late, c)
                            hit -= terms[LOSE] * broke
                            doubled_lose += broke
            natural = size[hand] == 2 and soft[hand] and total[hand] == 21 and terms[NATURAL_COUNTS] > 0.0
            double = doubles and size[hand] < charlie
            may = totals[total[hand] + SOFT * soft[hand]]
            if len(most):
                raise_again(
                    left, cards, hand, up, late, child[hand], size[hand] < charlie and may & PAID_TOTAL > 0,
                    win[hand, up], lose[hand, up], amounts, most, fixed, raised, again,
                )  # fmt: skip
            if natural:
                row[NATURAL] = natural_worth(left, cards, up, late, terms)
                double = terms[NATURAL_DOUBLES] > 0.0 and late[up] == NO_LATE
                may |= PAID_TOTAL
            else:
                row[STAND] = wins[hand] * win[hand, up] - terms[LOSE] * lose[hand, up]
                if terms[MAY_HIT] > 0.0 and size[hand] < charlie:
                    row[HIT] = hit
                if size[hand] == 2 and terms[MAY_SURRENDER] > 0.0 and surrender_against[up] == LATE:
                    row[SURRENDER] = -terms[LOSS] * no_blackjack
            if size[hand] == 2 and surrender_against[up] == EARLY:
                row[SURRENDER] = 1.0 - no_blackjack - terms[LOSS]  # beside the bet that a blackjack would take
            if double:
                free = size[hand] == 2 and may & FREE_TOTAL and terms[MAY_FREE] > 0.0
                if len(most) and cards > 1.5:
                    for began in range(FREE if free else FULL, FREE + 1 if free else FREE):
                        if most[began] >= 0 and (free or may & PAID_TOTAL):
                            row[DOUBLE_LESS if began == LESS else DOUBLE] = drawn_raised(
                                left, cards, up, late, child[hand], raised, began, 0, amounts[began, 0, 1]
                            )
                elif free:
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


@part
def any_of(again: I8) -> bool:
    """Whether a hand is doubled again, however it began and however often it was before."""
    for began in range(again.shape[0]):
        for times in range(again.shape[1]):
            if again[began, times]:
                return True
    return False


@kernel(
    "void(int64, int64, int64[::1], int32[::1], int32[::1], int32[:, ::1], int32[:, ::1], int8[::1], int32[:, ::1], "
    "int8[:, ::1], int8[:, ::1], int16[::1], int8[:, :, :, ::1])",
    makes_arrays=False,
)
def mark_split_hands(
    value: int, more: int, shoe: I64, start: I32, members: I32, place: I32, removed: I32, size: I8, child: I32,
    choice: I8, reached: I8, needed: I16, again: I8,
) -> None:  # fmt: skip
    """Mark the split hands that come about, and where the dealer's ends are wanted for them: sets of cards and ups."""
    for up in range(10):
        for i in range(start[value], start[value + 1]):
            hand = members[i]
            if size[hand] == 2:
                reached[i, up] |= AS_DEALT
            if not reached[i, up]:
                continue
            does = choice[hand, up] if reached[i, up] & AS_DEALT else SURRENDER
            doubled = reached[i, up] & DOUBLED > 0
            if does == STAND or doubled:
                for j in range(more + 1):
                    needed[removed[i, j]] |= 1 << up
            doubles = does in (DOUBLE, DOUBLE_LESS) or (doubled and any_of(again[hand, up]))
            for c in range(10):
                after = child[hand, c]
                if after >= 0 and shoe[c] > 0:
                    if does == HIT:
                        reached[place[value, after], up] |= AS_DEALT
                    if doubles:
                        reached[place[value, after], up] |= DOUBLED


@part
def drawn_split(
    left: F64, cards: float, up: int, late: I8, child: I32, place: I32, raised: F64, began: int, times: int, lost: float
) -> float:
    """The same of a split hand, whose values lie by its place among those with a card of the pair."""
    worth = 0.0
    for c in range(10):
        if left[c] > 0.0:
            if child[c] >= 0:
                worth += left[c] / cards * raised[place[child[c]], began, times]
            else:
                worth -= left[c] / cards * lost * sure_after(left, cards, up, late, c)
    return worth


@kernel(
    "void(int64, int64, int64[::1], int8[:, ::1], int8[::1], int8[::1], int8[::1], int32[:, ::1], int32[::1], "
    "int32[::1], int32[:, ::1], int32[:, ::1], float64[:, :, ::1], int8[:, ::1], int8[:, ::1], float64[::1], "
    "float64[::1], int8[::1], boolean, int64, int8[::1], int64, float64[:, ::1], float64[:, ::1], float64[:, :, ::1], "
    "int64[::1], int8[:, :, :, ::1], float64[::1], float64[::1], float64[:, :, ::1])",
    makes_arrays=False,
)
def play_split_hands(
    value: int, more: int, shoe: I64, counts: I8, total: I8, soft: I8, size: I8, child: I32, start: I32,
    members: I32, place: I32, removed: I32, ends: F64, choice: I8, reached: I8, terms: F64,
    wins: F64, totals: I8, push_22: bool, ties: int, late: I8, charlie: int, other: F64, pair: F64,
    amounts: F64, most: I64, again: I8, left: F64, worth: F64, raised: F64,
) -> None:  # fmt: skip
    """What a split hand is worth when 0, 1, ... further cards of the pair's value have gone to other hands.

    `other[up, n]` is for a second card of another value, weighted with its chance; `pair[up, n]` for one of the same
    value, which is then played as it stands, not yet weighted. The last three are room: for the cards left, and for
    what each hand and each doubled hand is worth.
    """
    redoubles = len(most) > 0
    for up in range(10):
        for j in range(more + 1):
            for i in range(start[value + 1] - 1, start[value] - 1, -1):
                worth[i] = 0.0
                for began in range(raised.shape[1]):
                    for times in range(raised.shape[2]):
                        raised[i, began, times] = 0.0
                if not (reached[i, up] & AS_DEALT or (redoubles and reached[i, up])):
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
                if redoubles and reached[i, up] & DOUBLED:
                    w, x = against(
                        ends[row, up], total[hand], size[hand], push_22, ties, late[up] == TAKES_ALL,
                        charlie,
                    )  # fmt: skip
                    for began in range(len(most)):
                        for times in range(most[began], -1, -1):
                            raised[i, began, times] = amounts[began, times, 0] * w - amounts[began, times, 1] * x
                            if again[hand, up, began, times]:
                                raised[i, began, times] = drawn_split(
                                    left, cards, up, late, child[hand], place[value], raised, began, times + 1,
                                    amounts[began, times + 1, 1],
                                )  # fmt: skip
                if not reached[i, up] & AS_DEALT:
                    continue
                does = choice[hand, up]
                if does == STAND:
                    w, x = against(
                        ends[row, up], total[hand], size[hand], push_22, ties, late[up] == TAKES_ALL,
                        charlie,
                    )  # fmt: skip
                    worth[i] = wins[hand] * w - terms[LOSE] * x
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
                elif redoubles:
                    free = size[hand] == 2 and totals[total[hand]] & FREE_TOTAL and not soft[hand]
                    began = LESS if does == DOUBLE_LESS else FREE if free and terms[MAY_FREE] > 0.0 else FULL
                    worth[i] = drawn_split(
                        left, cards, up, late, child[hand], place[value], raised, began, 0, amounts[began, 0, 1]
                    )
                else:
                    win, lose = 0.0, 0.0
                    for c in range(10):
                        if left[c] > 0.0:
                            p = left[c] / cards
                            after = child[hand, c]
                            if after >= 0:
                                at = removed[place[value, after], j]
                                w, x = against(
                                    ends[at, up], total[after], size[after], push_22, ties,
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
