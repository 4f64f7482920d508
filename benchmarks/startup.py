"""Processor time from a command to its answer: `pitboss games`, help, completion; beside the command-line library.

python3 dev.py bench startup
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

PROGRAM = str(Path(sys.executable).with_name("pitboss"))
COMPLETING = "pitboss rules ca"
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import typer"': [sys.executable, "-c", "import typer"],
    "pitboss games": [PROGRAM, "games"],
    "pitboss --help": [PROGRAM, "--help"],
    "pitboss rules --help": [PROGRAM, "rules", "--help"],
    f"{COMPLETING}<Tab>": [PROGRAM],
    "pitboss rules catfish-blackjack": [PROGRAM, "rules", "catfish-blackjack"],
    "pitboss clauses --status open": [PROGRAM, "clauses", "--status", "open"],
}
QUICK = ("pitboss games", "pitboss --help", "pitboss rules --help", f"{COMPLETING}<Tab>")
ASKED_BY_BASH = {"_PITBOSS_COMPLETE": "complete_bash", "COMP_WORDS": COMPLETING, "COMP_CWORD": "2"}
ROUNDS = 11
GOAL = 0.25


def seconds(name: str) -> float:
    """The processor time of one run, of which the machine's other work takes no part."""
    env = {**os.environ, **(ASKED_BY_BASH if name.endswith("<Tab>") else {})}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(COMMANDS[name], stdout=subprocess.DEVNULL, check=True, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """The commands take turns, so that the machine's other work falls on all alike; the median counts."""
    for name in COMMANDS:
        seconds(name)  # once to warm the disk
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, times in measured.items():
            times.append(seconds(name))
    bare = median(measured["python -c pass"])
    for name, times in measured.items():
        middle = median(times)
        print(f"{name:34} {middle:.3f} s   {middle / bare:5.1f} times python -c pass   (best {min(times):.3f} s)")
    slowest = max(median(measured[name]) for name in QUICK)
    print(
        f"\n{', '.join(QUICK)}: {slowest:.3f} s at most; the goal is {GOAL} s: {'met' if slowest < GOAL else 'MISSED'}"
    )


if __name__ == "__main__":
    main()
