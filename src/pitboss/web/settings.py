"""What a server is started with: where its data lies, which database, which address, and how much it puts up with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from pitboss.errors import PitbossError, Refusal
from pitboss.rules import Sheet
from pitboss.service.floor.commands import Pace

__all__ = ["Limits", "Settings"]

SHORTEST_TOKEN: Final = 16
WILDCARDS: Final = ("0.0.0.0", "::", "*")
"""What the other servers are told is where they come: at these, each of them would come to itself."""


@dataclass(frozen=True)
class Limits:
    """How much the server puts up with; each can be set as ``PITBOSS_LIMIT_`` and its name."""

    body_bytes: int = 64 * 1024
    frame_bytes: int = 16 * 1024
    header_seconds: float = 10.0
    """From the first byte of a request to the end of its headers."""
    body_seconds: float = 10.0
    message_seconds: float = 10.0
    """From the first byte of a WebSocket message to its last."""
    ping_seconds: float = 20.0
    """How often a WebSocket is asked whether anybody is there, and how long the answer may take."""
    send_seconds: float = 20.0
    """How long one message may wait for a reader who does not read."""
    session_check_seconds: float = 15.0
    """How often the sessions behind open WebSockets are looked up: another process may have ended them."""
    reminder_check_seconds: float = 15.0
    """How often it is looked up who is to be reminded of the time and the result."""
    requests_per_second: float = 200.0
    """Per address, as the next ones."""
    requests_burst: int = 2000
    sign_ins_per_second: float = 0.2
    sign_ins_burst: int = 20
    sign_ins_waiting: int = 16
    """Passwords of all addresses that wait to be checked; one is under way."""
    guests_per_second: float = 50.0
    guests_burst: int = 2000
    connections_each: int = 500
    visitors_each: int = 200
    """Of them by whoever has not signed in."""
    connections: int = 10_000
    """WebSockets of all addresses together."""
    commands_per_second: float = 50.0
    """Per person: commands over HTTP and messages over WebSockets."""
    commands_burst: int = 200
    buy_in_cents: int = 5_000_000
    """Chips that somebody buys at once."""
    watched: int = 32
    """Tables that one WebSocket watches."""
    waiting_messages: int = 2000
    """Messages that may wait for somebody who reads slowly, before the connection is closed."""
    sheets_per_second: float = 10.0
    """Sheets with values of one's own that are read, per address."""
    sheets_burst: int = 100
    recalls_waiting: int = 16
    """Rounds that wait to be recalled, of visitors and of those who have signed in each; one is under way."""
    recalls_each: int = 3
    """Of one address, or of one person."""
    recall_seconds_per_second: float = 0.25
    """Work for rounds that are recalled, per address or person."""
    recall_seconds_burst: int = 5
    drafts_waiting: int = 24
    drafts_each: int = 8
    questions_waiting: int = 64
    """Questions of the school that wait to be made, and answers that wait to be judged; one is under way."""
    figures_per_second: float = 0.5
    """Figures that are worked out anew, per address."""
    figures_burst: int = 40
    figures_waiting: int = 24
    """Figures of all addresses that wait to be worked out; one is under way."""
    figures_each: int = 6
    """Of one address."""
    figures_seconds: float = 600.0
    """How long one of them may take."""
    counting_shoes: int = 120
    """Shoes that are solved exactly for the index plays of a count."""
    counting_rounds: int = 4_000_000
    """Rounds that are played for what bets by a count bring."""

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> Limits:
        """The limits of the environment, the usual ones where it says nothing."""
        found: dict[str, float] = {}
        for one in fields(cls):
            name = f"PITBOSS_LIMIT_{one.name.upper()}"
            if name in environ:
                found[one.name] = _positive(name, environ[name], whole=one.type == "int")
        return cls(**found)  # type: ignore[arg-type]


def _positive(name: str, text: str, *, whole: bool) -> float:
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e12:
        raise PitbossError(f"{name} is a {'whole ' if whole else ''}number above 0, not {text[:40]!r}")
    return value


def _hours(text: str) -> int:
    if text and not (text.isascii() and text.isdigit() and len(text) < 6):
        raise PitbossError(f"PITBOSS_ROLE_WAITING_HOURS is a whole number of hours, not {text[:40]!r}")
    return int(text or 24)


