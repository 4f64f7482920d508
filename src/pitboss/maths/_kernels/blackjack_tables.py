"""Where things stand in the arrays that the kernel of whole shoes reads, and the tables that no rule changes.

A card in the shoe is one byte: its value (0 the ace, 9 the tens) in the lowest four bits, which of the four ten-value
ranks it is in the next two, its suit in the last two. A hand is one byte too: its total, and 32 more where an ace
counts eleven; so adding a card is one look into :data:`ADDED`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.hands.totals import POINTS
from pitboss.maths.blackjack.bonuses import STEPS
from pitboss.maths.blackjack.record import KINDS, MOST_AGAIN, RAISES

__all__ = ["ADDED", "PAIRED", "card_code", "hand_code"]

U8 = NDArray[np.uint8]

ACE, TEN = 0, 9
SOFT: Final = 32
TOTAL: Final = 31
MOST_SEATS: Final = 7
MOST_WAGERS: Final = 16
"""Side bets and the tokes on them."""
MOST_LINES: Final = 32
PADDING: Final = 512
"""More cards than a round can take that runs out of the shoe."""

# moves, as compiled from a playbook
STAND, HIT, DOUBLE, DOUBLE_LESS, SPLIT, SURRENDER, NATURAL, BROKEN, FREE_DOUBLE, CHARLIE_MADE = range(10)

# the total of a hand that waits for the dealer but for no draw: it loses to a blackjack alone, or ties with it
BEATS_DRAWS, TIES_BLACKJACK = 30, 31

# a hand on its turn as an automaton, whose state is one byte: a hand that draws by the book, or draws its last card for
# a double; from ENDED on it takes no further card, whatever lies next in the shoe
DOUBLING, DOUBLING_FREE, ENDED = 64, 128, 160
DOUBLED, DOUBLED_FREE, STATES = ENDED + 32, ENDED + 64, ENDED + 96
"""By how it was raised: the total that a hand ended with, or one of what no total is."""
OVER_21, GAVE_UP, APART = 22, 23, 24
"""A broken hand; one that was given up; and what the automaton leaves to be played move by move, such as a split."""

# a playbook's block: first two cards, later hands, pairs that are split no more, what is done before the check
FIRST, FIRST_SIZE = 0, 10 * 256
LATER, LATER_SIZE = FIRST + len(KINDS) * FIRST_SIZE, 10 * 64
UNSPLIT, UNSPLIT_SIZE = LATER + len(KINDS) * LATER_SIZE, 10 * 16
INSURES = UNSPLIT + len(KINDS) * UNSPLIT_SIZE
TAKES_EVEN = INSURES + 1
AGAIN = INSURES + 64
"""How many doubles must be left for a doubled hand to be doubled again, laid out as later hands are."""
BOOK = AGAIN + len(KINDS) * LATER_SIZE

# a stake's block of results: for each class of bet lost, pushed and won; then what has no such three
PLAIN, FULL, LESS, FREE, BLACKJACK = range(5)
"""By kind of hand: the plain bet, the full double, the one for less, the free one, the blackjack."""
RAISED: Final = 5 * len(KINDS)
"""Then hands doubled again, by kind, by which of the three doubles they began with, and by how often."""
BONUSES: Final = RAISED + len(KINDS) * len(RAISES) * MOST_AGAIN
"""Then hands that win a bonus, by the steps of its ladders."""
CLASSES: Final = BONUSES + len(STEPS)
GIVEN_UP = 3 * CLASSES
"""By kind of hand."""
EVEN_MONEY, TIE_ACE, TIE_TEN, EARLY_LOSS, INSURED, INSURANCE_PAYS = range(GIVEN_UP + 5, GIVEN_UP + 11)
TERMS = GIVEN_UP + 16
LOST, PUSHED, WON = range(3)

# the rules of the round and of the shoe
CARDS, CUT, ONE_MORE, BURN_FIRST, BURN_EACH, GIVEN, SEATS, BOXES_BACKWARDS, PAID_BACKWARDS, UP_SECOND = range(10)
PEEK_TEN, EARLY, INSURE_NATURAL, OFFERS_EVEN, MATCH_RANK, SHUT_ACES, NATURALS_FIRST, DRAWS_ALWAYS = range(10, 18)
THIRD_ALWAYS, FINAL_BETS, WAGERS, TOKES, ASKS, WIDTH, NIL, TOKES_AT, TOKE_NIL = range(18, 27)
COUNTER, LOWEST, HIGHEST, START_COUNT, ROUNDING = range(27, 32)
PEEK_ACE, NO_HOLE, ORIGINAL, CHARLIE, TIES_UNDER_ACE = range(32, 37)
REDOUBLES, BONUS = 37, 38
"""Whether doubled hands are doubled again; by one bit each, the kinds of hand that are paid a bonus."""
MOST_HANDS, OWN_KIND, NEW_KIND = 40, 50, 60
"""By a pair's value."""
MOST_RAISES = 70
"""How often a double is doubled again at most, by kind of hand and by how it began."""
BONUS_CLASS = MOST_RAISES + len(KINDS) * len(RAISES)
"""The class of bet of a hand on each step of a bonus, 0 where it is paid like any other."""
UNIT = BONUS_CLASS + len(STEPS)
"""How many units a point of the count has; of the count that is bet by, too, and where that starts."""
BET_UNIT, BET_START = UNIT + 1, UNIT + 2
RULES = UNIT + 3
TOWARD_ZERO, DOWN, NEAREST = range(3)

