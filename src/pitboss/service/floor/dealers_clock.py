"""The dealer's clock: what is due at a table is done when it is due, by the server that leads the table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from pitboss.errors import IllegalAction, PitbossError
from pitboss.service.floor import commands as c
from pitboss.service.floor.background import Background
from pitboss.service.floor.floor import HOUSE_ACTOR, Floor, Unknown
from pitboss.service.floor.passing_on import NotHere
from pitboss.service.floor.served_tables import ServedTable, ServedTables
from pitboss.service.floor.stream_names import table_stream
from pitboss.service.floor.streams import Answer, Plan
from pitboss.service.tables.table_commands import due

__all__ = ["DealersClock"]

log = logging.getLogger(__name__)

RETRY_AFTER: Final = 1.0
"""Seconds until the dealer tries again what the store could not take."""


class Doer(Protocol):
    """What plans, appends and takes over a command at a table whose lock is held."""

    def __call__(
        self, stream: str, plan: Callable[[], Plan], command: c.Command, actor: str, client: str
    ) -> Awaitable[Answer]: ...


class DealersClock:
    """When the dealer of each table is due."""

    def __init__(
        self, floor: Floor, served: ServedTables, background: Background, leads: Callable[[str], bool]
    ) -> None:
        """``leads`` says whether this server leads a table."""
        self._floor, self._served, self._background, self._leads = floor, served, background, leads
        self._loop: asyncio.AbstractEventLoop | None = None
        self._do: Doer | None = None
        self._stopped = False

    def start(self, do: Doer) -> None:
        """Begin; ``do`` carries out what is due."""
        self._loop, self._do = asyncio.get_running_loop(), do

    def stop(self) -> None:
        """No timer goes off any more."""
        self._stopped = True
        for room in self._served.rooms.values():
            if room.timer is not None:
                room.timer.cancel()

    def set(self, room: ServedTable) -> None:
        """Have the dealer do what is due, when it is due."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if self._stopped or not self._leads(table_stream(room.table)):
            return
        known = self._floor.known_table(room.table)
        if known is None:  # forgotten while the store was away
            self.try_again_soon(room)
            return
        next_ = due(known.state) if known.state is not None else None
        if next_ is None:
            return
        assert self._loop is not None
        seconds = max(next_.at - self._floor.clock(), 0) / 1000
        room.timer = self._loop.call_later(seconds, self._ring, room, known.version, next_.command)

    def _ring(self, room: ServedTable, version: int, command: c.HouseCommand) -> None:
        self._background.do(self._due(room, version, command))

    async def _due(self, room: ServedTable, version: int, command: c.HouseCommand) -> None:
        """Do what was due, unless somebody was quicker, here or in another process."""
        stream = table_stream(room.table)

        def moved_on() -> bool:
            held = self._floor.known(stream)
            return held is None or held.version != version

        def plan() -> Plan:
            if moved_on():
                raise IllegalAction("clock.no_longer_due")
            return self._floor.plan(room.table, command, actor=HOUSE_ACTOR, role="house")

        async with room.lock:
            if self._stopped or moved_on() or not self._leads(stream):
                return
            assert self._do is not None
            try:
                answer = await self._do(stream, plan, command, HOUSE_ACTOR, "")
            except NotHere:
                self.set(room)
            except PitbossError as error:
                if isinstance(error, IllegalAction) and moved_on():
                    self.set(room)
                    return
                log.warning("table %s: %s: %s", room.table, type(command).__name__, error)
                self.try_again_soon(room)
            else:
                self._served.publish(answer.changes, answer.balances)
                self.set(room)

    def try_again_soon(self, room: ServedTable) -> None:
        """Read a table again after a pause, and continue from there."""
        if room.timer is not None:
            room.timer.cancel()
        if not self._stopped:
            assert self._loop is not None
            room.timer = self._loop.call_later(RETRY_AFTER, self._again, room)

    def _again(self, room: ServedTable) -> None:
        self._background.do(self._reload(room))

    async def _reload(self, room: ServedTable) -> None:
        async with room.lock:
            try:
                await asyncio.to_thread(self._floor.link)
                held = await asyncio.to_thread(self._floor.table, room.table)
                self._served.publish(await asyncio.to_thread(self._floor.refresh, held))
            except Unknown:
                return
            except PitbossError as error:
                log.warning("table %s cannot be read: %s", room.table, error)
                self.try_again_soon(room)
                return
            self.set(room)
