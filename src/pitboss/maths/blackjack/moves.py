"""What a record allows a player to do, hand by hand, and a playbook's entries as the choices that kernels read."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.playbook import Move, Playbook
from pitboss.maths.blackjack.record import ACE_LAMMER, LAMMER, SPLIT, SPLIT_ACE, UNSPLIT, BlackjackRecord
from pitboss.maths.blackjack.tables import HandTable

__all__ = [
    "ACE", "CHAINS", "CHOICE_OF", "TEN", "Chain", "choices_of", "first_moves", "follow", "is_natural", "later_moves",
    "may_split", "split_kinds", "total_of",
]  # fmt: skip

I8 = NDArray[np.int8]

ACE, TEN = 0, 9
CHOICE_OF = {
    Move.STAND: k.STAND,
    Move.HIT: k.HIT,
    Move.DOUBLE: k.DOUBLE,
    Move.DOUBLE_LESS: k.DOUBLE_LESS,
    Move.SURRENDER: k.SURRENDER,
}
Chain = tuple[Move, ...]
CHAINS: tuple[Chain, ...] = tuple(
    (*given_up, *doubled, last)
    for given_up, doubled, last in product(
        ((), (Move.SURRENDER,)), ((), (Move.DOUBLE,), (Move.DOUBLE_LESS,)), (Move.STAND, Move.HIT)
    )
)
"""Every line of preferences, say "surrender, else double, else hit"; where none of them is allowed, stand."""
AS_CHOICE = np.array([CHOICE_OF.get(move, k.STAND) for move in Move], dtype=np.int8)


def follow(chain: Chain, allowed: tuple[Move, ...]) -> Move:
    """The first preference that is allowed."""
    return next((move for move in chain if move in allowed), Move.STAND)


def total_of(a: int, b: int) -> tuple[int, bool]:
    """The total of two cards, given as indices, and whether it is soft."""
    soft = ACE in (a, b)
    return a + b + 2 + 10 * soft, soft


def is_natural(record: BlackjackRecord, kind: int, a: int, b: int) -> bool:
    """Whether two cards of a kind of hand count as a blackjack."""
    return {a, b} == {ACE, TEN} and (kind == UNSPLIT or record.split_natural)


def split_kinds(record: BlackjackRecord, value: int) -> tuple[int, ...]:
    """The kinds of hand a pair becomes: the first, and the new ones where they differ."""
    own, lammer = (SPLIT_ACE, ACE_LAMMER) if value == ACE else (SPLIT, LAMMER)
    return (own, lammer) if record.free_pairs[value] else (own,)


def first_moves(record: BlackjackRecord, kind: int, up: int, a: int, b: int) -> tuple[Move, ...]:
    """What may be done with the first two cards of a hand, splitting first."""
    terms = record.kinds[kind]
    total, soft = total_of(a, b)
    moves = [Move.STAND]
    unseen = not record.checked[up]
    natural = is_natural(record, kind, a, b)
    free = not soft and total in record.free_totals and terms.free_double is not None
    if (terms.natural_doubles and not unseen) if natural else free or record.may_double(total, soft=soft):
        moves += [Move.DOUBLE] * (free or bool(terms.doubles)) + [Move.DOUBLE_LESS] * (
            not free and len(terms.doubles) > 1
        )
    if natural:
        return tuple(moves)
    if terms.surrender is not None and record.surrender_against[up] and (record.early_surrender or not unseen):
        moves.append(Move.SURRENDER)
    moves += [Move.HIT] * terms.hit
    if a == b and may_split(record, kind, a):
        moves.insert(0, Move.SPLIT)
    return tuple(moves)


class FirstMoves:
    """What may be done with the first two cards of any hand of a game: found once for up cards that are alike."""

    def __init__(self, record: BlackjackRecord) -> None:
        looked = list(zip(record.checked, record.surrender_against, strict=True))
        self.record, self.alike = record, [looked.index(each) for each in looked]
        self.known: dict[tuple[int, int, int, int], tuple[Move, ...]] = {}

    def of(self, kind: int, up: int, a: int, b: int) -> tuple[Move, ...]:
        """The same as :func:`first_moves`, in which the order of the two cards does not count."""
        hand = kind, self.alike[up], min(a, b), max(a, b)
        found = self.known.get(hand)
        if found is None:
            found = self.known[hand] = first_moves(self.record, *hand)
        return found


def may_split(record: BlackjackRecord, kind: int, value: int) -> bool:
    """Whether a pair may be split while there are fewer hands than the most allowed."""
    if kind == UNSPLIT:
        return record.most_hands[value] > 1
    return record.most_hands[value] > 2 and kind in split_kinds(record, value)


def later_moves(record: BlackjackRecord, kind: int, total: int, *, soft: bool) -> tuple[Move, ...]:
    """What may be done with three cards and more that make a total."""
    terms = record.kinds[kind]
    moves = (Move.STAND, *((Move.HIT,) * terms.hit))
    if record.double_any and record.may_double(total, soft=soft):
        moves += (Move.DOUBLE,) * bool(terms.doubles) + (Move.DOUBLE_LESS,) * (len(terms.doubles) > 1)
    return moves


def choices_of(book: Playbook, record: BlackjackRecord, table: HandTable, kind: int) -> I8:
    """What a playbook does with every hand of a kind that is not split (again), as kernels read it."""
    hands = table.hands
    moves = book.later[kind][:, table.soft[:hands], table.total[:hands]].T.copy()
    for row in np.flatnonzero(table.size[:hands] == 2):
        held = np.repeat(np.arange(10), table.counts[row])
        a, b = int(held[0]), int(held[1])
        moves[row] = book.first[kind, :, a, b]
        if a == b:
            again = moves[row] == Move.SPLIT
            moves[row][again] = book.unsplit[kind, :, a][again]
    moves[table.size[:hands] >= record.charlie] = Move.STAND
    choices: I8 = np.ascontiguousarray(AS_CHOICE[moves])
    natural = table.row.get((1, *(0,) * 8, 1))
    if natural is not None and is_natural(record, kind, ACE, TEN):
        choices[natural][choices[natural] == k.STAND] = k.NATURAL
    return choices
