"""All deals at once: a set of deals is one whole number with a bit for each of them.

Of fixed numbers of cards a deal is what lies at each place; of a final hand it is a state of the automaton.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import product

from pitboss.bets import patterns as p
from pitboss.bets.automaton import Automaton
from pitboss.bets.features import TOGETHER, Feature, fold, grown
from pitboss.cards import DECK

__all__ = ["DealtCards", "Hands"]

Sets = Mapping[int, int]
"""The deals of each value of a feature."""


class _Space(ABC):
    """Some deals, and which of them have which value of a feature."""

    def __init__(self, every: int) -> None:
        self.every = every
        self._known: dict[Feature, Sets] = {}

    @abstractmethod
    def _sets(self, feature: Feature) -> Sets: ...

    def sets(self, feature: Feature) -> Sets:
        if feature not in self._known:
            self._known[feature] = self._sets(feature)
        return self._known[feature]

    def where(self, test: p.Test) -> int:
        """The deals whose numbers a test says yes to."""
        groups: list[tuple[tuple[int, ...], int]] = [((), self.every)]
        for feature in test.features:
            groups = [
                ((*values, value), both)
                for values, some in groups
                for value, deals in self.sets(feature).items()
                if (both := some & deals)
            ]
        found = 0
        for values, some in groups:
            if test.asks(*values):
                found |= some
        return found


class DealtCards(_Space):
    """Every deal of one to three cards, in order, from shoes of any number of decks."""

    def __init__(self, size: int) -> None:
        super().__init__((1 << len(DECK) ** size) - 1)
        self.size = size

    def _sets(self, feature: Feature) -> Sets:
        if feature.kind in TOGETHER:
            return _together(feature, self.size)
        low, high = feature.places
        found: dict[int, int] = {0: self.every}
        for place in range(low, min(high, self.size)):
            before, found = found, {}
            for (number, some), (card, these) in product(before.items(), self._kinds(feature, place).items()):
                after = grown(feature, number, card)
                found[after] = found.get(after, 0) | some & these
        return found

    def _kinds(self, feature: Feature, place: int) -> Sets:
        """Cards that the feature tells apart, the first of each kind, with the deals that have such a card there."""
        kinds: dict[int, int] = {}
        found: dict[int, int] = {}
        for card in map(int, DECK):
            first = kinds.setdefault(int(grown(feature, 0, card)), card)
            found[first] = found.get(first, 0) | self._lying[place][card]
        return found

    @cached_property
    def _lying(self) -> list[list[int]]:
        """The deals in which a card lies at a place: as a number of base 52, its digit there is the card's."""
        return [[_repeated(place, card, self.size) for card in map(int, DECK)] for place in range(self.size)]


def _repeated(place: int, card: int, size: int) -> int:
    """The deals with a card at a place, as runs of bits that repeat with the period of that place."""
    run: int = len(DECK) ** place
    period = run * len(DECK)
    every: int = ((1 << len(DECK) ** size) - 1) // ((1 << period) - 1)
    return every * (((1 << run) - 1) << run * card)


@lru_cache(maxsize=32)
def _together(feature: Feature, size: int) -> Sets:
    """A feature that compares cards with each other, deal by deal."""
    values = [int(fold(feature, cards[::-1])) for cards in product(map(int, DECK), repeat=size)]
    return {one: int("".join("1" if value == one else "0" for value in reversed(values)), 2) for one in set(values)}


class Hands(_Space):
    """Every state of an automaton but the empty hand, which no hand ends with."""

    def __init__(self, automaton: Automaton) -> None:
        super().__init__((1 << len(automaton.states)) - 2)
        self.automaton = automaton

    def _sets(self, feature: Feature) -> Sets:
        column = self.automaton.features.index(feature)
        values = [state[column] for state in self.automaton.states]
        return {one: int("".join("1" if value == one else "0" for value in reversed(values)), 2) for one in set(values)}
