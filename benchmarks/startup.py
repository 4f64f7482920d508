"""Time from the command to its answer for `pitboss games`, beside Python itself and the command-line library.

python3 dev.py bench startup
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

PROGRAM = Path(sys.executable).with_name("pitboss")
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import typer"': [sys.executable, "-c", "import typer"],
    "pitboss games": [str(PROGRAM), "games"],
    "pitboss --help": [str(PROGRAM), "--help"],
    "pitboss rules catfish-blackjack": [str(PROGRAM), "rules", "catfish-blackjack"],
    "pitboss clauses --status open": [str(PROGRAM), "clauses", "--status", "open"],
}
ROUNDS = 11
GOAL = 0.35


def seconds(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - began


def main() -> None:
    """The commands take turns, so that the machine's other work falls on all alike; the median counts."""
    for command in COMMANDS.values():
        seconds(command)  # once to warm the disk
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            measured[name].append(seconds(command))
    bare = median(measured["python -c pass"])
    for name, times in measured.items():
        middle = median(times)
        print(f"{name:34} {middle:.3f} s   {middle / bare:5.1f} times python -c pass   (best {min(times):.3f} s)")
    games = median(measured["pitboss games"])
    print(f"\npitboss games starts in {games:.3f} s; the goal is under {GOAL} s: {'met' if games < GOAL else 'MISSED'}")


if __name__ == "__main__":
    main()
