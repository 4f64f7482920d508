"""The thread that writes commits to the store, many in one transaction where they come together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from pitboss.store.contract import Commit, Outcome, Store

__all__ = ["Writer"]

MOST_COMMITS: Final = 128
"""Commits that one transaction takes."""
APART: Final = 0.01
"""Seconds from the beginning of one transaction to the next, while several people act at once."""
SEVERAL: Final = 1.25
"""With more commits a transaction than this, several people act at once."""
LATELY: Final = 0.1
"""How much the last transaction counts for that."""


class Writer:
    """The one thread that appends: what has come in while it wrote goes together into the next transaction.

    A transaction costs much the same whatever it takes. So while several people act at once, one begins only some
    milliseconds after the other; somebody who acts alone never waits.
    """

    def __init__(self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._store, self._sleep = store, sleep
        self._began = float("-inf")
        """When the last transaction did."""
        self._together = 1.0
        """Commits a transaction, of late."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pitboss-writer")
        self._waiting: list[tuple[Commit, asyncio.Future[Outcome]]] = []
        self.failing = False
        """Whether the last transaction could not be written."""
        self._task: asyncio.Task[None] | None = None

    async def append(self, commit: Commit) -> Outcome:
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append((commit, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())
        return await future

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            if self._together > SEVERAL and (wait := self._began + APART - loop.time()) > 0:
                await self._sleep(wait)
            self._began = loop.time()
            batch, self._waiting = self._waiting[:MOST_COMMITS], self._waiting[MOST_COMMITS:]
            self._together += LATELY * (len(batch) - self._together)
            try:
                outcomes = await loop.run_in_executor(self._thread, self._store.append, [one for one, _ in batch])
            except Exception as error:
                self.failing = True
                _fail(batch, error)
                continue
            self.failing = False
            for (_, future), outcome in zip(batch, outcomes, strict=True):
                if not future.done():
                    future.set_result(outcome)

    async def close(self) -> None:
        if self._task is not None:
            await asyncio.wait([self._task])
        self._thread.shutdown()


def _fail(batch: list[tuple[Commit, asyncio.Future[Outcome]]], error: Exception) -> None:
    for _, future in batch:
        if not future.done():
            future.set_exception(error)
