"""What the tests of the floor share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.service.shift import Shift

from pitboss.store import MemoryStore, Store, open_store


@pytest.fixture(params=["memory", "sqlite"])
def shift(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Shift]:
    """A shift that begins, over a store in memory and over one in a file."""
    store: Store = MemoryStore() if request.param == "memory" else open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    yield Shift(store)
    store.close()
