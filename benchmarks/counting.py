"""How long index plays of a sheet take, CPU time, beside one exact solve: `python benchmarks/counting.py [SHEET]`."""

from __future__ import annotations

import os
import sys
import tempfile
import time

from pitboss.maths.blackjack.record import compile_record
from pitboss.maths.blackjack.shoe import full_shoe
from pitboss.maths.blackjack.solver import solve_record
from pitboss.maths.counting import read_count
from pitboss.maths.counting.blackjack.study import study_count
from pitboss.rules import load

SHEETS = ("catfish-blackjack", "games-of-chance-blackjack", "free-bet-blackjack", "blackjack-v5")
AIM = 60.0
"""Seconds on two cores for a sheet and one count."""


def main() -> None:
    for name in sys.argv[1:] or SHEETS:
        sheet = load(name)
        record = compile_record(sheet, stake_cents=sheet.rules.table.minimum)
        solve_record(record, full_shoe(record.decks))
        start = time.process_time()
        solve_record(record, full_shoe(record.decks)._replace(values=(23, *full_shoe(record.decks).values[1:])))
        one = time.process_time() - start
        with tempfile.TemporaryDirectory() as folder:
            os.environ["PITBOSS_CACHE"] = folder
            began, start = time.monotonic(), time.process_time()
            found = study_count(sheet, read_count("hi-lo"))
            wall, cpu = time.monotonic() - began, time.process_time() - start
            start = time.process_time()
            study_count(sheet, read_count("ko"))
            next_count = time.process_time() - start
            del os.environ["PITBOSS_CACHE"]
        print(
            f"{name:28} {len(found.plays.plays):3} plays   {wall:5.1f} s ({cpu:5.1f} s CPU, {cpu / one:4.0f} solves; "
            f"aim {AIM:.0f} s on two cores)   the next count {next_count:4.1f} s CPU"
        )


if __name__ == "__main__":
    main()
