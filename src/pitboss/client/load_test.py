"""A thousand players at once: bots over real connections, at a rate that is asked for, and how long each command takes.

Each action waits for its turn in a line that moves at the rate asked for; what is measured is the time from sending
a command until the server says that it is done, which it says when the command is durable. Players answer by lot: the
time that the best answer takes would be measured as the server's, since nobody else's answer is read meanwhile.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.client.bots import Bot, stakes
from pitboss.client.connection import Client
from pitboss.client.play.play import Action, Happened
from pitboss.rules import Sheet, load

__all__ = ["ByLot", "Line", "Measured", "Place", "generate"]

AT_ONCE: Final = 16
"""How many players come in at the same time."""


class Line:
    """A queue that lets players through at a fixed rate; an unused turn is lost."""

    def __init__(self, per_second: float) -> None:
        self._step = 1.0 / per_second
        self._next = 0.0

    async def turn(self) -> None:
        now = asyncio.get_running_loop().time()
        self._next = max(self._next + self._step, now)
        await asyncio.sleep(self._next - now)


class ByLot:
    """Takes any of the answers that are offered."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def answer(self, question: dict[str, Any], offers: Sequence[dict[str, Any]], events: Happened) -> Action:
        action: Action = self._chance.choice(offers)["action"]
        return action

    def at(self, sheet: Sheet) -> ByLot:
        """The same at every game."""
        return self


@dataclass
class Measured:
    """What was acknowledged while the watch ran."""

    seconds: list[float] = field(default_factory=list)
    """How long each command took, in the order of the answers."""
    refused: int = 0
    reconnections: int = 0


@dataclass(frozen=True)
class Place:
    """Where one player goes."""

    address: str
    table: str
    box: int


async def generate(
    places: Sequence[Place],
    *,
    rate: float,
    side_bets: float,
    ready: Callable[[], Awaitable[None]],
    stop: Callable[[], Awaitable[None]],
) -> Measured:
    """Seat a player at each place and have them play; the watch runs from the end of ``ready`` to that of ``stop``."""
    for name in {place.table.rpartition("-")[0] for place in places}:
        stakes(load(name))
    line, measured = Line(rate), Measured()
    running = False

    def done(kind: str, seconds: float) -> None:
        if running:
            measured.seconds.append(seconds)

    clients = await _come_in(places)
    chances = [random.Random(f"{place.table} {place.box}") for place in places]
    bots = [
        Bot(
            client, place.table, box=place.box, side_bets=side_bets, chance=chance, think=line.turn, done=done,
            make_play=ByLot(chance).at,
        )
        for client, place, chance in zip(clients, places, chances, strict=True)
    ]  # fmt: skip
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(bot.play()) for bot in bots]
        await ready()
        before, running = sum(bot.refusals for bot in bots), True
        await stop()
        running, measured.refused = False, sum(bot.refusals for bot in bots) - before
        measured.reconnections = sum(client.reconnections for client in clients)
        for bot in bots:
            bot.playing = False
        await asyncio.sleep(1)  # what is on its way is answered
        for task in tasks:
            task.cancel()
    await asyncio.gather(*(client.close() for client in clients))
    return measured


async def _come_in(places: Sequence[Place]) -> list[Client]:
    door = asyncio.Semaphore(AT_ONCE)

    async def come_in(place: Place) -> Client:
        async with door:
            client = await Client(place.address).guest()
            await client.watch(place.table)
            return client

    return list(await asyncio.gather(*(come_in(place) for place in places)))
