"""`/metrics`: what a server does, in the text form that Prometheus reads.

It is for whoever watches over the server, not for players: from this machine alone, or with the token of the settings.
Behind a proxy everybody seems to come from this machine, so there the token is always needed.
"""

from __future__ import annotations

import hmac
import ipaddress
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from pitboss import __version__
from pitboss.service.floor.running import Running
from pitboss.web.api import Here
from pitboss.web.guard import NotAllowed
from pitboss.web.operation_counts import BOUNDS, Counts, Histogram
from pitboss.web.settings import Settings

__all__ = ["Family", "Sample", "router", "text_of"]

router = APIRouter()
FORM: Final = "text/plain; version=0.0.4; charset=utf-8"
_FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, running: Here) -> PlainTextResponse:
    """Counts, gauges and histograms of this process."""
    settings: Settings = request.app.state.settings
    if not _may_read(request, settings):
        raise NotAllowed("metrics are for this machine, or for who has the token (PITBOSS_METRICS_TOKEN)")
    counts: Counts = request.app.state.counts
    families = _families(running, counts, connections=len(request.app.state.connections))
    return PlainTextResponse(text_of(families), media_type=FORM)


def _may_read(request: Request, settings: Settings) -> bool:
    if settings.metrics_token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode())
    behind_proxy = settings.secure_cookies or any(name in request.headers for name in _FORWARDED)
    return not behind_proxy and request.client is not None and _is_here(request.client.host)


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# --- the text form ----------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """One line: a suffix of the name, labels, and the number."""

    value: float
    labels: Mapping[str, str] = {}
    suffix: str = ""


class Family(NamedTuple):
    """All lines of one name."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    about: str
    samples: tuple[Sample, ...]


def text_of(families: Iterable[Family]) -> str:
    r"""Families in the text form.

    >>> print(text_of([Family("tables", "gauge", "Open tables.", (Sample(2, {"sheet": 'a "b"'}),))]), end="")
    # HELP tables Open tables.
    # TYPE tables gauge
    tables{sheet="a \"b\""} 2
    """
    return "".join(f"{line}\n" for family in families for line in _lines(family))


def _lines(family: Family) -> Iterator[str]:
    yield f"# HELP {family.name} {family.about}"
    yield f"# TYPE {family.name} {family.kind}"
    for sample in family.samples:
        labels = ",".join(f'{name}="{_escaped(value)}"' for name, value in sample.labels.items())
        yield f"{family.name}{sample.suffix}{f'{{{labels}}}' if labels else ''} {_number(sample.value)}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _timed(histogram: Histogram) -> tuple[Sample, ...]:
    """A histogram's lines: how many took at most so long, how long all took together, how many there were."""
    total, samples = 0, []
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), histogram.buckets, strict=True):
        total += count
        samples.append(Sample(total, {"le": bound}, "_bucket"))
    return (*samples, Sample(histogram.total, suffix="_sum"), Sample(total, suffix="_count"))


# --- what is told -----------------------------------------------------------------------------------------


def _families(running: Running, counts: Counts, *, connections: int) -> Iterator[Family]:
    yield Family("pitboss_info", "gauge", "The program.", (Sample(1, {"version": __version__, "python": _python()}),))
    yield Family("process_start_time_seconds", "gauge", "When this process started.", (Sample(counts.started),))
    yield Family("process_cpu_seconds_total", "counter", "Work of this process.", (Sample(time.process_time()),))
    yield from _floor(running, counts)
    yield Family("pitboss_connections", "gauge", "WebSockets open to this process.", (Sample(connections),))
    yield _by(
        "pitboss_commands_total", "Commands that were given to this process.", counts.commands, "command", "outcome"
    )
    yield Family(
        "pitboss_command_seconds", "histogram", "From a command to its answer, durable, of those that were done.",
        _timed(counts.command_seconds),
    )  # fmt: skip
    yield _by("pitboss_entries_total", "Entries this process has appended.", counts.entries, "stream", "role")
    yield Family(
        "pitboss_store_append_seconds", "histogram", "One transaction of the store.", _timed(counts.append_seconds)
    )
    errors = Counter({(name,): count for name, count in counts.store_errors.items()})
    yield _by("pitboss_store_errors_total", "Calls of the store that failed.", errors, "call")


def _floor(running: Running, counts: Counts) -> Iterator[Family]:
    tables, seats, rounds = Counter[tuple[str]](), Counter[tuple[str]](), Counter[tuple[str]]()
    for live in running.tables():
        rounds[(live.sheet.name,)] += counts.rounds[live.id]
        if not live.closed:
            tables[(live.sheet.name,)] += 1
            seats[(live.sheet.name,)] += sum(1 for player in live.table.boxes if player)
    yield _by("pitboss_tables", "Open tables.", tables, "sheet", kind="gauge")
    yield _by("pitboss_seats_taken", "Boxes that somebody holds.", seats, "sheet", kind="gauge")
    yield _by("pitboss_rounds_total", "Rounds that this process has brought to their end.", rounds, "sheet")
    link = running.floor.known_link()
    if link is not None:
        yield Family("pitboss_link_up", "gauge", "Whether the link is up.", (Sample(int(link.up)),))
        meters = (("major", link.major), ("minor", link.minor), ("reserve", link.reserve))
        yield Family(
            "pitboss_meter_cents", "gauge", "The meters of the link and what is kept for the next major.",
            tuple(Sample(cents, {"meter": name}) for name, cents in meters),
        )  # fmt: skip


def _by(
    name: str, about: str, counted: Counter[tuple[str, ...]] | Counter[tuple[str]] | Counter[tuple[str, str]],
    *labels: str, kind: Literal["counter", "gauge"] = "counter",
) -> Family:  # fmt: skip
    """A family with a line for everything that was counted."""
    samples = tuple(Sample(count, dict(zip(labels, key, strict=True))) for key, count in sorted(counted.items()))
    return Family(name, kind, about, samples)


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))
