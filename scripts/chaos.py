"""Chaos: a real server under load, killed again and again; after each time, nothing may be lost or paid twice.

    python3 dev.py chaos                                    200 kills on SQLite
    python3 dev.py chaos --kills 200 --store postgresql     the same on a PostgreSQL server
    python3 dev.py chaos --kills 40 --workers 2             two servers on one port, one of them killed or stopped
    python3 dev.py chaos --simulate --seed 7 --rounds 5000  a whole floor in one process, the same again by its seed

The server is a process of its own over a fresh folder; people play at it through the public API. Between kills their
connections are cut, commands are sent twice and out of their order, the database is stopped and started (PostgreSQL)
or cannot be written as on a full disk (SQLite). After each kill the whole log is read by an inspector that knows
nothing of the server: chain, replay, postings, balances, cards, meters, and every command that was acknowledged.
Exit status 0: all of it held. 1: something did not, and what.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.protocol import State

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.harness.log_inspector import Broken, Inspector, require  # noqa: E402
from tests.harness.simulated_floor import Evening, Player  # noqa: E402
from tests.store.server import Server as Postgres  # noqa: E402

from pitboss.client import Client, Refused, ServerAway  # noqa: E402
from pitboss.rules import SHIPPED, load  # noqa: E402
from pitboss.service.floor.commands import BuyIn, CashOut, Pace, encode  # noqa: E402
from pitboss.service.floor.private_way import split_address  # noqa: E402
from pitboss.service.floor.stream_names import TABLES, table_stream  # noqa: E402
from pitboss.service.operations.keys import Keys  # noqa: E402
from pitboss.shoe.chance import SeededChance  # noqa: E402
from pitboss.store import open_store  # noqa: E402

PACE: Final = Pace(betting=1000, decision=1500, cut=500, result=50, patience=3, idle=20_000)
PATIENCE: Final = 60.0
"""Seconds within which a server must have come up, a command been answered and a round been finished."""


# --- the server's process ---------------------------------------------------------------------------------


def keep_house(home: Path, port: int, database: str, workers: int) -> None:
    """Start servers as they are asked for, one after another: everything is imported once and forked from here.

    For each line that comes in a server starts, and its process id goes out; at the end of the input all is over.
    """
    from pitboss.web.serving import listening, serve
    from pitboss.web.settings import Settings

    for name in SHIPPED:
        load(name)
    settings = Settings(home=home, database=database, port=port, pace=PACE)
    shared = listening(settings) if workers > 1 else None
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead need no waiting for
    children = []
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            log = os.open(home / "server.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.dup2(log, 1)
            os.dup2(log, 2)
            serve(settings, listener=shared)
            os._exit(0)
        children.append(child)
        print(child, flush=True)
    for child in children:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


class House:
    """The servers under test: started, killed, and started again on the same data."""

    def __init__(self, home: Path, database: str, workers: int) -> None:
        self.home, self.database, self.workers = home, database, workers
        self.port = _free_port()
        self.pids: list[int] = []
        command = [sys.executable, __file__, "--keep-house", str(home), str(self.port), database, str(workers)]
        self._keeper = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._said()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _said(self) -> str:
        assert self._keeper.stdout is not None
        line = self._keeper.stdout.readline().strip()
        require(line, "the server's process does not start")
        return line

    def start(self) -> None:
        assert self._keeper.stdin is not None
        self._keeper.stdin.write("start\n")
        self._keeper.stdin.flush()
        self.pids.append(int(self._said()))

    def kill(self, pid: int, how: signal.Signals = signal.SIGKILL) -> None:
        """At once, wherever it is, or in order; gone when this returns."""
        self.pids.remove(pid)
        os.kill(pid, how)
        until = time.monotonic() + PATIENCE
        while _is_there(pid):
            require(time.monotonic() < until, "the server cannot be killed")
            time.sleep(0.001)

    def replace_dead(self) -> None:
        """Start another server for each that ended by itself, as `pitboss serve --workers` does."""
        for pid in [pid for pid in self.pids if not _is_there(pid)]:
            self.pids.remove(pid)
            self.start()

    def kill_all(self) -> None:
        for pid in list(self.pids):
            self.kill(pid)

    @contextmanager
    def halted(self) -> Iterator[None]:
        """Nothing moves: who leads a table may find afterwards that it was taken for dead."""
        for pid in self.pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(0.5)  # what they have sent, a database server still commits
        try:
            yield
        finally:
            for pid in self.pids:
                os.kill(pid, signal.SIGCONT)

    def fill_disk(self, limit: int) -> None:
        """No file of the server may grow beyond this number of bytes; -1 makes room again."""
        for pid in self.pids:
            with suppress(ProcessLookupError):  # one that could not start without a disk
                _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY if limit < 0 else limit, hard))

    def close(self) -> None:
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        self._keeper.stdout.close()


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _answers(address: str) -> bool:
    """Whether a process listens at the private address of a server."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(split_address(address)[0])
        except OSError:
            return False
    return True


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