def _check_destination(to: str) -> None:
    """Refuse what is neither a file nor an address to post to; it is not repeated, for it may hold a password."""
    if "://" not in to:
        return
    try:
        found = urlsplit(to)
        good = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        good = False
    if not good:
        raise PitbossError("checkpoints go to a file, or to an address that begins with http:// or https:// and a host")


def _private(text: str) -> tuple[str, int] | None:
    """An address with its port, or none."""
    host, _, port = text.rpartition(":")
    if not text:
        return None
    host = host.strip("[]")
    if not host or host in WILDCARDS or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise PitbossError(
            f"PITBOSS_PRIVATE is an address of this machine and a port, such as 10.0.0.7:8766, not {text[:40]!r}"
        )
    return host, int(port)


def _token(text: str) -> str:
    """A token that cannot be guessed, or none."""
    if text and (len(text) < SHORTEST_TOKEN or not text.isascii() or not text.isprintable() or " " in text):
        raise PitbossError(f"PITBOSS_METRICS_TOKEN has at least {SHORTEST_TOKEN} plain characters, without spaces")
    return text


@dataclass(frozen=True)
class Settings:
    """The defaults start a demo floor on SQLite with nothing to configure."""

    home: Path
    database: str
    host: str = "127.0.0.1"
    port: int = 8765
    demo: bool = True
    tables_each: int = 1
    staffed: bool = False
    """Whether a demo floor has tables that wait for a dealer, too."""
    sheets: tuple[Sheet, ...] = ()
    """Houses' own sheets that an embedded floor opens a table on, signed for the house as its other ones."""
    pace: Pace | None = None
    secure_cookies: bool = False
    """Set where the server stands behind HTTPS."""
    origins: tuple[str, ...] = ()
    """Further origins that pages of this floor may come from."""
    checkpoints_to: str = field(default="", repr=False)
    """Where the code of every checkpoint goes: a file or an address that the house itself cannot take back."""
    role_waiting_hours: int = 24
    """How long somebody who was given a role by one person counts as that person's own hand at an approval."""
    pseudonyms: bool = False
    """Whether new accounts play by a name that says nothing of who they are."""
    figures_ahead: bool = False
    """Whether charts and figures of posted sheets are worked out before somebody asks."""
    private: tuple[str, int] | None = None
    """Where servers of this floor on other machines come in, on a network that is theirs alone."""
    worker: int = 0
    """Which of several processes of one start this is; the first does what one of them does for all."""
    metrics_token: str = field(default="", repr=False)
    """With it /metrics is read from anywhere, without it only from this machine."""
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ, **given: object) -> Settings:
        """From the environment (``PITBOSS_HOME``, ``PITBOSS_DATABASE``, ...), what is given coming first."""
        home = Path(str(given.get("home") or environ.get("PITBOSS_HOME") or "pitboss-data"))
        outside = environ.get("PITBOSS_CHECKPOINTS_TO") or environ.get("PITBOSS_CHECKPOINT_FILE", "")
        found: dict[str, object] = {
            "home": home,
            "database": environ.get("PITBOSS_DATABASE") or f"sqlite:///{(home / 'floor.sqlite3').absolute()}",
            "secure_cookies": environ.get("PITBOSS_HTTPS", "") == "1",
            "origins": tuple(environ.get("PITBOSS_ORIGINS", "").split()),
            "private": _private(environ.get("PITBOSS_PRIVATE", "")),
            "metrics_token": _token(environ.get("PITBOSS_METRICS_TOKEN", "")),
            "checkpoints_to": outside,
            "role_waiting_hours": _hours(environ.get("PITBOSS_ROLE_WAITING_HOURS", "")),
            "pseudonyms": environ.get("PITBOSS_PSEUDONYMS", "") == "1",
            "limits": Limits.of(environ),
        }
        found.update({name: value for name, value in given.items() if value is not None})
        settings = cls(**found)  # type: ignore[arg-type]
        _check_destination(settings.checkpoints_to)
        if settings.sheets and not settings.embedded:
            raise Refusal("sheet.embedded_only")
        return settings

    @property
    def embedded(self) -> bool:
        """Whether the program keeps the floor for itself, in a file, and signs for the house."""
        return self.demo and not self.database.startswith("postgresql")
