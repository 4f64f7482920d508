"""The designer of side bets: an answer of the server after a step of the odds, beside one that works nothing out.

python3 dev.py bench designer
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from statistics import median

import httpx
from fastapi import FastAPI

from pitboss.web import designer

BETS = ("21+3", "match", "buster", "lucky_ladies")
STEPS = 40
GOAL_MS = 100.0
WISHES = {"edge_from": 0.04, "edge_to": 0.06, "hits": 12, "top": 500, "deviation": 3.8}

Ask = Callable[[int], Awaitable[httpx.Response]]


async def measured(ask: Ask) -> tuple[float, float]:
    """The first answer and the median of the others, in milliseconds."""
    took = []
    for step in range(STEPS):
        began = time.perf_counter()
        (await ask(step)).raise_for_status()
        took.append((time.perf_counter() - began) * 1000)
    return took[0], median(took[1:])


async def main() -> int:
    app = FastAPI()
    app.include_router(designer.router)
    slowest = 0.0
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://pit") as client:
        _, plain = await measured(lambda _: client.get("/api/bets"))
        print(f"the list of bets, which works nothing out: {plain:.1f} ms")
        for bet in BETS:
            listed = next(one for one in (await client.get("/api/bets")).json() if one["bet"] == bet)
            line = next(iter(listed["pay_tables"]["usual"]))

            async def ask(step: int, *, search: bool, bet: str = bet, line: str = line) -> httpx.Response:
                asked = {"pay": f"{line}={40 + step}:1", **WISHES, "search": search}
                return await client.get(f"/api/bets/{bet}", params=asked)

            first, later = await measured(partial(ask, search=False))
            slowest = max(slowest, later)
            _, nearest = await measured(partial(ask, search=True))
            print(f"{bet}: first {first:.0f} ms, after a step {later:.1f} ms, {later / plain:.1f} times the list; "
                  f"the nearest table that fulfils all wishes {nearest:.1f} ms")  # fmt: skip
    print(f"within {GOAL_MS:.0f} ms: {'yes' if slowest < GOAL_MS else 'no'}")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