# --- people -----------------------------------------------------------------------------------------------


class Bot:
    """Somebody who plays through the public API, and remembers what was acknowledged."""

    def __init__(self, number: int, table: str, address: str, chance: SeededChance) -> None:
        self.table, self._chance = table, chance
        self._client = Client(address)
        self._player = Player("", load(table.rpartition("-")[0]), chance)
        self.acknowledged: dict[str, tuple[str, int]] = {}
        """Where each command stands that was said to be done; only ever added to."""
        self.in_flight: set[str] = set()
        self._sent: list[tuple[str, dict[str, Any]]] = []
        self._numbers = 0
        self.playing = True
        self.counts: Counter[str] = Counter()
        self.number = number

    @property
    def name(self) -> str:
        return self._client.name

    @property
    def waits(self) -> bool:
        """Whether a command of this person is on its way: sent over a standing connection, and not answered yet."""
        socket_ = self._client._socket
        return bool(self.in_flight) and socket_ is not None and socket_.state is State.OPEN

    async def play(self) -> None:
        async with self._client as client:
            await self._come_in()
            seat = await self._watched(client)
            while self.playing:
                await asyncio.sleep(self._chance.between(5, 60) / 1000)
                if self._chance.bernoulli(1, 100):
                    await self._cut_connection()
                if (command := self._player.choice(seat.state, seat.you)) is not None:
                    await self._do(command, seat.state.get("asked"))

    async def _watched(self, client: Client) -> Any:
        while True:
            try:
                return await client.watch(self.table)
            except ServerAway:  # it was killed while this came in
                await asyncio.sleep(0.05)

    async def _come_in(self) -> None:
        while not self.name:
            try:
                await self._client.guest()
            except (Refused, ServerAway):
                await asyncio.sleep(0.05)
        self._player.name = self.name

    async def _cut_connection(self) -> None:
        """The line goes dead without a word."""
        socket_ = self._client._socket
        if socket_ is not None:
            self.counts["connections cut"] += 1
            socket_.transport.abort()

    async def _do(self, command: Any, asked: int | None) -> None:
        self._numbers += 1
        name, body = f"n{self._numbers}", msgspec.json.decode(encode(command))
        if isinstance(command, (BuyIn, CashOut)):
            await self._by_http(name, f"/api/cage/{'buy-in' if isinstance(command, BuyIn) else 'cash-out'}", body)
            return
        body = {"command": body, "question": asked}
        roll = self._chance.below(12)
        if roll == 0:  # the same by two ways at once: whichever comes first, it is done once
            self.counts["sent twice"] += 1
            await asyncio.gather(self._live(name, body), self._by_http(name, self._path, body))
        elif roll == 1 and self._sent:  # something long answered comes again, out of its order
            self.counts["out of order"] += 1
            await asyncio.gather(self._live(name, body), self._by_http(*self._old()))
        else:
            await self._live(name, body)
        self._sent.append((name, body))

    @property
    def _path(self) -> str:
        return f"/api/tables/{self.table}/commands"

    def _old(self) -> tuple[str, str, dict[str, Any]]:
        name, body = self._chance.choice(self._sent[-20:])
        return name, self._path, body

    async def _live(self, name: str, body: dict[str, Any]) -> None:
        self.in_flight.add(name)
        try:
            async with asyncio.timeout(PATIENCE):
                version = await self._client.command(self.table, **body, name=name)
            self._done(name, version)
        except Refused:
            self.counts["refused"] += 1
        except TimeoutError:
            raise Broken(f"{self.name} got no answer to {name} at {self.table} within {PATIENCE:.0f} s") from None
        finally:
            self.in_flight.discard(name)

    async def _by_http(self, name: str, path: str, body: dict[str, Any]) -> None:
        body.pop("type", "")
        try:
            answer = await self._client.call("POST", path, {"id": name, **body})
        except (Refused, ServerAway):
            return
        if "version" in answer:
            self._done(name, answer["version"])

    def _done(self, name: str, version: int) -> None:
        place = table_stream(self.table), version
        first = self.acknowledged.setdefault(name, place)
        require(first == place, f"{self.name} was told two places of {name}: {first} and {place}")


