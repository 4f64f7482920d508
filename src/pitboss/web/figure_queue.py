"""The back room: figures that take long are worked out one at a time, beside the server and never in its loop.

Whoever asks gets the figures where they are known, and otherwise how far they are; asking again is free. What waits is
bounded, for all and for each caller; what nobody asks about any more is not begun, and given up,
soon where others wait.
While nobody waits, what is likely to be asked is worked out ahead.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from pitboss.errors import Refusal
from pitboss.service.floor.floor import Busy
from pitboss.web.figure_process import FIGURES
from pitboss.web.guard import Rate, TooMany
from pitboss.web.settings import Limits

__all__ = ["Backroom"]

log = logging.getLogger(__name__)

KNOWN: Final = 200
"""Answers that are remembered; the program keeps more of them on disk."""
PATIENCE: Final = 0.8
"""Seconds that a caller waits for what may be there in a moment."""
FORGOTTEN: Final = 20.0
"""Seconds after which what nobody asks about counts as not wanted any more."""
LEFT: Final = 90.0
"""Seconds after which that is so where nobody else waits: a page in the background asks once a minute."""
GLANCE: Final = 1.0
"""Seconds between two looks at whether what is under way is still wanted."""
IDLE: Final = 120.0
"""Seconds without work after which the process ends."""
LONGEST_LINE: Final = 8 << 20
ORDER: Final = tuple(FIGURES)

Task = Mapping[str, Any]
Key = tuple[Any, ...]


def _key(task: Task) -> Key:
    return tuple(map(str, task.values()))


@dataclass(eq=False)
class Job:
    """Figures that somebody waits for, or that are worked out ahead."""

    task: Task
    caller: str = ""
    asked: float = -math.inf
    """When somebody last wanted to know."""
    step: str = ""
    share: float = 0.0
    under_way: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def urgency(self) -> int:
        return ORDER.index(self.task["kind"])

    @property
    def forgotten(self) -> bool:
        return time.monotonic() - self.asked > FORGOTTEN

    @property
    def left(self) -> bool:
        """Whether whoever asked for it has gone; what is worked out ahead nobody has asked for."""
        return bool(self.caller) and time.monotonic() - self.asked > LEFT


@dataclass(frozen=True)
class Answer:
    """Return figures as they are sent, or why there are none; a failure that may not repeat is not cached."""

    octets: bytes = b""
    refusal: Refusal | None = None

    @property
    def passing(self) -> bool:
        return isinstance(self.refusal, Busy)


class _GivenUp(Exception):
    """Nobody asks for what is under way any more."""


class Backroom:
    """One process that works figures out, and the line of those who wait for it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._rate = Rate(limits.figures_per_second, limits.figures_burst)
        self._jobs: dict[Key, Job] = {}
        self._ahead: OrderedDict[Key, Task] = OrderedDict()
        self._known: OrderedDict[Key, Answer] = OrderedDict()
        self._wanted = asyncio.Event()
        self._process: Process | None = None

    def __len__(self) -> int:
        """How many figures are waited for or under way."""
        return len(self._jobs)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """While it is open, one thing after another is worked out."""
        task = asyncio.create_task(self._run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await self._send_home()

    def foresee(self, tasks: Iterable[Task]) -> None:
        """Work these out while nobody waits, in their order, so that they are there when somebody asks."""
        self._ahead.update({key: task for task in tasks if (key := _key(task)) not in self._known})
        self._wanted.set()

    def knows(self, task: Task) -> bool:
        """Whether figures are there without any work."""
        return _key(task) in self._known

    async def ask(self, task: Task, *, caller: str) -> bytes:
        """The figures of a task as JSON, or how far they are."""
        key = _key(task)
        if key not in self._known:
            job = self._jobs.get(key) or self._take(key, task, caller)
            job.asked = time.monotonic()
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await job.over.wait()
            if key not in self._known:
                return self._how_far(job)
        answer = self._known[key]
        self._known.move_to_end(key)
        if answer.passing:
            del self._known[key]
        if answer.refusal is not None:
            raise answer.refusal.with_traceback(None)  # raised for many, it would keep every traceback
        return answer.octets

    def _take(self, key: Key, task: Task, caller: str) -> Job:
        """A new place in the line, if there is one."""
        self._drop_forgotten()
        waiting = [job for job in self._jobs.values() if not job.under_way]
        if sum(job.caller == caller for job in waiting) >= self._limits.figures_each:
            raise TooMany("rate.figures_waiting")
        if not self._rate.take(caller):
            raise TooMany("rate.figures")
        if len(waiting) >= self._limits.figures_waiting:
            raise Busy("rate.figures_all")
        self._jobs[key] = job = Job(task, caller, time.monotonic())
        self._wanted.set()
        return job

    def _how_far(self, job: Job) -> bytes:
        if job.under_way:
            said = {"state": "working", "step": job.step, "share": job.share}
        else:
            first = sum(other.under_way or other.urgency < job.urgency for other in self._jobs.values())
            said = {"state": "waiting", "ahead": first + self._earlier(job)}
        return msgspec.json.encode(said)

    def _earlier(self, job: Job) -> int:
        """Return how many jobs of the same urgency are before this one."""
        alike = [other for other in self._jobs.values() if not other.under_way and other.urgency == job.urgency]
        return alike.index(job) if job in alike else 0

    def _drop_forgotten(self) -> None:
        for key in [key for key, job in self._jobs.items() if job.forgotten and not job.under_way]:
            self._jobs.pop(key).over.set()

    # the work

    async def _run(self) -> None:
        while True:
            self._drop_forgotten()
            if not self._jobs and not self._ahead:
                await self._pause()
                continue
            key, job = self._next()
            self._jobs[key], job.under_way = job, True
            answer = await self._worked_out(job)
            if answer is not None and not (answer.passing and job.forgotten):
                self._remember(key, answer)
            del self._jobs[key]
            job.over.set()

    def _next(self) -> tuple[Key, Job]:
        """What somebody waits for, the quickest kind first; where nobody does, what is done ahead."""
        if self._jobs:
            return min(self._jobs.items(), key=lambda item: item[1].urgency)
        key, task = self._ahead.popitem(last=False)
        return key, Job(task)

    def _remember(self, key: Key, answer: Answer) -> None:
        self._known[key] = answer
        self._ahead.pop(key, None)
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)

    async def _pause(self) -> None:
        """Wait for work; end a process that has been idle for long."""
        self._wanted.clear()
        try:
            async with asyncio.timeout(IDLE if self._process else None):
                await self._wanted.wait()
        except TimeoutError:
            await self._send_home()

    async def _worked_out(self, job: Job) -> Answer | None:
        """The answer to a job, or None where it was given up."""
        seconds = self._limits.figures_seconds
        try:
            async with asyncio.timeout(seconds):
                return await self._through(job)
        except _GivenUp:
            await self._send_home()
            if not job.caller:
                self.foresee([job.task])
            return None
        except TimeoutError:
            await self._send_home()
            return Answer(refusal=Refusal("figures.too_long", seconds=f"{seconds:g}"))
        except (OSError, ValueError) as error:  # the process has ended, or its answer cannot be read
            log.error("figures of %s were not worked out: %s", dict(job.task), error)
            await self._send_home()
            return Answer(refusal=Busy("figures.ask_again"))

    async def _through(self, job: Job) -> Answer:
        """Hand a task in, and hear of it step by step."""
        process = await self._running_process()
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(job.task).encode() + b"\n")
        await process.stdin.drain()
        while line := await self._line(process.stdout, job):
            if line.startswith(b'{"figures":'):
                return Answer(b'{"state":"done",' + line.strip()[1:])
            said = msgspec.json.decode(line)
            if "refused" in said:
                return Answer(refusal=Refusal("figures.refused", trouble=said["refused"]))
            if "failed" in said:
                raise ValueError(said["failed"])
            job.step, job.share = said["step"], said["share"]
        raise OSError("the process has ended")

    async def _line(self, answers: asyncio.StreamReader, job: Job) -> bytes:
        """Return the next line, unless nobody asks for the job any more."""
        reading = asyncio.ensure_future(answers.readline())
        try:
            while not reading.done():
                await asyncio.wait({reading}, timeout=GLANCE)
                if not reading.done() and (job.left or (job.forgotten and len(self._jobs) > 1)):
                    raise _GivenUp
            return reading.result()
        finally:
            reading.cancel()

    async def _running_process(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "pitboss.web.figure_process", stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
        return self._process

    async def _send_home(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
