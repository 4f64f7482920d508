"""The coach over HTTP: what your answers are worth now, what they have cost, and your rounds taken together.

It is worked out in threads of its own, so that nobody at a table waits for it; what is asked again while it is under
way is worked out once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Query, Request

from pitboss.errors import IllegalAction, PitbossError
from pitboss.rules import Sheet
from pitboss.service.advice import coach as c
from pitboss.service.audit.recall import recall
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.stream_names import table_named
from pitboss.service.tables.views import placed
from pitboss.web import models as m
from pitboss.web.api import Here, RoundNumber, TableId, Who

__all__ = ["CoachPool", "router"]

router = APIRouter(prefix="/api", tags=["coach"], responses=m.REFUSALS)

THREADS: Final = 2
"""Two threads: one may be solving a whole game, and the next question need not wait for it."""
ROUNDS_KEPT: Final = 2000

T = TypeVar("T")


class CoachPool:
    """Where the coach works things out."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pitboss-coach")
        self._under_way: dict[Hashable, asyncio.Future[Any]] = {}
        self._prepared: set[str] = set()
        self._rounds: OrderedDict[tuple[str, int, str], tuple[c.Decision, ...]] = OrderedDict()

    async def work(self, about: Hashable, work: Callable[[], T]) -> T:
        """Compute something; a second request for the same waits for the first."""
        found = self._under_way.get(about)
        if found is None:
            found = self._under_way[about] = asyncio.get_running_loop().run_in_executor(self._threads, work)
            found.add_done_callback(lambda _: self._under_way.pop(about, None))
        answer: T = await asyncio.shield(found)
        return answer

    async def round(self, floor: Floor, table: str, number: int, person: str) -> tuple[c.Decision, ...]:
        """The decisions of a person in a finished round, which never change."""
        about = table, number, person
        if about not in self._rounds:
            self._rounds[about] = await self.work(about, lambda: _decisions(floor, table, number, person))
            while len(self._rounds) > ROUNDS_KEPT:
                self._rounds.popitem(last=False)
        return self._rounds[about]

    def prepare(self, sheets: Iterable[Sheet]) -> None:
        """Prepare what takes long on first use, before anybody asks."""
        for sheet in sheets:
            if sheet.hash not in self._prepared:
                self._prepared.add(sheet.hash)
                self._threads.submit(_prepared, sheet)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _prepared(sheet: Sheet) -> None:
    """Ignore errors here: whoever asks later is told of them."""
    with suppress(PitbossError):
        c.prepare(sheet)


def _decisions(floor: Floor, table: str, number: int, person: str) -> tuple[c.Decision, ...]:
    found = recall(floor, table, number, person=person)
    c.check_allowed(found.live)
    if person not in found.live.owners().values():
        raise IllegalAction("coach.no_bet")
    return tuple(c.decided(answer) for answer in c.taken(found.changes, person))


def desk_of(request: Request) -> CoachPool:
    desk = request.app.state.coach
    assert isinstance(desk, CoachPool)
    return desk


Coach = Annotated[CoachPool, Depends(desk_of)]


@router.get("/tables/{table}/coach")
async def coach(running: Here, desk: Coach, session: Who, table: TableId) -> m.Coaching:
    """What every answer is worth that you can give now, from the cards that you have seen this round."""
    held = await running.table(table)
    live, version = held.live, held.version
    c.check_allowed(live)
    asked = c.positions(live, session.person.name)
    found = await desk.work(asked, lambda: [c.advise(position) for position in asked])
    return m.Coaching(
        table=table,
        version=version,
        round=live.table.rounds,
        positions=[m.CoachPosition(**_advice(one)) for one in found],
    )


@router.get("/tables/{table}/rounds/{number}/coach")
async def coached_round(
    running: Here, desk: Coach, session: Who, table: TableId, number: RoundNumber
) -> list[m.Decision]:
    """Your decisions in a finished round: what each was worth, and what it cost against the best."""
    found = await desk.round(running.floor, table, number, session.person.name)
    return [_decision(table, number, one) for one in found]


@router.get("/my/coach")
async def my_coach(
    running: Here,
    desk: Coach,
    session: Who,
    limit: Annotated[int, Query(ge=1, le=100, description="how many of your last rounds")] = 20,
) -> m.CoachSummary:
    """Your last rounds taken together, with the mistakes to look at again; tables without the coach are left out."""
    name = session.person.name
    desk.prepare(live.sheet for live in running.tables() if live.opened.coach and name in live.table.boxes)
    last = await asyncio.to_thread(running.floor.store.rounds, player=name, limit=limit)
    played = []
    for one in last:
        table = table_named(one.stream)
        try:
            played.append((table, one.number, await desk.round(running.floor, table, one.number, name)))
        except IllegalAction:
            continue
    found = c.summed_up(played)
    return m.CoachSummary(
        rounds=found.rounds,
        decisions=found.decisions,
        mistakes=found.mistakes,
        cost=found.cost,
        cost_cents=found.cost_cents,
        worst=[_decision(*one) for one in found.worst],
    )


def _decision(table: str, number: int, one: c.Decision) -> m.Decision:
    return m.Decision(
        **_advice(one.advice),
        table=table,
        round=number,
        version=one.version,
        chosen=one.advice.choices.index(one.choice),
        in_time=one.in_time,
        cost=one.cost,
        cost_cents=one.cost_cents,
    )


def _advice(advice: c.Advice) -> dict[str, Any]:
    position = advice.position
    return {
        "game": position.sheet.game,
        "spot": position.spot,
        "hand": position.hand,
        "question": position.question,
        "stake": position.stake,
        "cards": [card.text for card in position.cards],
        "against": [card.text for card in position.against],
        "basis": position.basis,
        "choices": [_choice(advice, choice) for choice in advice.choices],
    }


def _choice(advice: c.Advice, choice: c.Choice) -> m.CoachChoice:
    exact = choice.exact
    return m.CoachChoice(
        action=msgspec.to_builtins(placed(choice.offer.action, advice.position.spot, advice.position.hand)),
        text=choice.offer.text,
        clause=choice.offer.clause,
        kind=choice.offer.kind,
        stake=choice.offer.cents,
        value=choice.value,
        exact=None if exact is None else f"{exact.numerator}/{exact.denominator}",
        cents=None if choice.value is None else choice.value * advice.position.stake,
        cost=advice.cost(choice),
    )
