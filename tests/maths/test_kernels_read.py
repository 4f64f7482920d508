"""Kernels that were compiled before are read without what compiling needs."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from numba.core.caching import IndexDataCacheFile

from pitboss.maths.blackjack.grids import sums
from pitboss.maths.cache import compile_kernel, read_back

CALLED = """
import numpy as np
from numba.core.cpu import CPUContext
from pitboss.maths._kernels.poker_batch import evaluate_all
from pitboss.maths.blackjack.grids import sums

refresh, times = CPUContext.refresh, []
CPUContext.refresh = lambda self: (times.append(self), refresh(self))
print(sums(3, 1, 1).tolist())
strengths = np.zeros(2, dtype=np.uint16)
print(evaluate_all(np.arange(10, dtype=np.uint8).reshape(2, 5), strengths), strengths.tolist())
print(len(times) > 0)
"""


def called(cache: Path) -> list[str]:
    return subprocess.run(
        [sys.executable, "-c", CALLED], env={**os.environ, "PITBOSS_CACHE": str(cache)}, stdout=subprocess.PIPE,
        text=True, check=True,
    ).stdout.splitlines()  # fmt: skip


def test_kernels_that_were_compiled_do_the_same_and_need_no_compiler(tmp_path: Path) -> None:
    *found, compiled = called(tmp_path)
    assert compiled == "True"
    assert called(tmp_path) == [*found, "False"]


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_kernels_whose_files_are_damaged_are_compiled_and_kept_anew(tmp_path: Path, ending: str) -> None:
    *found, _ = called(tmp_path)
    kept = list(tmp_path.rglob(f"*.{ending}"))
    for number, file in enumerate(kept):
        file.write_bytes((b"", file.read_bytes()[:40])[number % 2])
    assert kept
    assert called(tmp_path) == [*found, "True"]
    assert called(tmp_path) == [*found, "False"]


def test_a_kernel_that_cannot_be_kept_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IndexDataCacheFile, "save", full)
    monkeypatch.setattr("pitboss.maths.cache.folder", lambda module="": tmp_path)
    assert compile_kernel(twice, ("int64(int64)",))(21) == 42
    assert not list(tmp_path.rglob("*.nb?"))


def test_kernels_run_as_python_where_numba_is_told_not_to_compile() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from pitboss.maths.blackjack.grids import sums; print(sums(2, 1, 1).tolist())"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    assert told.stdout == f"{sums(2, 1, 1).tolist()}\n"


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "no space left on device")


def twice(number: int) -> int:
    return 2 * number


def test_a_kernel_that_is_kept_otherwise_is_left_to_numba() -> None:
    assert not read_back(SimpleNamespace(_cache=object()), ("void()",), makes_arrays=False)
