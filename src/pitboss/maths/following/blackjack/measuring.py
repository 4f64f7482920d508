"""How many rounds it takes until a counter is seen, and how often somebody else is: measured on made-up guests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from zlib import crc32

import numpy as np

from pitboss.maths.following.blackjack.dealing import dealt_visits
from pitboss.maths.following.blackjack.guests import Guest
from pitboss.maths.following.index_plays import PUBLISHED, IndexBook
from pitboss.maths.following.result import ALARM, following
from pitboss.rules import Sheet

__all__ = ["Crossings", "crossings", "seen_by"]

Crossings = list[int | None]
"""By visit: the number of rounds until the alarm, None where it was not reached."""


def crossings(
    sheet: Sheet, guests: Mapping[str, Guest], *, visits: Sequence[int], rounds: int, seed: int, seats: int = 3,
    alarm: float = ALARM, book: IndexBook = PUBLISHED, told: Callable[[int], None] = lambda visit: None,
) -> dict[str, Crossings]:  # fmt: skip
    """Let every guest make the same visits, each of N rounds; the result depends on the seed alone.

    Guests play by published indices, and are judged by those of ``book``.
    """
    found: dict[str, Crossings] = {name: [] for name in guests}
    for visit, dealt in zip(
        visits, dealt_visits(sheet, visits=visits, rounds=rounds, seed=seed, seats=seats, book=book), strict=True
    ):
        for name, guest in guests.items():
            chance = np.random.default_rng([seed, visit, crc32(name.encode())])
            crossed = following(guest(dealt, chance)).crossed(alarm)
            found[name].append(None if crossed is None else crossed + 1)
        told(visit)
    return found


def seen_by(found: Sequence[int | None], rounds: Sequence[int]) -> Iterator[float]:
    """The part of the visits that reached the alarm by each of these rounds.

    >>> list(seen_by([40, None, 90, 60], [50, 100]))
    [0.25, 0.75]
    """
    for limit in rounds:
        yield sum(crossed is not None and crossed <= limit for crossed in found) / len(found)
