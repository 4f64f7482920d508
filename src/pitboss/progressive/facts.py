"""What has moved the meters and the reserve, and what they hold if some of it is taken back.

A pot holds what the facts that still stand give, told again in their order. An award that stands was paid, so the house
puts up whatever the wagers of void rounds had added to it.

>>> least = Pots(2_000_000, 150_000, 0)
>>> steps = [Fact(id, Pots(70, 40, 10), least) for id in ("a/1", "b/1", "c/1")]
>>> won = Fact("", Pots(0, -80, 0), least, shares=("b/1/2",))
>>> facts = [*steps[:2], won, steps[2]]
>>> told(least, facts).minor, told(least, facts[1:]).minor  # the step of a/1 was paid out: that of c/1 stays
(150040, 150040)
>>> told(least, [*steps]).minor
150120
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple

__all__ = ["Fact", "Pots", "settled", "told"]


class Pots(NamedTuple):
    """Cents of both meters and of the reserve."""

    major: int = 0
    minor: int = 0
    reserve: int = 0

    def plus(self, other: Pots) -> Pots:
        return Pots(*(mine + more for mine, more in zip(self, other, strict=True)))

    def minus(self, other: Pots) -> Pots:
        return Pots(*(mine - less for mine, less in zip(self, other, strict=True)))

    def at_least(self, other: Pots) -> Pots:
        return Pots(*map(max, self, other))


@dataclass(frozen=True, slots=True)
class Fact:
    """What a contribution, an award with its reset, or the house has moved; no pot is below ``least`` after it."""

    id: str
    """The contribution; empty for everything else."""
    moved: Pots
    least: Pots
    shares: tuple[str, ...] = ()
    """The hits whose shares of an award stand: without any of them there was no reset."""
    from_house: int = 0
    """What the house put up for the reset."""

    def after(self, pots: Pots) -> Pots:
        """Return what the pots hold once this has happened."""
        return pots.plus(self.moved).at_least(self.least)

    def then(self, later: Fact) -> Fact:
        """Return one fact for this and a later one, neither of which can be taken back."""
        return Fact("", self.moved.plus(later.moved), later.after(self.least))


def told(start: Pots, facts: Iterable[Fact]) -> Pots:
    """Return what the pots hold after these facts."""
    return reduce(lambda pots, fact: fact.after(pots), facts, start)


def settled(start: Pots, facts: Iterable[Fact], is_open: Callable[[Fact], bool]) -> tuple[Pots, list[Fact]]:
    """Return the same story in fewer facts: those that can no longer be taken back are told together."""
    kept: list[Fact] = []
    for fact in facts:
        if is_open(fact):
            kept.append(fact)
        elif not kept:
            start = fact.after(start)
        elif is_open(kept[-1]):
            kept.append(Fact("", fact.moved, fact.least))
        else:
            kept[-1] = kept[-1].then(fact)
    return start, kept
