"""The command line, run in the process of the tests."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Ran", "Run"]

Ran = tuple[int, str, str]
"""Exit status, what was printed, and what was complained of."""
Run = Callable[..., Ran]
