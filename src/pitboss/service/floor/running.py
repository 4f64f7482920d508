"""The floor at work: commands from many people at once, the dealer's clock, and everybody who watches.

All of it runs in one event loop; the store is written by one thread, which takes all commits that have come in
meanwhile in one transaction. An answer is given when its commit is durable, never before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

from pitboss.errors import IllegalAction, PitbossError, Refusal
from pitboss.ledger import player as player_account
from pitboss.ledger import tray
from pitboss.progressive.link import Link
from pitboss.rules import Content
from pitboss.service.compliance.judgements import Judgement, judge_command, sealed_text
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import encode
from pitboss.service.floor.events import EntryRetracted
from pitboss.service.floor.floor import HOUSE_ACTOR, Busy, Floor, Unknown
from pitboss.service.floor.house import House
from pitboss.service.floor.repeated_commands import check_same
from pitboss.service.floor.stream_names import (
    COMPLIANCE,
    HOUSE_STREAM,
    LINK,
    RATINGS,
    person_stream,
    table_named,
    table_stream,
)
from pitboss.service.floor.streams import Answer, AnyChange, AnyStream, Plan, Stream, TableChange, TableStream
from pitboss.service.floor.writer import Writer
from pitboss.service.people.permissions import STAFF_ROLES
from pitboss.service.people.player_limits import NEW_BETS, PlayerStatus
from pitboss.service.staff.views import staff_part, staff_shared
from pitboss.service.tables.bookmarks import put_bookmark
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.shoe_census import call_for
from pitboss.service.tables.table_commands import due
from pitboss.service.tables.views import PlayerViewers, change_message, link_message, shared_part, table_view
from pitboss.store import Entry

__all__ = ["Running", "Unsure", "Watcher"]

log = logging.getLogger(__name__)

RETRIES: Final = 50
SOON: Final = 0.01
"""Seconds until a decision is tried again after tables it depends on have changed."""
ANY_VERSION: Final = 2**62
RETRY_AFTER: Final = 1.0
"""Seconds until the dealer tries again what the store could not take."""


class Unsure(Refusal):
    """The store did not answer: whether the command was done is seen when it is sent again with the same name."""


@dataclass(eq=False)
class Watcher:
    """A connection that watches a table or, without a table, the meters; ``send`` takes a message and never waits."""

    person: str
    send: Callable[[bytes], None]
    role: str = "player"


class Asked(NamedTuple):
    """A command as it came in."""

    table: str
    command: c.TableCommand
    actor: str
    role: str
    client: str
    question: int | None


@dataclass(eq=False)
class ServedTable:
    """A table in this process: the lock that guards its changes, who watches, and when the dealer is due."""

    table: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    onlookers: PlayerViewers = field(default_factory=PlayerViewers)
    timer: asyncio.TimerHandle | None = None
    book: int = 0
    """What the books have in the tray of a staffed table, as far as this process has heard."""


class Running:
    """A floor that serves."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._writer = Writer(floor.store)
        self._bookmarks = ThreadPoolExecutor(1, thread_name_prefix="pitboss-bookmarks")
        self._rooms: dict[str, ServedTable] = {}
        self.asleep: set[str] = set()
        """Tables that this version of the program cannot go on with."""
        self._locks: dict[str, asyncio.Lock] = {}
        self._bettors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._meter_watchers: set[Watcher] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._end_watch: Callable[[], None] | None = None
        self._stopping = False

    @property
    def cannot_write(self) -> bool:
        """Whether the store did not take what was last written."""
        return self._writer.failing

    # start and stop

    async def start(self) -> None:
        """Take up every open table where it stands: rounds that were interrupted go on."""
        self._loop = asyncio.get_running_loop()
        self._end_watch = self.floor.store.watch(self._heard)
        await asyncio.to_thread(self.floor.link)  # or no round would take a progressive wager
        for stream in await asyncio.to_thread(self.floor.store.heads):
            if table := table_named(stream):
                await self._take_up(table)
        await self._keep_sheets()

    async def _keep_sheets(self) -> None:
        """Put the sheets of tables into the log that were opened before it kept them: programs to come need them."""
        for content in await asyncio.to_thread(self.floor.sheets_not_in_log):
            while (plan := await asyncio.to_thread(self.floor.keep, content)) is not None:
                await self._append(plan)

    async def _take_up(self, table: str) -> None:
        """Go on with a table; one that another version of its sheet was dealt at stays asleep, and the rest opens."""
        room = self.room(table)
        async with room.lock:
            try:
                await asyncio.to_thread(self.floor.table, table)
            except IllegalAction as refusal:
                del self._rooms[table]
                self.asleep.add(table)
                log.warning("table %s stays asleep: %s; the program that dealt there can open it", table, refusal)
                return
            self._set_timer(room)

    async def stop(self) -> None:
        """No timer goes off any more; what is being written is finished."""
        self._stopping = True
        if self._end_watch is not None:
            self._end_watch()
        for room in self._rooms.values():
            if room.timer is not None:
                room.timer.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        await self._writer.close()
        await asyncio.to_thread(self._bookmarks.shutdown)

    def tables(self) -> list[Live]:
        """Every table that this process has taken up, as it stands."""
        known = (self.floor.known_table(table) for table in sorted(self._rooms))
        return [stream.state for stream in known if stream is not None and stream.state is not None]

    async def table(self, table: str) -> TableStream:
        """A table as it stands; raises Unknown where there is none."""
        known = self.floor.known_table(table)
        if known is None or known.state is None:  # unknown, or an opening of it was refused
            return await asyncio.to_thread(self.floor.table, table)
        return known

    def room(self, table: str) -> ServedTable:
        room = self._rooms.get(table)
        if room is None:
            room = self._rooms[table] = ServedTable(table)
        return room

    def lock(self, stream: str) -> asyncio.Lock:
        """Whoever changes a stream, or reads it anew, holds this one meanwhile."""
        return self._locks.setdefault(stream, asyncio.Lock())

    def forget(self, stream: str) -> None:
        """Drop what is known of a stream that nobody needs at hand; the store knows it."""
        self.floor.forget(stream)
        self._locks.pop(stream, None)

    # commands

    async def command(
        self,
        table: str,
        command: c.TableCommand,
        *,
        actor: str,
        role: str = "player",
        client: str = "",
        question: int | None = None,
    ) -> Answer:
        """Have a command done at a table: durable when this returns; ``question`` names what it answers."""
        asked = Asked(table, command, actor, role, client, question)
        if not isinstance(command, c.OpenTable) and table not in self._rooms:
            await asyncio.to_thread(self.floor.table, table)  # raises where there is none, before a room is made
        if isinstance(command, c.OpenTable):
            await self._hear_the_house()
        if not _needs_standing(command, role):
            return await self._at_table(asked)
        known = self.floor.remembered_standing(actor)
        if known is not None:
            try:
                return await self._at_table(asked, known)
            except IllegalAction:
                if (await asyncio.to_thread(self.floor.standing, actor)).version == known.version:
                    raise
        async with self._bettors.setdefault(actor, asyncio.Lock()):  # or two bets would be checked against one balance
            known = await asyncio.to_thread(self.floor.standing, actor)
            return await self._at_table(asked, known)

    async def _at_table(self, asked: Asked, known: PlayerStatus | None = None) -> Answer:
        room, stream = self.room(asked.table), table_stream(asked.table)

        def plan() -> Plan:
            nonlocal known
            looked, known = known, None  # at a second try the person is looked up anew
            return self.floor.plan(
                asked.table, asked.command, actor=asked.actor, role=asked.role, client=asked.client, known=looked,
                question=asked.question,
            )  # fmt: skip

        async with room.lock:
            try:
                answer = await self.carry_out(stream, plan, asked.command, asked.actor, asked.client)
            except PitbossError:
                await self._call_for(room, asked.command, asked.actor, asked.role)
                self._set_timer(room)  # others may have been first: the table stands elsewhere now
                raise
            self._publish(room, answer)
            return answer

    async def _call_for(self, room: ServedTable, command: c.TableCommand, actor: str, role: str) -> None:
        """Call the floor after an impossible card was declared and refused: the entry says who declared what."""
        known = self.floor.known_table(room.table)
        call = call_for(known.state, command) if known is not None and known.state is not None else None
        if call is not None:
            with suppress(PitbossError):  # of somebody who does not deal here, or the store is away

                def plan() -> Plan:
                    return self.floor.plan(room.table, call, actor=actor, role=role)

                self._publish(room, await self.carry_out(table_stream(room.table), plan, call, actor, ""))

    async def link_command(self, command: c.LinkCommand, *, actor: str, role: str, client: str = "") -> Answer:
        def plan() -> Plan:
            return self.floor.plan_link(command, actor=actor, role=role, client=client)

        async with self.lock(LINK):
            answer = await self.carry_out(LINK, plan, command, actor, client, holds_link=True)
        self._tell_meters(answer.changes)
        return answer

    async def house_command(
        self, command: c.HouseRecord, *, actor: str, role: str, client: str = "", content: Content | None = None
    ) -> Answer:
        """Have a decision of the house recorded, with the sheet that it proposes; a raised meter shows it at once."""

        def plan() -> Plan:
            return self.floor.plan_house(command, actor=actor, role=role, client=client, content=content)

        await asyncio.to_thread(self.floor.stream, HOUSE_STREAM)
        async with self.lock(HOUSE_STREAM):
            answer = await self.carry_out(HOUSE_STREAM, plan, command, actor, client)
        self._publish_changes(answer.changes)
        return answer

    async def _hear_the_house(self) -> None:
        """Catch up with what other processes have recorded for the house."""
        held = await asyncio.to_thread(self.floor.stream, HOUSE_STREAM)
        async with self.lock(HOUSE_STREAM):
            await asyncio.to_thread(self.floor.refresh, held)

    async def house(self) -> House:
        """What the house has decided, by the store."""
        await self._hear_the_house()
        return self.floor.house()

    async def person_command(
        self, name: str, command: c.PersonCommand, *, actor: str, role: str = "player", client: str = ""
    ) -> Answer:
        def plan() -> Plan:
            return self.floor.plan_person(name, command, actor=actor, role=role, client=client)

        stream = person_stream(name)
        async with self.lock(stream):
            answer = await self.carry_out(stream, plan, command, actor, client)
        self.forget(stream)
        return answer

    async def judge(self, judgement: Judgement, *, actor: str, role: str, client: str = "") -> Answer:
        """Put a judgement of compliance into the log."""
        command = judge_command(self.floor.keys, sealed_text(judgement))

        def plan() -> Plan:
            return self.floor.plan_judgement(judgement, actor=actor, role=role, client=client)

        async with self.lock(COMPLIANCE):
            return await self.carry_out(COMPLIANCE, plan, command, actor, client)

    async def look_at_rating(self, command: c.LookAtRating, *, actor: str, role: str, client: str = "") -> Answer:
        """Put into the log that somebody looks at a rating; a look of the same name is the same look."""

        def plan() -> Plan:
            return self.floor.plan_look(command, actor=actor, role=role, client=client)

        async with self.lock(RATINGS):
            return await self.carry_out(RATINGS, plan, command, actor, client)

    async def carry_out(
        self, stream: str, plan: Callable[[], Plan], command: c.Command, actor: str, client: str, *,
        holds_link: bool = False,
    ) -> Answer:  # fmt: skip
        """Plan, append and take over; whoever calls holds the lock of the stream."""
        for _ in range(RETRIES):
            try:
                planned = plan()
            except IllegalAction:
                if client and (known := await asyncio.to_thread(self.floor.store.find, actor, client)):
                    check_same(known, stream, command, self.floor.sheets)
                    return Answer(known.stream, known.version)
                if await self._was_behind(stream):
                    continue
                raise
            if not holds_link and _touches_link(planned):
                async with self.lock(LINK):
                    return await self.carry_out(stream, plan, command, actor, client, holds_link=True)
            answer = await self._append(planned)
            if answer is not None:
                return answer
        raise Busy("floor.busy")

    async def _was_behind(self, stream: str) -> bool:
        """Whether another process has appended what this one had not heard of yet."""
        held = self.floor.known(stream)
        if held is None:
            return False
        changes = await asyncio.to_thread(self.floor.refresh, held)
        self._publish_changes(changes)
        return bool(changes)

    async def _append(self, plan: Plan) -> Answer | None:
        """Append and take over; None where others were first, whose entries are read then."""
        try:
            outcome = await self._writer.append(plan.commit)
        except PitbossError as error:
            await self._look_again(plan)
            raise Unsure("store.unsure", trouble=str(error)) from error
        answer = self.floor.take_over(plan, outcome)
        if answer is None:
            await self._look_again(plan)
        else:
            self._keep(answer.changes)
        return answer

    def _keep(self, changes: Sequence[AnyChange]) -> None:
        """Save a bookmark of a table if many entries were appended since the last one."""
        loop = asyncio.get_running_loop()
        for change in changes:
            stream = change.stream
            if isinstance(stream, TableStream) and stream.bookmark_due():
                stream.kept = stream.version
                loop.run_in_executor(self._bookmarks, _put_bookmark, self.floor, change.entry, stream.live)

    async def _look_again(self, plan: Plan) -> None:
        """See where the streams of a plan stand; where the store is away, forget what was known of them."""
        for change in plan.changes:
            await self._refresh(change.stream)
        for name in plan.commit.seen:
            held = self.floor.known(name)
            if table_named(name):  # in its own turn
                self._catch_up_soon(name, ANY_VERSION)
            elif held is not None:
                await self._refresh(held)
        if any(map(table_named, plan.commit.seen)):
            await asyncio.sleep(SOON)

    async def _refresh(self, stream: AnyStream | Stream[Any]) -> None:
        try:
            changes = await asyncio.to_thread(self.floor.refresh, stream)
        except PitbossError:
            self.floor.forget(stream.name)
            return
        self._publish_changes(changes)

    # the dealer's clock

    def _set_timer(self, room: ServedTable) -> None:
        """Have the dealer do what is due, when it is due."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        if self._stopping:
            return
        known = self.floor.known_table(room.table)
        if known is None:  # forgotten while the store was away
            self._try_again_soon(room)
            return
        next_ = due(known.state) if known.state is not None else None
        if next_ is None:
            return
        assert self._loop is not None
        seconds = max(next_.at - self.floor.clock(), 0) / 1000
        room.timer = self._loop.call_later(seconds, self._ring, room, known.version, next_.command)

    def _ring(self, room: ServedTable, version: int, command: c.HouseCommand) -> None:
        task = asyncio.ensure_future(self._due(room, version, command))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _due(self, room: ServedTable, version: int, command: c.HouseCommand) -> None:
        """Do what was due, unless somebody was quicker, here or in another process."""
        stream = table_stream(room.table)

        def moved_on() -> bool:
            held = self.floor.known(stream)
            return held is None or held.version != version

        def plan() -> Plan:
            if moved_on():
                raise IllegalAction("clock.no_longer_due")
            return self.floor.plan(room.table, command, actor=HOUSE_ACTOR, role="house")

        async with room.lock:
            if self._stopping or moved_on():
                return
            try:
                self._publish(room, await self.carry_out(stream, plan, command, HOUSE_ACTOR, ""))
            except PitbossError as error:
                if isinstance(error, IllegalAction) and moved_on():
                    self._set_timer(room)
                    return
                log.warning("table %s: %s: %s", room.table, type(command).__name__, error)
                self._try_again_soon(room)

    def _try_again_soon(self, room: ServedTable) -> None:
        """Read a table again after a pause, and continue from there."""
        if room.timer is not None:
            room.timer.cancel()
        if not self._stopping:
            assert self._loop is not None
            room.timer = self._loop.call_later(RETRY_AFTER, self._again, room)

    async def _reload(self, room: ServedTable) -> None:
        try:
            await asyncio.to_thread(self.floor.link)
            held = await asyncio.to_thread(self.floor.table, room.table)
            self._publish_changes(await asyncio.to_thread(self.floor.refresh, held))
        except Unknown:
            return
        except PitbossError as error:
            log.warning("table %s cannot be read: %s", room.table, error)
            self._try_again_soon(room)
            return
        self._set_timer(room)

    def _again(self, room: ServedTable) -> None:
        async def again() -> None:
            async with room.lock:
                await self._reload(room)

        task = asyncio.ensure_future(again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # other processes

    def _heard(self, stream: str, version: int) -> None:
        """Another process has appended; called from the store's own thread."""
        if self._loop is not None and not self._stopping:
            self._loop.call_soon_threadsafe(self._catch_up_soon, stream, version)

    def _catch_up_soon(self, stream: str, version: int) -> None:
        held = self.floor.known(stream)
        known = held is not None and held.version >= version
        if self._stopping or known or (held is None and not table_named(stream)):
            return
        task = asyncio.ensure_future(self._catch_up(stream, version))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, stream: str, version: int) -> None:
        table = table_named(stream)
        async with self.room(table).lock if table else self.lock(stream):
            try:
                held = self.floor.known(stream)
                if held is None:
                    held = await asyncio.to_thread(self.floor.stream, stream)
                if held.version < version:  # a command here may have caught up while this waited for the table
                    self._publish_changes(await asyncio.to_thread(self.floor.refresh, held))
                if table:
                    self._set_timer(self.room(table))
            except PitbossError as error:
                log.warning("%s cannot be read: %s", stream, error)
                if table:
                    self._try_again_soon(self.room(table))

    # watching

    def watch(self, table: str, watcher: Watcher) -> Callable[[], None]:
        """Have a watcher sent every change of a table; returns the function that ends it."""
        room = self.room(table)
        room.watchers.add(watcher)
        return lambda: room.watchers.discard(watcher)

    def watch_meters(self, watcher: Watcher) -> Callable[[], None]:
        self._meter_watchers.add(watcher)
        return lambda: self._meter_watchers.discard(watcher)

    def _publish(self, room: ServedTable, answer: Answer) -> None:
        self._publish_changes(answer.changes, answer.balances)
        self._set_timer(room)

    def _publish_changes(self, changes: Sequence[AnyChange], balances: Mapping[str, int] | None = None) -> None:
        for change in changes:
            if isinstance(change.state, Live):
                self._tell(change, balances or {})
        self._tell_meters(changes)

    def _tell(self, change: TableChange, balances: Mapping[str, int]) -> None:
        room = self._rooms.get(table_named(change.entry.stream))
        if room is None:
            return
        live = change.state
        room.book = balances.get(tray(live.id), room.book)
        retracted = any(isinstance(event, EntryRetracted) for event in change.events)
        if live.round_first == change.entry.version or retracted:
            room.onlookers.new_round()
        if not room.watchers:
            return
        if retracted:
            self._tell_anew(room, live, change.entry.version, balances)
            return
        shared = shared_part(change)
        made: dict[str, bytes] = {}
        for watcher in tuple(room.watchers):
            person = watcher.person if watcher.person in live.table.boxes else ""
            if watcher.role in STAFF_ROLES:
                continue
            if person not in made:
                made[person] = change_message(change, person, room.onlookers.see(change, person), balances, shared)
            watcher.send(made[person])
        self._tell_staff(room, change, shared)

    def _tell_staff(self, room: ServedTable, change: TableChange, shared: bytes) -> None:
        """The staff gets what anybody sees, and its own part; what each can do is tried for each."""
        staff = [watcher for watcher in tuple(room.watchers) if watcher.role in STAFF_ROLES]
        live = change.state
        common = staff_shared(live, book=room.book) if staff else {}
        made: dict[tuple[str, str], bytes] = {}
        for watcher in staff:
            key = watcher.role, watcher.person
            if key not in made:
                part = staff_part(live, common, role=watcher.role, person=watcher.person, book=room.book)
                made[key] = change_message(change, "", change.seen, {}, shared, part)
            watcher.send(made[key])

    def _tell_anew(self, room: ServedTable, live: Live, version: int, balances: Mapping[str, int]) -> None:
        """After a retraction everybody gets the whole table: what they had heard of it is no longer so."""
        meters = self.floor.known_link()
        for watcher in tuple(room.watchers):
            person, balance = watcher.person, balances.get(player_account(watcher.person))
            view = table_view(
                live, version, person=person, balance=balance, link=meters, role=watcher.role, book=room.book
            )
            watcher.send(encode(view))

    def _tell_meters(self, changes: Sequence[AnyChange]) -> None:
        for change in changes:
            if isinstance(change.state, Link):
                message = link_message(change.state, change.entry.version)
                for watcher in tuple(self._meter_watchers):
                    watcher.send(message)


def _put_bookmark(floor: Floor, entry: Entry, live: Live) -> None:
    try:
        put_bookmark(floor.store, floor.keys, entry.stream, entry, live)
    except PitbossError as error:  # the log has it all: only the next start takes longer
        log.warning("%s could not be bookmarked: %s", entry.stream, error)


def _needs_standing(command: c.TableCommand, role: str) -> bool:
    """Whether a player takes a seat or bets, so that their own limits and the house's rulings count."""
    bets = isinstance(command, c.Act) and isinstance(command.action, NEW_BETS)
    return role == "player" and (bets or isinstance(command, (c.Sit, c.Wait)))


def _touches_link(plan: Plan) -> bool:
    return any(change.entry.stream == LINK for change in plan.changes)
