"""How long exact blackjack takes, warm and in one process, CPU time: `python benchmarks/solver.py [--spread]`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from pitboss.maths.blackjack import best_total_dependent, evaluate, solve, spread, two_card
from pitboss.rules import load

SHEETS = {
    "catfish-blackjack": 0.25,
    "games-of-chance-blackjack": 1.0,
    "free-bet-blackjack": 1.0,
    "blackjack-v5": 1.0,
}


def cpu_seconds(work: Callable[[], object], times: int = 5) -> float:
    """The least of several runs after a first one that warms up."""
    work()
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def main() -> None:
    for name, most in SHEETS.items():
        sheet = load(name)
        seconds = cpu_seconds(lambda sheet=sheet: solve(sheet))  # type: ignore[misc]
        solution = solve(sheet)
        print(f"{name:28} edge {100 * solution.house_edge:12.9f} %   {seconds:.3f} s CPU (aim {most} s)")
        for title, strategy in (("by totals", best_total_dependent), ("by two cards", two_card)):
            seconds = cpu_seconds(lambda strategy=strategy, solution=solution: strategy(solution), 2)  # type: ignore[misc]
            edge = -evaluate(solution.record, strategy(solution))
            print(f"{'':28} {title:12} edge {100 * edge:.6f} %   {seconds:.2f} s CPU to find it")
        if "--spread" in sys.argv:
            seconds = cpu_seconds(lambda solution=solution: spread(solution), 1)  # type: ignore[misc]
            found = spread(solution)
            off = abs(found.mean - solution.expectation)
            took = f"{seconds:.1f} s CPU (aim 10 s)"
            print(f"{'':28} deviation {found.standard_deviation:.9f}, mean off by {off:.0e}   {took}")


if __name__ == "__main__":
    main()
