"""Finished rounds looked at again: replayed once in a pool of their own, and kept, since they never change."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple

from fastapi import Depends, Request

from pitboss.service.audit.recall import Recalled, recall
from pitboss.service.floor.floor import Floor
from pitboss.service.people.accounts import Session
from pitboss.web.work_pools import Pools

__all__ = ["Recalls", "TheRecalls"]

Form = Literal["steps", "record", "openings"]
_MADE: Final[dict[Form, Callable[[Recalled], bytes]]] = {
    "steps": Recalled.steps_json,
    "record": lambda found: found.record().encode(),
    "openings": lambda found: found.openings().encode(),
}
MOST_KEPT: Final = 16 * 1024 * 1024
"""Bytes of recalled rounds that are kept."""


class RecallKey(NamedTuple):
    """A round in one form, through the eyes of a person or of anybody."""

    table: str
    number: int
    person: str
    form: Form


class Recalls:
    """Rounds in the forms in which they were asked for; a second request for the same waits for the first."""

    def __init__(self, pools: Pools) -> None:
        self._pools = pools
        self._kept: OrderedDict[RecallKey, bytes] = OrderedDict()
        self._size = 0
        self._under_way: dict[RecallKey, asyncio.Task[bytes]] = {}

    async def find(self, floor: Floor, wanted: RecallKey, *, caller: str, known: bool) -> bytes:
        """A round in a form; raises Unknown where there is none, TooMany where too much is asked for at once."""
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        task = self._under_way.get(wanted)
        if task is None:
            pool = self._pools.people if known else self._pools.visitors
            task = asyncio.create_task(pool.do(caller, _recalled, floor, wanted))
            self._under_way[wanted] = task
            task.add_done_callback(lambda done: self._over(wanted, done))
        return await asyncio.shield(task)

    def _over(self, wanted: RecallKey, done: asyncio.Task[bytes]) -> None:
        del self._under_way[wanted]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[wanted] = done.result()
        self._size += len(done.result())
        while self._size > MOST_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])


def _recalled(floor: Floor, wanted: RecallKey) -> bytes:
    shows = wanted.form == "steps"
    return _MADE[wanted.form](recall(floor, wanted.table, wanted.number, person=wanted.person, with_balances=shows))


class Desk(NamedTuple):
    """The recalls of a server, and who stands before them."""

    recalls: Recalls
    floor: Floor
    address: str

    async def find(self, table: str, number: int, form: Form, *, through: str, session: Session | None) -> bytes:
        """A round as somebody could see it."""
        caller = session.person.name if session else self.address
        wanted = RecallKey(table, number, through, form)
        return await self.recalls.find(self.floor, wanted, caller=caller, known=session is not None)


def _desk_of(request: Request) -> Desk:
    recalls = request.app.state.recalls
    assert isinstance(recalls, Recalls)
    return Desk(recalls, request.app.state.running.floor, request.client.host if request.client else "")


TheRecalls = Annotated[Desk, Depends(_desk_of)]
