"""Load: a real server with a thousand players at some two hundred tables, and how quickly it answers them.

    python3 dev.py load                                          SQLite, one server
    python3 dev.py load --store postgresql --servers 2           a PostgreSQL server and two of ours over it
    python3 dev.py load --players 20 --tables 6 --seconds 3      a small one

Servers and players are processes of their own, over a fresh folder; the players are bots with one WebSocket each, who
play through the public API. Every action that is counted was durable when it was answered. Afterwards the books are
balanced and some tables recomputed from their first entry. Exit status 0: all of it held, and the figures stand in the
table. 1: something did not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from pitboss.sheets import SHIPPED

ROOT = Path(__file__).resolve().parents[1]
PACE: Final = {"betting": 5000, "decision": 20_000, "cut": 5000, "result": 500, "patience": 3, "idle": 120_000}
"""Milliseconds: rounds follow quickly, and nobody is timed out who only stands in line."""
PATIENCE: Final = 180.0
"""Seconds within which a server must be up and all players seated."""
RECOMPUTED: Final = 5
"""Tables that are recomputed afterwards."""
ACCOUNTED: Final = "player:"
SHEETS: Final = len(SHIPPED)


class Failed(Exception):
    """Something did not hold; its text is one line."""


# --- processes --------------------------------------------------------------------------------------------


def keep_house(home: str, port: int, database: str, tables_each: int) -> None:
    """Be the server."""
    from pitboss.service.floor.commands import Pace
    from pitboss.web.serving import serve
    from pitboss.web.settings import Limits, Settings

    # the players share an address here, which they would not elsewhere
    limits = Limits(connections_each=10_000, requests_per_second=1e6, requests_burst=1_000_000, guests_burst=10_000)
    settings = Settings.of(
        home=Path(home),
        port=port,
        database=database,
        tables_each=tables_each,
        pace=Pace(**PACE),
        limits=limits,
        figures_ahead=False,
    )
    serve(settings)


def be_players(places: list[dict[str, Any]], rate: float, side_bets: float) -> None:
    """Be some of the players: a line goes out when all are seated, one comes in to start the watch, one to stop it."""
    import uvloop

    from pitboss.client.load_test import Place, generate

    async def line() -> None:
        await asyncio.to_thread(sys.stdin.readline)

    async def ready() -> None:
        print("ready", flush=True)
        await line()

    seated = [Place(**place) for place in places]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        found = loop.run(generate(seated, rate=rate, side_bets=side_bets, ready=ready, stop=line))
    print(json.dumps(vars(found)), flush=True)


def _this(*words: object) -> list[str]:
    return [sys.executable, __file__, *map(str, words)]


@contextmanager
def server(home: Path, database: str, tables_each: int, number: int) -> Iterator[tuple[int, str]]:
    """A server that is up: its process and its address."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with (home / f"server-{number}.log").open("wb") as log:
        process = subprocess.Popen(_this("--keep-house", home, port, database, tables_each), stdout=log, stderr=log)
    try:
        _wait_for(process, address)
        yield process.pid, address
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(process: subprocess.Popen[bytes], address: str) -> None:
    import httpx

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            httpx.get(f"{address}/api/meters", trust_env=False)
            return
        except httpx.TransportError:
            time.sleep(0.1)
    raise Failed("the server does not come up")


class Players:
    """A process full of players."""

    def __init__(self, places: list[dict[str, Any]], rate: float, side_bets: float) -> None:
        command = _this("--be-players", rate, side_bets)
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = self._process.pid
        self._say(json.dumps(places))

    def _say(self, line: str = "") -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise Failed("the players have gone")
        return line

    def seated(self) -> None:
        self._hear()

    def start(self) -> None:
        self._say()

    def stop(self) -> None:
        self._say()

    def measured(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._hear())
        return found

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.terminate()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


