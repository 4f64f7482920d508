"""`pitboss serve --workers 2`: one port, two processes, each with its share of the tables, and one of them killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest
import websockets
from tests.waiting import PATIENCE_SECONDS, eventually

from pitboss.client import Client
from pitboss.rules import SHIPPED
from pitboss.service.floor.private_way import split_address
from pitboss.store import open_store

TABLES = [f"{name}-1" for name in SHIPPED]
GOING_AWAY = 1001


class Floor:
    """The processes of one start."""

    def __init__(self, home: Path) -> None:
        self.database = f"sqlite:///{home / 'floor.sqlite3'}"
        self.log = home / "log"
        words = ["serve", "--workers", "2", "--port", "0", "--home", str(home), "--no-prepare"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pitboss", *words], stdout=subprocess.PIPE, stderr=log, text=True
            )

    def opened(self) -> Floor:
        """Wait until both servers are there and lead every table; hashes of their names may leave one without."""
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://[0-9.:]+", said)
        assert found, f"{said} {self.log.read_text()}"
        self.address = found[0]
        eventually(lambda: len(self.servers()) == 2 and len(self.leaders()) == len(TABLES), "nobody leads some table")
        return self

    def servers(self) -> list[str]:
        """The addresses of the servers that are there."""
        store = open_store(self.database)
        try:
            return [one.address for one in store.servers()]
        finally:
            store.close()

    def leaders(self) -> dict[str, str]:
        """The address of the server that leads each table."""
        store = open_store(self.database)
        try:
            there = {one.name: one for one in store.servers()}
            leads = {stream.removeprefix("table:"): lead for stream, lead in store.leads("table:").items()}
        finally:
            store.close()
        return {table: there[lead.leader].address for table, lead in leads.items() if lead.leader in there}

    def process_of(self, address: str) -> int:
        """The process that listens at a private address."""
        path, _ = split_address(address)
        rows = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
        inodes = {row[6] for row in rows if row[-1] == path}
        return next(pid for pid in self.workers() if inodes & _sockets(pid))

    def workers(self) -> list[int]:
        pid = self.process.pid
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def holder(self, port: int) -> int:
        """The process that has the other end of a connection from this port of ours."""
        here = f":{port:04X}"
        rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        inodes = {row[9] for row in rows if row[2].endswith(here) and row[3] == "01"}
        return next(pid for pid in self.workers() if inodes & _sockets(pid))

    def holds(self, client: Client, table: str) -> bool:
        """Whether the server that leads a table has the connection of whoever came for it."""
        if client._socket is None:
            return False
        try:
            return self.holder(client._socket.local_address[1]) == self.process_of(self.leaders()[table])
        except (StopIteration, KeyError):  # it is on its way
            return False

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE_SECONDS)


async def brought_to_the_leader(floor: Floor, client: Client, table: str) -> None:
    """A leader that is too busy to take a connection over leaves it where it came: whoever comes again is brought."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not floor.holds(client, table):
            await asyncio.sleep(1)
            if client._socket is not None and not floor.holds(client, table):
                client._socket.transport.abort()


def _sockets(pid: int) -> set[str]:
    found = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found.add(os.readlink(one).removeprefix("socket:[").removesuffix("]"))
        except OSError:  # closed meanwhile
            continue
    return found


