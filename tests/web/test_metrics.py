"""`/metrics` and the log as JSON: what is told, to whom, and that it says no secret."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.waiting import PATIENCE_SECONDS
from tests.web.house import PASSWORD, Server, answer, run

from pitboss import __version__
from pitboss.client import Client
from pitboss.errors import IllegalAction, PitbossError
from pitboss.rules import SHIPPED
from pitboss.service.floor import commands as c
from pitboss.service.floor.floor import Unknown
from pitboss.service.floor.streams import Answer
from pitboss.store import Commit, MemoryStore, StoreError
from pitboss.web.logs import AsJson
from pitboss.web.operation_counts import BOUNDS, Counts, Histogram, counted
from pitboss.web.settings import Settings

TABLE = "catfish-blackjack-1"
TOKEN = "a token of the house, in one"[:20].replace(" ", "-")
LINE = re.compile(r'([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? (-?[0-9.e+-]+|\+Inf|NaN)')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')

Told = dict[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Told:
    """Every line of the text form; each name is described before its first line, and no line comes twice."""
    found: Told = {}
    kinds: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in kinds
            kinds[name] = kind
            continue
        if line.startswith("# HELP "):
            continue
        match = LINE.fullmatch(line)
        assert match, line
        name = match[1]
        family = re.sub("_(bucket|sum|count)$", "", name) if name not in kinds else name
        assert kinds[family] in ("counter", "gauge", "histogram")
        key = (name, frozenset(LABEL.findall(match[2] or "")))
        assert key not in found, line
        found[key] = float(match[3])
    assert text.endswith("\n")
    return found


def scraped(server: Server, **headers: str) -> Told:
    got = server.client().get("/metrics", headers=headers)
    assert got.status_code == 200, got.text
    assert got.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read(got.text)


def told(found: Told, name: str, **labels: str) -> float:
    return found.get((name, frozenset(labels.items())), 0)


# --- what is told -----------------------------------------------------------------------------------------


def test_a_round_is_seen_in_every_count(serve: Callable[..., Server]) -> None:
    server = serve()
    before = scraped(server)
    assert told(before, "pitboss_info", version=__version__, python=sys.version.split(" ")[0]) == 1
    assert [told(before, "pitboss_tables", sheet=name) for name in SHIPPED] == [1] * len(SHIPPED)
    assert told(before, "pitboss_seats_taken", sheet="catfish-blackjack") == 0
    assert (told(before, "pitboss_link_up"), told(before, "pitboss_meter_cents", meter="major")) == (1, 2_000_000)
    server.play(TABLE, [Client(server.address) for _ in range(2)])
    after = scraped(server)
    assert told(after, "pitboss_seats_taken", sheet="catfish-blackjack") == 2
    assert told(after, "pitboss_rounds_total", sheet="catfish-blackjack") >= 1
    assert told(after, "pitboss_rounds_total", sheet="blackjack-v5") == 0
    assert told(after, "pitboss_commands_total", command="Sit", outcome="done") == 2
    assert told(after, "pitboss_commands_total", command="Ready", outcome="done") >= 1
    assert told(after, "pitboss_entries_total", stream="table", role="player") >= 6
    assert told(after, "pitboss_entries_total", stream="table", role="house") > told(
        before, "pitboss_entries_total", stream="table", role="house"
    )
    done = sum(count for (name, labels), count in after.items() if ("outcome", "done") in labels)
    assert told(after, "pitboss_command_seconds_count") == done
    assert told(after, "pitboss_command_seconds_bucket", le="+Inf") == done
    assert 0 < told(after, "pitboss_command_seconds_sum") < 60
    assert not [name for name, _ in after if name == "pitboss_store_errors_total"]


def test_outcomes_and_connections(serve: Callable[..., Server]) -> None:
    server = serve()
    guest = server.enter("guest")

    async def go() -> None:
        async with server.socket(guest) as connected:
            sit = {"type": "command", "id": "1", "table": TABLE, "command": {"type": "Sit", "box": 1}}
            await connected.send(json.dumps(sit))
            await answer(connected, "done")
            await connected.send(json.dumps(sit))
            await answer(connected, "done")
            await connected.send(json.dumps({**sit, "id": "2"}))
            await answer(connected, "refused")
            await connected.send(json.dumps({**sit, "id": "3", "table": "no-such-table"}))
            await answer(connected, "refused")
            seen = await asyncio.to_thread(scraped, server)
            assert told(seen, "pitboss_connections") == 1

    run(go())
    found = scraped(server)
    outcomes = {
        outcome: told(found, "pitboss_commands_total", command="Sit", outcome=outcome)
        for outcome in ("done", "repeated", "refused", "unknown")
    }
    assert outcomes == {"done": 1, "repeated": 1, "refused": 1, "unknown": 1}


def test_nobody_is_named(serve: Callable[..., Server]) -> None:
    server = serve()
    ann = server.client()
    ann.post("/api/people", json={"name": "Ann Known", "password": PASSWORD}).raise_for_status()
    text = server.client().get("/metrics").text
    assert "Ann" not in text
    assert server.tokens[0] not in text


def test_a_histogram_counts_each_second_once() -> None:
    found = Histogram()
    for seconds in (0.0, BOUNDS[0], 0.3, BOUNDS[-1], 99.0):
        found.add(seconds)
    assert (found.buckets[0], found.buckets[-2], found.buckets[-1], sum(found.buckets)) == (2, 1, 1, 5)
    assert found.total == pytest.approx(0.301 + 99.0 + BOUNDS[-1])


class Failing(MemoryStore):
    """A store that is away."""

    def append(self, commits: Any) -> Any:
        raise StoreError("away")

    def head(self, stream: str) -> tuple[int, str]:
        raise StoreError("away")


def test_troubles_of_the_store_are_counted_by_what_was_asked() -> None:
    counts = Counts()
    store = counted(Failing(), counts)
    for _ in range(2):
        with pytest.raises(StoreError):
            store.head("table:1")
    with pytest.raises(StoreError):
        store.append([Commit(entries=())])
    assert store.balances() == {}
    assert counts.store_errors == {"head": 2, "append": 1}
    assert sum(counts.append_seconds.buckets) == 0


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (IllegalAction("bets.none"), "refused"),
        (Unknown("table.no_such"), "unknown"),
        (PitbossError("else"), "failed"),
        (None, "done"),
    ],
)
def test_what_became_of_a_command(error: Exception | None, outcome: str) -> None:
    counts = Counts()
    with suppress(PitbossError), counts.command(c.Ready()) as answered:
        if error is not None:
            raise error
        answered(Answer("table:1", 1, ("a change",)))  # type: ignore[arg-type]
    assert counts.commands == {("Ready", outcome): 1}
    assert sum(counts.command_seconds.buckets) == (outcome == "done")


# --- to whom ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_what_a_proxy_passes_on_is_not_from_this_machine(server: Server, header: str) -> None:
    got = server.client().get("/metrics", headers={header: "127.0.0.1"})
    assert (got.status_code, got.json()["clause"]) == (403, "")
    assert "PITBOSS_METRICS_TOKEN" in got.json()["reason"]


def test_behind_https_only_the_token_counts(serve: Callable[..., Server]) -> None:
    server = serve(secure_cookies=True)
    assert server.client().get("/metrics").status_code == 403


def test_the_token_counts_from_everywhere(serve: Callable[..., Server]) -> None:
    server = serve(metrics_token=TOKEN, secure_cookies=True)
    for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": TOKEN}, {"Authorization": "Bearer é"}):
        raw = {name: value.encode("latin-1") for name, value in headers.items()}
        assert server.client().get("/metrics", headers=raw).status_code == 403
    assert scraped(server, Authorization=f"Bearer {TOKEN}", **{"X-Forwarded-For": "192.0.2.7"})
    assert TOKEN not in repr(server.settings)


def test_an_administrator_of_the_floor_has_no_other_way_in(serve: Callable[..., Server]) -> None:
    server = serve(secure_cookies=True)
    assert server.enter("visitor").get("/metrics").status_code == 403


def test_a_token_that_can_be_guessed_is_refused() -> None:
    assert Settings.of({"PITBOSS_METRICS_TOKEN": TOKEN}).metrics_token == TOKEN
    assert Settings.of({}).metrics_token == ""
    for text in ("short", "with a space in it, long", "ümlaut-ümlaut-ümlaut"):
        with pytest.raises(PitbossError, match="PITBOSS_METRICS_TOKEN has at least 16"):
            Settings.of({"PITBOSS_METRICS_TOKEN": text})


# --- the log ----------------------------------------------------------------------------------------------


def record(message: str, *args: object, **given: Any) -> logging.LogRecord:
    return logging.getLogger("pitboss.test").makeRecord(
        "pitboss.test", logging.WARNING, __file__, 1, message, args, given.pop("exc_info", None), extra=given
    )


def test_a_record_is_one_object_on_one_line() -> None:
    line = AsJson().format(record("table %s\nand more", "Béla", table="t1", odd=Path("x")))
    assert "\n" not in line
    found = json.loads(line)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", found.pop("time"))
    assert found == {
        "level": "warning", "logger": "pitboss.test", "message": "table Béla\nand more", "table": "t1", "odd": "x",
    }  # fmt: skip


def test_an_error_has_its_traceback() -> None:
    try:
        raise ValueError("no such card")
    except ValueError:
        line = AsJson().format(record("failed", exc_info=sys.exc_info()))
    assert "\n" not in line
    assert json.loads(line)["error"].endswith("ValueError: no such card")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The real program with its log as JSON."""
    words = ["serve", "--port", "0", "--home", str(tmp_path / "home"), "--log", "json"]
    with subprocess.Popen(
        [str(Path(sys.executable).with_name("pitboss")), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PITBOSS_METRICS_TOKEN": TOKEN},
    ) as process:
        yield process
        process.kill()


@pytest.mark.slow
def test_the_log_of_a_served_session_is_json_and_has_no_secret(program: subprocess.Popen[str]) -> None:
    assert program.stdout is not None
    opened, link = program.stdout.readline(), program.stdout.readline()
    if "Pitboss is open" not in opened:
        opened, link = link, opened
    address = re.findall(r"http://\S+", opened)[0]
    token = link.partition("#")[2].split(" ")[0]
    with httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as boss:
        made = boss.post("/api/setup", json={"name": "Boss", "password": PASSWORD, "token": token}).json()
        boss.headers["X-Pitboss-Token"] = made["csrf"]
        boss.post("/api/admin/tables", json={"table": "t2", "sheet": "blackjack-v5"}).raise_for_status()
        boss.post("/api/session", json={"name": "Boss", "password": "another wrong one"})
        boss.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).raise_for_status()
        secrets = [token, TOKEN, PASSWORD, "another wrong one", made["csrf"], boss.cookies["pitboss_session"]]
    program.send_signal(signal.SIGTERM)
    _, log = program.communicate(timeout=PATIENCE_SECONDS)
    lines = [json.loads(line) for line in log.splitlines()]
    served = [line["message"] for line in lines if line["logger"] == "pitboss.web.serving"]
    assert served == [f"open at {address}, version {__version__}", "closed"]
    assert [line for line in lines if "t2" in line["message"]]
    assert all(len(secret) >= 10 and secret not in log for secret in secrets)
