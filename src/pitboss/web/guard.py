"""What stands before every request: size, rate, origin, and the headers of every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import PitbossError
from pitboss.web.settings import Settings

__all__ = ["Guard", "NotAllowed", "Rate", "TooMany", "same_origin"]

LARGEST_BODY: Final = 64 * 1024
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self' ws: wss:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SAFE: Final = {"GET", "HEAD", "OPTIONS"}


class NotAllowed(PitbossError):
    """Known, but not for this."""


class TooMany(PitbossError):
    """More requests than a person makes."""


class Rate:
    """So many in a second on average, and a burst of some more; remembers a bounded number of callers."""

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
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return allowed


def same_origin(headers: Headers, scheme: str, origins: tuple[str, ...]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") in (None, "same-origin", "none")
    if origin in origins:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


class Guard:
    """ASGI middleware around everything."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._by_address = Rate(200, 2000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, self._with_headers(send))
            return
        await self._app(scope, _limited(receive), self._with_headers(send))

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        if scope["method"] not in SAFE and not same_origin(headers, scope["scheme"], self._settings.origins):
            return _no(403, "this page is not of this floor")
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return _no(413, f"a request has at most {LARGEST_BODY} bytes")
        client = scope.get("client")
        if not self._by_address.take(client[0] if client else ""):
            return _no(429, "too many requests; wait a moment")
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        return sent


def _limited(receive: Receive) -> Receive:
    """A body without a length is cut off where it gets too long."""
    got = 0

    async def limited() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > LARGEST_BODY:
            raise TooMany(f"a request has at most {LARGEST_BODY} bytes")
        return message

    return limited


def _no(status: int, reason: str) -> JSONResponse:
    return JSONResponse({"reason": reason, "clause": ""}, status)
