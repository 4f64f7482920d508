"""Telling somebody how far long work is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

__all__ = ["Step", "Steps", "knowing", "part_of", "silent"]


class Step(Protocol):
    """Called with the name of each step as it begins, and with its share of the work."""

    def __call__(self, name: str, share: float = 1.0) -> None: ...


Steps = Callable[[float], AbstractContextManager[Step]]
"""Opened with the sum of all shares to come."""


@contextmanager
def silent(_: float) -> Iterator[Step]:
    """Ignore all steps."""

    def step(name: str, share: float = 1.0) -> None:
        pass

    yield step


def knowing(step: Step, house_edge: float) -> Step:
    """Steps that tell the edge of the main bet as well, so that nobody waits for what is known."""

    def told(name: str, share: float = 1.0) -> None:
        step(f"house edge {house_edge * 100:.4f} %; {name}", share)

    return told


def part_of(step: Step, part: float) -> Steps:
    """Steps of a part of the work, which is this share of the whole."""

    @contextmanager
    def opened(work: float) -> Iterator[Step]:
        def inner(name: str, share: float = 1.0) -> None:
            step(name, part * share / work)

        yield inner

    return opened
