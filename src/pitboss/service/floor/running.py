"""The floor at work: commands from many people at once, the dealer's clock, and everybody who watches.

All of it runs in one event loop; the store is written by one thread, which takes all commits that have come in
meanwhile in one transaction. An answer is given when its commit is durable, never before.

Where several servers share the store, each table is led by one of them (:mod:`~pitboss.service.floor.leading`): the
others pass commands on to it, and read its entries only while somebody here watches the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from pitboss.errors import IllegalAction, PitbossError
from pitboss.rules import Content
from pitboss.service.compliance.judgements import Judgement, judge_command, sealed_text
from pitboss.service.floor import commands as c
from pitboss.service.floor.background import Background
from pitboss.service.floor.committing import ANY_VERSION, Committing
from pitboss.service.floor.dealers_clock import DealersClock
from pitboss.service.floor.floor import Busy, Floor
from pitboss.service.floor.house import House
from pitboss.service.floor.leading import Leading
from pitboss.service.floor.other_tables import OtherTables
from pitboss.service.floor.passing_on import (
    Asked,
    Decision,
    InDoubt,
    NotHere,
    Unsure,
    pass_on,
    tell_new_role,
    tell_signed_out,
)
from pitboss.service.floor.served_tables import ServedTable, ServedTables, Watcher
from pitboss.service.floor.stream_names import (
    COMPLIANCE,
    HOUSE_STREAM,
    LINK,
    RATINGS,
    person_stream,
    table_named,
    table_stream,
)
from pitboss.service.floor.streams import Answer, Plan, TableStream
from pitboss.service.floor.writer import Writer
from pitboss.service.people.accounts import NotKnown
from pitboss.service.people.player_limits import NEW_BETS, PlayerStatus
from pitboss.service.tables.live_table import Live
from pitboss.service.tables.shoe_census import call_for

__all__ = ["Running", "Unsure", "Watcher"]

T = TypeVar("T")
log = logging.getLogger(__name__)

LEADER_PATIENCE: Final = 8.0
"""Seconds that a command waits for a leader of its table, and for what that one answers."""
LEADER_PAUSE: Final = 0.03
RETRIES: Final = 50
"""How often somebody is looked up for one command, where they have moved on each time."""
TRIES_BY_A_LOOK: Final = 2
"""What takes the lock of the link is decided before and after; the commit itself says whether the look still holds."""


class _LookAgain(Exception):
    """A command is not decided by how somebody stood before."""


class Running:
    """A floor that serves."""

    def __init__(self, floor: Floor, leading: Leading | None = None) -> None:
        """``leading`` says which tables this server leads; without it, it is the only one, or each does everything."""
        self.floor, self.leading = floor, leading
        self.moved: Callable[[set[str]], None] = lambda tables: None
        """Called with tables that another server has begun to lead."""
        self.signed_out: Callable[[Collection[str]], None] = lambda sessions: None
        """Called with sessions that have ended, here or at another server."""
        self.new_role: Callable[[str], Awaitable[None]] = _nothing_to_do
        """Called with somebody who has another role, given here or at another server."""
        self._writer = Writer(floor.store)
        self._background = Background()
        self._served = ServedTables(floor)
        self._others = OtherTables(floor, self._served, leading)
        self._leads = self._others.leads
        self._dealers = DealersClock(floor, self._served, self._background, self._leads)
        self._committing = Committing(
            floor, self._served, self._writer, leading, lambda: self.lock(LINK), self._catch_up_soon
        )  # fmt: skip
        self.room, self.watch_meters = self._served.room, self._served.watch_meters
        self.freshen, self.carry_out = self._others.freshen, self._committing.carry_out
        self._locks: dict[str, asyncio.Lock] = {}
        self._diaries = ThreadPoolExecutor(1, thread_name_prefix="pitboss-diaries")
        self._bettors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loop: asyncio.AbstractEventLoop | None = None
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
        self._dealers.start(self.carry_out)
        self._end_watch = self.floor.store.watch(self._heard)
        await asyncio.to_thread(self.floor.link)  # or no round would take a progressive wager
        if self.leading is not None:
            return  # tables come as they are led
        for stream in await asyncio.to_thread(self.floor.store.heads):
            if table := table_named(stream):
                await self._take_up(table)
        await self.keep_sheets()

    async def keep_sheets(self) -> None:
        """Put the sheets of tables into the log that were opened before it kept them: programs to come need them."""
        for content in await asyncio.to_thread(self.floor.sheets_not_in_log):
            while (plan := await asyncio.to_thread(self.floor.keep, content)) is not None:
                await self._committing.append(plan)

    async def _take_up(self, table: str) -> None:
        """Go on with a table; one that another version of its sheet was dealt at stays asleep, and the rest opens."""
        room = self.room(table)
        async with room.lock:
            try:
                await asyncio.to_thread(self.floor.table, table)
            except IllegalAction as refusal:
                self._served.sleep(table, refusal)
                return
            self._dealers.set(room)

    async def take_up(self, table_stream: str, epoch: int) -> None:
        """Lead a table from where it stands."""
        table = table_named(table_stream)
        if table in self._served.asleep:
            return
        room = self.room(table)
        async with room.lock:
            try:
                held = await asyncio.to_thread(self.floor.table, table)
                self._served.publish(await asyncio.to_thread(self.floor.refresh, held))
            except IllegalAction as refusal:
                self._served.sleep(table, refusal)
                return
            except PitbossError as error:
                log.warning("table %s cannot be read: %s", table, error)
            except Exception as mistake:
                self._served.sleep(table, mistake)
                return
            assert self.leading is not None
            self.leading.epochs[table_stream] = epoch
            self._dealers.set(room)

    async def let_go(self, streams: Iterable[str]) -> None:
        """Finish what is under way at these tables; another server leads them from here on."""
        assert self.leading is not None
        for stream in streams:
            room = self.room(table_named(stream))
            async with room.lock:
                self.leading.epochs.pop(stream, None)
                self._dealers.set(room)

    def led_elsewhere(self, streams: Iterable[str]) -> None:
        """Whoever came here for one of these tables goes on to the server that leads it."""
        if tables := set(map(table_named, streams)):
            self.moved(tables)

    async def stop(self) -> None:
        """No timer goes off any more; what is being written is finished."""
        self._stopping = True
        if self._end_watch is not None:
            self._end_watch()
        self._dealers.stop()
        await self._background.finish()
        await self._committing.close()
        self._diaries.shutdown(wait=False, cancel_futures=True)

    async def end_sessions(self, sessions: Collection[str]) -> None:
        """Close what belongs to sessions that have ended, here and at the other servers.

        This is for those who watch: what they ask for is refused by the store, whether a server has heard or not.
        """
        self.signed_out(sessions)
        if self.leading is not None:
            await tell_signed_out(self.leading, sessions)

    async def tell_role(self, person: str) -> None:
        """Show what somebody watches to their new role, here and at the other servers."""
        await self.new_role(person)
        if self.leading is not None:
            await tell_new_role(self.leading, person)

    def tables(self) -> list[Live]:
        """Every table that this process has taken up, as it stands."""
        return self._served.tables()

    def led_tables(self) -> list[Live]:
        """Every table that this server leads, as it stands."""
        return [live for live in self.tables() if self._leads(table_stream(live.id))]

    async def table(self, table: str) -> TableStream:
        """A table as it stands; raises Unknown where there is none."""
        known = self.floor.known_table(table)
        if known is None or known.state is None:  # unknown, or an opening of it was refused
            known = await asyncio.to_thread(self.floor.table, table)
        return known if self._others.keeps_up(table_stream(table)) else await self._others.look(table)

    def watch(self, table: str, watcher: Watcher) -> Callable[[], None]:
        """Have a watcher sent every change of a table; returns the function that ends it."""
        kept_up = self._others.keeps_up(table_stream(table))
        end = self._served.watch(table, watcher)
        if not kept_up:  # what has come since the table was looked at was not heard
            self._catch_up_soon(table_stream(table), ANY_VERSION)
        return end

    @property
    def asleep(self) -> set[str]:
        """Tables that this version of the program cannot go on with."""
        return self._served.asleep

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
        session: str = "",
    ) -> Answer:
        """Have a command done at a table: durable when this returns.

        ``question`` names what it answers. ``session`` is what the session is kept under by which it is asked: here
        and below, nothing is done once that has ended, whichever server ended it. Raises NotKnown then.
        """
        asked = Asked(table, command, actor, role, client, question, session)
        if isinstance(command, c.OpenTable):
            return await self._open(asked)
        return await self._by_the_leader(asked)

    async def _open(self, asked: Asked) -> Answer:
        await self._hear_the_house()
        answer = await self._at_table(asked)
        if self.leading is not None:
            await self.leading.claim(table_stream(asked.table))
        return answer

    async def _by_the_leader(self, asked: Asked | Decision) -> Answer:
        """Have something done by whoever leads its table; while it moves from one server to another, wait.

        A server that hangs and still says that it is there is waited for no longer. What it may have done is tried
        again only under a name, by which it is done once; raises Unsure where that does not tell in time.
        """
        leading = self.leading
        if leading is None:
            return await self._here(asked)
        now = asyncio.get_running_loop().time
        stream, until = table_stream(asked.table), now() + LEADER_PATIENCE
        if asked.table in self.asleep or not (leading.knows(stream) or leading.here(stream)):
            await asyncio.to_thread(self.floor.table, asked.table)  # raises where there is none, or it cannot be read
            leading.look()
        doubt: InDoubt | None = None
        while now() < until and (asked.client or doubt is None):
            try:
                if leading.here(stream):
                    return await self._here(asked)
                if (server := leading.elsewhere(stream)) is not None:
                    return await pass_on(leading, server, asked, until)
            except InDoubt as unanswered:
                doubt = unanswered
            except NotHere:
                pass
            leading.look()
            await asyncio.sleep(LEADER_PAUSE)
        if doubt is not None:
            raise Unsure("server.unsure") from doubt
        raise Busy("floor.busy")

    async def for_another(self, asked: Asked | Decision) -> Answer:
        """Have something done that another server passes on."""
        return await self._here(asked)

    async def _here(self, asked: Asked | Decision) -> Answer:
        """Have something done at a table that this server leads; raises NotHere where another does."""
        return await (self._decided_for(asked) if isinstance(asked, Decision) else self.at_own_table(asked))

    async def at_own_table(self, asked: Asked) -> Answer:
        """Have a command done at a table that this server leads; raises NotHere where another does."""
        table, command, actor, role, *_ = asked
        if not self._leads(table_stream(table)):
            raise NotHere
        if table not in self._served.rooms:
            await asyncio.to_thread(self.floor.table, table)  # raises where there is none, before a room is made
        if isinstance(command, c.TapIn):
            await self.freshen(at_once=True)  # whoever deals at another table does not come to this one
        if not _needs_standing(command, role):
            return await self._at_table(asked)
        known = self.floor.remembered_standing(actor)
        if known is not None:
            try:
                return await self._at_table(asked, known)
            except _LookAgain:
                pass
            except IllegalAction:
                if (await self._standing(actor)).version == known.version:
                    raise
        async with self._bettors.setdefault(actor, asyncio.Lock()):  # or two bets would be checked against one balance
            for _ in range(RETRIES):
                with suppress(_LookAgain):
                    return await self._at_table(asked, await self._standing(actor))
        raise Busy("floor.busy")

    async def _standing(self, name: str) -> PlayerStatus:
        """How somebody stands; where the tables' log is read for it, nothing else waits for the thread that does."""
        known = await asyncio.to_thread(self.floor.standing_at_hand, name)
        return known if known is not None else await self.reading_the_log(partial(self.floor.standing, name))

    async def reading_the_log(self, work: Callable[[], T]) -> T:
        """Have something done that may read the log of all tables, in the one thread that is for this."""
        return await asyncio.get_running_loop().run_in_executor(self._diaries, work)

    async def _at_table(self, asked: Asked, known: PlayerStatus | None = None) -> Answer:
        """Have a command done by how a player stood a moment ago; raises _LookAgain where it needs a later look."""
        room, stream = self.room(asked.table), table_stream(asked.table)

        tries = count(1)

        def plan() -> Plan:
            if next(tries) > TRIES_BY_A_LOOK and known is not None:
                raise _LookAgain  # not here: it asks the store, and all tables wait meanwhile
            return self.floor.plan(
                asked.table, asked.command, actor=asked.actor, role=asked.role, client=asked.client, known=known,
                question=asked.question,
            )  # fmt: skip

        async with room.lock:
            if not isinstance(asked.command, c.OpenTable) and not self._leads(stream):
                raise NotHere  # since it waited
            try:
                answer = await self.carry_out(
                    stream, plan, asked.command, asked.actor, asked.client, session=asked.session
                )
            except (NotHere, NotKnown, _LookAgain):
                self._dealers.set(room)
                raise
            except PitbossError:
                await self._call_for(room, asked)
                self._dealers.set(room)  # others may have been first: the table stands elsewhere now
                raise
            self._published(room, answer)
            return answer

    def _published(self, room: ServedTable, answer: Answer) -> None:
        self._served.publish(answer.changes, answer.balances)
        self._dealers.set(room)

    async def _call_for(self, room: ServedTable, asked: Asked) -> None:
        """Call the floor after an impossible card was declared and refused: the entry says who declared what."""
        known = self.floor.known_table(room.table)
        call = call_for(known.state, asked.command) if known is not None and known.state is not None else None
        if call is not None:
            with suppress(PitbossError):  # of somebody who does not deal here, or the store is away

                def plan() -> Plan:
                    return self.floor.plan(room.table, call, actor=asked.actor, role=asked.role)

                stream, session = table_stream(room.table), asked.session
                self._published(room, await self.carry_out(stream, plan, call, asked.actor, "", session=session))

    async def link_command(
        self, command: c.LinkCommand, *, actor: str, role: str, client: str = "", session: str = ""
    ) -> Answer:
        def plan() -> Plan:
            return self.floor.plan_link(command, actor=actor, role=role, client=client)

        async with self.lock(LINK):
            answer = await self.carry_out(LINK, plan, command, actor, client, holds_link=True, session=session)
        self._served.tell_meters(answer.changes)
        return answer

    async def house_command(
        self, command: c.HouseRecord, *, actor: str, role: str, client: str = "", content: Content | None = None,
        session: str = "",
    ) -> Answer:  # fmt: skip
        """Have a decision of the house recorded, with the sheet that it proposes; a raised meter shows it at once.

        One that takes effect at a table is carried out by the server that leads the table, under its lease.
        """

        def plan() -> Plan:
            planned = self.floor.plan_house(command, actor=actor, role=role, client=client, content=content)
            if any(table_named(entry.stream) for entry in planned.commit.entries):
                raise NotHere  # another server has just proposed it
            return planned

        while not (table := await self._touched(command)):
            with suppress(NotHere):
                async with self.lock(HOUSE_STREAM):
                    answer = await self.carry_out(HOUSE_STREAM, plan, command, actor, client, session=session)
                self._served.publish(answer.changes)
                return answer
        return await self._by_the_leader(Decision(table, command, actor, role, client, session))

    async def _touched(self, command: c.HouseRecord) -> str:
        """The table whose stream a decision writes into as well; empty where there is none."""
        await self._hear_the_house()
        if not isinstance(command, c.Apply):
            return ""
        wanted = (one.change for one in self.floor.house().open if one.proposal == command.proposal)
        change = next(wanted, None)
        return change.table if isinstance(change, c.LimitsChange) else ""

    async def _decided_for(self, asked: Decision) -> Answer:
        """Have a decision of the house take effect at a table that this server leads."""

        def plan() -> Plan:
            return self.floor.plan_house(asked.command, actor=asked.actor, role=asked.role, client=asked.client)

        await self._hear_the_house()
        room = self.room(asked.table)
        async with self.lock(HOUSE_STREAM), room.lock:
            if not self._leads(table_stream(asked.table)):
                raise NotHere
            try:
                answer = await self.carry_out(
                    HOUSE_STREAM, plan, asked.command, asked.actor, asked.client, session=asked.session
                )
            except PitbossError:
                self._dealers.set(room)  # others may have been first: the table stands elsewhere now
                raise
            self._published(room, answer)
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
        self, name: str, command: c.PersonCommand, *, actor: str, role: str = "player", client: str = "",
        session: str = "",
    ) -> Answer:  # fmt: skip
        def plan() -> Plan:
            return self.floor.plan_person(name, command, actor=actor, role=role, client=client)

        stream = person_stream(name)
        if isinstance(command, c.Forget):
            await self.freshen(at_once=True)  # whoever sits at another server's table is not forgotten
        async with self.lock(stream):
            answer = await self.carry_out(stream, plan, command, actor, client, session=session)
        self.forget(stream)
        return answer

    async def judge(
        self, judgement: Judgement, *, actor: str, role: str, client: str = "", session: str = ""
    ) -> Answer:  # fmt: skip
        """Put a judgement of compliance into the log."""
        command = judge_command(self.floor.keys, sealed_text(judgement))

        def plan() -> Plan:
            return self.floor.plan_judgement(judgement, actor=actor, role=role, client=client)

        async with self.lock(COMPLIANCE):
            return await self.carry_out(COMPLIANCE, plan, command, actor, client, session=session)

    async def look_at_rating(
        self, command: c.LookAtRating, *, actor: str, role: str, client: str = "", session: str = ""
    ) -> Answer:
        """Put into the log that somebody looks at a rating; a look of the same name is the same look."""

        def plan() -> Plan:
            return self.floor.plan_look(command, actor=actor, role=role, client=client)

        async with self.lock(RATINGS):
            return await self.carry_out(RATINGS, plan, command, actor, client, session=session)

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
        if version != ANY_VERSION and table_named(stream) and not self._others.keeps_up(stream):
            assert self.leading is not None
            if not self.leading.knows(stream):
                self.leading.look()  # somebody has opened it
            return
        self._background.do(self._catch_up(stream, version))

    async def _catch_up(self, stream: str, version: int) -> None:
        table = table_named(stream)
        async with self.room(table).lock if table else self.lock(stream):
            try:
                held = self.floor.known(stream)
                if held is None:
                    held = await asyncio.to_thread(self.floor.stream, stream)
                if held.version < version:  # a command here may have caught up while this waited for the table
                    self._served.publish(await asyncio.to_thread(self.floor.refresh, held))
                if table:
                    self._dealers.set(self.room(table))
            except PitbossError as error:
                log.warning("%s cannot be read: %s", stream, error)
                if table:
                    self._dealers.try_again_soon(self.room(table))


async def _nothing_to_do(person: str) -> None:
    """Nobody is connected here."""


def _needs_standing(command: c.TableCommand, role: str) -> bool:
    """Whether a player takes a seat or bets, so that their own limits and the house's rulings count."""
    bets = isinstance(command, c.Act) and isinstance(command.action, NEW_BETS)
    return role == "player" and (bets or isinstance(command, (c.Sit, c.Wait)))
