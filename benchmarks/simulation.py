"""Rounds of blackjack per second of CPU on one core, beside a plain C program of the same game in the same run.

python benchmarks/simulation.py [--rounds N] [--cut-card]

`--cut-card` plays a thousand million rounds of catfish-blackjack and shows what the cut card costs the player.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.blackjack.evaluate import evaluate
from pitboss.maths.simulation.blackjack import BlackjackGame
from pitboss.maths.simulation.figures import simulated
from pitboss.maths.simulation.streams import stream
from pitboss.maths.simulation.tally import Tally
from pitboss.rules import load

SOURCE = Path(__file__).with_name("simulation_yardstick.c")
FULL_TABLE = 4.0
"""What a round of seven seats may cost at most, in rounds of one."""
SIDE_BETS = {
    "catfish-blackjack": {"trilux": 100, "kings_bounty": 100},
    "free-bet-blackjack": {"push22": 100},
    "games-of-chance-blackjack": {"match": 100, "super7": 100, "over": 100, "perfect_pair": 100},
    "blackjack-v5": {"match": 100},
}


def rate(rounds: int, work: Callable[[], object], times: int = 5) -> float:
    """Millions of rounds per second of CPU in the best of several runs: the machine's other work only ever adds."""
    seconds = []
    for _ in range(times):
        start = process_time()
        work()
        seconds.append(process_time() - start)
    return rounds / min(seconds) / 1e6


def yardstick(rounds: int) -> tuple[float, float, float] | None:
    """The C program's rate, its edge and the error of that, or nothing without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    book = BlackjackGame(load("catfish-blackjack")).book
    arrays: list[NDArray[Any]] = [stream(5, 0), *map(np.ascontiguousarray, (book.first, book.unsplit, book.later))]
    sums = np.zeros(2, dtype=np.int64)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "yardstick.so"
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        play = ctypes.CDLL(str(library)).yardstick
        pointers = [ctypes.c_void_p(table.ctypes.data) for table in arrays]
        speed = rate(rounds, lambda: play(*pointers, ctypes.c_int64(rounds), ctypes.c_void_p(sums.ctypes.data)))
    mean = sums[0] / rounds / 2
    return speed, -mean, sqrt((sums[1] / rounds / 4 - mean * mean) / rounds)


def games() -> dict[str, BlackjackGame]:
    """Every sheet heads-up with the main bet and with all side bets, and a full table."""
    found = {}
    for name, bets in SIDE_BETS.items():
        words = "both side bets" if len(bets) == 2 else "side bet" if len(bets) == 1 else "side bets"
        found[f"{name}, main bet"] = BlackjackGame(load(name))
        found[f"{name}, {words}"] = BlackjackGame(load(name), stakes=bets)
    found["catfish-blackjack, seven seats"] = BlackjackGame(load("catfish-blackjack"), seats=7)
    return found


def speeds(rounds: int) -> None:
    plain = yardstick(rounds)
    print(f"python benchmarks/simulation.py   (Python {sys.version.split()[0]}, one core, warm, CPU time)")
    print(f"{'':45}{'M rounds/s':>11}{'/ plain C':>11}{'edge':>10}{'error':>9}")
    if plain is not None:
        print(f"{'plain C, catfish-blackjack, main bet':45}{plain[0]:>11.1f}{'':11}{plain[1]:>10.4%}{plain[2]:>9.4%}")
    alone = 0.0
    for name, game in games().items():
        game.run(1, 0, 1000)
        played = rounds // game.seats
        speed = rate(played, lambda game=game, played=played: game.run(1, 0, played))  # type: ignore[misc]
        main = simulated(game.run(1, 0, played).wagers["main"], played)
        alone = alone or speed
        beside = f"{speed / plain[0]:.2f}" if plain is not None else ""
        print(f"{name:45}{speed:>11.1f}{beside:>11}{main.house_edge:>10.4%}{main.standard_error:>9.4%}")
    cost = alone / speed
    print(f"the aim is plain C; a round of seven seats costs {cost:.2f} rounds of one (aim {FULL_TABLE:.0f})")


def cut_card(shards: int = 64, rounds: int = 1 << 24) -> None:
    """The edge over whole shoes beside that of their first round, both by the play that looks at totals only."""
    game, found = BlackjackGame(load("catfish-blackjack")), Tally()
    for shard in range(shards):
        found += game.run(7, shard, rounds)
        print(f"\r{found.rounds:,} rounds", end="", file=sys.stderr, flush=True)
    figures, first = simulated(found.wagers["main"], found.rounds), -evaluate(game.record, game.book)
    print(f"\nfirst round of a shoe, exactly   {first:.4%}")
    print(f"whole shoes with a cut card      {figures.house_edge:.4%}, standard error {figures.standard_error:.4%}")
    print(
        f"above the first round by {figures.z_score(first):.1f} errors, from 0.641 % by {figures.z_score(0.00641):.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3_000_000)
    parser.add_argument("--cut-card", action="store_true")
    options = parser.parse_args()
    cut_card() if options.cut_card else speeds(options.rounds)


if __name__ == "__main__":
    main()
