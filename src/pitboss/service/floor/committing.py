"""From a plan to a durable answer: what was decided is appended, and decided again where others were first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from pitboss.errors import IllegalAction, PitbossError
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Busy, Floor
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.passing_on import NotHere, Unsure
from pitboss.service.floor.repeated_commands import check_same
from pitboss.service.floor.served_tables import ServedTables
from pitboss.service.floor.stream_names import HOUSE_STREAM, LINK, table_named
from pitboss.service.floor.streams import Answer, AnyChange, AnyStream, Plan, Stream, TableStream
from pitboss.service.floor.writer import Writer
from pitboss.service.people.accounts import SESSION_KIND
from pitboss.service.tables.bookmarks import put_bookmark
from pitboss.service.tables.live_table import Live
from pitboss.store import Commit, Deposed, Entry

__all__ = ["ANY_VERSION", "Committing"]

log = logging.getLogger(__name__)

RETRIES: Final = 50
SOON: Final = 0.01
"""Seconds until a decision is tried again after tables it depends on have changed."""
ANY_VERSION: Final = 2**62


class Committing:
    """Plans that become entries, each under the lease of its table and by the session that asked for it."""

    def __init__(
        self,
        floor: Floor,
        served: ServedTables,
        writer: Writer,
        leading: Leading | None,
        link: Callable[[], asyncio.Lock],
        catch_up_soon: Callable[[str, int], None],
    ) -> None:
        """``link`` returns the lock of the link; ``catch_up_soon`` has a table read anew in its own turn."""
        self._floor, self._served, self._writer, self._leading = floor, served, writer, leading
        self._link, self._catch_up_soon = link, catch_up_soon
        self._bookmarks = ThreadPoolExecutor(1, thread_name_prefix="pitboss-bookmarks")

    async def close(self) -> None:
        """Finish what is being written."""
        await self._writer.close()
        await asyncio.to_thread(self._bookmarks.shutdown)

    async def carry_out(
        self, stream: str, plan: Callable[[], Plan], command: c.Command, actor: str, client: str, *,
        holds_link: bool = False, session: str = "",
    ) -> Answer:  # fmt: skip
        """Plan, append and take over; whoever calls holds the lock of the stream."""
        for _ in range(RETRIES):
            try:
                planned = plan()
            except IllegalAction as refusal:
                if client and (known := await asyncio.to_thread(self._floor.store.find, actor, client)):
                    check_same(known, stream, command, self._floor.sheets)
                    return Answer(known.stream, known.version)
                if await self._was_behind(stream):
                    continue
                if refusal.code == "role.another_now" and await self._was_behind(HOUSE_STREAM):
                    continue
                raise
            if not holds_link and _touches_link(planned):
                async with self._link():
                    return await self.carry_out(
                        stream, plan, command, actor, client, holds_link=True, session=session
                    )  # fmt: skip
            answer = await self.append(planned, session)
            if answer is not None:
                return answer
        raise Busy("floor.busy")

    async def _was_behind(self, stream: str) -> bool:
        """Whether another process has appended what this one had not heard of yet."""
        held = self._floor.known(stream)
        if held is None:
            return False
        changes = await asyncio.to_thread(self._floor.refresh, held)
        self._served.publish(changes)
        return bool(changes)

    async def append(self, plan: Plan, session: str = "") -> Answer | None:
        """Append and take over; None where others were first, whose entries are read then."""
        commit = self._under_lease(plan.commit)
        if session:
            commit = msgspec.structs.replace(commit, papers=((SESSION_KIND, session),))
        try:
            outcome = await self._writer.append(commit)
        except PitbossError as error:
            await self._look_again(plan)
            raise Unsure("store.unsure", trouble=str(error)) from error
        if isinstance(outcome, Deposed):
            assert self._leading is not None
            self._leading.deposed(outcome.stream)
            await self._look_again(plan)
            raise NotHere
        answer = self._floor.take_over(plan, outcome)
        if answer is None:
            await self._look_again(plan)
        else:
            self._keep(answer.changes)
        return answer

    def _under_lease(self, commit: Commit) -> Commit:
        """The commit with the epochs of the tables that this server leads."""
        if self._leading is None:
            return commit
        led = self._leading.epochs
        epochs = {entry.stream: led[entry.stream] for entry in commit.entries if entry.stream in led}
        return msgspec.structs.replace(commit, epochs=epochs) if epochs else commit

    def _keep(self, changes: Sequence[AnyChange]) -> None:
        """Save a bookmark of a table if many entries were appended since the last one."""
        loop = asyncio.get_running_loop()
        for change in changes:
            stream = change.stream
            if isinstance(stream, TableStream) and stream.bookmark_due():
                stream.kept = stream.version
                loop.run_in_executor(self._bookmarks, _put_bookmark, self._floor, change.entry, stream.live)

    async def _look_again(self, plan: Plan) -> None:
        """See where the streams of a plan stand; where the store is away, forget what was known of them."""
        for change in plan.changes:
            await self._refresh(change.stream)
        for name in plan.commit.seen:
            held = self._floor.known(name)
            if table_named(name):  # in its own turn
                self._catch_up_soon(name, ANY_VERSION)
            elif held is not None:
                await self._refresh(held)
        if any(map(table_named, plan.commit.seen)):
            await asyncio.sleep(SOON)

    async def _refresh(self, stream: AnyStream | Stream[Any]) -> None:
        try:
            changes = await asyncio.to_thread(self._floor.refresh, stream)
        except PitbossError:
            self._floor.forget(stream.name)
            return
        self._served.publish(changes)


def _put_bookmark(floor: Floor, entry: Entry, live: Live) -> None:
    try:
        put_bookmark(floor.store, floor.keys, entry.stream, entry, live)
    except PitbossError as error:  # the log has it all: only the next start takes longer
        log.warning("%s could not be bookmarked: %s", entry.stream, error)


def _touches_link(plan: Plan) -> bool:
    return any(change.entry.stream == LINK for change in plan.changes)
