"""A shoe table driven action by action, on the rules of the real sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.errors import IllegalAction
from pitboss.rules import load
from pitboss.shoe import Ceremony, Deck, Event, SeededSource, ShuffleRules, shuffle_rules


class Driver:
    """Does what it is told by name, keeps every event, and sees that a refusal changes nothing."""

    def __init__(self, rules: ShuffleRules, decks: tuple[Deck, ...] | None = None) -> None:
        decks = decks or tuple(Deck(str(number + 1), "blue") for number in range(rules.decks))
        self.rules = rules
        self.state, events = Ceremony.open(rules, decks)
        self.events: list[Event] = list(events)
        self.source = SeededSource("driver")

    def do(self, action: str, *args: Any, **kwargs: Any) -> tuple[Event, ...]:
        events: tuple[Event, ...]
        self.state, events = getattr(self.state, action)(*args, **kwargs)
        self.events += events
        return events

    def refused(self, action: str, *args: Any, **kwargs: Any) -> IllegalAction:
        before = hash(self.state)
        with pytest.raises(IllegalAction) as refusal:
            getattr(self.state, action)(*args, **kwargs)
        assert hash(self.state) == before
        return refusal.value

    def to_brick(self) -> Driver:
        """Go on until the cards are shuffled."""
        for action in ("spread_decks", "call_shuffle"):
            if getattr(self.state, f"can_{action}")():
                self.do(action)
        if self.state.can_acknowledge("supervisor"):
            self.do("acknowledge", "supervisor")
        self.do("shuffle", self.source)
        return self

    def to_shoe(self, *, cut: int = 100) -> Driver:
        """Go on until the shoe is loaded; seat 1 cuts."""
        self.to_brick()
        self.do("offer_cut", [1, 3])
        self.do("cut", cut, by=self.state.offered)
        self.do("place_cut_card")
        self.do("load")
        return self

    def play(self, cards: int, *, cut_card_seat: int | None = None) -> tuple[Event, ...]:
        """One round of so many cards, and one burned where that is done with the bets down."""
        began = self.do("start_round")
        if self.state.can_burn():
            self.do("burn")
        shoe = self.state.shoe
        assert shoe is not None
        for _ in range(cards):
            _, shoe = shoe.draw()
        return (*began, *self.do("end_round", shoe, cut_card_seat=cut_card_seat))

    def names(self) -> list[str]:
        return [event.name for event in self.events]


@pytest.fixture
def rules_of() -> Callable[..., ShuffleRules]:
    """The shuffle rules of a sheet by its name, with values set on top."""

    def rules(name: str, *sets: str) -> ShuffleRules:
        return shuffle_rules(load(name, sets=sets))

    return rules


@pytest.fixture
def table(rules_of: Callable[..., ShuffleRules]) -> Callable[..., Driver]:
    """A driven table on a sheet."""

    def open_table(name: str = "catfish-blackjack", *sets: str) -> Driver:
        return Driver(rules_of(name, *sets))

    return open_table
