"""Hands that were doubled and may be doubled again, as arrays that kernels read."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack.playbook import Playbook
from pitboss.maths.blackjack.record import MOST_AGAIN, RAISES, SOFT, BlackjackRecord, HandTerms
from pitboss.maths.blackjack.tables import HandTable

__all__ = ["Raises", "most_again", "raised_as", "raises_by_book", "raises_of"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]
I64 = NDArray[np.int64]


class Raises(NamedTuple):
    """Doubled hands that may be doubled again: what lies on them, how often, what they are worth and what is done."""

    amounts: F64
    """What is won and lost, by how the double began and how often it was doubled again, in units of the bet."""
    most: I64
    """How often each may be doubled again, -1 where there is no such double; none at all where none may be."""
    worth: F64
    again: I8
    """Whether each hand is doubled again, by up card, how the double began, and how often it was doubled again."""


def raises_of(record: BlackjackRecord, kind: int, hands: int) -> Raises:
    """The doubles of a kind of hand that may be doubled again, and room for what is done with N hands."""
    began, times = (len(RAISES), MOST_AGAIN + 1) if record.redoubles else (0, 0)
    amounts, most = np.zeros((began, times, 2)), np.full(began, -1)
    for at, double in enumerate(record.kinds[kind].raises()[:began]):
        if double is not None:
            lies = [(double.win, double.lose), *double.again]
            amounts[at, : len(lies)], most[at] = np.array(lies) / record.stake, len(double.again)
    return Raises(
        amounts, most, np.zeros((hands, 10, began, times, 3)), np.zeros((hands, 10, began, times), dtype=np.int8)
    )


def most_again(record: BlackjackRecord, kind: int) -> int:
    """How often any double of a kind of hand may be doubled again."""
    return max((len(raised.again) for raised in record.kinds[kind].raises() if raised is not None), default=0)


def raised_as(terms: HandTerms, *, lies: int, times: int, free: bool) -> int | None:
    """How a hand began to be doubled that was doubled again N times and on which that much lies now, in cents."""
    for began, double in enumerate(terms.raises()):
        lost = (double.lose, *(lose for _, lose in double.again)) if double is not None else ()
        if (RAISES[began] == "free") == free and lost[times : times + 1] == (lies,):
            return began
    return None


def raises_by_book(record: BlackjackRecord, table: HandTable, kind: int, book: Playbook) -> Raises:
    """The same with every hand doubled again as a playbook says."""
    hands = table.hands
    found = raises_of(record, kind, hands)
    total, soft = table.total[:hands], table.soft[:hands]
    least = book.again[kind][:, soft, total].T
    may = (table.size[:hands] < record.charlie) & np.array(record.double_on)[total + SOFT * soft]
    for began, most in enumerate(found.most.tolist()):
        for times in range(most):
            found.again[:, :, began, times] = may[:, None] & (least > 0) & (least <= most - times)
    return found
