"""Hands of a spot are numbered in the order they lie: a split moves those behind the new hand up by one.

>>> renumbered({(1, 0): "8h", (1, 1): "8d", (2, 0): "9c"}, spot=1, new_hand=1)
{(1, 0): '8h', (1, 2): '8d', (2, 0): '9c'}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from pitboss.games.events import Event, HandSplit

__all__ = ["as_they_lie", "moved_up", "renumbered"]

Value = TypeVar("Value")


def moved_up(hand: int, new_hand: int) -> int:
    """Return the number of a hand after a split that laid ``new_hand``."""
    return hand + 1 if hand >= new_hand else hand


def renumbered(hands: Mapping[tuple[int, int], Value], *, spot: int, new_hand: int) -> dict[tuple[int, int], Value]:
    """Return what is kept by spot and hand under the numbers after a split; the place of the new hand is free."""
    return {
        (box, moved_up(hand, new_hand) if box == spot else hand): kept for (box, hand), kept in hands.items()
    }  # fmt: skip


def as_they_lie(events: Iterable[Event]) -> list[Event]:
    """Return events with the numbers that their hands have after the last of them."""
    later: dict[int | None, list[int]] = {}
    found: list[Event] = []
    for event in reversed(list(events)):
        found.append(_with_final_number(event, later))
        if isinstance(event, HandSplit):
            later.setdefault(event.spot, []).append(event.new_hand)
    return found[::-1]


def _with_final_number(event: Event, later: Mapping[int | None, list[int]]) -> Event:
    splits = later.get(getattr(event, "spot", None), ())
    hand = before = getattr(event, "hand", -1)
    for new_hand in reversed(splits):
        hand = moved_up(hand, new_hand)
    return event if hand == before else replace(event, hand=hand)
