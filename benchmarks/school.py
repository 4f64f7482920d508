"""How long a trainee waits for a question: the median and the slowest twentieth, for every drill of every sheet.

The yardstick beside them is one round of the same sheet with a full table, dealt and settled by the engine alone.
Seconds are those of the processor; the first question of a drill, which may load kernels, is not counted.

python3 benchmarks/school.py [QUESTIONS]
python3 benchmarks/school.py --http [QUESTIONS]     over a server of its own, from the request to the whole answer
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from statistics import median
from time import perf_counter, process_time

from pitboss.rules import SHIPPED, Sheet, load
from pitboss.school import LEVELS, Task, drills_of, judge, make
from pitboss.school.learning.schedule import Memory, next_task
from pitboss.school.learning.stream import Answered, answered
from pitboss.school.practice import deal
from pitboss.shoe import SeededChance

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def milliseconds(work: Callable[[int], object], count: int) -> list[float]:
    """How long each of N pieces of work takes, sorted."""
    work(-1)
    found = []
    for number in range(count):
        began = process_time()
        work(number)
        found.append((process_time() - began) * 1000)
    return sorted(found)


def by_schedule(sheet: Sheet, drill: str) -> Callable[[int], object]:
    """Questions as the terminal asks them: chosen by what was missed, of a stream that grows."""
    events: list[Answered] = []
    memory = Memory()

    def ask(number: int) -> None:
        task = next_task(sheet, drill, number % len(LEVELS) + 1, events, now=NOON, memory=memory)
        given = {part: solution.right for part, solution in task.solutions.items() if number % 3}
        event = answered(task, judge(task, given), at=NOON, milliseconds=1)
        events.append(event)
        memory.take(event)

    return ask


def rows(sheet: Sheet, count: int) -> Iterator[str]:
    """The lines of one sheet."""
    yardstick = median(milliseconds(lambda n: deal(sheet, LEVELS[-1], SeededChance(f"yard {n}")), count))
    for drill in drills_of(sheet):
        made = milliseconds(partial(question, sheet, drill), count)
        asked = milliseconds(by_schedule(sheet, drill), count // 2)
        middle, slow = median(made), made[len(made) * 95 // 100]
        yield (
            f"{sheet.name + ' ' + drill:<44}{middle:>7.1f} ms{slow:>9.1f} ms{middle / yardstick:>9.1f}"
            f"{median(asked):>11.1f} ms"
        )


def question(sheet: Sheet, drill: str, number: int) -> Task:
    return make(sheet, drill, number % len(LEVELS) + 1, f"bench {number}")


def over_http(count: int) -> None:
    """How long a page waits: the next question of each drill, as a guest who answers, on the clock of the wall.

    The yardstick is the same request where the question is open already and only told again.
    """
    import asyncio
    import tempfile
    from pathlib import Path

    import httpx

    from pitboss.store import MemoryStore
    from pitboss.web.app import create_app
    from pitboss.web.settings import Limits, Settings

    roomy = Limits(requests_burst=10**9, commands_burst=10**9, guests_burst=10**9)

    async def asked(client: httpx.AsyncClient, sheet: str, drill: str) -> tuple[list[float], list[float]]:
        new, told = [], []
        for number in range(-1, count):
            body = {"sheet": sheet, "drill": drill, "level": number % len(LEVELS) + 1, "another": True}
            began = perf_counter()
            (await client.post("/api/school/questions", json=body)).raise_for_status()
            between = perf_counter()
            (await client.post("/api/school/questions", json={**body, "another": False})).raise_for_status()
            if number >= 0:
                new.append((between - began) * 1000)
                told.append((perf_counter() - between) * 1000)
        return new, told

    async def run(home: Path) -> None:
        app = create_app(Settings.of({}, home=home, demo=False, limits=roomy), store=MemoryStore())
        everything: list[float] = []
        async with app.router.lifespan_context(app):
            wire = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=wire, base_url="http://school", timeout=600) as client:
                for name in SHIPPED:
                    for drill in drills_of(load(name)):
                        new, told = await asked(client, name, drill)
                        everything += new
                        middle, slow = median(new), sorted(new)[len(new) * 95 // 100]
                        line = f"{middle:>7.1f} ms{slow:>9.1f} ms{middle / median(told):>9.1f}"
                        print(f"{name + ' ' + drill:<44}{line}", flush=True)
        print(f"{'all of them':<44}{median(everything):>7.1f} ms")

    print(f"{'':<44}{'median':>10}{'95 of 100':>12}{'told':>9}")
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(run(Path(home)))


def main() -> None:
    if sys.argv[1:2] == ["--http"]:
        over_http(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{'':<44}{'median':>10}{'95 of 100':>12}{'rounds':>9}{'by schedule':>14}")
    for name in SHIPPED:
        for line in rows(load(name), count):
            print(line, flush=True)


if __name__ == "__main__":
    main()
