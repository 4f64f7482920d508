"""Ask for rounds and sign in wrongly, again and again and from many addresses, while one player plays; time commands.

python scripts/attack_reads.py --seconds 10 --recalls 150 --sign-ins 20

A server of its own on this machine, over a new database; the addresses are told in X-Forwarded-For, which is believed
from here. Prints how long the player's commands took without the attack and under it, and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.house import ROOMY, Server, sit

from pitboss.client import Client
from pitboss.web.settings import Limits

TABLE = "catfish-blackjack-1"
USUAL = Limits()
AS_SHIPPED = replace(
    ROOMY, sign_ins_waiting=USUAL.sign_ins_waiting, recalls_waiting=USUAL.recalls_waiting,
    recalls_each=USUAL.recalls_each, recall_seconds_burst=USUAL.recall_seconds_burst,
)  # fmt: skip


async def plays(server: Server, seconds: float, box: int) -> list[float]:
    """How long each of a player's commands took, one after another."""
    client = Client(server.address)
    seat = await sit(client, TABLE, box)
    took, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        await seat.do({"type": "Sit", "box": box + 1} if len(took) % 2 == 0 else {"type": "Leave", "box": box + 1})
        took.append(time.perf_counter() - began)
        await asyncio.sleep(0.05)
    await seat.do({"type": "Leave"})
    await client.close()
    return took


async def attacks(server: Server, per_second: float, seconds: float, number: int, *, signs_in: bool) -> Counter[int]:
    """Requests at a rate, each from another address; how each was answered."""
    answers: Counter[int] = Counter()
    addresses = itertools.count(number * 65_536)

    async def one(http: httpx.AsyncClient) -> None:
        at = next(addresses)
        headers = {"X-Forwarded-For": f"10.{at >> 16 & 255}.{at >> 8 & 255}.{at & 255}"}
        try:
            if signs_in:
                who = {"name": "Nobody Here", "password": "wrong password"}
                answer = await http.post("/api/session", json=who, headers=headers)
            else:
                answer = await http.get(f"/api/tables/{TABLE}/rounds/{at % 3 + 1}/record?{at}", headers=headers)
            answers[answer.status_code] += 1
        except httpx.HTTPError:
            answers[0] += 1

    async with httpx.AsyncClient(base_url=server.address, timeout=30, limits=httpx.Limits(max_connections=64)) as http:
        tasks, until = [], time.monotonic() + seconds
        while time.monotonic() < until:
            tasks.append(asyncio.create_task(one(http)))
            await asyncio.sleep(1 / per_second)
        await asyncio.gather(*tasks)
    return answers


def told(name: str, took: list[float]) -> None:
    ordered = sorted(took)
    middle, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
    print(f"{name}: {len(took)} commands, median {middle * 1000:.1f} ms, p99 {most * 1000:.1f} ms")


async def attacked(server: Server, asked: argparse.Namespace) -> None:
    told("in peace", await plays(server, asked.seconds / 2, 2))
    played, recalls, sign_ins = await asyncio.gather(
        plays(server, asked.seconds, 2),
        attacks(server, asked.recalls, asked.seconds, 1, signs_in=False),
        attacks(server, asked.sign_ins, asked.seconds, 2, signs_in=True),
    )
    told("attacked", played)
    print(f"recalls answered {dict(recalls)}, sign-ins {dict(sign_ins)} (429: refused at once)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--recalls", type=float, default=150.0, help="a second")
    parser.add_argument("--sign-ins", type=float, default=20.0, help="a second")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, Server(Path(home), limits=AS_SHIPPED) as server:
        server.play(TABLE, [Client(server.address)], rounds=3)
        asyncio.run(attacked(server, asked))


if __name__ == "__main__":
    main()
