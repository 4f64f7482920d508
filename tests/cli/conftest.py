"""What the tests of the mathematics' commands share."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.commands import run

from pitboss.maths import cache

__all__ = ["run"]


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
