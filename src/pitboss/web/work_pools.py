"""Work that takes long, each kind in a small pool of its own: live commands never wait for it.

What waits is bounded, in all and for each caller, and whoever comes on top of it is refused at once and may try again.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, ParamSpec, TypeVar

from pitboss.web.guard import Rate, TooMany
from pitboss.web.settings import Limits

__all__ = ["OwnPool", "Pools"]

P = ParamSpec("P")
T = TypeVar("T")

LIMITS_WAITING: Final = 64
"""People who wait to see how they stand against their own limits."""
NICE: Final = 10
"""The niceness of a thread that does not hold Python's lock, so that serving threads come first."""


class OwnPool:
    """A few threads, a bounded number of callers before them, and what each caller has cost lately."""

    def __init__(
        self,
        name: str,
        refused: Callable[[], TooMany],
        *,
        waiting: int,
        each: int,
        spent: Rate | None = None,
        rests: bool = False,
        steps_back: bool = False,
        beside: OwnPool | None = None,
    ) -> None:
        """``refused`` is raised where too many wait; with ``rests`` the thread idles as long as it worked.

        A pool ``beside`` another one has the same thread, so that both together take no more of the processor than one.
        """
        begin = _step_back if steps_back else None
        self._threads: ThreadPoolExecutor = (
            beside._threads if beside else ThreadPoolExecutor(1, name, initializer=begin)
        )
        self._refused, self._most, self._each, self._rests = refused, waiting, each, rests
        self._spent = spent
        self._inside: Counter[str] = Counter()

    async def do(self, caller: str, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Have something done in its turn; raises TooMany where too much is waiting already."""
        spent_out = self._spent is not None and not self._spent.has_left(caller)
        if self._inside.total() >= self._most or self._inside[caller] >= self._each or spent_out:
            raise self._refused()
        self._inside[caller] += 1
        done = asyncio.get_running_loop().run_in_executor(self._threads, lambda: self._work(caller, work, given, named))
        done.add_done_callback(lambda _: self._leave(caller))
        return await asyncio.shield(done)

    def _work(self, caller: str, work: Callable[..., T], given: tuple[object, ...], named: dict[str, object]) -> T:
        began = time.thread_time()
        try:
            return work(*given, **named)
        finally:
            seconds = time.thread_time() - began
            if self._spent is not None:
                self._spent.charge(caller, seconds)
            if self._rests:
                time.sleep(seconds)

    def _leave(self, caller: str) -> None:
        self._inside[caller] -= 1
        if not self._inside[caller]:
            del self._inside[caller]

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """Lower this thread's priority; only for work that releases Python's lock."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


@dataclass(frozen=True, slots=True)
class Pools:
    """The pools of one server."""

    passwords: OwnPool
    visitors: OwnPool
    """Rounds that are recalled by whoever has not signed in."""
    people: OwnPool
    """Rounds that are recalled by name, and what the eye looks for."""
    drafts: OwnPool
    """Bets that somebody designs, and sheets that are read with values of somebody's own; beside the visitors."""
    audits: OwnPool
    """The whole log, recomputed or written into a bundle."""
    school: OwnPool
    """Questions that are made and answers that are judged."""
    limits: OwnPool
    """What people have played, held against their own limits."""

    @classmethod
    def of(cls, limits: Limits) -> Pools:
        waiting, each, rate = limits.recalls_waiting, limits.recalls_each, limits.recall_seconds_per_second

        def recalls() -> TooMany:
            return TooMany("rate.recalls")

        visitors = OwnPool("recalls", recalls, waiting=waiting, each=each, rests=True,
                           spent=Rate(rate, limits.recall_seconds_burst))  # fmt: skip
        return cls(
            OwnPool("passwords", lambda: TooMany("rate.sign_ins_waiting"), waiting=limits.sign_ins_waiting, each=4,
                    steps_back=True),
            visitors,
            OwnPool("recalls-people", recalls, waiting=waiting, each=each,
                    spent=Rate(rate, limits.recall_seconds_burst)),
            OwnPool("drafts", lambda: TooMany("rate.drafts"), waiting=limits.drafts_waiting, each=limits.drafts_each,
                    beside=visitors, rests=True, spent=Rate(rate, limits.recall_seconds_burst)),
            OwnPool("audits", lambda: TooMany("rate.bundle"), waiting=4, each=4),
            OwnPool("school", lambda: TooMany("rate.school"), waiting=limits.questions_waiting, each=4),
            OwnPool("limits", lambda: TooMany("rate.requests"), waiting=LIMITS_WAITING, each=2),
        )  # fmt: skip

    @property
    def _all(self) -> tuple[OwnPool, ...]:
        return self.passwords, self.visitors, self.people, self.drafts, self.audits, self.school, self.limits

    def close(self) -> None:
        for pool in self._all:
            pool.close()
