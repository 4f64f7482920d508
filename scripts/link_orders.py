"""Bring about many random orders of what can happen on the link, and stop at the first that shows a wrong meter.

python scripts/link_orders.py --examples 20000 --steps 80

The orders, and the second working of what each meter must show, are those of the tests; a failure is told as the
shortest order that brings it about.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import hypothesis
from hypothesis.stateful import run_state_machine_as_test

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.service.link_orders import Orders


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    settings = hypothesis.settings(
        max_examples=asked.examples, stateful_step_count=asked.steps, deadline=None, database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    start = time.perf_counter()
    run_state_machine_as_test(hypothesis.seed(asked.seed)(Orders), settings=settings)
    print(f"{asked.examples} orders of up to {asked.steps} steps: all right ({time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