# --- the run ----------------------------------------------------------------------------------------------


class Chaos:
    """Bots on a server, and everything that happens to it."""

    def __init__(self, house: House, postgres: Postgres | None, given: argparse.Namespace) -> None:
        self._house, self._postgres, self._kills = house, postgres, given.kills
        self._chance = SeededChance(f"{given.seed}/chaos")
        self._brief = given.json
        tables = [f"{name}-1" for name in SHIPPED]
        self._bots = [
            Bot(number, tables[number % len(tables)], house.address, SeededChance(f"{given.seed}/bot {number}"))
            for number in range(given.bots)
        ]
        self._checked = [0] * given.bots
        self._tables = tables
        self.counts: Counter[str] = Counter()

    async def run(self) -> dict[str, Any]:
        self._house.start()
        await self._until_open()
        self._store = open_store(self._house.database)
        for _ in range(1, self._house.workers):
            self._house.start()
        await self._until_shared_out()
        self._inspector = Inspector(self._store, Keys.kept_in(self._house.home / "keys"))
        players = [asyncio.create_task(bot.play()) for bot in self._bots]
        try:
            await self._until_a_round_ends()
            for number in range(1, self._kills + 1):
                await self._one_kill(number, players)
            await self._finish(players)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            self._store.close()
        return self._report()

    def _report(self) -> dict[str, Any]:
        counts = sum((bot.counts for bot in self._bots), Counter())
        acknowledged = sum(len(bot.acknowledged) for bot in self._bots)
        done = {"acknowledged": acknowledged, "rounds": self._inspector.rounds, "entries": self._inspector.entries}
        return {**self.counts, **counts, **done}

    async def _until_open(self) -> None:
        """Wait until the server answers."""
        until = time.monotonic() + PATIENCE
        async with Client(self._house.address) as client:
            while True:
                with suppress(ServerAway):
                    await client.call("GET", "/api/tables")
                    return
                require(time.monotonic() < until, f"the server does not come up; see {self._house.home}/server.log")
                await asyncio.sleep(0.01)

    async def _one_kill(self, number: int, players: list[asyncio.Task[None]]) -> None:
        """Load, perhaps a fault, death, inspection, and a new start."""
        await asyncio.sleep(self._chance.between(20, 500) / 1000)
        if number % 5 == 0:
            await (self._stop_database() if self._postgres is not None else self._full_disk())
        if self._chance.bernoulli(3, 4):  # the others come as they come
            await self._until_in_flight()
        self.counts["kills with a command in flight"] += any(bot.waits for bot in self._bots)
        in_order = self._house.workers > 1 and self._chance.bernoulli(1, 4)
        pid = self._chance.choice(self._house.pids)
        began = time.monotonic()
        await asyncio.to_thread(self._house.kill, pid, signal.SIGTERM if in_order else signal.SIGKILL)
        self.counts["stops" if in_order else "kills"] += 1
        for player in players:
            if player.done():
                player.result()
        if self._house.workers > 1:
            await self._until_moved(began, "stop" if in_order else "kill")
        with self._house.halted():
            self._inspect()
        self._house.start()
        await self._until_open()
        await self._until_shared_out()
        if not self._brief:
            flying, found = self.counts["kills with a command in flight"], self._inspector
            line = f"kill {number} ({flying} in flight): {found.rounds} rounds, {found.entries} entries, all in order"
            print(line, file=sys.stderr)

    def _there(self) -> int:
        """How many servers live; of one that was just killed, the lease may not have run out."""
        return sum(_answers(server.address) for server in self._store.servers())

    def _leaders(self) -> set[str]:
        """Where the leader of each table is reached; empty for one that nobody leads."""
        there = {server.name: server.address for server in self._store.servers()}
        return {there.get(lead.leader, "") for lead in self._store.leads(TABLES).values()}

    async def _until_moved(self, began: float, how: str) -> None:
        """Every table is led by a server that is there; one that a full disk ended as it started is started again."""
        while (leaders := self._leaders()) and not all(map(_answers, leaders)):
            self._house.replace_dead()
            require(time.monotonic() - began < PATIENCE, "the tables of a dead server stay without a leader")
            await asyncio.sleep(0.01)
        longest = f"longest move after a {how} (ms)"
        self.counts[longest] = max(self.counts[longest], round(1000 * (time.monotonic() - began)))

    async def _until_shared_out(self) -> None:
        """All servers are there, and each leads some tables: hashes of fresh names may once leave one without."""
        until = time.monotonic() + PATIENCE
        while self._house.workers > 1 and (self._there() < self._house.workers or "" in self._leaders()):
            self._house.replace_dead()
            require(time.monotonic() < until, f"a server does not come up; see {self._house.home}/server.log")
            await asyncio.sleep(0.01)

    async def _until_in_flight(self) -> None:
        for _ in range(2000):
            if any(bot.waits for bot in self._bots):
                return
            await asyncio.sleep(0.001)

    def _inspect(self) -> None:
        """With the server dead: the log is whole, and has all that was acknowledged since the last look."""
        self._inspector.follow()
        for at, bot in enumerate(self._bots):
            for name, (stream, version) in list(bot.acknowledged.items())[self._checked[at] :]:
                self._inspector.acknowledged(bot.name, name, stream, version)
            self._checked[at] = len(bot.acknowledged)

    async def _stop_database(self) -> None:
        """The database goes away under the server, in order or as in a crash, and comes back."""
        assert self._postgres is not None
        how = self._chance.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self._postgres.stop, how)
        await asyncio.sleep(self._chance.between(50, 500) / 1000)
        await asyncio.to_thread(self._postgres.start)
        self.counts["database stopped"] += 1
        await self._until_shared_out()  # a server that was still starting has given up
        await self._until_a_round_ends()

    async def _full_disk(self) -> None:
        """Nothing more can be written for a while, from the next byte on or after some more."""
        self._house.fill_disk(self._chance.choice((1, 4096 * self._chance.between(1, 500))))
        await asyncio.sleep(self._chance.between(100, 600) / 1000)
        self._house.fill_disk(-1)
        self.counts["disk full"] += 1
        await self._until_shared_out()  # a server that was still starting has given up
        await self._until_a_round_ends()

    async def _until_a_round_ends(self) -> None:
        """The same server goes on by itself: at some table, a round comes to its end."""
        before = await self._rounds()
        until = time.monotonic() + PATIENCE
        while (now := await self._rounds()) is None or before is None or now <= before:
            before = now if before is None else before
            require(time.monotonic() < until, "the server lives, and no round goes on")
            await asyncio.sleep(0.05)

    async def _rounds(self) -> int | None:
        try:
            async with Client(self._house.address) as client:
                return sum(table["round"] for table in await client.call("GET", "/api/tables"))
        except (Refused, ServerAway):
            return None

    async def _finish(self, players: list[asyncio.Task[None]]) -> None:
        """Everybody goes home; the clock brings every round to its end."""
        for bot in self._bots:
            bot.playing = False
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*players)
        until = time.monotonic() + PATIENCE
        async with Client(self._house.address) as client:
            while busy := [table for table in self._tables if await self._under_way(client, table)]:
                require(time.monotonic() < until, f"rounds do not finish: {', '.join(busy)}")
                await asyncio.sleep(0.1)
        self._house.kill_all()
        self._checked = [0] * len(self._bots)
        self._inspect()
        self._inspector.check_snapshots()
        for live in self._inspector.live():
            require(not live.table.spots, f"a round is still under way at {live.id}")

    async def _under_way(self, client: Client, table: str) -> bool:
        view = await client.call("GET", f"/api/tables/{table}")
        question = view["state"]["question"]
        if view["state"]["dealt"] and question is None:
            return True
        placed = sum({"BetPlaced": 1, "BetTakenBack": -1}.get(event["type"], 0) for event in view["events"])
        return question is not None and (question["kind"] != "wagers" or placed > 0)


