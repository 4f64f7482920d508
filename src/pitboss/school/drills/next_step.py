"""What comes next: the table stands still, and the trainee names the next step or the call that goes with it.

The right answer is the event that the engine brings next; the others are steps of the same table in a wrong order, for
a wrong hand, or later than something that would be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games import events as e
from pitboss.games.actions import PlayerAction
from pitboss.games.round import Round
from pitboss.progressive.paying import steps_for
from pitboss.rules import Sheet
from pitboss.rules.progressive import progressive_of
from pitboss.school.aiming import Aim
from pitboss.school.felt import Layout, layout_of
from pitboss.school.happenings import happening_text, step_text
from pitboss.school.making import NothingToAsk, choice, right_id, task
from pitboss.school.practice import Practice, deal
from pitboss.school.questions import Solution, Task
from pitboss.school.table_story import StoryEvent, story
from pitboss.shoe import Chance
from pitboss.shoe import Event as ShoeEvent
from pitboss.table import Happening
from pitboss.words import wording

__all__ = ["askable", "make"]

SHOWN: Final = 6
"""How many lines of the log are shown."""
UNFORESEEN: Final = (e.CutCardOut, e.BetPlaced, e.BetChanged, e.TokePlaced, e.NoBet)
"""What nobody at the table could foresee."""


def make(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """Return a table that stands still: mostly within a round, else around rounds or while a meter is paid."""
    chance = aim.chance
    kind = chance.below(12)
    if kind == 0 and progressive_of(sheet.rules) is not None:
        return _paying(sheet, level, seed, aim)
    if kind < 4:
        return _around(sheet, level, seed, aim)
    practice = deal(sheet, aim.level(level), chance)
    at = _drawn(askable(practice), practice.events, aim)
    return _step(sheet, level, seed, chance, events=practice.events, at=at, round_=practice.round)


def _around(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """A step around rounds; what somebody has just decided on makes it a kind of its own."""
    told = story(sheet, aim.chance)
    events = [one.event for one in told]
    due = [at for at, one in enumerate(told) if one.due and at]
    places = aim.fitting(due, lambda at: (events[at].clause, *_also(events[at]), *_decided(told, at)))
    drawn = aim.one(list(dict.fromkeys(_decided(told, at) for at in places)))
    at = _drawn([place for place in places if _decided(told, place) == drawn], events, Aim(aim.chance))
    return _step(sheet, level, seed, aim.chance, events=events, at=at, decided=drawn, again=told[at].again)


def _step(
    sheet: Sheet,
    level: int,
    seed: str,
    chance: Chance,
    *,
    events: Sequence[Any],
    at: int,
    round_: Round | None = None,
    decided: Sequence[str] = (),
    again: Callable[[], Happening] | None = None,
) -> Task:
    """What follows at one place of a log."""
    boxes = () if round_ is None else tuple(round_.boxes)
    layout = layout_of(sheet, events[:at]) if boxes else Layout()
    right = step_text(sheet, events[at])
    part = choice("next", wording("school.what_next", {}), right, _others(sheet, events, at, boxes), chance)
    if len(part.options) < 2:
        raise NothingToAsk
    shown = [happening_text(sheet, event) for event in events[max(0, at - SHOWN) : at]]
    solution = Solution(
        right=right_id(part, right),
        shown=right,
        clause=events[at].clause,
        clauses=(*_also(events[at]), *decided),
    )
    return task(
        sheet, "next_step", level, seed,
        text=wording("school.stands_still", {}), layout=layout, asked=[(part, solution)], log=shown,
        round_=round_, again=again,
    )  # fmt: skip


def _decided(told: Sequence[StoryEvent], at: int) -> tuple[str, ...]:
    """The clause of what somebody has just decided on, from which the next step follows."""
    before = told[at - 1]
    return () if before.due or not before.event.clause else (before.event.clause,)


def _paying(sheet: Sheet, level: int, seed: str, aim: Aim) -> Task:
    """A win on the progressive is being paid: which step comes next, and whose it is."""
    chance = aim.chance
    steps = list(steps_for(meter=chance.bernoulli(2, 3)).values())
    at = aim.one(aim.fitting(range(len(steps)), lambda at: (sheet.cite(steps[at].point),)))
    due = steps[at]
    clause = sheet.cite(due.point)
    part = choice("next", wording("school.what_next", {}), due.text, [step.text for step in steps], chance)
    who = due.who.replace("_", " ")
    roles = [step.who.replace("_", " ") for step in steps]
    does = choice("who", wording("school.who_does_it", {}), who, roles, chance)
    first = Solution(
        right=right_id(part, due.text), shown=due.text, clause=clause
    )  # fmt: skip
    return task(
        sheet, "next_step", level, seed,
        text=wording("school.progressive_won", {}), layout=Layout(), log=[step.text for step in steps[:at]],
        asked=[(part, first), (does, replace(first, right=right_id(does, who), shown=who))],
    )  # fmt: skip


def askable(practice: Practice) -> list[int]:
    """Return the places of the events that follow from what lies on the table, and from nobody's free decision."""
    decided = {moment.first for moment in practice.moments if isinstance(moment.action, PlayerAction)}
    return [at for at, event in enumerate(practice.events) if at not in decided and not isinstance(event, UNFORESEEN)]


def _drawn(places: Sequence[int], events: Sequence[Happening], aim: Aim) -> int:
    """One of these places; rare kinds of events as often as common ones."""
    kinds: dict[tuple[str, str], list[int]] = {}
    for at in aim.fitting(places, lambda at: (events[at].clause, *_also(events[at]))):
        name = getattr(events[at], "name", type(events[at]).__name__)
        kinds.setdefault((name, events[at].clause), []).append(at)
    return aim.one(aim.one(list(kinds.values())))


def _others(sheet: Sheet, events: Sequence[Any], at: int, boxes: Sequence[int]) -> Iterable[str]:
    """Plausible steps that are not due now."""
    due = events[at]
    if boxes and _spot(due) and not isinstance(due, e.WagerSettled):
        for box in boxes:
            yield step_text(sheet, replace(due, spot=box))
    for event in (*events[at + 1 : at + 8], *events[max(0, at - 12) : at]):
        if not _together(due, event) and not isinstance(event, UNFORESEEN):
            yield step_text(sheet, event)


def _together(due: Any, event: Any) -> bool:
    """Whether two events are of one kind for one spot, so that their order is nobody's rule."""
    return type(due) is type(event) and _spot(due) == _spot(event)


def _spot(event: Any) -> int:
    return int(getattr(event, "spot", 0))


def _also(event: Happening) -> tuple[str, ...]:
    """Further clauses that a step of a shuffle names."""
    named = event.details.get("also", ()) if isinstance(event, ShoeEvent) else ()
    return tuple(str(one) for one in named) if isinstance(named, tuple) else ()
