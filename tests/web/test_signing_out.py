"""A session that ends at one server is worth nothing at another, whether that one has heard of it or not."""

from __future__ import annotations

import ast
import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import COOKIE, PASSWORD, Server, answer, run, said

from pitboss import web
from pitboss.service.people.accounts import SESSION_MS

TABLE = "blackjack-v5-1"
COMMANDS = {"command", "house_command", "judge", "link_command", "look_at_rating", "person_command"}
BEFORE_A_SESSION = {"greet", "register", "set_up"}
"""Where somebody comes in: what the house does for them then has no session yet."""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    with Server(tmp_path) as one, Server(tmp_path) as other:
        both = one.app.state.leading, other.app.state.leading
        eventually(lambda: not any(leading.alone for leading in both), "they do not find each other")
        yield one, other


def deafen(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server tells the others is lost."""

    async def lost(octets: bytes) -> None:
        pass

    monkeypatch.setattr(server.app.state.leading, "tell_all", lost)


async def sign_out(client: httpx.Client) -> None:
    (await asyncio.to_thread(client.delete, "/api/session")).raise_for_status()


async def closed(socket: Any) -> tuple[int, str]:
    """How a connection was ended."""
    await socket.wait_closed()
    return socket.close_code, socket.close_reason


def wanted(box: int) -> str:
    command = f'{{"type":"Sit","box":{box}}}'
    return f'{{"type":"command","schema":1,"id":"sit-{box}","table":"{TABLE}","command":{command}}}'


def test_who_has_signed_out_sees_no_change_while_a_command_of_theirs_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to the command still comes, then the end; what others do meanwhile is not shown."""
    go_on, begun = threading.Event(), threading.Event()
    with Server(tmp_path) as server:
        guest, other = server.enter("guest"), server.enter("guest")
        command = server.running.command

        async def slow(*given: Any, client: str = "", **named: Any) -> Any:
            if client == "sit-1":
                begun.set()
                await asyncio.to_thread(go_on.wait, PATIENCE_SECONDS)
            return await command(*given, client=client, **named)

        monkeypatch.setattr(server.running, "command", slow)

        async def go() -> list[str]:
            async with server.socket(guest) as mine, server.socket(other) as theirs:
                await mine.send(f'{{"type":"watch","table":"{TABLE}"}}')
                await answer(mine, "table")
                await mine.send(wanted(1))
                await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
                await sign_out(guest)
                await theirs.send(wanted(2))
                await answer(theirs, "done")
                go_on.set()
                heard = []
                with suppress(websockets.ConnectionClosedError):
                    while True:
                        heard.append(said(await mine.recv())["type"])
                assert await closed(mine) == (1008, "signed out")
                return heard

        assert run(go()) == ["refused"]


@pytest.mark.parametrize("asked", [wanted(2), f'{{"type":"watch","table":"{TABLE}"}}'], ids=["command", "watch"])
def test_a_server_that_has_not_heard_refuses_what_is_asked_by_a_session_that_ended(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    here, there = two
    deafen(here, monkeypatch)
    guest = here.enter("guest")

    async def go() -> None:
        async with there.socket(guest) as socket:
            await socket.send(wanted(1))
            await answer(socket, "done")
            await sign_out(guest)
            await socket.send(asked)
            refused = await answer(socket, "refused")
            assert refused["code"] == "sign_in.first"
            assert await closed(socket) == (1008, "signed out")

    run(go())
    listed = there.client().get("/api/tables").json()
    assert [one["taken"] for one in listed if one["table"] == TABLE] == [1]


def test_connections_at_the_other_server_are_closed_at_once(two: tuple[Server, Server]) -> None:
    """No session is looked up by itself within the hour: it is told."""
    here, there = two
    guest, other = here.enter("guest"), here.enter("guest")

    async def go() -> None:
        async with there.socket(guest) as socket, there.socket(other) as elsewhere:
            await answer(socket, "hello")
            await answer(elsewhere, "hello")
            await sign_out(guest)
            assert await closed(socket) == (1008, "signed out")
            await elsewhere.send('{"type":"ping"}')
            await answer(elsewhere, "pong")

    run(go())


def test_a_new_role_reaches_connections_at_the_other_server_at_once(two: tuple[Server, Server]) -> None:
    here, there = two
    boss, dealer = here.enter("administrator"), here.enter("dealer")
    name = dealer.get("/api/me").json()["name"]

    async def go() -> None:
        async with there.socket(dealer) as socket:
            assert (await answer(socket, "hello"))["role"] == "dealer"
            path, given = f"/api/admin/people/{name}/role", {"role": "player", "reason": "she leaves"}
            (await asyncio.to_thread(boss.put, path, json=given)).raise_for_status()
            assert (await answer(socket, "hello"))["role"] == "player"

    run(go())


def test_whoever_is_forgotten_is_signed_out_everywhere(two: tuple[Server, Server]) -> None:
    here, there = two
    player = here.enter("player")
    name = player.get("/api/me").json()["name"]
    second = there.client()
    second.post("/api/session", json={"name": name, "password": PASSWORD}).raise_for_status()
    cents = player.get("/api/me").json()["balance"]
    player.post("/api/cage/cash-out", json={"id": "out", "cents": cents}).raise_for_status()

    async def go() -> None:
        async with there.socket(second) as socket:
            await answer(socket, "hello")
            asked = {"id": "f", "reason": "I leave", "password": PASSWORD}
            (await asyncio.to_thread(player.post, "/api/my/forgetting", json=asked)).raise_for_status()
            assert await closed(socket) == (1008, "signed out")

    run(go())
    person = here.people.find(name)
    assert person is not None
    late = here.people.session_for(person)  # as by somebody who signed in at that very moment
    assert there.people.session(late.token) is None
    assert second.get("/api/me").status_code == 401


def test_a_session_whose_time_is_over_does_nothing_over_an_open_connection(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = two
    guest = here.enter("guest")
    clock = here.people._clock

    async def go() -> None:
        async with here.socket(guest) as socket:
            await answer(socket, "hello")
            monkeypatch.setattr(here.people, "_clock", lambda: clock() + SESSION_MS + 1)
            await socket.send(wanted(1))
            assert (await answer(socket, "refused"))["code"] == "sign_in.first"
            assert await closed(socket) == (1008, "signed out")

    run(go())


def test_every_command_that_comes_in_names_its_session() -> None:
    """So that the commit rests on it, whichever way the command came."""
    found, without = 0, []
    for path in sorted(Path(web.__file__).parent.glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.AsyncFunctionDef) and path.name != "operation_counts.py":
                for call in filter(_is_command, ast.walk(function)):
                    found += 1
                    if not any(word.arg == "session" for word in call.keywords):
                        without.append(function.name)
    assert found > 15, found
    assert set(without) == BEFORE_A_SESSION


def _is_command(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in COMMANDS:
        return False
    return ast.unparse(node.func.value).endswith("running")


def test_the_cookie_of_a_session_is_not_what_the_servers_tell_each_other(two: tuple[Server, Server]) -> None:
    here, _ = two
    guest = here.enter("guest")
    token = guest.cookies[COOKIE]
    told: list[bytes] = []
    leading = here.app.state.leading
    real = leading.tell_all

    async def heard(octets: bytes) -> None:
        told.append(octets)
        await real(octets)

    leading.tell_all = heard
    guest.delete("/api/session").raise_for_status()
    (octets,) = told
    assert token not in octets.decode()
    assert said(octets)["type"] == "signed_out"
