"""What the tests of the commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.commands import run

from pitboss.maths import cache

__all__ = ["Typing", "run"]

Typing = Callable[..., None]


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


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Answers that a trainee types, and the end of the input after them."""

    def typed(*answers: str) -> None:
        waiting = iter(answers)

        def ask(prompt: str) -> str:
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", ask)

    return typed
