"""How a spot is played, as flat tables that solver, kernel and strategy card read alike.

A playbook looks at the dealer's up card and at the hand's kind (:data:`.record.KINDS`). The first two
cards of a hand are looked up by their values, so that a play may depend on both (a total-dependent playbook has the
same entry for all pairs of cards with one total); later cards by total and softness. What an entry names is always
allowed there by the record it was made for; where a pair can be split no more, :attr:`Playbook.unsplit` is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

__all__ = ["Move", "Playbook"]


class Move(IntEnum):
    """What a playbook's entry tells the player to do."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    """A free double where the hand may have one, otherwise the full one."""
    DOUBLE_LESS = 3
    SPLIT = 4
    SURRENDER = 5


@dataclass(frozen=True)
class Playbook:
    """One strategy: tables of :class:`Move`, values being indices 0 (ace) to 9 (ten)."""

    first: NDArray[np.uint8]
    """By kind, up card and the values of the first two cards: shape (5, 10, 10, 10)."""
    unsplit: NDArray[np.uint8]
    """The same for a pair that can be split no more, by kind, up card and the pair's value: shape (5, 10, 10)."""
    later: NDArray[np.uint8]
    """From the third card on, by kind, up card, softness and total: shape (5, 10, 2, 22)."""
    insure: bool = False
    even_money: bool = False
    again: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((5, 10, 2, 22), dtype=np.uint8))
    """How many more doubles must be open, at least, for a doubled hand to be doubled again; 0 where it never is. By
    kind, up card, softness and total: shape (5, 10, 2, 22)."""
    split_naturals: bool = False
