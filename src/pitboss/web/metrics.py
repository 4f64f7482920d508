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
from itertools import accumulate
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from pitboss import __version__
from pitboss.service.floor.running import Running
from pitboss.web.api import Here
from pitboss.web.guard import NotAllowed
from pitboss.web.operation_counts import BOUNDS, Counts, Histogram
from pitboss.web.settings import Settings

__all__ = ["router"]

router = APIRouter()
FORM: Final = "text/plain; version=0.0.4; charset=utf-8"
_FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, running: Here) -> PlainTextResponse:
    """Counts, gauges and histograms of this process."""
    settings: Settings = request.app.state.settings
    if not _may_read(request, settings):
        raise NotAllowed("metrics.not_allowed")
    counts: Counts = request.app.state.counts
    families = _families(running, counts, connections=len(request.app.state.connections))
    return PlainTextResponse(generate_latest(_Collected(families)), media_type=FORM)


class _Collected(Collector):
    """The counts in the form that the Prometheus library collects."""

    def __init__(self, families: Iterable[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _may_read(request: Request, settings: Settings) -> bool:
    if settings.metrics_token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode())
    if not _names_this_machine(request.headers.get("host", "")):
        return False  # a page of another site whose name resolves to this machine
    behind_proxy = settings.secure_cookies or any(name in request.headers for name in _FORWARDED)
    return not behind_proxy and request.client is not None and _is_here(request.client.host)


def _names_this_machine(host: str) -> bool:
    """Whether a request names this machine by itself, and not by a name that anybody could have lead here."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    return name == "localhost" or _is_here(name.strip("[]"))


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


# --- what is counted -----------------------------------------------------------------------------------------


def _families(running: Running, counts: Counts, *, connections: int) -> Iterator[Metric]:
    yield _by("pitboss_info", "The program.", {(__version__, _python()): 1}, "version", "python")
    yield _by("process_start_time_seconds", "When this process started.", {(): counts.started})
    yield _total("process_cpu_seconds", "Work of this process.", {(): time.process_time()})
    yield from _floor(running, counts)
    yield _by("pitboss_connections", "WebSockets open to this process.", {(): connections})
    about = "Commands that were given to this process."
    yield _total("pitboss_commands", about, counts.commands, "command", "outcome")
    about = "From a command to its answer, durable, of those that were done."
    yield _timed("pitboss_command_seconds", about, counts.command_seconds)
    yield _total("pitboss_entries", "Entries this process has appended.", counts.entries, "stream", "role")
    yield _timed("pitboss_store_append_seconds", "One transaction of the store.", counts.append_seconds)
    errors = {(name,): count for name, count in counts.store_errors.items()}
    yield _total("pitboss_store_errors", "Calls of the store that failed.", errors, "call")


def _floor(running: Running, counts: Counts) -> Iterator[Metric]:
    tables, seats, rounds = Counter[tuple[str]](), Counter[tuple[str]](), Counter[tuple[str]]()
    for live in running.led_tables():
        rounds[(live.sheet.name,)] += counts.rounds[live.id]
        if not live.closed:
            tables[(live.sheet.name,)] += 1
            seats[(live.sheet.name,)] += sum(1 for player in live.table.boxes if player)
    yield _by("pitboss_tables", "Open tables.", tables, "sheet")
    yield _by("pitboss_seats_taken", "Boxes that somebody holds.", seats, "sheet")
    yield _total("pitboss_rounds", "Rounds that this process has brought to their end.", rounds, "sheet")
    link = running.floor.known_link()
    if link is not None:
        yield _by("pitboss_link_up", "Whether the link is up.", {(): int(link.up)})
        meters = {("major",): link.major, ("minor",): link.minor, ("reserve",): link.reserve}
        yield _by("pitboss_meter_cents", "The meters of the link and what is kept for the next major.", meters, "meter")


Counted = (
    Mapping[tuple[()], float] | Mapping[tuple[str], int] | Mapping[tuple[str, str], int]
)  # a mapping of tuples of any length would not take these, its keys being invariant
"""A number for each combination of labels."""


def _by(name: str, about: str, counted: Counted, *labels: str) -> Metric:
    """A gauge with a line for everything that was counted."""
    return _filled(GaugeMetricFamily(name, about, labels=labels), counted)


def _total(name: str, about: str, counted: Counted, *labels: str) -> Metric:
    """A counter, whose name ends in ``_total``, with a line for everything that was counted."""
    return _filled(CounterMetricFamily(name, about, labels=labels), counted)


def _filled(family: GaugeMetricFamily | CounterMetricFamily, counted: Counted) -> Metric:
    for key, count in sorted(counted.items()):
        family.add_metric(key, count)
    return family


def _timed(name: str, about: str, histogram: Histogram) -> Metric:
    """How many calls took at most as long as each bound, and how long all took together."""
    sums = accumulate(histogram.buckets)
    buckets = list(zip((*map(str, BOUNDS), "+Inf"), sums, strict=True))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=histogram.total)


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))
