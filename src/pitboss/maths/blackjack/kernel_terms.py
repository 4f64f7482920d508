"""The rules of a blackjack record as the rows of numbers that the solver's kernels read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack import play as k
from pitboss.maths.blackjack.bonuses import natural_mean
from pitboss.maths.blackjack.record import UNSPLIT, BlackjackRecord

__all__ = ["late_of", "terms_row", "totals_of"]

F64 = NDArray[np.float64]
I8 = NDArray[np.int8]


def terms_row(record: BlackjackRecord, kind: int) -> F64:
    """The terms of a kind of hand as kernels read them, in units of the bet."""
    terms, row = record.kinds[kind], np.zeros(k.TERMS)
    row[k.WIN], row[k.LOSE], row[k.MAY_HIT] = terms.win, terms.lose, terms.hit
    row[k.LOSS], row[k.MAY_SURRENDER] = terms.surrender or 0, terms.surrender is not None
    if terms.free_double is not None:
        row[k.FREE_WIN], row[k.FREE_LOSE] = terms.free_double.win, terms.free_double.lose
        row[k.MAY_FREE] = True
    for double, at in zip(terms.doubles, (k.FULL_WIN, k.LESS_WIN), strict=False):
        row[at], row[at + 1], row[at + 2] = double.win, double.lose, True
    row[k.NATURAL_PAYS] = terms.natural_pays
    if kind == UNSPLIT:
        row[k.NATURAL_PAYS] = float(natural_mean(record.bonuses, terms.natural_pays))
    row[k.NATURAL_TIES] = record.tie_against_ten if kind == UNSPLIT else terms.natural_ties
    amounts = [k.WIN, k.LOSE, k.LOSS, k.FREE_WIN, k.FREE_LOSE, k.FULL_WIN, k.FULL_LOSE, k.LESS_WIN, k.LESS_LOSE]
    row[k.NATURAL_TIES_ACE] = record.tie_against_ace if kind == UNSPLIT else terms.natural_ties_ace
    row[[*amounts, k.NATURAL_PAYS, k.NATURAL_TIES, k.NATURAL_TIES_ACE]] /= record.stake
    row[k.NATURAL_DOUBLES] = terms.natural_doubles
    row[k.NATURAL_COUNTS] = kind == UNSPLIT or record.split_natural
    row[k.ANY_CARDS] = record.double_any
    return row


def late_of(record: BlackjackRecord) -> I8:
    """What a blackjack takes that comes out after the hands have acted, by up card, as kernels read it."""
    late = k.TAKES_ORIGINAL if record.original_bets else k.TAKES_ALL
    return np.array([k.NO_LATE if checked else late for checked in record.checked], dtype=np.int8)


def totals_of(record: BlackjackRecord) -> I8:
    """What may be done with each total, soft ones from 32 on, as kernels read it."""
    totals = np.array([k.PAID_TOTAL * may for may in record.double_on], dtype=np.int8)
    totals[list(record.free_totals)] |= k.FREE_TOTAL
    return totals
