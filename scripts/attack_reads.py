"""Ask for rounds, sign in wrongly and try bets out from many addresses, while one player plays; time their commands.

python scripts/attack_reads.py --seconds 10 --recalls 150 --sign-ins 20 --drafts 20

A server of its own on this machine with the usual limits and passwords, over a new floor with rounds to ask for. It,
the player and the attackers are processes of their own; attackers, who would be elsewhere, leave the processors to the
others first. Their addresses are told in X-Forwarded-For, which is believed from here. Prints how long the player's
commands took without the attack and under it, as the player saw it and as the server counted it, and ends by itself;
with status 1 where one attacked command of a hundred took 150 ms or more.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.service.audit_floor import PlayedFloor

from pitboss.client import Client
from pitboss.service.operations.keys import Keys
from pitboss.service.tables.fiddling import MOST_SEATINGS
from pitboss.store import open_store

TABLE, ROUNDS = "catfish-blackjack-1", 400
KINDS = ("recalls", "sign-ins", "drafts")
MOST_SECONDS = 0.15


@contextmanager
def serving(home: Path) -> Iterator[tuple[str, int]]:
    """A server over a floor: its address and its process; it is ended with the block."""
    words = [sys.executable, "-m", "pitboss", "serve", "--home", str(home), "--port", "0", "--no-demo", "--no-prepare"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            line = next(line for line in process.stdout if " is open at " in line)
            yield line.partition(" is open at ")[2].split()[0], process.pid
        finally:
            process.kill()


async def plays(address: str, seconds: float, box: int) -> list[float]:
    """How long each of the players' commands took, one after another."""
    took: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        took += await sits_and_leaves(address, min(until, time.monotonic() + 2.0), box)
    return took


async def sits_and_leaves(address: str, until: float, box: int) -> list[float]:
    """The same of one player, who is content before they have sat down more often than a round allows."""
    client = Client(address)
    await client.guest()
    seat = await client.watch(TABLE)
    await seat.sit(box)
    took: list[float] = []
    while time.monotonic() < until and len(took) < MOST_SEATINGS:
        began = time.perf_counter()
        await seat.do({"type": "Sit", "box": box + 1} if len(took) % 2 == 0 else {"type": "Leave", "box": box + 1})
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    await seat.do({"type": "Leave"})
    await client.close()
    return took


async def attacks(address: str, per_second: float, seconds: float, kind: str) -> Counter[int]:
    """Requests at a rate, each from another address; how each was answered."""
    answers: Counter[int] = Counter()
    addresses = itertools.count(65_536 * (1 + KINDS.index(kind)))

    async def one(http: httpx.AsyncClient) -> None:
        at = next(addresses)
        headers = {"X-Forwarded-For": f"10.{at >> 16 & 255}.{at >> 8 & 255}.{at & 255}"}
        try:
            if kind == "sign-ins":
                who = {"name": "Nobody Here", "password": "wrong password"}
                answer = await http.post("/api/session", json=who, headers=headers)
            elif kind == "drafts":
                wished = f"edge_from=0.0{at % 9 + 1}&edge_to=0.03&hits=5&decks={at % 8 + 1}"
                answer = await http.get(f"/api/bets/buster?{wished}", headers=headers)
            else:
                form = ("record", "openings")[at // ROUNDS % 2]
                answer = await http.get(f"/api/tables/{TABLE}/rounds/{at % ROUNDS + 1}/{form}?{at}", headers=headers)
            answers[answer.status_code] += 1
        except httpx.HTTPError:
            answers[0] += 1

    async with httpx.AsyncClient(base_url=address, timeout=30, limits=httpx.Limits(max_connections=64)) as http:
        tasks, until = [], time.monotonic() + seconds
        while time.monotonic() < until:
            tasks.append(asyncio.create_task(one(http)))
            await asyncio.sleep(1 / per_second)
        await asyncio.gather(*tasks)
    return answers


def counted(address: str) -> dict[float, int]:
    """How many commands the server has answered durably within so many seconds."""
    text = httpx.get(f"{address}/metrics").raise_for_status().text
    found = re.findall(r'^pitboss_command_seconds_bucket\{le="([\d.]+)"\} (\d+)', text, re.MULTILINE)
    return {float(seconds): int(count) for seconds, count in found}


def within(before: dict[float, int], after: dict[float, int]) -> str:
    """The bound under which 99 of 100 commands stayed that came between two counts."""
    came = {seconds: count - before.get(seconds, 0) for seconds, count in after.items()}
    most = max(came.values(), default=0)
    bound = next((seconds for seconds, count in sorted(came.items()) if count >= 0.99 * most), float("inf"))
    return f"the server counted 99 of 100 within {bound * 1000:g} ms"


def told(name: str, took: list[float]) -> float:
    """Print how long commands took; returns what all but one of a hundred stayed within, in seconds."""
    ordered = sorted(took)
    middle, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    print(f"{name}: {len(took)} commands, p50 {middle * 1000:.1f} ms, p99 {most * 1000:.1f} ms", flush=True)
    return most


def attacked(address: str, asked: argparse.Namespace) -> float:
    told("in peace", asyncio.run(plays(address, asked.seconds / 2, 3)))
    attackers = [
        subprocess.Popen(
            [sys.executable, __file__, "--seconds", str(asked.seconds), "--attack", address, kind, str(rate)],
            stdout=subprocess.PIPE, text=True,
        )
        for kind, rate in zip(KINDS, (asked.recalls, asked.sign_ins, asked.drafts), strict=True)
    ]  # fmt: skip
    try:
        for one in attackers:
            assert one.stdout is not None
            one.stdout.readline()  # it begins
        before = counted(address)
        most = told("attacked", asyncio.run(plays(address, asked.seconds, 5)))
        print(within(before, counted(address)))
        for name, one in zip(KINDS, attackers, strict=True):
            print(f"{name} answered {one.communicate()[0].strip()} (429: refused at once)")
    finally:
        for one in attackers:
            one.kill()
    return most


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--recalls", type=float, default=150.0, help="a second")
    parser.add_argument("--sign-ins", type=float, default=20.0, help="a second")
    parser.add_argument("--drafts", type=float, default=20.0, help="a second")
    parser.add_argument("--attack", nargs=3, metavar=("ADDRESS", "KIND", "RATE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack:
        address, kind, rate = asked.attack
        os.nice(5)
        print("begun", flush=True)
        print(json.dumps(asyncio.run(attacks(address, float(rate), asked.seconds, kind))))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with closing(open_store(str(home / "floor.sqlite3"))) as store:
            PlayedFloor(store, sheets=("catfish-blackjack",), keys=Keys.kept_in(home / "keys")).play(ROUNDS)
        with serving(home) as (address, _):
            return 0 if attacked(address, asked) < MOST_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
