"""The learners of a server: each one's stream is read and written here, one command at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, cast

from pitboss.service.floor.recorded import LearnerCommand
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import learner_stream
from pitboss.service.floor.streams import Answer, LearnerStream, Plan
from pitboss.service.school.learners import Learner
from pitboss.service.school.plans import plan_learner

__all__ = ["LearnerDesk"]

MOST: Final = 2000
"""Learners whose streams are kept in memory; those who learnt longest ago are read again."""


class LearnerDesk:
    """What learners do, over a floor at work."""

    def __init__(self, running: Running, *, most: int = MOST) -> None:
        self._running, self._most = running, most
        self._used: OrderedDict[str, None] = OrderedDict()

    async def learner(self, name: str) -> Learner:
        """What somebody has learnt, by the store."""
        floor, stream = self._running.floor, learner_stream(name)
        async with self.lock(stream):
            held = await asyncio.to_thread(floor.stream, stream)
            await asyncio.to_thread(floor.refresh, held)
            return cast(LearnerStream, held).state or Learner()

    async def do(self, name: str, command: LearnerCommand, *, actor: str, role: str, seed: str = "") -> Answer:
        """Carry out what the classroom has recorded; raises an IllegalAction that changes nothing."""

        def plan() -> Plan:
            return plan_learner(self._running.floor, name, command, actor=actor, role=role, seed=seed)

        stream = learner_stream(name)
        async with self.lock(stream):
            return await self._running.carry_out(stream, plan, command, actor, "")

    def lock(self, stream: str) -> asyncio.Lock:
        """The lock that everybody holds who changes a stream; of too many, those used longest ago are forgotten."""
        self._used.pop(stream, None)
        self._used[stream] = None
        while len(self._used) > self._most and not self._running.lock(next(iter(self._used))).locked():
            self._running.forget(self._used.popitem(last=False)[0])
        return self._running.lock(stream)
