"""Kernels compiled by a second process: they are waited for, read, and compiled here where it ends too soon."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.maths import ahead, cache

KERNEL = "pitboss.maths.blackjack.grids.in_order"
CALLED = """
import sys
from pitboss.maths import ahead, cache
ahead.cores = lambda: 2
ahead.start(*sys.argv[1:])
print(len(cache.BESIDE))
cache.compile_kernel = None  # what is waited for is read, not compiled again
for kernel in sys.argv[1:]:
    cache.wait_for(kernel)
print(len(cache.BESIDE), *(cache.mark_of(*name.rsplit(".", 1)).exists() for name in sys.argv[1:]))
ahead.start(*sys.argv[1:])
print(len(cache.BESIDE))
"""


def test_a_kernel_is_compiled_beside_and_waited_for_and_then_no_more(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", CALLED, KERNEL], env={**os.environ, "PITBOSS_CACHE": str(tmp_path)},
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.splitlines() == ["1", "0 True", "0"]
    module = KERNEL.rpartition(".")[0].rpartition(".")[2]
    assert list(tmp_path.rglob(f"{module}.in_order*.nbc")), "and kept where kernels are"


def test_a_second_process_that_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "BESIDE", dict.fromkeys(("first", "second", "third"), io.StringIO("first\n")))
    cache.wait_for("first")
    assert sorted(cache.BESIDE) == ["second", "third"]
    cache.wait_for("second")
    assert not cache.BESIDE


def test_what_an_analysis_has_compiled_ahead_can_be_compiled_without_a_call() -> None:
    from pitboss.maths.analysis import blackjack, holdem

    for name in (*blackjack.AHEAD, *holdem.AHEAD, "pitboss.maths._kernels.crazy4_hands.face_all"):
        __import__(name.rpartition(".")[0])
        assert name in cache.KERNELS


def test_one_core_compiles_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ahead, "cores", lambda: 1)
    monkeypatch.setattr(cache, "BESIDE", {})
    monkeypatch.setattr(cache, "mark_of", lambda module, name: tmp_path / "kernels" / "of" / name)
    ahead.start(KERNEL)
    assert not cache.BESIDE
