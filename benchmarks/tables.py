"""What an action at a live table costs the server, in milliseconds of the processor, and which part of it costs what.

A whole server on SQLite runs in this process. Players in another one sit down at its tables, each with a WebSocket, and
play as fast as they are answered, so many of them at once: as on a busy floor, commits that come together are one
transaction. Counted is all that this process uses, with the dealer's own steps, divided by the commands of players that
it has done; the part of each stage is what its own thread uses in it. Other work on the machine only adds: what is
printed is the best of several stretches.

python3 benchmarks/tables.py [ACTIONS] [AT_ONCE ...]
"""

from __future__ import annotations

import asyncio
import logging
import random
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from pathlib import Path
from time import process_time, thread_time
from typing import Any, Final

import uvloop

from pitboss.client.bots import Bot, stakes
from pitboss.client.connection import Client, Seat
from pitboss.client.load_test import ByLot
from pitboss.rules import SHIPPED, load
from pitboss.service.floor.commands import Pace
from pitboss.service.floor.dealers_clock import DealersClock
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.served_tables import ServedTables
from pitboss.store.sqlite import SqliteStore
from pitboss.web.operation_counts import Counts
from pitboss.web.serving import House, house, listening
from pitboss.web.settings import Limits, Settings
from pitboss.web.slow_clients import _Socket

TABLES_EACH, PLAYERS_EACH = 4, 3
WARM_UP, STRETCHES = 1500, 5
GOAL_MS = 0.5
PACE: Final = Pace(betting=60_000, decision=60_000, cut=60_000, result=1, patience=3, idle=600_000)
ROOMY: Final = Limits(commands_per_second=1e6, commands_burst=1_000_000)
STAGES: Final[Mapping[str, tuple[type, str]]] = {
    "deciding": (Floor, "plan"),
    "writing to the store": (SqliteStore, "append"),
    "publishing": (ServedTables, "publish"),
    "setting the dealer's clock": (DealersClock, "set"),
    "sending": (_Socket, "send"),
}
"""Parts of an action, each by the function that is all of it."""


class Stages:
    """How much of the processor each stage has used while it was watched."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.watched = False
        """Whether the clock of the thread is read around each stage: that is a call of the system and costs as well."""
        for stage, (kind, name) in STAGES.items():
            setattr(kind, name, self._timed(stage, getattr(kind, name)))

    def _timed(self, stage: str, work: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(work)
        def timed(*given: Any, **named: Any) -> Any:
            if not self.watched:
                return work(*given, **named)
            began = thread_time()
            try:
                return work(*given, **named)
            finally:
                self.seconds[stage] += thread_time() - began

        @wraps(work)
        async def timed_coroutine(*given: Any, **named: Any) -> Any:
            if not self.watched:
                return await work(*given, **named)
            began = thread_time()
            try:
                return await work(*given, **named)  # it never waits where everybody reads
            finally:
                self.seconds[stage] += thread_time() - began

        return timed_coroutine if asyncio.iscoroutinefunction(work) else timed


@dataclass(frozen=True)
class Used:
    """What a server has used and done until now."""

    seconds: float
    actions: int
    entries: int
    stages: Mapping[str, float]

    def since(self, before: Used) -> dict[str, float]:
        """Milliseconds an action since another moment, in all and by stage, and entries an action."""
        actions = self.actions - before.actions
        parts = {stage: 1000 * (self.stages[stage] - before.stages[stage]) / actions for stage in STAGES}
        whole = 1000 * (self.seconds - before.seconds) / actions
        return {"all": whole, "entries": (self.entries - before.entries) / actions, **parts}


class Watched:
    """A server, and what it has used and done."""

    def __init__(self, server: House, stages: Stages) -> None:
        self._counts: Counts = server.config.app.state.counts  # type: ignore[union-attr]
        self._stages = stages

    async def stretches(self, actions: int) -> list[dict[str, float]]:
        """What an action costs in each of several stretches."""
        moments = [self._used()]
        for _ in range(STRETCHES):
            await self.reach(moments[-1].actions + actions)
            moments.append(self._used())
        return [late.since(early) for early, late in pairwise(moments)]

    async def reach(self, actions: int) -> None:
        while self._used().actions < actions:
            await asyncio.sleep(0.05)

    def _used(self) -> Used:
        counts = self._counts
        actions = sum(number for (_, outcome), number in counts.commands.items() if outcome == "done")
        return Used(process_time(), actions, sum(counts.entries.values()), dict(self._stages.seconds))


Found = tuple[list[dict[str, float]], list[dict[str, float]]]
"""Stretches of which only the whole was measured, and others with their stages."""


async def measured(server: House, stages: Stages, actions: int) -> Found:
    watched = Watched(server, stages)
    await watched.reach(WARM_UP)
    stages.watched = False
    whole = await watched.stretches(actions)
    stages.watched = True
    return whole, await watched.stretches(actions)


async def run(stages: Stages, actions: int, at_once: int) -> Found:
    """Serve players in another process, and see what that costs."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.of(
            {}, home=Path(folder), port=0, pace=PACE, tables_each=TABLES_EACH, figures_ahead=False, limits=ROOMY
        )
        listener = listening(settings)
        server = house(settings, announce=lambda token: None)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.05)
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        players = await asyncio.create_subprocess_exec(sys.executable, __file__, "--players", address, str(at_once))
        try:
            return await measured(server, stages, actions)
        finally:
            players.kill()
            await players.wait()
            server.should_exit = True
            await serving


# the players


class Eager(Bot):
    """A player who answers at once, when it is their turn among all players."""

    turns: asyncio.Semaphore

    async def _do(self, seat: Seat, command: dict[str, Any]) -> None:
        async with self.turns:
            await super()._do(seat, command)


async def play(address: str, at_once: int) -> None:
    """Play at all tables until killed."""
    for name in SHIPPED:
        stakes(load(name))
    turns, playing = asyncio.Semaphore(at_once), []  # type: asyncio.Semaphore, list[Any]
    for table in (f"{name}-{number}" for name in SHIPPED for number in range(1, TABLES_EACH + 1)):
        for box in range(1, PLAYERS_EACH + 1):
            client = await Client(address).guest()
            chance = random.Random(f"{table} {box}")
            player = Eager(client, table, box=box, side_bets=0.05, chance=chance, make_play=ByLot(chance).at)
            player.turns = turns
            playing.append(player.play())
    await asyncio.gather(*playing)


def main() -> None:
    parser = ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("actions", nargs="?", type=int, default=1500, help="commands in a stretch")
    parser.add_argument("at_once", nargs="*", type=int, default=[1, 16], help="how many commands are under way at once")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    stages = Stages()
    for at_once in given.at_once:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:  # as the server has it
            tell(at_once, *loop.run(run(stages, given.actions, at_once)))


def tell(at_once: int, whole: list[dict[str, float]], staged: list[dict[str, float]]) -> None:
    best = {name: min(one[name] for one in staged) for name in staged[0]}
    cost = min(one["all"] for one in whole)
    each = ", ".join(format(one["all"], ".3f") for one in whole)
    print(f"{at_once} at once: {cost:.3f} ms of the processor an action, {best['entries']:.2f} entries (of {each})")
    for stage in STAGES:
        print(f"  {stage:28} {best[stage]:6.3f} ms")
    print(f"  {'all, with watching these':28} {best['all']:6.3f} ms")
    verdict = "met" if cost < GOAL_MS else "MISSED"
    print(f"  the goal is under {GOAL_MS:g} ms: {verdict}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--players"]:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
            loop.run(play(sys.argv[2], int(sys.argv[3])))
    else:
        main()
