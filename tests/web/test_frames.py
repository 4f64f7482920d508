"""Whatever comes over the WebSocket gets a clear refusal or a close, and the server stays well."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.seeding import chance
from tests.waiting import PATIENCE_SECONDS, eventually
from tests.web.house import ROOMY, Server, answer, run, said
from websockets.frames import Frame, Opcode

from pitboss.service.floor import commands as c
from pitboss.web.slow_clients import framed
from pitboss.words import catalogue

TABLE = "catfish-blackjack-1"
SIT: dict[str, Any] = {"type": "command", "id": "f1", "table": TABLE, "command": {"type": "Sit", "box": 1}}


def command(**inner: Any) -> dict[str, Any]:
    return {**SIT, "command": inner}


ODD: dict[str, str | bytes] = {
    "nothing": "",
    "nothing, as bytes": b"",
    "no JSON": "hello",
    "half": json.dumps(SIT)[:40],
    "a list": "[]",
    "a number": "1e9999",
    "a long number": "9" * 5000,
    "null": "null",
    "no type": "{}",
    "another type": '{"type":"drop"}',
    "a type that is no text": '{"type":7}',
    "an unknown field": '{"type":"ping","more":1}',
    "a field twice": '{"type":"watch","table":"a","table":7}',
    "deep": "[" * 7000 + "]" * 7000,
    "deep objects": '{"a":' * 2000 + "1" + "}" * 2000,
    "a lone surrogate": '{"type":"watch","table":"\\ud800"}',
    "bytes that are no text": b"\xff\xfe\x00\x80" * 10,
    "NUL in a table": '{"type":"watch","table":"a\\u0000b"}',
    "SQL in a table": json.dumps({"type": "watch", "table": "x'; DROP TABLE entries; --"}),
    "HTML in a table": json.dumps({"type": "watch", "table": "<script>alert(1)</script>"}),
    "a path in a table": json.dumps({"type": "watch", "table": "../../etc/passwd"}),
    "another stream": json.dumps({"type": "watch", "table": "person:Ann"}),
    "no such table": json.dumps({"type": "watch", "table": "no-such-table"}),
    "a box too far": json.dumps(command(type="Sit", box=10**6)),
    "a huge box": json.dumps(command(type="Sit", box=10**300)),
    "a box below": json.dumps(command(type="Sit", box=-1)),
    "half a box": json.dumps(command(type="Sit", box=1.5)),
    "a box in words": json.dumps(command(type="Sit", box="one")),
    "no box": json.dumps(command(type="Sit")),
    "a command of the house": json.dumps(command(type="EndRound")),
    "a command of the link": json.dumps(command(type="LinkDown", reason="x")),
    "chips for oneself": json.dumps(command(type="Hello", chips=10**9)),
    "a huge cut": json.dumps(command(type="Cut", at=10**40)),
    "a huge bet": json.dumps(command(type="Act", action={"type": "PlaceBet", "spot": 1, "cents": 10**30})),
    "a bet below": json.dumps(command(type="Act", action={"type": "PlaceBet", "spot": 1, "cents": -500})),
    "no such wager": json.dumps(command(type="Act", action={"type": "TakeBackBet", "spot": 1, "wager": "\x00"})),
    "no such card": json.dumps(command(type="Act", action={"type": "CardIs", "card": "Zz"})),
    "a card that is a list": json.dumps(command(type="Act", action={"type": "CardIs", "card": []})),
    "no id": json.dumps({**SIT, "id": ""}),
    "a long id": json.dumps({**SIT, "id": "x" * 65}),
    "NUL in an id": json.dumps({**SIT, "id": "a\x00b"}),
    "an id that is a number": json.dumps({**SIT, "id": 7}),
    "another schema": json.dumps({**SIT, "schema": 99}),
    "a schema in words": json.dumps({**SIT, "schema": "one"}),
}  # fmt: skip


@pytest.mark.parametrize("frame", ODD.values(), ids=ODD.keys())
def test_an_odd_frame_is_refused_in_one_line_and_the_connection_goes_on(server: Server, frame: str | bytes) -> None:
    guest = server.enter("guest")

    async def go() -> None:
        async with server.socket(guest) as connected:
            await connected.send(frame)
            refusal = await answer(connected, "refused")
            assert refusal["reason"]
            assert refusal["code"] in catalogue()
            assert "\n" not in refusal["reason"]
            assert "mistake" not in refusal["reason"]
            await connected.send('{"type":"ping"}')
            assert await answer(connected, "pong")

    run(go())


def test_a_visitor_may_watch_and_nothing_else(server: Server) -> None:
    async def go() -> None:
        async with server.socket() as connected:
            await connected.send(json.dumps(SIT))
            assert (await answer(connected, "refused"))["reason"] == "sign in first, or come in as a guest"
            await connected.send(json.dumps({"type": "watch", "table": TABLE}))
            assert (await answer(connected, "table"))["you"] is None

    run(go())


def closed_with(server: Server, *frames: str | bytes | list[str]) -> int:
    async def go() -> int:
        async with server.socket() as connected:
            with suppress(websockets.ConnectionClosed):
                for sent in frames:
                    await connected.send(sent)
                while True:
                    await connected.recv()
            assert connected.close_code is not None
            return connected.close_code

    return run(go())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_protocol_has_it(size: int) -> None:
    text = b"7" * size
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_messages_that_wait_together_come_apart_and_in_order(server: Server) -> None:
    async def go() -> list[str]:
        async with server.socket() as connected:
            for at in range(40):
                await connected.send(json.dumps({"type": "watch", "table": TABLE} if at % 2 else {"type": "ping"}))
            return [said(await connected.recv())["type"] for _ in range(41)]

    assert run(go()) == ["hello", *["pong", "table"] * 20]


def test_too_large_a_frame_closes_the_connection(server: Server) -> None:
    most = server.settings.limits.frame_bytes
    assert closed_with(server, "x" * (most + 1)) == 1009
    assert closed_with(server, "é" * (most // 2 + 1)) == 1009
    assert closed_with(server, ["x" * 1000] * (most // 1000 + 2)) == 1009
    for long in ("x" * (10 * most), ["x" * 1000] * (10 * most // 1000)):
        assert closed_with(server, long) in (1009, 1006)  # who goes on sending may miss the word
    assert server.healthy()


def test_a_message_in_fragments_is_one_message(server: Server) -> None:
    async def go() -> None:
        async with server.socket() as connected:
            await connected.send(iter('{"type":"ping"}'))
            assert await answer(connected, "pong")

    run(go())


def test_a_flood_is_refused_with_its_ids_and_then_closed(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, commands_burst=5, commands_per_second=0.001))
    guest = server.enter("guest")

    async def go() -> tuple[list[str], int]:
        ids: list[str] = []
        async with server.socket(guest) as connected:
            with suppress(websockets.ConnectionClosed):
                for number in range(1000):
                    await connected.send(json.dumps({**SIT, "id": f"n{number}"}))
                    message = await answer(connected, "refused" if number else "done")
                    ids += [message["id"]] if "too many" in message.get("reason", "") else []
            assert connected.close_code is not None
            return ids, connected.close_code

    ids, code = run(go())
    assert ids[:2] == ["n5", "n6"]
    assert code == 1008
    assert len(ids) < 300


def test_so_many_tables_are_watched_and_no_more(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, watched=2))

    async def go() -> None:
        async with server.socket() as connected:
            for name in ("catfish-blackjack-1", "blackjack-v5-1", "free-bet-blackjack-1"):
                await connected.send(json.dumps({"type": "watch", "table": name}))
            assert "2 tables" in (await answer(connected, "refused"))["reason"]
            await connected.send(json.dumps({"type": "unwatch", "table": "blackjack-v5-1"}))
            await connected.send(json.dumps({"type": "watch", "table": "free-bet-blackjack-1"}))
            assert (await answer(connected, "table"))["table"] == "free-bet-blackjack-1"

    run(go())


# --- bytes that are no WebSocket frames -------------------------------------------------------------------


class Raw:
    """A connection that has shaken hands and then sends whatever it likes."""

    def __init__(self, server: Server) -> None:
        host, port = server.address.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=PATIENCE_SECONDS)
        key = base64.b64encode(chance(16)).decode()
        lines = ("GET /api/live HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "")  # fmt: skip
        self.socket.sendall("\r\n".join(lines).encode())
        got = b""
        while b'"visitor"}' not in got:  # the hello is there
            got += self.socket.recv(4096)
        assert got.startswith(b"HTTP/1.1 101 ")

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def code(self) -> int:
        """The code that the server closes with; 0 where it just hangs up."""
        got = b""
        try:
            while chunk := self.socket.recv(4096):
                got += chunk
        except ConnectionResetError:
            return 0
        while got:
            size = got[1] & 127
            if got[0] & 15 == 8:
                return int(struct.unpack("!H", got[2:4])[0])
            at = 2 if size < 126 else 4
            size = size if size < 126 else struct.unpack("!H", got[2:4])[0]
            got = got[at + size :]
        return 0


def frame(payload: bytes, *, opcode: int = 1, fin: bool = True, mask: bool = True) -> bytes:
    head = bytes([opcode | (128 if fin else 0)])
    size = len(payload)
    flag = 128 if mask else 0
    head += bytes([flag | size]) if size < 126 else bytes([flag | 126]) + struct.pack("!H", size)
    return head + (b"\x00" * 4 if mask else b"") + payload


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(b'{"type":"ping"}', mask=False), 1002),
        (frame(b"x", opcode=3), 1002),
        (frame(b"x", opcode=0), 1002),
        (frame(b"x", opcode=9, fin=False), 1002),
        (frame(b"x" * 126, opcode=9), 1002),
        (frame(b"\xff\xfe"), 1007),
        (bytes([0xC1, 0x80, 0, 0, 0, 0]), 1002),
        (bytes([0x81, 0xFF]) + struct.pack("!Q", 2**62) + b"\x00" * 4, 1009),
        (frame(b"\x03", opcode=8), 1002),
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 3, 1002),
    ],
)  # fmt: skip
def test_broken_frames_close_the_connection_with_the_right_code(server: Server, sent: bytes, code: int) -> None:
    with Raw(server) as connected:
        connected.socket.sendall(sent)
        assert connected.code() == code
    assert server.healthy()


def test_random_bytes_never_hurt(server: Server) -> None:
    dice = random.Random(chance(8))
    for _ in range(60):
        with Raw(server) as connected:
            connected.socket.sendall(dice.randbytes(dice.randrange(1, 400)))
    assert server.healthy()


def test_a_message_that_never_ends_is_given_up(serve: Callable[..., Server]) -> None:
    """A byte now and then, or fragment after fragment, does not hold a connection for ever; silence does."""
    server = serve(limits=replace(ROOMY, message_seconds=0.4))
    whole = frame(b'{"type":"ping"}')
    parts = [whole[at : at + 1] for at in range(len(whole))]
    fragments = [frame(b"x", opcode=1, fin=False), *[frame(b"x", opcode=0, fin=False)] * 20]
    for pieces in (parts, fragments):
        with Raw(server) as slow:
            try:
                for piece in pieces:
                    slow.socket.sendall(piece)
                    time.sleep(0.1)
            except OSError:
                pass
            assert slow.code() in (0, 1008)
    with Raw(server) as silent:
        time.sleep(0.8)
        silent.socket.sendall(whole)
        assert b"pong" in silent.socket.recv(4096)


def all_go(server: Server) -> None:
    """Wait until nobody is connected any more."""
    eventually(lambda: not len(server.app.state.connections), "a connection is never let go")


def test_who_does_not_answer_pings_is_let_go(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, ping_seconds=0.3))
    with Raw(server) as deaf:
        assert deaf.code() == 1011
        all_go(server)


def test_who_does_not_read_is_let_go_and_nobody_waits_for_him(serve: Callable[..., Server]) -> None:
    server = serve(limits=replace(ROOMY, send_seconds=0.4, waiting_messages=50))
    ask = frame(json.dumps({"type": "watch", "table": TABLE}).encode())
    with Raw(server) as stuck:
        stuck.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.socket.settimeout(0.5)
        try:
            for _ in range(40_000):
                stuck.socket.sendall(ask)
        except OSError:
            pass
        all_go(server)
    assert server.healthy()


# --- made-up messages -------------------------------------------------------------------------------------

leaf = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
word = st.text(max_size=20)
anything = st.recursive(
    leaf | word,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(word, inner, max_size=4),
    max_leaves=12,
)
kinds = [kind.__struct_config__.tag for kind in (*c.PlayerCommand.__args__, *c.AnyAction.__args__)]  # type: ignore[attr-defined]


@st.composite
def likely(draw: st.DrawFn) -> dict[str, Any]:
    """A command that is nearly right: real types, real field names, made-up values."""
    names = ("box", "at", "spot", "hand", "cents", "wager", "player", "card", "sign", "option", "times", "cards")
    fields = draw(st.dictionaries(st.sampled_from(names), anything | st.integers(-2, 8), max_size=4))
    action = {"type": draw(st.sampled_from(kinds)), **fields}
    inner = draw(st.sampled_from([{"type": "Act", "action": action}, action]))
    return {"type": "command", "id": draw(st.text(max_size=70)), "table": draw(st.sampled_from([TABLE, ""])),
            "command": inner, "question": draw(st.none() | st.integers(0, 40))}  # fmt: skip


UNANSWERED = (b"acknowledge", b"unwatch")


async def before(connected: Any, end: str) -> list[dict[str, Any]]:
    """All that comes before the refusal of a command of this name."""
    await connected.send(json.dumps({**command(type="Nothing"), "id": end}))
    got = []
    while (message := said(await connected.recv())).get("id") != end:
        got.append(message)
    return got


@pytest.mark.slow
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(likely() | anything | st.binary(max_size=200), min_size=1, max_size=12))
def test_made_up_messages_each_get_an_answer(server: Server, frames: list[Any]) -> None:
    """Each gets a refusal, or is done, or what it asks for where that can be read; never a mistake of the server's."""
    guest = server.enter("guest")

    async def go() -> None:
        async with server.socket(guest) as connected:
            assert said(await connected.recv())["type"] == "hello"
            for number, one in enumerate(frames):
                sent = one if isinstance(one, bytes) else msgspec.json.encode(one)
                await connected.send(sent)
                got = await before(connected, f"end of {number}")
                assert got or any(kind in sent for kind in UNANSWERED), one
                assert not [reply for reply in got if "mistake" in reply.get("reason", "")], one

    run(go())


