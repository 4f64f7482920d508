"""The tests that a pattern is made of, and how they are put together.

Truths are joined by `&`, `|` and a comparison with zero, so that arrays of deals can be asked as well as one deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pitboss.bets.features import ANY, BUST, TWICE, Feature, Word, fold, of_a_kind

__all__ = [
    "BET",
    "DEALER_BLACKJACK",
    "MAIN",
    "PLAYER_BLACKJACK",
    "AllOf",
    "AnyOf",
    "Counted",
    "DealFacts",
    "Deals",
    "Fact",
    "HouseChoice",
    "Not",
    "Pattern",
    "Test",
    "amount",
    "between",
    "blackjack",
    "bust",
    "cards",
    "count",
    "kind",
    "matches",
    "one_colour",
    "straight",
    "suited",
    "total",
]  # fmt: skip

DEALER_BLACKJACK, PLAYER_BLACKJACK, BET, MAIN = "dealer_blackjack", "player_blackjack", "bet", "main"
"""What a bet may look at beside its cards."""

_RED, _BLACK = 0b0110, 0b1001
_ACE_RANK: Final = 1 << 12

Counted = Callable[[Word], Word]
"""Whether a number is one of those that are meant."""


class DealFacts:
    """The cards and facts of one deal, or of many at once; what was counted of them once is kept."""

    def __init__(self, cards: Sequence[Word], facts: Mapping[str, Word]) -> None:
        self.cards, self.facts = cards, facts
        self.counted: dict[Feature, Word] = {}

    def __getitem__(self, feature: Feature) -> Word:
        if feature not in self.counted:
            self.counted[feature] = fold(feature, self.cards)
        return self.counted[feature]


class Deals(Protocol):
    """All deals that there are, one bit each."""

    every: int

    def where(self, test: Test) -> int:
        """The deals whose numbers a test says yes to."""


Facts = Mapping[str, int]


class Pattern(Protocol):
    """What a line asks of the cards."""

    def holds(self, known: DealFacts) -> Word:
        """Whether it is so, for one deal or for many."""

    def among(self, deals: Deals, facts: Facts) -> int:
        """The deals for which it is so, one bit each, given what lies beside the cards."""

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        """The single tests in it."""


@dataclass(frozen=True, slots=True)
class Test:
    """A test of numbers that are kept of the cards."""

    asks: Callable[..., Word]
    features: tuple[Feature, ...]

    def holds(self, known: DealFacts) -> Word:
        return self.asks(*(known[feature] for feature in self.features))

    def among(self, deals: Deals, facts: Facts) -> int:
        return deals.where(self)

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        yield self


@dataclass(frozen=True, slots=True)
class Fact:
    """Something beside the cards: a blackjack, or what was staked."""

    name: str
    value: int = 1

    def holds(self, known: DealFacts) -> Word:
        return known.facts[self.name] == self.value

    def among(self, deals: Deals, facts: Facts) -> int:
        return deals.every if facts[self.name] == self.value else 0

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        yield self


@dataclass(frozen=True, slots=True)
class HouseChoice:
    """A choice of the house, which the cards do not change."""

    value: bool

    def holds(self, known: DealFacts) -> Word:
        return self.value

    def among(self, deals: Deals, facts: Facts) -> int:
        return deals.every if self.value else 0

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        yield self


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of several patterns."""

    parts: tuple[Pattern, ...]

    def holds(self, known: DealFacts) -> Word:
        truth: Word = True
        for part in self.parts:
            truth = truth & part.holds(known)
        return truth

    def among(self, deals: Deals, facts: Facts) -> int:
        found = deals.every
        for part in self.parts:
            found &= part.among(deals, facts)
        return found

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        return (test for part in self.parts for test in part.tests())


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of several patterns."""

    parts: tuple[Pattern, ...]

    def holds(self, known: DealFacts) -> Word:
        truth: Word = False
        for part in self.parts:
            truth = truth | part.holds(known)
        return truth

    def among(self, deals: Deals, facts: Facts) -> int:
        found = 0
        for part in self.parts:
            found |= part.among(deals, facts)
        return found

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        return (test for part in self.parts for test in part.tests())


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a pattern."""

    part: Pattern

    def holds(self, known: DealFacts) -> Word:
        return self.part.holds(known) == 0

    def among(self, deals: Deals, facts: Facts) -> int:
        return deals.every & ~self.part.among(deals, facts)

    def tests(self) -> Iterator[Test | Fact | HouseChoice]:
        return self.part.tests()


