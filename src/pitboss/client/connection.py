"""The connection: HTTP to come in, one WebSocket for everything that is live.

When the connection is lost it is made again, the tables that were watched are watched again, and every command that has
no answer yet is sent again under its old name: the server does it once, however often it is sent.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import Any, Final, Self

import httpx
import msgspec
import websockets

from pitboss.errors import PitbossError

__all__ = ["Client", "Refused", "Seat", "ServerAway"]

PATIENCE: Final = 30.0
"""Seconds that the server may take for an answer or for a handshake."""
FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 5.0
ASK_AGAIN: Final = 0.5
"""Seconds until a command is sent again after the server could not say whether it was done."""


class Refused(PitbossError):
    """The server did not do it, and says why."""

    def __init__(
        self, reason: str, clause: str = "", *, code: str = "", params: Mapping[str, Any] | None = None
    ) -> None:
        self.reason, self.clause, self.code, self.params = reason, clause, code, dict(params or {})
        super().__init__(f"{reason} ({clause})" if clause else reason)


class ServerAway(PitbossError):
    """The server does not answer."""


class Seat:
    """A watched table, as this person sees it: always the latest state, and the events of the round under way."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self.table = client, table
        self.version = 0
        self.state: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.facts: dict[str, Any] = {}
        """What does not change: title, sheet, its hash."""
        self.fresh: list[dict[str, Any]] = []
        """The events of the last message."""
        self._changed = asyncio.Event()

    @property
    def offers(self) -> list[dict[str, Any]]:
        """The answers that are open to this person now."""
        return self.you.get("offers", []) if self.you else []

    @property
    def question(self) -> str:
        """What the table waits for."""
        asked = self.state.get("question")
        return asked["kind"] if asked else ""

    async def change(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()
        self._changed.clear()

    async def changes(self) -> AsyncIterator[Self]:
        while True:
            await self.change()
            yield self

    async def do(self, command: dict[str, Any]) -> int:
        """Have a command done; returns the version of the table that it became."""
        return await self._client.command(self.table, command, question=self.state.get("asked"))

    async def act(self, action: dict[str, Any]) -> int:
        return await self.do({"type": "Act", "action": action})

    async def sit(self, box: int) -> int:
        return await self.do({"type": "Sit", "box": box})

    async def bet(self, box: int, cents: int, wager: str = "main") -> int:
        return await self.act({"type": "PlaceBet", "spot": box, "cents": cents, "wager": wager})

    async def ready(self) -> int:
        return await self.do({"type": "Ready"})

    def take(self, message: dict[str, Any]) -> bool:
        """Apply a message; return False if one before it is missing."""
        if message["type"] == "table":
            self.version, self.events = message["version"], list(message["events"])
            self.facts = {name: message[name] for name in ("title", "sheet", "sheet_hash", "game", "coach")}
            self.fresh = []
        elif message["version"] <= self.version:
            return True
        elif message["version"] != self.version + 1:
            return False
        else:
            self.version, self.fresh = message["version"], message["events"]
            if any(event["type"] == "RoundStarted" for event in self.fresh):
                self.events = []
            self.events += self.fresh
        self.state = message["state"]
        if message["you"] is not None:
            self.you = {**({"balance": self.you["balance"]} if "balance" in self.you else {}), **message["you"]}
        elif self.you:
            self.you = {name: self.you[name] for name in ("name", "balance") if name in self.you}
        self._changed.set()
        return True


class Client:
    """One person at the server."""

    def __init__(self, address: str, *, cookie: str = "") -> None:
        self.address = address.rstrip("/")
        self.name = self.csrf = ""
        self.balance = 0
        self.meters: dict[str, Any] = {}
        self.reconnections = 0
        self._http = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE, verify=_trusted())
        if cookie:
            self._http.cookies.set("pitboss_session", cookie)
        self._socket: websockets.ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._seats: dict[str, Seat] = {}
        self._asked: dict[str, tuple[bytes, asyncio.Future[dict[str, Any]]]] = {}
        self._watching: dict[str, asyncio.Future[None]] = {}
        self._prefix, self._numbers = secrets.token_hex(6), itertools.count(1)
        self._sending: set[asyncio.Task[None]] = set()
        self._connecting = asyncio.Lock()
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        self._closed = True
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()
        await self._http.aclose()

    # coming in

    async def guest(self) -> Self:
        """Come in as a guest with play chips."""
        return self._known(await self.call("POST", "/api/guests"))

    async def sign_in(self, name: str, password: str) -> Self:
        return self._known(await self.call("POST", "/api/session", {"name": name, "password": password}))

    async def register(self, name: str, password: str) -> Self:
        return self._known(await self.call("POST", "/api/people", {"name": name, "password": password}))

    async def resume(self) -> Self:
        """Go on with the session of the cookie given."""
        return self._known(await self.call("GET", "/api/me"))

    @property
    def cookie(self) -> str:
        return self._http.cookies.get("pitboss_session") or ""

    def _known(self, me: dict[str, Any]) -> Self:
        self.name, self.csrf, self.balance = me["name"], me["csrf"], me["balance"]
        return self

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """One HTTP request; refusals are raised with their reason."""
        try:
            answer = await self._http.request(method, path, json=body, headers={"X-Pitboss-Token": self.csrf})
        except httpx.HTTPError as error:
            raise ServerAway(f"{self.address} does not answer: {error}") from error
        if answer.status_code >= 400:
            raise _refusal(answer)
        kind = answer.headers.get("content-type", "")
        return answer.json() if kind.startswith("application/json") else answer.text

    # the live part

    async def watch(self, table: str) -> Seat:
        """Watch a table from now on."""
        if table not in self._seats:
            await self._connected(table)
            self._seats[table] = Seat(self, table)
            future = self._watching[table] = asyncio.get_running_loop().create_future()
            await self._send(_json({"type": "watch", "table": table}))
            await future
        return self._seats[table]

    async def watch_meters(self) -> None:
        await self._connected()
        self.meters["watched"] = True
        await self._send(b'{"type":"meters"}')

    async def command(self, table: str, command: dict[str, Any], *, name: str = "", question: int | None = None) -> int:
        """Have a command done, once, whatever happens to the connection; refused once its question is another."""
        name = name or f"{self._prefix}-{next(self._numbers)}"
        await self._connected()
        bound = {} if question is None else {"question": question}  # an older server knows no such field
        frame = _json({"type": "command", "id": name, "table": table, "command": command, **bound})
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[name] = frame, future
        await self._send(frame)
        answer = await future
        if answer["type"] == "refused":
            raise _refused(answer)
        return int(answer["version"])

    async def _connected(self, table: str = "") -> None:
        async with self._connecting:
            if self._socket is None:
                await self._connect(table)
                self._reader = asyncio.create_task(self._read())

    async def _connect(self, table: str) -> None:
        address = self.address.replace("http", "ws", 1) + "/api/live"
        if table:  # the server that leads it takes the connection
            address += f"?table={table}"
        headers = {"Cookie": f"pitboss_session={self.cookie}"} if self.cookie else {}
        try:
            self._socket = await websockets.connect(
                address,
                additional_headers=headers,
                open_timeout=PATIENCE,
                compression=None,
                max_size=None,
                proxy=None,
                ping_interval=None,
            )
        except (OSError, websockets.WebSocketException) as error:
            raise ServerAway(f"{self.address} does not answer: {error}") from error

    async def _send(self, frame: bytes) -> None:
        """Send now if connected; otherwise it goes out when the connection is there again."""
        assert self._socket is not None
        with suppress(websockets.ConnectionClosed):
            await self._socket.send(frame.decode())

    async def _read(self) -> None:
        while not self._closed:
            assert self._socket is not None
            with suppress(websockets.ConnectionClosed):
                async for frame in self._socket:
                    await self._take(msgspec.json.decode(frame))
            if not self._closed:
                await self._reconnect()

    async def _reconnect(self) -> None:
        """Come back, watch again, and ask again for what has no answer."""
        wait = FIRST_WAIT
        while True:
            try:
                await self._connect(next(iter(self._seats), ""))
                break
            except ServerAway:
                await asyncio.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)
        self.reconnections += 1
        for table in self._seats:
            await self._send(_json({"type": "watch", "table": table}))
        if self.meters:
            await self._send(b'{"type":"meters"}')
        for frame, _ in list(self._asked.values()):
            await self._send(frame)

    async def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "table" | "change":
                seat = self._seats.get(message["table"])
                if seat is not None and not seat.take(message):
                    await self._send(_json({"type": "watch", "table": seat.table}))
                if (waiting := self._watching.pop(message["table"], None)) is not None and not waiting.done():
                    waiting.set_result(None)
            case "done" | "refused":
                self._answered(message)
            case "meters":
                self.meters.update(message)

    def _answered(self, message: dict[str, Any]) -> None:
        if message.get("again") and message["id"] in self._asked:
            asyncio.get_running_loop().call_later(ASK_AGAIN, self._ask_again, message["id"])
            return
        _, future = self._asked.pop(message["id"], (b"", None))
        if future is not None and not future.done():
            future.set_result(message)
        elif not message["id"] and message["type"] == "refused":
            for waiting in self._watching.values():
                if not waiting.done():
                    waiting.set_exception(Refused(message["reason"], message["clause"]))
            self._watching.clear()

    def _ask_again(self, name: str) -> None:
        """Send a command again after the server could not say whether it was done."""
        if name in self._asked and not self._closed:
            task = asyncio.ensure_future(self._send(self._asked[name][0]))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)


@cache
def _trusted() -> ssl.SSLContext:
    """The authorities that are trusted: to read them takes longer than all the rest of making a client."""
    return httpx.create_ssl_context()


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _refusal(answer: httpx.Response) -> Refused:
    try:
        return _refused(answer.json())
    except ValueError:
        return Refused(f"the server answered {answer.status_code}")


def _refused(said: dict[str, Any]) -> Refused:
    """The refusal in a message or a body; older servers send no code."""
    return Refused(
        str(said.get("reason", said)),
        str(said.get("clause", "")),
        code=str(said.get("code", "")),
        params=said.get("params"),
    )
