"""Where things stand at a blackjack table that is played step by step: questions, answers, rows and stages.

Answers are bits of a mask, in the order in which the environments number their actions.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths._kernels import blackjack_tables as b
from pitboss.maths.blackjack.record import KINDS

__all__ = ["Pit", "Told"]

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
I8 = NDArray[np.int8]
F64 = NDArray[np.float64]
Flags = NDArray[np.bool_]

# what a table asks, as the environments number their questions; a round that is over has been told to its player
PLAY, FIVES, INSURANCE, BLACKJACK, EARLY, OVER, BETTING, ENDED = range(8)

# the answers, by bits of a mask; the bets that may be chosen follow
(
    STAND_BIT, HIT_BIT, DOUBLE_BIT, LESS_BIT, DOUBLE_PAID_BIT, SPLIT_BIT, SPLIT_PAID_BIT, SURRENDER_BIT, INSURE_BIT,
    EVEN_BIT, GO_ON_BIT,
) = (1 << n for n in range(11))  # fmt: skip
FIRST_BET: Final = 11
MOST_BETS: Final = 40
DOUBLES: Final = DOUBLE_BIT | LESS_BIT | DOUBLE_PAID_BIT
FREE_BIT, ALL_THAT_FITS_BIT = 1 << 60, 1 << 61
"""Beside the answers: the double is the house's, and the double for less is as much as the maximum leaves room for."""

# the legal answers: on two cards, on later ones by kind and hand, on doubled ones; to insurance, and bets
LATER_AT = b.LATER
AGAIN_AT = LATER_AT + len(KINDS) * 64
INSURANCE_AT = AGAIN_AT + 64
BETS_AT, MOST_PAID_AT, EARLY_AT, UNITS_AT = range(INSURANCE_AT + 2, INSURANCE_AT + 6)
"""Then how many hands of a spot may stand on money where free splits are declined, the up cards against which hands are
given up before the check, and the bet itself in units of the main bet."""
MASKS = INSURANCE_AT + 6

# a table's row of what it holds
PHASE, LEVEL_AT, STEPS, START, UP, HOLE, DEALER, HAS_BLACKJACK, WAITING = range(9)
FIRST_CARD, SECOND_CARD, HAND, HELD, KIND, NEW, STACKED, HANDS, INDEX, PAID = range(9, 19)
BET, BEGAN, TIMES, LAMMERED, SHOWN, DOES, RESULT = range(19, 26)
LEFT = 26
"""The cards of each value that the player has not seen."""
STATE = LEFT + 10

# the stages of a round between two questions
ASKED, DEALING, INSURING, CHECKING, IN_TURN, ENDING, NEXT_HAND, DEALERS_TURN, PAYING = range(9)

# what is the same for all tables
WHOLE_SHOE, MOST_STEPS, SAME_STEP, PLACES, BETS, SHOWS_LEFT, SHOWS_COUNT, SETTINGS = range(8)

# an observation, as the environment of one table has it; what was asked for follows
QUESTION, TOTAL, IS_SOFT, CARDS, UP_CARD, PAIR, HAND_NUMBER, HAND_COUNT, WAS_SPLIT, ON_LAMMER, FIELDS = range(11)


class Pit(NamedTuple):
    """All that the tables read and write: what a :class:`.blackjack_rounds_shoe.Run` has, in rows, and their own."""

    shoes: U8
    """By table, as are words, work and state."""
    tables: U8
    pairs: U16
    values: I64
    """By size of bet, as are masks, scale and cents."""
    words: U64
    work: I64
    state: I64
    """What each table asks and holds."""
    masks: I64
    """The legal answers."""
    settings: I64
    scale: F64
    """What a unit of the amounts is worth in units of the main bet."""
    cents: I64
    """The cents of a unit."""
    sums: I64
    none: I64
    """In the place of events and log, which nobody reads here."""


class Told(NamedTuple):
    """What a step tells of every table."""

    observations: I64
    masks: I8
    rewards: F64
    terminated: Flags
    truncated: Flags
    illegal: Flags
    net_cents: I64
    final_observations: I64
