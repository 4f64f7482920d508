"""Make thousands of questions of every drill and sheet, and settle the round behind each of them again.

python scripts/school_honest.py --questions 1000

Stops at the first question whose answer is not what the engine's ordinary way gives. At the end it prints how many
clauses of the kinds payout, procedure, irregularity and role were reached by some drill, and lists the others with the
reason why none does; a clause that is listed nowhere and was not reached ends it with status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.harness.school import UNREACHED, check, wanted

from pitboss.rules import SHIPPED, load
from pitboss.school import LEVELS, drills_of


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=1000, help="of each drill and sheet")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--sheet", action="append", default=[])
    options = parser.parse_args(arguments)
    reached: Counter[str] = Counter()
    made = 0
    for name in options.sheet or SHIPPED:
        sheet = load(name)
        for drill in drills_of(sheet):
            for number in range(options.questions):
                level = LEVELS[number % len(LEVELS)].number
                reached.update(check(sheet, drill, level, f"{options.seed}/{number}").clauses)
                made += 1
            if sys.stderr.isatty():
                print(f"\r{made:,} questions, {name} {drill}        ", end="", file=sys.stderr, flush=True)
    return report(options.sheet or SHIPPED, reached, made)


def report(sheets: Sequence[str], reached: Counter[str], made: int) -> int:
    """Say what was reached, and what was not and why."""
    due = [clause for sheet in sheets for clause in wanted(sheet)]
    missing = [clause for clause in due if clause not in reached]
    print(f"{made:,} questions, each answer settled again; {len(due) - len(missing)} of {len(due)} clauses reached")
    for clause in missing:
        print(f"  {clause}: {UNREACHED.get(clause, 'not reached, and no reason is known')}")
    return 1 if any(clause not in UNREACHED for clause in missing) else 0


if __name__ == "__main__":
    sys.exit(main())
