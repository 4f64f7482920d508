"""How many hand records a second are read, replayed and settled in one process, and how long a single one takes.

Seconds are those of the processor, so that a busy machine does not count; for the command, the clock's stand beside.

python3 benchmarks/settle.py [RECORDS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time

from pitboss.games.actions import PlaceBet, StartDeal
from pitboss.games.blackjack import BlackjackRound
from pitboss.records import read, record_of, settle, verify, write
from pitboss.rules import load
from pitboss.shoe import SeededChance, fresh_decks

ROUNDS = 7


def texts(spots: int, count: int) -> list[str]:
    """Records of rounds from a seeded shoe, every question answered as silence is."""
    sheet, chance = load("catfish-blackjack"), SeededChance(f"settle {spots}")
    found = []
    for _ in range(count):
        round_ = BlackjackRound(sheet, tuple(chance.shuffled(fresh_decks(6))))
        for box in range(1, spots + 1):
            round_.act(PlaceBet(spot=box, cents=1000, player=f"seat {box}"))
            round_.act(PlaceBet(spot=box, cents=500, wager="trilux", player=f"seat {box}"))
        round_.act(StartDeal())
        while not round_.over:
            answer = round_.timeout_answer()
            assert answer is not None
            round_.act(answer)
        found.append(write(record_of(round_)))
    return found


def per_second(work: list[str], do: Callable[[str], object]) -> float:
    """The best of several runs: the machine's other work only ever adds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = process_time()
        for text in work:
            do(text)
        best = min(best, process_time() - start)
    return len(work) / best


def command(files: list[str]) -> tuple[float, float]:
    """Seconds of one `pitboss settle --json`, start-up included: of the processor and of the clock."""
    best = (float("inf"), float("inf"))
    for _ in range(ROUNDS):
        began, used = perf_counter(), _used()
        program = [sys.executable, "-m", "pitboss", "settle", "--json", *files]
        subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
        best = min(best, (_used() - used, perf_counter() - began))
    return best


def _used() -> float:
    children = getrusage(RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        for spots in (1, 7):
            work = texts(spots, count)
            files = []
            for number, text in enumerate(work):
                path = Path(folder) / f"{spots}-{number}.toml"
                path.write_text(text, encoding="utf-8")
                files.append(str(path))
            print(f"{spots} spot{'s' * (spots > 1)}:")
            print(f"  read             {per_second(work, read):8,.0f} records a second")
            print(f"  read and settle  {per_second(work, lambda text: settle(read(text))):8,.0f} records a second")
            print(f"  read and verify  {per_second(work, lambda text: verify(read(text))):8,.0f} records a second")
            (one, one_clock), (many, many_clock) = command(files[:1]), command(files)
            print(f"  pitboss settle of one record  {one:.3f} s in all ({one_clock:.3f} s by the clock)")
            rate, clock = (count - 1) / (many - one), count / many_clock
            print(f"  pitboss settle --json of {count:,}  {rate:,.0f} a second after start-up")
            print(f"    ({clock:,.0f} a second with it, by the clock)")


if __name__ == "__main__":
    main()
