"""A count as data: tags by card, the running count of a new shoe, the division by what is left, and the rounding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Final, Literal

from pitboss.cards import DECK, RANKS, Card
from pitboss.errors import NotationError

__all__ = ["DIVISIONS", "ROUNDINGS", "Count", "Division", "Rounding"]

Division = Literal["cards", "quarter decks", "half decks", "decks", "nothing"]
Rounding = Literal["down", "toward zero", "nearest"]
UNITS: Final[dict[Division, int]] = {"cards": 1, "quarter decks": 13, "half decks": 26, "decks": 52, "nothing": 52}
"""How many cards somebody tells apart who looks at the rack; a count that is not divided has no use for it."""
DIVISIONS: Final[tuple[Division, ...]] = tuple(UNITS)
ROUNDINGS: Final[tuple[Rounding, ...]] = ("down", "toward zero", "nearest")
MOST_TAG: Final = 100
MOST_UNIT: Final = 10_000
"""Into how many parts a point may be cut."""
_ACES: Final = 13
"""One card in thirteen is an ace."""


@dataclass(frozen=True)
class Count:
    """A count: tags are whole numbers of ``1 / unit``, one for each card in the order of the deck.

    A shoe starts at ``start + start_per_deck * decks`` points. ``aces`` is what an ace more than usual among the cards
    left is worth beside the count when betting, in points; 0 where aces are not counted aside.
    """

    tags: tuple[int, ...]
    unit: int = 1
    start: int = 0
    start_per_deck: int = 0
    divide_by: Division = "cards"
    rounding: Rounding = "down"
    aces: int = 0
    name: str = ""
    title: str = ""
    source: str = ""
    """Where the tags were published."""

    def __post_init__(self) -> None:
        if len(self.tags) != len(DECK):
            raise NotationError("a count has a tag for each of 52 cards")
        if self.unit > MOST_UNIT:
            raise NotationError("the parts of the tags are too fine", expected="parts such as 1/2 or 1/3")
        if any(abs(tag) > MOST_TAG * self.unit for tag in self.tags):
            raise NotationError("a tag is too large", expected=f"-{MOST_TAG} to {MOST_TAG}")
        if self.is_divided and (self.start or self.unbalance + self.unit * self.start_per_deck):
            raise NotationError(
                f'"{self.name}" is unbalanced' if self.name else "a count with these tags is unbalanced",
                expected='tags that add up to 0 over a deck, "divide nothing", or a start that makes up for it',
            )

    # what it is

    @property
    def is_divided(self) -> bool:
        """Whether the running count is divided by the decks left."""
        return self.divide_by != "nothing"

    @property
    def unbalance(self) -> int:
        """What the tags of a deck add up to, in units."""
        return sum(self.tags)

    @property
    def looks_at_suits(self) -> bool:
        """Whether two cards of one rank may have different tags."""
        return any(self.tags[4 * rank : 4 * rank + 4] != (self.tags[4 * rank],) * 4 for rank in range(len(RANKS)))

    @cached_property
    def by_rank(self) -> dict[str, Fraction]:
        """The tag of each rank in points, the mean of its suits where they differ."""
        return {
            rank: Fraction(sum(self.tags[4 * place : 4 * place + 4]), 4 * self.unit) for place, rank in enumerate(RANKS)
        }

    @cached_property
    def by_value(self) -> tuple[Fraction, ...]:
        """The tag of each value in points, ace to ten, the mean of its cards where they differ."""
        ranks = self.by_rank
        tens = sum((ranks[rank] for rank in "TJQK"), Fraction(0)) / 4
        return (ranks["A"], *(ranks[rank] for rank in "23456789"), tens)

    @cached_property
    def betting(self) -> Count:
        """The count that is bet by: with aces counted aside, each ace more than its share among the cards left adds."""
        if not self.aces:
            return self
        worth = self.aces * self.unit
        tags = tuple(
            _ACES * tag + worth - (_ACES * worth if card.rank == "A" else 0)
            for card, tag in zip(DECK, self.tags, strict=True)
        )
        return replace(self, tags=tags, unit=_ACES * self.unit, aces=0)

    # counting

    def tag(self, card: Card) -> int:
        """Return the tag of a card in units; a card that nobody saw has none."""
        return self.tags[card] if card.known else 0

    def initial(self, decks: int) -> int:
        """Return the running count of a new shoe, in units."""
        return self.unit * (self.start + self.start_per_deck * decks)

    def running(self, seen: Iterable[Card], *, decks: int) -> int:
        """Return the running count after the cards seen since the shuffle, in units."""
        return self.initial(decks) + sum(map(self.tag, seen))

    def divisor(self, left: int) -> int:
        """Return how many cards the counter takes to be left of N."""
        if not self.is_divided:
            return 52
        unit = UNITS[self.divide_by]
        return max((left + unit // 2) // unit * unit, unit)

    def exact_count(self, running: int, left: int) -> Fraction:
        """Return the count in points before it is rounded."""
        return Fraction(52 * running, self.unit * self.divisor(left))

    def true_count(self, running: int, left: int) -> int:
        """Return the count that bets and plays go by, as a whole number: by deck left where it is divided."""
        count = self.exact_count(running, left)
        if self.rounding == "nearest":
            return floor(count + Fraction(1, 2))
        return floor(count) if self.rounding == "down" or count >= 0 else -floor(-count)

    # as text

    @property
    def text(self) -> str:
        """The count in the notation that :func:`read_count` reads, with all that makes it another.

        A count that has a name and is played as published is its name.
        """
        from pitboss.maths.counting.notation import count_text

        return count_text(self)

    def __str__(self) -> str:
        return self.title or self.text
