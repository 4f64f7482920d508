"""How long exact hold'em takes, warm, beside a plain C program in the same run: `python3 dev.py bench holdem.py`.

With two hole cards (`python benchmarks/holdem.py 2c 2d`) their value is instead counted out flop by flop, without the
solver, and held against the solver's.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

from pitboss.cards import DECK, Card, cards_text, parse_cards
from pitboss.maths.holdem import HoldemSolution, solve
from pitboss.maths.holdem.live import value
from pitboss.maths.holdem.play import hole_class
from pitboss.maths.holdem.simple import simple_cost
from pitboss.rules import load

YARDSTICK = Path(__file__).with_name("holdem_yardstick.c")


def least(work: Callable[[], object], times: int) -> tuple[float, float]:
    """CPU and wall seconds of the quickest of several runs after a first one that warms up."""
    work()
    cpu, wall = [], []
    for _ in range(times):
        before, started = time.process_time(), time.perf_counter()
        work()
        cpu.append(time.process_time() - before)
        wall.append(time.perf_counter() - started)
    return min(cpu), min(wall)


def yardstick(solution: HoldemSolution, seconds: float) -> None:
    """The same game by the C program: the same total, to the last digit, and its time beside ours."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no C compiler here: nothing to compare with")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "yardstick")
        subprocess.run([compiler, "-O2", "-o", program, str(YARDSTICK)], check=True)
        runs = [subprocess.run([program], check=True, capture_output=True, text=True).stdout.split() for _ in range(2)]
    total, raised, _ = runs[0]
    best = min(float(run[2]) for run in runs)
    same = Fraction(int(total), 2 * solution.outcomes) == solution.expectation
    print(f"plain C, edge and strategy only    {best:8.3f} s CPU, ours {seconds / best:.2f} of it")
    print(f"plain C, total of all outcomes     {total} half units, {raised} raise: {'same' if same else 'NOT OURS'}")
    if not same:
        sys.exit(1)


def by_flops(hole: tuple[Card, ...]) -> None:
    """A check with some hole cards, from every flop they can meet, each counted out by itself."""
    sheet = load("ultimate-texas-holdem")
    swaps = [suits for suits in permutations(range(4)) if {Card(c & ~3 | suits[c & 3]) for c in hole} == set(hole)]
    flops: Counter[tuple[int, ...]] = Counter()
    for flop in combinations([card for card in DECK if card not in hole], 3):
        flops[min(tuple(sorted(card & ~3 | suits[card & 3] for card in flop)) for suits in swaps)] += 1
    total = sum(n * max(value(sheet, hole, [DECK[c] for c in flop]).choices.values()) for flop, n in flops.items())
    counted, solved = Fraction(total, flops.total()), solve(sheet).hands[hole_class(hole)]["check"]
    print(f"check with {cards_text(hole)}: {counted} by {len(flops)} flops, {solved} by the solver")
    sys.exit(counted != solved)


def main() -> None:
    if len(sys.argv) > 1:
        by_flops(parse_cards(" ".join(sys.argv[1:])))
    sheet = load("ultimate-texas-holdem")
    solution = solve(sheet)
    print(f"edge {solution.house_edge} = {100 * float(solution.house_edge):.6f} %")
    cpu, wall = least(lambda: solve(sheet), 2)
    print(f"solve: edge, strategy, distribution {cpu:7.3f} s CPU (aim 4), {wall:.3f} s wall (aim 2)")
    yardstick(solution, cpu)
    hole, board = parse_cards("Kh 4h"), parse_cards("Ks 4d 2c 9s 9h")
    for name, cards, aim in (("flop", board[:3], 50.0), ("board", board, 1.0)):
        cpu, _ = least(lambda cards=cards: value(sheet, hole, cards), 50)  # type: ignore[misc]
        print(f"value of one {name:22} {1000 * cpu:8.3f} ms CPU (aim {aim:g})")
    before = time.process_time()
    cost = simple_cost(sheet, best=solution).cost
    print(f"simple way to play gives away {100 * float(cost):.4f} % {time.process_time() - before:6.3f} s CPU")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"memory at most                     {peak:8.3f} GB (aim 1.5)")


if __name__ == "__main__":
    main()
