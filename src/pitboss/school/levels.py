"""How hard a question is: how many spots, which wagers, and how often something rare happens."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

__all__ = ["LEVELS", "Level", "level_of"]


class Level(Struct, frozen=True, kw_only=True):
    """What the guests of a practice round do."""

    number: int
    spots: tuple[int, int]
    """The fewest and the most spots that are played."""
    side_bets: bool = False
    tokes: bool = False
    odd_stakes: bool = False
    """Whether stakes are amounts that rounding and colouring up matter for."""
    stacked: int = 0
    """Of a hundred rounds, how many are dealt from cards that make rare hands."""


LEVELS: Final = (
    Level(number=1, spots=(1, 1)),
    Level(number=2, spots=(1, 2), side_bets=True, stacked=20),
    Level(number=3, spots=(2, 3), side_bets=True, odd_stakes=True, stacked=40),
    Level(number=4, spots=(3, 5), side_bets=True, tokes=True, odd_stakes=True, stacked=50),
    Level(number=5, spots=(5, 7), side_bets=True, tokes=True, odd_stakes=True, stacked=50),
)
"""From one spot with its main bet to a full table with every wager on it."""


def level_of(number: int) -> Level:
    """Return a level by its number; one beyond the last is the last."""
    return LEVELS[min(max(number, 1), len(LEVELS)) - 1]