def _works(pid: int) -> bool:
    """Whether a process is there and no zombie, which nobody may wait for here."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    found = Floor(tmp_path)
    try:
        yield found.opened()
    finally:
        if found.process.poll() is None:
            found.end()
        assert found.process.stdout is not None
        found.process.stdout.close()


def test_connections_are_held_by_the_leader_and_go_on_after_a_kill(floor: Floor) -> None:
    async def evening() -> None:
        clients = [Client(floor.address) for _ in TABLES]
        try:
            for client, table in zip(clients, TABLES, strict=True):
                await client.guest()
                await client.watch(table)
                await client.command(table, {"type": "Sit", "box": 1})
            for client, table in zip(clients, TABLES, strict=True):
                await brought_to_the_leader(floor, client, table)
            killed = floor.process_of(floor.leaders()[TABLES[0]])
            os.kill(killed, signal.SIGKILL)
            async with asyncio.timeout(PATIENCE_SECONDS):
                for client, table in zip(clients, TABLES, strict=True):
                    await client.command(table, {"type": "Leave", "box": 1}, name=f"leave {table}".replace(" ", "-"))
            assert killed not in floor.workers()
        finally:
            for client in clients:
                await client.close()

    asyncio.run(evening())
    eventually(lambda: len(floor.workers()) == 2, "nobody takes the place of the one that was killed")
    assert "ended (-9) and is started anew" in floor.log.read_text()
    assert floor.end() == 128 + signal.SIGTERM


def test_a_sign_out_through_either_process_ends_what_is_open_at_the_other(floor: Floor) -> None:
    """Sockets are held by the leaders of their tables, requests are answered by whichever process takes them."""

    async def signed_out(table: str) -> tuple[int | None, str | None]:
        async with AsyncExitStack() as stack:
            plain = httpx.Client(base_url=floor.address, verify=False, timeout=PATIENCE_SECONDS)
            guest = stack.enter_context(plain)
            guest.headers["X-Pitboss-Token"] = guest.post("/api/guests").raise_for_status().json()["csrf"]
            headers = {"Cookie": f"pitboss_session={guest.cookies['pitboss_session']}"}
            address = floor.address.replace("http", "ws", 1) + f"/api/live?table={table}"
            opened = websockets.connect(
                address, additional_headers=headers, proxy=None, max_size=None, open_timeout=PATIENCE_SECONDS
            )  # fmt: skip
            socket = await stack.enter_async_context(opened)
            await socket.send(f'{{"type":"watch","table":"{table}"}}')
            guest.delete("/api/session").raise_for_status()
            await socket.wait_closed()
            assert guest.get("/api/me", headers=headers).status_code == 401
            return socket.close_code, socket.close_reason

    async def evening() -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            for table in TABLES:
                while (ended := await signed_out(table))[0] == GOING_AWAY:  # its table has just moved
                    pass
                assert ended == (1008, "signed out")

    asyncio.run(evening())


def test_the_servers_end_with_their_parent(floor: Floor) -> None:
    workers = floor.workers()
    floor.process.kill()
    floor.process.wait(PATIENCE_SECONDS)
    eventually(lambda: not any(map(_works, workers)), "they go on alone")


def test_folders_of_servers_that_were_all_killed_are_gone_after_the_next_start(floor: Floor, tmp_path: Path) -> None:
    folders = [Path(split_address(address)[0]).parent for address in floor.servers()]
    for pid in (floor.process.pid, *floor.workers()):
        os.kill(pid, signal.SIGKILL)
    floor.process.communicate()
    assert all(one.is_dir() for one in folders), "nobody was there to take them away"
    again = Floor(tmp_path)
    try:
        assert again.process.stdout is not None
        assert again.process.stdout.readline(), again.log.read_text()
        assert not any(one.exists() for one in folders)
    finally:
        again.end()
        again.process.communicate()


TOLD_AT_A_START = """
import os, signal, sys
from pathlib import Path
from pitboss.web import workers
from pitboss.web.settings import Settings

fork, forks = os.fork, []

def told_at_the_second():
    pid = fork()
    forks.append(pid)
    if len(forks) == 2 and pid:
        os.kill(os.getpid(), signal.SIGTERM)
    return pid

def serve(settings, *, listener, started, log_form):
    started("here")
    signal.pause()

os.fork, workers.serve = told_at_the_second, serve
settings = Settings.of({}, home=Path(sys.argv[1]), port=0)
workers.serve_workers(settings, 2, started=lambda address: print(address, flush=True))
"""


def test_who_is_told_to_stop_while_a_server_starts_ends_that_one_too(tmp_path: Path) -> None:
    """Between the fork and the moment at which the new process is known, and has its own way to stop."""
    words = [sys.executable, "-c", TOLD_AT_A_START, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            assert process.wait(PATIENCE_SECONDS) == 128 + signal.SIGTERM
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
