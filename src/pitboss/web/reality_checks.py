"""Reality checks: a player who wants to be reminded is told from time to time how long it has been, and the result."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable

from pitboss.errors import PitbossError
from pitboss.service.floor.floor import Floor
from pitboss.service.people.player_limits import Played
from pitboss.web.live import Connections
from pitboss.web.messages import reminder

__all__ = ["Reminders"]

log = logging.getLogger(__name__)


class Reminders:
    """Sends what is due to everybody connected here, again and again until it is acknowledged."""

    def __init__(self, floor: Floor, connections: Connections, *, every: float) -> None:
        """``every`` is how often it is looked up, in seconds."""
        self._floor, self._connections, self._every = floor, connections, every
        self._due: dict[str, int] = {}
        """Which reminder of the session was sent last, by person."""
        self._acknowledged: dict[str, int] = {}

    async def keep_reminding(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.remind()
            except PitbossError as error:
                log.warning("nobody can be reminded: %s", error)

    async def remind(self) -> None:
        """Tell everybody whose reminder is due and not acknowledged."""
        for name, played in (await asyncio.to_thread(self._look, self._connections.players())).items():
            self._connections.tell(name, reminder(played.minutes, played.result))

    def _look(self, names: Iterable[str]) -> dict[str, Played]:
        """Who is to be reminded now; a new session starts again."""
        found: dict[str, Played] = {}
        here = set(names)
        for name, (standing, played, *_) in self._floor.standings(here).items():
            every = standing.limits(self._floor.clock())["reminder_minutes"]
            due = played.minutes // every if every else 0
            self._acknowledged[name] = min(self._acknowledged.get(name, 0), due)
            if due > self._acknowledged[name]:
                self._due[name], found[name] = due, played
        for kept in (self._due, self._acknowledged):
            for name in kept.keys() - here:
                kept.pop(name, None)
        return found

    def acknowledge(self, name: str) -> None:
        """A person has seen the reminder: the next one comes when its time has come."""
        if name in self._due:
            self._acknowledged[name] = self._due.pop(name)
