"""What looks suspicious in the cash of a gaming day: sums just below a threshold, and several people for one.

A pattern is nothing but a list of entries of the log to look at. People judge it; the same cash is the same pattern
whenever it is looked for, so that a judgement stays with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final, Literal, get_args

from msgspec import Struct

from pitboss.service.accounting.cash import CashDay, Direction, Movement
from pitboss.service.floor.cash_rules import Level, Thresholds

__all__ = ["DAYS_BACK", "NEAR_TENTHS", "TOGETHER_MS", "Pattern", "PatternKind", "patterns_of"]

PatternKind = Literal["just_below", "day_after_day", "several_for_one"]
NEAR_TENTHS: Final = 9
"""From this many tenths of a threshold on, a sum that does not reach it lies just below it."""
DAYS_BACK: Final = 6
"""So many gaming days before are looked at for sums that lie just below, day after day."""
TOGETHER_MS: Final = 15 * 60 * 1000
"""Cash of several people at one place within this time is looked at as if it were one person's."""


class Part(Struct, frozen=True):
    """One person's part in a pattern, with the entries behind it."""

    key: str
    person: str
    walk_in: bool
    cents: int
    movements: tuple[Movement, ...]


class Pattern(Struct, frozen=True, kw_only=True):
    """Cash that compliance should look at."""

    id: str
    kind: PatternKind
    day: str
    direction: Direction
    threshold: int
    """The sum that was not reached, or not by one person, in cents."""
    cents: int
    parts: tuple[Part, ...]


def patterns_of(
    day: str, found: Sequence[CashDay], thresholds: Thresholds, earlier: Sequence[Sequence[CashDay]] = ()
) -> list[Pattern]:
    """The patterns of a gaming day, given its cash and that of some days before."""
    patterns: list[Pattern] = []
    for direction in get_args(Direction):
        patterns += _just_below(day, found, thresholds, direction)
        patterns += _day_after_day(day, found, thresholds, direction, earlier)
        patterns += _several_for_one(day, found, thresholds, direction)
    return patterns


def just_below(thresholds: Thresholds, cents: int) -> int:
    """The threshold that a sum lies just below; 0 where it lies below none.

    >>> [just_below(Thresholds(noted=300_000, reported=1_000_000), sum) for sum in (269_999, 270_000, 299_999, 300_000)]
    [0, 300000, 300000, 0]
    >>> just_below(Thresholds(noted=300_000, reported=1_000_000), 1_000_000)
    1000000
    """
    next_level: dict[Level, int] = {"": thresholds.noted, "noted": thresholds.reported}
    threshold = next_level.get(thresholds.level(cents), 0)
    return threshold if threshold and 10 * cents >= NEAR_TENTHS * threshold else 0


def _just_below(day: str, found: Sequence[CashDay], thresholds: Thresholds, direction: Direction) -> Iterator[Pattern]:
    for one in found:
        if threshold := just_below(thresholds, one.of(direction)):
            yield _pattern("just_below", day, direction, threshold, [_part(one, direction)])


def _day_after_day(
    day: str, found: Sequence[CashDay], thresholds: Thresholds, direction: Direction,
    earlier: Sequence[Sequence[CashDay]],
) -> Iterator[Pattern]:  # fmt: skip
    """Cash that stays just below being reported, and did so on another of the last days."""
    for one in found:
        if just_below(thresholds, one.of(direction)) == thresholds.reported:
            before = [
                other for cash in earlier for other in cash
                if other.key == one.key and just_below(thresholds, other.of(direction)) == thresholds.reported
            ]  # fmt: skip
            if before:
                parts = [_part(each, direction) for each in (*before, one)]
                yield _pattern("day_after_day", day, direction, thresholds.reported, parts)


def _several_for_one(
    day: str, found: Sequence[CashDay], thresholds: Thresholds, direction: Direction
) -> Iterator[Pattern]:
    """Sums of several people, each to be noted and none to be reported, that one person would have had reported."""
    known = {one.key: one for one in found if one.of(direction) <= thresholds.reported}
    moved = sorted(
        ((movement.place, movement.at, key, movement)
         for key, one in known.items() for movement in one.movements if movement.direction == direction),
        key=lambda row: (*row[:3], row[3].version),
    )  # fmt: skip
    for _, rows in groupby(moved, key=lambda row: row[0]):
        for group in _groups([(key, movement) for _, _, key, movement in rows]):
            parts = [_together(known[key], group) for key in sorted({key for key, _ in group})]
            parts = [part for part in parts if part.cents >= thresholds.noted]
            if len(parts) > 1 and sum(part.cents for part in parts) > thresholds.reported:
                yield _pattern("several_for_one", day, direction, thresholds.reported, parts)


Moved = list[tuple[str, Movement]]


def _groups(moved: Moved) -> Iterator[Moved]:
    """The longest runs of cash at one place within the time, none of which is part of another."""
    last = 0
    for first, (_, one) in enumerate(moved):
        end = next((at for at in range(first, len(moved)) if moved[at][1].at - one.at > TOGETHER_MS), len(moved))
        if end > last:
            last = end
            yield moved[first:end]


def _together(one: CashDay, group: Moved) -> Part:
    movements = tuple(movement for key, movement in group if key == one.key)
    return Part(one.key, one.person, one.walk_in, sum(movement.cents for movement in movements), movements)


def _part(one: CashDay, direction: Direction) -> Part:
    movements = tuple(movement for movement in one.movements if movement.direction == direction)
    return Part(one.key, one.person, one.walk_in, one.of(direction), movements)


def _pattern(kind: PatternKind, day: str, direction: Direction, threshold: int, parts: list[Part]) -> Pattern:
    entries = [f"{moved.stream} {moved.version}" for part in parts for moved in part.movements]
    name = sha256("\n".join((kind, day, direction, *entries)).encode()).hexdigest()[:16]
    cents = parts[-1].cents if kind == "day_after_day" else sum(part.cents for part in parts)
    return Pattern(
        id=name, kind=kind, day=day, direction=direction, threshold=threshold, cents=cents, parts=tuple(parts)
    )