def test_a_command_that_is_being_written_is_not_broken_off_with_its_connection(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table stands where the store does, although whoever asked has gone in between."""
    boss, player = server.enter("administrator"), server.enter("player")
    name = player.get("/api/me").json()["name"]
    store, table = server.running.floor.store, "free-bet-blackjack-1"
    append, begun, gone = store.append, threading.Event(), threading.Event()

    def slowly(commits: Any) -> Any:
        begun.set()
        assert gone.wait(PATIENCE_SECONDS)
        return append(commits)

    async def go() -> None:
        connected = await server.socket(player)
        monkeypatch.setattr(store, "append", slowly)
        await connected.send(json.dumps({**SIT, "id": "gone", "table": table}))
        await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
        connected.transport.abort()
        gone.set()
        role = {
            "role": "dealer",
            "reason": "new",
        }  # of which the broken connection is told, and notices that it is broken
        assert (await asyncio.to_thread(boss.put, f"/api/admin/people/{name}/role", json=role)).status_code == 200
        await connected.close()

    run(go())
    all_go(server)
    eventually(lambda: store.find(name, "gone") is not None, "the command was broken off")
    assert name in player.get(f"/api/tables/{table}").json()["state"]["boxes"]


def test_the_server_goes_on_when_a_connection_breaks_in_the_middle_of_a_command(server: Server) -> None:
    """Each command is done or not, but the table goes on."""
    guest, other, table = server.enter("guest"), server.enter("guest"), "games-of-chance-blackjack-1"

    async def go() -> None:
        for number in range(10):
            connected = await server.socket(guest)
            kind = {"type": "Sit", "box": 4} if number % 2 == 0 else {"type": "Leave"}
            await connected.send(json.dumps({**SIT, "id": f"cut-{number}", "table": table, "command": kind}))
            connected.transport.abort()
            await connected.close()

    run(go())
    all_go(server)
    assert server.healthy()
    got = other.post(f"/api/tables/{table}/commands", json={"id": "last", "command": {"type": "Sit", "box": 2}})
    assert got.status_code == 200
