"""A bet on a hand of any length as a small automaton: a state, one step for each card, and the lines of each state.

A state is what the bet keeps of the cards so far, as far as its patterns tell it apart. States that no further card can
tell apart are one. A broken hand takes no more cards.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.bets import patterns as p
from pitboss.bets.compiled import Compiled
from pitboss.bets.features import ANY, BUST, Feature, capped, grown
from pitboss.cards import DECK
from pitboss.errors import NotationError

__all__ = ["MOST_STATES", "Automaton"]

MOST_STATES: Final = 20_000
MOST_WORK: Final = 8_000_000
"""The most numbers worked out while searching for states: states times kinds of cards times features."""
_POINTS: Final = Feature("points")
_State = tuple[int, ...]


class _KeptHand(p.DealFacts):
    """A hand known only by the numbers that its features keep."""

    def __init__(self, kept: Mapping[Feature, int], facts: Mapping[str, int]) -> None:
        super().__init__((), facts)
        self.counted = dict(kept)


class Automaton:
    """The states of a bet on a final hand, the empty hand first."""

    def __init__(self, compiled: Compiled, *, without_suits: bool = False) -> None:
        self.compiled = compiled
        asked = dict.fromkeys(
            feature for test in compiled.tests if isinstance(test, p.Test) for feature in test.features
        )
        self.suits = tuple(feature for feature in asked if feature.kind == "suits" and without_suits)
        """The sets of suits that were left out."""
        wanted = [feature for feature in asked if feature not in self.suits]
        if any(feature.kind in ("kinds", "run") for feature in wanted):
            wanted.append(_POINTS)  # a hand of any length ends only when it breaks
        last = max((feature.places[1] for feature in wanted if feature.places != ANY), default=1)
        self.features = tuple(dict.fromkeys((Feature("cards", cap=last), *wanted)))
        self.kinds = self._kinds()
        self.states, self.steps = self._reached()

    def _kinds(self) -> tuple[int, ...]:
        """The number of each card's kind: cards that every feature takes alike are of one kind."""
        kinds: dict[tuple[int, ...], int] = {}
        return tuple(
            kinds.setdefault(tuple(grown(feature, 0, card) for feature in self.features), len(kinds))
            for card in map(int, DECK)
        )

    def _reached(self) -> tuple[tuple[_State, ...], list[list[int]]]:
        """Every state that cards can lead to, and the step from each for every kind of card."""
        cards = [self.kinds.index(kind) for kind in range(max(self.kinds) + 1)]
        most = min(MOST_STATES, MOST_WORK // (len(cards) * len(self.features)))
        numbers: dict[_State, int] = {(0,) * len(self.features): 0}
        states, steps = list(numbers), []
        columns: dict[tuple[Feature, int], _State] = {}
        for state in states:
            row = []
            for after in self._after(state, cards, columns):
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                row.append(numbers[after])
            if len(states) > most:
                raise NotationError(f"tells more than {most:,} hands apart", expected="simpler patterns")
            steps.append(row)
        return tuple(states), steps

    def _after(self, state: _State, cards: list[int], columns: dict[tuple[Feature, int], _State]) -> Iterable[_State]:
        """The state after each of the cards; what a number of one feature becomes is worked out once."""
        kept = dict(zip(self.features, state, strict=True))
        if kept.get(_POINTS, 0) >= BUST:
            return [state] * len(cards)
        place = state[0]
        for feature, value in kept.items():
            if (feature, value) not in columns:
                columns[feature, value] = tuple(capped(feature, grown(feature, value, card)) for card in cards)
        return zip(
            *(
                columns[feature, value] if feature.places[0] <= place < feature.places[1] else (value,) * len(cards)
                for feature, value in kept.items()
            ),
            strict=True,
        )

    def code(self, state: int, facts: Mapping[str, int], *, suits: int = 0) -> int:
        """Which patterns hold for a hand that ends in a state, and shows these suits where they were left out."""
        kept = dict(zip(self.features, self.states[state], strict=True)) | dict.fromkeys(self.suits, suits)
        return int(self.compiled.code(_KeptHand(kept, facts)))

    def smallest(self, outcomes: list[object]) -> tuple[list[int], array[int]]:
        """Join the states that no card can tell apart, given the result of each if it is the end.

        Returns the number of each state's class, the empty hand's first, and the steps of classes, 52 for each.
        """
        numbers: dict[object, int] = {}
        classes = [numbers.setdefault(outcome, len(numbers)) for outcome in outcomes]
        while True:
            found: dict[tuple[int, ...], int] = {}
            finer = [
                found.setdefault((classes[i], *(classes[after] for after in row)), len(found))
                for i, row in enumerate(self.steps)
            ]
            if len(found) == max(classes) + 1:
                break
            classes = finer
        steps = array("H", bytes(2 * 52 * len(found)))
        for state, row in enumerate(self.steps):
            for card, kind in enumerate(self.kinds):
                steps[52 * finer[state] + card] = finer[row[kind]]
        return finer, steps
