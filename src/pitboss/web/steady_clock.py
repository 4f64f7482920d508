"""A clock that never goes back: whatever is set on the machine, a decision of three seconds waits three seconds."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["SteadyClock"]


class SteadyClock:
    """Milliseconds since 1970 by the machine's clock, going on by itself where that one is set back."""

    def __init__(
        self,
        wall: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        steady: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._wall, self._steady = wall, steady
        self._last, self._at = wall(), steady()

    def __call__(self) -> int:
        """Now: the wall's time, or as much later than the last answer as has passed, where that is more."""
        passed = self._steady()
        self._last, self._at = max(self._wall(), self._last + passed - self._at), passed
        return self._last

    def not_before(self, at: int) -> None:
        """Something has happened at this time already: it is not earlier now."""
        self._last = max(self._last, at)
