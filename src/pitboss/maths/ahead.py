"""Kernels compiled by a second process while the first one is at others: that takes most of a first use.

Compiling holds on to the interpreter, so threads do not help. What the second process has compiled is read from the
folder where kernels are kept.
"""

from __future__ import annotations

import atexit
import importlib
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from pitboss.maths import cache

__all__ = ["cores", "start"]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start(*kernels: str) -> None:
    """Have kernels compiled that were not yet, in this order; each is named by its module, a dot, and its name.

    Nothing is done where there is but one core, or no folder that outlives this process.
    """
    marks = {name: cache.mark_of(*name.rsplit(".", 1)) for name in kernels}
    wanted = [name for name, mark in marks.items() if not mark.exists() and mark.parent.parent.name == "kernels"]
    if not wanted or cores() < 2:
        return
    with suppress(OSError):
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, *wanted],
            env={**os.environ, "PITBOSS_CACHE": str(marks[wanted[0]].parent.parent.parent)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        atexit.register(stop, process)
        assert process.stdout is not None
        cache.BESIDE.update(dict.fromkeys(wanted, process.stdout))


def stop(process: subprocess.Popen[str]) -> None:
    """End the second process with the first; a kernel is kept when it is whole."""
    process.terminate()
    process.communicate()


def main(kernels: Sequence[str]) -> None:
    """Compile kernels, and tell each when it can be read."""
    for name in kernels:
        module, _, function = name.rpartition(".")
        importlib.import_module(module)
        with cache.told(module, function):
            cache.KERNELS[name]()
        print(name, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
