"""A whole floor in one process: servers, people, network, store and clock, all of it decided by one seed.

The servers are real (:class:`~pitboss.service.floor.running.Running`), several of them over one store; what is
simulated is everything around them. Messages are late, doubled, out of order or lost, servers die in the middle of a
write, the store fails before or after it has written. Time goes on only as far as the next thing that happens, so an
evening takes seconds, and the same seed gives the same evening, down to the hashes at the end of every log.

>>> evening = Evening("a quiet night", rounds=3, tables_each=1, guests=4)
>>> evening.run().rounds >= 3
True
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec
from tests.harness.log_inspector import Broken, Inspector, require

from pitboss.errors import IllegalAction, PitbossError
from pitboss.games import actions as a
from pitboss.games.game import ENGINES
from pitboss.rules import SHIPPED, Sheet, load
from pitboss.service.floor import commands as c
from pitboss.service.floor.commands import decode, encode
from pitboss.service.floor.floor import Floor
from pitboss.service.floor.running import Running, Watcher
from pitboss.service.operations.demo_floor import open_demo_floor
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.table_commands import due
from pitboss.service.tables.views import table_view
from pitboss.shoe.chance import SeededChance
from pitboss.store import MemoryStore, Outcome, Store, StoreError

__all__ = ["Evening", "Player", "Report"]


# --- time -------------------------------------------------------------------------------------------------

_PROCESS: contextvars.ContextVar[Server | None] = contextvars.ContextVar("process", default=None)
"""Whose code is running: a server's, or with nothing that of the world around."""


