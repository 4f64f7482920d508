"""Make thousands of questions of every drill and sheet, and settle the round behind each of them again.

python scripts/school_honest.py --questions 1000

Stops at the first question whose answer is not what the engine's ordinary way gives. A clause of the kinds payout,
procedure, irregularity and role that none of them showed is then asked for by name. At the end it prints how many were
reached, and lists the others with the reason why no drill shows them; a clause that is listed nowhere and was not
reached, or an irregularity that did not come up, ends it with status 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.harness.school import UNREACHED, aimed_at, check, declared, wanted

from pitboss.rules import SHIPPED, load
from pitboss.school import LEVELS, drills_of
from pitboss.school.cases import kinds_of

ENOUGH = 200
"""Questions of a drill and sheet in which every irregularity has to come up."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=1000, help="of each drill and sheet")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--sheet", action="append", default=[])
    options = parser.parse_args(arguments)
    reached: Counter[str] = Counter()
    made = 0
    cases: dict[str, set[str]] = {}
    for name in options.sheet or SHIPPED:
        sheet = load(name)
        for drill in drills_of(sheet):
            for number in range(options.questions):
                level = LEVELS[number % len(LEVELS)].number
                task = check(sheet, drill, level, f"{options.seed}/{number}")
                reached.update(task.clauses)
                cases.setdefault(name, set()).update(declared(task))
                made += 1
            if sys.stderr.isatty():
                print(f"\r{made:,} questions, {name} {drill}        ", end="", file=sys.stderr, flush=True)
    for name in options.sheet or SHIPPED:
        for clause in wanted(name):
            if clause not in reached and clause not in UNREACHED:
                task = aimed_at(load(name), clause, options.seed)
                reached.update(task.clauses if task is not None else ())
                made += 1
    missing = [f"{name}: {kind}" for name, known in cases.items() for kind in kinds_of(load(name)) if kind not in known]
    for case in missing if options.questions >= ENOUGH else ():
        print(f"  {case} did not come up")
    return report(options.sheet or SHIPPED, reached, made) or int(bool(missing) and options.questions >= ENOUGH)


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
