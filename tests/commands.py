"""The command line, run in the process of the tests; a module that uses ``run`` imports it."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from pitboss.cli.main import main

__all__ = ["Ran", "Run", "run"]

Ran = tuple[int, str, str]
"""Exit status, what was printed, and what was complained of."""
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