def usage(pid: int) -> tuple[float, float]:
    """Seconds of CPU that a process has used, and the MB of memory it holds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


# --- the run ----------------------------------------------------------------------------------------------


def places_of(addresses: Sequence[str], *, players: int, tables_each: int) -> list[dict[str, Any]]:
    """The players spread over all tables, and those of a table over all servers."""
    from pitboss.rules import SHIPPED

    tables = [f"{name}-{number}" for number in range(1, tables_each + 1) for name in SHIPPED]
    return [
        {"address": addresses[number // len(tables) % len(addresses)], "table": table, "box": number // len(tables) + 1}
        for number, table in zip(range(players), tables * (players // len(tables) + 1), strict=False)
    ]


class Run:
    """One run on servers that are up."""

    def __init__(self, given: argparse.Namespace, servers: Sequence[tuple[int, str]], database: str) -> None:
        self._given, self._servers, self._database = given, servers, database
        addresses = [address for _, address in servers]
        self._places = places_of(addresses, players=given.players, tables_each=given.tables // SHEETS)

    def measured(self) -> dict[str, Any]:
        given, count = self._given, self._given.generators
        shares = [self._places[number::count] for number in range(count)]
        groups = [Players(share, given.rate / count, given.side_bets) for share in shares if share]
        try:
            watchdog = threading.Timer(PATIENCE, lambda: [group.close() for group in groups])
            watchdog.start()
            for group in groups:
                group.seated()
            watchdog.cancel()
            time.sleep(given.warm_up)
            return self._watched(groups)
        finally:
            watchdog.cancel()
            for group in groups:
                group.close()

    def _watched(self, groups: Sequence[Players]) -> dict[str, Any]:
        before = self._versions(), [usage(pid) for pid, _ in self._servers], [usage(group.pid) for group in groups]
        began = time.monotonic()
        for group in groups:
            group.start()
        time.sleep(self._given.seconds / 2)
        middle = [usage(pid) for pid, _ in self._servers]
        time.sleep(self._given.seconds / 2)
        for group in groups:
            group.stop()
        seconds = time.monotonic() - began
        after = self._versions(), [usage(pid) for pid, _ in self._servers], [usage(group.pid) for group in groups]
        return _figures([group.measured() for group in groups], before, middle, after, seconds)

    def _versions(self) -> int:
        """How many entries all tables have."""
        from pitboss.store import open_store

        store = open_store(self._database)
        try:
            return sum(version for stream, (version, _) in store.heads().items() if stream.startswith("table:"))
        finally:
            store.close()


def _figures(found: Sequence[dict[str, Any]], before: Any, middle: Any, after: Any, seconds: float) -> dict[str, Any]:
    times = sorted(time_ for one in found for time_ in one["seconds"])
    if not times:
        raise Failed("nothing was done")
    actions = len(times)

    def part(share: float) -> float:
        return 1000 * times[min(int(share * actions), actions - 1)]

    server_cpu = sum(late[0] - early[0] for early, late in zip(before[1], after[1], strict=True))
    player_cpu = sum(late[0] - early[0] for early, late in zip(before[2], after[2], strict=True))
    return {
        "seconds": seconds,
        "actions": actions,
        "actions_per_second": actions / seconds,
        "entries_per_second": (after[0] - before[0]) / seconds,
        "p50_ms": part(0.50),
        "p90_ms": part(0.90),
        "p99_ms": part(0.99),
        "longest_ms": 1000 * times[-1],
        "refused": sum(one["refused"] for one in found),
        "reconnections": sum(one["reconnections"] for one in found),
        "server_cpu_ms_per_action": 1000 * server_cpu / actions,
        "server_cpu_share": server_cpu / seconds,
        "player_cpu_ms_per_action": 1000 * player_cpu / actions,
        "server_mb": [sum(one[1] for one in moment) for moment in (before[1], middle, after[1])],
    }


# --- afterwards -------------------------------------------------------------------------------------------


def check(home: Path, database: str) -> dict[str, Any]:
    """Whether the books balance, nobody owes, and some tables are what their inputs make of them."""
    from pitboss.service.operations.keys import Keys
    from pitboss.store import open_store

    store = open_store(database)
    try:
        balances = store.balances()
        if sum(balances.values()):
            raise Failed(f"the accounts add up to {sum(balances.values())} cents, not to nothing")
        if owing := [name for name, cents in balances.items() if name.startswith(ACCOUNTED) and cents < 0]:
            raise Failed(f"{owing[0]} has less than nothing")
        tables = [stream for stream in store.heads() if stream.startswith("table:")]
        chosen = tables[:: max(len(tables) // RECOMPUTED, 1)][:RECOMPUTED]
        keys = Keys.kept_in(home / "keys")
        return {"accounts": len(balances), "recomputed": sum(recomputed(store, keys, stream) for stream in chosen)}
    finally:
        store.close()


def recomputed(store: Any, keys: Any, stream: str) -> int:
    """Make every entry of a table anew from its input and hold it against the log; returns how many there are."""
    from pitboss.service.floor.sheets import Sheets
    from pitboss.service.floor.streams import TableStream

    table, head = TableStream(stream, Sheets(store)), store.head(stream)
    entries = store.read(stream, upto=head[0])  # the servers are still up, and deal on
    for entry in entries:
        change = table.recomputed(entry, keys)
        if change.entry != entry or (entry.version, entry.previous) != (table.version + 1, table.hash):
            raise Failed(f"{stream} {entry.version} is not what its input makes of it")
        table.take_over(change)
    if head != (table.version, table.hash):
        raise Failed(f"{stream} ends elsewhere than its head says")
    return len(entries)


# --- the page ---------------------------------------------------------------------------------------------


def page(given: argparse.Namespace, figures: dict[str, Any]) -> str:
    memory = " -> ".join(f"{megabytes:.0f}" for megabytes in figures["server_mb"])
    lines = [
        ("players, tables, servers", f"{given.players}, {given.tables}, {given.servers} on {given.store}"),
        ("table actions per second", f"{figures['actions_per_second']:.0f} (asked for: {given.rate:.0f})"),
        ("entries per second", f"{figures['entries_per_second']:.0f}, the dealer's among them"),
        ("command to done, p50 / p90 / p99", " / ".join(f"{figures[f'p{n}_ms']:.1f}" for n in (50, 90, 99)) + " ms"),
        ("longest", f"{figures['longest_ms']:.0f} ms"),
        ("actions in the watch", f"{figures['actions']} in {figures['seconds']:.1f} s"),
        ("refused, reconnections", f"{figures['refused']}, {figures['reconnections']}"),
        ("CPU of the servers", f"{figures['server_cpu_ms_per_action']:.2f} ms per action, "
                               f"{100 * figures['server_cpu_share']:.0f}% of a core"),
        ("CPU of the players", f"{figures['player_cpu_ms_per_action']:.2f} ms per action"),
        ("memory of the servers", f"{memory} MB (start, middle, end)"),
        ("afterwards", f"{figures['accounts']} accounts balance, {figures['recomputed']} entries recomputed"),
    ]  # fmt: skip
    return "\n".join(f"{name:<34} {value}" for name, value in lines)


def load(given: argparse.Namespace) -> dict[str, Any]:
    with ExitStack() as stack:
        home = Path(tempfile.mkdtemp(prefix="pitboss-load-"))
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        database = given.database or f"sqlite:///{home / 'floor.sqlite3'}"
        if given.store == "postgresql" and not given.database:
            database = _postgres(stack)
        servers = [
            stack.enter_context(server(home, database, given.tables // SHEETS, number))
            for number in range(given.servers)
        ]
        figures = Run(given, servers, database).measured()
        figures.update(check(home, database))
        return figures


def _postgres(stack: ExitStack) -> str:
    """A database on a PostgreSQL server of our own, which waits for the disk as in earnest."""
    sys.path.insert(0, str(ROOT))
    from tests.store.server import Server

    postgres = Server(durable=True)
    stack.callback(postgres.remove)
    postgres.start()
    return postgres.new_database()


def main(words: list[str]) -> int:
    if words[:1] == ["--keep-house"]:
        keep_house(words[1], int(words[2]), words[3], int(words[4]))
        return 0
    if words[:1] == ["--be-players"]:
        be_players(json.loads(sys.stdin.readline()), float(words[1]), float(words[2]))
        return 0
    parser = argparse.ArgumentParser(prog="dev.py load", description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=34 * SHEETS, help=f"as many of each sheet: times {SHEETS}")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm-up", type=float, default=5.0, help="seconds of play before the watch runs")
    parser.add_argument("--rate", type=float, default=600.0, help="actions per second that players try for")
    parser.add_argument("--side-bets", type=float, default=0.05, help="how often each optional bet is made")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--database", default="", help="the address of an empty database instead of one of our own")
    parser.add_argument("--servers", type=int, choices=(1, 2), default=1)
    parser.add_argument("--generators", type=int, default=1, help="processes that the players are in")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(words)
    if given.tables < SHEETS or given.tables % SHEETS:
        parser.error(f"as many tables of each of {SHEETS} sheets: a multiple of {SHEETS}")
    if given.database.startswith("postgresql"):
        given.store = "postgresql"
    try:
        figures = load(given)
    except Failed as failed:
        print(f"load: {failed}", file=sys.stderr)
        return 1
    print(json.dumps(figures) if given.json else page(given, figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
