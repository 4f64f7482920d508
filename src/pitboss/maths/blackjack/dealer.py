"""How the dealer ends, for every set of cards that can have left the shoe."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack.tables import ALL_UPS, OUTCOMES, Counts, DealerTable, dealer_table, hand_table
from pitboss.maths.cache import kernel

__all__ = ["DealerEnds", "dealer_ends", "known_ends"]

I8 = NDArray[np.int8]
I64 = NDArray[np.int64]
U8 = NDArray[np.uint8]
U32 = NDArray[np.uint32]
F64 = NDArray[np.float64]

LANES = 64
"""How many sets of cards are worked on side by side at most."""
WIDTH = 8
"""How many the machine takes at once."""
DEEPEST = 24
"""More cards than any dealer draws."""


class DealerEnds:
    """How one dealer ends behind one shoe, for the sets of cards of its hand table; found when they are asked for."""

    def __init__(self, shoe: Counts, draws_to: int, hit_soft_17: bool, held: Counts) -> None:
        self.draws_to, self.hit_soft_17 = draws_to, hit_soft_17
        self.shoe = np.array(shoe, dtype=np.int64)
        self.removed = hand_table(held).counts
        self.ends = np.empty((len(self.removed), 10, OUTCOMES))
        self._known = np.zeros(len(self.removed), dtype=np.int16)
        """One bit for each up card for which a row is filled."""
        self._lock = Lock()

    def find(self, rows: I64, ups: tuple[int, ...]) -> F64:
        """All the ends, of which these rows are filled for these up cards."""
        wanted = sum(1 << up for up in ups)
        with self._lock:
            missing = rows[self._known[rows] & wanted != wanted]
            begun = self._known[missing] != 0
            self._fill(missing[~begun], ups)
            self._fill(missing[begun], ALL_UPS)  # the walk writes all up cards of a row, so none may be left out
            self._known[missing] |= wanted
        return self.ends

    def _fill(self, rows: I64, ups: tuple[int, ...]) -> None:
        if len(rows):
            table = dealer_table(self.draws_to, self.hit_soft_17, ups)
            dealer_ends(table, self.shoe, self.removed, rows, self.ends)


@lru_cache(maxsize=2)
def known_ends(shoe: Counts, draws_to: int, hit_soft_17: bool, held: Counts) -> DealerEnds:
    """The ends that everybody shares who asks about the same dealer and shoe, as the parts of an analysis do."""
    return DealerEnds(shoe, draws_to, hit_soft_17, held)


def dealer_ends(table: DealerTable, shoe: I64, removed: I8, rows: I64, ends: F64) -> None:
    """Fill `ends[row, up card, outcome]` with the chances of each outcome once the cards of `removed[row]` are gone.

    A dealer for whom the shoe runs out has no outcome, so that the chances then add up to less than one.
    """
    lanes = min(LANES, -(-len(rows) // WIDTH) * WIDTH)
    _ends(
        table.card,
        table.copy,
        table.depth,
        table.start,
        table.up,
        table.outcome,
        table.orders,
        shoe,
        removed,
        rows,
        ends,
        np.empty((10, DEEPEST, lanes)),
        np.empty((3, DEEPEST, lanes)),
        np.empty((10, OUTCOMES, lanes)),
    )


@kernel(
    "void(uint8[::1], uint8[::1], uint8[::1], uint32[::1], uint8[::1], uint8[::1], float64[::1], "
    "int64[::1], int8[:, ::1], int64[::1], float64[:, :, ::1], float64[:, :, ::1], float64[:, :, ::1], "
    "float64[:, :, ::1])",
    makes_arrays=False,
)
def _ends(
    card: U8, copy: U8, depth: U8, start: U32, up: U8, outcome: U8, orders: F64,
    shoe: I64, removed: I8, rows: I64, ends: F64, left: F64, room: F64, found: F64,
) -> None:  # fmt: skip
    """One walk over the tree of draws for each block of rows.

    The product of what is left of each card, over that of the cards left in all, is the chance of one order of the
    draws after the first card; that one lies up already, so its own factor is taken out at the end. The machine works
    on several lanes at once as long as their number is not known when it is compiled, and on indices faster that
    cannot be negative.
    """
    share, product, chance, lanes = room[0], room[1], room[2, 0], left.shape[2]
    for block in range(0, len(rows), lanes):
        for u in range(10):
            for o in range(OUTCOMES):
                for lane in range(lanes):
                    found[u, o, lane] = 0.0
        for lane in range(lanes):
            row = rows[min(block + lane, len(rows) - 1)]
            cards = 0
            for value in range(10):
                n = shoe[value] - removed[row, value]
                cards += max(n, 0)
                for k in range(DEEPEST):
                    left[value, k, lane] = max(n - k, 0)
            share[0, lane] = 1.0
            for k in range(1, DEEPEST):
                share[k, lane] = share[k - 1, lane] / (cards - k) if cards > k else 0.0
        for node in range(len(card)):
            c, k, d = card[node], copy[node], depth[node]
            if d == 0:
                for lane in range(lanes):
                    product[0, lane] = left[c, k, lane]
            else:
                for lane in range(lanes):
                    product[d, lane] = product[d - 1, lane] * left[c, k, lane]
            first, last = start[node], start[node + 1]
            if first == last:
                continue
            for lane in range(lanes):
                chance[lane] = product[d, lane] * share[d, lane]
            o = outcome[first]
            for entry in range(first, last):
                u, n_orders = up[entry], orders[entry]
                for lane in range(lanes):
                    found[u, o, lane] += n_orders * chance[lane]
        for lane in range(min(lanes, len(rows) - block)):
            row = rows[block + lane]
            for u in range(10):
                of_up = left[u, 0, lane]
                for o in range(OUTCOMES):
                    ends[row, u, o] = found[u, o, lane] / of_up if of_up > 0.0 else 0.0