# what decides a side bet beside the first two cards
NOTHING, UP_CARD, THIRD_CARD, DEALER_BLACKJACK, UP_AND_BLACKJACK, DEALER_CARDS, PLAYER_CARDS = range(7)
NO_THIRD: Final = 52
SEVEN: Final = 6
# a wager's row: where its tables begin, what decides it, how many columns that is, and where among a seat's facts the
# column stands; of a bet on a final hand where its automaton begins, and by one bit each the dealer's ends that can pay
PAIRS_AT, ROWS_AT, DECIDED_BY, COLUMNS, SHIFT, MASK, STEPS_AT, PAYS_ON, WAGER = range(9)
AFTER_DEAL, AFTER_INSURANCE, AT_HAND_END, AT_ROUND_END = range(4)
LOST_LINE, VOID_LINE = 0, MOST_LINES - 1

# a hand that waits for the dealer: its total, then from these bits its bet, whether it is new, and its seat
PENDING_BET, PENDING_NEW, PENDING_SEAT = 5, 12, 13

# when the bets that wait for a seat's hands are settled: in its turn, at the end with all others, before the check
ENDS_IN_TURN, ENDS_LAST, ENDED_EARLY = range(3)

# what is added up
ACTION, HANDS, SPLITS, DOUBLES, SHOES, VOID, SURRENDERED, BROKE, DEALER_BLACKJACKS, SAT_OUT = range(10)
SQUARES, TOKE_SQUARES, INSURANCE_SQUARES, EVENTS, COUNTER_ACTION = range(10, 15)
SIDE_SQUARES = 16
SUMS = SIDE_SQUARES + MOST_WAGERS

# a seat's results of one round, as lock step reads them
MAIN_NET, TOKE_NET, INSURANCE_NET, STAKE_LEVEL, SHOE_AT, LINES = range(6)
LOG = LINES + MOST_WAGERS

# what side bets look at, noted by seat and settled many rounds at a time: one number, in which from these bits on stand
# the first two cards, the dealer's blackjack and up card, both as they are known when a hand ends, the third card, the
# seat, whether it is the round's last, whether the round is void, the stake, when hands ended, and the round
KNOWN, KNOWN_THEN, THIRD_NUMBER, SEAT, LAST_SEAT, VOID_ROUND, STAKE, HAND_ENDS, ROUND = (
    12,
    19,
    26,
    32,
    35,
    36,
    37,
    42,
    44,
)
MOST_FACTS: Final = 64
"""Then by wager the column of a bet on a final hand."""
FACTS_AT, FOLDED_AT = 0, MOST_FACTS
EVENTS_AT = FOLDED_AT + MOST_WAGERS * MOST_FACTS

