"""Charts and figures of posted sheets, worked out before somebody asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from typing import Any, Final

from pitboss.errors import PitbossError
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.service.floor.running import Running
from pitboss.web.figure_queue import Backroom
from pitboss.web.figures import analysis_task, chart_task, edges_task

__all__ = ["keep_ahead"]

log = logging.getLogger(__name__)

LOOK_SECONDS: Final = 5.0
"""Between two looks at what the house has approved; and before the first one, as tables come before figures."""


async def keep_ahead(running: Running, back: Backroom) -> None:
    """Have figures of every sheet worked out: of the program's at once, of the house's own when it is approved."""
    seen: set[str] = set()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            posted = await _posted(running)
        except PitbossError as error:
            log.warning("no sheet was looked at to be worked out ahead: %s", error)
            continue
        fresh = [sheet for sheet in posted if sheet.text_hash not in seen]
        seen.update(sheet.text_hash for sheet in fresh)
        back.foresee(tasks_of(fresh))


async def _posted(running: Running) -> list[Sheet]:
    own = (await running.house()).own().values()
    texts = [await asyncio.to_thread(running.floor.sheets.sheet, one.text) for one in own]
    return [load(name) for name in SHIPPED] + texts


def tasks_of(sheets: Iterable[Sheet]) -> Iterator[dict[str, Any]]:
    """What guests look at first comes first, for every sheet."""
    sheets = tuple(sheets)
    for task in (chart_task, edges_task, analysis_task):
        yield from map(task, sheets)
