"""Deal many random rounds by the simulation kernel and by the table, and stop at the first that differs.

python scripts/lock_step.py --rounds 1000000

Sheets, options, stakes, seats, tokes, counters, playbooks and shoes are drawn from the seed. The first difference is
written as a hand record that `pitboss settle` replays.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.harness.lock_step import SHEETS, Difference, any_game, any_shoe, first_difference

from pitboss import records
from pitboss.rules import Sheet, load

SHOES = 12
"""Shoes that are dealt to one table before another is set up."""
CHANGES = (0, 2, 5, 10, 20, 40)


def settings_of(sheet: Sheet) -> list[str]:
    """What a sheet changes in the one that it is named after, as `--set` takes it."""
    own = load(sheet.name)
    known = sorted({*sheet.values, *own.values})
    changed = [path for path in known if sheet.values.get(path) != own.values.get(path)]
    sections = {path.partition(".")[0] for path in changed}
    offered = [
        f"{section}.offered={str(f'{section}.' in ' '.join(sheet.values)).lower()}"
        for section in sorted(sections & {"surrender"})
    ]
    written = [(path, sheet.written(path)) for path in changed if path in sheet.values]
    return offered + [f"{path}={value if isinstance(value, str) else json.dumps(value)}" for path, value in written]


def write_record(found: Difference, path: Path) -> None:
    """The round as the table dealt it, with a note of what the kernel came to."""
    sheet = found.round.sheet
    record = records.record_of(found.round, sheet=sheet.name, sets=settings_of(sheet))
    path.write_text(records.write(msgspec.structs.replace(record, note=str(found))), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, default=Path("lock-step.toml"), help="where a difference is written")
    options = parser.parse_args(arguments)
    random, agreed, tables, start = Random(options.seed), 0, 0, time.process_time()
    while agreed < options.rounds:
        game = any_game(random, random.choice(SHEETS), changes=random.choice(CHANGES))
        if game is None:
            continue
        tables += 1
        for _ in range(SHOES):
            found, rounds = first_difference(game, any_shoe(random, game.record.decks))
            agreed += rounds
            if found is not None:
                write_record(found, options.record)
                print(f"after {agreed:,} rounds: {found}\nwritten to {options.record}: pitboss settle {options.record}")
                return 1
        if sys.stderr.isatty():
            print(f"\r{agreed:,} rounds at {tables:,} tables", end="", file=sys.stderr, flush=True)
    seconds = time.process_time() - start
    print(f"no difference in {agreed:,} rounds at {tables:,} tables ({seconds:,.0f} s CPU)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
