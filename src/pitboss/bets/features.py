"""What is kept of cards as they come, one by one: every test of a pattern looks at such numbers and at nothing else.

A feature starts at zero and takes each card in turn. The arithmetic is the same for a card and for an array of cards,
so one definition settles a bet at the table, fills a table of every deal, and steps an automaton.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pitboss.bets.groups import in_group

__all__ = ["ANY", "BUST", "TOGETHER", "TWICE", "Feature", "Word", "capped", "fold", "grown", "of_a_kind"]

Word = Any
"""A number, or an array of numbers: what comes out is of the same kind."""

ANY: Final = (0, 99)
"""The places of all cards."""
BUST: Final = 22
_POINTS: Final = sum(points << 4 * rank for rank, points in enumerate((2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)))
_ONES: Final = sum(1 << 4 * rank for rank in range(13))
_ACES: Final = 48
TWICE: Final = 1 << 13
"""A flag beside the ranks of a run: some rank came twice."""


class Feature(NamedTuple):
    """One number that is kept of the cards at some places, and the most that it need tell apart."""

    kind: str
    group: int = 0
    places: tuple[int, int] = ANY
    cap: int = BUST


def grown(feature: Feature, value: Word, card: Word) -> Word:
    """The number once one more card has come."""
    kind = feature.kind
    if kind == "points":
        return value + (_POINTS >> 4 * (card >> 2) & 15)
    if kind == "ace":
        return value | (card >= _ACES)
    if kind == "aces":
        return value + (card >= _ACES)
    if kind == "suits":
        return value | 1 << (card & 3)
    if kind == "run":
        rank = 1 << (card >> 2)
        return value | rank | ((value & rank != 0) * TWICE)
    if kind == "kinds":
        return value + (1 << 4 * (card >> 2))
    if kind == "in":
        return value + in_group(card, feature.group)
    assert kind == "cards", kind
    return value + 1


def _matches(first: Word, second: Word, up: Word) -> Word:
    rank = up >> 2
    return 0 + ((first >> 2) == rank) + ((second >> 2) == rank)


def _suited_matches(first: Word, second: Word, up: Word) -> Word:
    return 0 + (first == up) + (second == up)


def _unsuited_matches(first: Word, second: Word, up: Word) -> Word:
    return _matches(first, second, up) - _suited_matches(first, second, up)


def _between(first: Word, second: Word, up: Word) -> Word:
    one, two, middle = first >> 2, second >> 2, up >> 2
    return ((one < middle) & (middle < two)) | ((two < middle) & (middle < one))


def _spread(first: Word, second: Word, *_: Word) -> Word:
    apart = (first >> 2) - (second >> 2)
    return apart * ((apart > 0) * 2 - 1) - 1


TOGETHER: Final[Mapping[str, Callable[..., Word]]] = {
    "matches": _matches, "suited matches": _suited_matches, "unsuited matches": _unsuited_matches,
    "between": _between, "spread": _spread,
}  # fmt: skip
"""Numbers that compare the first cards, and the up card, with each other: no card has them by itself."""


def fold(feature: Feature, cards: Sequence[Word]) -> Word:
    """The number of cards that all are known, and the same for arrays of them."""
    if feature.kind in TOGETHER:
        return TOGETHER[feature.kind](*cards)
    low, high = feature.places
    value: Word = 0
    for card in cards[low:high]:
        value = grown(feature, value, card)
    return value


def capped(feature: Feature, value: int) -> int:
    """The number as far as it is told apart, which keeps an automaton small."""
    if feature.kind == "suits":
        return value
    if feature.kind == "run":
        return min(value, TWICE)  # once a rank came twice, it does not matter which others came
    if feature.kind == "kinds":
        return feature.cap if of_a_kind(value, feature.cap) else value  # it does not matter which rank came that often
    return min(value, feature.cap if feature.kind != "points" else 31)


def of_a_kind(kinds: Word, wanted: int) -> Word:
    """Whether some rank came at least two, three or four times."""
    return (kinds + (8 - wanted) * _ONES) & 8 * _ONES != 0
