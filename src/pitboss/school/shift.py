"""Deal a shoe: a trainee deals round after round and names each step, with nothing offered that a dealer should know.

The guests bet and answer by themselves, and that is told. Every step of the dealer has to be named: what it is, for
which spot and which hand. A step that is named wrongly is put right and the deal goes on, so that one mistake costs one
step.

>>> from pitboss.rules import load
>>> shift = Shift(load("catfish-blackjack"), level=1, seed="a first evening")
>>> shift.told[-1]
'$40.00 on Main bet at spot 6.'
>>> shift.name("bets_locked").right
True
>>> shift.told
('No more bets: from here on wagers stay as they are.',)
>>> wrong = shift.name("card_dealt", spot=0)
>>> wrong.right, wrong.due, wrong.clause
(False, Step(kind='card_dealt', spot=6, hand=0), 'BJ-DEAL-6a')
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from pitboss.games import events as e
from pitboss.rules import Sheet
from pitboss.rules.register import clause
from pitboss.school.drills.next_step import askable
from pitboss.school.felt import Layout, layout_of
from pitboss.school.happenings import happening_text, step_text
from pitboss.school.learning.stream import Answered
from pitboss.school.levels import level_of
from pitboss.school.making import chance_of
from pitboss.school.practice import Practice, deal

__all__ = ["Named", "Shift", "Step"]

DRILL = "deal_a_shoe"


class Step(Struct, frozen=True):
    """A step as a dealer names it: what is done, for which spot (0: the dealer's own) and hand."""

    kind: str
    spot: int = 0
    hand: int = 0


class Named(Struct, frozen=True, kw_only=True):
    """What is said of a step that was named."""

    right: bool
    given: Step
    due: Step
    text: str
    """The step that was due, in words."""
    clause: str
    clause_text: str


class Shift:
    """A trainee's time at one table; the same sheet, level and seed bring the same rounds."""

    def __init__(self, sheet: Sheet, *, level: int, seed: str) -> None:
        self.sheet, self.level, self.seed = sheet, level, seed
        self.rounds = 0
        self.told: tuple[str, ...] = ()
        """What has happened since the last step that was asked for."""
        self._at, self._right = 0, True
        self._begin()

    @property
    def layout(self) -> Layout:
        """The table as it lies now."""
        return layout_of(self.sheet, self._practice.events[: self._at])

    def name(self, kind: str, spot: int = 0, hand: int = 0) -> Named:
        """Name the next step; it is carried out as it should be, whatever was named."""
        event: Any = self._practice.events[self._at]
        given, due = Step(kind, spot, hand), _step(event)
        stated = clause(event.clause)
        right = given == due
        if event.clause:
            self._clauses[event.clause] = self._clauses.get(event.clause, True) and right
        self._right = self._right and right
        self._at += 1
        self.told = (happening_text(self.sheet, event),)
        self._go_on()
        return Named(
            right=right, given=given, due=due, text=step_text(self.sheet, event), clause=event.clause,
            clause_text="" if stated is None else stated.text,
        )  # fmt: skip

    @property
    def round_over(self) -> bool:
        """Whether every step of the round has been named."""
        return self._at >= len(self._practice.events)

    def end_round(self, *, at: datetime, milliseconds: int) -> Answered:
        """Return the round as an event of the learner's stream, and deal the next one."""
        assert self.round_over, "a round has steps left"
        event = Answered(
            at=at.astimezone(UTC), sheet=self.sheet.name, drill=DRILL, level=self.level,
            seed=f"{self.seed}/{self.rounds}", milliseconds=milliseconds, right=self._right, clauses=self._clauses,
        )  # fmt: skip
        self._begin()
        return event

    def _begin(self) -> None:
        self.rounds += 1
        chance = chance_of(DRILL, self.level, f"{self.seed}/{self.rounds}")
        self._practice: Practice = deal(self.sheet, level_of(self.level), chance)
        self._due = frozenset(askable(self._practice))
        self._clauses: dict[str, bool] = {}
        self._right, self._at, self.told = True, 0, ()
        self._go_on()

    def _go_on(self) -> None:
        """Tell what guests do, up to the next step of the dealer."""
        events = self._practice.events
        while self._at < len(events) and (self._at not in self._due or isinstance(events[self._at], e.SensorLit)):
            self.told = (*self.told, happening_text(self.sheet, events[self._at]))
            self._at += 1


def _step(event: Any) -> Step:
    """What an event is called as a step."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()
    hand = getattr(event, "hand", 0)
    return Step(kind, getattr(event, "spot", 0), hand if isinstance(hand, int) else 0)
