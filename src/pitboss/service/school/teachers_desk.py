"""What teachers set and trainees write in exams, over a floor at work: one command of a stream at a time."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import cast

from pitboss.school.learning.stream import Answered
from pitboss.service.floor import recorded as r
from pitboss.service.floor.running import Running
from pitboss.service.floor.stream_names import SCHOOL_STREAM, learner_stream, paper_stream
from pitboss.service.floor.streams import Answer, AnyStream, PaperStream, Plan, SchoolStream
from pitboss.service.school.courses import SchoolBook
from pitboss.service.school.desk import LearnerDesk
from pitboss.service.school.papers import PaperBook
from pitboss.service.school.plans import plan_paper, plan_school

__all__ = ["TeachersDesk"]


class TeachersDesk:
    """The school's own stream, and those of the papers."""

    def __init__(self, running: Running, learners: LearnerDesk) -> None:
        self._running, self._learners = running, learners

    async def book(self) -> SchoolBook:
        """All that teachers have set, by the store."""
        async with self._learners.lock(SCHOOL_STREAM):
            return cast(SchoolStream, await self._read(SCHOOL_STREAM)).state or SchoolBook()

    async def paper(self, exam: str, trainee: str) -> PaperBook:
        """What somebody has written in an exam, by the store."""
        stream = paper_stream(exam, trainee)
        async with self._learners.lock(stream):
            return cast(PaperStream, await self._read(stream)).state or PaperBook()

    async def do(self, command: r.SchoolCommand, *, actor: str, role: str, client: str = "", seed: str = "") -> Answer:
        """Carry out what a teacher asks; raises an IllegalAction that changes nothing."""

        def plan() -> Plan:
            return plan_school(self._running.floor, command, actor=actor, role=role, client=client, seed=seed)

        async with self._learners.lock(SCHOOL_STREAM):
            await self._read(SCHOOL_STREAM)
            return await self._running.carry_out(SCHOOL_STREAM, plan, command, actor, client)

    async def write(
        self, trainee: str, command: r.PaperCommand, *, actor: str, role: str, answers: tuple[Answered, ...] = ()
    ) -> Answer:
        """Carry out what a trainee does in an exam; raises an IllegalAction that changes nothing."""

        def plan() -> Plan:
            return plan_paper(self._running.floor, trainee, command, actor=actor, role=role, answers=answers)

        stream = paper_stream(command.exam, trainee)
        held = [stream, learner_stream(trainee)] if isinstance(command, r.HandIn) else [stream]
        async with AsyncExitStack() as locks:
            for name in held:
                await locks.enter_async_context(self._learners.lock(name))
            for name in (*held, SCHOOL_STREAM):
                await self._read(name)
            return await self._running.carry_out(stream, plan, command, actor, "")

    async def _read(self, name: str) -> AnyStream:
        """A stream as the store has it now."""
        floor = self._running.floor
        found = await asyncio.to_thread(floor.stream, name)
        await asyncio.to_thread(floor.refresh, found)
        return found
