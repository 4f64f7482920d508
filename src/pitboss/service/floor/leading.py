"""Which server leads which table, as this one knows it.

A server says by a beat that it is there, and sees in the same breath which others are and whether anything has changed;
only then does it ask who leads what. So the store is asked a constant number of times, however many tables there are.
Tables are shared out by a hash of server and table: everybody comes to the same end without a word, and when a server
comes or goes, only its share moves.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final, Protocol

from pitboss.errors import PitbossError
from pitboss.service.floor.private_way import Caller, Lost, split_address
from pitboss.service.floor.stream_names import TABLES
from pitboss.service.floor.working_folders import sweep
from pitboss.service.operations.keys import Keys
from pitboss.store import Lead, Server, Store

__all__ = ["LEASE_SECONDS", "Leading", "Tables"]

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 2.0
"""How long a server is taken to be there after its last beat."""
BEAT_SECONDS: Final = 0.5
UNCLAIMED_SECONDS: Final = 1.0
"""After this long anybody takes a table that whoever it falls to has not taken."""
KEPT_SECONDS: Final = 10.0
"""How long such a table stays where it was taken, before whoever it falls to is left it again."""
GONE_SECONDS: Final = 1.0
"""How long a server that is not there any more has to answer what it was asked."""
LOOK: Final = b'{"type":"look"}'
"""What asks another server to look at once who is there."""


class Tables(Protocol):
    """What is done with tables that come and go."""

    async def take_up(self, table_stream: str, epoch: int) -> None: ...

    async def let_go(self, streams: Iterable[str]) -> None:
        """Finish what is under way at these tables, and do nothing more there."""

    def led_elsewhere(self, streams: Iterable[str]) -> None:
        """Another server has begun to lead these tables."""


class Leading:
    """The tables that this server leads, and the servers that lead the others."""

    def __init__(self, store: Store, keys: Keys, *, name: str = "", beat_seconds: float = BEAT_SECONDS) -> None:
        self.name = name or secrets.token_hex(8)
        self.epochs: dict[str, int] = {}
        """The streams that are led here and taken up, each with the epoch that its commits carry."""
        self.address = ""
        self._store, self._keys, self._beat_seconds = store, keys, beat_seconds
        self._servers: dict[str, Server] = {}
        self._leads: dict[str, Lead] = {}
        self._kept: dict[str, float] = {}
        """Streams that were taken for want of whoever they fall to, each with the time of the loop it stays until."""
        self._due: set[bool] = set()
        """Whether a time is set at which it is settled again, by whether anybody takes what is free then."""
        self._gone: dict[str, float] = {}
        """Servers that are not there any more and still owe an answer, each with the time of the loop it has for it."""
        self._told: dict[str, str] = {}
        """Who was last said to lead each stream elsewhere."""
        self._callers: dict[str, Caller] = {}
        self._tables: Tables | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._settled: dict[str, Server] = {}
        self._settling = asyncio.Lock()
        self._lost = False
        """Whether the store did not tell who leads what, which is said once."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake, self._ended = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    # start and stop

    async def start(self, tables: Tables, address: str) -> None:
        """Be there, and take up the share of the tables that nobody leads or that the others give up."""
        self._tables, self.address = tables, address
        self._loop = asyncio.get_running_loop()
        await self._attend()
        self._thread = threading.Thread(target=self._beat, name="pitboss-beat", daemon=True)
        self._thread.start()  # first: on a busy machine a lease runs out before all tables are taken up
        for name in list(self._others()):
            await self._reach(name)
        await self.settle()

    async def stop(self) -> None:
        """Be gone: the others take over at once."""
        self._ended.set()
        self._wake.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._let_go(list(self.epochs))
        try:
            await asyncio.to_thread(self._store.retire, self.name)
        except PitbossError as error:
            log.warning("the lease could not be given up, and runs out: %s", error)
        await self.tell_all(LOOK)
        for caller in self._callers.values():
            caller.close()

    def _beat(self) -> None:
        failing = False
        while not self._ended.is_set():
            self._wake.wait(self._beat_seconds)
            self._wake.clear()
            if self._ended.is_set():
                return
            try:
                found = self._store.attend(self.name, self.address, seconds=LEASE_SECONDS)
            except PitbossError as error:
                if not failing:
                    log.warning("the lease cannot be renewed; trying again (%s)", error)
                failing = True
                continue
            failing = False
            assert self._loop is not None
            try:
                self._loop.call_soon_threadsafe(self._attended, found)
            except RuntimeError:  # the loop is closed
                return

    async def _attend(self) -> None:
        found = await asyncio.to_thread(self._store.attend, self.name, self.address, seconds=LEASE_SECONDS)
        self._servers = {server.name: server for server in found}

    def _attended(self, found: list[Server]) -> None:
        self._servers = {server.name: server for server in found}
        self._close_lines(asyncio.get_running_loop().time())
        if self._servers != self._settled:
            self._soon(self.settle)

    def _close_lines(self, now: float) -> None:
        """Close the lines to servers that have gone: at once, or where they owe an answer after a moment."""
        gone = self._callers.keys() - self._servers.keys()
        self._gone = {name: self._gone.get(name, now + GONE_SECONDS) for name in gone}
        for name, until in list(self._gone.items()):
            if now >= until or not self._callers[name].waits:
                self._callers.pop(name).close()
                del self._gone[name]

    def look(self) -> None:
        """Look at once who is there, rather than at the next beat."""
        self._settled = {}
        self._wake.set()

    def _soon(self, work: Callable[[], Awaitable[None]]) -> None:
        async def done() -> None:
            try:
                await work()
            except PitbossError as error:
                if not self._lost:
                    log.warning("who leads which table is not known: %s", error)
                self._lost = True
                self._settled = {}  # or nobody would look again until a server comes or goes
            else:
                self._lost = False

        if not self._ended.is_set():
            task = asyncio.ensure_future(done())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    # who leads

    def here(self, stream: str) -> bool:
        return stream in self.epochs

    def knows(self, stream: str) -> bool:
        return stream in self._leads

    @property
    def streams(self) -> list[str]:
        """Every table that somebody leads or could lead."""
        return list(self._leads)

    @property
    def alone(self) -> bool:
        """Whether no other server is there."""
        return len(self._servers) <= 1

    def elsewhere(self, stream: str) -> Server | None:
        """The other server that leads a stream, if one does."""
        lead = self._leads.get(stream)
        return self._servers.get(lead.leader) if lead is not None and lead.leader != self.name else None

    def _others(self) -> list[str]:
        return [name for name in self._servers if name != self.name]

    def _falls_to(self, stream: str) -> str:
        """The server that a stream falls to among those who are there."""
        return max(self._servers, key=lambda name: blake2b(f"{name} {stream}".encode()).digest(), default="")

    async def settle(self, *, anybody: bool = False) -> None:
        """See who leads what; take what is free and falls to this server, give up what falls to another."""
        async with self._settling:
            assert self._tables is not None
            assert self._loop is not None
            there = dict(self._servers)
            self._settled = there
            self._leads = await asyncio.to_thread(self._store.leads, TABLES)
            await self._let_go([stream for stream in self.epochs if not self._is_mine(stream)])
            for stream in [name for name, lead in self._leads.items() if lead.leader == self.name]:
                if stream not in self.epochs:  # the store did not answer when it was taken, or given
                    await self._tables.take_up(stream, self._leads[stream].epoch)
            free = [stream for stream, lead in self._leads.items() if lead.leader not in there]
            wanted = [stream for stream in free if anybody or self._falls_to(stream) == self.name]
            got = await self._take(wanted)
            now = self._loop.time()
            if anybody:
                self._kept |= dict.fromkeys(got, now + KEPT_SECONDS)
            others = [stream for stream in self.epochs if self._falls_to(stream) != self.name]
            if given := [stream for stream in others if self._kept.get(stream, 0) <= now]:
                await self._give(given)
            elsewhere = {name: lead.leader for name, lead in self._leads.items() if lead.leader in self._others()}
            self._tables.led_elsewhere(name for name, by in elsewhere.items() if self._told.get(name) != by)
            self._told = elsewhere
            for name in self._others():
                self._soon(partial(self._reach, name))
            if given or len(got) < len(free):
                self._settle_after(UNCLAIMED_SECONDS, anybody=True)
            if len(others) > len(given):
                self._settle_after(KEPT_SECONDS)

    def _settle_after(self, seconds: float, *, anybody: bool = False) -> None:
        """Settle again then; what is set already stays, or commands that wait, and look, would put it off for ever."""
        assert self._loop is not None
        if anybody not in self._due:
            self._due.add(anybody)
            self._loop.call_later(seconds, self._settle_now, anybody)

    def _settle_now(self, anybody: bool) -> None:
        self._due.discard(anybody)
        self._soon(partial(self.settle, anybody=anybody))

    def _is_mine(self, stream: str) -> bool:
        return self._leads.get(stream) == Lead(self.name, self.epochs[stream])

    async def claim(self, stream: str) -> None:
        """Lead a stream that was just begun here."""
        async with self._settling:
            await self._take([stream])

    async def _take(self, streams: list[str]) -> dict[str, int]:
        """Lead those of these streams that the store gives this server."""
        if not streams:
            return {}
        got = await asyncio.to_thread(self._store.lead, self.name, streams)
        assert self._tables is not None
        for stream, epoch in got.items():
            self._leads[stream] = Lead(self.name, epoch)
            await self._tables.take_up(stream, epoch)
        return got

    async def _give(self, streams: list[str]) -> None:
        await self._let_go(streams)
        await asyncio.to_thread(self._store.resign, self.name, streams)
        for stream in streams:
            self._leads[stream] = Lead("", self._leads[stream].epoch)
        await self.tell_all(LOOK)

    async def _let_go(self, streams: list[str]) -> None:
        if streams:
            assert self._tables is not None
            await self._tables.let_go(streams)

    def deposed(self, stream: str) -> None:
        """Another server has taken a stream over: the store said so."""
        self.epochs.pop(stream, None)
        self.look()

    # the others

    async def ask(self, server: Server, octets: bytes, until: float) -> bytes:
        """The answer of another server, waited for until a time of the loop; raises Lost, or Unanswered."""
        return await self._caller(server).ask(octets, until=until)

    def _caller(self, server: Server) -> Caller:
        caller = self._callers.get(server.name)
        if caller is None:
            lost = partial(self._soon, partial(self._reach, server.name))
            caller = Caller(server.address, self._keys, lost)
            self._callers[server.name] = caller
        return caller

    async def _reach(self, name: str) -> None:
        """Have a line to another server; where nobody listens any more, it is gone, and need not be waited for."""
        server = self._servers.get(name)
        if server is None or name == self.name:
            return
        try:
            await self._caller(server).open()
        except Lost as lost:
            if isinstance(lost.__cause__, ConnectionRefusedError):
                await asyncio.to_thread(self._store.retire, name)
                sweep(Path(split_address(server.address)[0]).parent)
                self._servers.pop(name, None)
                self.look()

    async def tell_all(self, octets: bytes) -> None:
        """Say something to every other server; whoever does not hear it sees it at their next beat."""
        lines = [asyncio.ensure_future(self._caller(self._servers[name]).ask(octets)) for name in self._others()]
        if lines:
            _, late = await asyncio.wait(lines, timeout=BEAT_SECONDS)
            for line in late:
                line.cancel()
            await asyncio.gather(*lines, return_exceptions=True)
