"""What the tests of the mathematics' commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.maths import cache

Ran = tuple[int, str, str]
Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process: its exit status, what it printed and what it complained of."""

    def ran(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["pitboss", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        code = ended.value.code
        told = [line for line in printed.err.splitlines(keepends=True) if not line.startswith("pitboss: compiling")]
        return (code if isinstance(code, int) else 0), printed.out, "".join(told)

    return ran


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for results that lasts for the run; compiled kernels stay where they are."""
    cache.folder()
    return tmp_path_factory.mktemp("results")


@pytest.fixture
def home(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results go to that folder, on a terminal of a known width."""
    monkeypatch.setenv("PITBOSS_CACHE", str(kept))
    monkeypatch.setenv("COLUMNS", "100")