# an award that an aggregate limit may touch; without a seat, what the wager's other bets of the round were paid
EVENT_ROUND, EVENT_SEAT, EVENT_WAGER, EVENT_LINE, EVENT_TIME, EVENT = range(6)
NO_SEAT: Final = -1

# the shoe between two calls, then a row for each thing that is known of the seats
AT, SINCE, FRESH, RUNNING, SEEN, BET_RUNNING, BET_COUNT = range(7)
SEATS_AT = 8
WORK = SEATS_AT + 8 * 8

# where the parts of each array begin
STOPPED, IDLE, FOR_NOBODY = 64, 64 + 10, 128
"""The dealer draws nothing from the ends of a hand on; where nobody waits for a draw, every state leads to idling."""
STARTS = 16 * (FOR_NOBODY + 128)
COMPARED = STARTS + 256
NUMBERS_AT = COMPARED + 512
CAPPED_AT = NUMBERS_AT + 256
OPENINGS_AT = CAPPED_AT + MOST_WAGERS * MOST_LINES
TURNS_AT = OPENINGS_AT + 10 * 256
BOOKS_AT = TURNS_AT + 10 * 16 * STATES
MOST_LEVELS: Final = 17
"""The stake of all seats, and those that a counter's bet spread may have."""
MOST_COUNTS: Final = 96
BEGUN, PLAYED, COUNT_NET, COUNT_SQUARES, BY_COUNT = range(5)
"""Of each count that is bet by: rounds begun at it, rounds that the counter played, their results and squares."""
SPREAD_AT = RULES
TAGS_AT = SPREAD_AT + MOST_COUNTS
BET_TAGS_AT = TAGS_AT + 256
DIVISORS_AT = BET_TAGS_AT + 256
WAGERS_AT = DIVISORS_AT + 8 * 52 + 1
PAYS_AT = WAGERS_AT + MOST_LEVELS * MOST_WAGERS * WAGER
TERMS_AT = PAYS_AT + MOST_WAGERS * MOST_LINES
ENDS_AT = TERMS_AT + (MOST_LEVELS + 2) * TERMS
"""By the state in which a hand ended: how it waits for the dealer."""
VALUES = ENDS_AT + STATES - ENDED
STACK, PENDING, WORDS = 4, 12, 12 + 64
LINES_AT = SUMS
INSURANCES_AT = LINES_AT + MOST_WAGERS * MOST_LINES
ENDED_AT = INSURANCES_AT + 2 * MOST_LEVELS
BY_COUNT_AT = ENDED_AT + STATES - ENDED
RESULTS_AT = BY_COUNT_AT + MOST_COUNTS * BY_COUNT


def card_code(card: Card) -> int:
    """The byte of a card.

    >>> card_code(Card.parse("Ac")), card_code(Card.parse("Ks")) & 15
    (0, 9)
    """
    ten = (card >> 2) - 8 if POINTS[card] == 10 else 0
    return (POINTS[card] - 1) | ten << 4 | (card & 3) << 6


def hand_code(points: int, *, ace: bool) -> int:
    """The byte of a hand whose aces count one in its points; broken hands are hard."""
    return SOFT + points + 10 if ace and points <= 11 else min(points, TOTAL)


def _added() -> U8:
    table = np.zeros((64, 16), dtype=np.uint8)
    for hand in range(64):
        soft = hand >= SOFT
        for value in range(10):
            points = (hand & TOTAL) - 10 * soft + value + 1
            table[hand, value] = hand_code(points, ace=soft or value == ACE)
    return table.reshape(-1)


ADDED: Final = _added()
"""A hand with one more card, by 16 times its byte and the card's value."""
PAIRED: Final = ADDED.reshape(64, 16)[ADDED[:10]].reshape(-1)
"""A hand of two cards, by 16 times the first value and the second."""