def chaos(given: argparse.Namespace) -> dict[str, Any]:
    folder = Path(tempfile.mkdtemp(prefix="pitboss-chaos-"))
    postgres = None
    began = time.monotonic()
    try:
        database = f"sqlite:///{folder}/floor.sqlite3"
        if given.store == "postgresql":
            postgres = Postgres()
            postgres.start()
            database = postgres.new_database()
        house = House(folder, database, given.workers)
        try:
            report = asyncio.run(Chaos(house, postgres, given).run())
        finally:
            house.close()
    finally:
        if postgres is not None:
            postgres.remove()
    shutil.rmtree(folder, ignore_errors=True)  # what broke is there to be looked at
    return {"store": given.store, "seed": given.seed, **report, "seconds": round(time.monotonic() - began, 1)}


def simulate(given: argparse.Namespace) -> dict[str, Any]:
    began = time.process_time()
    report = Evening(given.seed, rounds=given.rounds).run()
    return {
        "seed": report.seed,
        "rounds": report.rounds,
        "entries": report.entries,
        "acknowledged": report.acknowledged,
        "servers died": report.deaths,
        **report.faults,
        "seconds simulated": report.seconds,
        "heads": _digest(report.heads),
        "CPU seconds": round(time.process_time() - began, 1),
    }


