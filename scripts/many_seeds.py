"""Run tests again and again, each time by another seed, and say which seeds failed.

python scripts/many_seeds.py --times 20
python scripts/many_seeds.py --times 5 --first 100 --load tests/web/test_pages.py

Without files, the tests of the web, the service, the client and the commands are run. With ``--load`` every core of
this machine is kept busy beside them.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = [f"tests/{part}" for part in ("web", "service", "client", "cli")]
TOTALS = re.compile(r"^(?:=+ )?(\d+ (?:passed|failed|skipped|error).*?)(?: =+)?$", re.MULTILINE)


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Keep N cores busy with something else."""
    idlers = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(cores)]
    try:
        yield
    finally:
        for one in idlers:
            one.kill()
            one.wait()


def run(seed: int, options: Sequence[str]) -> list[str]:
    """Run the tests by a seed; returns what failed, one line each."""
    began = time.monotonic()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--seed", str(seed), *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if done.returncode and not failed:
        failed = [f"pytest ended with {done.returncode}: {done.stderr.strip()[-500:]}"]
    totals = TOTALS.findall(done.stdout)
    print(f"seed {seed}: {totals[-1] if totals else 'no result'}, {time.monotonic() - began:.0f} s", flush=True)
    for line in failed:
        print(f"  {line}", flush=True)
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--first", type=int, default=1, help="the first seed; the others follow")
    parser.add_argument("--load", action="store_true", help="keep every core busy beside the tests")
    parser.add_argument("--workers", type=int, default=2, help="processes that run tests")
    given, options = parser.parse_known_args(arguments)
    options = ["-n", str(given.workers), *(options or TESTS)]
    with busy((os.cpu_count() or 1) if given.load else 0):
        seeds = range(given.first, given.first + given.times)
        bad = [seed for seed in seeds if run(seed, options)]
    print(f"{given.times} runs, {len(bad)} with failures" + (f": seeds {', '.join(map(str, bad))}" if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
