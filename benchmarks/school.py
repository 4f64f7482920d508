"""How long a trainee waits for a question: the median and the slowest twentieth, for every drill of every sheet.

The yardstick beside them is one round of the same sheet with a full table, dealt and settled by the engine alone.
Seconds are those of the processor; the first question of a drill, which may load kernels, is not counted.

python3 benchmarks/school.py [QUESTIONS]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from statistics import median
from time import process_time

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


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print(f"{'':<44}{'median':>10}{'95 of 100':>12}{'rounds':>9}{'by schedule':>14}")
    for name in SHIPPED:
        for line in rows(load(name), count):
            print(line, flush=True)


if __name__ == "__main__":
    main()