Places = tuple[int, int]


def suited(places: Places = ANY) -> Test:
    """All cards are of one suit."""
    return Test(lambda suits: (suits != 0) & (suits & (suits - 1) == 0), (Feature("suits", places=places),))


def one_colour(places: Places = ANY) -> Test:
    """All cards are red, or all are black."""

    def asks(suits: Word) -> Word:
        return (suits != 0) & ((suits & _RED == 0) | (suits & _BLACK == 0))

    return Test(asks, (Feature("suits", places=places),))


def kind(wanted: int, places: Places = ANY) -> Test:
    """Some rank comes at least two, three or four times."""
    return Test(lambda kinds: of_a_kind(kinds, wanted), (Feature("kinds", places=places, cap=wanted),))


def straight(places: Places = ANY, *, ace_low: bool = True) -> Test:
    """Three cards or more that are neighbours in rank, the ace high, or high and low."""

    def asks(run: Word) -> Word:
        lowest = run & -run
        row = (run & (run + lowest) == 0) & (run >= 7 * lowest)
        below = run ^ _ACE_RANK
        wheel = (below & (below + 1) == 0) & (below >= 3)
        return (run < TWICE) & (run != 0) & ((row | wheel) if ace_low else row)

    return Test(asks, (Feature("run", places=places),))


def total(counted: Counted, places: Places = ANY, *, way: str = "") -> Test:
    """The total of the cards: the best one, hard or soft only, or every ace as eleven or as one."""
    points, ace = Feature("points", places=places), Feature("ace", places=places)
    if way == "low":
        return Test(counted, (points,))
    if way == "high":
        return Test(lambda low, aces: counted(low + 10 * aces), (points, Feature("aces", places=places)))

    def asks(low: Word, has_ace: Word) -> Word:
        soft = (has_ace != 0) & (low <= 11)
        best = counted(low + 10 * soft)
        return best & soft if way == "soft" else best & (soft == 0) if way == "hard" else best

    return Test(asks, (points, ace))


def bust(places: Places = ANY) -> Test:
    """The cards total more than 21."""
    return Test(lambda low: low >= BUST, (Feature("points", places=places),))


def blackjack(places: Places = ANY) -> Test:
    """Two cards, an ace and a ten-value card."""
    features = (Feature("points", places=places), Feature("ace", places=places), Feature("cards", places=places, cap=3))
    return Test(lambda low, ace, number: (low == 11) & (ace != 0) & (number == 2), features)


def cards(counted: Counted, cap: int, places: Places = ANY) -> Test:
    """The number of cards."""
    return Test(counted, (Feature("cards", places=places, cap=cap),))


def count(counted: Counted, group: int, cap: int, places: Places = ANY) -> Test:
    """How many of the cards belong to a group."""
    return Test(counted, (Feature("in", group, places, cap),))


def all_of(group: int, places: Places = ANY) -> Test:
    """Every card belongs to a group."""
    outside = Feature("in", ~group & (1 << 52) - 1, places, 1)
    return Test(lambda others, number: (others == 0) & (number > 0), (outside, Feature("cards", places=places, cap=1)))


def matches(counted: Counted, which: str = "") -> Test:
    """How many of the first two cards have the rank of the up card: suited, unsuited, or any."""
    return Test(counted, (Feature(f"{which} matches".strip()),))


def between() -> Test:
    """The up card's rank lies between those of the first two, aces high."""
    return Test(lambda lies: lies != 0, (Feature("between"),))


def spread(counted: Counted) -> Test:
    """How many ranks lie between the first two cards, aces high."""
    return Test(counted, (Feature("spread"),))


def amount(name: str, cents: int) -> Fact:
    """What lies on the bet, or on the main bet."""
    return Fact(name, cents)
