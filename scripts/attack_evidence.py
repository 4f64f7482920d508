"""Drive staffed floors where anything goes wrong at any moment, and export, verify and settle what each left behind.

python scripts/attack_evidence.py --evenings 20 --steps 200

Three evenings at every sheet, with the program's cards and with real ones: in one mistakes are declared at any moment,
in one the dealer makes them, and in one everything beside the round happens as well (people and dealers come and go,
money, jackpots, limits and sheets, closing and opening, restarts). Stops at the first whose evidence does not hold;
at the end it names the irregularities of a sheet that have not happened at its tables.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.service.evidence_evenings import ClumsyEvening, RoughEvening, evidence_faults, mistakes, ruled_on
from tests.service.troubled_evenings import TroubledEvening

from pitboss.rules import SHIPPED


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=5, help="at each sheet and kind of cards")
    parser.add_argument("--steps", type=int, default=150, help="commands in an evening")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    start, happened = time.perf_counter(), Counter[str]()
    made: dict[str, Counter[str]] = {sheet: Counter() for sheet in SHIPPED}
    for number in range(asked.evenings):
        for sheet in SHIPPED:
            for cards in ("program", "declared"):
                for kind in (RoughEvening, ClumsyEvening, TroubledEvening):
                    name = f"{asked.seed}/{number} {sheet} {cards} {kind.__name__}"
                    evening = kind(sheet, cards, name)
                    evening.play(asked.steps)
                    if found := evidence_faults(evening):
                        print(f"{name}:", *found[:10], sep="\n  ")
                        return 1
                    made[sheet] += mistakes(evening)
                    happened += evening.happened if isinstance(evening, TroubledEvening) else Counter()
    all_made = sum(made.values(), Counter[str]())
    print(f"{asked.evenings} evenings of three kinds at each of {2 * len(SHIPPED)} tables:")
    print(f"{all_made.total()} irregularities of {len(all_made)} kinds, {happened.total()} things beside the rounds")
    print(f"({', '.join(sorted(happened))}),")
    print(f"every one exported, verified and settled ({time.perf_counter() - start:.0f} s)")
    for sheet, there in made.items():
        if never := ruled_on(sheet) - there.keys():
            print(f"never happened at {sheet}: {', '.join(sorted(never))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