def _digest(heads: dict[str, tuple[int, str]]) -> str:
    """One hash over the ends of all logs."""
    from hashlib import sha256

    return sha256(json.dumps(heads, sort_keys=True).encode()).hexdigest()


def main(words: list[str]) -> int:
    if words[:1] == ["--keep-house"]:
        keep_house(Path(words[1]), int(words[2]), words[3], int(words[4]))
        return 0
    parser = argparse.ArgumentParser(prog="dev.py chaos", description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=200, help="how often the server is killed [200]")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--bots", type=int, default=15, help="people at the tables [15]")
    parser.add_argument("--workers", type=int, default=1, help="servers on one port, of which one is killed [1]")
    parser.add_argument("--seed", default="", help="what chance is drawn from [a fresh one]")
    parser.add_argument("--simulate", action="store_true", help="a whole floor in one process, replayable by its seed")
    parser.add_argument("--rounds", type=int, default=5000, help="rounds of a simulated floor [5000]")
    parser.add_argument("--json", action="store_true", help="only the report, as JSON")
    given = parser.parse_args(words)
    given.seed = given.seed or str(int.from_bytes(os.urandom(4), "big"))
    try:
        report = simulate(given) if given.simulate else chaos(given)
    except Broken as broken:
        print(f"BROKEN, with seed {given.seed}: {broken}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    print(json.dumps(report) if given.json else "\n".join(f"{name:<32}{value}" for name, value in report.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
