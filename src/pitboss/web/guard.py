"""What is checked before every request (size, rate, origin, time), and the headers of every answer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import Refusal
from pitboss.web.refusals import refused_answer
from pitboss.web.settings import Limits, Settings

__all__ = ["Guard", "NotAllowed", "Rate", "Rates", "TooMany", "same_origin"]

log = logging.getLogger(__name__)

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
FRESH: Final = {"Cache-Control": "no-store"}
"""What the API says is for one person, at one moment."""
HTTPS_ONLY: Final = {"Strict-Transport-Security": "max-age=31536000"}
SAFE: Final = {"GET", "HEAD", "OPTIONS"}


class NotAllowed(Refusal):
    """Signed in, but not allowed to do this."""


class TooMany(Refusal):
    """More requests than a person makes."""


class Rate:
    """A rate limit: N per second on average, with bursts; remembers a bounded number of callers."""

    def __init__(self, per_second: float, burst: int, *, callers: int = 20_000) -> None:
        self._rate, self._burst, self._most = per_second, burst, callers
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str, now: float | None = None) -> bool:
        """Whether one more is allowed for this caller now."""
        now = time.monotonic() if now is None else now
        left, since = self._left.pop(caller, (float(self._burst), now))
        left = min(left + (now - since) * self._rate, float(self._burst))
        allowed = left >= 1.0
        self._left[caller] = (left - 1.0 if allowed else left, now)
        self._forget()
        return allowed

    def has_left(self, caller: str) -> bool:
        """Whether a caller who is charged afterwards may begin something."""
        left, since = self._left.get(caller, (float(self._burst), 0.0))
        return left + (time.monotonic() - since) * self._rate > 0.0

    def charge(self, caller: str, cost: float) -> None:
        """Take what something has cost, also where that is more than was left."""
        now = time.monotonic()
        left, since = self._left.pop(caller, (float(self._burst), now))
        self._left[caller] = min(left + (now - since) * self._rate, float(self._burst)) - cost, now
        self._forget()

    def _forget(self) -> None:
        if len(self._left) > self._most:
            self._left.popitem(last=False)


class Rates:
    """The rates of one server."""

    def __init__(self, limits: Limits) -> None:
        self.sign_ins = Rate(limits.sign_ins_per_second, limits.sign_ins_burst)
        self.guests = Rate(limits.guests_per_second, limits.guests_burst)
        self.commands = Rate(limits.commands_per_second, limits.commands_burst)
        self.requests = Rate(limits.requests_per_second, limits.requests_burst)
        self.sheets = Rate(limits.sheets_per_second, limits.sheets_burst)


def same_origin(headers: Headers, settings: Settings) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in (None, "same-origin", "none")
    if origin in settings.origins:
        return True
    try:
        found = urlsplit(origin)
    except ValueError:
        return False
    schemes = ("https",) if settings.secure_cookies else ("http", "https")
    return found.scheme in schemes and bool(found.netloc) and found.netloc == headers.get("host", "")


class Guard:
    """ASGI middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates) -> None:
        self._app, self._settings, self._limits, self._rates = app, settings, settings.limits, rates
        self._headers = {**HEADERS, **(HTTPS_ONLY if settings.secure_cookies else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = _Answer(send, {**self._headers, **(FRESH if scope["path"].startswith("/api/") else {})})
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        whole = receive
        if refusal is None and _has_body(headers):
            try:
                whole = await self._read(receive)
            except _Unread as why:
                refusal = refused_answer(why.status, why.refusal)
        if refusal is not None:
            refusal.headers["Connection"] = "close"  # what is left of the request is not read
            await refusal(scope, receive, answer.send)
            return
        await self._pass_on(scope, whole, answer)

    async def _pass_on(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        """Answer after a bug of ours: one line to the caller, the traceback to the log."""
        try:
            await self._app(scope, receive, answer.send)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if answer.started:
                raise
            await refused_answer(500, Refusal("server.mistake"))(scope, receive, answer.send)

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        client = scope.get("client")
        if not self._rates.requests.take(client[0] if client else ""):
            return refused_answer(429, Refusal("rate.requests"))
        if scope["method"] not in SAFE and not same_origin(headers, self._settings):
            return refused_answer(403, Refusal("request.other_site"))
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or len(length) > 12 or int(length) > self._limits.body_bytes:
            return refused_answer(413, Refusal("request.too_big", most=self._limits.body_bytes))
        return None

    async def _read(self, receive: Receive) -> Receive:
        """The whole body, before anything else is done: bounded in size and in time."""
        body = b""
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] != "http.request":
                        return _replayed(message, receive)
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > self._limits.body_bytes:
                        raise _Unread(413, Refusal("request.too_big", most=self._limits.body_bytes))
        except TimeoutError:
            raise _Unread(408, Refusal("request.too_slow")) from None
        return _replayed({"type": "http.request", "body": body, "more_body": False}, receive)


class _Unread(Exception):
    """A request body that is refused."""

    def __init__(self, status: int, refusal: Refusal) -> None:
        self.status, self.refusal = status, refusal


class _Answer:
    """An answer on its way, with the headers that every one has."""

    def __init__(self, send: Send, headers: dict[str, str]) -> None:
        self._send, self._headers, self.started = send, headers, False

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
        await self._send(message)


def _has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


def _replayed(first: Message, receive: Receive) -> Receive:
    """Return the body that was read already, then what the client sends."""
    waiting = [first]

    async def replayed() -> Message:
        return waiting.pop() if waiting else await receive()

    return replayed
