"""The server goes in good order: everybody is told, and what was acknowledged is there when it comes back."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from tests.waiting import PATIENCE_SECONDS
from tests.web.house import PASSWORD, Server, run, said

from pitboss.store import open_store
from pitboss.store.errors import StoreError

TABLE = "catfish-blackjack-1"


def test_sockets_are_closed_with_going_away_and_no_acknowledgement_is_lost(serve: Callable[..., Server]) -> None:
    """Eight people buy in and sit and get up as fast as they can while the server is told to go."""
    server = serve()
    guests = [server.enter("guest") for _ in range(8)]
    done: list[tuple[str, str, int]] = []
    codes: list[int | None] = []

    async def busy(guest: httpx.Client, box: int) -> None:
        async with server.socket(guest) as connected:
            name = said(await connected.recv())["name"]
            try:
                for number in range(100_000):
                    kind = {"type": "Leave"} if number % 2 else {"type": "Sit", "box": box}
                    sent = {"type": "command", "id": f"{number}", "table": TABLE, "command": kind}
                    await connected.send(json.dumps(sent))
                    got = said(await connected.recv())
                    if got["type"] == "done":
                        done.append((name, got["id"], got["version"]))
            except websockets.ConnectionClosed:
                codes.append(connected.close_code)

    async def idle() -> None:
        async with server.socket() as connected:
            try:
                while True:
                    await connected.recv()
            except websockets.ConnectionClosed:
                codes.append(connected.close_code)

    async def go() -> None:
        tasks = [asyncio.create_task(busy(guest, box)) for box, guest in enumerate(guests[:6], 1)]
        tasks += [asyncio.create_task(idle()) for _ in range(3)]
        while len(done) < 40:
            await asyncio.sleep(0.01)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        await asyncio.gather(*tasks)
        await asyncio.to_thread(stopping.join)

    run(go())
    assert codes == [1001] * 9
    store = open_store(server.settings.database)
    for name, id_, version in done:
        entry = store.find(name, id_)
        assert entry is not None, f"{name}'s {id_} was acknowledged and is lost"
        assert entry.version == version
    versions = [entry.version for entry in store.read(f"table:{TABLE}") if entry.actor != "house"]
    assert len(versions) - len(done) <= 6, "answers were not sent"
    store.close()


def test_nobody_is_let_in_while_the_server_goes(serve: Callable[..., Server]) -> None:
    server = serve()
    server.stop()
    with pytest.raises(httpx.ConnectError):
        server.client().get("/healthz")


def test_health_is_bad_while_the_store_is_away(serve: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()

    def away(stream: str) -> Any:
        raise StoreError("the database does not answer")

    monkeypatch.setattr(server.running.floor.store, "head", away)
    got = server.client().get("/healthz")
    assert got.status_code == 503
    assert (got.json()["status"], got.json()["store"]) == ("store away", False)


@pytest.mark.slow
def test_the_command_prints_the_link_to_the_terminal_and_ends_on_a_signal(tmp_path: Path) -> None:
    """The real command in a process of its own: the link is in what it prints and not in its log."""
    script = "from pitboss.cli.main import main; main()"
    command = [sys.executable, "-c", script, "serve", "--port", "0", "--home", str(tmp_path / "home")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        link = re.search(r"(http://\S+)/setup\S*#(\S+) once", process.stdout.readline())
        assert address is not None
        assert link is not None
        assert link[1] == address[0]
        who = {"name": "Boss", "password": PASSWORD, "token": link[2]}
        assert httpx.post(f"{link[1]}/api/setup", json=who, timeout=PATIENCE_SECONDS).status_code == 201
        assert (
            httpx.post(f"{link[1]}/api/setup", json={**who, "name": "Two"}, timeout=PATIENCE_SECONDS).status_code == 401
        )
        os.kill(process.pid, signal.SIGTERM)
        _, log = process.communicate(timeout=PATIENCE_SECONDS)
        assert link[2] not in log
        assert PASSWORD not in log
        assert (tmp_path / "home" / "floor.sqlite3").exists()
    finally:
        process.kill()
        process.communicate()
