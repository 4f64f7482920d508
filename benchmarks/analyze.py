"""What `pitboss analyze` costs after `--set`, part by part: `python benchmarks/analyze.py [--cold] [SHEET ...]`.

Processor time of one process for each sheet, beside solving it once more in the same process: all that is shown takes
this many times as long. Cold is a process with an empty `PITBOSS_CACHE`, which compiles what it uses; what each kernel
took to compile is told then, and is in the parts. Where there is another core a second process compiles some of them,
whose time is told beside.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

SETS = {
    "catfish-blackjack": ["soft_17=stand", "double.after_split=false"],
    "blackjack-v5": ["soft_17=stand"],
    "games-of-chance-blackjack": ["soft_17=stand"],
    "free-bet-blackjack": ["soft_17=stand"],
    "crazy-4-poker": [],
    "ultimate-texas-holdem": [],
}
AIMS = {"crazy-4-poker": 5.0, "ultimate-texas-holdem": 5.0}
BLACKJACK_AIM, COLD_AIM = 2.0, 10.0


class Clock:
    """Processor time by the name of the step under way, as the progress of an analysis tells it."""

    def __init__(self) -> None:
        self.parts: dict[str, float] = {}
        self.name, self.since = "start", time.process_time()

    def step(self, name: str, share: float = 1.0) -> None:
        now = time.process_time()
        self.parts[self.name] = self.parts.get(self.name, 0.0) + now - self.since
        self.name, self.since = name.rpartition("; ")[2], now

    @contextmanager
    def steps(self, work: float) -> Iterator[object]:
        yield self.step
        self.step("the rest")


def compiling(kernels: dict[str, float]) -> None:
    """Note what each kernel takes to be compiled, or to be read where it was."""
    from pitboss.maths import cache

    compile_kernel = cache.compile_kernel

    def noted(function: Callable[..., object], *args: Any, **options: Any) -> object:
        since = time.process_time()
        compiled = compile_kernel(function, *args, **options)
        kernels[f"{function.__module__.rpartition('.')[2]}.{function.__name__}"] = time.process_time() - since
        return compiled

    cache.compile_kernel = noted  # type: ignore[assignment]


def measured(sheet: str) -> None:
    """Print what one analysis took, as JSON; what Python took to start is in it."""
    clock, kernels = Clock(), dict[str, float]()
    clock.since = 0.0
    compiling(kernels)
    from pitboss.maths import analysis
    from pitboss.maths.games import GAME_MATHS
    from pitboss.rules import load

    loaded = load(sheet, sets=SETS[sheet])
    analysis.analyze(loaded, cache=False, progress=clock.steps)  # type: ignore[arg-type]
    clock.step("")
    whole = time.process_time()
    GAME_MATHS[loaded.game].solve(loaded, None)
    print(json.dumps({"parts": clock.parts, "solved": time.process_time() - whole, "kernels": kernels}))


def run(sheet: str, cache: str | None) -> tuple[dict[str, float], float, dict[str, float], float]:
    """What one analysis took; the last is the processor time of it and of what it started."""
    environment = {**os.environ} if cache is None else {**os.environ, "PITBOSS_CACHE": cache}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = subprocess.run(
        [sys.executable, __file__, "--one", sheet], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(told.stdout)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found["parts"], found["solved"], found["kernels"], whole


def tell(seconds: dict[str, float]) -> None:
    for name, took in sorted(seconds.items(), key=lambda part: -part[1]):
        if took >= 0.05:
            print(f"    {name:28} {took:6.2f} s")


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        measured(sys.argv[2])
        return
    cold = "--cold" in sys.argv
    for sheet in [name for name in sys.argv[1:] if name in SETS] or SETS:
        if not cold:
            run(sheet, None)  # once, so that its kernels are compiled
        with tempfile.TemporaryDirectory() as empty:
            parts, solved, kernels, whole = run(sheet, empty if cold else None)
        took, aim = sum(parts.values()), COLD_AIM if cold else AIMS.get(sheet, BLACKJACK_AIM)
        verdict = "met" if took < aim else "MISSED"
        print(f"{sheet:28} {took:6.2f} s CPU, {took / solved:5.1f} times solving it (aim {aim:g} s: {verdict})")
        tell(parts)
        if cold:
            print(f"  the second process {whole - took - solved:.2f} s")
            print(f"  compiling {sum(kernels.values()):.2f} s")
            tell(kernels)


if __name__ == "__main__":
    main()
