"""The schedule: a fold of a learner's stream, clause by clause, by the spaced repetition of FSRS.

Nothing is stored but the answers; when it is now is told by the caller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Final

from pitboss.rules.register import clause
from pitboss.school.aiming import aimed, kept_to
from pitboss.school.drills import make
from pitboss.school.learning.stream import Answered
from pitboss.school.questions import Task

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

    from pitboss.rules import Sheet

__all__ = ["Memory", "next_task", "remembered"]

FRESH: Final = 3
"""New questions that are looked at for the next one."""
LOOKED_AT: Final = 16
"""New questions that are looked at for one about a hand."""
BACK: Final = 2
"""Questions that are made for what was missed or is forgotten."""
NEVER_TRIED: Final = 0.5
"""How much a clause is wanted that was never tried, where 1 is one that is forgotten and 0 one that is known."""


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)  # a fold gives the same schedule each time


@dataclass
class Memory:
    """What a learner is likely to know of each clause."""

    cards: dict[str, Card] = field(default_factory=dict)

    def take(self, event: Answered) -> None:
        """Fold one answer in."""
        from fsrs import Card, Rating

        for shown, right in event.clauses.items():
            card = self.cards.get(shown) or Card(card_id=len(self.cards) + 1, due=event.at)
            rating = Rating.Again if not right else Rating.Hard if event.hint else Rating.Good
            self.cards[shown], _ = _scheduler().review_card(card, rating, review_datetime=event.at)

    def known(self, clause: str, now: datetime) -> float:
        """Return how likely a clause is remembered now, from 0 to 1; 0 for one that was never tried."""
        card = self.cards.get(clause)
        return 0.0 if card is None else _scheduler().get_card_retrievability(card, current_datetime=now)

    def due(self, now: datetime) -> list[str]:
        """Return the clauses that are to be asked again, the ones that are forgotten most first."""
        waiting = [clause for clause, card in self.cards.items() if card.due <= now]
        return sorted(waiting, key=lambda clause: (self.known(clause, now), clause))

    def need(self, clause: str, now: datetime) -> float:
        """Return how much a clause is wanted next."""
        if clause not in self.cards:
            return NEVER_TRIED
        forgotten = 1.0 - self.known(clause, now)
        return forgotten + (1.0 if self.cards[clause].due <= now else 0.0)


def remembered(events: Iterable[Answered]) -> Memory:
    """Return the memory that a stream leads to."""
    memory = Memory()
    for event in events:
        memory.take(event)
    return memory


def next_task(
    sheet: Sheet, drill: str, level: int, events: Sequence[Answered], *, now: datetime, memory: Memory | None = None,
    salt: str = "", about: str = "", kinds: Sequence[str] = (),
) -> Task:  # fmt: skip
    """Return what is asked next: of new questions and some for what is due, the one whose clauses are wanted most.

    With a ``salt`` the seeds of new questions cannot be guessed; ``about`` names a clause that is asked for,
    ``kinds`` the irregularities that a course keeps to.
    """
    memory = memory or remembered(events)
    own = [event for event in events if event.sheet == sheet.name and event.drill == drill]
    last = {(event.level, event.seed) for event in own[-2:]}
    seed = f"{salt}." * bool(salt) + str(len(own))
    tasks = list(_fresh(sheet, drill, level, seed, about, kinds))
    due = _back(own, memory, now)
    back = [(level, aimed(kept_to(seed, kinds), one)) if isinstance(one, str) else one for one in due]
    tasks += [make(sheet, drill, *one) for one in back if one not in last]
    return max(tasks, key=lambda task: (about in task.shows, *_wanted(task, memory, now)))


def _fresh(
    sheet: Sheet, drill: str, level: int, seed: str, about: str, kinds: Sequence[str]
) -> Iterator[Task]:  # fmt: skip
    """Some new questions; where a clause is asked for, one that is made for it, or as many as it takes."""
    seeds = [f"{seed}.{number}" for number in range(LOOKED_AT if about else FRESH)]
    if clause(about) is not None:
        seeds = [seed]
    for one in seeds:
        kept = kept_to(one, kinds)
        task = make(sheet, drill, level, kept if clause(about) is None else aimed(kept, about))
        yield task
        if about in task.shows or not (task.clauses or about):
            return  # hands to play are as good as any other until one is missed


def _back(own: list[Answered], memory: Memory, now: datetime) -> list[str | tuple[int, str]]:
    """What is due in this drill, the most forgotten first: clauses, and hands by the questions that they came in."""
    shows: Mapping[str, Answered] = {clause: event for event in own if not event.exam for clause in event.clauses}
    due = [one for one in memory.due(now) if one in shows]
    found = [one if clause(one) is not None else (shows[one].level, shows[one].seed) for one in due]
    return list(dict.fromkeys(found))[:BACK]


def _wanted(task: Task, memory: Memory, now: datetime) -> tuple[float, float]:
    """How much a question is wanted: by the clause of it that is wanted most, then by all of them."""
    needs = [memory.need(clause, now) for clause in task.shows]
    return max(needs, default=0.0), sum(needs)
