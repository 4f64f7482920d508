"""The one door of chance in the tests: what a server under test draws depends on the run's seed and the test's name."""

from __future__ import annotations

from hashlib import shake_256
from itertools import count

__all__ = ["chance"]


class Seeded:
    """Random bytes for everything under test; each test has a stream of its own, whatever ran before it."""

    def __init__(self) -> None:
        self.begin("no test yet")

    def begin(self, seed: str) -> None:
        """Start the stream of a seed."""
        self.seed, self._draws = seed, count()

    def __call__(self, size: int) -> bytes:
        return shake_256(f"{self.seed} {next(self._draws)}".encode()).digest(size)


chance = Seeded()
