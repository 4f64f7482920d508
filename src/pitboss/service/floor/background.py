"""Work that goes on beside what was asked, and is finished before the server ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["Background"]


class Background:
    """Tasks of the event loop; kept here, or one that nobody waits for could be thrown away before its end."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def do(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait for all that was begun."""
        if self._tasks:
            await asyncio.wait(self._tasks)
