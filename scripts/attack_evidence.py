"""Drive staffed floors where anything goes wrong at any moment, and export, verify and settle what each left behind.

python scripts/attack_evidence.py --evenings 20 --steps 200

Two evenings at every sheet, with the program's cards and with real ones: in one of them mistakes are declared at any
moment, in the other everything beside the round happens as well (people and dealers come and go, money, jackpots,
limits and sheets, closing and opening, restarts). Stops at the first whose evidence does not hold.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.service.evidence_evenings import RoughEvening, evidence_faults
from tests.service.troubled_evenings import TroubledEvening

from pitboss.rules import SHIPPED


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=5, help="at each sheet and kind of cards")
    parser.add_argument("--steps", type=int, default=150, help="commands in an evening")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    start, kinds, happened, declared = time.perf_counter(), Counter[str](), Counter[str](), 0
    for number in range(asked.evenings):
        for sheet in SHIPPED:
            for cards in ("program", "declared"):
                for kind in (RoughEvening, TroubledEvening):
                    name = f"{asked.seed}/{number} {sheet} {cards} {kind.__name__}"
                    evening = kind(sheet, cards, name)
                    evening.play(asked.steps)
                    if found := evidence_faults(evening):
                        print(f"{name}:", *found[:10], sep="\n  ")
                        return 1
                    kinds, declared = kinds + evening.kinds, declared + evening.declared
                    happened += evening.happened if isinstance(evening, TroubledEvening) else Counter()
    seconds = time.perf_counter() - start
    tables = 2 * len(SHIPPED)
    print(
        f"{asked.evenings} evenings of both kinds at each of {tables} tables: {declared} declared, {len(kinds)} kinds"
    )
    print(f"offered, {happened.total()} things beside the rounds ({', '.join(sorted(happened))}),")
    print(f"every one exported, verified and settled ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
