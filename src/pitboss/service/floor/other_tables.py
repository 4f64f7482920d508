"""The tables that other servers lead: read while somebody here looks at them, and otherwise left alone.

Who watches a table here is sent what is read in the log as it grows; who looks at it once has it read once. Where all
tables are listed, those that nobody watches are read at most once a second, together. Each is read from its last
bookmark if that is nearer than what is known.
"""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.service.floor.floor import Floor
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.served_tables import ServedTables
from pitboss.service.floor.stream_names import TABLES, table_named, table_stream
from pitboss.service.floor.streams import TableStream
from pitboss.service.tables.bookmarks import EVERY as BOOKMARK_EVERY
from pitboss.store import StoreError

__all__ = ["FRESH_SECONDS", "OtherTables"]

FRESH_SECONDS: Final = 1.0
"""How old what is known of other servers' tables may be where all of them are listed."""


class OtherTables:
    """What this server knows of tables that it does not lead."""

    def __init__(self, floor: Floor, served: ServedTables, leading: Leading | None) -> None:
        self._floor, self._served, self._leading = floor, served, leading
        self._fresh_at = 0.0
        self._freshening = asyncio.Lock()

    def leads(self, stream: str) -> bool:
        """Whether this server leads a table."""
        return self._leading is None or self._leading.here(stream)

    def keeps_up(self, stream: str) -> bool:
        """Whether this server knows at any time where a table stands: it leads it, or somebody here watches it."""
        room = self._served.rooms.get(table_named(stream))
        return self.leads(stream) or (room is not None and bool(room.watchers))

    async def look(self, table: str) -> TableStream:
        """Return a table of another server as it stands now; what comes after is not read."""
        version, _ = await asyncio.to_thread(self._floor.store.head, table_stream(table))
        await self._read(table, version)
        return await asyncio.to_thread(self._floor.table, table)

    async def freshen(self, *, at_once: bool = False) -> None:
        """Read all tables of other servers as they stand, or without ``at_once`` as they stood a moment ago.

        At once are also those read that another server has only just opened: the store says which there are.
        """
        if self._leading is None or (self._leading.alone and not at_once):
            return
        async with self._freshening:
            if at_once or _now() - self._fresh_at >= FRESH_SECONDS:
                self._fresh_at = _now()
                there = await asyncio.to_thread(self._floor.store.leads, TABLES) if at_once else self._leading.streams
                await self._read_all(list(there))

    async def _read_all(self, streams: list[str]) -> None:
        heads = await asyncio.to_thread(self._floor.store.heads, streams)
        for stream, (version, _) in heads.items():
            table = table_named(stream)
            if table and table not in self._served.asleep and not self.keeps_up(stream):
                await self._read(table, version)

    async def _read(self, table: str, version: int) -> None:
        async with self._served.room(table).lock:
            held = self._floor.known_table(table)
            if held is not None and version - held.version > BOOKMARK_EVERY:
                self._floor.forget(held.name)  # its bookmark is nearer
                held = None
            if held is not None:
                if held.version < version:
                    self._served.publish(await asyncio.to_thread(self._floor.refresh, held))
                return
            try:
                await asyncio.to_thread(self._floor.table, table)
            except StoreError:
                raise
            except Exception as trouble:
                self._served.sleep(table, trouble)


def _now() -> float:
    return asyncio.get_running_loop().time()
