"""Aiming: a question can be made for a clause that is wanted, by choosing what shows it and not waiting for chance.

The wanted clause stands in the seed (``12@BJ-IRR-4b``), so that sheet, drill, level and seed still make the same
question for everybody; so do the irregularities that a teacher keeps to (``12~exposed_card+misdeal``).

>>> from pitboss.rules import load
>>> from pitboss.school.drills import make
>>> "BJ-IRR-4b" in make(load("catfish-blackjack"), "rule_it", 2, aimed("12", "BJ-IRR-4b")).clauses
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from msgspec.structs import replace

from pitboss.rules import Sheet
from pitboss.rules.register import clause
from pitboss.school.levels import Level, level_of
from pitboss.school.making import NothingToAsk, citing
from pitboss.shoe import Chance

__all__ = ["Aim", "aim_of", "aimed", "kept_to", "kinds_kept"]

AT: Final = "@"
KEPT: Final = "~"
AND: Final = "+"
STACKED: Final = 60
"""Of a hundred rounds that are dealt for a clause, how many come from cards that make rare hands."""

T = TypeVar("T")


def aimed(seed: str, wanted: str) -> str:
    """Return the seed of a question that is to show a clause."""
    return f"{seed.partition(AT)[0]}{AT}{wanted}"


def kept_to(seed: str, kinds: Sequence[str]) -> str:
    """Return the seed of a question in which nothing but these irregularities comes up; all do where none is named."""
    return f"{seed}{KEPT}{AND.join(kinds)}" if kinds else seed


def kinds_kept(seed: str) -> tuple[str, ...]:
    """Return the irregularities that a seed keeps to.

    >>> kinds_kept(aimed(kept_to("12", ["exposed_card", "misdeal"]), "BJ-IRR-4b")), kinds_kept("12@BJ-IRR-4b")
    (('exposed_card', 'misdeal'), ())
    """
    _, kept, kinds = seed.partition(AT)[0].partition(KEPT)
    return tuple(kinds.split(AND)) if kept else ()


def aim_of(sheet: Sheet, seed: str) -> frozenset[str]:
    """Return the clauses of which one has to be cited to show the one that a seed aims at; empty without an aim."""
    _, at, wanted = seed.rpartition(AT)
    return citing(sheet, wanted) if at and clause(wanted) is not None else frozenset()


@dataclass(frozen=True, slots=True)
class Aim:
    """What a question is drawn by: chance, and the clauses of which one is to be cited, if any is wanted.

    Where ``kinds`` names irregularities, no other one comes up.
    """

    chance: Chance
    wanted: frozenset[str] = frozenset()
    kinds: tuple[str, ...] = ()

    def hits(self, clauses: Iterable[str]) -> bool:
        """Return whether citing these shows what is wanted; without an aim everything does."""
        return not self.wanted or not self.wanted.isdisjoint(clauses)

    def fitting(self, candidates: Iterable[T], clauses: Callable[[T], Iterable[str]]) -> list[T]:
        """Return the candidates that show what is wanted; raises NothingToAsk where none does."""
        found = [one for one in candidates if self.hits(clauses(one))]
        if not found:
            raise NothingToAsk
        return found

    def one(self, candidates: Sequence[T]) -> T:
        """Return one of them, drawn; raises NothingToAsk where there is none."""
        if not candidates:
            raise NothingToAsk
        return candidates[self.chance.below(len(candidates))]

    def level(self, number: int) -> Level:
        """Return the level of the guests; where a clause is wanted, rare hands are dealt more often."""
        found = level_of(number)
        return replace(found, stacked=max(found.stacked, STACKED)) if self.wanted and found.stacked else found