class _Skip:
    """In place of waiting for sockets: time goes on to the next thing that is due."""

    def __init__(self, loop: SkippingLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        require(timeout is not None, "everybody waits for somebody else, and nothing is due")
        self._loop.now += timeout or 0.0
        return []


class SkippingLoop(asyncio.BaseEventLoop):
    """An event loop with a clock of its own, in which what a dead server still had to do is not done."""

    def __init__(self, chance: SeededChance) -> None:
        super().__init__()
        self.now = 0.0
        self._clock_resolution = 1e-6
        self._chance = chance
        self._selector = _Skip(self)
        self.set_task_factory(_quiet_task)

    def time(self) -> float:
        return self.now

    def call_soon(self, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:  # type: ignore[override]
        return super().call_soon(_if_alive, _process(context), callback, args, context=context)

    def call_at(self, when: float, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:  # type: ignore[override]
        return super().call_at(when, _if_alive, _process(context), callback, args, context=context)

    def call_soon_threadsafe(self, callback: Any, *args: Any, context: contextvars.Context | None = None) -> Any:  # type: ignore[override]
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """What a thread would do is done at once, a few milliseconds later."""
        future = self.create_future()
        self.call_later(self._chance.below(3000) / 1_000_000, _carry_out, future, func, args)
        return future

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


def _process(context: contextvars.Context | None) -> Server | None:
    return _PROCESS.get() if context is None else context.get(_PROCESS)


def _if_alive(process: Server | None, callback: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if process is None or not process.dead:
        callback(*args)


def _carry_out(future: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if future.done():
        return
    try:
        future.set_result(func(*args))
    except Exception as error:
        future.set_exception(error)


def _quiet_task(loop: Any, coro: Any, **named: Any) -> asyncio.Task[Any]:
    """A task that may be left lying where its server died."""
    task: asyncio.Task[Any] = asyncio.Task(coro, loop=loop, **named)
    task._log_destroy_pending = False  # type: ignore[attr-defined]
    process = _process(named.get("context"))
    if process is not None:
        process.tasks.append(task)
    return task


# --- servers ----------------------------------------------------------------------------------------------


class _Died(Exception):
    """The server whose call this was is no more."""


class Unreliable:
    """The store as one server sees it: it can fail before it has written, or after, or the server can."""

    def __init__(self, store: MemoryStore, server: Server) -> None:
        self._store, self._server = store, server

    def __getattr__(self, name: str) -> Any:
        self._check()
        return getattr(self._store, name)

    def _check(self) -> None:
        if self._server.dead:
            raise _Died
        if self._server.evening.outage:
            raise StoreError("the database does not answer")

    def append(self, commits: Any) -> list[Outcome]:
        self._check()
        evening = self._server.evening
        fault = evening.fault()
        if fault == "fails before":
            raise StoreError("the disk is full")
        if fault == "dies before":
            evening.kill(self._server)
            raise _Died
        outcomes = self._store.append(commits)
        if fault == "fails after":
            raise StoreError("the connection broke while committing", in_doubt=True)
        if fault == "dies after":
            evening.kill(self._server)
            raise _Died
        return outcomes

    def watch(self, heard: Callable[[str, int], None]) -> Callable[[], None]:
        """News from others, a little late."""
        loop, chance = self._server.evening.loop, SeededChance(f"{self._server.name}/news")

        def later(stream: str, version: int) -> None:
            loop.call_later(chance.below(30) / 1000, heard, stream, version, context=self._server.context)

        return self._store.watch(later)


@dataclass(eq=False)
class _NumberedWatcher(Watcher):
    """One whose place among others in a set does not depend on where it lies in memory."""

    number: int = 0

    def __hash__(self) -> int:
        return self.number


class Server:
    """One server process, from its start to its death."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.evening, self.name = evening, name
        self.dead = False
        self.ready = False
        self.tasks: list[asyncio.Task[Any]] = []
        self.context = contextvars.copy_context()
        self.context.run(_PROCESS.set, self)
        chance = SeededChance(f"{name}/chance")
        keys = evening.keys_with(SeededChance(f"{name}/nonces").octets)
        store = cast("Store", Unreliable(evening.store, self))
        self.running = Running(Floor(store, keys, clock=evening.clock, chance=chance.octets))

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return self.evening.loop.create_task(work, context=self.context)

    async def start(self) -> None:
        """Take the tables up; where the store is away, as a service manager would, again."""
        while True:
            try:
                await self.running.start()
                await open_demo_floor(self.running, tables_each=self.evening.tables_each, pace=PACE)
                break
            except PitbossError:
                await asyncio.sleep(1)
        self.ready = True

    async def command(self, guest: Guest, name: str, table: str, octets: bytes) -> None:
        """A command comes in; the answer goes back."""
        try:
            command: Any = decode(octets, c.PlayerCommand | c.PersonCommand)
            if isinstance(command, c.PersonCommand):
                answer = await self.running.person_command(guest.name, command, actor=guest.name, client=name)
            else:
                answer = await self.running.command(table, command, actor=guest.name, client=name)
            said = "done", answer.stream, answer.version
        except IllegalAction as error:
            said = "refused", str(error), 0
        except PitbossError as error:
            said = "unsure", str(error), 0
        guest.net.deliver(guest.answered, name, *said)

    async def watch(self, guest: Guest, table: str) -> None:
        """Show a table: all of it, then every change."""
        try:
            held = await self.running.table(table)
        except PitbossError:
            return
        connection = guest.connection

        def send(octets: bytes) -> None:
            guest.net.deliver(guest.told, connection, octets)

        guest.ends.append(self.running.watch(table, _NumberedWatcher(guest.name, send, number=guest.number)))
        send(encode(table_view(held.live, held.version, person=guest.name, balance=None, link=None)))


# --- people -----------------------------------------------------------------------------------------------

PACE: Final = c.Pace(betting=3000, decision=4000, cut=2000, result=500, patience=3, idle=20_000)
PATIENCE: Final = 3.0
"""Seconds that a person waits for an answer before sending again."""


class Net:
    """The way between one person and the servers: late, doubled, out of order, lost."""

    def __init__(self, evening: Evening, chance: SeededChance) -> None:
        self._evening, self._chance = evening, chance

    def deliver(self, callback: Callable[..., Any], *args: Any) -> None:
        bad = not self._evening.calm
        if bad and self._chance.bernoulli(1, 50):
            return
        for _ in range(2 if bad and self._chance.bernoulli(1, 20) else 1):
            late = self._chance.below(2000) if bad and self._chance.bernoulli(1, 40) else self._chance.below(20)
            self._evening.loop.call_later(late / 1000, callback, *args, context=self._evening.context)


@dataclass
class Player:
    """What a person does at a table: at random, mostly within the rules, not always quickly."""

    name: str
    sheet: Sheet
    chance: SeededChance
    bet_in: int = -1
    """The round in which this person has bet last."""
    plan: list[Any] = field(default_factory=list)
    """The bets of that round that are still to be made."""

    @property
    def wagers(self) -> tuple[str, ...]:
        return (*ENGINES[self.sheet.game].main_wagers, *self.sheet.rules.table.side_bets)

    def choice(self, state: dict[str, Any], you: dict[str, Any]) -> Any:
        """What this person does next, if anything."""
        if not state:
            return None
        if self.chance.bernoulli(1, 400):
            return c.BuyIn(cents=self.chance.between(1, 500) * 100)
        if not you.get("boxes"):
            return self._a_place(state)
        if state["cut"] in you["boxes"]:
            return self.chance.choice((c.Cut(at=self.chance.between(30, 270)), c.RefuseCut(), None))
        kind = state["question"] and state["question"]["kind"]
        if kind == "wagers":
            return self._a_bet(state, you)
        if you["offers"] and not self.chance.bernoulli(1, 30):
            return self._an_answer(you)
        if self.chance.bernoulli(1, 200):
            return c.Leave(box=0)
        return self._nonsense() if self.chance.bernoulli(1, 60) else None

    def _a_place(self, state: dict[str, Any]) -> Any:
        free = [box for box, holder in enumerate(state["boxes"], 1) if not holder]
        if self.name in state["waiting"]:
            return c.StopWaiting() if self.chance.bernoulli(1, 50) else None
        return c.Sit(box=self.chance.choice(free)) if free and not state["waiting"] else c.Wait()

    def _a_bet(self, state: dict[str, Any], you: dict[str, Any]) -> Any:
        """A bet on a box of one's own, side bets and tokes beside it, then the word that one is ready."""
        box = self.chance.choice(you["boxes"])
        if self.bet_in != state["round"]:
            self.bet_in, self.plan = state["round"], self._plan(box)
        if self.plan:
            return self.plan.pop(0)
        roll = self.chance.below(20)
        if roll < 3:
            return self.chance.choice(self._plan(box))
        if roll in (5, 6):
            return c.Act(action=a.TakeBackBet(spot=box, wager=self.chance.choice(self.wagers)))
        if roll == 7:
            return c.Act(action=a.PlaceToke(spot=box, cents=100))
        if roll == 8 and len(you["boxes"]) < 2:
            return c.Sit(box=self.chance.between(1, len(state["boxes"])))
        if roll == 9:
            return c.Leave(box=box)
        return c.Ready() if roll < 18 else None

    def _plan(self, box: int) -> list[Any]:
        """The bets of a round: the game's own, and some beside them."""
        table = self.sheet.rules.table
        cents = table.minimum + table.bet_step * self.chance.below(4)
        first, beside = self.wagers[: -len(table.side_bets)], table.side_bets
        chosen = (*first, *(wager for wager in beside if self.chance.bernoulli(1, 2)))
        sizes = {"progressive": 500}
        return [c.Act(action=a.PlaceBet(spot=box, cents=sizes.get(wager, cents), wager=wager)) for wager in chosen]

    def _an_answer(self, you: dict[str, Any]) -> Any:
        offer = self.chance.choice(you["offers"])
        return decode(encode({"type": "Act", "action": offer["action"]}), c.Act)

    def _nonsense(self) -> Any:
        spot = self.chance.between(0, 8)
        return self.chance.choice(
            (
                c.Act(action=a.Hit(spot=spot)),
                c.Act(action=a.StartDeal()),
                c.Act(action=a.PlaceBet(spot=spot, cents=self.chance.between(-5, 10**7))),
                c.Sit(box=spot),
                c.Ready(),
                c.CashOut(cents=10**8),
            )
        )


@dataclass(eq=False)
class Guest:
    """A person at a table, by way of whichever server is there."""

    evening: Evening
    number: int
    player: Player
    table: str
    net: Net
    server: Server | None = None
    connection: int = 0
    version: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    you: dict[str, Any] = field(default_factory=dict)
    ends: list[Callable[[], None]] = field(default_factory=list)
    asked: dict[str, asyncio.Future[tuple[str, str, int]]] = field(default_factory=dict)
    acknowledged: dict[str, tuple[str, int]] = field(default_factory=dict)
    numbers: int = 0

    @property
    def name(self) -> str:
        return self.player.name

    @property
    def chance(self) -> SeededChance:
        return self.player.chance

    async def live(self) -> None:
        while not (await self.ask(c.Hello(chips=50_000))).startswith("done"):
            pass
        while self.evening.playing:
            await asyncio.sleep(self.chance.between(5, 40) / 100)
            if self.server is None or self.server.dead or (self.chance.bernoulli(1, 150) and not self.evening.calm):
                self.connect()
                continue
            if (command := self.player.choice(self.state, self.you)) is not None:
                await self.ask(command)
        self.let_go()

    # the connection

    def connect(self) -> None:
        """Come to any server that is there, and watch the table from its present state on."""
        self.let_go()
        if up := self.evening.up():
            self.server = self.chance.choice(up)
            self.resync()

    def let_go(self) -> None:
        self.server = None
        self.state, self.you, self.version = {}, {}, 0
        for end in self.ends:
            end()
        self.ends.clear()

    def resync(self) -> None:
        for end in self.ends:
            end()
        self.ends.clear()
        self.connection += 1
        self.version = 0
        if (server := self.server) is not None:
            self.net.deliver(lambda: None if server.dead else server.run(server.watch(self, self.table)))

    def told(self, connection: int, octets: bytes) -> None:
        """A message has arrived; one that does not follow on the last makes us ask for the whole table."""
        if connection != self.connection:
            return
        message = msgspec.json.decode(octets)
        if message["type"] == "table" and message["version"] >= self.version:
            self.version = message["version"]
        elif message["version"] == self.version + 1:
            self.version += 1
        elif message["version"] > self.version and self.version:
            self.resync()
            return
        else:
            return
        self.state, self.you = message["state"], message["you"] or {}

    async def ask(self, command: Any) -> str:
        """Have something done: sent again under the same name, to any server, until there is an answer."""
        self.numbers += 1
        name, octets = f"n{self.numbers}", encode(command)
        future = self.asked[name] = asyncio.get_running_loop().create_future()
        while True:
            if self.server is None or self.server.dead or self.chance.bernoulli(1, 10):
                self.connect()
            if (server := self.server) is not None:
                self.net.deliver(self.send, server, name, octets)
            await asyncio.wait([future], timeout=PATIENCE)
            if not future.done():
                continue
            said, detail, _ = future.result()
            if said == "unsure":
                future = self.asked[name] = asyncio.get_running_loop().create_future()
                await asyncio.sleep(0.2)
                continue
            return f"{said} {detail}"

    def send(self, server: Server, name: str, octets: bytes) -> None:
        if not server.dead:
            server.run(server.command(self, name, self.table, octets))

    def answered(self, name: str, said: str, detail: str, version: int) -> None:
        """An answer has arrived: what is done stays done, at the same place, however often it is asked."""
        if said == "done":
            first = self.acknowledged.setdefault(name, (detail, version))
            require(
                first == (detail, version), f"{self.name} was told two places of {name}: {first}, {detail} {version}"
            )
            self.evening.inspector.acknowledged(self.name, name, detail, version)
        future = self.asked[name]
        if not future.done():
            future.set_result((said, detail, version))


# --- the evening ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """How an evening went."""

    seed: str
    rounds: int
    entries: int
    acknowledged: int
    deaths: int
    faults: dict[str, int]
    seconds: float
    """By the clock of the evening."""
    heads: dict[str, tuple[int, str]]
    """Where every log ends: the same seed, the same ends."""


FAULTS: Final = ("fails before", "fails after", "dies before", "dies after")
OPENING_MS: Final = 1_700_000_000_000
STUCK_MS: Final = 20_000
"""How long a table may be late with what is due, faults included."""


class Evening:
    """A floor with its people, from the first guest until every round is finished."""

    def __init__(
        self, seed: str | int, *, rounds: int = 1000, tables_each: int = 2, guests: int = 16, servers: int = 2
    ) -> None:
        self.seed, self._wanted, self.tables_each = str(seed), rounds, tables_each
        self._chance = self._own("world")
        self.loop = SkippingLoop(self._own("threads"))
        self.context = contextvars.copy_context()
        self.store = MemoryStore()
        self._secrets = tuple(self._own("secrets").octets(32) for _ in range(2))
        self.inspector = Inspector(self.store, self.keys_with(self._own("unused").octets))
        self.tables = tuple(f"{name}-{number}" for name in SHIPPED for number in range(1, tables_each + 1))
        self.servers: list[Server] = []
        self._places = servers
        self._born = 0
        self.guests = [self._guest(number) for number in range(guests)]
        self.playing = True
        self.calm = self.outage = False
        self.deaths = 0
        self.faults: Counter[str] = Counter()
        self._failed: BaseException | None = None
        self._since = 0
        """When the database was away last."""

    def _own(self, what: str) -> SeededChance:
        return SeededChance(f"{self.seed}/{what}")

    def _guest(self, number: int) -> Guest:
        chance = self._own(f"guest {number}")
        table = self.tables[number % len(self.tables)]
        player = Player(f"Guest {number}", load(table.rpartition("-")[0]), chance)
        return Guest(self, number, player, table, Net(self, self._own(f"net {number}")))

    def keys_with(self, chance: Callable[[int], bytes]) -> Keys:
        """The floor's keys, with somebody's own chance for nonces."""
        return Keys(*self._secrets, chance=chance)

    def clock(self) -> int:
        return OPENING_MS + round(self.loop.now * 1000)

    # faults

    def fault(self) -> str:
        """What goes wrong with this write, if anything."""
        if self.calm or not self._chance.bernoulli(1, 250):
            return ""
        found = self._chance.choice(FAULTS)
        self.faults[found] += 1
        return found

    def kill(self, server: Server) -> None:
        """A server is no more, at once; another starts in its place after a while."""
        server.dead = True
        self.deaths += 1
        self.loop.call_later(self._chance.between(1, 30) / 10, self._start_in_place_of, server, context=self.context)

    def up(self) -> list[Server]:
        return [server for server in self.servers if server.ready and not server.dead]

    def _start_in_place_of(self, server: Server) -> None:
        for task in server.tasks:
            if not task.done():
                task.get_coro().close()
        self.servers.remove(server)
        self._start_server()

    def _start_server(self) -> Server:
        self._born += 1
        server = Server(self, f"{self.seed}/server {self._born}")
        self.servers.append(server)
        server.run(server.start())
        return server

    async def _trouble(self) -> None:
        """Deaths at any moment, the database away for some seconds, the link out of order."""
        while self.playing:
            await asyncio.sleep(self._chance.between(100, 500) / 10)
            up = self.up()
            what = self._chance.below(4)
            if what == 0:
                self.outage = True
                await asyncio.sleep(self._chance.between(1, 40) / 10)
                self.outage = False
                self.faults["outage"] += 1
            elif what == 1 and up:
                await self._link_down(self._chance.choice(up))
            elif up:
                self.kill(self._chance.choice(up))

    async def _link_down(self, server: Server) -> None:
        for command in (c.LinkDown(reason="a test of the line"), c.LinkUp()):
            server.run(self._tell_link(server, command))
            await asyncio.sleep(self._chance.between(5, 60) / 10)
        self.faults["link down"] += 1

    async def _tell_link(self, server: Server, command: c.LinkCommand) -> None:
        while not server.dead:
            try:
                await server.running.link_command(command, actor="manager", role="shift_manager")
                return
            except PitbossError:
                await asyncio.sleep(0.5)

    # the run

    def run(self) -> Report:
        """The whole evening; raises :class:`Broken`, with the seed, where something that must hold does not."""
        with _quiet(), self._its_loop():
            try:
                self.loop.run_until_complete(self._evening())
            except Broken as error:
                raise Broken(f"seed {self.seed}, after {self.inspector.rounds} rounds: {error}") from error
        return Report(
            seed=self.seed,
            rounds=self.inspector.rounds,
            entries=self.inspector.entries,
            acknowledged=sum(len(guest.acknowledged) for guest in self.guests),
            deaths=self.deaths,
            faults=dict(self.faults),
            seconds=round(self.loop.now, 3),
            heads=self.store.heads(),
        )

    @contextmanager
    def _its_loop(self) -> Iterator[None]:
        self.loop.set_exception_handler(self._on_trouble)
        try:
            yield
        finally:
            self._end_everything()

    def _on_trouble(self, loop: Any, found: dict[str, Any]) -> None:
        """A mistake that nobody caught, in a server or here, ends the evening."""
        error = found.get("exception")
        if not isinstance(error, _Died) and self._failed is None:
            self._failed = error or Broken(found["message"])

    def _end_everything(self) -> None:
        for server in self.servers:
            server.dead = True
        for task in asyncio.all_tasks(self.loop):
            task.get_coro().close()
        self.loop.close()

    async def _evening(self) -> None:
        self._start_server()
        while not self.up():  # the first one may die while it starts; then another takes its place
            await asyncio.sleep(0.1)
        for _ in range(self._places - 1):
            self._start_server()
        people = [self.loop.create_task(guest.live()) for guest in self.guests]
        trouble = self.loop.create_task(self._trouble())
        while self.inspector.rounds < self._wanted:
            await asyncio.sleep(2)
            self._look([*people, trouble])
        self.playing, self.calm = False, True
        await asyncio.wait([*people, trouble], timeout=120)
        self._look([*people, trouble])
        await self._finish()

    def _look(self, tasks: list[asyncio.Task[None]]) -> None:
        """What must hold at any moment."""
        if self._failed is not None:
            raise Broken(f"{type(self._failed).__name__}: {self._failed}") from self._failed
        for task in tasks:
            if task.done():
                task.result()
        self.inspector.follow()
        if self.outage:
            self._since = self.clock()
        for live in self.inspector.live():
            next_ = due(live)
            late = 0 if next_ is None else self.clock() - max(next_.at, self._since)
            require(late < STUCK_MS, f"{live.id} has waited {late} ms for {next_ and type(next_.command).__name__}")

    async def _finish(self) -> None:
        """With nobody answering any more, the clock brings every round to its end."""
        for _ in range(200):
            self._look([])
            if not any(live.table.spots for live in self.inspector.live()):
                break
            await asyncio.sleep(2)
        open_ = [live.id for live in self.inspector.live() if live.table.spots]
        require(not open_, f"rounds do not finish: {', '.join(open_)}")
        for guest in self.guests:
            for name, (stream, version) in guest.acknowledged.items():
                self.inspector.acknowledged(guest.name, name, stream, version)
        self.inspector.check_snapshots()


@contextmanager
def _quiet() -> Iterator[None]:
    """Servers warn of what is done to them here on purpose."""
    running = logging.getLogger("pitboss.service.floor.running")
    before = running.disabled
    running.disabled = True
    try:
        yield
    finally:
        running.disabled = before
