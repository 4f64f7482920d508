"""How the tests wait: for what is to become true, however busy the machine is, and never for some time to pass."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["PATIENCE_SECONDS", "eventually"]

PATIENCE_SECONDS = 120
"""After which something that did not happen counts as never; nobody waits that long where all is well."""


def eventually(true: Callable[[], object], never: str, *, seconds: float = PATIENCE_SECONDS) -> None:
    """Return once something is true; ``never`` says what is wrong where it does not become so."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, never
        time.sleep(0.01)
