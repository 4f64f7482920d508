"""How long the exact solver takes, warm and in one process: `python benchmarks/solver.py [--spread]`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from pitboss.maths.blackjack import solve
from pitboss.maths.blackjack.spreads import spread
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
        if "--spread" in sys.argv:
            start = time.process_time()
            found = spread(solution)
            seconds = time.process_time() - start
            print(f"{'':28} standard deviation {found.standard_deviation:.6f}   {seconds:.1f} s CPU")


if __name__ == "__main__":
    main()
